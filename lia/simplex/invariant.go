package simplex

import (
	"fmt"

	"github.com/muster-smt/muster/sat/invariant"
	"github.com/muster-smt/muster/theory/num"
)

// Invariants returns the first broken invariant of the data structure, or
// nil. It takes time linear in the size of the tableau and is meant for tests and
// builds with the tag "invariants".
func (t *Tableau) Invariants() error {
	entries := 0
	for r := range t.rows {
		w := &t.rows[r]
		if w.base == NoVar {
			continue
		}
		if err := t.checkRow(int32(r), w); err != nil {
			return err
		}
		entries += len(w.es)
	}
	for v := range t.cols {
		entries -= len(t.cols[v])
	}
	if entries != 0 {
		return fmt.Errorf("%d row entries more than column entries", entries)
	}
	for v := range t.vars {
		if err := t.checkVar(Var(v)); err != nil {
			return err
		}
	}
	return t.checkUndone()
}

// checkUndone verifies that the present bounds are exactly the records.
func (t *Tableau) checkUndone() error {
	reached := 1
	for v := range t.vars {
		for _, i := range [...]int32{t.vars[v].lo, t.vars[v].up} {
			for ; i != 0; i = t.recs[i].prev {
				reached++
			}
		}
	}
	if reached != len(t.recs) {
		return fmt.Errorf("%d bound records, but %d belong to variables", len(t.recs), reached)
	}
	return nil
}

func (t *Tableau) checkRow(r int32, w *row) error {
	if t.vars[w.base].row != r || len(t.cols[w.base]) != 0 {
		return fmt.Errorf("row %d: base %d is in row %d, column length %d", r, w.base, t.vars[w.base].row,
			len(t.cols[w.base]))
	}
	if w.den.Sign() <= 0 {
		return fmt.Errorf("row %d: denominator %v", r, w.den)
	}
	var sum Value
	g := w.den
	for p := range w.es {
		e := &w.es[p]
		if t.vars[e.v].row != nonbasic || e.c.IsZero() {
			return fmt.Errorf("row %d: variable %d, place %d, coefficient %v", r, e.v, t.vars[e.v].row, e.c)
		}
		if int(e.cpos) >= len(t.cols[e.v]) || t.cols[e.v][e.cpos] != (colEntry{r, int32(p)}) {
			return fmt.Errorf("row %d: column of %d does not point back", r, e.v)
		}
		g = g.GCD(e.c)
		c := num.RatFromInt(e.c)
		x := t.Value(e.v)
		sum.R, sum.D = sum.R.AddMul(c, x.R), sum.D.AddMul(c, x.D)
	}
	if !g.IsOne() {
		return fmt.Errorf("row %d: common divisor %v", r, g)
	}
	x := t.Value(w.base)
	if !sum.R.Equal(x.R.Mul(num.RatFromInt(w.den))) || !sum.D.Equal(x.D.Mul(num.RatFromInt(w.den))) {
		return fmt.Errorf("row %d: base has value %v, row says %v over %v", r, x, sum, w.den)
	}
	return nil
}

func (t *Tableau) checkVar(v Var) error {
	x := &t.vars[v]
	if t.pos[v] != 0 {
		return fmt.Errorf("variable %d: its position is not cleared", v)
	}
	for k, i := range [...]int32{x.lo, x.up} {
		if int(i) >= len(t.recs) || i != 0 && (t.recs[i].v != v || t.recs[i].upper != (k == 1)) {
			return fmt.Errorf("variable %d: bound record %d", v, i)
		}
	}
	outside := t.belowLower(v) || t.aboveUpper(v)
	if outside && x.row == nonbasic {
		return fmt.Errorf("variable %d: nonbasic and outside its bounds", v)
	}
	if outside && x.row >= 0 && t.violated.at[v] == 0 {
		return fmt.Errorf("variable %d: violated, but not in the heap", v)
	}
	if x.row == dormant && x.lo|x.up != 0 && x.flags&pendingMark == 0 {
		return fmt.Errorf("variable %d: bounded, but its row is not pending", v)
	}
	if x.def >= 0 && x.row >= nonbasic {
		if d, y := t.evaluate(&t.defs[x.def]), t.Value(v); !d.R.Equal(y.R) || !d.D.Equal(y.D) {
			return fmt.Errorf("variable %d: value %v, definition says %v", v, y, d)
		}
	}
	return nil
}

// mustHold panics if an invariant is broken.
func (t *Tableau) mustHold() {
	if err := t.Invariants(); err != nil {
		invariant.Check(false, err.Error())
	}
}

// Undone returns an error that names what is left of bounds when none is asserted.
func (t *Tableau) Undone() error {
	if len(t.levels) > 0 || len(t.recs) > 1 {
		return nil
	}
	for v := range t.vars {
		if x := &t.vars[v]; x.lo|x.up != 0 || t.violated.at[v] != 0 {
			return fmt.Errorf("variable %d: bounds %d and %d, place %d in the heap", v, x.lo, x.up, t.violated.at[v])
		}
	}
	for _, d := range t.derivs {
		if d.at > 1 { // it used a bound; a row of two terms is an equality without any
			return fmt.Errorf("a derivation of variable %d at record %d is left", d.v, d.at)
		}
	}
	if len(t.derivs) == 0 && len(t.copies) > 0 || len(t.violated.vars) > 0 || t.feasibleAt != 1 {
		return fmt.Errorf("%d terms of derivations, %d violated variables, feasible at record %d",
			len(t.copies), len(t.violated.vars), t.feasibleAt)
	}
	return t.checkMarks()
}

// checkMarks verifies that the marks of variables agree with the lists.
func (t *Tableau) checkMarks() error {
	for _, list := range []struct {
		name string
		vars []Var
		mark varFlags
	}{{"changed", t.changed, changedMark}, {"fixed", t.fixed, fixedMark}, {"pending", t.pending, pendingMark}} {
		marked := 0
		for v := range t.vars {
			if t.vars[v].flags&list.mark != 0 {
				marked++
			}
		}
		for _, v := range list.vars {
			if t.vars[v].flags&list.mark == 0 {
				return fmt.Errorf("variable %d is listed as %s, but not marked", v, list.name)
			}
		}
		if marked != len(list.vars) {
			return fmt.Errorf("%d variables are marked as %s, %d listed", marked, list.name, len(list.vars))
		}
	}
	return nil
}
