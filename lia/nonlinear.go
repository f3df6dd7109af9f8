package lia

import (
	"math"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
)

const (
	maxRefinements = 300 // rounds of refinement until a model is found
	refinePeriod   = 16  // branchings between two refinements
	refinedAtOnce  = 10  // nonlinear nodes refuted in one check
	smallOperand   = 16  // greatest magnitude of an operand whose value is split on
)

// nonlinear is the state of the refinement of nonlinear terms.
type nonlinear struct {
	nonlin        []theory.Node // nonlinear nodes, relevant now
	refinements   int64         // rounds since the last correct model; restarts halve the count
	productBudget *int64        // lemmas that may still be sent
}

func (n *nonlinear) init() { n.productBudget = new(int64(math.MaxInt64)) }

// SetProductBudget makes left the number of further lemmas about nonlinear terms, which is
// counted down. When the budget is spent, the candidate keeps wrong products. The budget
// counts lemmas and not time, so that equal runs have equal answers.
func (s *Solver) SetProductBudget(left *int64) { s.productBudget = left }

// refine compares the candidate values of products, and of div and mod by
// variables, with the true ones, and refutes a wrong candidate by lemmas.
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
		if s.refinements < maxRefinements && *s.productBudget > 0 && s.refute(n) {
			sent++
		}
	}
	*s.productBudget -= s.stats.nonlinear - before
	switch {
	case !wrong:
		s.refinements = 0
		return theory.Consistent
	case sent > 0:
		s.refinements++
		return theory.Progress
	}
	s.host.Incomplete(reason.Reason{Kind: reason.Nonlinear})
	return theory.GaveUp
}

// refineEarly refutes nonlinear terms in a candidate that is not integral: without their
// bounds, branching may go on forever.
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

// apply returns the value of n's operator for the arguments a and b; free if any value
// is allowed (division by zero).
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
		want, free := num.Rat{}, true
		if ok && ok2 {
			want, free = s.apply(n, a, b)
		}
		if free || v.Equal(want) || s.pin(theory.Point{Node: n}, want) || s.nodes[n].kind != product {
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

// pin gives the class of p the value that makes p equal to v, if the class is free and
// its bounds allow it.
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

// refute sends lemmas about n that the candidate violates; it reports whether one was new.
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
	return p.bySign(a, b, v) || p.bySize(a, b, v) || p.byClass(n) || p.byValue(n, a, b) || p.byTangent(a, b, v) ||
		p.ifEqual(x, a, y) || p.ifEqual(y, b, x)
}

// isKnown reports whether a point is fixed.
func (s *Solver) isKnown(p theory.Point) bool { return s.isFixed(s.host.Root(p.Node)) }

// refuteDivision sends the definition of x div y and x mod y for y != 0. If that is
// live already, or y is known, it sends their values for y = b.
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
	return s.lemma(byProduct, t, m.Not(m.Eq(y, v)), m.Eq(t, value))
}

// refuteQuotient sends x = y*t for t = x/y and y != 0. If that is live already, it sends
// the value of t for y = b.
func (s *Solver) refuteQuotient(t, x, y term.Term, b num.Rat) bool {
	m := s.host.Maker()
	zero := s.terms.Rat(num.Rat{})
	s.stats.nonlinear++
	if s.lemma(byProduct, t, m.Eq(y, zero), m.Eq(x, m.Mul(y, t))) {
		return true
	}
	v := s.terms.Rat(b)
	return s.lemma(byProduct, t, m.Not(m.Eq(y, v)), m.Eq(t, m.Quo(x, v)))
}

// defineDivision has y = 0 decided, first as true, since then every value is right. It
// sends x = y*q + r and 0 <= r < |y| for y != 0.
func (s *Solver) defineDivision(x, y term.Term) bool {
	m := s.host.Maker()
	q, r := m.Div(x, y), m.Mod(x, y)
	zero, one := s.terms.Int(0), s.terms.Int(1)
	isZero := m.Eq(y, zero)
	if isZero != s.terms.False() {
		if l := s.host.Lit(isZero); s.host.Value(l) == sat.Undef {
			s.host.Split(l)
			return true
		}
	}
	minus := m.Mul(s.terms.Int(-1), y)
	s.stats.nonlinear += 4
	t := s.terms.Div(x, y)
	news := s.lemma(byProduct, t, isZero, m.Eq(x, m.Add(m.Mul(y, q), r)))
	news = s.lemma(byProduct, t, isZero, m.Le(zero, r)) || news
	news = s.lemma(byProduct, t, m.Not(m.Le(one, y)), m.Le(m.Add(r, one), y)) || news
	return s.lemma(byProduct, t, m.Not(m.Le(y, s.terms.Int(-1))), m.Le(m.Add(r, one), minus)) || news
}
