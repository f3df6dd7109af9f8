package execute

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
)

// whereUnsure compiles something whose jumps go to a label if their condition is unknown. What is remembered then
// need not be computed there, so the caller forgets.
func (c *compiler) whereUnsure(to int32, f func()) {
	old := c.dirty
	c.dirty = to
	f()
	c.dirty = old
}

// unknownInto returns the label of code that makes a register unknown, and goes to another label.
func (c *compiler) unknownInto(r reg, sort term.Sort, back int32) int32 {
	l := c.newLabel()
	c.later = append(c.later, func() {
		c.place(l)
		if n, _ := c.mapLevels(sort); n > 0 {
			c.emit(opUnknownMap, r, int32(n), 0)
		} else {
			c.emit(opUnknown, r, 0, 0)
		}
		c.emit(opJump, back, 0, 0)
	})
	return l
}

// computedFirst puts variables behind what is computed: where one of them is unknown, it often does not matter.
func (c *compiler) computedFirst(ts []term.Term) []term.Term {
	plain := func(t term.Term) int {
		if c.st.IsConst(t) {
			return 1
		}
		return 0
	}
	ts = slices.Clone(ts)
	slices.SortStableFunc(ts, func(a, b term.Term) int { return plain(a) - plain(b) })
	return ts
}

// settle compiles that a truth value that was computed is a choice if it is unknown. Copies stay unknown.
func (c *compiler) settle(t term.Term, r reg) {
	if c.st.Sort(t) == term.Bool && !c.st.IsConst(t) {
		c.emit(opSettle, r, 0, 0)
	}
}

// assume compiles an assumption, part by part. One that is unknown is passed, for if it is false the execution ends.
func (c *compiler) assume(t term.Term) {
	st := c.st
	if st.Op(t) == term.OpAnd {
		for _, a := range st.Args(t) {
			c.assume(a)
		}
		return
	}
	if c.atomic(t) {
		c.whereUnsure(unsureHolds, func() { c.jumpUnless(t, c.fails) })
		return
	}
	pass := c.newLabel()
	unsure := pass
	if c.alternatives(t) {
		unsure = c.cases(st.Args(t), pass)
	}
	c.whereUnsure(unsure, func() { c.jumpUnless(t, c.fails) })
	c.place(pass)
	c.forget(0)
}

// alternatives reports whether a formula says that one of some conjunctions holds each of which gives something a
// value: then it is worth while to try them one by one.
func (c *compiler) alternatives(t term.Term) bool {
	st := c.st
	if st.Op(t) != term.OpOr {
		return false
	}
	for _, a := range st.Args(t) {
		if !slices.ContainsFunc(c.conjuncts(a), func(p term.Term) bool {
			return st.Op(p) == term.OpEq && (st.IsConst(st.Arg(p, 0)) || st.IsConst(st.Arg(p, 1)))
		}) {
			return false
		}
	}
	return true
}

// conjuncts returns the parts of a formula all of which it says.
func (c *compiler) conjuncts(t term.Term) []term.Term {
	if c.st.Op(t) == term.OpAnd {
		return c.st.Args(t)
	}
	return []term.Term{t}
}

// cases returns the label of code that assumes one of some formulas that is not known to be false, and goes to
// another label.
func (c *compiler) cases(formulas []term.Term, back int32) int32 {
	l, fails := c.newLabel(), c.fails
	c.later = append(c.later, func() {
		c.place(l)
		c.fails = fails
		w := way{}
		c.emit(opClearWays, 0, 0, 0)
		for k, t := range formulas {
			c.openWay(k, []term.Term{t})
			w.blocks = append(w.blocks, c.newLabel())
		}
		c.ways = append(c.ways, w)
		c.emit(opWay, 0, int32(len(c.ways)-1), 0)
		for k, t := range formulas {
			c.place(w.blocks[k])
			c.assume(t)
			c.next()
			c.emit(opJump, back, 0, 0)
		}
	})
	return l
}

// openWay compiles that a way is open unless one of some formulas is false, for all that is known without
// quantifiers. Who replays the execution (interp.Course) takes the same ways for open.
func (c *compiler) openWay(k int, formulas []term.Term) {
	open, closed := c.newLabel(), c.newLabel()
	c.opening = true
	for _, t := range formulas {
		c.whereUnsure(open, func() { c.jumpUnless(t, closed) })
	}
	c.opening = false
	c.place(open)
	c.emit(opOpenWay, 0, int32(k), 0)
	c.place(closed)
	c.next()
}

// atomic reports whether a formula is decided by a single jump.
func (c *compiler) atomic(t term.Term) bool {
	if c.st.Op(t) == term.OpNot {
		t = c.st.Arg(t, 0)
	}
	switch c.st.Op(t) {
	case term.OpAnd, term.OpOr, term.OpDistinct, term.OpNot, term.OpTrue, term.OpFalse:
		return false
	}
	return true
}
