package bv

import (
	"slices"

	"github.com/muster-smt/muster/bv/aig"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
)

// quantifier is a quantified formula. Its bit is a new input; whoever uses the Solver asserts
// what follows from it.
type quantifier struct {
	t   term.Term
	bit aig.Lit
}

func (b *blaster) isQuantifier(t term.Term) bool {
	op := b.st.Op(t)
	return op == term.OpForall || op == term.OpExists
}

// Quantifiers calls yield with the quantified formulas that occur outside quantifiers, and with
// their values in the assignment of the last check, which was satisfiable.
func (s *Solver) Quantifiers(yield func(q term.Term, holds bool)) {
	if len(s.quantifiers) == 0 || s.walker.found { // local search knows none, so none matters
		return
	}
	s.evaluate()
	for _, q := range s.quantifiers {
		yield(q.t, s.refiner.holds(q.bit))
	}
}

// Names returns a function that finds a term by its value in the assignment: a constant if
// there is one, then an application, the first one that was blasted.
func (s *Solver) Names() func(model.Value) (term.Term, bool) {
	names := map[string]term.Term{} // never ranged over
	key := func(v model.Value) string { return s.st.SortString(v.Sort()) + " " + v.Key() }
	add := func(t term.Term) {
		if s.isArray(t) {
			return
		}
		if k := key(s.valueOf(s.st.Sort(t), s.word(t))); names[k] == 0 {
			names[k] = t
		}
	}
	for _, t := range slices.Concat(s.words, s.apps) {
		add(t)
	}
	for _, r := range s.reads {
		if r.value != 0 {
			add(r.value)
		}
	}
	return func(v model.Value) (term.Term, bool) {
		t := names[key(v)]
		return t, t != 0
	}
}
