package combine

import (
	"slices"

	"github.com/muster-smt/muster/sat"
)

// cone is the sat.Tracer that remembers what every derived clause follows from,
// so that a refutation can be traced to the assertions that it needs.
type cone struct {
	tags  []int32        // by clause: the assertion that it was made for
	start []uint32       // by clause: where its antecedents begin in ants; 0: none
	ants  []sat.ClauseID // lists, each preceded by its length
	last  sat.ClauseID   // the clause derived last
	core  sat.ClauseID   // the one that ended the last Unsat check
}

func newCone() *cone { return &cone{ants: make([]sat.ClauseID, 1)} }

func (c *cone) grow(id sat.ClauseID) {
	for len(c.tags) <= int(id) {
		c.tags = append(c.tags, 0)
		c.start = append(c.start, 0)
	}
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

// Cone returns the assertions (numbers given to Tag) that the last refutation
// rests on; nil if Options.Cone was not set. Definitions of gates
// count for the assertion that made them.
func (e *Engine) Cone() []int32 {
	if e.cone == nil {
		return nil
	}
	return e.cone.assertions()
}

// Tag says that what is asserted from now on belongs to assertion n, from 1, or if n is 0
// to none.
func (e *Engine) Tag(n int32) { e.tag = n }
