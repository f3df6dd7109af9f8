package simplex

import (
	"math"

	"github.com/muster-smt/muster/theory/num"
)

// GCDTest looks at the rows whose base has a fractional value. False means
// that one has no integer solution: the common divisor of the coefficients of
// variables that are not fixed does not divide the sum of the fixed ones, nor any sum that
// the bounds of the terms with the least coefficient, or of reals, allow. Conflict has the
// bounds used.
func (t *Tableau) GCDTest() bool {
	for r := range t.rows {
		w := &t.rows[r]
		if w.base == NoVar || t.vars[w.base].flags&isInt == 0 || t.vars[w.base].val.IsInt() {
			continue
		}
		t.loadRow(w)
		if !t.sumGCD() {
			t.stats.GCDConflicts++
			return false
		}
	}
	return true
}

// sumGCD is GCDTest for the sum in t.scratch. Reals that are not fixed take the place of
// the terms with the least coefficient; if one of them has no bounds, the test passes.
func (t *Tableau) sumGCD() bool {
	var constant num.Rat
	var g, least num.Int
	reals := false
	for i := range t.scratch {
		m := &t.scratch[i]
		v := &t.vars[m.v]
		if t.fixedVar(v) {
			constant = constant.AddMul(num.RatFromInt(m.c), t.recs[v.lo].b)
			continue
		}
		if v.flags&isInt == 0 {
			reals = true
			continue
		}
		g = g.GCD(m.c)
		if c := m.c.Abs(); least.IsZero() || c.Less(least) {
			least = c
		}
	}
	if g.IsZero() {
		return true
	}
	if reals {
		least = num.Int{}
	} else if !constant.IsInt() || !g.Divides(constant.Num()) {
		t.gcdConflict(num.Int{})
		return false
	}
	return t.rangeGCD(constant, least)
}

// rangeGCD tests whether the sum of the constant, the reals and the terms with the least
// coefficient can be a multiple of the common divisor of all others.
func (t *Tableau) rangeGCD(constant num.Rat, least num.Int) bool {
	lo, hi, others := constant, constant, num.Int{}
	above, below := false, false // the sum is not lo, not hi
	for i := range t.scratch {
		m := &t.scratch[i]
		v := &t.vars[m.v]
		if t.fixedVar(v) {
			continue
		}
		if v.flags&isInt != 0 && !m.c.Abs().Equal(least) {
			if others = others.GCD(m.c); others.IsOne() && !least.IsZero() {
				return true
			}
			continue
		}
		if v.lo == 0 || v.up == 0 {
			return true
		}
		a, b := &t.recs[v.lo], &t.recs[v.up]
		if m.c.Sign() < 0 {
			a, b = b, a
		}
		c := num.RatFromInt(m.c)
		lo, hi = lo.AddMul(c, a.b), hi.AddMul(c, b.b)
		above, below = above || a.delta != 0, below || b.delta != 0
	}
	if others.IsZero() {
		return true
	}
	by := num.RatFromInt(others)
	if !roundBound(hi.Div(by), below, true).Less(roundBound(lo.Div(by), above, false)) {
		return true
	}
	t.gcdConflict(least)
	return false
}

// gcdConflict blames the bounds of the fixed variables of t.scratch, of the reals, and of
// those whose coefficient has the given magnitude, with the signs of the row.
func (t *Tableau) gcdConflict(magnitude num.Int) {
	t.clearConflict()
	for i := range t.scratch {
		m := &t.scratch[i]
		v := &t.vars[m.v]
		if t.fixedVar(v) || v.flags&isInt == 0 || m.c.Abs().Equal(magnitude) {
			t.blameFixed(m.v, num.RatFromInt(m.c), math.MaxInt32)
		}
	}
}

// AtInteger reports whether the value of v, which is not a slack variable that no row has
// entered for, is an integer, without an infinitesimal part: a real variable with a strict
// bound may give one to an integer variable.
func (t *Tableau) AtInteger(v Var) bool {
	return t.vars[v].val.IsInt() && (len(t.del) == 0 || t.del[v].IsZero())
}

// Patch makes values of integer variables integral by moving nonbasic
// variables, without leaving the feasible region and without making another
// integral value fractional. It must follow a feasible Check.
func (t *Tableau) Patch() {
	if !t.atFeasible() {
		return
	}
	for v := range t.vars {
		if x := &t.vars[v]; x.row == nonbasic && x.flags&isInt != 0 && !t.AtInteger(Var(v)) && t.roundNonbasic(Var(v)) {
			t.stats.Patched++
		}
	}
	for r := range t.rows {
		w := &t.rows[r]
		if w.base == NoVar || t.vars[w.base].flags&isInt == 0 || t.vars[w.base].val.IsInt() {
			continue
		}
		for p := range w.es {
			if t.patch(w, &w.es[p]) {
				t.stats.Patched++
				break
			}
		}
	}
	t.keepAssignment()
}

// roundNonbasic moves v to the integer below or above, if that is possible.
func (t *Tableau) roundNonbasic(v Var) bool {
	q := t.vars[v].val
	if q.IsInt() {
		return false // a pivot has left it with an infinitesimal part
	}
	for _, k := range [...]num.Int{q.Floor(), q.Ceil()} {
		if m := num.RatFromInt(k).Sub(q); t.mayMove(v, m) {
			t.shift(v, m, num.Rat{})
			return true
		}
	}
	return false
}

// atFeasible reports whether nothing was asserted since the last feasible
// Check.
func (t *Tableau) atFeasible() bool {
	return int(t.feasibleAt) == len(t.recs) && len(t.violated.vars) == 0 && len(t.pending) == 0
}

// patch tries to make the base of w integral by moving the variable of e.
// With base = n/d and e's factor p/q in lowest terms, d has to divide q, and
// the move is a solution of p*x = -n*(q/d) modulo q.
func (t *Tableau) patch(w *row, e *entry) bool {
	x := &t.vars[e.v]
	if x.flags&isInt == 0 || !t.AtInteger(e.v) || t.fixedVar(x) {
		return false
	}
	factor := num.FromInts(e.c, w.den)
	const most = 1 << 31
	p, ok1 := factor.Num().Int64()
	q, ok2 := factor.Den().Int64()
	n, ok3 := t.vars[w.base].val.Num().Int64()
	d, ok4 := t.vars[w.base].val.Den().Int64()
	if !(ok1 && ok2 && ok3 && ok4) || q >= most || q%d != 0 {
		return false
	}
	inverse := inverseMod(mod(p, q), q)
	move := mod(-mod(n, q)*(q/d)%q*inverse, q)
	for _, m := range [...]int64{move, move - q} {
		if t.mayMove(e.v, num.RatFromInt64(m)) {
			t.shift(e.v, num.RatFromInt64(m), num.Rat{})
			return true
		}
	}
	return false
}

func mod(a, q int64) int64 {
	if a %= q; a < 0 {
		a += q
	}
	return a
}

// inverseMod returns the inverse of a modulo q, which is coprime to a, by
// Euclid's algorithm.
func inverseMod(a, q int64) int64 {
	r0, r1, s0, s1 := q, a, int64(0), int64(1)
	for r1 != 0 {
		k := r0 / r1
		r0, r1 = r1, r0-k*r1
		s0, s1 = s1, s0-k*s1
	}
	return mod(s0, q)
}

// mayMove reports whether the nonbasic variable v may be moved by x so that
// all bounds hold and integral values of integer variables stay integral.
func (t *Tableau) mayMove(v Var, x num.Rat) bool {
	if !t.allows(v, Value{R: x}) {
		return false
	}
	for _, ce := range t.cols[v] {
		w := &t.rows[ce.row]
		y := num.FromInts(w.es[ce.rpos].c, w.den).Mul(x)
		b := &t.vars[w.base]
		if b.flags&isInt != 0 && b.val.IsInt() && !y.IsInt() || !t.allows(w.base, Value{R: y}) {
			return false
		}
	}
	return true
}

// allows reports whether the value of v plus x is within the bounds of v.
func (t *Tableau) allows(v Var, x Value) bool {
	b := &t.vars[v]
	x.R = b.val.Add(x.R)
	if len(t.del) > 0 {
		x.D = t.del[v].Add(x.D)
	}
	return (b.lo == 0 || t.recs[b.lo].compare(x) >= 0) && (b.up == 0 || t.recs[b.up].compare(x) <= 0)
}

// compare compares x with the bound.
func (b *boundRec) compare(x Value) int {
	if c := x.R.Cmp(b.b); c != 0 {
		return c
	}
	return x.D.Cmp(num.RatFromInt64(int64(b.delta)))
}
