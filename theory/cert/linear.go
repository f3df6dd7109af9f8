package cert

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// linear is a linear form over terms that are not sums or multiples.
type linear struct {
	coeff map[term.Term]num.Rat // none is zero
	c     num.Rat
}

func newLinear() linear { return linear{coeff: map[term.Term]num.Rat{}} }

func (f *linear) add(t term.Term, c num.Rat) {
	if c = f.coeff[t].Add(c); c.IsZero() {
		delete(f.coeff, t)
	} else {
		f.coeff[t] = c
	}
}

// addScaled adds k*g.
func (f *linear) addScaled(g *linear, k num.Rat) {
	for _, t := range g.terms() {
		f.add(t, g.coeff[t].Mul(k))
	}
	f.c = f.c.Add(g.c.Mul(k))
}

func (f *linear) terms() []term.Term {
	ts := make([]term.Term, 0, len(f.coeff))
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

// key names a form up to its constant.
func (f *linear) key() string {
	var b strings.Builder
	for _, t := range f.terms() {
		fmt.Fprintf(&b, "%s*%d ", f.coeff[t], t)
	}
	return b.String()
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
func form(st *term.Store, t term.Term) linear {
	type item struct {
		t term.Term
		k num.Rat
	}
	f := newLinear()
	work := []item{{t, num.RatFromInt64(1)}}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		switch st.Op(x.t) {
		case term.OpNum:
			f.c = f.c.Add(x.k.Mul(num.RatFromInt(st.Num(x.t))))
			continue
		case term.OpAdd:
			for _, a := range st.Args(x.t) {
				work = append(work, item{a, x.k})
			}
			continue
		case term.OpMul:
			a, b := st.Arg(x.t, 0), st.Arg(x.t, 1)
			if st.IsNum(b) {
				a, b = b, a
			}
			if st.IsNum(a) {
				work = append(work, item{b, x.k.Mul(num.RatFromInt(st.Num(a)))})
				continue
			}
		}
		f.add(x.t, x.k)
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
func difference(st *term.Store, a, b term.Term, off num.Int) linear {
	f, g := form(st, a), form(st, b)
	f.addScaled(&g, num.RatFromInt64(-1))
	f.c = f.c.Sub(num.RatFromInt(off))
	return f
}
