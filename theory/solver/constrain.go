package solver

import (
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/term"
)

// constraint is the clause of Constrain. A backend that can takes it as it is, by its literals.
// Else the disjunction is one more assumption, the last one: for package bv, which knows its
// own roots only, and under a proof or a cone, in which a constraint would have no name.
type constraint struct {
	given   bool        // for the next check
	inForce bool        // in the last check
	clause  []term.Term // of that check
	assumed bool        // as an assumption
	failed  bool        // the last refutation needs it
}

// Constrain makes the next check, and only that one, satisfy the disjunction of some formulas,
// which is false if there are none. It leaves nothing behind that a fresh constant which
// implies the clause would: no clause, no constant, and what the check learns does not depend
// on it. Only the last call before a check counts.
func (s *Solver) Constrain(clause ...term.Term) {
	s.constraint.given = true
	s.constraint.clause = append(s.constraint.clause[:0], clause...)
}

// ConstraintFailed reports, after Unsat, whether the refutation needs the constraint: then
// Core and the constraint cannot hold together. If not, Core cannot hold without it, either.
func (s *Solver) ConstraintFailed() bool {
	return s.last.Status == sat.Unsat && s.constraint.failed
}

// begin begins a check. It returns what occurs in it besides the assertions.
func (c *constraint) begin(assumptions []term.Term) []term.Term {
	c.inForce, c.given, c.assumed, c.failed = c.given, false, false, false
	if !c.inForce {
		return assumptions
	}
	return append(slices.Clip(assumptions), c.clause...)
}

// disjunction returns the constraint as one formula.
func (s *Solver) disjunction() term.Term {
	switch c := s.constraint.clause; len(c) {
	case 0:
		return s.st.False()
	case 1:
		return c[0]
	default:
		return s.st.Or(c...)
	}
}

// constrained returns the assumptions of a check, with the constraint where it must be one.
func (s *Solver) constrained(assumptions []term.Term) []term.Term {
	if !s.constraint.inForce || s.backend.traits().constraints {
		return assumptions
	}
	s.constraint.assumed = true
	return append(slices.Clip(assumptions), s.disjunction())
}

// clauseOf returns what the engine takes as a clause, besides the assumptions.
func (c *constraint) clauseOf() []term.Term {
	if !c.inForce || c.assumed {
		return nil
	}
	return c.clause
}

// settle finds whether a refutation needs the constraint.
func (s *Solver) settle() {
	c := &s.constraint
	switch {
	case !c.inForce:
	case c.assumed:
		last := s.assumed[len(s.assumed)-1].l
		c.failed = slices.Contains(s.backend.SAT().Core(), last) &&
			!slices.ContainsFunc(s.assumed[:len(s.assumed)-1], func(a assumption) bool { return a.l == last })
	default:
		c.failed = s.backend.ConstraintFailed()
	}
}
