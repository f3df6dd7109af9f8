package rerun

import "github.com/muster-smt/muster/theory/term"

// newMap returns a map of so many levels whose elements are all the same.
func newMap(levels int, def val) *table {
	t := newTable(def)
	for ; levels > 1; levels-- {
		t = everywhere(t)
	}
	return t
}

// everywhere returns a map that has a row at all indices.
func everywhere(row *table) *table {
	row.shared = true
	return &table{row: row}
}

// rowOf returns an element of a map of maps, whose index is known.
func (t *table) rowOf(at val) *table {
	if at.kind == large {
		if e, ok := t.far[at.n.String()]; ok {
			return e.row
		}
	} else if r := t.rows[at.w]; r != nil {
		return r
	}
	return t.row
}

// setRow changes an element of a map of maps.
func (t *table) setRow(at val, r *table) {
	if at.kind == large {
		t.setFar(*at.n, val{}, r)
		return
	}
	if t.rows == nil {
		t.rows = map[int64]*table{}
	}
	t.rows[at.w] = r
}

// forget makes all elements unknown.
func (t *table) forget() {
	u := newTable(val{})
	if t.row != nil {
		u = t.row.clone()
		u.forget()
		u = everywhere(u)
	}
	u.shared = t.shared
	*t = *u
}

// value returns what is known of a term.
func (n *node) value(m *machine) val {
	if w, ok := n.fast(m); ok {
		return wordOf(w)
	}
	return n.full(m)
}

// edit is an element of a map that becomes another one.
type edit struct {
	path []node // the indices of the rows that lead to it, and its own
	to   node
	row  mapNode // instead of to, where it is a map
}

// edits compiles by which changes t is made of a map root. The first one is made first.
func (c *terms) edits(t, root term.Term) []edit { return c.addEdits(nil, t, root, nil) }

func (c *terms) addEdits(out []edit, t, root term.Term, path []node) []edit {
	if t == root {
		return out
	}
	st := c.st
	m, i, v := st.Arg(t, 0), st.Arg(t, 1), st.Arg(t, 2)
	out = c.addEdits(out, m, root, path)
	path = append(path[:len(path):len(path)], c.node(i))
	if !st.IsArray(st.Sort(v)) {
		return append(out, edit{path: path, to: c.node(v)})
	}
	for row := v; ; row = st.Arg(row, 0) {
		switch {
		case row == st.Select(m, i), st.Op(m) == term.OpStore && st.Arg(m, 1) == i && st.Arg(m, 2) == row:
			return c.addEdits(out, v, row, path)
		case st.Op(row) != term.OpStore:
			return append(out, edit{path: path, row: c.mapNode(v)})
		}
	}
}

// read evaluates all that edits depend on, and puts it behind what is on the stacks.
func (m *machine) read(edits []edit) {
	for i := range edits {
		e := &edits[i]
		for k := range e.path {
			m.scratch = append(m.scratch, e.path[k].value(m))
		}
		if e.row == nil {
			m.scratch = append(m.scratch, e.to.value(m))
		} else {
			m.scratchMaps = append(m.scratchMaps, held(e.row(m)))
		}
	}
}

// change makes edits of a map that nobody else has. What they depend on is on the stacks from some places on, which it
// returns for what follows.
func (m *machine) change(t *table, edits []edit, word, row int) (int, int) {
	for i := range edits {
		e := &edits[i]
		n := len(e.path)
		at := m.scratch[word : word+n]
		word += n
		if e.row == nil {
			t.edit(at, m.scratch[word], nil)
			word++
		} else {
			t.edit(at, val{}, m.scratchMaps[row])
			row++
		}
	}
	return word, row
}

// edit changes an element behind a path: it becomes a value, or a row unless that is nil.
func (t *table) edit(path []val, v val, row *table) {
	for k, at := range path {
		switch {
		case at.kind == unknown: // any element may be this one
			t.forget()
			return
		case k < len(path)-1:
			r := t.rowOf(at)
			if r.shared {
				r = r.clone()
				t.setRow(at, r)
			}
			t = r
		case row != nil:
			t.setRow(at, row)
		case at.kind == large:
			t.setFar(*at.n, v, nil)
		default:
			t.set(at.w, v)
		}
	}
}
