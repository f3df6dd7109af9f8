package execute

import "maps"

// rows are the elements of a map of maps, which are maps themselves. One that several have is copied when one of them
// changes it.
type rows struct {
	def    *table // of what nothing was written to; it is shared
	of     map[int64]*table
	recent [4]struct {
		at int64
		t  *table
	}
}

// rowWords is how many words a row takes beside its elements.
const rowWords = 48

// row returns a map whose first elements are beside each other: most rows are as short as the objects of a program.
func (l *pool) row(def int64) *table {
	l.held += rowWords
	return &table{def: def, own: &owner{l}, small: true}
}

// setLow sets an element if it is among the first ones, which become more.
func (t *table) setLow(i, v int64) bool {
	n := int64(len(t.low))
	if i < 0 || i >= 2*n+16 {
		return false
	}
	if i >= n {
		for k := n; k <= i; k++ {
			e, _ := t.get(k)
			t.low = append(t.low, e)
		}
		t.own.pool.held += int(i + 1 - n)
	}
	t.low[i] = v
	return true
}

// newMap returns a map of maps, so many levels of them, whose elements are all the same.
func (m *machine) newMap(levels int, def int64) *table {
	t := m.newTable(def)
	for range levels - 1 {
		t = everywhere(t)
	}
	return t
}

// everywhere returns a map that has a row at all indices.
func everywhere(row *table) *table {
	row.shared = true
	return &table{rows: &rows{def: row}}
}

// unknown returns a map of the same levels of which nothing is known.
func (m *machine) unknown(t *table) *table {
	if t.rows == nil {
		return m.newTable(unknown)
	}
	return everywhere(m.unknown(t.rows.def))
}

// forget makes all elements of the map of a register unknown, also where that is a row of another map.
func (m *machine) forget(r reg) {
	t := m.table(r)
	u := m.unknown(t)
	if t.shared {
		m.maps[r] = u
	} else {
		*t = *u
	}
}

// row returns an element of a map of maps, which must not be changed.
func (r *rows) row(i int64) *table {
	c := &r.recent[i&3]
	if c.at == i && c.t != nil {
		return c.t
	}
	t := r.of[i]
	if t == nil {
		return r.def
	}
	c.at, c.t = i, t
	return t
}

// put sets an element.
func (r *rows) put(i int64, t *table) {
	if r.of == nil {
		r.of = map[int64]*table{}
	}
	r.of[i] = t
	c := &r.recent[i&3]
	c.at, c.t = i, t
}

// owned returns an element that nobody else has.
func (r *rows) owned(i int64) *table {
	t := r.row(i)
	if t.shared {
		t = t.clone()
		r.put(i, t)
	}
	return t
}

func (r *rows) clone() *rows {
	for _, t := range r.of {
		t.shared = true
	}
	return &rows{def: r.def, of: maps.Clone(r.of)}
}

// size says how many maps there are that a copy of a table has to look at.
func (t *table) size() int {
	if t.rows != nil {
		return len(t.rows.of)
	}
	return len(t.pages) + len(t.low)/pageSize
}

// visit calls f once for each of some maps, and for their rows.
func visit(tables []*table, seen map[*table]bool, f func(t *table)) {
	for _, t := range tables {
		if t == nil || seen[t] {
			continue
		}
		seen[t] = true
		if f(t); t.rows != nil {
			visit([]*table{t.rows.def}, seen, f)
			for _, r := range t.rows.of {
				visit([]*table{r}, seen, f)
			}
		}
	}
}

// weigh counts anew how many words the maps hold, since some were garbage.
func (m *machine) weigh() {
	held, seen := 0, map[*table]bool{}
	for _, list := range [...][]*table{m.maps, m.olds} {
		visit(list, seen, func(t *table) { held += rowWords + len(t.low) + pageSize*len(t.pages) })
	}
	m.pool.held = held
}
