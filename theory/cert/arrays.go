package cert

import (
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// readStored reports whether read is select(store(a,i,v),i) and v = value + off.
func (r *refutation) readStored(read, value term.Term, off int64) bool {
	st := r.st
	if st.Op(read) != term.OpSelect || st.Op(st.Arg(read, 0)) != term.OpStore {
		return false
	}
	m := st.Arg(read, 0)
	if st.Arg(m, 1) != st.Arg(read, 1) {
		return false
	}
	return r.isPoint(st.Arg(m, 2), value, off)
}

// isPoint reports whether the normal form of t is that of a + off.
func (r *refutation) isPoint(t, a term.Term, off int64) bool {
	p, q := r.point(t), r.point(a)
	return p.id == q.id && p.off.Equal(q.off.Add(num.RatFromInt64(off)))
}

// readPath reports whether the path of stores makes the values at both ends
// equal, which are A and B + Off or the reverse.
func (r *refutation) readPath(s *Step) bool {
	st := r.st
	from, end := s.Ends[0], s.Ends[1]
	var at, index, first term.Term
	switch st.Op(from) {
	case term.OpSelect:
		at, index, first = st.Arg(from, 0), st.Arg(from, 1), from
	case term.OpConstArray:
		at, first = from, st.Arg(from, 0)
		if o, _ := st.ArraySorts(st.Sort(from)); len(s.Path) > 0 && !r.moreThan(o, len(s.Path)) {
			return false // the stores may cover all indices
		}
	default:
		return false
	}
	for _, c := range s.Path {
		m := c.Store
		if st.Op(m) != term.OpStore || index != 0 && !r.apart(index, st.Arg(m, 1)) {
			return false
		}
		near, far := m, st.Arg(m, 0)
		if c.Up {
			near, far = far, near
		}
		if !r.same(at, near) {
			return false
		}
		at = far
	}
	var last term.Term
	switch st.Op(end) {
	case term.OpSelect:
		if index == 0 || !r.same(at, st.Arg(end, 0)) || !r.same(index, st.Arg(end, 1)) {
			return false
		}
		last = end
	case term.OpStore:
		// The value is read at the end of the path, or fills a constant array there.
		if !r.same(at, end) || index != 0 && !r.same(index, st.Arg(end, 1)) || index == 0 && len(s.Path) > 0 {
			return false
		}
		last = st.Arg(end, 2)
	case term.OpConstArray:
		if !r.same(at, end) {
			return false
		}
		last = st.Arg(end, 0)
	default:
		return false
	}
	return r.isPoint(first, s.A, 0) && r.isPoint(last, s.B, s.Off) ||
		r.isPoint(first, s.B, s.Off) && r.isPoint(last, s.A, 0) ||
		r.joins(first, last, s)
}

// moreThan reports whether a sort has more than n values.
func (r *refutation) moreThan(sort term.Sort, n int) bool {
	switch {
	case isNumber(sort):
		return true
	case r.st.IsBitVec(sort):
		w := r.st.Width(sort)
		return w > 30 || n < 1<<w
	}
	return sort == term.Bool && n < 2
}

// joins reports whether first = last means that A = B + Off.
func (r *refutation) joins(first, last term.Term, s *Step) bool {
	if !isNumber(r.st.Sort(first)) {
		return false
	}
	f, g := r.point(first), r.point(last)
	a, b := r.point(s.A), r.point(s.B)
	d := b.off.Add(num.RatFromInt64(s.Off)).Sub(a.off) // a.id = b.id + d
	e := g.off.Sub(f.off)                              // f.id = g.id + e
	return f.id == a.id && g.id == b.id && d.Equal(e) || f.id == b.id && g.id == a.id && d.Equal(e.Neg())
}
