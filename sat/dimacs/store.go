package dimacs

import (
	"encoding/binary"
	"slices"

	"github.com/muster-smt/muster/sat"
)

// store holds clauses as bytes, about two for each literal of a formula that was made by
// a program: the size of the clause, and of each literal how far it is from the one before,
// or of the first one how far it is from the first one before. A clause is within a chunk,
// and chunks never move.
type store struct {
	chunks [][]byte
	first  sat.Lit // of the last clause that is not empty
}

const (
	leastChunk    = 1 << 10
	greatestChunk = 1 << 18
	numberBytes   = 5 // greatest size of a number
)

// add appends a clause.
func (s *store) add(c []sat.Lit) {
	n := len(s.chunks)
	need := numberBytes * (len(c) + 1)
	if n == 0 || cap(s.chunks[n-1])-len(s.chunks[n-1]) < need {
		size := leastChunk
		if n > 0 {
			size = min(greatestChunk, 2*cap(s.chunks[n-1]))
		}
		s.chunks = append(s.chunks, make([]byte, 0, max(size, need)))
		n++
	}
	b := binary.AppendUvarint(s.chunks[n-1], uint64(len(c)))
	before := s.first
	for _, l := range c {
		d := int64(l) - int64(before)
		b = binary.AppendUvarint(b, uint64(d<<1^d>>63))
		before = l
	}
	s.chunks[n-1] = b
	if len(c) > 0 {
		s.first = c[0]
	}
}

// cursor reads the clauses of a store.
type cursor struct {
	chunks [][]byte // not read yet
	at     int      // in the first of them
	first  sat.Lit
	clause []sat.Lit
}

func (s *store) all() cursor { return cursor{chunks: s.chunks} }

// next returns the next clause, valid until the next call. There must be one.
func (r *cursor) next() []sat.Lit {
	if r.at == len(r.chunks[0]) {
		r.chunks, r.at = r.chunks[1:], 0
	}
	b, at := r.chunks[0], r.at
	size, at := number(b, at)
	c, before := slices.Grow(r.clause[:0], int(size)), int64(r.first)
	for range size {
		var x uint64
		if x = uint64(b[at]); x < 1<<7 {
			at++
		} else {
			x, at = number(b, at)
		}
		before += int64(x>>1) ^ -int64(x&1)
		c = append(c, sat.Lit(before))
	}
	if size > 0 {
		r.first = c[0]
	}
	r.clause, r.at = c, at
	return c
}

// number reads a number, and returns where the next one begins.
func number(b []byte, at int) (uint64, int) {
	x := uint64(0)
	for shift := 0; ; shift += 7 {
		d := b[at]
		at++
		x |= uint64(d&(1<<7-1)) << shift
		if d < 1<<7 {
			return x, at
		}
	}
}
