package execute

import "github.com/muster-smt/muster/theory/term"

// edit is an element of a map that becomes another one, in place.
type edit struct {
	path  []reg // the indices of the rows that lead to the map
	at    reg
	value reg
	op    opcode // opStore, opStoreRow or opConstRow
}

// update compiles what an assignment needs by which the map in dst becomes what it is but for some elements, and
// returns these. All that it reads is read before anything is changed.
func (c *compiler) update(t term.Term, dst reg) ([]edit, bool) {
	root := t
	for c.st.Op(root) == term.OpStore {
		root = c.st.Arg(root, 0)
	}
	if r, ok := c.regOf[root]; !ok || r != dst || root == t {
		return nil, false
	}
	if _, ok := c.mapLevels(c.st.Sort(t)); !ok {
		return nil, false
	}
	return c.changes(nil, t, root, nil), true
}

// changes returns what makes t of a map root, which is behind a path.
func (c *compiler) changes(out []edit, t, root term.Term, path []reg) []edit {
	if t == root {
		return out
	}
	st := c.st
	m, i, v := st.Arg(t, 0), st.Arg(t, 1), st.Arg(t, 2)
	out = c.changes(out, m, root, path)
	x := edit{path: path, at: c.value(i, -1), op: opStore}
	switch {
	case !st.IsArray(st.Sort(v)):
		x.value = c.value(v, -1)
	case st.Op(v) == term.OpConstArray && !st.IsArray(st.Sort(st.Arg(v, 0))):
		x.op, x.value = opConstRow, c.value(st.Arg(v, 0), -1)
	default:
		if row := c.rowOf(v, m, i); row != 0 {
			return c.changes(out, v, row, append(path[:len(path):len(path)], x.at))
		}
		x.op, x.value = opStoreRow, c.held(v)
	}
	return append(out, x)
}

// rowOf returns the element of m at i if v is that but for some of its elements, else 0.
func (c *compiler) rowOf(v, m, i term.Term) term.Term {
	st := c.st
	for row := v; ; row = st.Arg(row, 0) {
		switch {
		case st.Op(row) == term.OpSelect && st.Arg(row, 0) == m && st.Arg(row, 1) == i,
			st.Op(m) == term.OpStore && st.Arg(m, 1) == i && st.Arg(m, 2) == row:
			return row
		case st.Op(row) != term.OpStore:
			return 0
		}
	}
}

// held compiles a term. Where the value is a row of a map, it stays what it is if the map changes.
func (c *compiler) held(t term.Term) reg {
	r := c.value(t, -1)
	if c.st.Op(t) == term.OpSelect && c.regMap[r] {
		own := c.temp(true)
		c.move(own, r)
		return own
	}
	return r
}

// edit compiles that the map in a register changes.
func (c *compiler) edit(dst reg, edits []edit) {
	for _, x := range edits {
		m := dst
		for _, at := range x.path {
			row := c.temp(true)
			c.emit(opOwnRow, row, m, at)
			m = row
		}
		c.emit(x.op, m, x.at, x.value)
	}
}

// mapLevels returns how many levels of maps there are in a map of a sort, whose indices and elements are words; ok is
// false if they are not.
func (c *compiler) mapLevels(s term.Sort) (n int, ok bool) {
	for c.st.IsArray(s) {
		i, e := c.st.ArraySorts(s)
		if !c.scalar(i) {
			return 0, false
		}
		s = e
		n++
	}
	return n, n > 0 && n < 256 && c.scalar(s)
}

// row executes an instruction on a map of maps.
func (m *machine) row(i *instr) {
	regs := m.regs
	if i.op == opConstRows {
		m.maps[i.dst] = everywhere(m.table(i.a))
		return
	}
	from, at := i.a, regs[i.b]
	if i.op == opStoreRow || i.op == opConstRow {
		from, at = i.dst, regs[i.a]
	}
	if at != unknown && at <= tagTop {
		at = m.index(at)
	}
	if i.op == opRow {
		if t := m.table(from); at == unknown {
			m.maps[i.dst] = m.unknown(t.rows.def)
		} else {
			m.maps[i.dst] = t.rows.row(at)
		}
		return
	}
	if at == unknown { // it may be any row
		if m.forget(from); i.op == opOwnRow {
			m.maps[i.dst] = m.unknown(m.maps[from].rows.def)
		}
		return
	}
	t := m.owned(from)
	switch i.op {
	case opOwnRow:
		m.maps[i.dst] = t.rows.owned(at)
	case opStoreRow:
		row := m.table(i.b)
		row.shared = true
		t.rows.put(at, row)
	case opConstRow:
		t.rows.put(at, m.newTable(regs[i.b]))
	}
}
