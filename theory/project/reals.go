package project

import (
	"slices"

	"github.com/muster-smt/muster/theory/linear"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// sortBy sorts polys by a value, stably.
func sortBy(ps []linear.Sum, value func(linear.Sum) num.Rat) {
	type keyed struct {
		p linear.Sum
		v num.Rat
	}
	all := make([]keyed, len(ps))
	for i, p := range ps {
		all[i] = keyed{p, value(p)}
	}
	slices.SortStableFunc(all, func(a, b keyed) int { return a.v.Cmp(b.v) })
	for i := range all {
		ps[i] = all[i].p
	}
}

// bound is a bound of the constant to eliminate: e, itself excluded if strict; of an integer x,
// k*x is bounded by e.
type bound struct {
	e      linear.Sum
	strict bool
	k      num.Int
	row    int
}

// eliminateReals eliminates constants of sort Real one after the other, by the virtual
// substitution of Loos and Weispfenning: by what an equation says, or by the greatest lower bound
// in the model, perhaps plus an infinitesimal, or by minus infinity where there is no lower bound;
// or, mirrored, by upper bounds, if there are fewer.
func (a *arith) eliminateReals() {
	for i := 0; i < len(a.vars) && !a.ends(); i++ {
		if x := a.vars[i]; a.st.Sort(x) == term.Real {
			a.eliminateReal(x)
		}
	}
}

func (a *arith) eliminateReal(x term.Term) {
	rows := a.alive(x)
	if len(rows) == 0 {
		return
	}
	var lower, upper []bound
	for _, i := range rows {
		w := &a.rows[i]
		c := w.p.Coeff(x)
		e := w.p.Without(x).Times(c.Inv().Neg())
		switch {
		case w.kind == zero:
			a.define(x, a.realTerm(e))
			a.substitute(x, e, rows)
			return
		case c.Sign() < 0:
			lower = append(lower, bound{e: e, strict: w.kind == below})
		default:
			upper = append(upper, bound{e: e, strict: w.kind == below})
		}
	}
	for _, i := range rows {
		a.dead[i] = true
	}
	if len(lower) <= len(upper) {
		a.virtual(x, lower, upper, 1)
	} else {
		a.virtual(x, upper, lower, -1)
	}
}

// virtual substitutes the nearest of the near bounds, which are lower ones if dir is 1 and upper
// ones if it is -1.
func (a *arith) virtual(x term.Term, near, far []bound, dir int64) {
	if len(near) == 0 {
		a.define(x, a.beyond(far, dir))
		return
	}
	best := near[0]
	for _, b := range near[1:] {
		if s := a.sign(b.e.Minus(best.e)) * int(dir); s > 0 || s == 0 && b.strict && !best.strict {
			best = b
		}
	}
	for _, b := range near {
		a.ordered(b.e, best.e, b.strict && !best.strict, dir)
	}
	for _, b := range far {
		a.ordered(best.e, b.e, b.strict || best.strict, dir)
	}
	if best.strict {
		a.define(x, a.between(best, far, dir))
	} else {
		a.define(x, a.realTerm(best.e))
	}
}

// ordered adds that p is at most q, or if strict below q; mirrored if dir is -1.
func (a *arith) ordered(p, q linear.Sum, strict bool, dir int64) {
	w := row{kind: atMost, p: p.Minus(q)}
	if strict {
		w.kind = below
	}
	if dir < 0 {
		w.p = w.p.Times(one().Neg())
	}
	a.add(w)
}

// beyond returns a term below all upper bounds, or above all lower ones if dir is -1.
func (a *arith) beyond(far []bound, dir int64) term.Term {
	return a.rw.Sub(a.extreme(far, dir, func(b bound) term.Term { return a.realTerm(b.e) }),
		a.st.Rat(num.RatFromInt64(dir)))
}

// between returns a term between a bound and all those on the other side: the one nearest to it of
// the middles.
func (a *arith) between(near bound, far []bound, dir int64) term.Term {
	half := num.FromInts(num.FromInt64(1), num.FromInt64(2))
	return a.extreme(far, dir, func(b bound) term.Term { return a.realTerm(near.e.Plus(one(), b.e).Times(half)) })
}

// extreme returns the least of the terms of bounds, or the greatest if dir is -1.
func (a *arith) extreme(bounds []bound, dir int64, of func(bound) term.Term) term.Term {
	rw := a.rw
	t := of(bounds[0])
	for _, b := range bounds[1:] {
		u := of(b)
		c := rw.Le(t, u)
		if dir < 0 {
			c = rw.Le(u, t)
		}
		t = rw.Ite(c, t, u)
	}
	return t
}
