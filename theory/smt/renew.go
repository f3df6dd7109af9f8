package smt

import (
	"github.com/muster-smt/muster/sat/invariant"
	"github.com/muster-smt/muster/theory/term"
)

// A popped scope leaves variables, nodes and atoms in the engine, which may turn
// out useful when the same formulas come again and are otherwise dead. When the
// dead outweigh what lives, a new engine takes the assertions in force. It has
// to learn anew, which the price of making the dead has paid for.

// litter measures what popped scopes leave behind.
type litter struct {
	dead  int
	marks []litterMark
}

type litterMark struct{ weight, dead int }

// push opens a scope at a weight of the whole.
func (l *litter) push(weight int) { l.marks = append(l.marks, litterMark{weight, l.dead}) }

// pop closes a scope: all that has come since its push is dead.
func (l *litter) pop(weight int) {
	m := l.marks[len(l.marks)-1]
	l.marks = l.marks[:len(l.marks)-1]
	l.dead = m.dead + weight - m.weight
}

// litterSlack is what is never worth to be taken away.
const litterSlack = 1 << 10

// outweighs reports whether what is dead is more than twice what lives; tables
// are the entries to be made anew for what lives nevertheless. The tag invariants
// does not wait.
func (l *litter) outweighs(weight, tables int) bool {
	if invariant.Enabled {
		return l.dead > weight/4+tables/16
	}
	return l.dead > litterSlack+2*(weight-l.dead)+tables/16
}

// weight is the size of the engine.
func (s *Solver) weight() int { return s.e.SAT().NumVars() + s.e.Graph().NumNodes() }

// littered reports whether it is time to renew. A proof log is one of one
// engine.
func (s *Solver) littered() bool {
	return s.proof == nil && s.litter.outweighs(s.weight(), s.st.Len())
}

// renew moves what is in force to a new engine.
func (s *Solver) renew() {
	s.renewals++
	s.past = sum(s.past, s.counted())
	s.free = append(s.free, s.retired...)
	s.retired = s.retired[:0]
	s.e = s.newEngine()
	s.stands = s.stands[:0]
	for _, a := range s.flow {
		s.assertFlow(a)
	}
	s.litter = litter{}
	if s.pre != nil {
		s.pre = s.pre.Renew()
		s.pending, s.ready = s.pending[:0], nil
	}
	next := 0
	assertTo := func(end, scopes int) {
		for ; next < end; next++ {
			a := s.live[next]
			if s.pre != nil {
				s.pending = append(s.pending, pending{a.t, scopes})
				continue
			}
			s.e.Tag(a.tag)
			s.assert(s.rw.Simplify(a.t), scopes)
		}
	}
	for i, c := range s.scopes {
		assertTo(c.live, i)
		if s.pre == nil {
			s.litter.push(s.weight())
		}
	}
	assertTo(len(s.live), len(s.scopes))
	for _, h := range s.hints {
		s.prefer(h)
	}
}

// scopeGuard returns a Boolean constant that the engine does not know.
func (s *Solver) scopeGuard() term.Term {
	if n := len(s.free) - 1; n >= 0 {
		g := s.free[n]
		s.free = s.free[:n]
		return g
	}
	return s.st.FreshConst("scope", term.Bool)
}
