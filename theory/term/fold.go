package term

// Fold computes values of terms from those of their arguments. It does not recurse, so terms may be deep. Its memory
// is kept for the next one.
type Fold[V any] struct {
	work []foldFrame
	vals []V
}

type foldFrame struct {
	t    Term
	base int32  // where the values of its arguments begin in vals
	rest []Term // the arguments whose values are to come
}

// Of returns the value of t: what known has, or else what node makes of t and the values of what args returns for it,
// which come in order. It returns false once stopped, unless it is nil, returns true.
func (f *Fold[V]) Of(t Term, args func(Term) []Term, known func(Term) (V, bool), node func(Term, []V) V,
	stopped func() bool) (V, bool) {
	v, ok := known(t)
	if ok {
		return v, true
	}
	work, vals := append(f.work[:0], foldFrame{t: t, rest: args(t)}), f.vals[:0]
	f.work, f.vals = nil, nil // a fold inside node has memory of its own
next:
	for len(work) > 0 && (stopped == nil || !stopped()) {
		top := &work[len(work)-1]
		for i, a := range top.rest {
			if v, ok = known(a); !ok {
				top.rest = top.rest[i+1:]
				work = append(work, foldFrame{a, int32(len(vals)), args(a)})
				continue next
			}
			vals = append(vals, v)
		}
		v = node(top.t, vals[top.base:])
		vals = append(vals[:top.base], v)
		work = work[:len(work)-1]
	}
	f.work, f.vals = work, vals
	return v, len(work) == 0
}
