package sat

import "github.com/muster-smt/muster/sat/invariant"

// suppose adds the negations of the literals of a clause that is to be derived. They come
// before the other clauses, so that what these are alone does not matter.
func (k *small) suppose(lits []Lit) {
	for _, l := range lits {
		k.add(0, l^1)
	}
}

// proofTicks bounds the search for the proof of an answer. Most answers took a thousandth of
// it, but perhaps by clauses that earlier answers have left.
const proofTicks = 1 << 21

// derive derives the clause that was supposed not to hold, from clauses with their numbers
// in the proof. The clauses learned on the way are derived with its literals, and deleted.
// It returns false if that takes too long.
func (k *small) derive(s *Solver, lits []Lit) (id ClauseID, ok bool) {
	if s.tracer == nil && !invariant.Enabled {
		return 0, true
	}
	answer := k.solve(k.ticks + proofTicks)
	invariant.Check(answer != True, "small: the clause does not follow")
	if answer != False || s.tracer == nil {
		return 0, answer == False
	}
	needed := k.needed()
	for i := k.added; i < len(k.clauses); i++ {
		if needed[i] {
			k.clauses[i].id = s.derive(k.learned(s, i, lits), k.ids(s, k.antecedents(int32(i))))
		}
	}
	id = s.derive(lits, k.ids(s, k.core))
	for i := k.added; i < len(k.clauses); i++ {
		if needed[i] {
			s.tracer.Deleted(k.clauses[i].id, k.learned(s, i, lits))
		}
	}
	return id, true
}

// learned is learned clause i as the proof has it.
func (k *small) learned(s *Solver, i int, lits []Lit) []Lit {
	k.lits = k.lits[:0]
	for _, l := range k.of(int32(i)) {
		k.lits = append(k.lits, k.outward(l))
	}
	k.lits = append(k.lits, lits...)
	return k.lits
}

// ids are the numbers of clauses in the proof. What was supposed has none.
func (k *small) ids(s *Solver, clauses []int32) []ClauseID {
	ids := s.scratch.ids[:0]
	for _, i := range clauses {
		if id := k.clauses[i].id; id != 0 {
			ids = append(ids, id)
		}
	}
	s.scratch.ids = ids
	return ids
}
