package validate

import (
	"context"
	"fmt"
	"time"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/vc"
)

// Report is the outcome of Proof.
type Report struct {
	Confirmed bool
	Refuted   bool          // the evidence is wrong, and so may be the verdict
	Why       reason.Reason // neither confirmed nor refuted
	Wrong     string        // what the evidence is refuted by
	Instances int
	Elapsed   time.Duration
}

// Proof refutes the system again: it opens the call sites that the proof of r opened, blocks those that
// it blocked, and leaves all others over-approximated. The proof of a Safe verdict must not block any;
// that of SafeUpToBound only sites past the bound. Then it proves the facts in the templates, and those
// of the proof, on which the refutation may rest (see Facts), and what the tree takes to hold of single instances (see
// claims). A proof by levels is checked by levels.
func Proof(ctx context.Context, sys *vc.System, r verifier.Result, c inline.Config) (Report, error) {
	p := r.Proof()
	if p == nil {
		return Report{}, fmt.Errorf("validate: the verdict %v has no proof", r.Verdict())
	}
	start := time.Now()
	if p.Levels != nil {
		rep, err := levels(ctx, sys, r, c)
		rep.Elapsed = time.Since(start)
		return rep, err
	}
	loops := newLoops(sys, p.Loops)
	sys = verifier.WithFacts(sys, p.Facts)
	s, mk, done, err := tools(sys, c)
	if err != nil {
		return Report{}, err
	}
	defer done()
	if p.Cone != nil {
		s = &coneOnly{Solver: s, cone: p.Cone}
	}
	tree := inline.Rebuild(sys, mk, s, p)
	report := func(confirmed bool, why reason.Reason) Report {
		return Report{Confirmed: confirmed, Why: why, Instances: tree.NumInstances(), Elapsed: time.Since(start)}
	}
	wrong := func(format string, args ...any) (Report, error) {
		r := report(false, reason.Reason{})
		r.Refuted, r.Wrong = true, fmt.Sprintf(format, args...)
		return r, nil
	}
	shared := newCalls(tree)
	for i, ref := range p.Opened {
		inst, ok := tree.Reopen(ref)
		if !ok {
			return wrong("opened call site %d does not exist", i)
		}
		shared.add(inst, ref)
	}
	for i := range tree.NumInstances() {
		if ctx.Err() != nil {
			return report(false, reason.Of(limit.ContextReason(ctx))), nil
		}
		if !shared.exclusive(inline.InstID(i)) {
			return wrong("instance %d is entered by two call sites on the same path", i)
		}
	}
	var blocked []term.Term
	for i, ref := range p.Blocked {
		site, ok := tree.SiteOf(ref)
		if !ok || !tree.IsOpen(site) {
			return wrong("blocked call site %d does not exist", i)
		}
		if r.Verdict() != verifier.SafeUpToBound || tree.Allowed(site, r.Bound()) {
			return wrong("blocked call site %d is within the bound", i)
		}
		blocked = append(blocked, sys.Store.Not(tree.Guard(site)))
	}
	out := s.Check(ctx, blocked)
	switch {
	case out.Status == inline.StatusUnsat:
		if r, err := prove(ctx, sys, used(sys, tree), loops, c); err != nil || !r.Confirmed {
			return r, err
		}
		q := newClaims(ctx, sys, tree, c)
		q.only(p.Cone)
		if r, err := q.prove(shared); err != nil || !r.Confirmed {
			return r, err
		}
		return report(true, reason.Reason{}), nil
	case out.Status == inline.StatusSat:
		return wrong("satisfiable")
	case ctx.Err() != nil:
		return report(false, reason.Of(limit.ContextReason(ctx))), nil
	}
	return report(false, out.Reason), nil
}

// tools returns a solver and a maker of terms, and what ends their use.
func tools(sys *vc.System, c inline.Config) (_ inline.Solver, _ term.Maker, done func(), err error) {
	s, err := c.NewSolver(sys.Store)
	if err != nil {
		return nil, nil, nil, err
	}
	return &instantiating{Solver: s, st: sys.Store}, c.Maker(sys.Store), func() { inline.Close(s) }, nil
}

// coneOnly passes on the assertions of a cone and drops the others.
type coneOnly struct {
	inline.Solver
	cone []int32 // what is not asserted so far
	keep bool
}

// Tag implements inline.Coner.
func (c *coneOnly) Tag(n int32) {
	for len(c.cone) > 0 && c.cone[0] < n {
		c.cone = c.cone[1:]
	}
	c.keep = len(c.cone) > 0 && c.cone[0] == n
}

// Cone implements inline.Coner; it is not used.
func (c *coneOnly) Cone() []int32 { return nil }

// Assert implements inline.Solver.
func (c *coneOnly) Assert(t term.Term) {
	if c.keep {
		c.Solver.Assert(t)
	}
}

// AssertFlow implements inline.Solver. Within a cone a constraint on the flow is
// an ordinary assertion: what implies it may not be part of the cone.
func (c *coneOnly) AssertFlow(t term.Term) { c.Assert(t) }
