package term

import (
	"maps"
	"slices"
)

// Clone returns a store with the same terms, symbols and sorts, each with the same number. What is added to one of the
// two later is not in the other, so goroutines can go on with one each. They share full chunks of nodes, symbols and
// arguments, which never change.
func (s *Store) Clone() *Store {
	c := *s
	c.nodes = s.nodes.clone()
	c.many = slices.Clone(s.many)
	for i, args := range c.many {
		c.many[i] = slices.Clip(args) // the rest is the original's
	}
	c.table = slices.Clone(s.table)
	c.sorts, c.widths = slices.Clone(s.sorts), slices.Clone(s.widths)
	c.sortIDs, c.symIDs = maps.Clone(s.sortIDs), maps.Clone(s.symIDs)
	c.syms, c.nums, c.rats, c.shapes = s.syms.clone(), slices.Clone(s.nums), slices.Clone(s.rats),
		slices.Clone(s.shapes)
	return &c
}

// clone copies the last chunk, to which elements may be added, and shares the others.
func (c *chunks[T]) clone() chunks[T] {
	out := chunks[T]{chunk: slices.Clone(c.chunk), len: c.len}
	if last := len(out.chunk) - 1; last >= 0 {
		chunk := *out.chunk[last]
		out.chunk[last] = &chunk
	}
	return out
}
