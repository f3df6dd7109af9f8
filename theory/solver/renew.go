package solver

import (
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/cnf"
	"github.com/muster-smt/muster/theory/term"
)

// A popped scope leaves variables, nodes and atoms in the engine. They may be of use
// when the same formulas come again; otherwise they are garbage. When there is too
// much of it, a new engine takes the assertions in force. It has to learn again,
// which costs no more than making the garbage did. The guards of scopes and what
// clausification introduces (cnf.Symbols) are used again, so that known formulas
// make no new terms.

// renewing reports whether it is time to renew. With a proof log it never is.
func (s *Solver) renewing() bool {
	if s.proof != nil {
		return false
	}
	g := s.garbage
	g.dead += s.idle()
	must := g.Outweighs(s.backend.weight(), s.st.Len())
	return s.sweeping() && s.sweep(must) || must
}

// renew replaces the engine by a new one with everything in force.
func (s *Solver) renew() {
	s.renewals++
	s.past = stat.Sum(s.past, s.counted())
	s.begin()
}

// begin gives a new engine everything in force.
func (s *Solver) begin() {
	if s.proof == nil {
		s.free = append(append(s.free, s.retired...), s.closed...)
	} else {
		s.symbols = cnf.NewSymbols() // the log introduces a symbol once
	}
	s.retired, s.closed = s.retired[:0], s.closed[:0]
	s.replace()
	s.litOf.Clear()
	for _, a := range s.flow {
		s.assertFlow(a)
	}
	s.garbage = Garbage{}
	s.expectation.renew()
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
			s.backend.Tag(a.tag)
			if s.proof == nil {
				a.t = s.rw.Simplify(a.t)
			}
			s.assert(s.form(s.way, a), scopes)
		}
	}
	for i, c := range s.scopes {
		assertTo(c.live, i)
		if s.pre == nil {
			s.garbage.Push(s.backend.weight())
		}
	}
	assertTo(len(s.live), len(s.scopes))
	s.beginFacts()
	for _, h := range s.hints {
		s.prefer(h)
	}
}

// retireLeast is the least number of closed scopes for which the trail is given up.
const retireLeast = 64

// retiring reports whether it is time to retire the guards of closed scopes. At level 0
// that costs nothing, above it the trail: as much as as many scopes as are open.
func (s *Solver) retiring() bool {
	n := len(s.closed)
	return n > 0 && (s.backend.SAT().Level() == 0 || n > max(retireLeast, len(s.scopes)))
}

// retire makes the guards of closed scopes false, so that what they guard is dropped.
func (s *Solver) retire() {
	s.backend.Tag(0)
	if s.proof == nil {
		s.backend.SAT().Reset()
	}
	for _, g := range s.closed {
		s.assert(s.st.Not(g), 0)
	}
	s.retired = append(s.retired, s.closed...)
	s.closed = s.closed[:0]
}

// scopeGuard returns a Boolean constant that the engine does not know: that of a
// popped scope, if there is one.
func (s *Solver) scopeGuard() term.Term {
	if n := len(s.free) - 1; n >= 0 {
		g := s.free[n]
		s.free = s.free[:n]
		return g
	}
	return s.st.FreshConst("scope", term.Bool)
}
