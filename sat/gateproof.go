package sat

import "github.com/muster-smt/muster/sat/invariant"

// What gates imply together follows from their clauses, the equivalences of their
// variables and level 0, but not always by unit propagation alone: for exclusive ors and
// if-then-elses a proof has cases. They are found by a search over these few clauses.

// proveAlways: the proofs are checks of the closure, too.
const proveAlways = invariant.Enabled

// gateProver is the clauses of one proof.
type gateProver struct {
	clauses []provedClause
	words   []Lit
	vals    []Value // by literal
	trail   []Lit
	ids     []ClauseID
	vars    []Var  // whose equivalences and values are among the clauses
	known   []bool // by variable: it is in vars
}

// provedClause is a clause of words.
type provedClause struct {
	from, to int32
	id       ClauseID
}

func (p *gateProver) add(id ClauseID, lits ...Lit) {
	from := int32(len(p.words))
	p.words = append(p.words, lits...)
	p.clauses = append(p.clauses, provedClause{from, int32(len(p.words)), id})
}

// proveByGates derives a clause that the given gates imply.
func (s *Solver) proveByGates(c *closure, lits []Lit, gates []int32) ClauseID {
	p := c.prover
	p.clauses, p.words = p.clauses[:0], p.words[:0]
	for _, l := range lits {
		s.proveWith(c, l.Var())
	}
	for _, g := range gates {
		x := &c.gates[g]
		for _, ref := range c.refs[x.refs : x.refs+uint32(x.m)] {
			var id ClauseID
			if s.tracer != nil {
				id = s.clauseID(ref)
			}
			p.add(id, s.lits(ref)...)
			for _, l := range s.lits(ref) {
				s.proveWith(c, l.Var())
			}
		}
	}
	for _, v := range p.vars {
		p.known[v] = false
	}
	p.vars = p.vars[:0]
	return s.proveCases(p, lits)
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
		p.add(e.ids[0], v.Neg(), r)
		p.add(e.ids[1], v.Pos(), r^1)
		s.proveWith(c, r.Var())
	}
	if s.vals[v.Pos()] != Undef {
		var id ClauseID
		if s.tracer != nil {
			id = s.proof.unitID[v]
		}
		p.add(id, s.trueLit(v))
	}
}

// proveCases derives a clause: by unit propagation, or from two clauses with one more
// literal.
func (s *Solver) proveCases(p *gateProver, lits []Lit) ClauseID {
	from := len(p.trail)
	for _, l := range lits {
		p.assign(l ^ 1)
	}
	p.ids = p.ids[:0]
	split := p.propagate()
	for _, l := range p.trail[from:] {
		p.vals[l], p.vals[l^1] = Undef, Undef
	}
	p.trail = p.trail[:from]
	invariant.Check(split != failedProof, "proveByGates: the clause does not follow")
	if split == NoLit || split == failedProof {
		if s.tracer == nil {
			return 0
		}
		return s.derive(lits, p.ids)
	}
	var ids [2]ClauseID
	var cases [2][]Lit
	for i := range cases {
		cases[i] = append(append([]Lit(nil), lits...), split^Lit(i))
		ids[i] = s.proveCases(p, cases[i])
	}
	if s.tracer == nil {
		return 0
	}
	id := s.derive(lits, ids[:])
	for i := range cases {
		s.tracer.Deleted(ids[i], cases[i])
	}
	return id
}

func (p *gateProver) assign(l Lit) {
	if p.vals[l] == Undef {
		p.vals[l], p.vals[l^1] = True, False
		p.trail = append(p.trail, l)
	}
}

// failedProof is no literal.
const failedProof Lit = 1

// propagate lists the clauses that propagate to a conflict in ids. If there is none, it
// returns a literal to split on, or failedProof if there is none of these either.
func (p *gateProver) propagate() (split Lit) {
	for changed := true; changed; {
		changed, split = false, failedProof
		least := int32(0)
	clauses:
		for _, c := range p.clauses {
			unit, open := NoLit, int32(0)
			for _, l := range p.words[c.from:c.to] {
				switch p.vals[l] {
				case True:
					continue clauses
				case Undef:
					unit = l
					open++
				}
			}
			switch {
			case open == 0:
				p.ids = append(p.ids, c.id)
				return NoLit
			case open == 1:
				p.ids = append(p.ids, c.id)
				p.assign(unit)
				changed = true
			case split == failedProof || open < least:
				split, least = unit, open
			}
		}
	}
	return split
}
