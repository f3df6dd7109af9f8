package sweep

import (
	"math/bits"
	"slices"
)

// classes are sets of nodes that no pattern has distinguished, up to signs.
type classes struct {
	values []uint64          // by node: its values in the last simulation
	signs  []bool            // by node: its value at the first pattern of all
	head   []uint32          // by node: the first one of its class
	next   []uint32          // by node: the next one of its class, or 0
	heads  []uint32          // of classes that have two nodes at least
	fresh  []uint32          // first nodes of classes that split is making
	last   map[uint64]uint32 // by value: the last node of such a class; never ranged over
}

// first returns the first node of the class of n, and whether the two are opposite.
func (c *classes) first(n uint32) (r uint32, opposite bool) {
	r = c.head[n]
	return r, c.signs[r] != c.signs[n]
}

// classify makes the classes of the cone by all patterns. It returns false if it was stopped.
func (s *Sweeper) classify() bool {
	c := &s.classes
	s.patterns.fill(s.g.Inputs())
	n := s.g.Len()
	*c = classes{signs: make([]bool, n), head: make([]uint32, n), next: make([]uint32, n), last: map[uint64]uint32{}}
	hash := make([]uint64, n)
	for k, row := range s.patterns.rows {
		if s.lim.Stopped() {
			return false
		}
		s.simulate(row)
		for i, w := range c.values {
			if k == 0 {
				c.signs[i] = w&1 != 0
			}
			hi, lo := bits.Mul64(c.value(uint32(i))^hash[i]^0x9e3779b97f4a7c15, 0xda942042e4dd58b5)
			hash[i] = hi ^ lo
		}
	}
	c.join(s.cone, hash)
	return true
}

// join makes classes of the nodes of the cone that have equal hashes. If that is a coincidence,
// it costs a question.
func (c *classes) join(cone []bool, hash []uint64) {
	for i, h := range hash {
		n := uint32(i)
		c.head[n] = n
		if i >= len(cone) || !cone[i] {
			continue
		}
		if m, ok := c.last[h]; ok {
			if c.head[m] == m {
				c.heads = append(c.heads, m)
			}
			c.next[m], c.head[n] = n, c.head[m]
		}
		c.last[h] = n
	}
}

// split separates nodes that have other values now, up to signs, and returns how many it looked at.
func (c *classes) split() int {
	looked := 0
	c.fresh = c.fresh[:0]
	for _, h := range c.heads {
		looked += c.splitClass(h)
	}
	c.heads = slices.DeleteFunc(append(c.heads, c.fresh...), func(h uint32) bool { return c.next[h] == 0 })
	return looked
}

// splitClass keeps the nodes that have the value of the first one, and makes classes of the others.
func (c *classes) splitClass(h uint32) (looked int) {
	clear(c.last)
	tail, w := h, c.value(h)
	for n := c.next[h]; n != 0; looked++ {
		next := c.next[n]
		if v := c.value(n); v == w {
			c.next[tail], tail = n, n
		} else {
			if last, ok := c.last[v]; ok {
				c.next[last], c.head[n] = n, c.head[last]
			} else {
				c.head[n] = n
				c.fresh = append(c.fresh, n)
			}
			c.next[n], c.last[v] = 0, n
		}
		n = next
	}
	c.next[tail] = 0
	return looked
}

// value is the value of a node, or its negation, so that all of a class once had the same one.
func (c *classes) value(n uint32) uint64 {
	if c.signs[n] {
		return ^c.values[n]
	}
	return c.values[n]
}
