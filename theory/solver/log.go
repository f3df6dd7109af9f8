package solver

import (
	"github.com/muster-smt/muster/bv"
	"github.com/muster-smt/muster/theory/term"
)

// The proof log (theory/proof) outlives engines: one that takes over gets what is in force, and
// the log says so. The clauses of package bv are about gates. There everything is asserted as
// simplified as the log's checker verifies.

// logsGates reports whether package bv decides, and a proof is written.
func (s *Solver) logsGates() bool { return s.way == direct && s.proof != nil }

// form returns the form of an assertion that the engine gets.
func (s *Solver) form(a assertion) term.Term {
	if s.logsGates() {
		return s.checked.apply(a.given)
	}
	return a.t
}

// forms returns the forms of assumptions that the engine gets, before preprocessing.
func (s *Solver) forms(ts []term.Term) []term.Term {
	out := make([]term.Term, len(ts))
	for i, t := range ts {
		if s.logsGates() {
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
	form := a.given
	switch w {
	case combined:
		form = a.t
	case direct:
		form = s.checked.apply(a.given)
	}
	s.proof.Assert(a.tag, global, a.given, form)
}

// logEngine logs that an engine takes over.
func (s *Solver) logEngine() {
	s.proof.Engine(s.way == direct, bv.SmallArray(s.opt.Stress))
	if s.proof == nil || s.way == nowhere {
		return
	}
	for _, a := range s.flow {
		s.proof.Simplified(a.given, s.form(a))
	}
	for _, a := range s.live {
		s.proof.Simplified(a.given, s.form(a))
	}
}
