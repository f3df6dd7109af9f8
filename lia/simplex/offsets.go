package simplex

import "github.com/muster-smt/muster/theory/num"

// Offset is a derived equality: X - Y = K, or X = K if Y is NoVar.
type Offset struct {
	X, Y  Var
	K     num.Rat
	Token Token
}

// Offsets appends to dst equalities of shared variables that follow from one
// row in which all other variables are fixed by bounds, for the rows in which
// a variable became fixed or that a pivot changed since the last call. The
// same equality may be derived several times.
func (t *Tableau) Offsets(dst []Offset) []Offset {
	t.round++
	for _, v := range t.fixed {
		x := &t.vars[v]
		x.flags &^= fixedMark
		if !t.fixedVar(x) {
			continue
		}
		if x.flags&shared != 0 {
			d := derivation{def: -1, at: int32(len(t.recs)), v: v, y: NoVar}
			dst = t.derive(dst, d, t.recs[x.lo].b)
		}
		dst = t.offsetsOf(dst, v)
	}
	t.fixed = t.fixed[:0]
	for _, r := range t.touched {
		t.rows[r].mark &^= touchedMark
		if t.rows[r].base != NoVar {
			dst = t.rowOffset(dst, r)
		}
	}
	t.touched = t.touched[:0]
	return dst
}

func (t *Tableau) derive(dst []Offset, d derivation, k num.Rat) []Offset {
	dst = append(dst, Offset{d.v, d.y, k, Token(len(t.derivs))})
	t.derivs = append(t.derivs, d)
	return dst
}

func (t *Tableau) offsetsOf(dst []Offset, v Var) []Offset {
	x := &t.vars[v]
	if x.def >= 0 {
		dst = t.defOffset(dst, x.def)
	}
	for _, d := range t.occ[v] {
		dst = t.defOffset(dst, d)
	}
	if x.row >= 0 {
		return t.rowOffset(dst, x.row)
	}
	for _, ce := range t.cols[v] {
		dst = t.rowOffset(dst, ce.row)
	}
	return dst
}

func (t *Tableau) defOffset(dst []Offset, d int32) []Offset {
	def := &t.defs[d]
	if def.seen == t.round {
		return dst
	}
	def.seen = t.round
	open, x, y := 0, NoVar, NoVar
	for i := -1; i < len(def.terms); i++ {
		v := def.slack
		if i >= 0 {
			v = def.terms[i].v
		}
		if x, y, open = t.countOpen(v, x, y, open); open < 0 {
			return dst
		}
	}
	if open == 0 {
		return dst
	}
	t.loadDef(def)
	return t.sumOffset(dst, x, y, d)
}

func (t *Tableau) rowOffset(dst []Offset, r int32) []Offset {
	w := &t.rows[r]
	if w.seen == t.round || len(w.es) > longestRow {
		return dst
	}
	w.seen = t.round
	x, y, open := t.countOpen(w.base, NoVar, NoVar, 0)
	for i := range w.es {
		if open < 0 {
			return dst
		}
		x, y, open = t.countOpen(w.es[i].v, x, y, open)
	}
	if open <= 0 || t.isDefinition(w) {
		return dst
	}
	t.loadRow(w)
	return t.sumOffset(dst, x, y, -1)
}

// countOpen counts v if it is not fixed. The count becomes negative when the
// row yields no equality: it has a third such variable, or one that is not shared.
func (t *Tableau) countOpen(v, x, y Var, open int) (Var, Var, int) {
	if t.fixedVar(&t.vars[v]) {
		return x, y, open
	}
	switch {
	case t.vars[v].flags&shared == 0 || open == 2:
		return x, y, -1
	case open == 0:
		return v, y, 1
	}
	return x, v, 2
}

// sumOffset derives an equality from the sum in t.scratch, in which only x
// and y, if not NoVar, are not fixed.
func (t *Tableau) sumOffset(dst []Offset, x, y Var, def int32) []Offset {
	var rest num.Rat
	var cx, cy num.Int
	for _, m := range t.scratch {
		switch m.v {
		case x:
			cx = m.c
		case y:
			cy = m.c
		default:
			rest = rest.AddMul(num.RatFromInt(m.c), t.recs[t.vars[m.v].lo].b)
		}
	}
	if y != NoVar && !cx.Equal(cy.Neg()) {
		return dst
	}
	k := rest.Neg().Div(num.RatFromInt(cx))
	if y == NoVar && t.vars[x].flags&isInt != 0 && !k.IsInt() {
		return dst // a contradiction, which bound propagation or the GCD test finds
	}
	d := derivation{def: def, at: int32(len(t.recs)), v: x, y: y}
	if def < 0 {
		d.start = int32(len(t.copies))
		t.copies = append(t.copies, t.scratch...)
		d.end = int32(len(t.copies))
	}
	return t.derive(dst, d, k)
}

// ExplainOffset appends to dst the bounds from which the equality of tok
// follows: lower and upper bound of each fixed variable, once if one Reason
// stands for both.
func (t *Tableau) ExplainOffset(tok Token, dst []Farkas) []Farkas {
	d := &t.derivs[tok]
	t.clearConflict()
	if d.def < 0 && d.start == d.end {
		t.blameFixed(d.v, num.RatFromInt64(1), d.at)
		return append(dst, t.conflict...)
	}
	t.loadDerivation(d)
	c := num.RatFromInt(t.ownTerm(d.v).c)
	for k := range t.scratch {
		if m := t.scratch[k]; m.v != d.v && m.v != d.y {
			t.blameFixed(m.v, num.RatFromInt(m.c).Div(c).Abs(), d.at)
		}
	}
	return append(dst, t.conflict...)
}

// blameFixed adds both bounds that v had when there were at records.
func (t *Tableau) blameFixed(v Var, coeff num.Rat, at int32) {
	lo, up := t.recordAt(v, false, at), t.recordAt(v, true, at)
	t.blame(lo, coeff)
	if t.recs[lo].why != t.recs[up].why {
		t.blame(up, coeff)
	}
}
