package simplex

import "github.com/muster-smt/muster/theory/num"

// longestRow is the greatest length of a row that takes part in propagation.
const longestRow = 100

// Token names a derived bound or equality. It lives as long as the level in
// which it was derived.
type Token uint32

// Implied is a derived bound.
type Implied struct {
	V      Var
	Upper  bool
	Strict bool
	B      num.Rat
	Token  Token
}

// derivation says what a Token was derived from: a row, whose terms add up
// to zero, and the bounds among the first at records.
type derivation struct {
	start, end int32 // the row in Tableau.copies, if def is negative
	def        int32 // the definition that is the row, or -1
	at         int32
	v, y       Var // y: the second variable of an equality
	upper      bool
}

// Watch says whether PropagateBounds derives bounds of v.
func (t *Tableau) Watch(v Var, on bool) { t.setFlag(v, watched, on) }

// Share says whether Offsets derives equalities of v.
func (t *Tableau) Share(v Var, on bool) { t.setFlag(v, shared, on) }

func (t *Tableau) setFlag(v Var, f varFlags, on bool) {
	if on {
		t.vars[v].flags |= f
	} else {
		t.vars[v].flags &^= f
	}
}

// Revisit has PropagateBounds look at the definition of a slack variable again, though no bound in it has changed.
func (t *Tableau) Revisit(v Var) {
	if d := t.vars[v].def; d >= 0 {
		for _, m := range t.defs[d].terms {
			t.noteChanged(m.v)
		}
	}
}

// PropagateBounds appends to dst the bounds of watched variables that follow
// from one row and are stronger than the present ones, for the rows with a
// variable whose bound changed since the last call. The same bound may be
// derived several times. False means that the bounds of one row contradict
// each other; Conflict explains.
func (t *Tableau) PropagateBounds(dst []Implied) ([]Implied, bool) {
	t.round++
	for k, v := range t.changed {
		x := &t.vars[v]
		if x.lo|x.up != 0 {
			var ok bool
			if dst, ok = t.propagateVar(dst, v); !ok {
				// The rest stays in the list for the next call.
				t.changed = append(t.changed[:0], t.changed[k:]...)
				return dst, false
			}
		}
		x.flags &^= changedMark
	}
	t.changed = t.changed[:0]
	return dst, true
}

func (t *Tableau) propagateVar(dst []Implied, v Var) ([]Implied, bool) {
	x := &t.vars[v]
	ok := true
	if x.def >= 0 {
		if dst, ok = t.propagateDef(dst, x.def); !ok {
			return dst, false
		}
	}
	for _, d := range t.occ[v] {
		if dst, ok = t.propagateDef(dst, d); !ok {
			return dst, false
		}
	}
	if x.row >= 0 {
		return t.propagateRow(dst, x.row)
	}
	for _, ce := range t.cols[v] {
		if dst, ok = t.propagateRow(dst, ce.row); !ok {
			return dst, false
		}
	}
	return dst, true
}

func (t *Tableau) propagateDef(dst []Implied, d int32) ([]Implied, bool) {
	def := &t.defs[d]
	if def.seen == t.round || len(def.terms) > longestRow {
		return dst, true
	}
	def.seen = t.round
	var s survey
	s.add(&t.vars[def.slack], false)
	for i := 0; i < len(def.terms) && !s.useless(); i++ {
		s.add(&t.vars[def.terms[i].v], def.terms[i].c.Sign() > 0)
	}
	if s.useless() {
		return dst, true
	}
	t.loadDef(def)
	return t.propagateTerms(dst, d)
}

func (t *Tableau) propagateRow(dst []Implied, r int32) ([]Implied, bool) {
	w := &t.rows[r]
	if w.seen == t.round || len(w.es) > longestRow {
		return dst, true
	}
	w.seen = t.round
	var s survey
	s.add(&t.vars[w.base], false)
	for i := 0; i < len(w.es) && !s.useless(); i++ {
		s.add(&t.vars[w.es[i].v], w.es[i].c.Sign() > 0)
	}
	if s.useless() || t.isDefinition(w) {
		return dst, true
	}
	t.loadRow(w)
	return t.propagateTerms(dst, -1)
}

// survey counts, without arithmetic, the terms of a sum that lack the bound needed
// for its least and for its greatest value.
type survey struct{ least, greatest int }

func (s *survey) add(v *variable, positive bool) {
	lo, up := v.lo, v.up
	if !positive {
		lo, up = up, lo
	}
	if lo == 0 {
		s.least++
	}
	if up == 0 {
		s.greatest++
	}
}

// useless reports that nothing follows on either side.
func (s *survey) useless() bool { return s.least > 1 && s.greatest > 1 }

// isDefinition reports whether a row is probably equal to the definition of its base.
func (t *Tableau) isDefinition(w *row) bool {
	d := t.vars[w.base].def
	if d < 0 || len(t.defs[d].terms) != len(w.es) {
		return false
	}
	for _, m := range t.defs[d].terms {
		if t.vars[m.v].row != nonbasic {
			return false
		}
	}
	return true
}

// loadDef puts a definition as a sum that is zero into t.scratch.
func (t *Tableau) loadDef(d *definition) {
	t.scratch = append(t.scratch[:0], d.terms...)
	t.scratch = append(t.scratch, term{d.den.Neg(), d.slack})
}

// loadRow puts a row as a sum that is zero into t.scratch.
func (t *Tableau) loadRow(w *row) {
	t.scratch = t.scratch[:0]
	for i := range w.es {
		t.scratch = append(t.scratch, term{w.es[i].c, w.es[i].v})
	}
	t.scratch = append(t.scratch, term{w.den.Neg(), w.base})
}

// side says which bound of v makes c*v least (or greatest): true is upper.
func side(c num.Int, least bool) bool { return (c.Sign() > 0) != least }

// boundIndex returns the present bound record of v on one side.
func (t *Tableau) boundIndex(v Var, upper bool) int32 {
	if upper {
		return t.vars[v].up
	}
	return t.vars[v].lo
}

// propagateTerms derives bounds from the sum in t.scratch, from its least and
// from its greatest value.
func (t *Tableau) propagateTerms(dst []Implied, def int32) ([]Implied, bool) {
	start := int32(-1)
	for _, least := range [...]bool{true, false} {
		sum, strict, missing := t.extreme(least)
		if missing == manyMissing {
			continue
		}
		if missing < 0 {
			if s := sum.Sign(); s != 0 && (s > 0) == least || s == 0 && strict > 0 {
				t.sumConflict(least)
				return dst, false
			}
		}
		for k := range t.scratch {
			m := &t.scratch[k]
			if t.vars[m.v].flags&watched == 0 || missing >= 0 && missing != k {
				continue
			}
			b, better := t.implied(m, sum, strict, missing, least)
			if !better {
				continue
			}
			d := derivation{def: def, at: int32(len(t.recs)), v: m.v, upper: b.Upper}
			if def < 0 {
				if start < 0 {
					start = int32(len(t.copies))
					t.copies = append(t.copies, t.scratch...)
				}
				d.start, d.end = start, int32(len(t.copies))
			}
			b.Token = Token(len(t.derivs))
			t.derivs = append(t.derivs, d)
			dst = append(dst, b)
		}
	}
	return dst, true
}

const manyMissing = -2

// extreme returns the least (or greatest) value of the sum in t.scratch, how
// many strict bounds are in it, and which term has no bound: -1 none,
// manyMissing more than one.
func (t *Tableau) extreme(least bool) (sum num.Rat, strict, missing int) {
	missing = -1
	for k := range t.scratch {
		m := &t.scratch[k]
		i := t.boundIndex(m.v, side(m.c, least))
		if i == 0 {
			if missing >= 0 {
				return sum, 0, manyMissing
			}
			missing = k
			continue
		}
		sum = sum.AddMul(num.RatFromInt(m.c), t.recs[i].b)
		if t.recs[i].delta != 0 {
			strict++
		}
	}
	return sum, strict, missing
}

// implied derives the bound of one term from the extreme of all.
func (t *Tableau) implied(m *term, sum num.Rat, strict, missing int, least bool) (Implied, bool) {
	c := num.RatFromInt(m.c)
	if missing < 0 {
		i := t.boundIndex(m.v, side(m.c, least))
		sum = sum.Sub(c.Mul(t.recs[i].b))
		if t.recs[i].delta != 0 {
			strict--
		}
	}
	b := Implied{V: m.v, Upper: !side(m.c, least), Strict: strict > 0}
	switch sum = sum.Neg(); {
	case t.vars[m.v].flags&isInt == 0:
		b.B = sum.Div(c)
	case b.Strict:
		b.B, b.Strict = roundBound(sum.Div(c), true, b.Upper), false
	case b.Upper:
		b.B = sum.FloorDiv(c)
	default:
		b.B = sum.CeilDiv(c)
	}
	i := t.boundIndex(m.v, b.Upper)
	if i == 0 {
		return b, true
	}
	r := &t.recs[i]
	switch b.B.Cmp(r.b) {
	case 0:
		return b, b.Strict && r.delta == 0
	case -1:
		return b, b.Upper
	}
	return b, !b.Upper
}

// roundBound rounds a bound of an integer variable.
func roundBound(b num.Rat, strict, upper bool) num.Rat {
	one := num.FromInt64(1)
	switch {
	case !strict && b.IsInt():
		return b
	case upper && strict && b.IsInt():
		return num.RatFromInt(b.Num().Sub(one))
	case upper:
		return num.RatFromInt(b.Floor())
	case strict && b.IsInt():
		return num.RatFromInt(b.Num().Add(one))
	}
	return num.RatFromInt(b.Ceil())
}

// sumConflict says that the sum in t.scratch cannot be zero.
func (t *Tableau) sumConflict(least bool) {
	t.clearConflict()
	for k := range t.scratch {
		m := &t.scratch[k]
		t.blame(t.boundIndex(m.v, side(m.c, least)), num.RatFromInt(m.c.Abs()))
	}
	t.relax(t.excess())
}

// ExplainBound appends to dst the bounds from which the derived bound of tok
// follows, or the weaker bound b of the same variable if that is all that the
// caller needs: then older bounds may suffice. The coefficients are those of a
// Farkas certificate for V <= b (or >=), before rounding.
func (t *Tableau) ExplainBound(tok Token, b num.Rat, dst []Farkas) []Farkas {
	d := &t.derivs[tok]
	t.loadDerivation(d)
	own := t.ownTerm(d.v)
	c := num.RatFromInt(own.c)
	least := side(own.c, true) != d.upper
	t.clearConflict()
	for k := range t.scratch {
		m := &t.scratch[k]
		if m.v != d.v {
			i := t.recordAt(m.v, side(m.c, least), d.at)
			t.blame(i, num.RatFromInt(m.c).Div(c).Abs())
		}
	}
	// The bounds imply V <= q (or V >= q), where q is minus their excess.
	gap := b.Add(t.excess())
	if !d.upper {
		gap = t.excess().Sub(b)
	}
	if t.vars[d.v].flags&isInt != 0 {
		gap = gap.Add(num.RatFromInt64(1))
	}
	t.relax(gap)
	return append(dst, t.conflict...)
}

// loadDerivation puts the row of a derivation into t.scratch.
func (t *Tableau) loadDerivation(d *derivation) {
	if d.def >= 0 {
		t.loadDef(&t.defs[d.def])
	} else {
		t.scratch = append(t.scratch[:0], t.copies[d.start:d.end]...)
	}
}

func (t *Tableau) ownTerm(v Var) term {
	for _, m := range t.scratch {
		if m.v == v {
			return m
		}
	}
	panic("simplex: derivation without its variable")
}

// recordAt returns the bound that v had when there were at records.
func (t *Tableau) recordAt(v Var, upper bool, at int32) int32 {
	i := t.boundIndex(v, upper)
	for i >= at {
		i = t.recs[i].prev
	}
	return i
}
