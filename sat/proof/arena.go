package proof

import (
	"fmt"

	"github.com/muster-smt/muster/sat"
)

// ref is the place of a clause in an arena. 0 is no clause.
type ref uint32

// arena holds clauses, one after the other: a header, then the literals.
type arena struct {
	words []sat.Lit
	waste int // words of dead clauses
}

// The header of a clause: its size, and two words that the owner uses.
const (
	wordSize = iota
	wordA
	wordB
	headerWords
)

// dead marks the size of a clause that was deleted.
const dead = 1 << 31

// arenaMax bounds the words of an arena: a bit of a ref is free for flags.
const arenaMax = 1 << 31

// errTooLarge is what add panics with; Check makes an error of it.
var errTooLarge = fmt.Errorf("more than %d words of clauses", arenaMax)

// add puts a clause into the arena.
func (a *arena) add(lits []sat.Lit, wa, wb sat.Lit) ref {
	if len(a.words) == 0 {
		a.words = append(a.words, 0)
	}
	r := ref(len(a.words))
	if len(a.words)+headerWords+len(lits) > arenaMax {
		panic(errTooLarge)
	}
	a.words = append(a.words, sat.Lit(len(lits)), wa, wb)
	a.words = append(a.words, lits...)
	return r
}

// lits are the literals of a clause, a view into the arena.
func (a *arena) lits(r ref) []sat.Lit {
	start := int(r) + headerWords
	end := start + int(a.words[r]&^dead)
	return a.words[start:end:end]
}

// kill marks a clause dead.
func (a *arena) kill(r ref) {
	a.waste += headerWords + int(a.words[r])
	a.words[r] |= dead
}

func (a *arena) isDead(r ref) bool { return a.words[r]&dead != 0 }

// wasteful reports whether it is time to compact.
func (a *arena) wasteful() bool { return a.waste > 1<<16 && a.waste > len(a.words)/2 }

// all calls visit for the live clauses in their order.
func (a *arena) all(visit func(ref)) {
	for r := 1; r < len(a.words); {
		size := a.words[r]
		if size&dead == 0 {
			visit(ref(r))
		}
		r += headerWords + int(size&^dead)
	}
}

// compact removes dead clauses; visit is told the old and the new place of each
// live one, and must not look at the old.
func (a *arena) compact(visit func(old, now ref)) {
	to := 1
	for r := 1; r < len(a.words); {
		size := a.words[r]
		n := headerWords + int(size&^dead)
		if size&dead == 0 {
			copy(a.words[to:], a.words[r:r+n])
			visit(ref(r), ref(to))
			to += n
		}
		r += n
	}
	a.words, a.waste = a.words[:to], 0
}

// occurrences lists, by literal, the clauses that have it. They are made when
// the first RAT step asks for them; dead clauses drop out when they are seen.
type occurrences struct {
	lists [][]ref // nil: not made
}

// make lists all clauses.
func (o *occurrences) make(a *arena, literals int) {
	o.lists = make([][]ref, literals)
	a.all(func(r ref) { o.add(a, r) })
}

// add lists a clause, if lists are made.
func (o *occurrences) add(a *arena, r ref) {
	if o.lists == nil {
		return
	}
	for _, l := range a.lits(r) {
		for int(l) >= len(o.lists) {
			o.lists = append(o.lists, nil)
		}
		o.lists[l] = append(o.lists[l], r)
	}
}

// of returns the live clauses with l.
func (o *occurrences) of(a *arena, l sat.Lit) []ref {
	if int(l) >= len(o.lists) {
		return nil
	}
	live := o.lists[l][:0]
	for _, r := range o.lists[l] {
		if !a.isDead(r) {
			live = append(live, r)
		}
	}
	o.lists[l] = live
	return live
}

// drop forgets the lists.
func (o *occurrences) drop() { o.lists = nil }

func dimacs(lits []sat.Lit) []int {
	ns := make([]int, len(lits))
	for i, l := range lits {
		ns[i] = l.Dimacs()
	}
	return ns
}
