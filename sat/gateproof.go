package sat

import "github.com/muster-smt/muster/sat/invariant"

// What gates imply together follows from their clauses, the equivalences of their
// variables and level 0, but not always by unit propagation alone: for exclusive ors and
// if-then-elses a proof has cases. A small solver finds them.

// proveAlways: the proofs are checks of the closure, too.
const proveAlways = invariant.Enabled

// gateProver derives what gates imply.
type gateProver struct {
	small small
	vars  []Var  // whose equivalences and values are among the clauses
	known []bool // by variable: it is in vars
}

// proveByGates derives a clause that the given gates imply.
func (s *Solver) proveByGates(c *closure, lits []Lit, gates []int32) ClauseID {
	p := c.prover
	p.small.reset(len(s.vars))
	p.small.suppose(lits)
	for _, l := range lits {
		s.proveWith(c, l.Var())
	}
	for _, g := range gates {
		x := &c.gates[g]
		for _, ref := range c.refs[x.refs : x.refs+uint32(x.m)] {
			p.small.add(s.clauseID(ref), s.lits(ref)...)
			for _, l := range s.lits(ref) {
				s.proveWith(c, l.Var())
			}
		}
	}
	for _, v := range p.vars {
		p.known[v] = false
	}
	p.vars = p.vars[:0]
	id, ok := p.small.derive(s, lits)
	invariant.Check(ok, "proveByGates: no proof")
	return id
}

// proveWith adds the equivalence of a variable, or its value at level 0.
func (s *Solver) proveWith(c *closure, v Var) {
	p := c.prover
	if p.known[v] {
		return
	}
	p.known[v] = true
	p.vars = append(p.vars, v)
	var e classed
	if s.tracer != nil {
		e = c.equal[v]
	}
	if r := c.repr[v.Pos()]; r != v.Pos() {
		p.small.add(e.ids[0], v.Neg(), r)
		p.small.add(e.ids[1], v.Pos(), r^1)
		s.proveWith(c, r.Var())
	}
	if s.vals[v.Pos()] != Undef {
		p.small.add(s.unitIDOf(v), s.trueLit(v))
	}
}
