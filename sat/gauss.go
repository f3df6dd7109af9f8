package sat

import (
	"cmp"
	"slices"
)

// Gauss and Jordan elimination of the exclusive ors (Soos, Nohl, Castelluccia, SAT 2009;
// Han, Jiang, CAV 2012) finds all units and equivalences that they imply together, and
// whether they contradict each other. The elimination takes the variable that is in the
// fewest rows next; it is sparse until all are in many (densexor.go). The Jordan half
// would fill the rows, so it is done with hashes: each variable that is left has a random
// number, and each one that was eliminated the sum of those in its row. Variables whose
// numbers are equal are equivalent, and one with the number 0 is constant. What is found
// so is checked and derived by a sum of exclusive ors (xorsum.go).

// gauss schedules the elimination.
type gauss struct {
	pauses
	saved int64 // effort that was not enough to search for exclusive ors
	dense int   // the elimination becomes dense when all columns are in so many rows
	slack int   // fewer words of garbage are not collected
}

func (g *gauss) init() { g.dense, g.slack = denseXorRows, 1<<12 }

const (
	greatestPause = 31
	xorEffort     = 400 // ticks for each exclusive or, besides the share
)

// column is the number of a variable in the elimination.
type column = Var

// xorRow is a row of the matrix.
type xorRow struct {
	from, to int32 // its columns in words, in increasing order
	node     int32 // where it comes from
	odd      bool
	out      bool // it is empty, or that of an eliminated column
}

// elimination is the working memory of a round.
type elimination struct {
	xors   []xor
	names  []Var // by column
	words  []column
	live   int // words of rows
	rows   []xorRow
	nodes  [][2]int32 // the sums, numbered after the exclusive ors
	occurs [][]int32  // by column: rows that have it, or had it before
	order  varHeap    // columns to eliminate, those in few rows first
	pivots []int32    // rows of eliminated columns, in their order
	pivot  []int32    // by column: its place in pivots, or -1
	false  int32      // the node of a contradiction, or -1
	slack  int        // as in gauss
	buf    []int32
}

// gauss eliminates exclusive ors.
func (s *Solver) gauss(ticks int64) {
	g := &s.linear
	if g.pausing() {
		return
	}
	if g.saved += ticks; g.saved < s.xorTicks() {
		return
	}
	before := s.stats.XorUnits + s.stats.XorEquivalences
	xors := s.findXors()
	s.stats.Xors += int64(len(xors))
	end := s.stats.Ticks + g.saved + xorEffort*int64(len(xors))
	g.saved = 0
	if len(xors) > 1 && !s.lim.Stopped() {
		e := newElimination(xors)
		e.slack = g.slack
		if s.eliminateColumns(e, end) {
			s.applyXors(e, end)
		}
	}
	g.ended(s.stats.XorUnits+s.stats.XorEquivalences > before, greatestPause)
}

// newElimination makes the matrix.
func newElimination(xors []xor) *elimination {
	e := &elimination{xors: xors, false: -1}
	for _, x := range xors {
		e.names = append(e.names, x.vars...)
	}
	slices.Sort(e.names)
	e.names = slices.Compact(e.names)
	n := len(e.names)
	e.occurs, e.pivot = make([][]int32, n), make([]int32, n)
	for i, x := range xors {
		from := int32(len(e.words))
		for _, v := range x.vars {
			c, _ := slices.BinarySearch(e.names, v)
			e.words = append(e.words, column(c))
			e.occurs[c] = append(e.occurs[c], int32(i))
		}
		e.rows = append(e.rows, xorRow{from, int32(len(e.words)), int32(i), x.odd, false})
	}
	e.live = len(e.words)
	for c := range n {
		e.pivot[c] = -1
		e.order.grow()
		e.order.act[c] = -float64(len(e.occurs[c]))
		e.order.insert(column(c))
	}
	return e
}

// columns are those of a row, valid until the next sum.
func (e *elimination) columns(r int32) []column {
	return e.words[e.rows[r].from:e.rows[r].to]
}

// eliminateColumns eliminates columns until the effort is spent or a contradiction is
// found. It returns false after a stop.
func (s *Solver) eliminateColumns(e *elimination, end int64) bool {
	for len(e.order.list) > 0 && e.false < 0 && s.stats.Ticks < end {
		if s.lim.Stopped() {
			return false
		}
		c := e.order.pop()
		rows := e.rowsOf(c)
		if len(rows) == 0 {
			continue
		}
		if len(rows) >= s.linear.dense {
			s.stats.Ticks += int64(len(e.names)+e.live) / 8 // also if it would be too large
			if d := newDenseXors(e); d != nil {
				return s.eliminateDense(e, d, end)
			}
		}
		p := rows[0]
		for _, r := range rows {
			if e.rows[r].to-e.rows[r].from < e.rows[p].to-e.rows[p].from {
				p = r
			}
		}
		e.rows[p].out = true
		e.pivot[c] = int32(len(e.pivots))
		e.pivots = append(e.pivots, p)
		for _, d := range e.columns(p) {
			e.count(d, 1)
		}
		s.stats.Ticks++
		for _, r := range rows {
			if r != p {
				s.stats.Ticks += int64(e.add(r, p))
			}
		}
	}
	return true
}

// rowsOf returns the rows that have a column. It is valid until the next call.
func (e *elimination) rowsOf(c column) []int32 {
	e.buf = e.buf[:0]
	slices.Sort(e.occurs[c])
	for _, r := range slices.Compact(e.occurs[c]) {
		if _, has := slices.BinarySearch(e.columns(r), c); has && !e.rows[r].out {
			e.buf = append(e.buf, r)
		}
	}
	e.occurs[c] = append(e.occurs[c][:0], e.buf...)
	return e.buf
}

// count changes the activity of a column that was not eliminated.
func (e *elimination) count(c column, by float64) {
	e.order.act[c] += by
	p := e.order.pos[c]
	switch {
	case p < 0:
	case by > 0:
		e.order.up(int(p))
	default:
		e.order.down(int(p))
	}
}

// add adds row p to row r. It returns the ticks that takes.
func (e *elimination) add(r, p int32) int {
	from := int32(len(e.words))
	a, b := e.columns(r), e.columns(p)
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
			e.words = append(e.words, a[0])
			a = a[1:]
		case len(a) == 0 || b[0] < a[0]:
			e.words = append(e.words, b[0])
			e.occurs[b[0]] = append(e.occurs[b[0]], r)
			e.count(b[0], -1)
			b = b[1:]
		default:
			e.count(a[0], 1)
			a, b = a[1:], b[1:]
		}
	}
	row := &e.rows[r]
	ticks := 1 + (len(e.words)-int(from))/4
	e.live += len(e.words) - int(from) - int(row.to-row.from)
	e.nodes = append(e.nodes, [2]int32{row.node, e.rows[p].node})
	node := int32(len(e.xors) + len(e.nodes) - 1)
	*row = xorRow{from, int32(len(e.words)), node, row.odd != e.rows[p].odd, row.out}
	if row.from == row.to {
		row.out = true
		if row.odd && e.false < 0 {
			e.false = node
		}
	}
	if len(e.words) > 2*e.live+e.slack {
		e.compact()
	}
	return ticks
}

// compact drops the words of former rows.
func (e *elimination) compact() {
	words := make([]column, 0, 2*e.live)
	for i := range e.rows {
		r := &e.rows[i]
		from := int32(len(words))
		words = append(words, e.words[r.from:r.to]...)
		r.from, r.to = from, int32(len(words))
	}
	e.words = words
}

// applyXors derives what the elimination has found: a contradiction, or equivalences and
// units.
func (s *Solver) applyXors(e *elimination, end int64) {
	if e.false >= 0 {
		s.sumXors(e, e.leaves([]int32{e.false}), nil)
		return
	}
	hashes := e.hashes()
	order := make([]column, len(hashes))
	for c := range order {
		order[c] = column(c)
	}
	slices.SortFunc(order, func(a, b column) int {
		return cmp.Or(cmp.Compare(hashes[a], hashes[b]), cmp.Compare(a, b))
	})
	units := 0
	for units < len(order) && hashes[order[units]] == 0 {
		units++
	}
	first := units
	for i := units + 1; i < len(order); i++ {
		if hashes[order[i]] != hashes[order[first]] {
			first = i
		} else if !s.deriveXor(e, end, order[first], order[i]) {
			return
		}
	}
	for _, c := range order[:units] {
		if !s.deriveXor(e, end, c) {
			return
		}
	}
}

// hashes are equal for columns that are equal or opposite, and 0 for constant ones.
func (e *elimination) hashes() []uint64 {
	hashes := make([]uint64, len(e.names))
	for c := range hashes {
		if e.pivot[c] < 0 {
			hashes[c] = hashVar(column(c))
		}
	}
	for i := len(e.pivots) - 1; i >= 0; i-- {
		own, h := column(0), uint64(0)
		for _, c := range e.columns(e.pivots[i]) {
			if e.pivot[c] == int32(i) {
				own = c
			} else {
				h ^= hashes[c]
			}
		}
		hashes[own] = h
	}
	return hashes
}

// deriveXor derives the sum of one or two columns. It returns false if that ends the
// round.
func (s *Solver) deriveXor(e *elimination, end int64, target ...column) bool {
	if s.stats.Ticks > end || s.lim.Stopped() {
		return false
	}
	nodes, ok := s.combine(e, target)
	if !ok {
		return true
	}
	var vars []Var
	for _, c := range target {
		vars = append(vars, e.names[c])
	}
	return s.sumXors(e, e.leaves(nodes), vars)
}

// combine returns the nodes of the rows whose sum consists of the target. It returns
// false if there are none: then hashes are equal by chance.
func (s *Solver) combine(e *elimination, target []column) (nodes []int32, ok bool) {
	var open cancelHeap // places in pivots, and after them other columns
	push := func(c column) {
		if p := e.pivot[c]; p >= 0 {
			open.push(p)
		} else {
			open.push(int32(len(e.pivots)) + int32(c))
		}
	}
	for _, c := range target {
		push(c)
	}
	for {
		i, more := open.pop()
		switch {
		case !more:
			return nodes, true
		case int(i) >= len(e.pivots):
			return nil, false
		}
		r := e.pivots[i]
		nodes = append(nodes, e.rows[r].node)
		s.stats.Ticks += int64(1 + len(e.columns(r))/4)
		for _, c := range e.columns(r) {
			if e.pivot[c] != i {
				push(c)
			}
		}
	}
}

// leaves returns the exclusive ors whose sum is that of the nodes.
func (e *elimination) leaves(nodes []int32) []int32 {
	var open cancelHeap
	for _, n := range nodes {
		open.push(-n)
	}
	var leaves []int32
	for {
		n, more := open.pop()
		if !more {
			return leaves
		}
		if k := int(-n) - len(e.xors); k >= 0 {
			open.push(-e.nodes[k][0])
			open.push(-e.nodes[k][1])
		} else {
			leaves = append(leaves, -n)
		}
	}
}

// cancelHeap is a heap of numbers in which equal ones cancel each other in pairs.
type cancelHeap []int32

func (h *cancelHeap) push(n int32) {
	*h = append(*h, n)
	q := *h
	for i := len(q) - 1; i > 0; {
		p := (i - 1) / 2
		if q[p] <= q[i] {
			return
		}
		q[p], q[i] = q[i], q[p]
		i = p
	}
}

// pop removes the least number that is there an odd number of times.
func (h *cancelHeap) pop() (n int32, ok bool) {
	for len(*h) > 0 {
		n = h.least()
		if len(*h) == 0 || (*h)[0] != n {
			return n, true
		}
		h.least()
	}
	return 0, false
}

// least removes the least number.
func (h *cancelHeap) least() int32 {
	q := *h
	n, last := q[0], len(q)-1
	q[0] = q[last]
	q = q[:last]
	*h = q
	for i := 0; ; {
		c := 2*i + 1
		if c+1 < len(q) && q[c+1] < q[c] {
			c++
		}
		if c >= len(q) || q[i] <= q[c] {
			return n
		}
		q[i], q[c] = q[c], q[i]
		i = c
	}
}
