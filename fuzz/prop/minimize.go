package prop

import (
	"context"
	"math/big"

	"github.com/muster-smt/muster/theory/smt"
)

// smallest returns the smallest values, in the order of the package's documentation; m is
// any model. doubt says why there may be smaller values, if there may.
func (p *problem) smallest(ctx context.Context, m *smt.Model) (least Values, doubt string) {
	ctx, cancel := context.WithTimeout(ctx, p.cfg.timeout())
	defer cancel()
	z := &minimizer{p: p, asker: p.ask(ctx, step(0)), m: m}
	x := p.newForm(z.size)
	for _, s := range p.vars {
		x.add(s)
	}
	z.greatest(x.leaves)
	for i, t := range x.leaves {
		switch sort := t.Sort(); {
		case p.isBool(sort):
			z.narrow(p.formula("not", t))
			z.s.Assert(p.equal(t, p.st.BoolVal(value(z.m, t).IsTrue()).Term))
		case p.isNumber(sort):
			z.number(t)
			z.s.Assert(p.eq(t, number(z.m, t)))
		default:
			z.element(t, x.leaves[:i])
		}
	}
	z.quotients()
	return p.values(z.m), z.cut
}

// minimizer asserts step by step what the result has to satisfy.
type minimizer struct {
	p *problem
	*asker
	m *smt.Model // the smallest so far
}

// narrow asserts f if there is a model of it.
func (z *minimizer) narrow(f smt.Bool) bool {
	m := z.model(f)
	if m == nil {
		return false
	}
	z.m = m
	z.s.Assert(f)
	return true
}

// size finds the least number of entries of a table.
func (z *minimizer) size(says func(int) smt.Bool, count func(*smt.Model) int) (int, bool) {
	n := least(big.NewInt(int64(count(z.m))), func(n *big.Int) *big.Int {
		if m := z.model(says(int(n.Int64()))); m != nil {
			z.m = m
			return big.NewInt(int64(count(m)))
		}
		return nil
	})
	size := int(n.Int64())
	return size, z.narrow(says(size))
}

// greatest minimizes the greatest absolute value of all numbers.
func (z *minimizer) greatest(leaves []smt.Term) {
	bound := func(k *big.Int) smt.Bool {
		all := z.p.st.BoolVal(true)
		for _, t := range leaves {
			if z.p.isNumber(t.Sort()) {
				all = all.And(z.p.within(t, new(big.Rat).SetInt(k)))
			}
		}
		return all
	}
	norm := func(m *smt.Model) *big.Int {
		x := &flat{}
		for _, t := range leaves {
			x.value(value(m, t))
		}
		return x.norm()
	}
	k := least(norm(z.m), func(k *big.Int) *big.Int {
		if m := z.model(bound(k)); m != nil {
			z.m = m
			return norm(m)
		}
		return nil
	})
	z.s.Assert(bound(k))
}

// element makes t equal to the first possible one of the elements before it, or else
// different from all of them.
func (z *minimizer) element(t smt.Term, before []smt.Term) {
	var known []smt.Term
	for _, u := range before {
		if u.Sort() != t.Sort() {
			continue
		}
		if z.narrow(z.p.equal(t, u)) {
			return
		}
		known = append(known, u)
	}
	z.s.Assert(z.p.among(t, known).Not())
}

// number finds a value with a small denominator near 0.
func (z *minimizer) number(t smt.Term) {
	if !z.p.isReal(t.Sort()) {
		z.nearZero(t, big.NewInt(1))
		return
	}
	own := number(z.m, t).Denom()
	for _, k := range denominators {
		if d := big.NewInt(k); d.Cmp(own) < 0 && z.narrow(z.p.denominator(t, d)) {
			z.nearZero(t, d)
			return
		}
	}
	if own.Cmp(big.NewInt(allBelow)) > 0 && z.cut == "" {
		z.cut = "not all denominators were tried"
	}
	z.nearZero(t, own)
}

// denominators are those that are tried for a Real: all below allBelow, and a few more.
var denominators = [...]int64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 20, 100, 1000}

const allBelow = 17

// nearZero gives d*t, an integer, the value nearest to 0.
func (z *minimizer) nearZero(t smt.Term, d *big.Int) {
	whole := z.p.denominator(t, d)
	over := func(k *big.Int) *big.Rat { return new(big.Rat).SetFrac(k, d) }
	k := least(scaled(number(z.m, t), d), func(k *big.Int) *big.Int {
		if m := z.model(whole, z.p.within(t, over(k))); m != nil {
			z.m = m
			return scaled(number(m, t), d)
		}
		return nil
	})
	z.s.Assert(whole)
	z.s.Assert(z.p.within(t, over(k)))
	z.narrow(z.p.eq(t, over(k)))
}

// least returns the least k that has a solution; most is known to have one. found(k)
// returns the number of a solution that is at most k, or nil. The search first doubles its
// steps from 0, since small solutions are likely.
func least(most *big.Int, found func(k *big.Int) *big.Int) *big.Int {
	one := big.NewInt(1)
	low, step := new(big.Int), one // no number below low has a solution
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

// scaled returns |q|*d, rounded up.
func scaled(q *big.Rat, d *big.Int) *big.Int {
	return ceil(new(big.Rat).Mul(q, new(big.Rat).SetInt(d)))
}

// ceil returns |q|, rounded up.
func ceil(q *big.Rat) *big.Int {
	n := new(big.Int).Abs(q.Num())
	n.Add(n, q.Denom()).Sub(n, big.NewInt(1))
	return n.Quo(n, q.Denom())
}
