package combine

import (
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/term"
)

// cone is the sat.Tracer that records what every derived clause follows from, to trace a
// refutation back to the assertions that it uses.
type cone struct {
	tags  []int32        // by clause: the assertion that it belongs to
	start []uint32       // by clause: where its antecedents begin in ants; 0: none
	ants  []sat.ClauseID // lists, each preceded by its length
	last  sat.ClauseID   // the clause derived last
	core  sat.ClauseID   // the one that ended the last Unsat check
}

func newCone() *cone { return &cone{ants: make([]sat.ClauseID, 1)} }

func (c *cone) grow(id sat.ClauseID) {
	c.tags, c.start = term.Extend(c.tags, int(id)+1), term.Extend(c.start, int(id)+1)
}

// Antecedents implements sat.Tracer.
func (c *cone) Antecedents() bool { return true }

// Axiom implements sat.Tracer.
func (c *cone) Axiom(id sat.ClauseID, lits []sat.Lit, lemma bool, from sat.Origin) {
	c.grow(id)
	if len(lits) == 0 { // false itself was asserted
		c.last = id
	}
	if !lemma {
		c.tags[id] = assertion(from)
	}
}

// Derived implements sat.Tracer.
func (c *cone) Derived(id sat.ClauseID, _ []sat.Lit, antecedents []sat.ClauseID) {
	c.grow(id)
	c.start[id] = uint32(len(c.ants))
	c.ants = append(c.ants, sat.ClauseID(len(antecedents)))
	c.ants = append(c.ants, antecedents...)
	c.last = id
}

// Deleted implements sat.Tracer. A deleted clause may still be in the cone.
func (c *cone) Deleted(sat.ClauseID, []sat.Lit) {}

// assertions returns the assertions from which core follows, in order.
func (c *cone) assertions() []int32 {
	var out []int32
	seen := make([]bool, len(c.tags))
	work := []sat.ClauseID{c.core}
	for len(work) > 0 {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		if int(id) >= len(seen) || seen[id] {
			continue
		}
		seen[id] = true
		if c.tags[id] != 0 {
			out = append(out, c.tags[id])
		}
		if s := c.start[id]; s != 0 {
			work = append(work, c.ants[s+1:s+1+uint32(c.ants[s])]...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Cone returns the assertions (by the numbers given to Tag) that the last refutation
// depends on; nil if Options.Cone was not set. The definition of a gate counts as part of
// the assertion that first needed it.
func (e *Engine) Cone() []int32 {
	if e.cone == nil {
		return nil
	}
	return e.cone.assertions()
}

// Tag sets the number, from 1, of the assertion that follows; 0 stands for none.
func (e *Engine) Tag(n int32) { e.tag = n }
