package summary

import "github.com/muster-smt/muster/theory/num"

// sym is a symbol of the template being walked: an index of body.symbols.
type sym int32

// one is the symbol whose value is 1.
const one sym = 0

// mono is a symbol with a coefficient other than 0.
type mono struct {
	s sym
	c num.Int
}

// form is a linear combination of symbols, in ascending order.
type form []mono

func constant(v num.Int) form {
	if v.IsZero() {
		return nil
	}
	return form{{one, v}}
}

func single(s sym) form { return form{{s, num.FromInt64(1)}} }

// plus returns f + c*g.
func (f form) plus(g form, c num.Int) form {
	if len(g) == 0 || c.IsZero() {
		return f
	}
	out := make(form, 0, len(f)+len(g))
	i, j := 0, 0
	for i < len(f) || j < len(g) {
		switch {
		case j == len(g) || i < len(f) && f[i].s < g[j].s:
			out = append(out, f[i])
			i++
		case i == len(f) || g[j].s < f[i].s:
			out = append(out, mono{g[j].s, g[j].c.Mul(c)})
			j++
		default:
			if v := f[i].c.Add(g[j].c.Mul(c)); !v.IsZero() {
				out = append(out, mono{f[i].s, v})
			}
			i, j = i+1, j+1
		}
	}
	return out
}

func (f form) minus(g form) form { return f.plus(g, num.FromInt64(-1)) }

func (f form) equal(g form) bool {
	if len(f) != len(g) {
		return false
	}
	for i := range f {
		if f[i].s != g[i].s || !f[i].c.Equal(g[i].c) {
			return false
		}
	}
	return true
}

// coefficient returns the coefficient of s.
func (f form) coefficient(s sym) num.Int {
	for _, m := range f {
		if m.s == s {
			return m.c
		}
	}
	return num.Int{}
}

// bound is a limit of a value, if ok.
type bound struct {
	v  num.Int
	ok bool
}

func (b bound) equal(o bound) bool { return b.ok == o.ok && (!b.ok || b.v.Equal(o.v)) }

// interval is the set of integers between two limits.
type interval struct{ lo, hi bound }

func exactly(v num.Int) interval { return interval{bound{v, true}, bound{v, true}} }

func (x interval) equal(y interval) bool { return x.lo.equal(y.lo) && x.hi.equal(y.hi) }

func (x interval) bounded() bool { return x.lo.ok || x.hi.ok }

// empty reports whether no integer lies in x.
func (x interval) empty() bool { return x.lo.ok && x.hi.ok && x.hi.v.Less(x.lo.v) }

// hull returns the least interval that contains both.
func (x interval) hull(y interval) interval {
	out := x
	if out.lo.ok && (!y.lo.ok || y.lo.v.Less(out.lo.v)) {
		out.lo = y.lo
	}
	if out.hi.ok && (!y.hi.ok || out.hi.v.Less(y.hi.v)) {
		out.hi = y.hi
	}
	return out
}

// meet returns the intersection.
func (x interval) meet(y interval) interval {
	if y.lo.ok && (!x.lo.ok || x.lo.v.Less(y.lo.v)) {
		x.lo = y.lo
	}
	if y.hi.ok && (!x.hi.ok || y.hi.v.Less(x.hi.v)) {
		x.hi = y.hi
	}
	return x
}

// plus returns the interval of x + c*y.
func (x interval) plus(y interval, c num.Int) interval {
	if c.Sign() < 0 {
		y.lo, y.hi = y.hi, y.lo
	}
	return interval{sum(x.lo, y.lo, c), sum(x.hi, y.hi, c)}
}

func sum(a, b bound, c num.Int) bound {
	if !a.ok || !b.ok {
		return bound{}
	}
	return bound{a.v.Add(b.v.Mul(c)), true}
}

// widen returns y, without the limits that x has and y exceeds.
func (x interval) widen(y interval) interval {
	if !x.lo.equal(y.lo) {
		y.lo = bound{}
	}
	if !x.hi.equal(y.hi) {
		y.hi = bound{}
	}
	return y
}
