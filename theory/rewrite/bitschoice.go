package rewrite

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
)

// chosen returns the exclusive or of r.terms[base:] with a bit-wise choice or majority in it in place of
// what says the same, or 0.
//
// V93: g xor (e and (f xor g)) chooses: it is (e and f) xor (not e and g). V94: so does an exclusive or of
// three conjunctions of pairs of terms, which is their majority.
func (r *Rewriter) chosen(base int) term.Term {
	if len(r.terms)-base > absorbLimit {
		return 0
	}
	if t := r.pairs(base); t != 0 {
		return t
	}
	st := r.st
	for i := base; i < len(r.terms); i++ {
		a := r.terms[i]
		if st.Op(a) != term.OpBvAnd || st.NumArgs(a) != 2 {
			continue
		}
		for k := range 2 {
			x, flip := st.Arg(a, k), false
			if st.Op(x) == term.OpBvNot {
				x, flip = st.Arg(x, 0), true
			}
			if st.Op(x) != term.OpBvXor || st.NumArgs(x) != 2 {
				continue
			}
			for n, f := range st.Args(x) {
				g := st.Arg(x, 1-n)
				j := slices.Index(r.terms[base:], g)
				if j < 0 {
					continue
				}
				if flip {
					f = r.BvNot(f)
				}
				t := r.choice(st.Arg(a, 1-k), f, g)
				return r.BvXor(r.without(t, base, i, base+j)...)
			}
		}
	}
	return 0
}

// without returns t and the terms r.terms[base:] but for those at some places.
func (r *Rewriter) without(t term.Term, base int, places ...int) []term.Term {
	rest := []term.Term{t}
	for i := base; i < len(r.terms); i++ {
		if !slices.Contains(places, i) {
			rest = append(rest, r.terms[i])
		}
	}
	return rest
}

// choice returns f where e is 1, else g.
func (r *Rewriter) choice(e, f, g term.Term) term.Term {
	return r.BvXor(r.BvAnd(e, f), r.BvAnd(r.BvNot(e), g))
}

// majority returns what two of three terms are, at least.
func (r *Rewriter) majority(a, b, c term.Term) term.Term {
	x := []term.Term{a, b, c}
	slices.Sort(x)
	return r.choice(r.BvXor(x[0], x[1]), x[2], x[0])
}

// pairs looks for three conjunctions of pairs of terms in an exclusive or.
func (r *Rewriter) pairs(base int) term.Term {
	st := r.st
	var at []int
	for i := base; i < len(r.terms); i++ {
		if st.Op(r.terms[i]) == term.OpBvAnd && st.NumArgs(r.terms[i]) == 2 {
			at = append(at, i)
		}
	}
	for i, p := range at {
		for j, q := range at[:i] {
			for _, s := range at[:j] {
				if a, b, c, ok := triangle(st.Args(r.terms[p]), st.Args(r.terms[q]), st.Args(r.terms[s])); ok {
					return r.BvXor(r.without(r.majority(a, b, c), base, p, q, s)...)
				}
			}
		}
	}
	return 0
}

// triangle reports whether three pairs are those of three terms.
func triangle(p, q, s []term.Term) (a, b, c term.Term, ok bool) {
	a, b = p[0], p[1]
	if !slices.Contains(q, a) {
		a, b = b, a
	}
	if k := slices.Index(q, a); k < 0 {
		return 0, 0, 0, false
	} else if c = q[1-k]; c == b || !slices.Contains(s, b) || !slices.Contains(s, c) {
		return 0, 0, 0, false
	}
	return a, b, c, true
}

// minority returns the negation of a majority, if the conjunction of r.terms[base:] is one, else 0.
//
// V95: the negations of a and b, and of c and (a or b), or of three pairs, hold where two of three terms do not.
func (r *Rewriter) minority(base int) term.Term {
	args := r.terms[base:]
	if len(args) != 2 && len(args) != 3 {
		return 0
	}
	var inner [3][]term.Term
	for i, t := range args {
		if inner[i] = r.nand(t); len(inner[i]) != 2 {
			return 0
		}
	}
	if len(args) == 3 {
		if a, b, c, ok := triangle(inner[0], inner[1], inner[2]); ok {
			return r.BvNot(r.majority(a, b, c))
		}
		return 0
	}
	for i := range 2 {
		a, b := inner[i][0], inner[i][1]
		for k, t := range inner[1-i] {
			or := r.nand(t)
			if len(or) != 2 {
				continue
			}
			if r.opposite(or[0], a) && r.opposite(or[1], b) || r.opposite(or[0], b) && r.opposite(or[1], a) {
				return r.BvNot(r.majority(a, b, inner[1-i][1-k]))
			}
		}
	}
	return 0
}
