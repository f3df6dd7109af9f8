package sat

import "github.com/muster-smt/muster/sat/invariant"

// A lemma is a clause that the propagator adds with a number and can add again. The
// solver drops it as it drops learned clauses: not while it is a reason, nor before it has
// taken part in no conflict between two reductions. But first it asks the propagator, which
// needs some lemmas as long as their terms matter, and knows of each whether it is there.

// Forgetter is implemented by a Propagator that calls AddLemma.
type Forgetter interface {
	// MayForget is called in a reduction, with a lemma that was not used lately. False
	// keeps it until the next reduction.
	MayForget(lemma uint32) bool
	// Forgotten reports that the solver has dropped a lemma, also since it is true at
	// level 0, or others imply it that may be dropped themselves.
	Forgotten(lemma uint32)
}

// lemmas are the clauses of AddLemma.
type lemmas struct {
	owner Forgetter // the propagator, if it is one
	list  []lemmaClause
	due   bool // a reduction is due
}

type lemmaClause struct {
	ref    cref
	number uint32
}

// AddLemma is AddFrom, in Propagate or Final, of a learned clause that is not dropped
// without the Forgetter's consent. One that is a unit or true at level 0 is not dropped.
func (s *Solver) AddLemma(lits []Lit, number uint32, from Origin) bool {
	s.require(statePropagate|stateFinal, "AddLemma")
	invariant.Check(s.theory.lemmas.owner != nil, "AddLemma: the propagator is no Forgetter")
	if ref := s.add(lits, Learned, from); ref != crefNone {
		s.theory.lemmas.list = append(s.theory.lemmas.list, lemmaClause{ref, number})
	}
	return s.ok
}

// ForgetLemmas makes a reduction due, at which lemmas are dropped.
func (s *Solver) ForgetLemmas() {
	s.require(^stateExplain, "ForgetLemmas")
	s.theory.lemmas.due = len(s.theory.lemmas.list) > 0
}

// dropLemmas kills the lemmas that were not used since the last reduction, if the
// propagator agrees. It locks the others, for dropLearned. With Options.Stress it makes no
// difference whether they were used.
func (s *Solver) dropLemmas() {
	q := &s.theory.lemmas
	q.due = false
	s.state = stateLevel
	for _, e := range q.list {
		m := s.meta(e.ref)
		switch {
		case *m&(metaDead|metaLate|metaLock) != 0 || *m&metaRedun == 0:
			continue
		case *m&usedMask != 0 && !s.opt.Stress:
			*m -= 1 << usedShift
		case q.owner.MayForget(e.number):
			s.stats.Forgotten++
			s.kill(e.ref)
			continue
		}
		*m |= metaLock
	}
	s.state = stateSearch
}

// unlockLemmas clears the locks of dropLemmas.
func (s *Solver) unlockLemmas() {
	for _, e := range s.theory.lemmas.list {
		*s.meta(e.ref) &^= metaLock
	}
}

// reportForgotten reports to the propagator which lemmas are dead. Those that are irredundant
// now, since they have subsumed another clause, stay.
func (s *Solver) reportForgotten() {
	q := &s.theory.lemmas
	before := s.state
	s.state = stateLevel
	kept := q.list[:0]
	for _, e := range q.list {
		switch m := *s.meta(e.ref); {
		case m&metaDead != 0:
			q.owner.Forgotten(e.number)
		case m&metaRedun != 0:
			kept = append(kept, e)
		}
	}
	q.list = kept
	s.state = before
}
