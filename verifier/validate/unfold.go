package validate

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
)

// unfolding is what it takes to unfold definitions of functions where they are called.
type unfolding struct {
	defs  map[term.Term]*definition // by quantifier
	order []*definition
	met   map[term.Term]bool
	calls map[term.Sym]*groundCalls
	left  int // how many instances may be made at values
}

// groundCalls are the ground applications of a function.
type groundCalls struct {
	values []term.Term // all arguments are values
	others []term.Term
}

// definition is a quantifier whose body is an equation with a function of its variables on one side.
type definition struct {
	q, head        term.Term
	values, others int // how many calls are unfolded
}

func newUnfolding() unfolding {
	return unfolding{defs: map[term.Term]*definition{}, met: map[term.Term]bool{}, calls: map[term.Sym]*groundCalls{},
		left: relevantUnfold}
}

// define notes a quantifier if it is a definition.
func (u *unfolding) define(st *term.Store, q term.Term) {
	parts := st.Quant(q)
	if st.Op(q) != term.OpForall || st.Op(parts.Body) != term.OpEq {
		return
	}
	for _, t := range st.Args(parts.Body) {
		if st.Op(t) == term.OpApp && slices.Equal(slices.Sorted(slices.Values(st.Args(t))),
			slices.Sorted(slices.Values(parts.Vars))) {
			u.defs[q] = &definition{q: q, head: t}
			u.order = append(u.order, u.defs[q])
			return
		}
	}
}

// meet notes an application.
func (u *unfolding) meet(st *term.Store, t term.Term) {
	if st.NumArgs(t) == 0 || u.met[t] || !st.Ground(t) {
		return
	}
	u.met[t] = true
	c := u.calls[st.Sym(t)]
	if c == nil {
		c = &groundCalls{}
		u.calls[st.Sym(t)] = c
	}
	if slices.ContainsFunc(st.Args(t), func(a term.Term) bool { return !st.IsValue(a) }) {
		c.others = append(c.others, t)
	} else {
		c.values = append(c.values, t)
	}
}

// definitions adds the instances of definitions at the calls with values met since the last time, and reports whether
// there are some.
func (r *relevant) definitions() bool {
	u := &r.unfold
	before := u.left
	for _, d := range u.order {
		c := u.calls[r.st.Sym(d.head)]
		for ; c != nil && d.values < len(c.values) && u.left > 0; d.values++ {
			u.left--
			r.call(d, c.values[d.values])
		}
	}
	return u.left < before
}

// others adds the instances of a definition at other calls.
func (r *relevant) others(d *definition) {
	c := r.unfold.calls[r.st.Sym(d.head)]
	if c == nil {
		return
	}
	for n := min(len(c.others), d.others+relevantEach); d.others < n; d.others++ {
		r.call(d, c.others[d.others])
	}
}

// call adds the instance of a definition at a call.
func (r *relevant) call(d *definition, t term.Term) {
	r.bind(r.st.Args(d.head), r.st.Args(t))
	r.add(d.q, r.chosen.Apply(r.st.Quant(d.q).Body), 1)
}
