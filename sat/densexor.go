package sat

import (
	"math/bits"
	"slices"
)

// When each column that is left is in many rows, sums have so many variables that bits
// are better than lists. Then the rest of the elimination is dense.

const (
	denseXorRows  = 8       // gauss.dense
	denseXorWords = 1 << 20 // of the matrix
)

// denseXors is the dense matrix.
type denseXors struct {
	cols  []column // by bit
	rows  []int32  // of the elimination
	bits  []uint64 // row by row
	width int      // words of a row
}

// newDenseXors makes the matrix of the rows that are left. It returns nil if it would
// be too large.
func newDenseXors(e *elimination) *denseXors {
	d := new(denseXors)
	place := make([]int32, len(e.names))
	for r := range e.rows {
		if e.rows[r].out {
			continue
		}
		d.rows = append(d.rows, int32(r))
		for _, c := range e.columns(int32(r)) {
			if place[c] == 0 {
				place[c] = 1
				d.cols = append(d.cols, c)
			}
		}
	}
	d.width = (len(d.cols) + 63) / 64
	if d.width*len(d.rows) > denseXorWords {
		return nil
	}
	slices.Sort(d.cols)
	for i, c := range d.cols {
		place[c] = int32(i)
	}
	d.bits = make([]uint64, d.width*len(d.rows))
	for i, r := range d.rows {
		row := d.row(i)
		for _, c := range e.columns(r) {
			row[place[c]/64] |= 1 << (place[c] % 64)
		}
	}
	return d
}

func (d *denseXors) row(i int) []uint64 { return d.bits[i*d.width : (i+1)*d.width : (i+1)*d.width] }

// eliminateDense finishes the elimination. It returns false after a stop.
func (s *Solver) eliminateDense(e *elimination, d *denseXors, end int64) bool {
	e.order.clear()
	for i, r := range d.rows {
		if s.lim.Stopped() {
			return false
		}
		e.rows[r].out = true // also if it is not reached
		row := d.row(i)
		w := 0
		for w < len(row) && row[w] == 0 {
			w++
		}
		if w == len(row) {
			if e.rows[r].odd {
				e.false = e.rows[r].node
				return true
			}
			continue
		}
		if s.stats.Ticks > end {
			continue
		}
		bit := bits.TrailingZeros64(row[w])
		for k, q := range d.rows[i+1:] {
			other := d.row(i + 1 + k)
			if other[w]>>bit&1 == 0 {
				continue
			}
			for x := w; x < len(row); x++ {
				other[x] ^= row[x]
			}
			e.nodes = append(e.nodes, [2]int32{e.rows[q].node, e.rows[r].node})
			e.rows[q].node = int32(len(e.xors) + len(e.nodes) - 1)
			e.rows[q].odd = e.rows[q].odd != e.rows[r].odd
			s.stats.Ticks += int64(1 + (len(row)-w)/8)
		}
		e.pivot[d.cols[w*64+bit]] = int32(len(e.pivots))
		e.pivots = append(e.pivots, r)
		from := int32(len(e.words))
		for ; w < len(row); w++ {
			for b := row[w]; b != 0; b &= b - 1 {
				e.words = append(e.words, d.cols[w*64+bits.TrailingZeros64(b)])
			}
		}
		e.rows[r].from, e.rows[r].to = from, int32(len(e.words))
	}
	return true
}
