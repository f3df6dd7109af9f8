package project

import "github.com/muster-smt/muster/theory/term"

// values gives constants that are left their values, at most one in each literal: with it, more
// may be done about the others. A literal with one that no term denotes is dropped.
func (r *run) values() bool {
	drop := map[int]bool{}
	bound := map[term.Term]bool{}
	r.sub.Reset()
	for i, t := range r.lits {
		if !r.isDirty(t) {
			continue
		}
		var first term.Term
		met := false
		r.vars(t, func(x term.Term) {
			met = met || bound[x]
			first = x
		})
		if met {
			continue
		}
		u, err := r.value(first).Term(r.st)
		if err != nil {
			drop[i] = true
			continue
		}
		bound[first] = true
		r.byValue++
		r.define(first, u)
		r.sub.Bind(first, u)
	}
	if len(drop) > 0 {
		r.inexact = true
		r.exchange(drop, nil)
	}
	r.substituted()
	return len(drop)+len(bound) > 0
}
