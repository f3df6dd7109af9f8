package validate

import (
	"context"
	"time"

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
// claims). A proof by levels is checked by levels, and one by cases part by part (composed).
func Proof(ctx context.Context, sys *vc.System, r verifier.Result, c inline.Config) (Report, error) {
	if p := r.Proof(); p != nil && p.Levels != nil {
		start := time.Now()
		rep, err := levels(ctx, sys, r, c)
		rep.Elapsed = time.Since(start)
		return rep, err
	}
	return Half(ctx, sys, r, nil, c)
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
