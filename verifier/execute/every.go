package execute

import "github.com/muster-smt/muster/theory/term"

// every says that elements of a map are not a value: (forall i :: lo <= i && i < hi ==> m[i] != not). So the C front
// end asks whether a text has an end.
type every struct{ m, lo, hi, not reg }

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
		if st.Op(a) != term.OpEq {
			within = append(within, a)
			continue
		}
		e, v := st.Arg(a, 0), st.Arg(a, 1)
		if st.Ground(e) {
			e, v = v, e
		}
		if n := c.elementOf(e, x.i); m == 0 && n != 0 && c.regOf[n] != 0 && st.Ground(v) && st.Sort(v) == term.Int {
			m, x.value = n, v
		}
	}
	return m, x, m != 0 && len(within) == 2 && c.bounds(within, &x)
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
	e := every{c.regOf[m], c.value(x.lo, -1), c.value(x.hi, -1), c.value(x.value, -1)}
	r := c.into(t, dst)
	c.everies = append(c.everies, e)
	c.emit(opEvery, r, int32(len(c.everies)-1), 0)
	return r
}

// every says whether such a formula is true.
func (m *machine) every(e *every) int64 {
	lo, hi, not := m.regs[e.lo], m.regs[e.hi], m.regs[e.not]
	if lo == unknown || hi == unknown || not == unknown {
		return unknown
	}
	if lo <= tagTop || hi <= tagTop || hi > lo && uint64(hi-lo) > maxEvery {
		m.why = "a formula about many elements of a map"
		return unknown
	}
	out := int64(1)
	for i := lo; i < hi; i++ {
		v, known := m.table(e.m).get(i)
		if !known {
			v = m.cell(m.maps[e.m], i)
		}
		switch m.equals(v, not) {
		case 1:
			return 0
		case unknown:
			out = unknown
		}
	}
	return out
}
