package combine

import (
	"slices"

	"github.com/muster-smt/muster/sat"
)

// order makes the search decide clauses in the order in which they become active.
type order struct {
	on    bool
	ids   []uint32 // the active clauses, in the order in which they became so
	head  int      // all before it are justified
	heads []int    // by level: head when the level above it was opened
}

// DecideInOrder makes decisions justify the clause that has been active longest, by its
// first literal that is open, instead of going by activity. Conflicts aside, equal
// questions then have equal models, and one that grows keeps what it has: clients that
// expand a program where the model leads, call by call, go deep instead of wide.
func (e *Engine) DecideInOrder(on bool) {
	if on != e.ord.on {
		e.sat.Reset()
		e.ord = order{on: on}
	}
}

func (o *order) newLevel() {
	if o.on {
		o.heads = append(o.heads, o.head)
	}
}

// undo goes back to a level, after the clauses above it were taken out.
func (o *order) undo(level int) {
	if o.on {
		o.head = o.heads[level]
		o.heads = o.heads[:level]
	}
}

func (o *order) activated(id uint32) {
	if o.on {
		o.ids = append(o.ids, id)
	}
}

// inactive takes out the last clause.
func (o *order) inactive() {
	if n := len(o.ids); n > 0 {
		o.ids = o.ids[:n-1]
	}
}

// renumber gives the clauses their new numbers, at level 0.
func (o *order) renumber(moved []uint32) {
	before := len(renumber(slices.Clone(o.ids[:o.head]), moved))
	o.ids = renumber(o.ids, moved)
	o.head = before
}

// nextInOrder returns the next literal to decide, or NoLit.
func (e *Engine) nextInOrder() sat.Lit {
	o := &e.ord
	for ; o.head < len(o.ids); o.head++ {
		c := &e.rel.clauses[o.ids[o.head]]
		if c.justified {
			continue
		}
		if c.first != sat.NoLit && e.sat.Value(c.first) == sat.Undef {
			return c.first
		}
		for _, l := range e.rel.lits(c) {
			if e.sat.Value(l) == sat.Undef {
				return l
			}
		}
		return sat.NoLit
	}
	return sat.NoLit
}
