package rerun

import (
	"maps"
	"slices"

	"github.com/muster-smt/muster/theory/num"
)

// kind says how a value is given. The zero value is unknown.
type kind uint8

const (
	unknown kind = iota
	word         // in val.w: an integer, the bits of a bit-vector, the number of an element, or 0 or 1
	large        // in val.n: an integer of more than 64 bits
)

// val is the value of a scalar.
type val struct {
	kind kind
	w    int64
	n    *num.Int
}

func wordOf(w int64) val { return val{kind: word, w: w} }

func boolOf(b bool) val {
	if b {
		return wordOf(1)
	}
	return wordOf(0)
}

// intOf returns an integer.
func intOf(n num.Int) val {
	if w, ok := n.Int64(); ok {
		return wordOf(w)
	}
	return val{kind: large, n: &n}
}

// number returns the integer that v is.
func (v val) number() num.Int {
	if v.kind == large {
		return *v.n
	}
	return num.FromInt64(v.w)
}

// equal says whether values of one sort are equal.
func (v val) equal(u val) val {
	switch {
	case v.kind == unknown || u.kind == unknown:
		return val{}
	case v.kind == large && u.kind == large:
		return boolOf(v.n.Equal(*u.n))
	}
	return boolOf(v.kind == u.kind && v.w == u.w)
}

// table is a map: a default, the first elements, and pages of the other ones; or of maps rows and their default.
// Several variables, or rows, may hold one that is shared, so nobody changes it.
type table struct {
	def    val
	low    []val // what pages have of these elements does not count
	pages  map[int64]*page
	last   *page
	lastAt int64
	shared bool
	rows   map[int64]*table
	row    *table // the default of rows; nil if elements are no maps
	far    map[string]element
}

// element is one whose index is a number of more than 64 bits.
type element struct {
	at  num.Int
	v   val
	row *table
}

// elementAt returns an element that is no map, and that is unknown if the index is.
func (t *table) elementAt(at val) val {
	switch at.kind {
	case word:
		return t.get(at.w)
	case large:
		if e, ok := t.far[at.n.String()]; ok {
			return e.v
		}
		return t.def
	}
	return val{}
}

// setFar sets an element whose index is a number of more than 64 bits.
func (t *table) setFar(at num.Int, v val, row *table) {
	if t.far == nil {
		t.far = map[string]element{}
	}
	t.far[at.String()] = element{at, v, row}
}

const pageBits = 6

type page [1 << pageBits]val

func newTable(def val) *table { return &table{def: def} }

func (t *table) page(at int64) *page {
	if t.last != nil && t.lastAt == at {
		return t.last
	}
	p := t.pages[at]
	if p != nil {
		t.last, t.lastAt = p, at
	}
	return p
}

func (t *table) get(i int64) val {
	if uint64(i) < uint64(len(t.low)) {
		return t.low[i]
	}
	if p := t.page(i >> pageBits); p != nil {
		return p[i&(1<<pageBits-1)]
	}
	return t.def
}

func (t *table) set(i int64, v val) {
	if n := int64(len(t.low)); i >= 0 && i < 2*n+8 {
		for k := n; k <= i; k++ {
			t.low = append(t.low, t.get(k))
		}
		t.low[i] = v
		return
	}
	p := t.page(i >> pageBits)
	if p == nil {
		p = &page{}
		for k := range p {
			p[k] = t.def
		}
		if t.pages == nil {
			t.pages = map[int64]*page{}
		}
		t.pages[i>>pageBits] = p
	}
	p[i&(1<<pageBits-1)] = v
}

func (t *table) clone() *table {
	u := newTable(t.def)
	u.far = maps.Clone(t.far)
	if u.row = t.row; u.row != nil {
		for _, r := range t.rows {
			r.shared = true
		}
		for _, e := range t.far {
			e.row.shared = true
		}
		u.rows = maps.Clone(t.rows)
		return u
	}
	u.low = slices.Clone(t.low)
	u.pages = make(map[int64]*page, len(t.pages))
	for at, p := range t.pages {
		q := *p
		u.pages[at] = &q
	}
	return u
}

// each calls f for all elements but those that are the default for certain, until it returns false.
func (t *table) each(f func(i int64, v val) bool) {
	for i, v := range t.low {
		if !f(int64(i), v) {
			return
		}
	}
	for at, p := range t.pages {
		for k, v := range p {
			if i := at<<pageBits | int64(k); uint64(i) >= uint64(len(t.low)) && !f(i, v) {
				return
			}
		}
	}
}

// equal says whether two maps have the same elements. endless says that there are indices at which both have their
// defaults.
func (t *table) equal(u *table, endless bool) val {
	all := boolOf(true)
	if !endless {
		all = val{}
	}
	if d := t.def.equal(u.def); d.kind != word || d.w != 0 || endless {
		all = d
	}
	for _, x := range [2][2]*table{{t, u}, {u, t}} {
		x[0].each(func(i int64, v val) bool {
			all = meet(all, v.equal(x[1].get(i)))
			return all.kind == unknown || all.w != 0
		})
		for _, e := range x[0].far {
			all = meet(all, e.v.equal(x[1].elementAt(intOf(e.at))))
		}
	}
	return all
}

// meet returns the conjunction of two truth values.
func meet(a, b val) val {
	switch {
	case a.kind == word && a.w == 0, b.kind == word && b.w == 0:
		return wordOf(0)
	case a.kind == unknown || b.kind == unknown:
		return val{}
	}
	return wordOf(1)
}
