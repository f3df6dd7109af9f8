package combine

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/invariant"
	"github.com/muster-smt/muster/theory/term"
)

// collectSlack is the number of clauses below which none are collected.
const collectSlack = 1 << 10

// collect drops, at level 0, the clauses that relevancy never needs again: those whose
// guard is permanently false, as after Pop, and those that are permanently justified.
// Lemmas stay, since a plugin may send them again, except those that the SAT solver has
// forgotten and that only plugins make live. It waits until the number of clauses has
// doubled, so the cost per clause is constant. The order of the others is kept, so the
// search does not change. With the build tag invariants it waits for level 0 only.
func (e *Engine) collect() {
	r := &e.rel
	if len(r.clauses) < r.many && !(invariant.Enabled && len(r.levels) == 0) {
		return
	}
	e.sat.Reset()
	invariant.Check(len(r.late) == 0, "combine: clauses are late at level 0")
	lemma := make([]bool, len(r.clauses))
	for _, ids := range e.known {
		for _, id := range ids {
			lemma[id] = true
		}
	}
	discarded := e.discarded()
	moved := make([]uint32, len(r.clauses)) // new number plus one; 0: dropped
	// The literals of a constraint may lie behind those of later clauses.
	clauses, arena := r.clauses[:0], make([]sat.Lit, 0, len(r.arena))
	for id, c := range r.clauses {
		if discarded[id] || !lemma[id] && (c.justified || c.guard != sat.NoLit && e.sat.FixedValue(c.guard) == sat.False) {
			continue
		}
		lits := r.lits(&c)
		c.off = uint32(len(arena))
		arena = append(arena, lits...)
		clauses = append(clauses, c)
		moved[id] = uint32(len(clauses))
	}
	r.clauses, r.arena = clauses, arena
	for _, lists := range []*term.Lists[uint32]{&r.occ, &r.defs} {
		for l := range uint32(lists.Len()) {
			lists.Cut(l, len(renumber(lists.Of(l), moved)))
		}
		lists.Pack()
	}
	for h := range e.known {
		e.known[h] = renumbered(e.known[h], moved)
	}
	for _, lists := range []*term.Lists[use]{&r.uses, &r.gated} {
		for i := range uint32(lists.Len()) {
			renumberUses(lists.Of(i), moved)
		}
	}
	e.renumberLemmas(moved)
	e.ord.renumber(moved)
	e.constraint.renumber(moved, r.clauses)
	r.many = 2*len(r.clauses) + collectSlack
}

// renumber gives the clauses of a list their new numbers, in its place, without dropped ones.
func renumber(ids, moved []uint32) []uint32 {
	kept := ids[:0]
	for _, id := range ids {
		if m := moved[id]; m != 0 {
			kept = append(kept, m-1)
		}
	}
	return kept
}

// renumbered is renumber, but a list that shrinks much is copied to memory of its size.
func renumbered(ids, moved []uint32) []uint32 {
	kept := renumber(ids, moved)
	switch {
	case len(kept) == 0:
		return nil
	case len(kept) < len(ids)/4:
		return append([]uint32(nil), kept...)
	}
	return kept
}

// renumberUses gives lemmas, which stay, their new numbers.
func renumberUses(us []use, moved []uint32) {
	for i := range us {
		us[i].id = moved[us[i].id] - 1
	}
}
