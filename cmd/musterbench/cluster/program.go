package cluster

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/corral"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/learn"
	"github.com/muster-smt/muster/verifier/legion"
	"github.com/muster-smt/muster/verifier/native"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/split"
	"github.com/muster-smt/muster/verifier/summary"
	"github.com/muster-smt/muster/verifier/vc"
	"github.com/muster-smt/muster/verifier/vcgen"
	"github.com/muster-smt/muster/verifier/witness"
)

// program is one that is prepared, in a store that nobody changes.
type program struct {
	prep *passes.Result
	sys  *vc.System
	back *vcgen.Back
	took time.Duration
}

func prepare(ctx context.Context, path string) (*program, error) {
	began := limit.CPU()
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	p, err := boogie.Load(path, src, term.NewStore())
	if err != nil {
		return nil, err
	}
	rw := rewrite.New(p.Store)
	res, err := passes.Run(ctx, p, passes.Options{Rewriter: rw})
	if err != nil {
		return nil, err
	}
	sys, back, err := vcgen.Generate(res.Program, vcgen.Options{Interfaces: res.Interfaces, Maker: rw})
	if err != nil {
		return nil, err
	}
	summary.Derive(ctx, sys, rw)
	return &program{res, sys, back, limit.CPU() - began}, nil
}

// engine returns an engine, and the system in a store of its own.
func (p *program) engine(name string) (learn.Stepwise, *vc.System, error) {
	st := p.sys.Store.Clone()
	sys := *p.sys
	sys.Store = st
	rw := rewrite.New(st)
	c := inline.Config{
		NewSolver: func(st *term.Store) (inline.Solver, error) { return native.New(st, solver.Options{}), nil },
		NewMaker:  func(*term.Store) term.Maker { return rw },
		Replay:    &witness.Replayer{Prepared: p.prep.In(st), System: &sys, Back: p.back},
	}
	switch name {
	case "legion":
		return &legion.Engine{Config: c}, &sys, nil
	case "corral":
		return &corral.Engine{Config: c}, &sys, nil
	}
	return nil, nil, fmt.Errorf("the engine %q is not divided; legion and corral are", name)
}

// outcome is what a cluster did with a program.
type outcome struct {
	result    verifier.Result
	elapsed   time.Duration // of the cluster, from the text to the answer
	path      time.Duration // the critical path, likewise
	cpu       time.Duration // of all workers
	parts     int
	messages  int
	instances int
}

// on searches a program on a virtual cluster.
func (p *program) on(ctx context.Context, o *Options, workers int) (outcome, error) {
	base, sys, err := p.engine(o.Engine)
	if err != nil {
		return outcome{}, err
	}
	ctx, cancel := limit.Within(ctx, o.CPU)
	defer cancel()
	c := newCluster(workers, o.Network, o.Seed)
	e := &split.Engine{Base: base, Places: c, Effort: o.Effort, Fork: func() (learn.Stepwise, *vc.System) {
		other, sys, _ := p.engine(o.Engine) // there is one: base
		return other, sys
	}}
	began := limit.CPU()
	var res verifier.Result
	elapsed := c.search(ctx, func(ctx context.Context) {
		res, err = e.Verify(ctx, sys, verifier.Options{Bound: o.Bound})
	})
	out := outcome{result: res, elapsed: p.took + elapsed, path: p.took + c.path, cpu: p.took + limit.CPU() - began,
		parts: c.tasks, messages: c.messages, instances: res.Stats().Instances}
	return out, err
}
