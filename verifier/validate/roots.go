package validate

import (
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// compare notes a comparison for each variable in it.
func (r *relevant) compare(a term.Term) {
	for _, u := range r.leaves(a) {
		if r.st.Op(u) == term.OpBound {
			r.atoms[u] = append(r.atoms[u], a)
		}
	}
	r.compareFunctions(a)
}

// compareFunctions notes for each function in a comparison what it is compared with, if that is ground.
func (r *relevant) compareFunctions(a term.Term) {
	if r.st.Op(a) == term.OpNot {
		a = r.st.Arg(a, 0)
	}
	if op := r.st.Op(a); op != term.OpEq && op != term.OpLe {
		return // it was decided
	}
	leaves := r.leaves(a)
	open := 0
	for _, u := range leaves {
		if !r.st.Ground(u) {
			open++
		}
	}
	for _, u := range leaves {
		op := r.st.Op(u)
		if (op == term.OpApp && r.st.NumArgs(u) > 0 || op == term.OpSelect) && (open == 0 || open == 1 && !r.st.Ground(u)) {
			at := r.head(u)
			for _, t := range r.solutions(a, u) {
				if len(r.ranges[at]) < relevantTerms && !slices.Contains(r.ranges[at], t) {
					r.ranges[at] = append(r.ranges[at], t)
				}
			}
		}
	}
}

// head is the key of ranges for the function that t applies.
func (r *relevant) head(t term.Term) argument {
	if r.st.Op(t) == term.OpSelect {
		return argument{0, -1}
	}
	return argument{r.st.Sym(t), -1}
}

// leaves returns what is summed up on both sides of a comparison, each once, without numerals.
func (r *relevant) leaves(a term.Term) (out []term.Term) {
	stack := slices.Clone(r.st.Args(a))
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch op := r.st.Op(t); {
		case op == term.OpAdd || op == term.OpMul:
			stack = append(stack, r.st.Args(t)...)
		case !r.st.IsNum(t) && !slices.Contains(out, t):
			out = append(out, t)
		}
	}
	return out
}

// roots returns ground terms at which a comparison of x changes its truth value. If something else in it is not
// ground, an application of a function, that has the values which the function is compared with elsewhere.
func (r *relevant) roots(a, x term.Term) (out []term.Term) {
	if r.st.Op(a) == term.OpNot {
		a = r.st.Arg(a, 0)
	}
	if op := r.st.Op(a); op != term.OpEq && op != term.OpLe {
		return nil
	}
	var other term.Term
	for _, u := range r.leaves(a) {
		switch {
		case r.st.Ground(u) || u == x:
		case other != 0 || r.st.Op(u) != term.OpApp && r.st.Op(u) != term.OpSelect:
			return nil
		default:
			other = u
		}
	}
	if other == 0 {
		return r.solutions(a, x)
	}
	for _, t := range r.ranges[r.head(other)] {
		if r.st.Sort(t) != r.st.Sort(other) {
			continue
		}
		r.other.Reset()
		r.other.Bind(other, t)
		out = append(out, r.roots(r.other.Apply(a), x)...)
	}
	return out
}

// solutions returns the ground terms for u at which a comparison changes its truth value, if all else in it is
// ground, and those next to it.
func (r *relevant) solutions(a, u term.Term) []term.Term {
	left, right := r.st.Arg(a, 0), r.st.Arg(a, 1)
	if r.st.Sort(left) != term.Int {
		switch {
		case left == u && r.st.Ground(right):
			return []term.Term{right}
		case right == u && r.st.Ground(left):
			return []term.Term{left}
		}
		return nil
	}
	at := func(n int64) term.Term {
		r.at.Reset()
		r.at.Bind(u, r.mk.Int(n))
		return r.mk.Sub(r.at.Apply(left), r.at.Apply(right))
	}
	zero := at(0)
	slope := r.mk.Sub(at(1), zero)
	if !r.st.IsNum(slope) || r.st.Num(slope).IsZero() || !r.st.Ground(zero) {
		return nil
	}
	k := r.st.Num(slope)
	root := zero
	if k.Sign() > 0 {
		root = r.mk.Neg(zero)
	}
	if k = k.Abs(); !k.IsOne() {
		root = r.mk.Div(root, r.mk.Numeral(k))
	}
	one := r.mk.Numeral(num.FromInt64(1))
	return []term.Term{root, r.mk.Add(root, one), r.mk.Sub(root, one)}
}
