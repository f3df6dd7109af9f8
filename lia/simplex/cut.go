package simplex

import (
	"slices"

	"github.com/muster-smt/muster/theory/num"
)

// longestCut and widestCut bound what Cut returns: the number of terms, and
// the bits of a coefficient.
const (
	longestCut = 50
	widestCut  = 128
)

// Inequality states that the sum of Terms is at least K if the bounds Why hold.
// Without terms it is a contradiction. In one from Cut the coefficients in Why are all 1.
type Inequality struct {
	Terms []Monomial
	K     num.Rat
	Why   []Farkas
	Proof Split
}

// Split proves an inequality by cases: its negation, times Negated, contradicts both
//
//	Form <= floor(Value), divided by f0, with the bounds Low, and
//	Form >= floor(Value) + 1, divided by 1 - f0, with the bounds High,
//
// where Form is a sum of integers, and f0 the fractional part of its present Value.
type Split struct {
	Form           []Monomial
	Value, Negated num.Rat
	Low, High      []Farkas
}

// F0 returns the fractional part of Value.
func (s *Split) F0() num.Rat { return s.Value.Sub(num.RatFromInt(s.Value.Floor())) }

// Cut derives a Gomory mixed-integer cut from the row of v, an integer
// variable with a fractional value after a feasible Check. The present
// assignment violates it. False means that there is none: v is nonbasic, a
// variable of its row is not at a bound (unless it is an integer variable with an
// integer coefficient), or the cut would be too large.
func (t *Tableau) Cut(v Var) (Inequality, bool) {
	x := &t.vars[v]
	if x.row < 0 || x.val.IsInt() || len(t.del) > 0 && !t.del[v].IsZero() || len(t.rows[x.row].es) > longestCut {
		return Inequality{}, false
	}
	w := &t.rows[x.row]
	one := num.RatFromInt64(1)
	f0 := x.val.Sub(num.RatFromInt(x.val.Floor()))
	cut := Inequality{K: one}
	proof := &cut.Proof
	proof.add(t, v, one)
	t.clearConflict()
	integral := true
	for k := range w.es {
		e := &w.es[k]
		integer := t.vars[e.v].flags&isInt != 0
		if integer && w.den.Divides(e.c) && t.AtInteger(e.v) {
			// Base + a*variable is an integer variable as well.
			proof.add(t, e.v, num.FromInts(e.c, w.den).Neg())
			continue
		}
		i, ok := t.atBound(e.v)
		if !ok {
			return Inequality{}, false
		}
		// With y the distance of the variable to its bound, the row is
		// base + sum of a*y = value.
		a := num.FromInts(e.c, w.den)
		if !t.recs[i].upper {
			a = a.Neg()
		}
		if t.fixedVar(&t.vars[e.v]) {
			t.blame(t.vars[e.v].lo, one)
			t.blame(t.vars[e.v].up, one)
			proof.bounded(t, i, a.Neg(), f0, num.Rat{})
			continue // the distance is zero
		}
		c := gomory(a, f0, integer)
		part := a // a minus an integer
		if integer {
			part = a.Sub(num.RatFromInt(a.Floor()))
			if f0.Less(part) {
				part = part.Sub(one)
			}
		}
		whole := a.Sub(part)
		if t.recs[i].upper {
			whole = whole.Neg()
		}
		proof.add(t, e.v, whole)
		proof.bounded(t, i, part.Neg(), f0, c)
		t.blame(i, one)
		if t.recs[i].upper {
			c = c.Neg()
		}
		cut.K = cut.K.AddMul(c, t.recs[i].b)
		cut.Terms = append(cut.Terms, Monomial{e.v, c})
		integral = integral && integer
	}
	if !cut.clear(integral) {
		return Inequality{}, false
	}
	cut.Why = append(cut.Why, t.conflict...)
	t.stats.Cuts++
	return cut, true
}

// add adds k times an integer variable to the form.
func (s *Split) add(t *Tableau, v Var, k num.Rat) {
	if !k.IsZero() {
		s.Form = append(s.Form, Monomial{v, k})
		s.Value = s.Value.AddMul(k, t.vars[v].val)
	}
}

// bounded adds the bounds that cancel the distance of a variable to its bound
// i, which has the coefficient part in the form and c in the cut. It is
// negative only for fixed variables, and then their other bound is used.
func (s *Split) bounded(t *Tableau, i int32, part, f0, c num.Rat) {
	x := &t.vars[t.recs[i].v]
	add := func(dst []Farkas, k num.Rat) []Farkas {
		j := i
		switch {
		case k.IsZero():
			return dst
		case k.Sign() < 0:
			if j = x.lo; j == i {
				j = x.up
			}
			k = k.Neg()
		}
		r := &t.recs[j]
		return append(dst, Farkas{r.why, r.v, r.upper, k})
	}
	s.Low = add(s.Low, part.Div(f0).Add(c))
	s.High = add(s.High, c.Sub(part.Div(num.RatFromInt64(1).Sub(f0))))
}

// atBound returns the bound record that the nonbasic variable v sits on.
func (t *Tableau) atBound(v Var) (int32, bool) {
	x := &t.vars[v]
	if len(t.del) > 0 && !t.del[v].IsZero() {
		return 0, false
	}
	for _, i := range [...]int32{x.lo, x.up} {
		if i != 0 && t.recs[i].delta == 0 && t.recs[i].b.Equal(x.val) {
			return i, true
		}
	}
	return 0, false
}

// gomory returns the coefficient in the cut of a variable with coefficient a
// and distance at least zero, if the base has fraction f0.
func gomory(a, f0 num.Rat, integer bool) num.Rat {
	one := num.RatFromInt64(1)
	if !integer {
		if a.Sign() > 0 {
			return a.Div(f0)
		}
		return a.Neg().Div(one.Sub(f0))
	}
	f := a.Sub(num.RatFromInt(a.Floor()))
	if f.Cmp(f0) <= 0 {
		return f.Div(f0)
	}
	return one.Sub(f).Div(one.Sub(f0))
}

// clear makes the coefficients integers without a common divisor, and rounds
// the right side if all variables are integers.
func (c *Inequality) clear(integral bool) bool {
	den := num.FromInt64(1)
	var g num.Int
	for _, m := range c.Terms {
		den = den.LCM(m.C.Den())
		g = g.GCD(m.C.Num())
	}
	if g.IsZero() {
		return len(c.Terms) == 0
	}
	// The common divisor of n1/d1, n2/d2, ... in lowest terms is gcd(n)/lcm(d).
	scale := num.FromInts(den, g)
	c.Proof.Negated = scale.Inv()
	for i := range c.Terms {
		c.Terms[i].C = c.Terms[i].C.Mul(scale)
		if c.Terms[i].C.Num().BitLen() > widestCut {
			return false
		}
	}
	c.K = c.K.Mul(scale)
	if integral {
		c.K = num.RatFromInt(c.K.Ceil())
	}
	return true
}

// Round derives a bound of the integers in the row of v from the bounds of its reals (and
// fixed integers), where v is an integer variable without an integer value after a feasible
// Check. A sum of integers that is at least a number is at least the next integer, which
// bounds of single variables do not express. The present assignment violates the bound. Why
// has the bounds used, with their coefficients; Proof is empty.
func (t *Tableau) Round(v Var) (Inequality, bool) {
	if r := t.vars[v].row; r >= 0 && len(t.rows[r].es) <= longestCut && t.isMixed(&t.rows[r]) {
		for _, up := range [...]bool{true, false} {
			if in, ok := t.roundFrom(&t.rows[r], up); ok {
				t.stats.Cuts++
				return in, true
			}
		}
	}
	return Inequality{}, false
}

// isMixed reports whether a Real occurs in w.
func (t *Tableau) isMixed(w *row) bool {
	return slices.ContainsFunc(w.es, func(e entry) bool { return !t.IsInt(e.v) })
}

// roundFrom is Round from below (if up) or from above, that is, with all signs changed.
func (t *Tableau) roundFrom(w *row, up bool) (in Inequality, ok bool) {
	sign := num.FromInt64(1)
	if !up {
		sign = num.FromInt64(-1)
	}
	// The integers are den*base and the negated integer entries; the rest is at
	// least least, and their sum a multiple of g.
	var least num.Rat
	var now Value
	g, strict := w.den, false
	now.add(t.Value(w.base), num.RatFromInt(w.den))
	for k := range w.es {
		e := &w.es[k]
		if t.vars[e.v].flags&isInt != 0 && !t.fixedVar(&t.vars[e.v]) {
			g = g.GCD(e.c)
			now.add(t.Value(e.v), num.RatFromInt(e.c.Neg()))
			continue
		}
		i := t.boundIndex(e.v, side(e.c, up))
		if i == 0 {
			return in, false
		}
		strict = strict || t.recs[i].delta != 0
		least = least.AddMul(num.RatFromInt(e.c.Mul(sign)), t.recs[i].b)
	}
	over := num.RatFromInt(g.Mul(sign))
	in.K = roundBound(least.Div(num.RatFromInt(g)), strict, false)
	now = Value{now.R.Div(over), now.D.Div(over)}
	if gap := in.K.Cmp(now.R); gap < 0 || gap == 0 && now.D.Sign() >= 0 {
		return Inequality{}, false
	}
	in.Terms = append(in.Terms, Monomial{w.base, num.RatFromInt(w.den).Div(over)})
	t.clearConflict()
	for k := range w.es {
		e := &w.es[k]
		c := num.RatFromInt(e.c).Div(over)
		if t.vars[e.v].flags&isInt != 0 && !t.fixedVar(&t.vars[e.v]) {
			in.Terms = append(in.Terms, Monomial{e.v, c.Neg()})
		} else {
			t.blame(t.boundIndex(e.v, side(e.c, up)), c.Abs())
		}
	}
	in.Why = append(in.Why, t.conflict...)
	return in, true
}

// add adds k*y.
func (x *Value) add(y Value, k num.Rat) {
	x.R, x.D = x.R.AddMul(k, y.R), x.D.AddMul(k, y.D)
}
