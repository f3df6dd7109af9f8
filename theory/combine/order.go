package combine

import (
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
)

// order makes the search decide clauses in the order in which they become active.
type order struct {
	on    bool
	ids   []uint32 // the active clauses, in the order in which they became so
	now   reached
	marks []reached // by level: now when the level above it was opened
	turn  *Turn
}

// reached says how far the list of active clauses was searched.
type reached struct {
	all   int // all before it are justified
	plain int // likewise, but for those that a free literal can justify
}

// Turn says which open literal of a clause is decided. What leads a client into a part
// of its program without an end leads there again, as long as candidates keep what they
// have: how many it takes has a heavy tail. So turns in which the first literal is decided
// and turns in which it is one by lot alternate, and last as long as Luby, Sinclair and
// Zuckerman (Optimal speedup of Las Vegas algorithms, 1993) let restarts last.
type Turn struct {
	number uint32
	u, v   uint32 // Knuth's reluctant doubling, 0 for 1 at first; the turn has v times turnUnit candidates
	spent  uint32 // the candidates that it has had
}

// turnUnit is the number of candidates in a short turn, but 1 with Options.Stress.
const turnUnit = 20

// DecideInOrder makes decisions justify the clause that has been active longest, instead
// of going by activity. Conflicts aside, equal questions of a turn then have equal models,
// and one that grows keeps what it has: clients that expand a program where the model
// leads, call by call, go deep instead of wide.
func (e *Engine) DecideInOrder(on bool) {
	if on != e.ord.on {
		e.sat.Reset()
		*e.ord.turn = Turn{}
		e.ord = order{on: on, turn: e.ord.turn}
	}
}

// takeTurn begins the next turn before a check, if it is due.
func (e *Engine) takeTurn() {
	t := e.ord.turn
	unit := uint32(turnUnit)
	if e.opt.Stress {
		unit = 1
	}
	if t.spent < max(t.v, 1)*unit {
		return
	}
	e.sat.Reset()
	if t.u, t.v = max(t.u, 1), max(t.v, 1); t.u&-t.u == t.v {
		t.u, t.v = t.u+1, 1
	} else {
		t.v *= 2
	}
	t.number, t.spent = t.number+1, 0
}

// byLot says how the turn chooses.
func (t *Turn) byLot() bool { return t.number%2 == 1 }

// lot orders the literals in this turn.
func (t *Turn) lot(l sat.Lit) uint32 {
	x := uint32(l)*0x9E3779B1 + t.number*0x85EBCA6B
	x = (x ^ x>>15) * 0x2C1B3C6D
	x = (x ^ x>>12) * 0x297A2D39
	return x ^ x>>15
}

func (o *order) newLevel() {
	if o.on {
		o.marks = append(o.marks, o.now)
	}
}

// undo goes back to a level, after the clauses above it were taken out.
func (o *order) undo(level int) {
	if o.on {
		o.now = o.marks[level]
		o.marks = o.marks[:level]
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
	justified := len(renumber(slices.Clone(o.ids[:o.now.all]), moved))
	o.ids = renumbered(o.ids, moved)
	o.now = reached{justified, justified}
}

// nextInOrder returns the next literal to decide, or NoLit.
func (e *Engine) nextInOrder() sat.Lit {
	o := &e.ord
	if o.turn.byLot() {
		for ; o.now.plain < len(o.ids); o.now.plain++ {
			c := &e.rel.clauses[o.ids[o.now.plain]]
			if !c.justified && !e.freelyJustified(c) {
				return e.anyOpen(c)
			}
		}
	}
	for ; o.now.all < len(o.ids); o.now.all++ {
		c := &e.rel.clauses[o.ids[o.now.all]]
		if !c.justified {
			return e.firstOpen(c)
		}
	}
	return sat.NoLit
}

// freelyJustified reports whether a literal that asks for nothing else can justify a
// clause. It need not be decided early then, and there is no choice.
func (e *Engine) freelyJustified(c *clause) bool {
	for _, l := range e.rel.lits(c) {
		a := &e.atoms[l.Var()]
		if a.kind == propositional && a.also == [2]theory.Node{} && e.rel.defs.NumOf(uint32(l)) == 0 {
			return true
		}
	}
	return false
}

// firstOpen returns the first open literal of a clause, or NoLit.
func (e *Engine) firstOpen(c *clause) sat.Lit {
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

// anyOpen returns an open literal of a clause by lot, or NoLit.
func (e *Engine) anyOpen(c *clause) sat.Lit {
	best := e.firstOpen(c)
	if best == sat.NoLit || best == c.first {
		return best
	}
	least := e.ord.turn.lot(best)
	for _, l := range e.rel.lits(c) {
		if e.sat.Value(l) == sat.Undef {
			if n := e.ord.turn.lot(l); n < least {
				best, least = l, n
			}
		}
	}
	return best
}
