package btor2

import (
	"context"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/check"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// Options of Check.
type Options struct {
	Depth int // the last step that is searched
	Seed  uint64
	// Check verifies the proof of each refutation, and turns simplification off.
	Check bool
	// Progress is called when a step begins.
	Progress func(Progress)
}

// Progress says how far a search is.
type Progress struct {
	Step  int // the one that begins
	Terms int // made so far
}

// Answer is what Check finds.
type Answer struct {
	// Status is Sat if a bad state can be reached, and Unsat if none can, within Depth steps.
	Status sat.Status
	// Depth is the step of the bad state, or the last one that has none; -1 before the first.
	Depth int
	// Closed says that no state at all is bad: after Depth no execution goes on, or the system
	// has no bad-state properties.
	Closed  bool
	Witness *Witness      // of Sat
	Reason  reason.Reason // of Unknown
	Proofs  int           // verified
	Stats   []stat.Counter
}

// search is a bounded search.
type search struct {
	ctx  context.Context
	opt  Options
	u    *unrolling
	sol  *solver.Solver
	live *check.Live // nil without Options.Check
}

// Check looks for an execution of at most opt.Depth transitions that reaches a bad state.
func Check(ctx context.Context, sys *System, opt Options) (a Answer) {
	if sys.Bads() == 0 {
		return Answer{Status: sat.Unsat, Depth: opt.Depth, Closed: true}
	}
	s := newSearch(ctx, sys, opt)
	defer func() { a.Stats = s.sol.Stats() }()
	a = Answer{Status: sat.Unsat, Depth: -1}
	for step := 0; step <= opt.Depth && !a.Closed; step++ {
		if opt.Progress != nil {
			opt.Progress(Progress{step, s.u.st.Len()})
		}
		s.step(&a)
		if a.Status != sat.Unsat {
			return a
		}
		a.Depth = step
	}
	return a
}

func newSearch(ctx context.Context, sys *System, opt Options) *search {
	st := term.NewStore()
	s := &search{ctx: ctx, opt: opt, u: newUnrolling(sys, st)}
	s.u.stopped = func() bool { return ctx.Err() != nil }
	so := solver.Options{Seed: opt.Seed}
	if opt.Check {
		s.live = check.NewLive(st)
		so.Proof, so.NoPreprocess = s.live, true
	}
	s.sol = solver.New(st, so)
	s.u.simplify = func(t term.Term) term.Term { return t }
	if !opt.Check {
		s.u.simplify = func(t term.Term) term.Term {
			if image, ok := s.sol.Rewriter().SimplifyUntil(s.u.stopped, t); ok {
				return image
			}
			return t
		}
	}
	return s
}

// step searches the next step.
func (s *search) step(a *Answer) {
	if !s.u.step() {
		s.unknown(a, reason.Of(limit.ContextReason(s.ctx)))
		return
	}
	for _, c := range s.u.sys.constraints {
		s.assert(s.u.holds([]property{c}))
	}
	bad := s.u.holds(s.u.sys.bads)
	if s.live != nil {
		s.live.Check(Pos{}, []term.Term{bad})
	}
	r := s.sol.Check(s.ctx, bad)
	switch {
	case r.Status == sat.Sat:
		s.witness(a)
	case r.Status == sat.Unknown:
		s.unknown(a, r.Reason)
	default:
		a.Closed = len(s.sol.Core()) == 0
		s.verify(a)
		s.assert(s.u.st.Not(bad))
	}
}

// unknown makes the answer unknown.
func (s *search) unknown(a *Answer, why reason.Reason) { a.Status, a.Reason = sat.Unknown, why }

// assert adds a formula that holds in all later steps.
func (s *search) assert(t term.Term) {
	if s.live != nil {
		s.live.Assert(Pos{}, t)
	}
	s.sol.Assert(t)
}

// verify verifies the proof of a refutation.
func (s *search) verify(a *Answer) {
	if s.live == nil {
		return
	}
	err := s.sol.FlushProof()
	if err == nil {
		err = s.live.Verify()
	}
	if err != nil {
		s.unknown(a, reason.Internalf("the proof is wrong: %v", err))
		return
	}
	a.Proofs++
}

// witness makes the witness from the model, and confirms it.
func (s *search) witness(a *Answer) {
	m, err := s.sol.Model()
	if err != nil {
		s.unknown(a, reason.AsInternal(err))
		return
	}
	w, err := witnessOf(s.u, m)
	if err != nil {
		s.unknown(a, reason.AsInternal(err))
		return
	}
	plain, why := w.plain(s.ctx, s.u.sys)
	if why.Kind != reason.None {
		s.unknown(a, why)
		return
	}
	a.Status, a.Depth, a.Witness = sat.Sat, len(plain.Steps)-1, plain
}
