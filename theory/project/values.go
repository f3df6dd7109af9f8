package project

import "github.com/muster-smt/muster/theory/term"

// values gives constants that are left their values. A literal with one that no term denotes
// is dropped.
func (r *run) values() (bool, error) {
	drop := map[int]bool{}
	bound := map[term.Term]bool{}
	r.sub.Reset()
	for i, t := range r.lits {
		if !r.isDirty(t) {
			continue
		}
		var wrong error
		r.vars(t, func(x term.Term) {
			v, err := r.value(x)
			if err != nil || bound[x] {
				wrong = err
				return
			}
			u, err := v.Term(r.st)
			if err != nil {
				drop[i] = true
				return
			}
			bound[x] = true
			r.byValue++
			r.define(x, u)
			r.sub.Bind(x, u)
		})
		if wrong != nil {
			return false, wrong
		}
	}
	if len(drop) == 0 && len(bound) == 0 {
		return false, nil
	}
	r.inexact = r.inexact || len(drop) > 0
	return true, r.replace(func(i int, t term.Term) term.Term {
		switch {
		case drop[i]:
			return 0
		case !r.isDirty(t):
			return t
		}
		return r.sub.Apply(t)
	})
}
