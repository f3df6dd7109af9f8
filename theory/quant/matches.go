package quant

import (
	"github.com/muster-smt/muster/theory"
)

// match is a match of the present round, or of an earlier one while it still holds.
type match struct {
	quant, program int32
	first          uint32 // of its bindings
	tops           uint32 // first of its nodes, those for the terms of its pattern before those below
	gen, depth     uint16
	inst           int32    // 1 + index of its instance, 0 if it has none
	satisfied      standing // while its instance is satisfied, or an equal one is live
}

// standing identifies a level, and so a state that lasts until that level is undone.
type standing struct {
	depth  int32
	serial uint32 // 0: no level
}

// standing returns the standing of the present state.
func (m *Matcher) standing() standing {
	if n := len(m.levels); n > 0 {
		return standing{int32(n), m.levels[n-1].serial}
	}
	return standing{0, 1}
}

func (m *Matcher) stands(s standing) bool {
	if s.depth == 0 {
		return s.serial != 0
	}
	return int(s.depth) <= len(m.levels) && m.levels[s.depth-1].serial == s.serial
}

// matches are the kept and the new matches, and a table of them and of the live
// instances by the classes of their bindings.
type matches struct {
	list     []match
	bindings []theory.Point // as matched
	tops     []theory.Node
	dropped  standing // satisfied matches of this standing were dropped

	pending []pending // a heap: what is to be processed in this round
	entries []entry
	table   []int32 // 1 + index into entries
}

// pending is a match that is not known to be satisfied or live.
type pending struct {
	key   uint64 // smaller generations first, else the order in which all would be found now
	match int32
}

// entry is a live instance, or a match that was processed in this round.
type entry struct {
	quant int32
	live  bool
	first uint32
	next  int32 // hash chain: 1 + index of an entry
}

// keep drops the matches that may no longer hold, those that matching will find
// again, and, if there are many, those that are satisfied now: when that is undone,
// everything must be matched again.
func (m *Matcher) keep() {
	f, round := &m.found, m.changes.round
	if f.dropped.serial != 0 && !m.stands(f.dropped) {
		f.dropped = standing{}
		m.forget()
	}
	many := len(f.list) >= maxKept
	list, bindings, tops := f.list[:0], f.bindings[:0], f.tops[:0]
	for _, x := range f.list {
		q := &m.quants[x.quant]
		p := &q.programs[x.program]
		old := f.tops[x.tops : x.tops+uint32(p.nodes)]
		if !q.active || !p.isKept(round) || !m.unchanged(old[:p.terms]) {
			continue
		}
		if many && m.stands(x.satisfied) {
			if f.dropped.depth <= x.satisfied.depth {
				f.dropped = x.satisfied
			}
			continue
		}
		b := f.bindings[x.first : x.first+uint32(len(q.vars))]
		x.first, x.tops = uint32(len(bindings)), uint32(len(tops))
		bindings, tops = append(bindings, b...), append(tops, old...)
		list = append(list, x)
	}
	f.list, f.bindings, f.tops = list, bindings, tops
	m.stats.kept += int64(len(list))
}

// forget makes all programs match everything again.
func (m *Matcher) forget() {
	for i := range m.quants {
		for k := range m.quants[i].programs {
			m.quants[i].programs[k].round = 0
		}
	}
}

func (m *Matcher) unchanged(ns []theory.Node) bool {
	for _, n := range ns {
		if m.changes.isChanged(n) {
			return false
		}
	}
	return true
}

// enterLive fills the table with the live instances, so that no match equal to one
// of them modulo the present classes is sent.
func (m *Matcher) enterLive() {
	f := &m.found
	f.entries = f.entries[:0]
	size := 1 << 10
	for size < 2*len(m.live) {
		size *= 2
	}
	if len(f.table) < size {
		f.table = make([]int32, size)
	} else {
		clear(f.table)
	}
	for _, i := range m.live {
		in := &m.insts[i]
		m.add(entry{quant: in.quant, live: true, first: in.first})
	}
	for _, i := range m.waiting {
		if in := &m.insts[i]; in.live == 0 && m.standsBy(in) {
			m.add(entry{quant: in.quant, live: true, first: in.first})
		}
	}
}

// enter adds the present match of the machine.
func (m *Matcher) enter(quant, program int32) {
	f := &m.found
	x := match{quant: quant, program: program, first: uint32(len(f.bindings)), tops: uint32(len(f.tops))}
	x.gen, x.depth = m.generation()
	f.bindings, f.tops = m.bound(f.bindings), m.tops(f.tops)
	f.list = append(f.list, x)
}

// order builds the heap of what is to be processed.
func (m *Matcher) order() {
	f := &m.found
	f.pending = f.pending[:0]
	for k := range f.list {
		x := &f.list[k]
		switch {
		case m.stands(x.satisfied):
		case m.isDear(&m.quants[x.quant], x.gen):
			m.deep = true
			m.stats.deep++
		case x.inst > 0 && m.isLive(x.inst-1):
			x.satisfied = m.standing()
		default:
			f.pending = append(f.pending, pending{m.key(x), int32(k)})
		}
	}
	for i := len(f.pending)/2 - 1; i >= 0; i-- {
		f.sift(i)
	}
}

// next takes the first match from the heap; -1 if there is none.
func (f *matches) next() int32 {
	n := len(f.pending) - 1
	if n < 0 {
		return -1
	}
	k := f.pending[0].match
	f.pending[0] = f.pending[n]
	f.pending = f.pending[:n]
	f.sift(0)
	return k
}

// sift moves an element of the heap down to its place.
func (f *matches) sift(i int) {
	for {
		least := i
		for c := 2*i + 1; c <= 2*i+2 && c < len(f.pending); c++ {
			if f.pending[c].before(f.pending[least]) {
				least = c
			}
		}
		if least == i {
			return
		}
		f.pending[i], f.pending[least] = f.pending[least], f.pending[i]
		i = least
	}
}

func (p pending) before(q pending) bool {
	return p.key < q.key || p.key == q.key && p.match < q.match
}

// key returns the place of a match among all: by rank, quantifiers, programs and the places of the nodes that it
// begins with.
func (m *Matcher) key(x *match) uint64 {
	key := m.rank(x)<<12 | min(uint64(m.quants[x.quant].place), 1<<12-1)
	key = key<<5 | min(uint64(x.program), 1<<5-1)
	for t := range uint32(2) {
		key <<= 20
		if t < uint32(m.quants[x.quant].programs[x.program].terms) {
			key |= min(uint64(m.changes.nodes.At(uint32(m.found.tops[x.tops+t])).place), 1<<20-1)
		}
	}
	return key
}

// isNew reports whether no live instance, and no match that was processed in this
// round, is equal to a match.
func (m *Matcher) isNew(x *match) bool {
	i := m.add(entry{quant: x.quant, first: x.first})
	if i < 0 {
		return true
	}
	m.stats.duplicates++
	if m.found.entries[i].live {
		x.satisfied = m.standing()
	}
	return false
}

// add puts an entry into the table, or returns the index of an equal one; else -1.
func (m *Matcher) add(e entry) int32 {
	f := &m.found
	if len(f.entries) >= len(f.table) {
		m.growTable()
	}
	b := m.bindings(&e)
	h := m.hash(e.quant, b) & uint64(len(f.table)-1)
	for i := f.table[h]; i != 0; i = f.entries[i-1].next {
		if o := &f.entries[i-1]; o.quant == e.quant && m.sameBindings(m.bindings(o), b) {
			return i - 1
		}
	}
	e.next = f.table[h]
	f.entries = append(f.entries, e)
	f.table[h] = int32(len(f.entries))
	return -1
}

func (m *Matcher) bindings(e *entry) []theory.Point {
	all, n := m.found.bindings, uint32(len(m.quants[e.quant].vars))
	if e.live {
		all = m.points
	}
	return all[e.first : e.first+n]
}

func (m *Matcher) growTable() {
	f := &m.found
	f.table = make([]int32, 4*len(f.table))
	for i := range f.entries {
		e := &f.entries[i]
		h := m.hash(e.quant, m.bindings(e)) & uint64(len(f.table)-1)
		e.next = f.table[h]
		f.table[h] = int32(i + 1)
	}
}

func (m *Matcher) hash(quant int32, ps []theory.Point) uint64 {
	h := uint64(quant) * 0x9e3779b97f4a7c15
	for _, p := range ps {
		h = (h ^ uint64(m.host.Root(p.Node))) * 0xbf58476d1ce4e5b9
		h = (h ^ h>>31 ^ uint64(m.host.Offset(p.Node)+p.Off)) * 0x94d049bb133111eb
	}
	return h ^ h>>29
}

func (m *Matcher) sameBindings(a, b []theory.Point) bool {
	for i := range a {
		if !m.host.Same(a[i], b[i]) {
			return false
		}
	}
	return true
}
