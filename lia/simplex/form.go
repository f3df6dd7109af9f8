package simplex

import "github.com/muster-smt/muster/theory/num"

// longestForm bounds the rows that Form and Vertex consider. In longer ones
// forms are dense, and rows for them cost more than branching.
const longestForm = 4

// Form returns an integer combination of integer variables, and its fractional value at the
// vertex where v is; v is an integer variable with a fractional value after a feasible Check. A
// split on the combination excludes the vertex but no integer point: "cuts from proofs" of
// Dillig, Dillig and Aiken (CAV 2009). The bounds that the row of v meets, as equations over
// integers, have no solution; the combination consists of the multipliers of their refutation.
// (Splits on single variables converge slowly on long thin regions at an angle to the axes.)
// False means that there is none: for instance, a variable of the row meets no bound, or the
// numbers would be too large.
func (t *Tableau) Form(v Var) (form []Monomial, value num.Rat, ok bool) {
	r := t.vars[v].row
	if r < 0 || len(t.rows[r].es) > longestForm {
		return nil, value, false
	}
	d := diophantine{t: t, widest: 2 * widestCut, met: true}
	for range t.vars {
		d.fresh()
	}
	for k := range t.rows[r].es {
		x := t.rows[r].es[k].v
		i := t.vars[x].def
		if i < 0 {
			continue
		}
		if _, met := t.met(x); !met || !t.integral(&t.defs[i]) {
			return nil, value, false
		}
		if !d.add(d.read(i)) {
			break
		}
	}
	for _, m := range d.form {
		form = append(form, Monomial{m.of, m.coeff})
		value = value.AddMul(m.coeff, t.vars[m.of].val)
	}
	return form, value, len(form) > 0 && !value.IsInt()
}

// met returns the value of the nonbasic integer variable x if it is an integer and a bound.
func (t *Tableau) met(x Var) (num.Int, bool) {
	v := &t.vars[x]
	if v.row != nonbasic || v.flags&isInt == 0 || !t.AtInteger(x) {
		return num.Int{}, false
	}
	_, ok := t.atBound(x)
	return v.val.Num(), ok
}

// combine stores in d.form the combination of definitions that e stands for; e has no
// solution, since g does not divide its constant. A form with greater coefficients than the
// definitions is dropped: forms made of forms would grow without end.
func (d *diophantine) combine(e *equation, g num.Int) {
	var greatest num.Int
	for _, f := range e.from {
		k := f.coeff.Div(num.RatFromInt(g))
		for _, m := range d.t.defs[f.of].terms {
			if greatest.Less(m.c.Abs()) {
				greatest = m.c.Abs()
			}
			if _, met := d.t.met(m.v); !met {
				d.form.add(m.v, k.Mul(num.RatFromInt(m.c)))
			}
		}
	}
	for _, m := range d.form {
		if !m.coeff.IsInt() || greatest.Less(m.coeff.Num().Abs()) {
			d.form = nil
			return
		}
	}
}

// Vertex moves the variables of v's row to bounds, as far as they have any.
// Nudges and patches leave nonbasic variables between their bounds, where neither
// cuts nor forms can be derived. All bounds stay satisfied.
func (t *Tableau) Vertex(v Var) {
	if !t.atFeasible() {
		return
	}
	for k := 0; t.vars[v].row >= 0; k++ {
		es := t.rows[t.vars[v].row].es
		if k == len(es) || len(es) > longestForm {
			break
		}
		x := es[k].v
		if !t.meetsBound(x) && t.slide(x) {
			k = -1 // the row is another one
		}
	}
	t.keepAssignment()
}

// meetsBound reports whether the value of x is a bound of it, strict or not.
func (t *Tableau) meetsBound(x Var) bool {
	b := &t.vars[x]
	return b.lo != 0 && t.cmpValue(x, b.lo) == 0 || b.up != 0 && t.cmpValue(x, b.up) == 0
}

// slide moves the nonbasic variable x up or down until it or a basic variable
// meets a bound, and pivots if it is the latter. It reports whether it did.
func (t *Tableau) slide(x Var) bool {
	var step Value
	blocking := int32(-1)
	found := false
	for _, up := range [...]bool{true, false} {
		s, r, ok := t.room(x, up)
		if ok && (!found || s.magnitude().less(step.magnitude())) {
			step, blocking, found = s, r, true
		}
	}
	if !found {
		return false
	}
	t.shift(x, step.R, step.D)
	if blocking < 0 {
		return true
	}
	for p := range t.rows[blocking].es {
		if t.rows[blocking].es[p].v == x {
			t.stats.Pivots++
			t.pivot(blocking, int32(p))
			break
		}
	}
	return true
}

// room returns how far the nonbasic variable x may move up (or down), and the row
// whose base blocks it; -1 is its own bound. False means that nothing blocks it.
func (t *Tableau) room(x Var, up bool) (step Value, blocking int32, ok bool) {
	blocking = -1
	note := func(v Var, i int32, k num.Rat, r int32) {
		if i == 0 {
			return
		}
		now := t.Value(v)
		b := &t.recs[i]
		s := Value{b.b.Sub(now.R), num.RatFromInt64(int64(b.delta)).Sub(now.D)}.times(k.Inv())
		if !ok || s.magnitude().less(step.magnitude()) {
			step, blocking, ok = s, r, true
		}
	}
	note(x, t.boundIndex(x, up), num.RatFromInt64(1), -1)
	for _, ce := range t.cols[x] {
		w := &t.rows[ce.row]
		c := w.es[ce.rpos].c
		note(w.base, t.boundIndex(w.base, (c.Sign() > 0) == up), num.FromInts(c, w.den), ce.row)
	}
	return step, blocking, ok
}

// magnitude returns the absolute value of x.
func (x Value) magnitude() Value {
	if s := x.R.Sign(); s < 0 || s == 0 && x.D.Sign() < 0 {
		return Value{x.R.Neg(), x.D.Neg()}
	}
	return x
}

func (x Value) less(y Value) bool {
	c := x.R.Cmp(y.R)
	return c < 0 || c == 0 && x.D.Less(y.D)
}
