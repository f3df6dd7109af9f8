package execute

import (
	"encoding/binary"
	"slices"
)

// state is the state of an execution.
type state struct {
	globals []value
	frames  []frame
	fresh   int64 // number of the next symbol
	used    int64 // values of declared types in use
	facts   []fact
	due     bool // the facts have to be looked at for new cells
	doubt   bool // an assumption may hold for no values, as far as is known
}

// frame is a call of a procedure.
type frame struct {
	proc  int
	phase phase
	block int
	cmd   int
	vars  []value
	old   []value // globals at the entry
	loops []iteration
}

// phase of a call.
type phase uint8

const (
	checkRequires phase = iota
	enter
	assumeRequires
	running
	checkEnsures
	assumeEnsures
)

// iteration is a loop in its k-th iteration, which is guessed to complete.
type iteration struct{ loop, k int }

func (s *state) clone() *state {
	t := &state{globals: slices.Clone(s.globals), frames: slices.Clone(s.frames), fresh: s.fresh, used: s.used, facts: slices.Clone(s.facts), due: s.due, doubt: s.doubt}
	for i := range t.frames {
		f := &t.frames[i]
		f.vars, f.old, f.loops = slices.Clone(f.vars), slices.Clone(f.old), slices.Clone(f.loops)
	}
	for i := range t.facts {
		f := &t.facts[i]
		f.globals, f.frame.vars, f.frame.old = slices.Clone(f.globals), slices.Clone(f.frame.vars), slices.Clone(f.frame.old)
	}
	return t
}

func (s *state) symbol(k *sort) value {
	s.fresh++
	if k.kind == mapSort {
		return value{kind: mapSort, m: &table{base: s.fresh, sort: k}}
	}
	return value{kind: k.kind, symbol: true, width: k.width, n: s.fresh}
}

// each replaces all values by f.
func (s *state) each(f func(value) value) {
	replace := func(vs []value) {
		for i, v := range vs {
			vs[i] = f(v)
		}
	}
	replace(s.globals)
	for i := range s.frames {
		replace(s.frames[i].vars)
		replace(s.frames[i].old)
	}
	for i := range s.facts {
		replace(s.facts[i].globals)
		replace(s.facts[i].frame.vars)
		replace(s.facts[i].frame.old)
	}
}

func (s *state) set(v value, n int64) {
	if v.kind == ownSort && n == s.used {
		s.used++
	}
	var replace func(w value) value
	replace = func(w value) value {
		if w.m != nil {
			w.m = w.m.each(replace)
			return w
		}
		if w == v {
			return value{kind: v.kind, width: v.width, n: n}
		}
		return w
	}
	s.each(replace)
}

// packed makes the key of a map comparable.
func packed(key []int64) string {
	var b []byte
	for _, n := range key {
		b = binary.AppendVarint(b, n)
	}
	return string(b)
}

func unpacked(s string) []int64 {
	key := []int64{}
	for b := []byte(s); len(b) > 0; {
		n, size := binary.Varint(b)
		key = append(key, n)
		b = b[size:]
	}
	return key
}

// unseen reports whether a state is new.
func (x *explorer) unseen(s *state) bool {
	b := x.key[:0]
	b = binary.AppendVarint(b, s.used)
	if s.doubt {
		b = append(b, 0xfc)
	}
	for _, v := range s.globals {
		b = appendKey(b, v)
	}
	for i := range s.frames {
		f := &s.frames[i]
		b = append(b, 0xff, byte(f.proc), byte(f.phase), byte(f.block), byte(f.cmd))
		for _, v := range f.vars {
			b = appendKey(b, v)
		}
		for _, v := range f.old {
			b = appendKey(b, v)
		}
		for _, l := range f.loops {
			b = binary.AppendVarint(append(b, 0xfe), int64(l.loop))
			b = binary.AppendVarint(b, int64(l.k))
		}
	}
	for i := range s.facts {
		b = s.facts[i].appendKey(append(b, 0xfd))
	}
	x.key = b
	if x.seen[string(b)] {
		return false
	}
	x.seen[string(b)] = true
	return true
}
