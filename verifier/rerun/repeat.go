package rerun

import (
	"maps"
	"slices"
)

// past is a state in which a run was: of the globals, and of each call that had not ended.
type past struct {
	at    int64 // steps at which it is noted, and from when on it is compared with
	until int64 // steps up to which it is compared with
	calls []calling
	words []val
	maps  []*table
}

// calling is where a call was.
type calling struct {
	called *call
	block  int32
	cmd    int
}

// longest is the longest period of a run that is noticed, in steps.
const longest = 1 << 12

// repeats reports whether the run is in a state in which it was before, so that it never ends. It notes the state
// each time that the run has become twice as long, and then has every block polled for a while.
func (m *machine) repeats() bool {
	p := &m.past
	switch {
	case m.zeros:
		return false
	case m.steps < p.until:
		m.poll = m.steps
		return m.same(p)
	case m.steps >= p.at:
		m.note(p)
		p.at, p.until = 2*m.steps, m.steps+longest
		m.poll = m.steps
	}
	return false
}

// mostStates limits the states behind splits that are noted, deepest the calls in them: to compare states takes as long
// as they are large.
const (
	mostStates = 1 << 10
	deepest    = 1 << 6
)

// revisits reports whether the run has come behind a split to a state in which another run was behind one, or this
// run: what follows is the same, and those runs go on with it. What is before the last split of the run before is not
// looked up: there it is in the states of that run.
func (m *machine) revisits() bool {
	m.parted = m.at
	if m.zeros || m.at < len(m.splits) || len(m.stack) > deepest {
		return false
	}
	h := m.hash()
	for i := range m.before[h] {
		if m.same(&m.before[h][i]) {
			return true
		}
	}
	if m.known < mostStates {
		if m.before == nil {
			m.before = map[uint64][]past{}
		}
		var p past
		m.note(&p)
		m.before[h], m.known = append(m.before[h], p), m.known+1
	}
	return false
}

// hash returns the same number for the same states.
func (m *machine) hash() uint64 {
	h := uint64(len(m.stack))
	add := func(x uint64) { h = (h ^ x) * 0x9e3779b97f4a7c15; h ^= h >> 29 }
	words := func(vs []val) {
		for _, v := range vs {
			if add(uint64(v.kind)); v.kind == word {
				add(uint64(v.w))
			}
		}
	}
	words(m.globals)
	for _, f := range m.stack {
		add(uint64(f.block))
		add(uint64(f.cmd))
		words(f.words)
	}
	return h
}

// note notes the present state.
func (m *machine) note(p *past) {
	p.calls, p.words, p.maps = p.calls[:0], append(p.words[:0], m.globals...), append(p.maps[:0], m.globalMaps...)
	for _, f := range m.stack {
		p.calls = append(p.calls, calling{f.called, f.block, f.cmd})
		p.words, p.maps = append(p.words, f.words...), append(p.maps, f.maps...)
	}
	for _, t := range p.maps {
		t.shared = true
	}
}

// same reports whether the present state is the one that was noted.
func (m *machine) same(p *past) bool {
	if len(m.stack) != len(p.calls) {
		return false
	}
	words, tables := p.words, p.maps
	all := func(now []val, t []*table) bool {
		then, old := words[:len(now)], tables[:len(t)]
		words, tables = words[len(now):], tables[len(t):]
		return slices.EqualFunc(now, then, val.identical) && slices.EqualFunc(t, old, (*table).identical)
	}
	for i, f := range m.stack {
		if (calling{f.called, f.block, f.cmd}) != p.calls[i] {
			return false
		}
	}
	if !all(m.globals, m.globalMaps) {
		return false
	}
	for _, f := range m.stack {
		if !all(f.words, f.maps) {
			return false
		}
	}
	return true
}

// identical reports whether two values are the same, or both unknown.
func (v val) identical(u val) bool {
	if v.kind == large && u.kind == large {
		return v.n.Equal(*u.n)
	}
	return v.kind == u.kind && (v.kind == unknown || v.w == u.w)
}

// identical reports whether two maps have the same elements, known or unknown, in the same places.
func (t *table) identical(u *table) bool {
	if t == u || len(t.far) > 0 || len(u.far) > 0 { // it may say no
		return t == u
	}
	if t.row != nil {
		return t.row.identical(u.row) && maps.EqualFunc(t.rows, u.rows, (*table).identical)
	}
	return t.def.identical(u.def) && slices.EqualFunc(t.low, u.low, val.identical) &&
		maps.EqualFunc(t.pages, u.pages, func(p, q *page) bool {
			return p == q || slices.EqualFunc(p[:], q[:], val.identical)
		})
}
