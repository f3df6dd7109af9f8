package cert

import (
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// linear is a linear form over monomials.
type linear struct {
	coeff map[node]num.Rat // none is zero
	c     num.Rat
}

func newLinear() linear { return linear{coeff: map[node]num.Rat{}} }

func (f *linear) add(n node, c num.Rat) {
	if c = f.coeff[n].Add(c); c.IsZero() {
		delete(f.coeff, n)
	} else {
		f.coeff[n] = c
	}
}

// addScaled adds k*g.
func (f *linear) addScaled(g *linear, k num.Rat) {
	for _, t := range g.terms() {
		f.add(t, g.coeff[t].Mul(k))
	}
	f.c = f.c.Add(g.c.Mul(k))
}

// scaled returns k*f.
func (f *linear) scaled(k num.Rat) linear {
	g := newLinear()
	g.addScaled(f, k)
	return g
}

// isIntegral reports whether the constant and all coefficients are integers.
func (f *linear) isIntegral() bool {
	for _, k := range f.coeff {
		if !k.IsInt() {
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

// ratio returns k with f = k*g but for the constants; false if there is none.
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

// form returns the linear form of an Int term.
func (z *normalizer) form(t term.Term) linear {
	p := z.poly(z.of(t))
	f := newLinear()
	f.c = num.RatFromInt(p.c)
	for _, m := range p.mons {
		f.coeff[m.n] = num.RatFromInt(m.k)
	}
	return f
}

// tighten returns f, of which f <= 0 is known, with the constant made as great as integers allow.
func tighten(f linear) linear {
	if g := f.content(); !g.IsZero() {
		// sum <= -c: the sum is a multiple of g.
		f.c = num.RatFromInt(f.c.Neg().Div(g).Floor()).Mul(g).Neg()
	}
	return f
}

// difference returns a - b - off.
func (z *normalizer) difference(a, b term.Term, off num.Int) linear {
	f, g := z.form(a), z.form(b)
	f.addScaled(&g, num.RatFromInt64(-1))
	f.c = f.c.Sub(num.RatFromInt(off))
	return f
}
