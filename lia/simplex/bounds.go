package simplex

import (
	"github.com/muster-smt/muster/sat/invariant"
	"github.com/muster-smt/muster/theory/num"
)

// boundRec is a bound and the typed undo record of its assertion.
type boundRec struct {
	b     num.Rat
	v     Var
	why   Reason
	prev  int32 // the bound that it replaced; 0: none
	delta int8  // 1: strict lower bound, -1: strict upper bound
	upper bool
}

type levelMark struct{ recs, derivs, copies int32 }

// Bound is a bound of a variable.
type Bound struct {
	B      num.Rat
	Strict bool
	Why    Reason
}

// Lower returns the present lower bound of v; false if there is none.
func (t *Tableau) Lower(v Var) (Bound, bool) { return t.bound(t.vars[v].lo) }

// Upper returns the present upper bound of v; false if there is none.
func (t *Tableau) Upper(v Var) (Bound, bool) { return t.bound(t.vars[v].up) }

func (t *Tableau) bound(i int32) (Bound, bool) {
	r := &t.recs[i]
	return Bound{r.b, r.delta != 0, r.why}, i != 0
}

func (t *Tableau) fixedVar(v *variable) bool {
	return v.lo != 0 && v.up != 0 && t.recs[v.lo].b.Equal(t.recs[v.up].b)
}

// AssertLower asserts v >= b, or v > b if strict.
func (t *Tableau) AssertLower(v Var, b num.Rat, strict bool, why Reason) bool {
	if t.vars[v].flags&isInt != 0 {
		b, strict = roundBound(b, strict, false), false
	}
	var delta int8
	if strict {
		delta = 1
		t.useInfinitesimals()
	}
	x := &t.vars[v]
	if x.lo != 0 && cmpBound(b, delta, &t.recs[x.lo]) <= 0 {
		return true
	}
	if x.up != 0 && cmpBound(b, delta, &t.recs[x.up]) > 0 {
		i := x.up
		for p := t.recs[i].prev; p != 0 && cmpBound(b, delta, &t.recs[p]) > 0; p = t.recs[i].prev {
			i = p
		}
		t.boundConflict(v, why, false, i)
		return false
	}
	t.record(boundRec{b: b, v: v, why: why, prev: x.lo, delta: delta})
	x.lo = int32(len(t.recs) - 1)
	t.noteBound(v, x.lo, t.belowLower(v))
	return true
}

// AssertUpper asserts v <= b, or v < b if strict.
func (t *Tableau) AssertUpper(v Var, b num.Rat, strict bool, why Reason) bool {
	if t.vars[v].flags&isInt != 0 {
		b, strict = roundBound(b, strict, true), false
	}
	var delta int8
	if strict {
		delta = -1
		t.useInfinitesimals()
	}
	x := &t.vars[v]
	if x.up != 0 && cmpBound(b, delta, &t.recs[x.up]) >= 0 {
		return true
	}
	if x.lo != 0 && cmpBound(b, delta, &t.recs[x.lo]) < 0 {
		i := x.lo
		for p := t.recs[i].prev; p != 0 && cmpBound(b, delta, &t.recs[p]) < 0; p = t.recs[i].prev {
			i = p
		}
		t.boundConflict(v, why, true, i)
		return false
	}
	t.record(boundRec{b: b, v: v, why: why, prev: x.up, delta: delta, upper: true})
	x.up = int32(len(t.recs) - 1)
	t.noteBound(v, x.up, t.aboveUpper(v))
	return true
}

// AssertEqual asserts v = b.
func (t *Tableau) AssertEqual(v Var, b num.Rat, why Reason) bool {
	return t.AssertLower(v, b, false, why) && t.AssertUpper(v, b, false, why)
}

func (t *Tableau) record(r boundRec) { t.recs = append(t.recs, r) }

// noteChanged has PropagateBounds look at what depends on the bounds of v.
func (t *Tableau) noteChanged(v Var) {
	if x := &t.vars[v]; x.flags&changedMark == 0 {
		x.flags |= changedMark
		t.changed = append(t.changed, v)
	}
}

// noteBound updates what depends on the bounds of v after record i.
func (t *Tableau) noteBound(v Var, i int32, violated bool) {
	t.noteChanged(v)
	x := &t.vars[v]
	if x.flags&fixedMark == 0 && t.fixedVar(x) {
		x.flags |= fixedMark
		t.fixed = append(t.fixed, v)
	}
	switch {
	case x.row == dormant:
		if x.flags&pendingMark == 0 {
			x.flags |= pendingMark
			t.pending = append(t.pending, v)
		}
	case !violated:
	case x.row == nonbasic:
		t.moveTo(v, i)
	default:
		t.violated.push(v)
	}
}

func (t *Tableau) useInfinitesimals() {
	if len(t.del) == 0 {
		t.del = make([]num.Rat, len(t.vars))
	}
}

// cmpBound compares b + delta with a recorded bound.
func cmpBound(b num.Rat, delta int8, r *boundRec) int {
	if c := b.Cmp(r.b); c != 0 {
		return c
	}
	return int(delta) - int(r.delta)
}

// cmpValue compares the value of v with a recorded bound.
func (t *Tableau) cmpValue(v Var, i int32) int {
	r := &t.recs[i]
	c := t.vars[v].val.Cmp(r.b)
	if c == 0 && len(t.del) > 0 {
		return t.del[v].Cmp(num.RatFromInt64(int64(r.delta)))
	}
	return c
}

func (t *Tableau) belowLower(v Var) bool {
	i := t.vars[v].lo
	return i != 0 && t.cmpValue(v, i) < 0
}

func (t *Tableau) aboveUpper(v Var) bool {
	i := t.vars[v].up
	return i != 0 && t.cmpValue(v, i) > 0
}

// noteViolation puts the basic variable v in the heap if it has left its
// bounds.
func (t *Tableau) noteViolation(v Var) {
	if t.belowLower(v) || t.aboveUpper(v) {
		t.violated.push(v)
	}
}

// Level returns the number of levels.
func (t *Tableau) Level() int { return len(t.levels) }

// Push begins a level.
func (t *Tableau) Push() {
	t.levels = append(t.levels, levelMark{int32(len(t.recs)), int32(len(t.derivs)), int32(len(t.copies))})
}

// Backtrack forgets the bounds and tokens of all levels above the given one.
func (t *Tableau) Backtrack(level int) {
	if level >= len(t.levels) {
		return
	}
	m := t.levels[level]
	t.levels = t.levels[:level]
	for i := len(t.recs) - 1; i >= int(m.recs); i-- {
		r := &t.recs[i]
		if r.upper {
			t.vars[r.v].up = r.prev
		} else {
			t.vars[r.v].lo = r.prev
		}
	}
	t.recs = t.recs[:m.recs]
	t.derivs = t.derivs[:m.derivs]
	t.copies = t.copies[:m.copies]
	if m.recs <= t.feasibleAt {
		t.feasibleAt = m.recs
		t.restore()
	}
	if invariant.Enabled && level == 0 {
		t.mustHold()
	}
}

type savedValue struct {
	v Var
	x Value
}

// setValue changes the value of v and saves the one from the last feasible assignment.
func (t *Tableau) setValue(v Var, r num.Rat) {
	x := &t.vars[v]
	if x.saved != t.epoch {
		x.saved = t.epoch
		s := savedValue{v: v, x: Value{R: x.val}}
		if len(t.del) > 0 {
			s.x.D = t.del[v]
		}
		t.saved = append(t.saved, s)
	}
	x.val = r
}

// restore returns to the last feasible assignment, which satisfies all
// present bounds. Rows that entered later have no saved value and are evaluated.
func (t *Tableau) restore() {
	for i := range t.saved {
		s := &t.saved[i]
		t.vars[s.v].val = s.x.R
		if len(t.del) > 0 {
			t.del[s.v] = s.x.D
		}
	}
	for _, s := range t.entered {
		if v := &t.vars[s]; v.row >= nonbasic {
			x := t.evaluate(&t.defs[v.def])
			v.val = x.R
			if len(t.del) > 0 {
				t.del[s] = x.D
			}
		}
	}
	t.keepAssignment()
}

// keepAssignment makes the present, feasible assignment the one to return to.
func (t *Tableau) keepAssignment() {
	t.violated.clear()
	t.saved = t.saved[:0]
	t.entered = t.entered[:0]
	t.epoch++
}
