package rerun

import "github.com/muster-smt/muster/theory/term"

// every compiles a formula about all integers in a range, (forall i :: lo <= i && i < hi ==> f(i)): f is evaluated
// for one after the other. Another quantifier is unknown.
func (c *terms) every(t term.Term) node {
	q := c.st.Quant(t)
	if len(q.Vars) != 1 || c.st.Sort(q.Vars[0]) != term.Int || c.bound != 0 {
		return unknownNode()
	}
	i := q.Vars[0]
	var lo, hi term.Term
	var rest []term.Term
	for _, d := range c.disjuncts(q.Body) {
		below, above := c.outside(d, i)
		switch {
		case below != 0 && lo == 0:
			lo = below
		case above != 0 && hi == 0:
			hi = above
		default:
			rest = append(rest, d)
		}
	}
	if lo == 0 || hi == 0 {
		return unknownNode()
	}
	from, to := c.node(lo), c.node(hi)
	c.bound = i
	f := c.junction(rest, true)
	c.bound = 0
	full := func(m *machine) val {
		first, end := from.full(m), to.full(m)
		if first.kind != word || end.kind != word || end.w > first.w && uint64(end.w-first.w) > maxFill {
			return val{}
		}
		out := boolOf(true)
		for m.bound = first.w; m.bound < end.w; m.bound++ {
			switch v := f.full(m); {
			case v.kind == unknown:
				out = v
			case v.w == 0:
				return v
			}
		}
		return out
	}
	return node{fast: func(m *machine) (int64, bool) { v := full(m); return v.w, v.kind == word }, full: full}
}

// disjuncts returns formulas one of which is true where another one is.
func (c *terms) disjuncts(t term.Term) (out []term.Term) {
	st := c.st
	switch {
	case st.Op(t) == term.OpOr:
		for _, a := range st.Args(t) {
			out = append(out, c.disjuncts(a)...)
		}
	case st.Op(t) == term.OpNot && st.Op(st.Arg(t, 0)) == term.OpAnd:
		for _, a := range st.Args(st.Arg(t, 0)) {
			out = append(out, st.Not(a))
		}
	default:
		out = append(out, t)
	}
	return out
}

// outside returns lo if a formula says i < lo, and hi if it says hi <= i; else 0.
func (c *terms) outside(t, i term.Term) (lo, hi term.Term) {
	st := c.st
	not := st.Op(t) == term.OpNot
	if not {
		t = st.Arg(t, 0)
	}
	if st.Op(t) != term.OpLe {
		return 0, 0
	}
	x, y := st.Arg(t, 0), st.Arg(t, 1)
	switch {
	case y == i && st.Ground(x) && not:
		return x, 0
	case y == i && st.Ground(x):
		return 0, x
	case not && st.Ground(y) && st.Lt(i, y) == t:
		return 0, y
	}
	return 0, 0
}
