package solver

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/term"
)

// assume sets lits to the guards of the scopes and what the assumptions stand
// for. An engine that blocks thousands of call sites asks with nearly the same
// assumptions each time, so it is kept what literals they have. It returns false
// if the limit ended it.
func (s *Solver) assume(lim *limit.Limit, assumptions []term.Term) bool {
	s.lits = s.lits[:0]
	if s.pre != nil || s.proof != nil {
		return s.assumeAnew(lim, assumptions)
	}
	for _, c := range s.scopes {
		s.lits = append(s.lits, s.e.Lit(c.guard))
	}
	for _, a := range assumptions {
		if int(a) >= len(s.stands) {
			s.stands = append(s.stands, make([]sat.Lit, s.st.Len()-len(s.stands))...)
		}
		if s.stands[a] == sat.NoLit {
			s.stands[a] = s.e.Lit(s.rw.Simplify(a))
		}
		s.asked = append(s.asked, assumption{a, s.stands[a]})
		s.lits = append(s.lits, s.stands[a])
	}
	return true
}

// assumeAnew is assume for those who have to be told of the formulas.
func (s *Solver) assumeAnew(lim *limit.Limit, assumptions []term.Term) bool {
	simple := make([]term.Term, len(assumptions))
	for i, a := range assumptions {
		simple[i] = s.rw.Simplify(a)
	}
	stand, ok := s.preprocess(lim, simple)
	if !ok {
		return false
	}
	for _, c := range s.scopes {
		s.lits = append(s.lits, s.e.Lit(c.guard))
	}
	for i, t := range stand {
		l := s.e.Lit(t)
		s.asked = append(s.asked, assumption{assumptions[i], l})
		s.lits = append(s.lits, l)
	}
	s.proof.Query(assumptions, simple)
	return true
}
