package solver

import (
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/term"
)

// assume sets lits to the guards of the scopes and the literals of the assumptions.
// An engine that blocks thousands of call sites asks with nearly the same
// assumptions each time, so their literals are kept. It returns false if the limit
// stops it.
func (s *Solver) assume(lim *limit.Limit, assumptions []term.Term) bool {
	s.lits = s.lits[:0]
	clause := s.constraint.clauseOf()
	if s.pre != nil || s.proof != nil {
		return s.assumeFormulas(lim, assumptions, clause)
	}
	if !s.assumeScopes() {
		return false
	}
	for _, a := range assumptions {
		l := s.keptLit(a)
		if l == sat.NoLit {
			return false
		}
		s.assumed = append(s.assumed, assumption{a, l})
		s.lits = append(s.lits, l)
	}
	return s.constrain(clause, s.keptLit)
}

// keptLit returns the literal of a formula that may come again; NoLit if the limit stops it.
func (s *Solver) keptLit(a term.Term) sat.Lit {
	if int(a) >= len(s.litOf) {
		s.litOf = append(s.litOf, make([]sat.Lit, s.st.Len()-len(s.litOf))...)
	}
	s.useGuard(a)
	if s.litOf[a] == sat.NoLit {
		t := s.rw.Simplify(a)
		if !s.forbidsFacts(t) {
			s.wake(t)
			s.tag(0)
		}
		s.litOf[a] = s.lit(t)
	}
	return s.litOf[a]
}

// constrain gives the engine the constraint. It returns false if the limit stops it.
func (s *Solver) constrain(clause []term.Term, lit func(term.Term) sat.Lit) bool {
	if !s.constraint.inForce || s.constraint.assumed {
		return true
	}
	lits := make([]sat.Lit, 0, len(clause))
	for _, t := range clause {
		l := lit(t)
		if l == sat.NoLit {
			return false
		}
		lits = append(lits, l)
	}
	s.e.Constrain(lits...)
	return true
}

// assumeFormulas is assume for preprocessing and proof logs, which need the formulas
// of each check.
func (s *Solver) assumeFormulas(lim *limit.Limit, assumptions, clause []term.Term) bool {
	simple := s.forms(slices.Concat(assumptions, clause))
	stand, ok := s.preprocess(lim, simple)
	if !ok {
		return false
	}
	if !s.assumeScopes() {
		return false
	}
	n := len(assumptions)
	for i, t := range stand[:n] {
		l := s.lit(t)
		if l == sat.NoLit {
			return false
		}
		s.assumed = append(s.assumed, assumption{assumptions[i], l})
		s.lits = append(s.lits, l)
	}
	s.proof.Query(assumptions, simple[:n])
	return s.constrain(stand[n:], s.lit)
}

// assumeScopes adds the guards of the scopes to lits. Once there has been a scope, there is
// always an assumption, so that closing the last one keeps the trail, too. It returns false if
// the limit stops it.
func (s *Solver) assumeScopes() bool {
	for _, c := range s.scopes {
		l := s.lit(c.guard)
		if l == sat.NoLit {
			return false
		}
		s.lits = append(s.lits, l)
	}
	if s.stacked && s.way.combines() {
		s.e.SAT().Scopes(len(s.scopes), s.sat)
		s.lits = append(s.lits, s.e.Lit(s.st.True()))
	}
	return true
}
