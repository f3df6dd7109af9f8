package execute

import (
	"slices"

	"github.com/muster-smt/muster/fuzz/bpl"
)

// fill gives a cell a symbol wherever the same map occurs.
func (x *explorer) fill(need needCell) {
	s := x.cur
	v := s.symbol(need.t.sort.elem)
	key := unpacked(need.key)
	var replace func(w value) value
	replace = func(w value) value {
		if w.m == nil {
			return w
		}
		w.m = w.m.each(replace)
		if w.m.base == need.t.base {
			if _, ok := w.m.find(key); !ok {
				w.m = w.m.with(key, v)
			}
		}
		return w
	}
	s.each(replace)
	s.due = len(s.facts) > 0
}

// choose continues with each value that the assumptions allow for a symbol.
func (x *explorer) choose(v value, assumed []*expr) {
	var values []int64
	switch v.kind {
	case boolSort:
		values = []int64{0, 1}
	case ownSort:
		for n := range x.cur.used + 1 {
			values = append(values, n)
		}
	default:
		values = x.allowed(v, assumed)
	}
	for i, n := range values {
		s := x.cur
		if i < len(values)-1 {
			s = s.clone()
		}
		s.set(v, n)
		x.todo = append(x.todo, s)
	}
}

// maxChoice bounds the values that are tried for a number.
const maxChoice = 24

// allowed returns the numbers that v may be, or some of them.
func (x *explorer) allowed(v value, assumed []*expr) []int64 {
	b := x.bounds(v, assumed)
	if v.kind == bitsSort && !b.hasLo {
		return x.vectors(v)
	}
	var values []int64
	if b.hasLo && b.hasHi && b.hi-b.lo < maxChoice {
		for n := b.lo; n <= b.hi; n++ {
			values = append(values, n)
		}
		return values
	}
	x.exact = false
	try := func(n int64) {
		if (!b.hasLo || n >= b.lo) && (!b.hasHi || n <= b.hi) && !slices.Contains(values, n) && len(values) < maxChoice {
			values = append(values, n)
		}
	}
	if b.hasLo {
		try(b.lo)
	}
	if b.hasHi {
		try(b.hi)
	}
	for _, n := range x.p.hints {
		try(n)
	}
	for n := int64(-1); n <= 2; n++ {
		try(n)
	}
	return values
}

// vectors returns all bit-vectors, or some of them.
func (x *explorer) vectors(v value) []int64 {
	var values []int64
	if v.width <= narrowWidth {
		for n := range int64(1) << v.width {
			values = append(values, n)
		}
		return values
	}
	x.exact = false
	for _, n := range append([]int64{0, 1, 2, -1, -2, 1 << (v.width - 1)}, x.p.hints...) {
		if n &= int64(mask(v.width)); !slices.Contains(values, n) {
			values = append(values, n)
		}
	}
	return values
}

// narrowWidth is the width up to which all bit-vectors are tried.
const narrowWidth = 4

// bounds returns the bounds on v from the comparisons in the conditions.
func (x *explorer) bounds(v value, conds []*expr) bounds {
	var b bounds
	for _, a := range conds {
		for _, c := range conjuncts(nil, a) {
			if c.op == bpl.Forall && len(c.bound) == 1 && c.bound[0].kind == intSort && c.args[0].op == bpl.Implies {
				x.instances(&b, v, c)
			} else {
				x.bound1(&b, v, c)
			}
		}
	}
	return b
}

// instances adds the bounds on v from a condition over all numbers of a range.
func (x *explorer) instances(b *bounds, v value, c *expr) {
	outer := x.env
	defer func() {
		x.env = outer
		switch r := recover().(type) {
		case nil, needSymbol, needCell, lost:
		default:
			panic(r)
		}
	}()
	x.env.bound = []value{{}}
	lo, hi, ok := x.env.guarded(c, 0, 1)
	for n := lo; ok && n <= min(hi, lo+maxRange); n++ {
		x.env.bound[0] = integer(n)
		if !x.env.holds(c.args[0].args[0]) {
			continue
		}
		for _, d := range conjuncts(nil, c.args[0].args[1]) {
			x.bound1(b, v, d)
		}
	}
}

// bound1 adds the bound on v from a conjunct that compares it with a known value.
func (x *explorer) bound1(b *bounds, v value, c *expr) {
	if len(c.args) != 2 || !comparison(c.op) {
		return
	}
	l, okL := x.try(c.args[0])
	r, okR := x.try(c.args[1])
	switch {
	case !okL || !okR:
	case l == v && !r.symbol && (r.kind == intSort || r.kind == bitsSort):
		b.add(c.op, r.n)
	case r == v && !l.symbol && (l.kind == intSort || l.kind == bitsSort):
		b.add(mirrored[c.op], l.n)
	}
}

// try evaluates an expression, unless that needs a choice.
func (x *explorer) try(e *expr) (v value, ok bool) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case needSymbol, needCell, lost:
			ok = false
		default:
			panic(r)
		}
	}()
	return x.env.eval(e), true
}

// assume reports whether all conditions hold. If they depend on a symbol, it chooses among
// the values that they allow.
func (x *explorer) assume(conds []*expr) bool {
	var unbounded *value
	for _, c := range conds {
		v, holds := x.whether(c)
		switch {
		case v == nil && !holds:
			return false
		case v == nil:
		case v.kind != intSort && v.width <= narrowWidth || x.narrow(*v, conds):
			x.choose(*v, conds)
			return false
		case unbounded == nil:
			unbounded = v
		}
	}
	if unbounded != nil {
		x.choose(*unbounded, conds)
		return false
	}
	return true
}

// narrow reports whether the conditions leave few values for v.
func (x *explorer) narrow(v value, conds []*expr) bool {
	b := x.bounds(v, conds)
	return b.hasLo && b.hasHi && b.hi-b.lo < maxChoice
}

// whether evaluates a condition, or returns the symbol that it needs.
func (x *explorer) whether(c *expr) (need *value, holds bool) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case needSymbol:
			need = &r.v
		case lost:
			if c.op != bpl.Forall {
				panic(r)
			}
			x.remember(c)
			holds = true
		default:
			panic(r)
		}
	}()
	return nil, x.env.holds(c)
}
