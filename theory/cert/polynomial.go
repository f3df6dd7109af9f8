package cert

import (
	"cmp"
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// poly is a polynomial: monomials in order, none with coefficient 0, and a
// constant. An Int among Reals stands for itself as a Real.
type poly struct {
	mons []mono
	c    num.Rat
}

// mono is a coefficient times an atom or a product of atoms.
type mono struct {
	n node
	k num.Rat
}

func rat(k int64) num.Rat { return num.RatFromInt64(k) }

func isNumber(o term.Sort) bool { return o == term.Int || o == term.Real }

// integers reports whether p is a combination of integers.
func (z *normalizer) integers(p poly) bool {
	return !slices.ContainsFunc(p.mons, func(m mono) bool { return z.nodes[m.n].sort != term.Int })
}

// whole reports whether all coefficients are integers.
func (p poly) whole() bool {
	for _, m := range p.mons {
		if !m.k.IsInt() {
			return false
		}
	}
	return p.c.IsInt()
}

// times returns k*p for a k other than 0.
func (p poly) times(k num.Rat) poly {
	if k.IsOne() {
		return p
	}
	r := poly{c: p.c.Mul(k), mons: make([]mono, 0, len(p.mons))}
	for _, m := range p.mons {
		r.mons = append(r.mons, mono{m.n, m.k.Mul(k)})
	}
	return r
}

// primitive returns p times a positive number that makes the coefficients of its
// monomials integers without a common divisor.
func (p poly) primitive() poly {
	var g num.Int
	d := num.FromInt64(1)
	for _, m := range p.mons {
		g, d = g.GCD(m.k.Num()), d.LCM(m.k.Den())
	}
	return p.times(num.FromInts(d, g.Abs()))
}

// plus returns p + k*q.
func (p poly) plus(q poly, k num.Rat) poly {
	r := poly{c: p.c.Add(q.c.Mul(k)), mons: make([]mono, 0, len(p.mons)+len(q.mons))}
	i, j := 0, 0
	for i < len(p.mons) || j < len(q.mons) {
		switch {
		case j == len(q.mons) || i < len(p.mons) && p.mons[i].n < q.mons[j].n:
			r.mons = append(r.mons, p.mons[i])
			i++
			continue
		case i == len(p.mons) || q.mons[j].n < p.mons[i].n:
			r.mons = append(r.mons, mono{q.mons[j].n, q.mons[j].k.Mul(k)})
		default:
			r.mons = append(r.mons, mono{p.mons[i].n, p.mons[i].k.Add(q.mons[j].k.Mul(k))})
			i++
		}
		j++
		if last := len(r.mons) - 1; r.mons[last].k.IsZero() {
			r.mons = r.mons[:last]
		}
	}
	return r
}

// content is the greatest common divisor of the coefficients, which are
// integers, and g.
func (p poly) content(g num.Int) num.Int {
	for _, m := range p.mons {
		g = g.GCD(m.k.Num())
	}
	return g.Abs()
}

// over returns p/g, which divides the coefficients, with the constant rounded
// down.
func (p poly) over(g num.Int) poly {
	p = p.times(num.FromInts(num.FromInt64(1), g))
	p.c = num.RatFromInt(p.c.Floor())
	return p
}

// poly returns the polynomial of a number.
func (z *normalizer) poly(n node) poly {
	if p := z.nodes[n].poly; p != nil {
		return *p
	}
	return poly{mons: []mono{{n, rat(1)}}}
}

func (z *normalizer) fromPoly(p poly) node {
	if z.facts != nil {
		p = z.facts.reduce(p)
		z.work += 1 + len(p.mons)
	}
	if len(p.mons) == 1 && p.c.IsZero() && p.mons[0].k.IsOne() {
		return p.mons[0].n
	}
	sort := term.Real
	if p.whole() && z.integers(p) {
		sort = term.Int
	}
	return z.intern(nodeData{op: term.OpAdd, sort: sort, poly: &p})
}

// times multiplies out, unless the result would be long.
func (z *normalizer) times(a, b node) node {
	p, q := z.poly(a), z.poly(b)
	if len(p.mons)*len(q.mons) > longest {
		return z.product(a, b)
	}
	z.work += len(p.mons) * len(q.mons)
	r := poly{c: p.c.Mul(q.c)}
	for _, m := range p.mons {
		r = r.plus(poly{mons: []mono{m}}, q.c)
		for _, o := range q.mons {
			r = r.plus(poly{mons: []mono{{z.product(m.n, o.n), m.k}}}, o.k)
		}
	}
	return z.fromPoly(r.plus(poly{mons: q.mons}, p.c))
}

// product multiplies two monomials.
func (z *normalizer) product(m, n node) node {
	var factors []node
	for _, x := range [2]node{m, n} {
		if z.nodes[x].op == term.OpMul {
			factors = append(factors, z.nodes[x].args...)
		} else {
			factors = append(factors, x)
		}
	}
	slices.Sort(factors)
	sort := term.Int
	for _, x := range factors {
		if z.nodes[x].sort != term.Int {
			sort = term.Real
		}
	}
	return z.intern(nodeData{op: term.OpMul, sort: sort, args: factors})
}

// isZero returns p = 0.
func (z *normalizer) isZero(p poly) node {
	if z.facts != nil {
		p = z.facts.reduce(p)
	}
	if len(p.mons) == 0 {
		return z.truth(p.c.IsZero())
	}
	p = p.primitive()
	if p.mons[0].k.Sign() < 0 {
		p = p.times(rat(-1))
	}
	if z.integers(p) && !p.c.IsInt() {
		return z.fls
	}
	if lo, hi, ok := z.rangeOf(p); ok && (lo.Sign() > 0 || hi.Sign() < 0) {
		return z.fls
	}
	if c, a, b, ok := z.iteOfNumerals(p); ok {
		return z.ite(c, z.truth(a.IsZero()), z.truth(b.IsZero()))
	}
	return z.decide(z.intern(nodeData{op: term.OpEq, tag: uint32(term.Int), sort: term.Bool, args: []node{z.fromPoly(p)}}))
}

// atMostZero returns p <= 0.
func (z *normalizer) atMostZero(p poly) node {
	if z.facts != nil {
		p = z.facts.reduce(p)
	}
	if len(p.mons) == 0 {
		return z.truth(p.c.Sign() <= 0)
	}
	p = p.primitive()
	if !z.integers(p) {
		return z.bounded(p)
	}
	p.c = num.RatFromInt(p.c.Ceil())
	if p.mons[0].k.Sign() < 0 { // not -p + 1 <= 0
		return z.not(z.bounded(poly{c: rat(1)}.plus(p, rat(-1))))
	}
	return z.bounded(p)
}

// lessThanZero returns p < 0.
func (z *normalizer) lessThanZero(p poly) node {
	return z.not(z.atMostZero(poly{}.plus(p, rat(-1))))
}

// bounded returns p <= 0 for a primitive p, whose first coefficient is positive
// if it is one of integers.
func (z *normalizer) bounded(p poly) node {
	if lo, hi, ok := z.rangeOf(p); ok && hi.Sign() <= 0 {
		return z.tru
	} else if ok && lo.Sign() > 0 {
		return z.fls
	}
	if c, a, b, ok := z.iteOfNumerals(p); ok {
		return z.ite(c, z.truth(a.Sign() <= 0), z.truth(b.Sign() <= 0))
	}
	return z.decide(z.intern(nodeData{op: term.OpLe, sort: term.Bool, args: []node{z.fromPoly(p)}}))
}

// iteOfNumerals returns the condition of p's only monomial, an if-then-else
// between numerals, and the two values that p can have.
func (z *normalizer) iteOfNumerals(p poly) (c node, a, b num.Rat, ok bool) {
	if len(p.mons) != 1 || z.nodes[p.mons[0].n].op != term.OpIte {
		return 0, a, b, false
	}
	d := &z.nodes[p.mons[0].n]
	x, y := z.poly(d.args[1]), z.poly(d.args[2])
	if len(x.mons)+len(y.mons) > 0 {
		return 0, a, b, false
	}
	return d.args[0], p.c.Add(p.mons[0].k.Mul(x.c)), p.c.Add(p.mons[0].k.Mul(y.c)), true
}

// quotient returns y and k if n is y div k for a numeral k, which is positive.
func (z *normalizer) quotient(n node) (y poly, k num.Int, ok bool) {
	d := &z.nodes[n]
	if d.op != term.OpDiv {
		return y, k, false
	}
	q := z.poly(d.args[1])
	return z.poly(d.args[0]), q.c.Num(), len(q.mons) == 0 && q.c.Sign() > 0
}

// maxQuotients bounds the quotients that rangeOf takes apart, and the steps in which floor joins
// some.
const maxQuotients = 20

// rangeOf returns the range of a polynomial that is a combination of remainders:
// each quotient y div k in it is (y - r)/k, where r is in [0, k-1].
func (z *normalizer) rangeOf(p poly) (lo, hi num.Rat, ok bool) {
	whole := z.integers(p) && p.whole()
	for range maxQuotients {
		if len(p.mons) == 0 {
			lo, hi = lo.Add(p.c), hi.Add(p.c)
			if whole {
				lo, hi = num.RatFromInt(lo.Ceil()), num.RatFromInt(hi.Floor())
			}
			return lo, hi, true
		}
		m := p.mons[len(p.mons)-1] // the youngest: quotients may be part of it
		y, k, ok := z.quotient(m.n)
		if !ok {
			return lo, hi, false
		}
		c := m.k.Div(num.RatFromInt(k))
		p = p.plus(poly{mons: []mono{m}}, rat(-1)).plus(y, c)
		if most := c.Mul(num.RatFromInt(k).Sub(rat(1))); c.Sign() > 0 {
			lo = lo.Sub(most)
		} else {
			hi = hi.Sub(most)
		}
	}
	return lo, hi, false
}

// division returns a[0] div a[1] or a[0] mod a[1].
func (z *normalizer) division(op term.Op, a []node) node {
	by := z.poly(a[1])
	if len(by.mons) > 0 || by.c.IsZero() {
		return z.decide(z.intern(nodeData{op: op, sort: term.Int, args: a}))
	}
	p := z.poly(a[0])
	q := z.floor(p, by.c.Num().Abs())
	if op == term.OpMod {
		return z.fromPoly(p.plus(q, by.c.Abs().Neg()))
	}
	return z.fromPoly(poly{}.plus(q, rat(int64(by.c.Sign()))))
}

// fraction returns a[0] / a[1].
func (z *normalizer) fraction(a []node) node {
	by := z.poly(a[1])
	if len(by.mons) > 0 || by.c.IsZero() {
		return z.decide(z.intern(nodeData{op: term.OpQuo, sort: term.Real, args: a}))
	}
	return z.fromPoly(poly{}.plus(z.poly(a[0]), by.c.Inv()))
}

// toInt returns the greatest integer not above n: integers move outside, and
// what is left of a combination of integers is a division.
func (z *normalizer) toInt(n node) node {
	p := z.poly(n)
	whole, rest := poly{c: num.RatFromInt(p.c.Floor())}, poly{c: p.c.Sub(num.RatFromInt(p.c.Floor()))}
	den := num.FromInt64(1)
	for _, m := range p.mons {
		k := m.k
		if z.nodes[m.n].sort == term.Int {
			q := num.RatFromInt(k.Floor())
			whole = whole.plus(poly{mons: []mono{{m.n, rat(1)}}}, q)
			k = k.Sub(q)
		}
		rest = rest.plus(poly{mons: []mono{{m.n, rat(1)}}}, k)
		den = den.LCM(k.Den())
	}
	switch {
	case len(rest.mons) == 0:
		return z.fromPoly(whole)
	case z.integers(rest):
		rest = rest.times(num.RatFromInt(den))
		rest.c = num.RatFromInt(rest.c.Floor())
		return z.fromPoly(whole.plus(z.floor(rest, den), rat(1)))
	}
	t := z.decide(z.intern(nodeData{op: term.OpToInt, sort: term.Int, args: []node{z.fromPoly(rest)}}))
	return z.fromPoly(whole.plus(z.poly(t), rat(1)))
}

// floor returns p div k for k > 0 and a p with integer coefficients.
func (z *normalizer) floor(p poly, k num.Int) poly {
	var whole poly
	one := rat(1)
	for round := 0; ; round++ {
		if q, ok := z.withoutRemainder(p, k); ok {
			return whole.plus(q, one)
		}
		var q, rest poly
		for _, m := range p.mons {
			a, b := m.k.Num().EuclidDivMod(k)
			q = q.plus(poly{mons: []mono{{m.n, one}}}, num.RatFromInt(a))
			rest = rest.plus(poly{mons: []mono{{m.n, one}}}, num.RatFromInt(b))
		}
		a, b := p.c.Num().EuclidDivMod(k)
		q.c, rest.c = num.RatFromInt(a), num.RatFromInt(b)
		whole = whole.plus(q, one)
		p = rest
		if len(p.mons) == 0 {
			return whole
		}
		if g := p.content(k); !g.IsOne() {
			p = p.over(g)
			k, _ = k.QuoRem(g)
			continue
		}
		if m, d, ok := z.divided(p, k); ok && round < maxQuotients {
			k, _ = k.QuoRem(d)
			p = m
			continue
		}
		if m, d, ok := z.inner(p); ok {
			k, p = k.Mul(d), m
			continue
		}
		n := z.intern(nodeData{op: term.OpDiv, sort: term.Int,
			args: []node{z.fromPoly(p), z.fromPoly(poly{c: num.RatFromInt(k)})}})
		return whole.plus(poly{mons: []mono{{n, one}}}, one)
	}
}

// inner returns y + d*r and d if p is y div d + r.
func (z *normalizer) inner(p poly) (q poly, d num.Int, ok bool) {
	for _, m := range p.mons {
		y, d, ok := z.quotient(m.n)
		if ok && m.k.IsOne() {
			rest := p.plus(poly{mons: []mono{{m.n, m.k}}}, rat(-1))
			return y.plus(rest, num.RatFromInt(d)), d, true
		}
	}
	return q, d, false
}

// divided returns (1+a)*(y div d) + r and d if p is y + d*a*(y div d) + d*r and d divides k: then
// both have one quotient, by k and by k div d.
func (z *normalizer) divided(p poly, k num.Int) (q poly, d num.Int, ok bool) {
	for _, m := range p.mons {
		y, d, ok := z.quotient(m.n)
		if !ok || d.IsOne() || !d.Divides(k) {
			continue
		}
		rest := p.plus(y, rat(-1))
		if d.Divides(rest.content(num.Int{})) && d.Divides(rest.c.Num()) {
			return rest.over(d).plus(poly{mons: []mono{{m.n, rat(1)}}}, rat(1)), d, true
		}
	}
	return q, d, false
}

// dividend returns x if n is x div k. Any quotient is one by any positive k, as
// y div d = ((k*y) div d) div k.
func (z *normalizer) dividend(n node, k num.Rat) (x poly, ok bool) {
	y, d, ok := z.quotient(n)
	switch {
	case !ok || k.Sign() <= 0 || !k.IsInt():
		return x, false
	case k.Num().Equal(d):
		return y, true
	case k.Num().Divides(d):
		e, _ := d.QuoRem(k.Num())
		return z.floor(y, e), true
	case z.dividing: // not nested, to save time
		return x, false
	}
	z.dividing = true
	defer func() { z.dividing = false }()
	return z.floor(y.times(k), d), true
}

// withoutRemainder returns p div k if p is a multiple of k plus what is certainly
// in [0, k-1]: a remainder times a number, and a constant.
func (z *normalizer) withoutRemainder(p poly, k num.Int) (q poly, ok bool) {
	g := p.content(num.Int{})
	if q, ok = z.withoutMultiple(p, num.FromInt64(1), k); !ok && !g.IsOne() && !g.IsZero() {
		q, ok = z.withoutMultiple(p, g, k)
	}
	return q, ok
}

// withoutMultiple is withoutRemainder for a remainder times g, which divides all
// coefficients.
func (z *normalizer) withoutMultiple(p poly, g, k num.Int) (q poly, ok bool) {
	one, times := num.FromInt64(1), num.RatFromInt(g)
	for _, m := range p.mons {
		d := m.k.Neg().Div(times)
		y, ok := z.dividend(m.n, d)
		if !ok {
			continue
		}
		// p = g*(y - d*m) + rest, and y - d*m is in [0, d-1].
		rest := p.plus(y, times.Neg()).plus(poly{mons: []mono{{m.n, rat(1)}}}, d.Mul(times))
		_, c := rest.c.Num().EuclidDivMod(k)
		if k.Divides(rest.content(num.Int{})) && c.Add(g.Mul(d.Num().Sub(one))).Less(k) {
			return rest.over(k), true
		}
	}
	return q, false
}

func sortedSet(a []node) []node {
	slices.SortFunc(a, cmp.Compare[node])
	return slices.Compact(a)
}

func contains(sorted []node, n node) bool {
	_, ok := slices.BinarySearch(sorted, n)
	return ok
}
