package project

import "github.com/muster-smt/muster/theory/term"

// table maps terms to values: slices over term ids that reset empties in constant time.
type table[T any] struct {
	epoch []uint32
	vals  []T
	now   uint32
}

// reset empties the table, and must come before its first use.
func (b *table[T]) reset() {
	if b.now++; b.now == 0 {
		clear(b.epoch)
		b.now = 1
	}
}

func (b *table[T]) get(t term.Term) (v T, ok bool) {
	if int(t) < len(b.epoch) && b.epoch[t] == b.now {
		return b.vals[t], true
	}
	return v, false
}

func (b *table[T]) has(t term.Term) bool {
	return int(t) < len(b.epoch) && b.epoch[t] == b.now
}

func (b *table[T]) set(t term.Term, v T) {
	if int(t) >= len(b.epoch) {
		n := max(int(t)+1, 2*len(b.epoch))
		b.epoch = append(b.epoch, make([]uint32, n-len(b.epoch))...)
		b.vals = append(b.vals, make([]T, n-len(b.vals))...)
	}
	b.epoch[t], b.vals[t] = b.now, v
}
