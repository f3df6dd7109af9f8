package proof

import (
	"fmt"

	"github.com/muster-smt/muster/sat"
)

// ref is the place of a clause in an arena. 0 is no clause.
type ref uint32

// arena holds clauses one after the other: each is a header and its literals.
type arena struct {
	words []sat.Lit
	waste int // words of dead clauses
}

// The header of a clause: its size, and two words for the checker.
const (
	wordSize = iota
	wordA
	wordB
	headerWords
)

// dead is set in the size of a deleted clause.
const dead = 1 << 31

// arenaMax bounds the words of an arena: one bit of a ref is left for a flag.
const arenaMax = 1 << 31

// errTooLarge is the panic of add; Check returns it as an error.
var errTooLarge = fmt.Errorf("more than %d words of clauses", int64(arenaMax))

// add puts a clause into the arena.
func (a *arena) add(lits []sat.Lit, wa, wb sat.Lit) ref {
	if len(a.words) == 0 {
		a.words = append(a.words, 0)
	}
	r := ref(len(a.words))
	if uint(len(a.words)+headerWords+len(lits)) > arenaMax {
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

// wasteful reports whether compact is worthwhile.
func (a *arena) wasteful() bool { return a.waste > 1<<16 && a.waste > len(a.words)/2 }

// all calls visit for the live clauses in order.
func (a *arena) all(visit func(ref)) {
	for r := 1; r < len(a.words); {
		size := a.words[r]
		if size&dead == 0 {
			visit(ref(r))
		}
		r += headerWords + int(size&^dead)
	}
}

// compact removes dead clauses. It calls visit with the old and the new place of each
// live clause after moving it.
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

// occurrences lists, by literal, the clauses that have it. The lists are built for the
// first RAT step; dead clauses are removed when a list is read.
type occurrences struct {
	lists [][]ref // nil: not built
}

// make builds the lists.
func (o *occurrences) make(a *arena, literals int) {
	o.lists = make([][]ref, literals)
	a.all(func(r ref) { o.add(a, r) })
}

// add adds a clause to the lists, if they are built.
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

// drop discards the lists.
func (o *occurrences) drop() { o.lists = nil }

// dimacs is the literals as signed numbers.
func dimacs(lits []sat.Lit) []int {
	ns := make([]int, len(lits))
	for i, l := range lits {
		ns[i] = l.Dimacs()
	}
	return ns
}
