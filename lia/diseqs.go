package lia

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/term"
)

// separate repairs asserted disequalities that the candidate violates: by
// other values for free classes, otherwise by lemmas. It reports whether it sent any.
func (s *Solver) separate() bool {
	return s.splitViolated(func(a *atom) bool { return s.repair(a.x) || s.repair(a.y) })
}

// splitViolated sends lemmas for the asserted disequalities that the candidate violates, if they are not
// repaired; it reports whether any was sent.
func (s *Solver) splitViolated(repaired func(*atom) bool) bool {
	sent := 0
	for _, i := range s.diseqs {
		if a := &s.atoms[i]; s.violates(a) && !repaired(a) && s.trichotomy(a) {
			if sent++; sent == splitsAtOnce {
				break
			}
		}
	}
	return sent > 0
}

// violates reports whether the candidate makes an equality atom true.
func (s *Solver) violates(a *atom) bool {
	x, ok1 := s.Candidate(a.x)
	y, ok2 := s.Candidate(a.y)
	return ok1 && ok2 && x.Equal(y.Add(intOf(a.c)))
}

// repair looks for a value of n's class, if it is free, that no asserted
// disequality forbids.
func (s *Solver) repair(n theory.Node) bool {
	r := s.host.Root(n)
	if s.isFree[r] != s.now {
		return false
	}
	s.forbidden = s.forbidden[:0]
	for _, i := range s.diseqs {
		a := &s.atoms[i]
		// value(x) = value(y) + c is forbidden
		if rx, ry := s.host.Root(a.x), s.host.Root(a.y); rx == r && ry != r {
			s.forbid(a.y, a.c-s.host.Offset(a.x))
		} else if ry == r && rx != r {
			s.forbid(a.x, -a.c-s.host.Offset(a.y))
		}
	}
	v, ok := s.choose(r, int(r))
	if ok {
		s.setCandidate(r, intOf(v))
	}
	return ok
}

func (s *Solver) forbid(n theory.Node, off int64) {
	if v, ok := s.Candidate(n); ok {
		if w, ok := v.Add(intOf(off)).Int64(); ok {
			s.forbidden = append(s.forbidden, w)
		}
	}
}

// trichotomy splits an asserted disequality a != b into a < b and a > b, once; it
// reports whether it did.
func (s *Solver) trichotomy(a *atom) bool {
	if a.split {
		return false
	}
	a.split = true
	s.stats.trichotomies++
	m := s.host.Maker()
	x, y := s.nodeTerm(a.x), s.nodeTerm(a.y)
	if !s.nodes[a.x].real {
		y = m.Add(y, s.terms.Int(a.c))
	}
	below, above := m.Not(m.Le(y, x)), m.Not(m.Le(x, y))
	c := s.host.NewCertificate()
	if c != nil {
		c.Axiom(cert.Trichotomy, s.formulas(a.term, below, above))
	}
	lits := []sat.Lit{a.lit, s.host.Lit(below), s.host.Lit(above)}
	s.host.LemmaWhile(lits, sat.NoLit, byTrichotomy, c, theory.While{Lit: lits[0].Not()})
	return true
}

// nodeTerm returns a term for the value of n.
func (s *Solver) nodeTerm(n theory.Node) term.Term {
	if n == theory.Zero {
		return s.terms.Int(0)
	}
	return s.nodes[n].term
}
