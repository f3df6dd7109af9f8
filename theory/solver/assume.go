package solver

import (
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
	if s.pre != nil || s.proof != nil {
		return s.assumeFormulas(lim, assumptions)
	}
	if !s.assumeScopes() {
		return false
	}
	for _, a := range assumptions {
		if int(a) >= len(s.litOf) {
			s.litOf = append(s.litOf, make([]sat.Lit, s.st.Len()-len(s.litOf))...)
		}
		if s.litOf[a] == sat.NoLit {
			t := s.rw.Simplify(a)
			s.wake(t)
			s.litOf[a] = s.lit(t)
		}
		if s.litOf[a] == sat.NoLit {
			return false
		}
		s.assumed = append(s.assumed, assumption{a, s.litOf[a]})
		s.lits = append(s.lits, s.litOf[a])
	}
	return true
}

// assumeFormulas is assume for preprocessing and proof logs, which need the formulas
// of each check.
func (s *Solver) assumeFormulas(lim *limit.Limit, assumptions []term.Term) bool {
	simple := s.forms(assumptions)
	stand, ok := s.preprocess(lim, simple)
	if !ok {
		return false
	}
	if !s.assumeScopes() {
		return false
	}
	for i, t := range stand {
		l := s.lit(t)
		if l == sat.NoLit {
			return false
		}
		s.assumed = append(s.assumed, assumption{assumptions[i], l})
		s.lits = append(s.lits, l)
	}
	s.proof.Query(assumptions, simple)
	return true
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
