package execute

import (
	"maps"
	"slices"

	"github.com/muster-smt/muster/theory/num"
)

// How an execution is found out that never ends.
const (
	// steps after which its state is noted, and again whenever there are twice as many (R. P. Brent, BIT 1980)
	firstLook  = 1 << 12
	lookBlocks = 1 << 12 // blocks for which it is compared then: the longest period that is noticed
)

// memory is the state of an execution as it was.
type memory struct {
	next  int64 // steps at which it is noted
	pc    int32
	regs  []int64
	maps  []*table
	bigs  []num.Int
	stack []frame
	saved []int64
	olds  []*table
}

// note notes the state of a machine between two blocks.
func (s *memory) note(m *machine) {
	s.pc = m.pc
	s.regs, s.saved = append(s.regs[:0], m.regs...), append(s.saved[:0], m.saved...)
	s.maps, s.olds = append(s.maps[:0], m.maps...), append(s.olds[:0], m.olds...)
	s.bigs, s.stack = append(s.bigs[:0], m.bigs...), append(s.stack[:0], m.stack...)
	for _, t := range slices.Concat(s.maps, s.olds) {
		if t != nil {
			t.shared = true
		}
	}
}

// is reports whether a machine is in the state that was noted. It may say no where big numbers are equal.
func (s *memory) is(m *machine) bool {
	word := func(a, b int64) bool { return a == b && (a > tagTop || s.kept(m, a)) }
	words := func(a, b []int64) bool { return slices.EqualFunc(a, b, word) }
	var same func(t, u *table) bool
	same = func(t, u *table) bool {
		if t == nil || u == nil || t == u {
			return t == u
		}
		if t.rows != nil {
			return u.rows != nil && same(t.rows.def, u.rows.def) && maps.EqualFunc(t.rows.of, u.rows.of, same)
		}
		return u.rows == nil && word(t.def, u.def) && t.birth == nil && u.birth == nil && words(t.low, u.low) &&
			maps.EqualFunc(t.pages, u.pages, func(p, q *page) bool {
				return p == q || words(p.words[:], q.words[:])
			})
	}
	tables := func(a, b []*table) bool { return slices.EqualFunc(a, b, same) }
	return s.pc == m.pc && words(s.regs, m.regs) && slices.Equal(s.stack, m.stack) && words(s.saved, m.saved) &&
		tables(s.maps, m.maps) && tables(s.olds, m.olds)
}

// kept reports whether a word, if it is the tag of a big number, is that of the same number as then: tags are given
// again.
func (s *memory) kept(m *machine, tag int64) bool {
	k := uint64(tag) - 1<<63
	return k >= uint64(len(m.bigs)) || k < uint64(len(s.bigs)) && s.bigs[k].Equal(m.bigs[k])
}

// resume goes on with an execution for so many steps. Where it is in a state in which it was, it is blocked: it goes
// round for ever, or splits as it did then.
func (e *exhaustion) resume(steps int64) outcome {
	m := e.m
	for end := m.steps + steps; ; {
		if out := m.resume(min(end, e.noted.next)); out != cut || m.steps <= e.noted.next {
			return out
		}
		e.noted.next = 2 * m.steps
		e.noted.note(m)
		for k := 0; k < lookBlocks; k++ {
			if out := m.resume(m.steps); out != cut {
				return out
			}
			if e.noted.is(m) {
				return blocked
			}
		}
		if m.steps >= end {
			return cut
		}
	}
}
