package proof

import (
	"fmt"

	"github.com/muster-smt/muster/sat"
)

// DRAT checks each derived clause by unit propagation over all live clauses,
// without a look at its antecedents.
type DRAT struct {
	clauses map[sat.ClauseID]*watched
	watches [][]*watched // by literal
	vals    []sat.Value
	trail   []sat.Lit
	fixed   int // trail length that is true for good
	empty   bool
	steps   int
	err     error
}

type watched struct {
	lits []sat.Lit
	dead bool
}

// NewDRAT returns a checker that has seen nothing.
func NewDRAT() *DRAT { return &DRAT{clauses: make(map[sat.ClauseID]*watched)} }

// Err is the first step that does not hold, or nil.
func (c *DRAT) Err() error { return c.err }

// Empty reports whether the empty clause is derived.
func (c *DRAT) Empty() bool { return c.empty }

// Steps is the number of derived clauses that were checked.
func (c *DRAT) Steps() int { return c.steps }

// Axiom implements sat.Tracer.
func (c *DRAT) Axiom(id sat.ClauseID, lits []sat.Lit, lemma bool) { c.store(id, lits) }

// Derived implements sat.Tracer.
func (c *DRAT) Derived(id sat.ClauseID, lits []sat.Lit, antecedents []sat.ClauseID) {
	if c.err != nil {
		return
	}
	c.steps++
	if !c.implied(lits) {
		c.err = fmt.Errorf("clause %d %v does not follow by unit propagation", id, dimacs(lits))
	}
	c.store(id, lits)
}

// Deleted implements sat.Tracer. As in the usual DRAT checkers, the deletion of
// a clause does not take back what it made true for good.
func (c *DRAT) Deleted(id sat.ClauseID, lits []sat.Lit) {
	if w := c.clauses[id]; w != nil {
		w.dead = true
		delete(c.clauses, id)
	}
}

func (c *DRAT) store(id sat.ClauseID, lits []sat.Lit) {
	w := &watched{lits: append([]sat.Lit(nil), lits...)}
	c.clauses[id] = w
	for _, l := range lits {
		for len(c.watches) <= int(l|1) {
			c.watches = append(c.watches, nil)
			c.vals = append(c.vals, sat.Undef)
		}
	}
	// Watch two literals that are not false.
	free := 0
	for i, l := range w.lits {
		if c.vals[l] != sat.False && free < 2 {
			w.lits[i], w.lits[free] = w.lits[free], l
			free++
		}
	}
	switch {
	case free == 0:
		c.empty = true
	case free == 1:
		if c.vals[w.lits[0]] == sat.Undef {
			c.assign(w.lits[0])
			if !c.propagate() {
				c.empty = true
			}
		}
		c.fixed = len(c.trail)
	default:
		c.watches[w.lits[0]] = append(c.watches[w.lits[0]], w)
		c.watches[w.lits[1]] = append(c.watches[w.lits[1]], w)
	}
}

func (c *DRAT) assign(l sat.Lit) {
	c.vals[l], c.vals[l.Not()] = sat.True, sat.False
	c.trail = append(c.trail, l)
}

// implied assumes that lits are false and looks for a conflict.
func (c *DRAT) implied(lits []sat.Lit) bool {
	if c.empty {
		return true
	}
	conflict := false
	for _, l := range lits {
		if int(l) >= len(c.vals) {
			continue
		}
		switch c.vals[l] {
		case sat.True:
			conflict = true
		case sat.Undef:
			c.assign(l.Not())
		}
	}
	conflict = conflict || !c.propagateFrom(c.fixed)
	for _, l := range c.trail[c.fixed:] {
		c.vals[l], c.vals[l.Not()] = sat.Undef, sat.Undef
	}
	c.trail = c.trail[:c.fixed]
	return conflict
}

func (c *DRAT) propagate() bool { return c.propagateFrom(len(c.trail) - 1) }

func (c *DRAT) propagateFrom(head int) bool {
	for ; head < len(c.trail); head++ {
		f := c.trail[head].Not()
		ws := c.watches[f]
		kept := ws[:0]
	next:
		for i, w := range ws {
			if w.dead {
				continue
			}
			if w.lits[0] == f {
				w.lits[0], w.lits[1] = w.lits[1], w.lits[0]
			}
			first := w.lits[0]
			if c.vals[first] == sat.True {
				kept = append(kept, w)
				continue
			}
			for k := 2; k < len(w.lits); k++ {
				if l := w.lits[k]; c.vals[l] != sat.False {
					w.lits[1], w.lits[k] = l, f
					c.watches[l] = append(c.watches[l], w)
					continue next
				}
			}
			kept = append(kept, w)
			if c.vals[first] == sat.False {
				c.watches[f] = append(kept, ws[i+1:]...)
				return false
			}
			c.assign(first)
		}
		c.watches[f] = kept
	}
	return true
}
