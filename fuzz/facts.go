package fuzz

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/corral"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/interp"
	"github.com/muster-smt/muster/verifier/lazyann"
	"github.com/muster-smt/muster/verifier/legion"
	"github.com/muster-smt/muster/verifier/native"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/spacer"
	"github.com/muster-smt/muster/verifier/summary"
	"github.com/muster-smt/muster/verifier/validate"
	"github.com/muster-smt/muster/verifier/vc"
	"github.com/muster-smt/muster/verifier/vcgen"
)

// facts is what is known of a program's procedures, to be checked by execution: by summaries (verifier/summary), and what a
// proof learned (verifier/learn). They hold for all arguments and at all depths, so executions begin at any procedure.
type facts struct {
	prep     *passes.Result
	sys      *vc.System
	back     *vcgen.Back
	procs    []vc.ProcID     // by prog.ProcID; -1 if there is no template
	list     [][]term.Term   // by vc.ProcID
	few      []prog.ProcID   // those with facts
	proof    *verifier.Proof // or nil
	maker    *rewrite.Rewriter
	received int // facts of another engine
}

// newFacts returns the facts about a program, and nil if it is not one that the verifier takes. They are found by an engine that
// gets what another one found, about a system of its own, or by one that asks about all bounds, unless that is nil.
func newFacts(ctx context.Context, text string, bound int, unbounded func(inline.Config) verifier.Engine) (*facts, error) {
	var x verifier.Exchange
	f, err := prepareFacts(ctx, text)
	if err != nil {
		return nil, nil
	}
	if unbounded != nil {
		res, err := f.ask(ctx, bound, nil, unbounded)
		if err != nil {
			return nil, err
		}
		f.collect(res)
		return f, nil
	}
	alone, err := f.ask(ctx, bound, &x, newCorral)
	if err != nil {
		return nil, err
	}
	if f, err = prepareFacts(ctx, text); err != nil {
		return nil, err
	}
	res, err := f.ask(ctx, bound, &x, newCorral)
	if err != nil {
		return nil, err
	}
	if fails(alone) && res.Proof() != nil || fails(res) && alone.Proof() != nil {
		return nil, fmt.Errorf("facts: alone %s, with facts of another engine %s", alone, res)
	}
	f.collect(res)
	return f, nil
}

// newTaught returns the facts about a program that an engine needs that gets what lazyann shares. All that is shared must be
// inductive, and the answer that of the same engine alone.
func newTaught(ctx context.Context, text string, bound int, bounded func(inline.Config) verifier.Engine) (*facts, error) {
	f, err := prepareFacts(ctx, text)
	if err != nil {
		return nil, nil
	}
	x := verifier.NewExchange(f.sys)
	teacher, alone := f.fork(), f.fork()
	if _, err := teacher.ask(ctx, bound, x, newLazyann); err != nil {
		return nil, err
	}
	if err := f.inductive(ctx, x); err != nil {
		return nil, err
	}
	without, err := alone.ask(ctx, bound, nil, bounded)
	if err != nil {
		return nil, err
	}
	with, err := f.ask(ctx, bound, x, bounded)
	if err != nil {
		return nil, err
	}
	if fails(without) && with.Proof() != nil || fails(with) && without.Proof() != nil {
		return nil, fmt.Errorf("facts: alone %s, with facts of lazyann %s", without, with)
	}
	f.collect(with)
	return f, nil
}

// fork returns the same program in a copy of the store.
func (f *facts) fork() *facts {
	st := f.sys.Store.Clone()
	sys := *f.sys
	sys.Store = st
	return &facts{maker: rewrite.New(st), prep: f.prep.In(st), sys: &sys, back: f.back}
}

// inductive has the formulas of an exchange proved together.
func (f *facts) inductive(ctx context.Context, x *verifier.Exchange) error {
	own := f.fork()
	var all []verifier.Fact
	for _, s := range x.Port(own.sys).From(0) {
		all = append(all, verifier.Fact{Proc: s.Proc, Formula: s.Formula})
	}
	limited, cancel := withinFactSteps(ctx)
	defer cancel()
	rep, err := validate.Facts(limited, verifier.WithFacts(own.sys, all), inline.Config{
		NewSolver: func(st *term.Store) (inline.Solver, error) { return native.New(st, solver.Options{}), nil },
		NewMaker:  func(st *term.Store) term.Maker { return rewrite.New(st) },
	})
	if err == nil && rep.Refuted {
		err = fmt.Errorf("facts: of %d that are shared: %s", len(all), rep.Wrong)
	}
	return err
}

// newSpacer returns spacer, whose facts about loops are invariants.
func newSpacer(c inline.Config) verifier.Engine { return &spacer.Engine{Config: c} }

// newCorral and newLegion return the engines that make use of others' facts.
func newCorral(c inline.Config) verifier.Engine { return &corral.Engine{Config: c} }
func newLegion(c inline.Config) verifier.Engine { return &legion.Engine{Config: c} }

// newLazyann returns lazyann, whose facts may be quantified.
func newLazyann(c inline.Config) verifier.Engine { return &lazyann.Engine{Config: c} }

// fails reports whether a failing execution was found, which is not replayed.
func fails(res verifier.Result) bool { return res.Reason().Kind == reason.UnconfirmedTrace }

func prepareFacts(ctx context.Context, text string) (*facts, error) {
	st := term.NewStore()
	f := &facts{maker: rewrite.New(st)}
	p, err := boogie.Load("case.bpl", []byte(text), st)
	if err != nil {
		return nil, err
	}
	if f.prep, err = passes.Run(ctx, p, passes.Options{Rewriter: f.maker}); err != nil {
		return nil, err
	}
	if f.sys, f.back, err = vcgen.Generate(f.prep.Program, vcgen.Options{Interfaces: f.prep.Interfaces, Maker: f.maker}); err != nil {
		return nil, err
	}
	summary.Derive(ctx, f.sys, f.maker)
	return f, nil
}

// factSteps is more than an engine needs for most programs, or for a proof.
const factSteps = 100_000

func withinFactSteps(ctx context.Context) (context.Context, context.CancelFunc) {
	return limit.NewBudget(factSteps, limit.Steps).Context(ctx)
}

// ask returns the answer of an engine, whose proof is confirmed, if there is one and the time suffices.
func (f *facts) ask(ctx context.Context, bound int, x *verifier.Exchange, by func(inline.Config) verifier.Engine) (verifier.Result, error) {
	c := inline.Config{
		NewSolver: func(st *term.Store) (inline.Solver, error) { return native.New(st, solver.Options{}), nil },
		NewMaker:  func(*term.Store) term.Maker { return f.maker },
	}
	limited, cancel := withinFactSteps(ctx)
	defer cancel()
	opt := verifier.Options{Bound: bound, Unbounded: forever, Demand: verifier.DemandAtOnce, Exchange: x}
	res, err := by(c).Verify(limited, f.sys, opt)
	if err != nil {
		return res, fmt.Errorf("facts: %w", err)
	}
	if res.Proof() == nil {
		return res, nil
	}
	c.NewMaker = func(st *term.Store) term.Maker { return rewrite.New(st) }
	again, cancel := withinFactSteps(ctx)
	defer cancel()
	out, err := validate.Proof(again, f.sys, res, c)
	if err == nil && out.Refuted {
		err = fmt.Errorf("facts: %s is refuted: %s", res, out.Wrong)
	}
	return res, err
}

func (f *facts) collect(res verifier.Result) {
	f.proof = res.Proof()
	for _, c := range res.Stats().Counters {
		if c.Name == "demand: facts received" || c.Name == "demand: formulas received" {
			f.received += int(c.Value)
		}
	}
	f.list = make([][]term.Term, len(f.sys.Procs))
	f.procs = make([]vc.ProcID, len(f.prep.Program.Procs))
	for i := range f.procs {
		f.procs[i] = -1
	}
	for id, p := range f.sys.Procs {
		f.procs[f.back.Proc(p)] = vc.ProcID(id)
		f.list[id] = append(f.list[id], p.Facts...)
	}
	if f.proof != nil {
		for _, x := range f.proof.Facts {
			f.list[x.Proc] = append(f.list[x.Proc], x.Formula)
		}
	}
	for id, list := range f.list {
		if len(list) > 0 {
			f.few = append(f.few, f.back.Proc(f.sys.Procs[id]))
		}
	}
}

// Executions of a case, and blocks of one.
const (
	factRuns = 60
	factFuel = 80
)

// check executes procedures from random states and returns how many calls it has compared with facts.
func (f *facts) check(r *rand.Rand, lim *limit.Limit) (calls int, err error) {
	m, err := f.constants()
	if m == nil || len(f.few) == 0 {
		return 0, err
	}
	x := &factObserver{facts: f, r: r, m: m}
	for range factRuns {
		if lim.Stopped() {
			break
		}
		p := *f.prep.Program
		p.Entry = f.few[r.IntN(len(f.few))]
		if r.IntN(4) == 0 {
			p.Entry = f.prep.Program.Entry
		}
		x.entries = nil
		_, _, err := interp.Run(&p, m, x, factFuel)
		var wrong *factError
		if errors.As(err, &wrong) {
			return x.calls, err
		}
		// Other errors are about what cannot be executed: quantifiers.
	}
	return x.calls, nil
}

// constants returns a model of the axioms, nil if there is none that can be checked.
func (f *facts) constants() (*model.Model, error) {
	if len(f.sys.Axioms) == 0 {
		return model.New(f.sys.Store, model.Options{}), nil
	}
	s := native.New(f.sys.Store, solver.Options{})
	for _, a := range f.sys.Axioms {
		s.Assert(a)
	}
	ctx, cancel := withinFactSteps(context.Background())
	defer cancel()
	if out := s.Check(ctx, nil); out.Status != inline.StatusSat {
		return nil, nil
	}
	m, err := s.Model()
	if err != nil {
		return nil, fmt.Errorf("facts: %w", err)
	}
	for _, a := range f.sys.Axioms {
		if ok, err := m.EvalBool(a); err != nil || !ok {
			return nil, nil
		}
	}
	return m, nil
}

// factObserver chooses what executions leave open, and compares calls with facts.
type factObserver struct {
	*facts
	r       *rand.Rand
	m       *model.Model
	entries [][]model.Value // of calls: the values of the interface
	calls   int
}

// factError says that a fact is wrong.
type factError struct{ text string }

func (e *factError) Error() string { return e.text }

// Choose implements interp.Oracle.
func (x *factObserver) Choose(n int) int { return x.r.IntN(n) }

// Value implements interp.Oracle.
func (x *factObserver) Value(p *prog.Program, v prog.VarID) model.Value { return x.random(p.Sort(v)) }

func (x *factObserver) random(sort term.Sort) model.Value {
	st := x.sys.Store
	switch {
	case sort == term.Bool:
		return model.Bool(x.r.IntN(2) == 0)
	case sort == term.Int:
		return model.Int64(int64(x.r.IntN(5)) - 1)
	case st.IsArray(sort):
		index, elem := st.ArraySorts(sort)
		v := model.ConstArray(st, sort, x.random(elem))
		for range x.r.IntN(4) {
			v = v.Store(x.random(index), x.random(elem))
		}
		return v
	}
	v, err := model.Zero(st, sort)
	if err != nil {
		panic(err) // it has no values
	}
	return v
}

// Entered implements interp.Observer.
func (x *factObserver) Entered(q *prog.Proc, value func(prog.VarID) (model.Value, error)) error {
	in, err := values(x.prep.Interfaces[q.ID].In, value)
	x.entries = append(x.entries, in)
	return err
}

func values(vs []prog.VarID, value func(prog.VarID) (model.Value, error)) ([]model.Value, error) {
	out := make([]model.Value, len(vs))
	for i, v := range vs {
		var err error
		if out[i], err = value(v); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Returned implements interp.Observer.
func (x *factObserver) Returned(q *prog.Proc, value func(prog.VarID) (model.Value, error)) error {
	in := x.entries[len(x.entries)-1]
	x.entries = x.entries[:len(x.entries)-1]
	id := x.procs[q.ID]
	if id < 0 || len(x.list[id]) == 0 {
		return nil
	}
	out, err := values(x.prep.Interfaces[q.ID].Out, value)
	if err != nil {
		return err
	}
	p, env := x.sys.Procs[id], x.m.NewEnv()
	for i, t := range p.In {
		env.Set(t, in[i])
	}
	for i, t := range p.Out {
		env.Set(t, out[i])
	}
	for _, t := range p.Summary { // which callers assume, but the one that began with this call did not
		if v, err := env.Eval(t); err != nil || !v.IsTrue() {
			return nil
		}
	}
	x.calls++
	for _, t := range x.list[id] {
		if v, err := env.Eval(t); err == nil && v.IsFalse() {
			return &factError{fmt.Sprintf("%s returns %v for %v: against the fact %s", p.Name, out, in, x.sys.Store.String(t))}
		}
	}
	return nil
}
