package rerun

import (
	"math"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// Operators on words whose operands are local variables or constants, which loops consist of.

// plus returns a closure for a + b, or for a - b. An overflow is no word.
func plus(a, b node, minus bool) func(m *machine) (int64, bool) {
	switch {
	case minus && b.kind == literal && b.w > -1<<62:
		return plus(a, constant(wordOf(-b.w)), false)
	case !minus && a.kind == literal && b.kind != literal:
		return plus(b, a, false)
	case a.kind == local && b.kind == literal:
		i, n := a.at, b.w
		return func(m *machine) (int64, bool) {
			x := &m.locals[i]
			s := x.w + n
			return s, x.kind == word && (s > x.w) == (n > 0)
		}
	case a.kind == local && b.kind == local && !minus:
		i, j := a.at, b.at
		return func(m *machine) (int64, bool) {
			x, y := &m.locals[i], &m.locals[j]
			s := x.w + y.w
			return s, x.kind == word && y.kind == word && (s > x.w) == (y.w > 0)
		}
	case a.kind == local && b.kind == local:
		i, j := a.at, b.at
		return func(m *machine) (int64, bool) {
			x, y := &m.locals[i], &m.locals[j]
			s := x.w - y.w
			return s, x.kind == word && y.kind == word && (s < x.w) == (y.w > 0)
		}
	case minus:
		return func(m *machine) (int64, bool) {
			x, ok := a.fast(m)
			if !ok {
				return 0, false
			}
			y, ok := b.fast(m)
			s := x - y
			return s, ok && (s < x) == (y > 0)
		}
	}
	return func(m *machine) (int64, bool) {
		x, ok := a.fast(m)
		if !ok {
			return 0, false
		}
		y, ok := b.fast(m)
		s := x + y
		return s, ok && (s > x) == (y > 0)
	}
}

// noMore returns a closure for a <= b.
func noMore(a, b node) func(m *machine) (int64, bool) {
	switch {
	case a.kind == local && b.kind == literal:
		i, n := a.at, b.w
		return func(m *machine) (int64, bool) {
			x := &m.locals[i]
			return truth(x.w <= n), x.kind == word
		}
	case a.kind == literal && b.kind == local:
		n, j := a.w, b.at
		return func(m *machine) (int64, bool) {
			y := &m.locals[j]
			return truth(n <= y.w), y.kind == word
		}
	case a.kind == local && b.kind == local:
		i, j := a.at, b.at
		return func(m *machine) (int64, bool) {
			x, y := &m.locals[i], &m.locals[j]
			return truth(x.w <= y.w), x.kind == word && y.kind == word
		}
	}
	return func(m *machine) (int64, bool) {
		x, ok := a.fast(m)
		if !ok {
			return 0, false
		}
		y, ok := b.fast(m)
		return truth(x <= y), ok
	}
}

// reversed compiles the negation of a comparison of integers with a constant, as one with the next number; ok is
// false if t is something else.
func (c *terms) reversed(t term.Term) (n node, ok bool) {
	st := c.st
	if st.Op(t) != term.OpLe || st.Sort(st.Arg(t, 0)) != term.Int {
		return node{}, false
	}
	one := num.FromInt64(1)
	switch a, b := st.Arg(t, 0), st.Arg(t, 1); {
	case st.IsNum(b):
		return atMost(constant(intOf(st.Num(b).Add(one))), c.node(a)), true
	case st.IsNum(a):
		return atMost(c.node(b), constant(intOf(st.Num(a).Sub(one)))), true
	}
	return node{}, false
}

// clip compiles (if x <= n then x else y), or with n <= x, such that x is computed once, as where a sum wraps; ok is
// false if t is something else.
func (c *terms) clip(t term.Term) (n node, ok bool) {
	st := c.st
	cond, x, y := st.Arg(t, 0), st.Arg(t, 1), st.Arg(t, 2)
	if st.Op(cond) == term.OpNot {
		cond, x, y = st.Arg(cond, 0), y, x
	}
	if st.Op(cond) != term.OpLe || st.Sort(x) != term.Int {
		return node{}, false
	}
	limit, sign := st.Arg(cond, 1), 1
	if st.Arg(cond, 1) == x {
		limit, sign = st.Arg(cond, 0), -1
	} else if st.Arg(cond, 0) != x {
		return node{}, false
	}
	if !st.IsNum(limit) {
		return node{}, false
	}
	end := st.Num(limit)
	lo, hi := int64(math.MinInt64), int64(math.MaxInt64)
	if w, ok := end.Int64(); !ok {
		return node{}, false
	} else if sign > 0 {
		hi = w
	} else {
		lo = w
	}
	a, b := c.node(x), c.node(y)
	return node{
		fast: func(m *machine) (int64, bool) {
			w, ok := a.fast(m)
			if ok && (w < lo || w > hi) {
				return b.fast(m)
			}
			return w, ok
		},
		full: func(m *machine) val {
			v := a.full(m)
			if v.kind != unknown && v.number().Cmp(end)*sign > 0 {
				return b.full(m)
			}
			return v
		},
	}, true
}

// equals returns a closure for a = b.
func equals(a, b node) func(m *machine) (int64, bool) {
	if a.kind == literal {
		a, b = b, a
	}
	switch {
	case a.kind == local && b.kind == literal:
		i, n := a.at, b.w
		return func(m *machine) (int64, bool) {
			x := &m.locals[i]
			return truth(x.w == n), x.kind == word
		}
	case a.kind == local && b.kind == local:
		i, j := a.at, b.at
		return func(m *machine) (int64, bool) {
			x, y := &m.locals[i], &m.locals[j]
			return truth(x.w == y.w), x.kind == word && y.kind == word
		}
	}
	return func(m *machine) (int64, bool) {
		x, ok := a.fast(m)
		if !ok {
			return 0, false
		}
		y, ok := b.fast(m)
		return truth(x == y), ok
	}
}
