package combine

import (
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/invariant"
)

// constraint is the clause of Constrain. The SAT solver decides one of its literals first
// (sat.Constrain), so that nothing learned depends on it. To relevancy it is a root that is
// active from level 1 on: it is gone at level 0.
type constraint struct {
	given   bool // for the next check
	next    []sat.Lit
	inForce bool   // in the last check, and as long as its trail stays
	made    bool   // it has a number
	id      uint32 // its number in relevancy, that of all constraints
	room    uint32 // for its literals in the arena
	failed  bool   // the last refutation needs it
}

// Constrain makes the next Check, and only that one, satisfy the disjunction of the literals,
// which is false if there are none. There must be no tracer: the SAT solver would make a
// variable for the proof.
func (e *Engine) Constrain(lits ...sat.Lit) {
	invariant.Check(e.cone == nil && e.log == nil, "combine: a constraint under a proof")
	e.constraint.given = true
	e.constraint.next = append(e.constraint.next[:0], lits...)
}

// ConstraintFailed reports, after Unsat, whether the refutation needs the constraint.
func (e *Engine) ConstraintFailed() bool { return e.constraint.failed }

// takeConstraint replaces the constraint of the last check by that of this one. If they are
// the same the trail stays.
func (e *Engine) takeConstraint() {
	c := &e.constraint
	c.failed = false
	given := c.given
	c.given = false
	if !given && !c.inForce || given && c.inForce && slices.Equal(c.next, e.rel.lits(&e.rel.clauses[c.id])) {
		return
	}
	e.sat.Reset()
	if c.inForce {
		for _, l := range e.rel.lits(&e.rel.clauses[c.id]) {
			e.rel.occ.Cut(uint32(l), len(withoutLast(e.rel.occ.Of(uint32(l)), c.id)))
		}
		e.rel.clauses[c.id].n = 0
	}
	if c.inForce = given; given {
		e.storeConstraint()
	}
}

// storeConstraint enters the constraint into relevancy.
func (e *Engine) storeConstraint() {
	c, r := &e.constraint, &e.rel
	if !c.made {
		c.made, c.id, c.room = true, e.addClause(sat.NoLit, nil), 0
	}
	x := &r.clauses[c.id]
	if n := uint32(len(c.next)); n > c.room {
		x.off, c.room = uint32(len(r.arena)), n
		r.arena = append(r.arena, c.next...)
	}
	x.n = uint32(len(c.next))
	copy(r.lits(x), c.next)
	e.list(c.id)
}

// withoutLast returns a list without the last id in it.
func withoutLast(ids []uint32, id uint32) []uint32 {
	for i := len(ids) - 1; i >= 0; i-- {
		if ids[i] == id {
			return slices.Delete(ids, i, i+1)
		}
	}
	return ids
}

// constrained gives the SAT solver the constraint, and returns the assumptions under which it
// is in force. There is at least one: at the assumption level the constraint becomes active.
func (e *Engine) constrained(assumptions []sat.Lit) []sat.Lit {
	c := &e.constraint
	if !c.inForce {
		return assumptions
	}
	e.sat.Constrain(e.rel.lits(&e.rel.clauses[c.id])...)
	if len(assumptions) == 0 {
		return []sat.Lit{e.cnf.True()}
	}
	return assumptions
}

// renumber follows the constraint's clause to its new number.
func (c *constraint) renumber(moved []uint32, clauses []clause) {
	if c.made {
		c.id = moved[c.id] - 1
		c.room = clauses[c.id].n
	}
}
