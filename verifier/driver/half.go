package driver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/evidence"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/split"
	"github.com/muster-smt/muster/verifier/validate"
)

// Elsewhere has parts of a search searched in other processes, each by Half. Its methods may be called from any
// goroutine.
type Elsewhere interface {
	// Idle reports whether one of these processes has nothing to do.
	Idle() bool
	// Search returns what Half returns there for a state. It is an error if there is no answer, as when ctx ends.
	Search(ctx context.Context, state []byte) ([]byte, error)
	// Away calls f, while this process waits for others: several may call it at a time.
	Away(f func())
}

// What the bytes of an answer about a half begin with: what follows.
const (
	halfRefuted  = 'r' // evidence.System.AppendProof
	halfExecuted = 'x' // an entry with the execution
)

// Half searches a part of a search for a failing execution, which another process with the same program and options has
// divided, and returns for that what comes of it. Nothing of the state is taken for granted. It is an error if it is of
// another search, or this one has no answer.
func Half(ctx context.Context, file string, src []byte, opt Options, state []byte) (out []byte, err error) {
	var none *Report
	defer recovered(&none, &err)
	s, err := split.Read(state)
	if err != nil {
		return nil, err
	}
	if opt.Engine, opt.Learn = s.Engine, false; opt.Halves != "" {
		opt.Engine = opt.Halves
	}
	opt.Bound, opt.AllBounds, opt.Answers = s.Bound, false, nil
	q, err := newRequest(reach, file, src, opt)
	if err != nil {
		return nil, err
	}
	if len(q.engines) != 1 || !q.engines[0].inlines() {
		return nil, &OptionError{fmt.Sprintf("%s does not go on with a part of a search", opt.Engine)}
	}
	ctx, cancel := within(ctx, q.opt.Timeout)
	defer cancel()
	r := newRun(ctx, q, time.Now())
	if err := r.prepareFrom(); err != nil {
		return nil, err
	}
	if err := r.makeVC(); err != nil {
		return nil, err
	}
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case r.sys == nil:
		return nil, errNoAnswer // there is nothing to search
	}
	return r.half(s)
}

// half searches a part of a search.
func (r *run) half(s *split.State) (out []byte, err error) {
	r.seed = s.Seed
	defer r.alone()()
	e := r.makeEngine().(*split.Engine)
	a, err := e.Search(r.ctx, r.sys, verifier.Options{Bound: s.Bound, Demand: r.opt.Demand, Exchange: r.exchange()}, s)
	switch {
	case err != nil:
		return nil, reason.AsInternal(err)
	case a.Proof != nil:
		return append([]byte{halfRefuted}, a.Proof...), nil
	case a.Result != nil:
		r.rep.Result = *a.Result
		x := &entry{Verdict: verifier.Unsafe}
		if err := x.setExecution(r, r); err != nil {
			return nil, err
		}
		text, err := json.Marshal(x)
		return append([]byte{halfExecuted}, text...), err
	case r.ctx.Err() != nil:
		return nil, context.Cause(r.ctx)
	}
	return nil, a.Why
}

// remote are the places in other processes for parts of an engine's search. It implements split.Remote.
type remote struct{ *places }

// Idle implements split.Remote, as for places here.
func (p remote) Idle(instances int) bool {
	return p.run.entrant.largest(instances) && p.run.opt.Elsewhere.Idle()
}

// Search implements split.Remote.
func (p remote) Search(ctx context.Context, state []byte) (a *split.Answer, err error) {
	ctx = limit.CountedAs(ctx, p.outer) // it takes no turns
	start := time.Now()
	data, err := p.run.opt.Elsewhere.Search(ctx, state)
	if err == nil {
		err = guarded(func() error {
			a, err = p.believed(ctx, data, state, time.Since(start))
			return err
		})
	}
	if err != nil && ctx.Err() == nil {
		p.run.log.Warn("a part of the search has no answer elsewhere", "why", err)
	}
	return a, err
}

// believed returns the answer of another process about a half, which took some time. An execution is replayed, and a
// refutation checked, at once, whatever is asked of answers of this process, and in no more time than it took: what is
// not confirmed by then is no answer. Else who sends a wrong one had this process end with an internal error, or never.
func (p remote) believed(ctx context.Context, data, state []byte, took time.Duration) (*split.Answer, error) {
	s, err := split.Read(state)
	if err != nil || len(data) == 0 {
		return nil, errors.Join(err, errNoAnswer)
	}
	f := p.forked(p.run, p.run.row.engine.name, 0)
	f.ctx = ctx
	switch rest := data[1:]; data[0] {
	case halfRefuted:
		return f.refuted(rest, s, took)
	case halfExecuted:
		x := &entry{}
		if err := decodeEntry(rest, x); err != nil {
			return nil, err
		}
		return f.failing(x, took)
	}
	return nil, errNoAnswer
}

// errNoAnswer says that bytes are no answer about a half.
var errNoAnswer = errors.New("it is no answer")

// refuted reads and checks the refutation of a half.
func (r *run) refuted(data []byte, s *split.State, took time.Duration) (*split.Answer, error) {
	p, err := evidence.OfSystem(r.sys).ReadProof(data)
	if err != nil {
		return nil, err
	}
	for _, d := range p.Decided {
		if !slices.Contains(s.Decided, d) {
			return nil, errNoAnswer // it is about another half
		}
	}
	a := &split.Answer{Proof: data, Safe: len(p.Cut)+len(p.Blocked) == 0, Needs: p.Decided}
	res := verifier.SafeUpToBoundWith(s.Bound, p)
	if a.Safe {
		res = verifier.SafeWith(p)
	}
	ctx, cancel := within(r.ctx, max(took, checkLeast))
	defer cancel()
	// It is checked under what it says that it needs, not under what the half decides: by that it may answer for more.
	rep, err := validate.Half(ctx, r.sys, res, p.Decided, fresh(solver.Options{NoRelevancy: true}))
	switch {
	case err != nil:
		return nil, err
	case rep.Refuted:
		return nil, &split.WrongError{Why: rep.Wrong}
	case !rep.Confirmed: // who sends what is hard to check may know why
		return nil, fmt.Errorf("it is not confirmed: %v", rep.Why)
	}
	return a, nil
}

// failing replays an execution that is in a half, whose search took so long.
func (r *run) failing(x *entry, took time.Duration) (*split.Answer, error) {
	if len(x.Passed)+len(x.Properties) > 0 || x.Needs < 0 {
		return nil, errNoAnswer
	}
	ctx, cancel := within(r.ctx, max(took, checkLeast))
	defer cancel()
	r.ctx = ctx
	t, err := r.executed(x)
	if err != nil {
		return nil, err
	}
	if r.prep.Skipped[t.Assertion] || r.prep.Asserts > 0 && t.Assertion == (prog.Assertion{}) {
		return nil, errors.New("it is about an assertion that is not asked about")
	}
	res := verifier.UnsafeWith(t)
	return &split.Answer{Result: &res}, nil
}
