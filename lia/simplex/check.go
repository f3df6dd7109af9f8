package simplex

import (
	"github.com/muster-smt/muster/sat/invariant"
	"github.com/muster-smt/muster/theory/num"
)

// Check makes the assignment satisfy all bounds over the rationals. Before
// each pivot it calls spend(1), and after each nudge spend(0), if spend is not nil; it
// stops if that returns false.
func (t *Tableau) Check(spend func(n int64) bool) Result {
	t.stats.Checks++
	t.enterRows()
	pivots := 0
	for len(t.violated.vars) > 0 {
		r := t.rule(pivots)
		v := t.leaving(r)
		if t.vars[v].row < 0 {
			continue
		}
		i, below := t.vars[v].lo, true
		if !t.belowLower(v) {
			if !t.aboveUpper(v) {
				continue
			}
			i, below = t.vars[v].up, false
		}
		p := t.entering(v, below, r)
		if p < 0 {
			t.violated.push(v)
			t.rowConflict(v, below)
			return Infeasible
		}
		if r != bland && t.nudge(v, i) {
			t.stats.Nudged++
			if spend != nil && !spend(0) {
				t.violated.push(v)
				return Stopped
			}
			continue
		}
		if spend != nil && !spend(1) {
			t.violated.push(v)
			return Stopped
		}
		pivots++
		t.stats.Pivots++
		t.pivotAndUpdate(v, p, i)
	}
	t.feasibleAt = int32(len(t.recs))
	t.keepAssignment()
	if invariant.Enabled && t.stats.Checks%64 == 0 {
		t.mustHold()
	}
	return Feasible
}

// nudges is the greatest number of nudges of one variable in a check.
const nudges = 2

// nudge moves one nonbasic variable within its bounds so that the basic
// variable v satisfies its bound i. That may violate other rows, but costs one
// column instead of a pivot; in a chain of differences no pivot is needed.
func (t *Tableau) nudge(v Var, i int32) bool {
	x := &t.vars[v]
	if t.pivotOnly {
		return false
	}
	if n := uint64(t.stats.Checks) * (nudges + 1); x.nudged < n {
		x.nudged = n
	}
	if x.nudged++; x.nudged%(nudges+1) == 0 {
		x.nudged--
		return false
	}
	w := &t.rows[x.row]
	den := num.RatFromInt(w.den)
	gap := Value{R: t.recs[i].b.Sub(x.val).Mul(den)}
	if len(t.del) > 0 {
		gap.D = num.RatFromInt64(int64(t.recs[i].delta)).Sub(t.del[v]).Mul(den)
	}
	var move Value
	best, cost := NoVar, 0
	for p := range w.es {
		e := &w.es[p]
		c := 2 * len(t.cols[e.v])
		if t.vars[e.v].lo|t.vars[e.v].up != 0 {
			c++
		}
		if best != NoVar && c >= cost || t.fixedVar(&t.vars[e.v]) {
			continue
		}
		if t.vars[e.v].flags&isInt == 0 && !e.c.Abs().Equal(w.den) {
			continue // denominators would grow from nudge to nudge
		}
		m := gap.times(num.RatFromInt(e.c).Inv())
		if t.vars[e.v].flags&isInt != 0 && !(m.R.IsInt() && m.D.IsZero()) {
			m = awayFromZero(m)
		}
		if t.allows(e.v, m) && t.allows(v, m.times(num.FromInts(e.c, w.den))) {
			best, cost, move = e.v, c, m
		}
	}
	if best == NoVar {
		return false
	}
	t.shift(best, move.R, move.D)
	return true
}

// awayFromZero rounds x away from zero.
func awayFromZero(x Value) Value {
	if s := x.R.Sign(); s < 0 || s == 0 && x.D.Sign() < 0 {
		return Value{R: num.RatFromInt(x.Floor())}
	}
	y := Value{R: x.R.Neg(), D: x.D.Neg()}
	return Value{R: num.RatFromInt(y.Floor()).Neg()}
}

// times returns k times x.
func (x Value) times(k num.Rat) Value {
	if x.D.IsZero() {
		return Value{R: x.R.Mul(k)}
	}
	return Value{x.R.Mul(k), x.D.Mul(k)}
}

// enterRows activates the rows whose slack variables have been bounded.
func (t *Tableau) enterRows() {
	for _, s := range t.pending {
		v := &t.vars[s]
		v.flags &^= pendingMark
		if v.row == dormant && (v.lo != 0 || v.up != 0) {
			t.activate(s)
		}
	}
	t.pending = t.pending[:0]
}

// entering picks the entry of v's row that can move v towards its bounds, or
// -1. By rule shortColumns a variable with a short column is preferred, since the pivot
// has to touch its rows; a free variable even more, since it never violates anything
// afterwards.
func (t *Tableau) entering(v Var, up bool, r rule) int32 {
	w := &t.rows[t.vars[v].row]
	best, bestCost, bestVar := int32(-1), 0, NoVar
	for p := range w.es {
		e := &w.es[p]
		if (e.c.Sign() > 0) == up {
			if i := t.vars[e.v].up; i != 0 && t.cmpValue(e.v, i) >= 0 {
				continue
			}
		} else if i := t.vars[e.v].lo; i != 0 && t.cmpValue(e.v, i) <= 0 {
			continue
		}
		cost := 0
		switch r {
		case greatest, coefficients:
			if best < 0 || w.es[best].c.Abs().Cmp(e.c.Abs()) < 0 {
				best = int32(p)
			}
			continue
		case shortColumns:
			cost = 2 * len(t.cols[e.v])
			if t.vars[e.v].lo|t.vars[e.v].up != 0 {
				cost++
			}
		}
		if best < 0 || cost < bestCost || cost == bestCost && e.v < bestVar {
			best, bestCost, bestVar = int32(p), cost, e.v
		}
	}
	return best
}

// pivotAndUpdate gives the basic variable v the value of bound record i and
// exchanges it with the variable of entry p of its row.
func (t *Tableau) pivotAndUpdate(v Var, p, i int32) {
	r := t.vars[v].row
	w := &t.rows[r]
	e := w.es[p]
	scale := num.FromInts(w.den, e.c)
	rec := &t.recs[i]
	theta := rec.b.Sub(t.vars[v].val).Mul(scale)
	var thetaD num.Rat
	if len(t.del) > 0 {
		d := num.RatFromInt64(int64(rec.delta))
		thetaD = d.Sub(t.del[v]).Mul(scale)
	}
	t.shift(e.v, theta, thetaD)
	t.pivot(r, p)
	t.noteViolation(e.v)
}

// moveTo gives the nonbasic variable v the value of bound record i.
func (t *Tableau) moveTo(v Var, i int32) {
	rec := &t.recs[i]
	var d num.Rat
	if len(t.del) > 0 {
		d = num.RatFromInt64(int64(rec.delta)).Sub(t.del[v])
	}
	t.shift(v, rec.b.Sub(t.vars[v].val), d)
}

// shift adds r plus d infinitesimals to the nonbasic variable v and adjusts
// the basic ones.
func (t *Tableau) shift(v Var, r, d num.Rat) {
	t.setValue(v, t.vars[v].val.Add(r))
	if len(t.del) > 0 {
		t.del[v] = t.del[v].Add(d)
	}
	for _, ce := range t.cols[v] {
		w := &t.rows[ce.row]
		b := w.base
		c := num.RatFromInt(w.es[ce.rpos].c)
		if !w.den.IsOne() {
			c = c.Div(num.RatFromInt(w.den))
		}
		t.setValue(b, t.vars[b].val.AddMul(c, r))
		if !d.IsZero() {
			t.del[b] = t.del[b].AddMul(c, d)
		}
		if t.vars[b].lo|t.vars[b].up != 0 {
			t.noteViolation(b)
		}
	}
}
