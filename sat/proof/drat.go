package proof

import (
	"fmt"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
)

// DRAT checks each derived clause by unit propagation over all live clauses, and ignores
// antecedents. Clauses are deleted by their literals.
type DRAT struct {
	base
	table   []ref // heads of chains, by hash
	live    int   // clauses in the table
	watches [][]dratWatch
	reasons []ref // by variable: the clause that implies it, if it is fixed
	fixed   int   // trail length that holds without assumptions
	marks   []uint32
	mark    uint32
	buf     []sat.Lit
	ignored int
	lim     *limit.Limit // may stop a long step, which fails then
}

// dratWatch is a clause that watches a literal. If the blocker is true, so is the clause.
type dratWatch struct {
	ref     ref // with binaryFlag
	blocker sat.Lit
}

// binaryFlag marks the watches of a clause with two literals. The blocker is the other
// literal.
const binaryFlag ref = 1 << 31

// The words of a clause's header.
const (
	dratHash = wordA
	dratNext = wordB // the next clause in the chain
)

// NewDRAT returns a checker without clauses.
func NewDRAT() *DRAT { return &DRAT{table: make([]ref, 1<<10)} }

// Antecedents implements sat.Tracer.
func (c *DRAT) Antecedents() bool { return false }

// Axiom implements sat.Tracer.
func (c *DRAT) Axiom(id sat.ClauseID, lits []sat.Lit, lemma bool, _ sat.Origin) { c.store(lits) }

// Derived implements sat.Tracer.
func (c *DRAT) Derived(id sat.ClauseID, lits []sat.Lit, antecedents []sat.ClauseID) {
	if !c.derive(lits, false) {
		c.err = fmt.Errorf("clause %d %v does not follow by unit propagation", id, dimacs(lits))
	}
}

// derive checks a clause and stores it.
func (c *DRAT) derive(lits []sat.Lit, rat bool) bool {
	if c.err != nil {
		return true
	}
	c.steps++
	ok := c.implied(lits, rat)
	c.store(lits)
	return ok
}

// Deleted implements sat.Tracer. As in other DRAT checkers, a clause that is the reason
// of a fixed literal stays, and a clause that does not exist is no error.
func (c *DRAT) Deleted(id sat.ClauseID, lits []sat.Lit) { c.remove(lits) }

// distinct marks lits and returns them without duplicates. The second result is true for
// a tautology.
func (c *DRAT) distinct(lits []sat.Lit) ([]sat.Lit, bool) {
	for _, l := range lits {
		for len(c.vals) <= int(l|1) {
			c.vals = append(c.vals, sat.Undef, sat.Undef)
			c.marks = append(c.marks, 0, 0)
			c.watches = append(c.watches, nil, nil)
			c.reasons = append(c.reasons, 0)
		}
	}
	c.mark++
	if c.mark == 0 {
		clear(c.marks)
		c.mark = 1
	}
	tautology := false
	c.buf = c.buf[:0]
	for _, l := range lits {
		if c.marks[l] != c.mark {
			c.marks[l] = c.mark
			tautology = tautology || c.marks[l.Not()] == c.mark
			c.buf = append(c.buf, l)
		}
	}
	return c.buf, tautology
}

// hash is the same for all orders of the literals.
func hash(lits []sat.Lit) sat.Lit {
	h := uint32(0)
	for _, l := range lits {
		x := uint32(l) * 0x9e3779b1
		x ^= x >> 15
		h += x * 0x85ebca77
	}
	return sat.Lit(h ^ h>>16)
}

func (c *DRAT) bucket(h sat.Lit) *ref { return &c.table[int(h)&(len(c.table)-1)] }

// remove deletes a clause.
func (c *DRAT) remove(lits []sat.Lit) {
	lits, _ = c.distinct(lits)
	h := hash(lits)
	for at := c.bucket(h); *at != 0; at = (*ref)(&c.arena.words[*at+dratNext]) {
		r := *at
		if c.arena.words[r+dratHash] != h || !c.marked(r, len(lits)) {
			continue
		}
		if len(lits) > 0 && c.isReason(r) {
			c.ignored++
			return
		}
		*at = ref(c.arena.words[r+dratNext])
		c.live--
		c.arena.kill(r)
		if c.arena.wasteful() {
			c.compact()
		}
		return
	}
	c.ignored++
}

// marked reports whether a clause consists of the n marked literals.
func (c *DRAT) marked(r ref, n int) bool {
	lits := c.arena.lits(r)
	if len(lits) != n {
		return false
	}
	for _, l := range lits {
		if c.marks[l] != c.mark {
			return false
		}
	}
	return true
}

// isReason reports whether a clause is the reason of a fixed literal, which is its first
// literal then.
func (c *DRAT) isReason(r ref) bool {
	l := c.arena.lits(r)[0]
	return c.vals[l] == sat.True && c.reasons[l.Var()] == r
}

// compact removes dead clauses.
func (c *DRAT) compact() {
	c.occ.drop()
	moved := make(map[ref]ref, c.fixed)
	for _, l := range c.trail[:c.fixed] {
		moved[c.reasons[l.Var()]] = 0
	}
	c.arena.compact(func(old, now ref) {
		if _, ok := moved[old]; ok {
			moved[old] = now
		}
	})
	for _, l := range c.trail[:c.fixed] {
		c.reasons[l.Var()] = moved[c.reasons[l.Var()]]
	}
	c.rehash()
	c.rewatch()
}

// rewatch rebuilds the watches. A clause watches its first two literals; one that was
// not attached when it was added has a fixed true literal or is a tautology, so watching
// it does no harm.
func (c *DRAT) rewatch() {
	for i := range c.watches {
		c.watches[i] = c.watches[i][:0]
	}
	c.arena.all(func(r ref) {
		if len(c.arena.lits(r)) > 1 {
			c.attach(r)
		}
	})
}

func (c *DRAT) attach(r ref) {
	lits := c.arena.lits(r)
	w := r
	if len(lits) == 2 {
		w |= binaryFlag
	}
	c.watches[lits[0]] = append(c.watches[lits[0]], dratWatch{w, lits[1]})
	c.watches[lits[1]] = append(c.watches[lits[1]], dratWatch{w, lits[0]})
}

// rehash rebuilds the table, larger if need be.
func (c *DRAT) rehash() {
	size := len(c.table)
	for size < 2*c.live {
		size *= 2
	}
	c.table = make([]ref, size)
	c.arena.all(func(r ref) {
		at := c.bucket(c.arena.words[r+dratHash])
		c.arena.words[r+dratNext] = sat.Lit(*at)
		*at = r
	})
}

// store adds a clause.
func (c *DRAT) store(lits []sat.Lit) {
	lits, tautology := c.distinct(lits)
	// Watch two literals that are not false, if there are two.
	free := 0
	for i, l := range lits {
		if c.vals[l] != sat.False && free < 2 {
			lits[i], lits[free] = lits[free], l
			free++
		}
	}
	h := hash(lits)
	at := c.bucket(h)
	r := c.arena.add(lits, h, sat.Lit(*at))
	*at = r
	if c.live++; c.live > len(c.table) {
		c.rehash()
	}
	c.occ.add(&c.arena, r)
	switch {
	case tautology || c.empty:
	case free == 0:
		c.empty = true
	case free == 1:
		if c.vals[lits[0]] == sat.Undef {
			c.assign(lits[0], r)
			c.empty = !c.propagate(len(c.trail) - 1)
		}
		c.fixed = len(c.trail)
	default:
		c.attach(r)
	}
}

func (c *DRAT) assign(l sat.Lit, why ref) {
	c.vals[l], c.vals[l.Not()] = sat.True, sat.False
	c.reasons[l.Var()] = why
	c.trail = append(c.trail, l)
}

// implied assumes that lits are false and looks for a conflict. If there is none and rat
// is set, it looks for one with each clause to resolve with on the first literal.
func (c *DRAT) implied(lits []sat.Lit, rat bool) bool {
	if c.empty {
		return true
	}
	lits, _ = c.distinct(lits)
	defer func() { c.undo(c.fixed) }()
	if c.refute(lits, sat.NoLit) {
		return true
	}
	if !rat || len(lits) == 0 {
		return false
	}
	c.rats++
	pivot := lits[0].Not()
	start := len(c.trail)
	for _, r := range c.having(pivot) {
		if c.lim.Stopped() || !c.refute(c.arena.lits(r), pivot) {
			return false
		}
		c.undo(start)
	}
	return true
}

// refute assumes that lits are false, except the literal but, and reports whether that
// leads to a conflict.
func (c *DRAT) refute(lits []sat.Lit, but sat.Lit) bool {
	head := len(c.trail)
	for _, l := range lits {
		if l == but {
			continue
		}
		switch c.vals[l] {
		case sat.True:
			return true
		case sat.Undef:
			c.assign(l.Not(), 0)
		}
	}
	return !c.propagate(head)
}

// propagate propagates the assignments from head on. It returns false if a clause is
// false.
func (c *DRAT) propagate(head int) bool {
	for ; head < len(c.trail); head++ {
		f := c.trail[head].Not()
		ws := c.watches[f]
		kept := 0
		for i := 0; i < len(ws); i++ {
			w := ws[i]
			v := c.vals[w.blocker]
			if v == sat.True {
				ws[kept] = w
				kept++
				continue
			}
			r := w.ref &^ binaryFlag
			if c.arena.isDead(r) {
				continue
			}
			lits := c.arena.lits(r)
			if w.ref == r && c.move(r, lits, f, &w, &v) {
				continue
			}
			ws[kept] = w
			kept++
			if v == sat.False {
				kept += copy(ws[kept:], ws[i+1:])
				c.watches[f] = ws[:kept]
				return false
			}
			if v == sat.Undef {
				if lits[0] != w.blocker {
					lits[0], lits[1] = lits[1], lits[0] // the reason's literal is its first
				}
				c.assign(w.blocker, r)
			}
		}
		c.watches[f] = ws[:kept]
	}
	return true
}

// move looks for another literal that a clause can watch instead of f, and reports
// whether there is one. If not, w's blocker is the other watched literal, and v is its
// value.
func (c *DRAT) move(r ref, lits []sat.Lit, f sat.Lit, w *dratWatch, v *sat.Value) bool {
	if lits[0] == f {
		lits[0], lits[1] = lits[1], f
	}
	w.blocker = lits[0]
	if *v = c.vals[lits[0]]; *v == sat.True {
		return false
	}
	for k := 2; k < len(lits); k++ {
		if l := lits[k]; c.vals[l] != sat.False {
			lits[1], lits[k] = l, f
			c.watches[l] = append(c.watches[l], *w)
			return true
		}
	}
	return false
}
