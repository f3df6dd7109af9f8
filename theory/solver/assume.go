package solver

import (
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/term"
)

// assume sets lits to the guards of the scopes and the literals of the assumptions, and gives the
// backend the constraint. Preprocessing and proof logs need the formulas of each check. Else an
// engine that blocks thousands of call sites asks with nearly the same assumptions each time, so
// their literals are kept. It returns false if the limit stops it.
func (s *Solver) assume(lim *limit.Limit, assumptions []term.Term) bool {
	s.lits = s.lits[:0]
	n, lit := len(assumptions), s.keptLit
	simple := append(slices.Clip(assumptions), s.constraint.clauseOf()...)
	formulas := simple
	if s.pre != nil || s.proof != nil {
		lit, simple = s.backend.Lit, s.forms(simple)
		ok := false
		if formulas, ok = s.preprocess(lim, simple); !ok {
			return false
		}
	}
	if !s.assumeScopes() {
		return false
	}
	for i, t := range formulas[:n] {
		l := lit(t)
		if l == sat.NoLit {
			return false
		}
		s.assumed = append(s.assumed, assumption{assumptions[i], l})
		s.lits = append(s.lits, l)
	}
	s.proof.Query(assumptions, simple[:n])
	return s.constrain(formulas[n:], lit)
}

// keptLit returns the literal of a formula that may come again; NoLit if the limit stops it.
func (s *Solver) keptLit(a term.Term) sat.Lit {
	s.useGuard(a)
	l := s.litOf.Ref(uint32(a))
	if *l == sat.NoLit {
		t := s.rw.Simplify(a)
		if !s.forbidsFacts(t) {
			s.wake(t)
			s.backend.Tag(0)
		}
		*l = s.backend.Lit(t)
	}
	return *l
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
	s.backend.Constrain(lits...)
	return true
}

// assumeScopes adds the guards of the scopes to lits. It returns false if the limit stops it.
func (s *Solver) assumeScopes() bool {
	for _, c := range s.scopes {
		l := s.backend.Lit(c.guard)
		if l == sat.NoLit {
			return false
		}
		s.lits = append(s.lits, l)
	}
	if s.stacked {
		if l := s.backend.scopes(len(s.scopes), s.sat); l != sat.NoLit {
			s.lits = append(s.lits, l)
		}
	}
	return true
}
