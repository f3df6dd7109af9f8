package sat

import "slices"

// uses are the clauses of AddCounted.
type uses struct {
	list []lemmaClause
	at   int64 // conflicts at the last Used
}

// AddCounted is AddFrom, in Propagate or Final, of an irredundant clause with a number for
// Used. A unit, or one that is true at level 0, is not counted.
func (s *Solver) AddCounted(lits []Lit, number uint32, from Origin) bool {
	s.require(statePropagate|stateFinal, "AddCounted")
	if ref := s.add(lits, Irredundant, from); ref != crefNone {
		s.theory.uses.list = append(s.theory.uses.list, lemmaClause{ref, number})
	}
	return s.ok
}

// Used calls yield with the number of each clause of AddCounted that was resolved in a
// conflict since the last call, in the order in which they were added.
func (s *Solver) Used(yield func(number uint32)) {
	s.require(^stateExplain, "Used")
	u := &s.theory.uses
	if u.at == s.stats.Conflicts {
		return
	}
	u.at = s.stats.Conflicts
	for _, e := range u.list {
		if m := s.meta(e.ref); *m&metaUse != 0 {
			*m &^= metaUse
			yield(e.number)
		}
	}
}

// dropUses forgets the counted clauses that are dead.
func (s *Solver) dropUses() {
	u := &s.theory.uses
	u.list = slices.DeleteFunc(u.list, func(e lemmaClause) bool { return *s.meta(e.ref)&metaDead != 0 })
}
