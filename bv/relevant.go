package bv

import (
	"github.com/muster-smt/muster/bv/aig"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/term"
)

// relevance knows the terms on which the present assignment's truth depends. Others are left from
// closed scopes and earlier checks: whether their reads and applications agree does not matter, and the
// model takes no notice of them.
type relevance struct {
	all    bool                    // every term counts as relevant: there were no scopes and assumptions
	walk   term.Walk               // of the terms that are relevant
	asked  map[sat.Var]term.Term   // by variable that Lit has returned; never ranged over
	lemmas []term.Term             // formulas in clauses of Lemma
	apart  map[term.Term]term.Term // by equality of arrays: the index at which they differ; never ranged over
	guards map[aig.Lit]bool        // those that are assumed, or asserted; never ranged over
}

// relevant reports whether a term was relevant in the last round of refinement.
func (s *Solver) relevant(t term.Term) bool {
	r := &s.relevance
	return r.all || r.walk.Seen.Has(t)
}

// findRelevant finds the relevant terms: what is asserted without a guard, or under one that is assumed,
// the assumptions, and what is below; the indices at which relevant arrays differ; reads of relevant
// arrays at relevant indices.
func (s *Solver) findRelevant() {
	r := &s.relevance
	if r.all = len(s.guards)+len(r.asked) == 0; r.all {
		return
	}
	r.walk.Seen.Clear()
	r.guards = map[aig.Lit]bool{aig.True: true}
	for _, l := range s.assumed {
		if t, ok := r.asked[l.Var()]; ok {
			s.mark(t)
			r.guards[s.gates[l.Var()]^aig.Lit(l&1)] = true
		}
	}
	for _, a := range s.roots {
		if a.guard == aig.True {
			r.guards[a.bit] = true
		}
	}
	for _, a := range s.roots {
		if r.guards[a.guard] {
			s.mark(a.t)
		}
	}
	for _, t := range r.lemmas {
		s.mark(t)
	}
	for more := true; more; {
		more = false
		for k := range s.reads {
			x := &s.reads[k]
			if !s.relevant(x.value) && s.readMatters(x) {
				s.mark(x.value)
				more = true
			}
		}
	}
}

// isValue reports whether a term is a bit-vector or a Boolean that is no constant but a value.
func (s *Solver) isValue(t term.Term) bool {
	return s.st.IsBits(t) || t == s.st.True() || t == s.st.False()
}

// mark makes a term relevant.
func (s *Solver) mark(t term.Term) {
	r := &s.relevance
	r.walk.Visit(s.st, func(t term.Term) bool {
		if s.isQuantifier(t) {
			return false
		}
		if s.isArray(t) && s.known(t) { // see Opaque
			for _, e := range s.arrays[s.array(t)].edges {
				if at, ok := r.apart[e.cond.T]; ok && e.ite == 0 && !e.store && s.relevant(s.arrays[e.to].t) {
					r.walk.Push(at)
				}
			}
		}
		return true
	}, t)
}

// readMatters reports whether a read is relevant.
func (s *Solver) readMatters(x *read) bool {
	return s.relevant(s.arrays[x.array].t) && (s.relevant(x.index) || s.isValue(x.index))
}
