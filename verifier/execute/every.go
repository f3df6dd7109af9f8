package execute

import "github.com/muster-smt/muster/theory/term"

// every says that elements of a map are not a value: (forall i :: lo <= i && i < hi ==> m[i] != not). So the C front
// end asks whether a text has an end. Or it says that they are those of another map at a distance, ... m[i] ==
// other[i + shift]), as the Go front end does of texts that are equal.
type every struct {
	m, lo, hi, not reg
	other, shift   reg // other is -1 if there is none
}

// maxEvery limits the elements that are looked at.
const maxEvery = 1 << 20

// everyOf returns what such a formula consists of, and the map.
func (c *compiler) everyOf(t term.Term) (m term.Term, x parts, ok bool) {
	st := c.st
	if st.Op(t) != term.OpForall {
		return 0, x, false
	}
	q := st.Quant(t)
	if len(q.Vars) != 1 || st.Sort(q.Vars[0]) != term.Int {
		return 0, x, false
	}
	x.i = q.Vars[0]
	var within []term.Term
	for _, a := range c.denied(q.Body, nil) {
		e := a
		if st.Op(a) == term.OpNot {
			e = st.Arg(a, 0)
		}
		if st.Op(e) != term.OpEq || m != 0 {
			within = append(within, a)
			continue
		}
		m = c.compared(st.Arg(e, 0), st.Arg(e, 1), e == a, &x)
	}
	return m, x, m != 0 && len(within) == 2 && c.bounds(within, &x)
}

// compared reads that an element of a map at i is a value, or is not an element of another map; else it returns 0.
func (c *compiler) compared(e, v term.Term, equal bool, x *parts) term.Term {
	st := c.st
	if equal {
		if st.Ground(e) {
			e, v = v, e
		}
		if x.value = v; !st.Ground(v) || st.Sort(v) != term.Int {
			return 0
		}
		return c.elementAt(e, x.i, 0)
	}
	if st.Sort(e) != term.Int || st.Op(e) != term.OpSelect || st.Op(v) != term.OpSelect {
		return 0
	}
	m := c.elementAt(e, x.i, 0)
	if m == 0 {
		e, v = v, e
		m = c.elementAt(e, x.i, 0)
	}
	if m == 0 || !c.moved(v, 0, x) {
		return 0
	}
	return m
}

// denied returns formulas of which one is false exactly where a formula is true.
func (c *compiler) denied(t term.Term, out []term.Term) []term.Term {
	st := c.st
	switch {
	case st.Op(t) == term.OpOr:
		for _, a := range st.Args(t) {
			out = c.denied(a, out)
		}
		return out
	case st.Op(t) == term.OpNot && st.Op(st.Arg(t, 0)) == term.OpAnd:
		return append(out, st.Args(st.Arg(t, 0))...)
	}
	return append(out, st.Not(t))
}

// every compiles such a formula; another one with a quantifier is refused.
func (c *compiler) every(t term.Term, dst reg) reg {
	if c.opening {
		r := c.into(t, dst)
		c.emit(opUnknown, r, 0, 0)
		return r
	}
	m, x, ok := c.everyOf(t)
	if !ok {
		c.refuse("a quantifier")
		return c.into(t, dst)
	}
	e := every{m: c.value(m, -1), lo: c.value(x.lo, -1), hi: c.value(x.hi, -1), other: -1}
	if x.source != 0 {
		e.other, e.shift = c.value(x.source, -1), c.value(x.shift, -1)
	} else {
		e.not = c.value(x.value, -1)
	}
	r := c.into(t, dst)
	c.everies = append(c.everies, e)
	c.emit(opEvery, r, int32(len(c.everies)-1), 0)
	return r
}

// every says whether such a formula is true.
func (m *machine) every(e *every) int64 {
	lo, hi, not, wrong := m.regs[e.lo], m.regs[e.hi], m.regs[e.not], int64(1)
	if e.other >= 0 {
		not, wrong = m.regs[e.shift], 0
	}
	if lo == unknown || hi == unknown || not == unknown {
		return unknown
	}
	if lo <= tagTop || hi <= tagTop || hi > lo && uint64(hi-lo) > maxEvery || e.other >= 0 && not <= tagTop {
		m.why = "a formula about many elements of a map"
		return unknown
	}
	out := int64(1)
	for i := lo; i < hi; i++ {
		w := not
		if e.other >= 0 {
			w = m.element(e.other, i+not)
		}
		switch m.equals(m.element(e.m, i), w) {
		case wrong:
			return 0
		case unknown:
			out = unknown
		}
	}
	return out
}

// element returns an element of the map in a register.
func (m *machine) element(r reg, i int64) int64 {
	v, known := m.table(r).get(i)
	if !known {
		return m.cell(m.maps[r], i)
	}
	return v
}
