package rewrite

import (
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// choiceDepth is how deep choices between literals are nested that are taken together.
const choiceDepth = 4

// chosen returns the exclusive or of r.terms[base:] with a bit-wise choice or majority in it in place of
// what says the same, or 0.
//
// Rules: BV_XOR_CHOICE, BV_XOR_MAJORITY.
func (r *Rewriter) chosen(base int) term.Term {
	if len(r.terms)-base > absorbLimit {
		return 0
	}
	if !r.off[bvXorMajority] {
		if t := r.pairs(base); t != 0 {
			return t
		}
	}
	st := r.st
	for i := base; i < len(r.terms) && !r.off[bvXorChoice]; i++ {
		a := r.terms[i]
		if st.Op(a) != term.OpBvAnd || st.NumArgs(a) != 2 {
			continue
		}
		for k := range 2 {
			x := r.positive(st.Arg(a, k))
			if st.Op(x) != term.OpBvXor || st.NumArgs(x) != 2 {
				continue
			}
			for n, f := range st.Args(x) {
				g := st.Arg(x, 1-n)
				j := slices.Index(r.terms[base:], g)
				if j < 0 {
					continue
				}
				if x != st.Arg(a, k) {
					f = r.BvNot(f)
				}
				t := r.choice(st.Arg(a, 1-k), f, g)
				return r.by(bvXorChoice, r.BvXor(r.without(t, base, i, base+j)...))
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
					return r.by(bvXorMajority, r.BvXor(r.without(r.majority(a, b, c), base, p, q, s)...))
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
// The negations of a and b, and of c and (a or b), or those of three pairs, hold where two of three terms do not.
//
// Rules: BV_AND_MINORITY.
func (r *Rewriter) minority(base int) term.Term {
	args := r.terms[base:]
	if r.off[bvAndMinority] || len(args) != 2 && len(args) != 3 {
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
			return r.by(bvAndMinority, r.BvNot(r.majority(a, b, c)))
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
				return r.by(bvAndMinority, r.BvNot(r.majority(a, b, inner[1-i][1-k])))
			}
		}
	}
	return 0
}

// ShareSum returns a choice between bit-vectors a and b that share monomials, as sums, as the sum of these
// and a choice between the rest; or 0 if they share none, or the rest is more than literals and choices
// between such. It is no canonical form: where the partial sums of a chain are all compared, they are better
// left as they are.
func (r *Rewriter) ShareSum(cond, a, b term.Term) term.Term {
	if r.st.WidthOf(a) == 1 || !r.sum(a) && !r.sum(b) {
		return 0
	}
	start, ca := r.polynomial(a)
	mid, cb := r.polynomial(b)
	var both, left, right []bitMonomial
	x, y := r.bits[start:mid], r.bits[mid:]
	for len(x) > 0 && len(y) > 0 {
		switch {
		case x[0].t < y[0].t:
			left, x = append(left, x[0]), x[1:]
		case x[0].t > y[0].t:
			right, y = append(right, y[0]), y[1:]
		case x[0].c.Cmp(y[0].c) == 0:
			both, x, y = append(both, x[0]), x[1:], y[1:]
		default:
			left, right, x, y = append(left, x[0]), append(right, y[0]), x[1:], y[1:]
		}
	}
	left, right = append(left, x...), append(right, y...)
	r.bits = r.bits[:start]
	more := func(m bitMonomial) bool { return !r.literalChoice(m.t, choiceDepth) }
	if len(both) == 0 || slices.ContainsFunc(left, more) || slices.ContainsFunc(right, more) {
		return 0
	}
	c := num.WordFromUint64(ca.Width(), 0)
	if ca.Cmp(cb) == 0 {
		c, ca, cb = ca, c, c
	}
	build := func(ms []bitMonomial, c num.Word) term.Term {
		r.bits = append(r.bits, ms...)
		return r.buildBits(start, c)
	}
	return r.BvAdd(build(both, c), r.Ite(cond, build(left, ca), build(right, cb)))
}

// literalChoice reports whether t is a tree of choices between literals, to a depth.
func (r *Rewriter) literalChoice(t term.Term, depth int) bool {
	if r.st.Op(t) != term.OpIte || depth == 0 {
		return r.st.IsBits(t)
	}
	return r.literalChoice(r.st.Arg(t, 1), depth-1) && r.literalChoice(r.st.Arg(t, 2), depth-1)
}

// sum reports whether t is a sum, perhaps negated.
func (r *Rewriter) sum(t term.Term) bool {
	return r.st.Op(r.positive(t)) == term.OpBvAdd
}

// polynomial pushes the monomials of t and returns where they start, and its constant.
func (r *Rewriter) polynomial(t term.Term) (start int, c num.Word) {
	n := r.st.WidthOf(t)
	start, c = len(r.bits), num.WordFromUint64(n, 0)
	r.collectBits(t, num.WordFromUint64(n, 1), &c)
	r.normalizeBits(start, &c)
	return start, c
}
