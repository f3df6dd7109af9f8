package preprocess

import (
	"github.com/muster-smt/muster/theory/linear"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// residues takes what two branches have in common modulo g out of an if-then-else of integers,
// where g is the common divisor of their difference: in "x + 2y or 3x - 4y" it is x modulo 2,
// and the term becomes x + 2 (y or x - 2y). So what equations imply about divisibility is
// found without a case split for each if-then-else, as facts at joins are.
func (p *Pipeline) residues() int {
	added := p.congruences()
	return added + p.rewriteTerms(func(t term.Term) {
		if p.st.Op(t) == term.OpIte && p.st.Sort(t) == term.Int && p.sub.image(t) == 0 {
			if u, ok := p.residue(t); ok {
				p.bindFact(t, u)
			}
		}
	})
}

// residue returns an if-then-else as a sum of a residue and a multiple of the common divisor
// of the difference of its branches. Offsets are left to the e-graph, and absolute values are
// left alone.
func (p *Pipeline) residue(t term.Term) (term.Term, bool) {
	c, a, b := p.st.Arg(t, 0), p.st.Arg(t, 1), p.st.Arg(t, 2)
	g, ok := p.divisor(a, b)
	if !ok || a == p.rw.Neg(b) {
		return 0, false
	}
	var rest []term.Term
	half := g.FloorDiv(num.FromInt64(2))
	add := func(k num.Int, t term.Term) {
		if _, r := k.EuclidDivMod(g); !r.IsZero() {
			if half.Less(r) {
				r = r.Sub(g)
			}
			rest = append(rest, p.rw.Mul(p.rw.Numeral(r), t))
		}
	}
	sum := linear.Of(p.st, a)
	for _, m := range sum.Monomials {
		add(m.Coeff.Num(), m.Term)
	}
	add(sum.Constant.Num(), p.rw.Int(1))
	r := p.rw.Add(rest...)
	by := p.rw.Ite(c, p.quotient(p.rw.Sub(a, r), g), p.quotient(p.rw.Sub(b, r), g))
	return p.rw.Add(r, p.rw.Mul(p.rw.Numeral(g), by)), true
}

// divisor returns the common divisor of the difference of two sums; false if that is 1 or
// the difference is a constant.
func (p *Pipeline) divisor(a, b term.Term) (g num.Int, ok bool) {
	if p.st.NumArgs(a) > longRow || p.st.NumArgs(b) > longRow {
		return g, false
	}
	diff := linear.Of(p.st, a).Minus(linear.Of(p.st, b))
	g = diff.Content(diff.Constant.Num())
	return g, len(diff.Monomials) > 0 && !g.IsOne()
}

// congruences adds what both equations imply modulo a number if one of them holds: as they
// are disjuncts, or by a condition and its negation.
func (p *Pipeline) congruences() int {
	if p.compared {
		return 0
	}
	p.compared = true
	under := map[term.Term]term.Term{} // by condition: an equation; never ranged over
	added := 0
	add := func(e, f term.Term) {
		if c, ok := p.congruence(e, f); ok {
			p.assert(c)
			added++
		}
	}
	for _, a := range p.batch { // not those added
		if p.limit.Stopped() {
			break
		}
		if p.st.Op(a.t) != term.OpOr || p.st.NumArgs(a.t) != 2 {
			continue
		}
		x, y := p.st.Arg(a.t, 0), p.st.Arg(a.t, 1)
		if !p.equates(y) {
			x, y = y, x
		}
		switch {
		case !p.equates(y):
		case p.equates(x):
			add(x, y)
		default:
			under[x] = y
			if e, ok := under[p.st.Not(x)]; ok {
				add(e, y)
			}
		}
	}
	return added
}

// equates reports whether f is an equation of integers.
func (p *Pipeline) equates(f term.Term) bool {
	return p.st.Op(f) == term.OpEq && p.st.Sort(p.st.Arg(f, 0)) == term.Int
}

// congruence returns what follows modulo a number from either of two equations; nothing if these give one difference
// two values: of chains of such the bounds are known, and a row for each would only be in the way of these.
func (p *Pipeline) congruence(e, f term.Term) (c term.Term, ok bool) {
	l := p.rw.Sub(p.st.Arg(e, 0), p.st.Arg(e, 1))
	a, b := p.st.Arg(f, 0), p.st.Arg(f, 1)
	of, rest := linear.Of(p.st, l), linear.Of(p.st, a).Minus(linear.Of(p.st, b))
	for _, sign := range []int64{1, -1} {
		if len(of.Plus(num.RatFromInt64(sign), rest).Monomials) == 0 {
			return 0, false
		}
	}
	for range 2 {
		if g, ok := p.divisor(l, p.rw.Sub(a, b)); ok {
			return p.rw.Eq(p.rw.Mod(l, p.rw.Numeral(g)), p.rw.Int(0)), true
		}
		a, b = b, a
	}
	return 0, false
}

// quotient divides a sum by a common divisor of its numbers.
func (p *Pipeline) quotient(t term.Term, g num.Int) term.Term {
	over := func(k num.Rat) term.Term { return p.rw.Numeral(k.Num().FloorDiv(g)) }
	sum := linear.Of(p.st, t)
	args := []term.Term{over(sum.Constant)}
	for _, m := range sum.Monomials {
		args = append(args, p.rw.Mul(over(m.Coeff), m.Term))
	}
	return p.rw.Add(args...)
}
