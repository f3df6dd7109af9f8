package simplex

import "math/bits"

const (
	poolChunk = 1 << 12 // elements
	poolLeast = 4
)

// pool recycles slices whose capacities are powers of two, so that rows and columns
// come and go without work for the garbage collector.
type pool[T any] struct {
	chunk []T
	free  [32][][]T // by logarithm of the capacity
}

// get returns an empty slice with room for n.
func (p *pool[T]) get(n int) []T {
	k := bits.Len(uint(max(n, poolLeast) - 1))
	if f := p.free[k]; len(f) > 0 {
		s := f[len(f)-1]
		p.free[k] = f[:len(f)-1]
		return s
	}
	size := 1 << k
	if size > poolChunk/4 {
		return make([]T, 0, size)
	}
	if size > len(p.chunk) {
		p.chunk = make([]T, poolChunk)
	}
	s := p.chunk[:0:size]
	p.chunk = p.chunk[size:]
	return s
}

// put takes a slice back.
func (p *pool[T]) put(s []T) {
	if cap(s) == 0 {
		return
	}
	k := bits.Len(uint(cap(s) - 1))
	p.free[k] = append(p.free[k], s[:0])
}

// push appends x.
func (p *pool[T]) push(s []T, x T) []T {
	if len(s) == cap(s) {
		wider := append(p.get(len(s)+1), s...)
		p.put(s)
		s = wider
	}
	return append(s, x)
}
