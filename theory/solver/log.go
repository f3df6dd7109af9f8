package solver

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
)

// The proof log (theory/proof) outlives engines: one that takes over gets what is in force, and
// the log says so. The clauses of package bv are about gates, some of the combination, too. With
// bit-vectors everything is asserted as simplified as the log's checker verifies.

// form returns the form of an assertion that the backend gets on a way.
func (s *Solver) form(w way, a assertion) term.Term {
	if s.verifies(w) {
		return s.checked.apply(a.given)
	}
	return a.t
}

// forms returns the forms of assumptions that the engine gets, before preprocessing.
func (s *Solver) forms(ts []term.Term) []term.Term {
	out := make([]term.Term, len(ts))
	for i, t := range ts {
		if s.verifies(s.way) {
			out[i] = s.checked.apply(t)
		} else {
			out[i] = s.rw.Simplify(t)
		}
	}
	return out
}

// logForms logs the forms of all assertions for the backend that takes over.
func (s *Solver) logForms() {
	if s.proof == nil {
		return
	}
	for _, a := range slices.Concat(s.flow, s.live) {
		s.proof.Simplified(a.given, s.form(s.way, a))
	}
}

// inForce yields the forms of the assertions in force.
func (s *Solver) inForce(yield func(term.Term) bool) {
	for _, a := range slices.Concat(s.flow, s.live) {
		if !yield(s.form(s.way, a)) {
			return
		}
	}
}
