package preprocess

import (
	"math/bits"
	"slices"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

const (
	systemWidth = 64      // the greatest width of equations
	systemCells = 1 << 18 // of the matrix of a system
	systemWork  = 1 << 27 // cells that elimination may visit
	fewRows     = 16      // of short equations, which Refute looks at, too
)

// systems eliminates between linear equations of bit-vectors of one width. It refutes a batch
// in which they have no solution modulo two to the width; and it replaces them by fewer, or by
// shorter ones. Only then: solving them one by one would make terms of each intermediate sum.
func (p *Pipeline) systems() int {
	var widths []int
	found := map[int]*system{} // by width; never ranged over
	for i, a := range p.batch {
		n := p.st.WidthOf(a.t)
		if p.st.Op(a.t) == term.OpEq {
			n = p.st.WidthOf(p.st.Arg(a.t, 0))
		}
		if n < 2 || n > systemWidth {
			continue
		}
		s := found[n]
		if s == nil {
			s = &system{Pipeline: p, width: n, column: map[term.Term]int{}}
			found[n] = s
			widths = append(widths, n)
		}
		s.add(i, a.t)
	}
	changed := 0
	for _, n := range widths {
		k, ok := found[n].run()
		if !ok {
			return p.refute()
		}
		changed += k
	}
	if changed > 0 {
		p.batch = slices.DeleteFunc(p.batch, func(a assertion) bool { return a.t == p.st.True() })
	}
	return changed
}

// Refute looks for a combination of equalities of bit-vectors of one width that has no solution
// modulo two to the width, since it says that a constant other than 0 is 0. It returns the
// multiples of the equalities that it is the sum of, or nil, and the constant.
func Refute(rw *rewrite.Rewriter, lim *limit.Limit, equalities []term.Term) (multiples []uint64, sum uint64) {
	st := rw.Terms()
	s := &system{Pipeline: &Pipeline{st: st, rw: rw, limit: lim}, width: st.WidthOf(st.Arg(equalities[0], 0)),
		column: map[term.Term]int{}}
	if s.width < 2 || s.width > systemWidth {
		return nil, 0
	}
	s.traced = true
	for i, t := range equalities {
		s.add(i, t)
	}
	if _, ok := s.run(); ok {
		return nil, 0
	}
	last := len(s.atoms)
	return s.refuted[last+1:], s.refuted[last]
}

// system is a system of linear equations modulo two to the width. A row of the matrix is
// what is 0: the coefficients by column, and the constant. If it is traced, the multiples of the
// equations that it is the sum of follow.
type system struct {
	*Pipeline
	width  int
	traced bool
	from   []int // by row: the assertion
	sums   []equation
	column map[term.Term]int // never ranged over
	atoms  []term.Term       // by column
	cells  int               // that are not 0
	matrix [][]uint64
	order  []int // the rows that have a pivot, in the order of their pivots
	used   []bool
	work   int

	refuted []uint64 // a row whose coefficients are 0, but not its constant
}

// equation says that a sum is 0.
type equation struct {
	cols   []int
	coeffs []uint64
	c      uint64
}

// mask returns the greatest number of the width.
func (s *system) mask() uint64 { return ^uint64(0) >> (64 - s.width) }

// add adds an equality of bit-vectors.
func (s *system) add(i int, t term.Term) {
	ms, c := s.rw.BitPolynomial(s.st.Arg(t, 0), s.st.Arg(t, 1))
	e := equation{}
	for _, m := range ms {
		k, ok := s.column[m.Term]
		if !ok {
			k = len(s.atoms)
			s.column[m.Term] = k
			s.atoms = append(s.atoms, m.Term)
		}
		v, _ := m.Coeff.Uint64()
		e.cols, e.coeffs = append(e.cols, k), append(e.coeffs, v)
	}
	e.c, _ = c.Uint64()
	s.from, s.sums, s.cells = append(s.from, i), append(s.sums, e), s.cells+len(ms)
}

// run eliminates, and returns the number of assertions that it changed; ok is false if there is
// no solution.
func (s *system) run() (changed int, ok bool) {
	rows, cols := len(s.sums), len(s.atoms)
	length := cols + 1
	if s.traced {
		length += rows
	}
	// Equations that define something are short, and solve handles them.
	if rows < 2 || s.cells < 3*rows && !(s.traced && rows <= fewRows) || rows*length > systemCells {
		return 0, true
	}
	s.used = make([]bool, rows)
	for n, e := range s.sums {
		row := make([]uint64, length)
		if s.traced {
			row[cols+1+n] = 1
		}
		for i, k := range e.cols {
			row[k] = e.coeffs[i]
		}
		row[cols] = e.c
		s.matrix = append(s.matrix, row)
	}
	for {
		i, j := s.pivot()
		switch {
		case s.limit.Stopped() || s.work > systemWork:
			return 0, true
		case i < 0 && s.traced:
			return 0, true
		case i < 0:
			return s.replace(), true
		case !s.eliminate(i, j):
			return 0, false
		}
	}
}

// pivot returns the row, of those without a pivot, and the column of a coefficient that the
// smallest power of two divides, in a row with few coefficients; or -1 if there is none.
func (s *system) pivot() (row, col int) {
	row, col = -1, -1
	least, fewest := s.width, 0
	for i, r := range s.matrix {
		if s.used[i] {
			continue
		}
		s.work += len(r)
		n, best, at := 0, s.width, -1
		for j, c := range r[:len(s.atoms)] {
			if c == 0 {
				continue
			}
			n++
			if k := bits.TrailingZeros64(c); k < best {
				best, at = k, j
			}
		}
		if at >= 0 && (best < least || best == least && n < fewest) {
			row, col, least, fewest = i, at, best, n
		}
	}
	return row, col
}

// eliminate makes the coefficient at row i and column j a power of two, and removes the column
// from the rows where that divides its coefficient: from all that have no pivot. It returns
// false if a row cannot be 0.
func (s *system) eliminate(i, j int) bool {
	s.used[i] = true
	s.order = append(s.order, i)
	row := s.matrix[i]
	k := bits.TrailingZeros64(row[j])
	inverse := inverseOdd(row[j] >> k)
	for c := range row {
		row[c] = row[c] * inverse & s.mask()
	}
	last := len(s.atoms)
	// All coefficients are divisible by two to the k: no others were left.
	if row[last]&(1<<k-1) != 0 {
		for c := range row {
			row[c] = row[c] << (s.width - k) & s.mask()
		}
		s.refuted = row
		return false
	}
	for m, other := range s.matrix {
		if m == i || other[j] == 0 || other[j]&(1<<k-1) != 0 {
			continue
		}
		f := other[j] >> k
		s.work += len(row)
		zero := true
		for c := range row {
			other[c] = (other[c] - f*row[c]) & s.mask()
			zero = zero && (c >= last || other[c] == 0)
		}
		if zero && other[last] != 0 {
			s.refuted = other
			return false
		}
	}
	return true
}

// inverseOdd returns the inverse of an odd number modulo two to the 64, by Newton's method.
func inverseOdd(a uint64) uint64 {
	x := a
	for range 5 {
		x *= 2 - a*x
	}
	return x
}

// replace puts the rows that are left in the place of the assertions if that is shorter, and
// returns the number of assertions that it changed.
func (s *system) replace() int {
	cells := 0
	for _, i := range s.order {
		for _, c := range s.matrix[i][:len(s.atoms)] {
			if c != 0 {
				cells++
			}
		}
	}
	if cells >= s.cells {
		return 0
	}
	for k, i := range s.from {
		t := s.st.True()
		if k < len(s.order) {
			t = s.formula(s.matrix[s.order[k]])
		}
		s.batch[i] = assertion{t: t}
	}
	return len(s.from)
}

// formula returns the equation of a row.
func (s *system) formula(row []uint64) term.Term {
	sort := s.st.BitVecSort(s.width)
	last := len(s.atoms)
	sum := []term.Term{s.st.Bits(sort, num.FromUint64(row[last]))}
	for j, c := range row[:last] {
		if c != 0 {
			sum = append(sum, s.rw.BvMul(s.st.Bits(sort, num.FromUint64(c)), s.atoms[j]))
		}
	}
	return s.rw.Eq(s.rw.BvAdd(sum...), s.st.Bits(sort, num.Int{}))
}
