package execute

import (
	"maps"
	"math/bits"
	"slices"
)

// A table is a map from words to words: pages of elements, by the high bits of the index, with the pages that were
// used last beside them. All elements without a page are the default. A table that several registers have is copied
// when one of them changes it. Its copy has the same pages, and of these a table copies what it changes unless they
// are its own.
type table struct {
	def    int64
	own    *owner
	pages  map[int64]*page
	recent [8]struct {
		at int64
		p  *page
	}
	shared bool
	birth  *birth // nil if no element is open

	small bool    // the first elements are in low, and no open ones
	low   []int64 // the other ones are on pages
	rows  *rows   // of a map of maps: all that it has
}

const (
	pageBits = 8
	pageSize = 1 << pageBits
)

// owner is on the pages that a table alone has.
type owner struct{ pool *pool }

type page struct {
	own   *owner
	words [pageSize]int64
	known [pageSize / 64]uint64 // of a table with a birth: the elements that were chosen, or written
}

// birth is an arbitrary map: its elements are chosen when they are read.
type birth struct {
	width int // of the elements; 0: integers
	def   int64
	cells map[int64]int64
	order []int64 // of the indices
}

// newTable returns a map whose elements are all the same.
func (m *machine) newTable(def int64) *table {
	if m.code.nested {
		return m.pool.row(def)
	}
	return m.newPaged(def)
}

// newPaged returns a map all of whose elements are on pages.
func (m *machine) newPaged(def int64) *table {
	return &table{def: def, own: &owner{&m.pool}, pages: map[int64]*page{}}
}

// pool has pages of executions that have ended.
type pool struct {
	free []*page
	made int // pages of this execution
	held int // words of the maps of this execution that are small, and of their pages, of which some may be garbage
}

// maxFree limits the pages of a pool.
const maxFree = 1 << 12

// page returns a page that has any content.
func (l *pool) page() (p *page) {
	l.made++
	n := len(l.free)
	if n == 0 {
		return &page{}
	}
	p, l.free = l.free[n-1], l.free[:n-1]
	return p
}

// recycle takes the pages of tables that have no more use, unless others may have them.
func (l *pool) recycle(tables []*table) {
	for _, t := range tables {
		if t == nil || t.shared {
			continue
		}
		for _, p := range t.pages {
			if p.own == t.own && len(l.free) < maxFree {
				p.own = nil
				l.free = append(l.free, p)
			}
		}
	}
}

// find returns the page of an index, nil if there is none.
func (t *table) find(at int64) *page {
	r := &t.recent[at&7]
	if r.at == at && r.p != nil {
		return r.p
	}
	p := t.pages[at]
	if p != nil {
		r.at, r.p = at, p
	}
	return p
}

// make returns the page of an index, to be changed.
func (t *table) make(at int64) *page {
	old := t.find(at)
	if old != nil && old.own == t.own {
		return old
	}
	if t.small {
		t.own.pool.held += pageSize
	}
	if t.pages == nil {
		t.pages = map[int64]*page{}
	}
	p := t.own.pool.page()
	if old != nil {
		*p = *old
	} else {
		*p = page{}
	}
	if old == nil && t.def != 0 {
		for i := range p.words {
			p.words[i] = t.def
		}
	}
	p.own = t.own
	t.pages[at] = p
	t.recent[at&7].at, t.recent[at&7].p = at, p
	return p
}

// get returns an element; known is false if it is open.
func (t *table) get(i int64) (v int64, known bool) {
	if uint64(i) < uint64(len(t.low)) {
		return t.low[i], true
	}
	p := t.find(i >> pageBits)
	if p == nil {
		return t.def, t.birth == nil
	}
	k := i & (pageSize - 1)
	return p.words[k], t.birth == nil || p.known[k>>6]>>(k&63)&1 != 0
}

func (t *table) set(i, v int64) {
	if t.small && t.setLow(i, v) {
		return
	}
	p := t.make(i >> pageBits)
	k := i & (pageSize - 1)
	p.words[k] = v
	p.known[k>>6] |= 1 << (k & 63)
}

// series sets the elements from lo to hi, page by page, each to more than the one before.
func (t *table) series(lo, hi, v, by int64) {
	for ; t.small && lo < hi; lo++ {
		t.set(lo, v)
		v += by
	}
	for lo < hi {
		p := t.make(lo >> pageBits)
		for end := min(hi, (lo>>pageBits+1)<<pageBits); lo < end; lo++ {
			k := lo & (pageSize - 1)
			p.words[k] = v
			p.known[k>>6] |= 1 << (k & 63)
			v += by
		}
	}
}

// clone returns a copy, which shares all pages and rows.
func (t *table) clone() *table {
	if t.rows != nil {
		return &table{rows: t.rows.clone()}
	}
	pool := t.own.pool
	t.own = &owner{pool}
	if t.small {
		pool.held += rowWords + len(t.low)
	}
	return &table{
		def: t.def, own: &owner{pool}, birth: t.birth, pages: maps.Clone(t.pages),
		small: t.small, low: slices.Clone(t.low),
	}
}

// each calls f for the elements that were written or chosen, in no order.
func (t *table) each(f func(i, v int64)) {
	for i, v := range t.low {
		f(int64(i), v)
	}
	for at, p := range t.pages {
		for w, set := range p.known {
			for ; set != 0; set &= set - 1 {
				k := int64(w*64 + bits.TrailingZeros64(set))
				if i := at<<pageBits | k; uint64(i) >= uint64(len(t.low)) {
					f(i, p.words[k])
				}
			}
		}
	}
}

// same says whether two tables without open elements have the same elements: 0, 1, or unknown. There are indices that
// have the defaults.
func (m *machine) same(t, u *table, ints bool) int64 {
	if t == u && !t.hasUnknown() {
		return 1
	}
	if t.hasUnknown() || u.hasUnknown() {
		return unknown
	}
	differ := func(v, w int64) bool { return v != w && !(ints && m.equals(v, w) != 0) }
	equal := !differ(t.def, u.def)
	for _, x := range [2][2]*table{{t, u}, {u, t}} {
		x[0].each(func(i, v int64) {
			w, _ := x[1].get(i)
			equal = equal && !differ(v, w)
		})
	}
	return truth(equal)
}

// hasUnknown reports whether an element is unknown.
func (t *table) hasUnknown() bool {
	found := t.def == unknown
	t.each(func(_, v int64) { found = found || v == unknown })
	return found
}
