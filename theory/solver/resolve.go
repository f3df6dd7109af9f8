package solver

import (
	"slices"

	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// resolver simplifies quantifiers before package bv sees them. A variable that an equation
// defines is replaced (destructive equality resolution), variables that do not occur go,
// quantifiers move inwards over the connective that they distribute over, and a quantifier
// of the same kind inside becomes part of the outer one. Patterns are dropped.
type resolver struct {
	st   *term.Store
	rw   *rewrite.Rewriter
	memo map[term.Term]term.Term // never ranged over
	has  map[term.Term]bool      // whether there is a quantifier in a term; never ranged over
}

func newResolver(rw *rewrite.Rewriter) *resolver {
	return &resolver{st: rw.Terms(), rw: rw, memo: map[term.Term]term.Term{}, has: map[term.Term]bool{}}
}

// quantified reports whether there is a quantifier in t.
func (r *resolver) quantified(t term.Term) bool {
	known := func(u term.Term) bool { _, ok := r.has[u]; return ok }
	for u := range term.BottomUp(t, r.st.Args, known) {
		r.has[u] = r.st.IsQuantifier(u) || slices.ContainsFunc(r.st.Args(u), func(a term.Term) bool { return r.has[a] })
	}
	return r.has[t]
}

// apply returns a formula that is equivalent to t. It does not recurse but in quantifiers.
func (r *resolver) apply(t term.Term) term.Term {
	if !r.quantified(t) {
		return t
	}
	args := func(t term.Term) []term.Term {
		if r.st.IsQuantifier(t) {
			return r.st.Args(t)[:1]
		}
		return r.st.Args(t)
	}
	done := func(t term.Term) bool { return !r.quantified(t) || r.memo[t] != 0 }
	for t := range term.BottomUp(t, args, done) {
		images := slices.Clone(args(t))
		for i, a := range images {
			if m := r.memo[a]; m != 0 {
				images[i] = m
			}
		}
		if r.st.IsQuantifier(t) {
			r.memo[t] = r.quantify(r.st.Op(t) == term.OpForall, r.st.Quant(t).Vars, images[0])
		} else {
			r.memo[t] = r.rw.Rebuild(t, images)
		}
	}
	return r.memo[t]
}

// quantify returns the formula that body holds for all values of the variables, or for some.
func (r *resolver) quantify(all bool, vars []term.Term, body term.Term) term.Term {
	if !all { // not for all the negation
		return r.st.Not(r.forall(vars, r.st.Not(body)))
	}
	return r.forall(vars, body)
}

// forall returns a formula that is equivalent to body for all values of the variables.
func (r *resolver) forall(vars []term.Term, body term.Term) term.Term {
	vars = slices.Clone(vars)
	for again := true; again; {
		again = false
		for i, x := range vars {
			if v, ok := r.defined(x, body); ok {
				vars = slices.Delete(vars, i, i+1)
				body = r.replace(x, v, body)
				again = true
				break
			}
		}
		if more, inner, ok := r.pull(vars, body); ok {
			vars, body, again = more, inner, true
		}
	}
	if parts := r.conjuncts(body); len(parts) > 1 {
		out := make([]term.Term, len(parts))
		for i, p := range parts {
			out[i] = r.forall(vars, p)
		}
		return r.rw.And(out...)
	}
	free := r.free(body)
	vars = slices.DeleteFunc(vars, func(x term.Term) bool { return !free[x] })
	if len(vars) == 0 || r.st.IsValue(body) {
		return body
	}
	return r.st.Quantify(term.OpForall, term.Quant{Vars: vars, Body: body})
}

// conjuncts returns the formulas whose conjunction t is.
func (r *resolver) conjuncts(t term.Term) []term.Term {
	st := r.st
	switch {
	case st.Op(t) == term.OpAnd:
		return st.Args(t)
	case st.Op(t) == term.OpNot && st.Op(st.Arg(t, 0)) == term.OpOr:
		var out []term.Term
		for _, a := range st.Args(st.Arg(t, 0)) {
			out = append(out, st.Not(a))
		}
		return out
	}
	return []term.Term{t}
}

// disjuncts returns the formulas whose disjunction t is.
func (r *resolver) disjuncts(t term.Term) []term.Term {
	out := slices.Clone(r.conjuncts(r.st.Not(t)))
	for i, a := range out {
		out[i] = r.st.Not(a)
	}
	return out
}

// defined returns the value of x for which body may be false, if there is only one.
func (r *resolver) defined(x, body term.Term) (term.Term, bool) {
	st := r.st
	for _, d := range r.disjuncts(body) {
		c := st.Not(d) // holds where the others matter
		switch {
		case c == x:
			return st.True(), true
		case d == x:
			return st.False(), true
		case st.Op(c) != term.OpEq:
			continue
		}
		a, b := st.Arg(c, 0), st.Arg(c, 1)
		if b == x {
			a, b = b, a
		}
		v := term.Term(0)
		switch {
		case a == x:
			v = b
		case st.IsBitVec(st.Sort(a)) && st.Sort(a) == st.Sort(x):
			v = r.rw.SolveBits(a, b, x)
		}
		if v != 0 && !r.free(v)[x] && !r.quantified(v) { // body may bind the variables of v, too
			return v, true
		}
	}
	return 0, false
}

// pull moves the variables of universal quantifiers among the disjuncts of body to vars.
func (r *resolver) pull(vars []term.Term, body term.Term) ([]term.Term, term.Term, bool) {
	parts := r.disjuncts(body)
	found := false
	for i, p := range parts {
		if r.st.Op(p) != term.OpForall {
			continue
		}
		found = true
		q := r.st.Quant(p)
		inner := q.Body
		for _, v := range q.Vars {
			w := v
			if slices.Contains(vars, v) || r.occurs(v, i, parts) { // it is bound twice
				w = r.st.BoundVar(r.st.SymName(r.st.BoundSym(v)), r.st.Sort(v))
				inner = r.replace(v, w, inner)
			}
			vars = append(vars, w)
		}
		parts[i] = inner
	}
	if !found {
		return vars, body, false
	}
	return vars, r.rw.Or(parts...), true
}

// occurs reports whether a variable occurs in another one of the parts than part i. A quantifier
// there binds it, and it must not come inside another one that does.
func (r *resolver) occurs(v term.Term, i int, parts []term.Term) bool {
	return r.st.Any(func(u term.Term) bool { return u == v }, slices.Concat(parts[:i], parts[i+1:])...)
}

// free returns the variables that occur in t outside of quantifiers that bind them.
func (r *resolver) free(t term.Term) map[term.Term]bool {
	out := map[term.Term]bool{}
	r.st.Visit(func(u term.Term) bool {
		if r.st.Op(u) == term.OpBound {
			out[u] = true
		}
		return !r.st.Ground(u)
	}, t)
	return out
}

func (r *resolver) replace(x, v, t term.Term) term.Term {
	u := term.NewSubst(r.st, r.rw)
	u.Bind(x, v)
	return u.Apply(t)
}
