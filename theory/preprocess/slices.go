package preprocess

import "github.com/muster-smt/muster/theory/term"

// cut says which bits of a constant a candidate defines; the others become new constants.
type cut struct {
	hi, lo int
	value  term.Term // what the bits are
}

// cuts looks for equations of slices of constants that no other equation defines, in assertions
// that define nothing else.
func (s *solver) cuts() {
	if !s.st.HasBitVecs() {
		return
	}
	used := make([]bool, len(s.batch))
	for _, x := range s.order {
		used[s.def[x].from] = true
	}
	for i, a := range s.batch {
		if s.limit.Stopped() {
			return
		}
		atom := s.st.Atom(a.t)
		holds := atom == a.t
		if used[i] || s.st.Op(atom) != term.OpEq {
			continue
		}
		x, y := s.st.Arg(atom, 0), s.st.Arg(atom, 1)
		switch {
		case holds && !s.slice(x, y, i):
			s.slice(y, x, i)
		case !holds && s.st.WidthOf(x) == 1 && !s.slice(x, s.rw.BvNot(y), i):
			s.slice(y, s.rw.BvNot(x), i)
		}
	}
}

// slice takes as candidate that the slice a of a constant is t, which may be another slice of
// it.
func (s *solver) slice(a, t term.Term, i int) bool {
	if s.st.Op(a) != term.OpExtract || !s.eliminable(s.st.Arg(a, 0)) {
		return false
	}
	x := s.st.Arg(a, 0)
	c := candidate{t: t, from: i, cut: cut{value: t}}
	c.hi, c.lo = s.st.ExtractBounds(a)
	if s.st.Op(t) == term.OpExtract && s.st.Arg(t, 0) == x {
		if hi, lo := s.st.ExtractBounds(t); lo <= c.hi && c.lo <= hi {
			return false
		}
		c.t = s.st.True() // no cycle: the other slice is one of a new constant
	}
	s.def[x] = c
	s.order = append(s.order, x)
	return true
}

// whole returns what x is by a cut.
func (s *solver) whole(x term.Term, c cut) term.Term {
	n := s.st.WidthOf(x)
	var high, low term.Term
	var parts []term.Term
	if c.hi < n-1 {
		high = s.fresh(s.st.BitVecSort(n - 1 - c.hi))
		parts = append(parts, high)
	}
	if c.lo > 0 {
		low = s.fresh(s.st.BitVecSort(c.lo))
	}
	value := c.value
	if s.st.Op(value) == term.OpExtract && s.st.Arg(value, 0) == x {
		if hi, lo := s.st.ExtractBounds(value); lo > c.hi {
			value = s.rw.Extract(hi-c.hi-1, lo-c.hi-1, high)
		} else {
			value = s.rw.Extract(hi, lo, low)
		}
	}
	parts = append(parts, value)
	if low != 0 {
		parts = append(parts, low)
	}
	if len(parts) == 1 {
		return value
	}
	return s.rw.Concat(parts...)
}
