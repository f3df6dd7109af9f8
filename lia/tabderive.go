package lia

import (
	"github.com/muster-smt/muster/lia/simplex"
	"github.com/muster-smt/muster/theory"
)

// deepest is the length of a chain of rows at which derived bounds stop being asserted:
// two rows may tighten each other's bounds forever.
const deepest = 12

// derive propagates the bounds and equalities that rows imply; it reports whether there
// were new bounds.
func (t *tableau) derive() bool {
	var ok bool
	t.implied, ok = t.tab.PropagateBounds(t.implied[:0])
	if !ok {
		t.conflict(bySimplex)
		return false
	}
	t.offsets = t.tab.Offsets(t.offsets[:0])
	for i := range t.implied {
		t.applyImplied(&t.implied[i])
	}
	for i := range t.offsets {
		t.applyOffset(&t.offsets[i])
	}
	t.settle()
	return len(t.implied) > 0 && !t.conflicting
}

// applyImplied turns a bound of a tableau variable into one of its class.
func (t *tableau) applyImplied(b *simplex.Implied) {
	n := t.vars[b.V].node
	switch {
	case n == 0:
		return
	case t.nodes[n].real:
		// The bound itself is not asserted: two rows may push each other forever.
		t.derivedReal(recRow, n, bound{t.fromTableau(n, b.B), b.Upper, b.Strict}, b.Token)
		return
	}
	v, ok := fits(t.fromTableau(n, b.B).Num())
	if !ok {
		return
	}
	r := rec{kind: recRow, node: n, upper: b.Upper, tok: b.Token, val: v}
	if !t.stronger(&r) {
		return
	}
	prev := t.class[t.host.Root(n)].lo
	other := t.class[t.host.Root(n)].hi
	if b.Upper {
		prev, other = other, prev
	}
	if prev != 0 && t.rec(prev).kind == recRow {
		r.depth = t.rec(prev).depth + 1
	}
	if r.depth >= deepest {
		// Only a bound that fixes the value or contradicts the other one passes.
		o, _ := t.lower(n)
		if !b.Upper {
			o, _ = t.upper(n)
		}
		if other == 0 || b.Upper && v > o || !b.Upper && v < o {
			return
		}
		r.depth = deepest
	}
	t.stats.rowBounds++
	t.tighten(r)
}

// applyOffset merges two terms whose difference the tableau knows.
func (t *tableau) applyOffset(o *simplex.Offset) {
	if t.conflicting {
		return
	}
	if o.Y == simplex.NoVar {
		t.fixedReal(t.vars[o.X].node, o) // an Int is fixed by its class bounds
		return
	}
	x, y := t.vars[o.X].node, t.vars[o.Y].node
	if x == 0 || y == 0 {
		return
	}
	a, b := &t.nodes[x], &t.nodes[y]
	c, d := &t.columns[x], &t.columns[y]
	if !a.active || !b.active || !c.scale.IsOne() || !d.scale.IsOne() || a.real != b.real {
		return
	}
	k, ok := o.K.Add(c.base).Sub(d.base).Int64()
	if !ok || k <= -theory.MaxOffset || k >= theory.MaxOffset || a.real && k != 0 {
		return
	}
	p, q := theory.Point{Node: x}, theory.Point{Node: y, Off: k}
	if t.host.Same(p, q) {
		return
	}
	t.mergePoints(p, q, rec{kind: recOffset, node: x, other: y, tok: o.Token})
}

// fixedReal merges a Real that the tableau fixes with its numeral.
func (t *tableau) fixedReal(n theory.Node, o *simplex.Offset) {
	if n == 0 || !t.nodes[n].real || !t.nodes[n].active || t.class[t.host.Root(n)].lo != 0 {
		return
	}
	t.wide.push(t.recordReal(rec{kind: recOffset, node: n, tok: o.Token}, t.fromTableau(n, o.K)))
}
