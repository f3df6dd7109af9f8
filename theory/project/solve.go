package project

import (
	"github.com/muster-smt/muster/theory/linear"
	"github.com/muster-smt/muster/theory/term"
)

// solve eliminates constants that literals determine, as many at a time as possible: Booleans by
// their literals, others by equations that are solved for them. Each equation is solved for one
// constant, without substitution; a depth-first search drops those whose equations form a cycle;
// then one substitution serves all literals. So a chain of equations costs what it is long.
func (r *run) solve() bool {
	r.defs.Clear()
	by := make([]term.Term, len(r.lits)) // the constant that a literal determines
	var solved []term.Term
	// Terms over what is kept come first: then others stay for constants that need them.
	for _, clean := range []bool{true, false} {
		for i, t := range r.lits {
			if by[i] != 0 || !r.isDirty(t) {
				continue
			}
			x, u := r.solvable(t)
			if x == 0 || clean && r.isDirty(u) {
				continue
			}
			by[i] = x
			r.defs.Set(x, u)
			solved = append(solved, x)
		}
	}
	if len(solved) == 0 {
		return false
	}
	r.sub.Reset()
	order, _ := r.acyclic.Order(r.st, solved, term.Definitions{
		Of: func(t term.Term) (term.Term, bool) {
			u, _ := r.defs.Get(t)
			return u, r.isDirty(t)
		},
		Drop: func(x term.Term) { r.defs.Set(x, 0) },
	})
	for _, x := range order {
		u, _ := r.defs.Get(x)
		u = r.sub.Apply(u)
		r.sub.Bind(x, u)
		r.define(x, u)
	}
	r.replace(func(i int, t term.Term) term.Term {
		if x := by[i]; x != 0 {
			if u, _ := r.defs.Get(x); u != 0 {
				return 0
			}
		}
		if !r.isDirty(t) {
			return t
		}
		return r.sub.Apply(t)
	})
	return true
}

// solvable returns what a literal determines, a constant to eliminate that is not solved yet; it
// returns 0 if there is none.
func (r *run) solvable(t term.Term) (x, u term.Term) {
	st := r.st
	if x := r.st.Atom(t); r.isVar(x) {
		return x, st.Bool(x == t)
	}
	if st.Op(t) != term.OpEq {
		return 0, 0
	}
	a, b := st.Arg(t, 0), st.Arg(t, 1)
	switch sort := st.Sort(a); {
	case sort.IsNumber():
		return r.solvableSum(a, b)
	case st.IsBitVec(sort):
		return r.solvableBits(a, b)
	case r.mayDefine(a, b):
		return a, b
	case r.mayDefine(b, a):
		return b, a
	}
	return 0, 0
}

// mayDefine reports whether x = u, which holds, can replace x.
func (r *run) mayDefine(x, u term.Term) bool {
	return r.isVar(x) && !r.defs.Has(x) && !r.occurs(x, u)
}

// solvableBits solves an equation of sums or exclusive ors for an argument.
func (r *run) solvableBits(a, b term.Term) (x, u term.Term) {
	sort := r.st.Sort(a)
	r.vars(r.st.Eq(a, b), func(y term.Term) {
		if x != 0 || r.st.Sort(y) != sort || r.defs.Has(y) {
			return
		}
		if v := r.rw.SolveBits(a, b, y); v != 0 && !r.occurs(y, v) {
			x, u = y, v
		}
	})
	return x, u
}

// solvableSum solves a linear equation for a constant: a Real one, or an Int one whose
// coefficient is 1 or -1 when all are integral and coprime.
func (r *run) solvableSum(a, b term.Term) (x, u term.Term) {
	p := linear.Read(r.st, a, nil).Minus(linear.Read(r.st, b, nil))
	ints := r.isInt(p) // then canonical: integral and coprime
	for i, m := range p.Monomials {
		if !r.isVar(m.Term) || r.defs.Has(m.Term) || ints != (r.st.Sort(m.Term) == term.Int) ||
			ints && !m.Coeff.Abs().IsOne() ||
			r.inOthers(p, i) {
			continue
		}
		rest := p.Without(m.Term).Times(m.Coeff.Inv().Neg())
		if ints {
			return m.Term, r.intTerm(rest)
		}
		return m.Term, r.realTerm(rest)
	}
	return 0, 0
}

// inOthers reports whether the i-th atom of p occurs in another one.
func (r *run) inOthers(p linear.Sum, i int) bool {
	for j, m := range p.Monomials {
		if j != i && r.occurs(p.Monomials[i].Term, m.Term) {
			return true
		}
	}
	return false
}
