package lia

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// productTerms makes lemmas about t = x*y.
type productTerms struct {
	*Solver
	m       theory.Maker
	t, x, y term.Term
}

func (p *productTerms) scale(k num.Rat, t term.Term) term.Term { return p.m.Mul(p.num(k), t) }

func (p *productTerms) isReal() bool { return p.terms.Sort(p.t) == term.Real }

// num returns a numeral of the product's sort.
func (p *productTerms) num(v num.Rat) term.Term { return p.number(v, p.isReal()) }

// less returns a <= b, or a < b if strict.
func (p *productTerms) less(a, b term.Term, strict bool) term.Term {
	if strict {
		return p.m.Not(p.m.Le(b, a))
	}
	return p.m.Le(a, b)
}

// formula returns a bound as a formula.
func (p *productTerms) formula(b side) term.Term {
	if b.upper {
		return p.less(b.of, p.num(b.val), b.strict)
	}
	return p.less(p.num(b.val), b.of, b.strict)
}

// signed returns the bound that gives x, which is not 0, the given sign.
func (p *productTerms) signed(x term.Term, sign int) side {
	if p.isReal() {
		return side{x, sign < 0, true, num.Rat{}}
	}
	return side{x, sign < 0, false, intOf(int64(sign))}
}

// send sends a disjunction, which certify proves where that is needed; it reports whether it is new.
func (p *productTerms) send(certify func(*cert.Certificate), formulas ...term.Term) bool {
	p.stats.nonlinear++
	lits, ok := p.literals(formulas)
	if !ok {
		return false
	}
	c := p.host.NewCertificate()
	if c != nil {
		c.Clause = p.formulas(formulas...)
		certify(c)
	}
	return p.host.Lemma(lits, byProduct, c) == theory.LemmaNew
}

// ifBounds sends that two bounds imply low <= high, or low < high if both are
// strict; see certifyProduct.
func (p *productTerms) ifBounds(x, y side, extra [2]int64, low, high term.Term) bool {
	return p.send(func(c *cert.Certificate) { p.certifyProduct(x, y, extra, low, high, c) },
		p.m.Not(p.formula(x)), p.m.Not(p.formula(y)), p.less(low, high, x.strict && y.strict))
}

// bySign sends the rule of signs, zero included.
func (p *productTerms) bySign(a, b, v num.Rat) bool {
	sa, sb := a.Sign(), b.Sign()
	switch {
	case sa*sb == v.Sign():
		return false
	case sa == 0:
		return p.value(p.x, a, p.y)
	case sb == 0:
		return p.value(p.y, b, p.x)
	}
	k, extra := intOf(int64(sa*sb)), [2]int64{1, 1}
	if p.isReal() {
		k, extra = num.Rat{}, [2]int64{}
	}
	low, high := p.num(k), p.t
	if sa*sb < 0 {
		low, high = p.t, p.num(k)
	}
	return p.ifBounds(p.signed(p.x, sa), p.signed(p.y, sb), extra, low, high)
}

// bySize sends that a nonzero product of integers is at least as large, in magnitude, as
// its factors.
func (p *productTerms) bySize(a, b, v num.Rat) bool {
	sa, sb := a.Sign(), b.Sign()
	if sa == 0 || sb == 0 || p.isReal() {
		return false
	}
	sent := false
	if v.Abs().Less(a.Abs()) {
		sent = p.noSmaller(p.x, sa, p.y, sb)
	}
	if v.Abs().Less(b.Abs()) {
		sent = p.noSmaller(p.y, sb, p.x, sa) || sent
	}
	return sent
}

// noSmaller sends |t| >= |x| for x of sign sx and y of sign sy.
func (p *productTerms) noSmaller(x term.Term, sx int, y term.Term, sy int) bool {
	st, su := intOf(int64(sx*sy)), intOf(int64(sx))
	return p.ifBounds(p.signed(x, sx), p.signed(y, sy), [2]int64{0, 1}, p.scale(su, x), p.scale(st, p.t))
}

// byValue sends t = a*y if x = a, for an operand that is known or small.
func (p *productTerms) byValue(n theory.Node, a, b num.Rat) bool {
	args := p.host.Args(n)
	if p.isKnown(args[0]) {
		return p.ifEqual(p.x, a, p.y)
	}
	if p.isKnown(args[1]) {
		return p.ifEqual(p.y, b, p.x)
	}
	limit := intOf(smallOperand)
	switch {
	case !limit.Less(a.Abs()) && !b.Abs().Less(a.Abs()):
		return p.ifEqual(p.x, a, p.y)
	case !limit.Less(b.Abs()):
		return p.ifEqual(p.y, b, p.x)
	}
	return false
}

// ifEqual sends t = a*y if x = a, for the factors x and y in any order.
func (p *productTerms) ifEqual(x term.Term, a num.Rat, y term.Term) bool {
	e := p.m.Eq(x, p.num(a))
	if p.terms.Op(e) != term.OpTrue && p.terms.Op(e) != term.OpFalse {
		if l := p.host.Lit(e); p.host.Value(l) == sat.Undef {
			p.host.Prefer(l)
		}
	}
	return p.value(x, a, y)
}

// byClass sends t = z*y + k*y if the factor x equals z + k in the e-graph, where z is the
// first factor of a product in its class: so all products of a class are sums of the
// products of such factors.
func (p *productTerms) byClass(n theory.Node) bool {
	args := p.host.Args(n)
	return p.byFactor(args[0], p.x, p.y) || p.byFactor(args[1], p.y, p.x)
}

func (p *productTerms) byFactor(at theory.Point, x, y term.Term) bool {
	if p.isKnown(at) {
		return false // see byValue
	}
	first := at
	for _, n := range p.nonlin {
		if p.nodes[n].kind != product {
			continue
		}
		for _, f := range p.host.Args(n) {
			if f.Node < first.Node && p.host.Root(f.Node) == p.host.Root(at.Node) {
				first = f
			}
		}
	}
	if first == at {
		return false
	}
	k := p.num(intOf(p.host.Offset(at.Node) + at.Off - p.host.Offset(first.Node)))
	z := p.host.Term(first.Node)
	sum := p.m.Add(z, k)
	if e := p.m.Eq(x, sum); p.terms.Op(e) == term.OpTrue || p.terms.Op(e) == term.OpFalse {
		return false
	}
	return p.ifIs(x, sum, y, p.m.Add(p.m.Mul(z, y), p.m.Mul(k, y)))
}

// value sends t = a*y if x = a, for the factors x and y in any order.
func (p *productTerms) value(x term.Term, a num.Rat, y term.Term) bool {
	return p.ifIs(x, p.num(a), y, p.scale(a, y))
}

// ifIs sends t = times if x = v, where times is v*y.
func (p *productTerms) ifIs(x, v, y, times term.Term) bool {
	return p.send(func(c *cert.Certificate) { p.certifyValue(x, v, y, times, c) },
		p.m.Not(p.m.Eq(x, v)), p.m.Eq(p.t, times))
}

// longPoint is the greatest length of denominators, in bits, for which a tangent plane
// touches at the candidate itself. Beyond, each plane would make longer numbers than the
// one before.
const longPoint = 48

// touch returns a point (x, y) near (a, b) with short denominators whose tangent plane still
// refutes the candidate v of the product: at (a, b) the plane is ab - (a - x)(b - y).
func (p *productTerms) touch(a, b, v num.Rat) (x, y num.Rat) {
	long := a.Den().BitLen() + b.Den().BitLen()
	if long <= longPoint {
		return a, b
	}
	gap := a.Mul(b).Sub(v)
	den := num.FromInt64(1 << 8)
	for ; den.BitLen() < long; den = den.Mul(den) {
		grid := num.RatFromInt(den)
		x, y = num.FromInts(a.Mul(grid).Floor(), den), num.FromInts(b.Mul(grid).Floor(), den)
		if gap.Sign() < 0 {
			y = num.FromInts(b.Mul(grid).Ceil(), den)
		}
		if a.Sub(x).Mul(b.Sub(y)).Abs().Less(gap.Abs()) {
			return x, y
		}
	}
	return a, b
}

// byTangent sends the halves of a tangent plane that the candidate (a, b, v) is on the
// wrong side of.
func (p *productTerms) byTangent(a, b, v num.Rat) bool {
	above := v.Less(a.Mul(b))
	a, b = p.touch(a, b, v)
	plane := p.m.Add(p.scale(b, p.x), p.scale(a, p.y), p.num(a.Mul(b).Neg()))
	low, high := plane, p.t
	if !above {
		low, high = p.t, plane
	}
	one := p.ifBounds(side{p.x, true, false, a}, side{p.y, above, false, b}, [2]int64{}, low, high)
	return p.ifBounds(side{p.x, false, false, a}, side{p.y, !above, false, b}, [2]int64{}, low, high) || one
}

// side is a bound of a factor: at most val if upper, else at least val; not val itself if
// strict.
type side struct {
	of            term.Term
	upper, strict bool
	val           num.Rat
}

// certifyProduct certifies that the bounds x and y imply low <= high, or low < high if
// both are strict: their product plus extra times each of them is that inequality.
func (p *productTerms) certifyProduct(x, y side, extra [2]int64, low, high term.Term, c *cert.Certificate) {
	one := num.RatFromInt64(1)
	product := cert.Step{Kind: cert.Product, Name: assumed}
	last := cert.Step{Kind: cert.Contradiction, From: []cert.Premise{{Bound: assumed, Upper: true, Coeff: one}}}
	for i, b := range [2]side{x, y} {
		name := assumed + 1 + uint64(i)
		c.AddBound(cert.Step{Kind: cert.LiteralBound, Name: name, A: b.of, Upper: b.upper, Strict: b.strict, Val: b.val,
			Lit: cert.Literal{T: p.formula(b)}})
		q := cert.Premise{Bound: name, Of: b.of, Upper: b.upper, Coeff: one}
		product.From = append(product.From, q)
		if q.Coeff = num.RatFromInt64(extra[i]); extra[i] != 0 {
			last.From = append(last.From, q)
		}
	}
	c.Add(product)
	d := p.terms.Sub(low, high)
	b := cert.Step{Kind: cert.LiteralBound, Name: negated, A: d,
		Lit: cert.Literal{T: p.less(low, high, x.strict && y.strict), Neg: true}}
	if p.isReal() {
		b.Strict = !(x.strict && y.strict)
	} else {
		b.Val = one
	}
	c.AddBound(b)
	last.From = append(last.From, cert.Premise{Bound: negated, Of: d, Coeff: one})
	c.Add(last)
}

// certifyValue certifies that x = v implies t = v*y; times is v*y.
func (p *productTerms) certifyValue(x, v, y, times term.Term, c *cert.Certificate) {
	c.Add(cert.Step{Kind: cert.ByLiteral, A: x, B: v, Lit: cert.Literal{T: p.m.Eq(x, v)}})
	c.Add(cert.Step{Kind: cert.Product, Name: assumed, A: y, From: []cert.Premise{{Of: x, Other: v}}})
	c.Add(cert.Step{Kind: cert.Equation, A: p.t, B: times,
		From: []cert.Premise{{Bound: assumed, Coeff: num.RatFromInt64(1)}}})
}
