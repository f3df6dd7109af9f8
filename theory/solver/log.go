package solver

import (
	"github.com/muster-smt/muster/bv"
	"github.com/muster-smt/muster/theory/term"
)

// The proof log (theory/proof) outlives engines: one that takes over gets what is in force, and
// the log says so. The clauses of package bv are about gates, some of the combination, too. With
// bit-vectors everything is asserted as simplified as the log's checker verifies.

// verifies reports whether only steps of simplification are taken that a checker verifies.
func (s *Solver) verifies() bool { return s.way != combined && s.certifies() }

// certifies reports whether someone wants to see why what is derived holds.
func (s *Solver) certifies() bool { return s.proof != nil || s.opt.Certify != nil }

// form returns the form of an assertion that the engine gets.
func (s *Solver) form(a assertion) term.Term {
	if s.verifies() {
		return s.checked.apply(a.given)
	}
	return a.t
}

// forms returns the forms of assumptions that the engine gets, before preprocessing.
func (s *Solver) forms(ts []term.Term) []term.Term {
	out := make([]term.Term, len(ts))
	for i, t := range ts {
		if s.verifies() {
			out[i] = s.checked.apply(t)
		} else {
			out[i] = s.rw.Simplify(t)
		}
	}
	return out
}

// tag tells the engine the number of the assertions that follow.
func (s *Solver) tag(n int32) {
	s.e.Tag(n)
	if s.way == direct {
		s.bits.Tag(n)
	}
}

// logAssertion logs an assertion for the engine that decides from now on.
func (s *Solver) logAssertion(w way, a assertion, global bool) {
	if s.proof == nil {
		return
	}
	form := a.t
	if w != combined {
		form = s.checked.apply(a.given)
	}
	s.proof.Assert(a.tag, global, a.given, form)
}

// logEngine logs that an engine takes over.
func (s *Solver) logEngine() {
	s.proof.Engine(s.way == direct, bv.SmallArray(s.opt.Stress))
	if s.proof == nil {
		return
	}
	for _, a := range s.flow {
		s.proof.Simplified(a.given, s.form(a))
	}
	for _, a := range s.live {
		s.proof.Simplified(a.given, s.form(a))
	}
}
