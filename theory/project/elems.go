package project

import "github.com/muster-smt/muster/theory/term"

// elements eliminates constants of uninterpreted sorts, of which only disequalities are left: by
// a term that is kept and whose value satisfies these.
func (r *run) elements() bool {
	for i, t := range r.lits {
		if !r.isDirty(t) {
			continue
		}
		atom := r.st.Atom(t)
		if op := r.st.Op(atom); op != term.OpEq && op != term.OpDistinct {
			continue
		}
		for _, x := range r.st.Args(atom) {
			if r.isVar(x) && r.st.SortKind(r.st.Sort(x)) == term.KindUninterpreted {
				r.element(i, x)
				return true
			}
		}
	}
	return false
}

// element eliminates x, or if nothing can replace it the i-th literal.
func (r *run) element(i int, x term.Term) {
	taken := map[string]bool{}
	for _, t := range r.lits {
		if !r.isDirty(t) || !r.occurs(x, t) {
			continue
		}
		for _, u := range r.st.Args(r.st.Atom(t)) {
			if u != x {
				taken[r.value(u).Key()] = true
			}
		}
	}
	u := r.untaken(r.st.Sort(x), taken)
	if u == 0 {
		r.inexact = true
		r.exchange(map[int]bool{i: true}, nil)
		return
	}
	r.define(x, u)
	r.sub.Reset()
	r.sub.Bind(x, u)
	r.substituted()
}

// untaken returns a term over what is kept whose value is none of those taken; 0 if there is none.
func (r *run) untaken(sort term.Sort, taken map[string]bool) term.Term {
	for _, t := range r.elms {
		if r.st.Sort(t) == sort && !taken[r.value(t).Key()] {
			return t
		}
	}
	return 0
}

// collectElements remembers the terms of uninterpreted sorts over what is kept.
func (r *run) collectElements() {
	r.st.Visit(func(t term.Term) bool {
		if r.st.SortKind(r.st.Sort(t)) == term.KindUninterpreted && !r.isDirty(t) {
			r.elms = append(r.elms, t)
		}
		return true
	}, r.lits...)
}
