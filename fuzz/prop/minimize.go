package prop

import (
	"context"
	"math/big"

	"github.com/muster-smt/muster/theory/smt"
)

// smallest returns the smallest model, in the order that the package's documentation
// has, beginning with some model. It says why if there may be a smaller one.
func (p *problem) smallest(ctx context.Context, m *smt.Model) (least *smt.Model, doubt string) {
	z := &minimizer{p, p.ask(ctx, 0, stepConflicts), m}
	z.greatest()
	for _, t := range p.scalars {
		switch {
		case p.isBool(t):
			z.narrow(p.formula("not", t))
		case p.isReal(t):
			z.fraction(t)
		default:
			z.nearZero(t, big.NewInt(1))
		}
		z.s.Assert(p.is(z.m, t))
	}
	return z.m, z.cut
}

// minimizer asserts what the result has to satisfy, step by step.
type minimizer struct {
	p *problem
	*asker
	m *smt.Model // the smallest so far
}

// narrow asserts f if there is a model then.
func (z *minimizer) narrow(f smt.Bool) bool {
	m := z.model(f)
	if m == nil {
		return false
	}
	z.m = m
	z.s.Assert(f)
	return true
}

// greatest bounds all numbers by the least number possible.
func (z *minimizer) greatest() {
	bound := func(k *big.Int) smt.Bool {
		all := z.p.st.BoolVal(true)
		for _, t := range z.p.scalars {
			if !z.p.isBool(t) {
				all = all.And(z.p.within(t, new(big.Rat).SetInt(k)))
			}
		}
		return all
	}
	k := least(z.p.norm(z.m), func(k *big.Int) *big.Int {
		if m := z.model(bound(k)); m != nil {
			z.m = m
			return z.p.norm(m)
		}
		return nil
	})
	z.s.Assert(bound(k))
}

// norm is the greatest absolute value, rounded up.
func (p *problem) norm(m *smt.Model) *big.Int {
	most := new(big.Int)
	for _, t := range p.scalars {
		if p.isBool(t) {
			continue
		}
		if k := ceil(number(m, t)); k.Cmp(most) > 0 {
			most = k
		}
	}
	return most
}

// denominators are those that a Real is tried with.
var denominators = [...]int64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 16, 100}

// fraction finds a value with a small denominator.
func (z *minimizer) fraction(t smt.Term) {
	for _, d := range denominators {
		if z.narrow(z.p.denominator(t, big.NewInt(d))) {
			z.nearZero(t, big.NewInt(d))
			return
		}
	}
}

// nearZero gives d*t, an integer, the value that is nearest to 0.
func (z *minimizer) nearZero(t smt.Term, d *big.Int) {
	over := func(k *big.Int) *big.Rat { return new(big.Rat).SetFrac(k, d) }
	k := least(scaled(number(z.m, t), d), func(k *big.Int) *big.Int {
		if m := z.model(z.p.within(t, over(k))); m != nil {
			z.m = m
			return scaled(number(m, t), d)
		}
		return nil
	})
	z.s.Assert(z.p.within(t, over(k)))
	z.narrow(z.p.eq(t, over(k)))
}

// least returns the least k, up to a most that will do, which has a solution. Found
// returns that solution's own number, or nil.
func least(most *big.Int, found func(k *big.Int) *big.Int) *big.Int {
	one := big.NewInt(1)
	low, step := new(big.Int), one // nothing below low has a solution
	gallop := true
	for low.Cmp(most) < 0 {
		k := new(big.Int).Add(low, most)
		k.Rsh(k, 1)
		if far := new(big.Int).Add(low, step); gallop && far.Cmp(k) < 0 {
			k = far.Sub(far, one)
		}
		if n := found(k); n != nil {
			most, gallop = n, false
			continue
		}
		low = k.Add(k, one)
		step = new(big.Int).Lsh(step, 1)
	}
	return most
}

// scaled is |q|*d, rounded up.
func scaled(q *big.Rat, d *big.Int) *big.Int {
	return ceil(new(big.Rat).Mul(q, new(big.Rat).SetInt(d)))
}

// ceil is |q|, rounded up.
func ceil(q *big.Rat) *big.Int {
	n := new(big.Int).Abs(q.Num())
	n.Add(n, q.Denom()).Sub(n, big.NewInt(1))
	return n.Quo(n, q.Denom())
}
