package simplex

import "github.com/muster-smt/muster/theory/num"

// entry is a summand of a row.
type entry struct {
	c    num.Int
	v    Var
	cpos int32 // where the column of v points back
}

// colEntry says that a row contains a variable.
type colEntry struct{ row, rpos int32 }

// row is the equation den*base = sum of es, den > 0. The base is in no column; the
// variables of es are nonbasic.
type row struct {
	den  num.Int
	es   []entry
	base Var // NoVar: a free row
	mark uint8
	seen uint32 // round of the last visit by propagation
}

const touchedMark uint8 = 1 // in Tableau.touched

// newRow makes an empty row.
func (t *Tableau) newRow(base Var, den num.Int, room int) int32 {
	r := int32(len(t.rows))
	if n := len(t.freeRows); n > 0 {
		r = t.freeRows[n-1]
		t.freeRows = t.freeRows[:n-1]
	} else {
		t.rows = append(t.rows, row{})
	}
	w := &t.rows[r]
	w.base, w.den, w.es = base, den, t.entries.get(room)
	t.vars[base].row = r
	return r
}

// addEntry appends c*v to row r.
func (t *Tableau) addEntry(r int32, c num.Int, v Var) {
	w := &t.rows[r]
	w.es = t.entries.push(w.es, entry{c, v, int32(len(t.cols[v]))})
	t.cols[v] = t.colEntries.push(t.cols[v], colEntry{r, int32(len(w.es) - 1)})
}

// unlink removes the entry at p of row w from its column.
func (t *Tableau) unlink(w *row, p int32) {
	e := &w.es[p]
	col := t.cols[e.v]
	last := int32(len(col) - 1)
	if e.cpos != last {
		moved := col[last]
		col[e.cpos] = moved
		t.rows[moved.row].es[moved.rpos].cpos = e.cpos
	}
	t.cols[e.v] = col[:last]
}

// delEntry removes the entry at p of row w; the last entry takes its place.
func (t *Tableau) delEntry(w *row, p int32) {
	t.unlink(w, p)
	last := int32(len(w.es) - 1)
	if p != last {
		e := w.es[last]
		w.es[p] = e
		t.cols[e.v][e.cpos].rpos = p
	}
	w.es = w.es[:last]
}

// dropRow takes the row of a slack variable out of the tableau.
func (t *Tableau) dropRow(r int32) {
	w := &t.rows[r]
	for p := range w.es {
		t.unlink(w, int32(p))
	}
	t.entries.put(w.es)
	t.vars[w.base].row = dormant
	w.es, w.base = nil, NoVar
	t.freeRows = append(t.freeRows, r)
}

// activate brings the definition of s into the tableau, as a basic row.
func (t *Tableau) activate(s Var) {
	t.stats.Activated++
	d := &t.defs[t.vars[s].def]
	x := t.evaluate(d)
	r := t.newRow(s, d.den, len(d.terms))
	for _, m := range d.terms {
		t.addEntry(r, m.c, m.v)
	}
	for _, m := range d.terms {
		if q := t.vars[m.v].row; q >= 0 {
			// The new row is the only one that contains the basic variable.
			t.addRow(r, t.cols[m.v][0].rpos, q)
		}
	}
	t.vars[s].val = x.R
	if len(t.del) > 0 {
		t.del[s] = x.D
	}
	t.entered = append(t.entered, s)
	t.touch(r)
	t.noteViolation(s)
}

// pivot exchanges the base of row r with the variable of its entry p. Values
// do not change.
func (t *Tableau) pivot(r, p int32) {
	w := &t.rows[r]
	out, in, c := w.base, w.es[p].v, w.es[p].c
	t.unlink(w, p)
	den := w.den
	if c.Sign() > 0 {
		for i := range w.es {
			w.es[i].c = w.es[i].c.Neg()
		}
		w.den = c
	} else {
		w.den = c.Neg()
		den = den.Neg()
	}
	w.es[p] = entry{den, out, int32(len(t.cols[out]))}
	t.cols[out] = t.colEntries.push(t.cols[out], colEntry{r, p})
	w.base = in
	t.vars[in].row = r
	t.vars[out].row = nonbasic
	t.touch(r)
	for len(t.cols[in]) > 0 {
		ce := t.cols[in][len(t.cols[in])-1]
		if t.droppable(ce.row) {
			t.stats.Dropped++
			t.dropRow(ce.row)
		} else {
			t.addRow(ce.row, ce.rpos, r)
			t.touch(ce.row)
		}
	}
}

// droppable reports whether row r only defines a slack variable that is not
// needed now.
func (t *Tableau) droppable(r int32) bool {
	v := &t.vars[t.rows[r].base]
	return v.def >= 0 && v.lo == 0 && v.up == 0
}

// addRow eliminates the variable at entry p of row i, which is the base of row r, by
// adding a multiple of row r.
func (t *Tableau) addRow(i, p, r int32) {
	w, src := &t.rows[i], &t.rows[r]
	k := w.es[p].c // factor of the source row
	t.delEntry(w, p)
	if !src.den.IsOne() {
		g := src.den.GCD(k)
		m, _ := src.den.QuoRem(g)
		k, _ = k.QuoRem(g)
		if !m.IsOne() {
			w.den = w.den.Mul(m)
			for j := range w.es {
				w.es[j].c = w.es[j].c.Mul(m)
			}
		}
	}
	pos := t.pos
	for j := range w.es {
		pos[w.es[j].v] = int32(j + 1)
	}
	for j := range src.es {
		e := &src.es[j]
		q := pos[e.v]
		if q == 0 {
			t.addEntry(i, k.Mul(e.c), e.v)
			continue
		}
		c := w.es[q-1].c.Add(k.Mul(e.c))
		if !c.IsZero() {
			w.es[q-1].c = c
			continue
		}
		pos[e.v] = 0
		t.delEntry(w, q-1)
		if int(q-1) < len(w.es) {
			// The moved entry may have been appended just now; its
			// variable does not occur in the source again.
			if x := w.es[q-1].v; pos[x] != 0 {
				pos[x] = q
			}
		}
	}
	for j := range w.es {
		pos[w.es[j].v] = 0
	}
	normalize(w)
}

// normalize divides a row by the common divisor of its numbers.
func normalize(w *row) {
	if w.den.IsOne() {
		return
	}
	g := w.den
	for j := range w.es {
		if g = g.GCD(w.es[j].c); g.IsOne() {
			return
		}
	}
	w.den, _ = w.den.QuoRem(g)
	for j := range w.es {
		w.es[j].c, _ = w.es[j].c.QuoRem(g)
	}
}

// touch notes that row r changed, for Offsets.
func (t *Tableau) touch(r int32) {
	if t.rows[r].mark&touchedMark == 0 {
		t.rows[r].mark |= touchedMark
		t.touched = append(t.touched, r)
	}
}
