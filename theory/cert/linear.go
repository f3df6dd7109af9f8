package cert

import (
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// linear is a linear form over monomials.
type linear struct {
	coeff  map[node]num.Rat // none is zero
	c      num.Rat
	strict bool // where it is known to be at most 0: it is not 0
}

func newLinear() linear { return linear{coeff: map[node]num.Rat{}} }

func (f *linear) add(n node, c num.Rat) {
	if c = f.coeff[n].Add(c); c.IsZero() {
		delete(f.coeff, n)
	} else {
		f.coeff[n] = c
	}
}

// addScaled adds k*g; strictness is left to the caller.
func (f *linear) addScaled(g *linear, k num.Rat) {
	for _, t := range g.terms() {
		f.add(t, g.coeff[t].Mul(k))
	}
	f.c = f.c.Add(g.c.Mul(k))
}

// scaled returns k*f.
func (f *linear) scaled(k num.Rat) linear {
	g := newLinear()
	g.strict = f.strict
	g.addScaled(f, k)
	return g
}

// isIntegral reports whether f is an integer: atoms, coefficients and constant
// are.
func (z *normalizer) isIntegral(f *linear) bool {
	for n, k := range f.coeff {
		if !k.IsInt() || z.nodes[n].sort != term.Int {
			return false
		}
	}
	return f.c.IsInt()
}

// multiply returns f*g.
func (z *normalizer) multiply(f, g *linear) linear {
	h := f.scaled(g.c)
	for _, n := range g.terms() {
		k := g.coeff[n]
		h.add(n, k.Mul(f.c))
		for _, m := range f.terms() {
			h.add(z.product(m, n), k.Mul(f.coeff[m]))
		}
	}
	h.c = f.c.Mul(g.c)
	return h
}

func (f *linear) terms() []node {
	ts := make([]node, 0, len(f.coeff))
	for t := range f.coeff {
		ts = append(ts, t)
	}
	slices.Sort(ts)
	return ts
}

// content is the greatest positive rational of which all coefficients are
// integer multiples; 0 for a constant form.
func (f *linear) content() num.Rat {
	var n num.Int
	d := num.FromInt64(1)
	for _, t := range f.terms() {
		n, d = n.GCD(f.coeff[t].Num().Abs()), d.LCM(f.coeff[t].Den())
	}
	if n.IsZero() {
		return num.Rat{}
	}
	// The common divisor of n1/d1, n2/d2, ... over the common denominator.
	n = num.Int{}
	for _, t := range f.terms() {
		n = n.GCD(f.coeff[t].Mul(num.RatFromInt(d)).Num().Abs())
	}
	return num.FromInts(n, d)
}

// ratio returns k with f = k*g except for the constants; false if there is none.
func (f *linear) ratio(g *linear) (num.Rat, bool) {
	if len(f.coeff) != len(g.coeff) || len(f.coeff) == 0 {
		return num.Rat{}, false
	}
	ts := f.terms()
	k := f.coeff[ts[0]]
	if g.coeff[ts[0]].IsZero() {
		return num.Rat{}, false
	}
	k = k.Div(g.coeff[ts[0]])
	for _, t := range ts {
		if !f.coeff[t].Equal(g.coeff[t].Mul(k)) {
			return num.Rat{}, false
		}
	}
	return k, true
}

// form returns the linear form of a number.
func (z *normalizer) form(t term.Term) linear {
	p := z.poly(z.of(t))
	f := newLinear()
	f.c = p.c
	for _, m := range p.mons {
		f.coeff[m.n] = m.k
	}
	return f
}

// ofIntegers reports whether all atoms of f are integers.
func (z *normalizer) ofIntegers(f *linear) bool {
	for n := range f.coeff {
		if z.nodes[n].sort != term.Int {
			return false
		}
	}
	return true
}

// absurd reports whether f is a number for which f <= 0 (f < 0 if strict) is
// false.
func (f *linear) absurd() bool {
	return len(f.coeff) == 0 && (f.c.Sign() > 0 || f.c.IsZero() && f.strict)
}

// tighten returns f, for which f <= 0 (or f < 0) is known, with the greatest
// constant that integrality allows.
func (z *normalizer) tighten(f linear) linear {
	g := f.content()
	if g.IsZero() || !z.ofIntegers(&f) {
		return f
	}
	// sum <= -c: the sum is a multiple k*g.
	k := f.c.Neg().Div(g)
	top := k.Floor()
	if f.strict && k.IsInt() {
		top = top.Sub(num.FromInt64(1))
	}
	f.c, f.strict = num.RatFromInt(top).Mul(g).Neg(), false
	return f
}

// difference returns a - b - off.
func (z *normalizer) difference(a, b term.Term, off num.Rat) linear {
	f, g := z.form(a), z.form(b)
	f.addScaled(&g, num.RatFromInt64(-1))
	f.c = f.c.Sub(off)
	return f
}
