package lia

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

const (
	refinePeriod  = 16 // branchings between two refinements
	refinedAtOnce = 10 // nonlinear nodes refuted in one check
	smallOperand  = 16 // magnitude up to which an operand's value is split on
)

// refine compares the candidate values of products, and of div and mod by
// variables, with the true ones, and sends lemmas that refute the candidate.
func (s *Solver) refine() theory.Status {
	wrong, sent, before := false, 0, s.stats.nonlinear
	for _, n := range s.nonlin {
		if sent == refinedAtOnce {
			break
		}
		if ok := s.nonlinearHolds(n); ok {
			continue
		}
		wrong = true
		if s.nlRounds < s.limits.rounds && s.productBudget > 0 && s.refute(n) {
			sent++
		}
	}
	s.productBudget -= s.stats.nonlinear - before
	switch {
	case !wrong:
		s.nlRounds = 0
		return theory.Consistent
	case sent > 0:
		s.nlRounds++
		return theory.Progress
	}
	s.host.Incomplete(theory.IncompleteNonlinear)
	return theory.GaveUp
}

// refineEarly refutes nonlinear terms in a model that is not integral yet:
// branching may go on for ever for want of their bounds.
func (s *Solver) refineEarly() bool {
	if len(s.nonlin) == 0 {
		return false
	}
	s.buildModel()
	return s.refine() == theory.Progress
}

// operands returns the arguments' candidate values.
func (s *Solver) operands(n theory.Node) (a, b num.Rat, ok bool) {
	args := s.host.Args(n)
	a, ok1 := s.pointValue(args[0])
	b, ok2 := s.pointValue(args[1])
	return a, b, ok1 && ok2
}

func (s *Solver) pointValue(p theory.Point) (num.Rat, bool) {
	v, ok := s.Candidate(p.Node)
	return v.Add(intOf(p.Off)), ok
}

// nonlinearHolds reports whether the candidate gives n its true value.
func (s *Solver) nonlinearHolds(n theory.Node) bool {
	v, ok := s.Candidate(n)
	a, b, ok2 := s.operands(n)
	if !ok || !ok2 {
		return false
	}
	want, free := s.apply(n, a, b)
	return free || v.Equal(want)
}

// apply returns the value of n's operator; free if it may be anything.
func (s *Solver) apply(n theory.Node, a, b num.Rat) (v num.Rat, free bool) {
	kind := s.nodes[n].kind
	switch {
	case kind == product:
		return a.Mul(b), false
	case b.IsZero():
		return v, true
	case kind == quoTerm:
		return a.Div(b), false
	}
	q, r := a.Num().EuclidDivMod(b.Num())
	if kind == divTerm {
		return ratOf(q), false
	}
	return ratOf(r), false
}

// fit chooses values of free classes so that nonlinear terms are right.
func (s *Solver) fit() {
	for _, n := range s.nonlin {
		v, ok := s.Candidate(n)
		a, b, ok2 := s.operands(n)
		want, any := num.Rat{}, true
		if ok && ok2 {
			want, any = s.apply(n, a, b)
		}
		if any || v.Equal(want) || s.pin(theory.Point{Node: n}, want) || s.nodes[n].kind != product {
			continue
		}
		args := s.host.Args(n)
		if s.pinFactor(args[0], b, v) || s.pinFactor(args[1], a, v) {
			continue
		}
		if s.host.Root(args[0].Node) != s.host.Root(args[1].Node) && s.canPin(args[1], v) && s.pin(args[0], intOf(1)) {
			s.pin(args[1], v)
		}
	}
}

// pinFactor gives p the value v/b, if it may have it.
func (s *Solver) pinFactor(p theory.Point, b, v num.Rat) bool {
	return !b.IsZero() && s.pin(p, v.Div(b))
}

// pin gives p's class, if it is free and its bounds allow it, the value that
// makes p equal v.
func (s *Solver) pin(p theory.Point, v num.Rat) bool {
	if !s.canPin(p, v) {
		return false
	}
	r := s.host.Root(p.Node)
	s.setCandidate(r, v.Sub(intOf(p.Off)).Sub(intOf(s.host.Offset(p.Node))))
	s.isFree[r] = 0
	return true
}

func (s *Solver) canPin(p theory.Point, v num.Rat) bool {
	if p.Node == theory.Zero || int(p.Node) >= len(s.isFree) || !s.nodes[p.Node].real && !v.IsInt() {
		return false
	}
	r := s.host.Root(p.Node)
	if s.isFree[r] != s.now {
		return false
	}
	v = v.Sub(intOf(p.Off)).Sub(intOf(s.host.Offset(p.Node)))
	c := &s.class[r]
	return !(c.lo != 0 && v.Less(intOf(c.loVal)) || c.hi != 0 && intOf(c.hiVal).Less(v))
}

// refute sends lemmas that the candidate violates; it reports whether there
// was one.
func (s *Solver) refute(n theory.Node) bool {
	a, b, ok := s.operands(n)
	v, ok2 := s.Candidate(n)
	if !ok || !ok2 {
		return false
	}
	t := s.nodes[n].term
	x, y := s.terms.Arg(t, 0), s.terms.Arg(t, 1)
	switch s.nodes[n].kind {
	case quoTerm:
		return s.refuteQuotient(t, x, y, b)
	case divTerm, modTerm:
		return s.refuteDivision(n, x, y, b.Num())
	}
	p := productTerms{s, s.host.Maker(), t, x, y}
	return p.bySign(a, b, v) || p.bySize(a, b, v) || p.byValue(n, a, b) || p.byTangent(a, b, v) ||
		p.ifEqual(x, a, y) || p.ifEqual(y, b, x)
}

// productTerms makes lemmas about t = x*y.
type productTerms struct {
	*Solver
	m       theory.Maker
	t, x, y term.Term
}

func (p *productTerms) not(t term.Term) term.Term { return p.m.Not(t) }
func (p *productTerms) scale(k num.Rat, t term.Term) term.Term {
	return p.m.Mul(p.num(k), t)
}

func (p *productTerms) isReal() bool { return p.terms.Sort(p.t) == term.Real }

// num returns a numeral of the product's sort.
func (p *productTerms) num(v num.Rat) term.Term {
	if p.isReal() {
		return p.terms.Rat(v)
	}
	return p.terms.Numeral(v.Num())
}

// less returns a <= b, or a < b if strict.
func (p *productTerms) less(a, b term.Term, strict bool) term.Term {
	if strict {
		return p.m.Not(p.m.Le(b, a))
	}
	return p.m.Le(a, b)
}

// says returns a bound as a formula.
func (p *productTerms) says(b side) term.Term {
	if b.upper {
		return p.less(b.of, p.num(b.val), b.strict)
	}
	return p.less(p.num(b.val), b.of, b.strict)
}

// signed says that x, which is not 0, has the given sign.
func (p *productTerms) signed(x term.Term, sign int) side {
	if p.isReal() {
		return side{x, sign < 0, true, num.Rat{}}
	}
	return side{x, sign < 0, false, intOf(int64(sign))}
}

// clause returns the literals of formulas that are not false, and a certificate of
// them; false if one is true.
func (p *productTerms) clause(formulas []term.Term) ([]sat.Lit, *cert.Certificate, bool) {
	lits, ok := p.literals(formulas)
	if !ok {
		return nil, nil, false
	}
	c := p.host.NewCertificate()
	if c != nil {
		c.Clause = p.formulas(formulas...)
	}
	return lits, c, true
}

// ifBounds sends that two bounds imply low <= high, or low < high if both are
// strict; see certifyProduct.
func (p *productTerms) ifBounds(x, y side, extra [2]int64, low, high term.Term) bool {
	p.stats.nonlinear++
	formulas := []term.Term{p.not(p.says(x)), p.not(p.says(y)), p.less(low, high, x.strict && y.strict)}
	lits, c, ok := p.clause(formulas)
	if !ok {
		return false
	}
	if c != nil {
		p.certifyProduct(x, y, extra, low, high, c)
	}
	return p.host.Lemma(lits, theory.LIANonlinear, c) == theory.LemmaNew
}

// bySign sends the rule of signs, with zero.
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

// bySize sends that a product of integers other than 0 is no smaller than its
// factors.
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

// isKnown reports whether a point has the value of a numeral.
func (s *Solver) isKnown(p theory.Point) bool { return s.isFixed(s.host.Root(p.Node)) }

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

// value sends t = a*y if x = a, for the factors x and y in any order.
func (p *productTerms) value(x term.Term, a num.Rat, y term.Term) bool {
	p.stats.nonlinear++
	times := p.scale(a, y)
	formulas := []term.Term{p.not(p.m.Eq(x, p.num(a))), p.m.Eq(p.t, times)}
	lits, c, ok := p.clause(formulas)
	if !ok {
		return false
	}
	if c != nil {
		p.certifyValue(x, a, y, times, c)
	}
	return p.host.Lemma(lits, theory.LIANonlinear, c) == theory.LemmaNew
}

// longPoint is the number of bits of denominators up to which a tangent plane touches
// at the candidate itself. Else each plane makes longer numbers than the one before.
const longPoint = 48

// touch returns a point near (a, b) with short denominators whose tangent plane refutes
// the candidate v of the product, too: there it is ab - (a - x)(b - y).
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

// byTangent sends the sides of a tangent plane that the candidate (a, b, v) is on the
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

// refuteDivision sends the definition of x div y and x mod y for y other than
// 0, and if that is live already, or y is known, what they are for y = b.
func (s *Solver) refuteDivision(n theory.Node, x, y term.Term, b num.Int) bool {
	m := s.host.Maker()
	t := s.nodes[n].term
	_, known := s.host.Const(s.host.Args(n)[1])
	if !known && s.defineDivision(x, y) {
		return true
	}
	v := s.terms.Numeral(b)
	value := m.Div(x, v)
	if s.nodes[n].kind == modTerm {
		value = m.Mod(x, v)
	}
	s.stats.nonlinear++
	return s.lemma(theory.LIANonlinear, t, m.Not(m.Eq(y, v)), m.Eq(t, value))
}

// refuteQuotient sends x = y*t for t = x/y and y other than 0, and if that is
// live already what t is for y = b.
func (s *Solver) refuteQuotient(t, x, y term.Term, b num.Rat) bool {
	m := s.host.Maker()
	zero := s.terms.Rat(num.Rat{})
	s.stats.nonlinear++
	if s.lemma(theory.LIANonlinear, t, m.Eq(y, zero), m.Eq(x, m.Mul(y, t))) {
		return true
	}
	v := s.terms.Rat(b)
	return s.lemma(theory.LIANonlinear, t, m.Not(m.Eq(y, v)), m.Eq(t, m.Quo(x, v)))
}

// defineDivision sends x = y*q + r and 0 <= r < |y| for y other than 0.
func (s *Solver) defineDivision(x, y term.Term) bool {
	m := s.host.Maker()
	q, r := m.Div(x, y), m.Mod(x, y)
	zero, one := s.terms.Int(0), s.terms.Int(1)
	isZero := m.Eq(y, zero)
	minus := m.Mul(s.terms.Int(-1), y)
	s.stats.nonlinear += 4
	t := s.terms.Div(x, y)
	news := s.lemma(theory.LIANonlinear, t, isZero, m.Eq(x, m.Add(m.Mul(y, q), r)))
	news = s.lemma(theory.LIANonlinear, t, isZero, m.Le(zero, r)) || news
	news = s.lemma(theory.LIANonlinear, t, m.Not(m.Le(one, y)), m.Le(m.Add(r, one), y)) || news
	return s.lemma(theory.LIANonlinear, t, m.Not(m.Le(y, s.terms.Int(-1))), m.Le(m.Add(r, one), minus)) || news
}
