package simplex

import (
	"fmt"

	"github.com/muster-smt/muster/theory/num"
)

// recorded is the bound that the tableau must have recorded for an assertion.
func (s *shadow) recorded(b shadowBound) shadowBound {
	if s.ints[b.v] {
		b.b, b.strict = roundBound(b.b, b.strict, b.upper), false
	}
	return b
}

func (s *shadow) assert(o op) error {
	v := s.pick(o.a)
	b := s.number(o.b)
	if o.c%3 == 0 {
		b = b.Div(rat(2))
	}
	s.why++
	x := shadowBound{v: v, b: b, strict: o.flag, why: s.why}
	var ok bool
	switch o.kind {
	case opLower:
		ok = s.t.AssertLower(v, b, o.flag, s.why)
		s.bounds = append(s.bounds, s.recorded(x))
	case opUpper:
		x.upper = true
		ok = s.t.AssertUpper(v, b, o.flag, s.why)
		s.bounds = append(s.bounds, s.recorded(x))
	case opEqual:
		x.strict = false
		ok = s.t.AssertEqual(v, b, s.why)
		s.bounds = append(s.bounds, s.recorded(x))
		x.upper = true
		s.bounds = append(s.bounds, s.recorded(x))
	}
	if !ok {
		s.die()
		return s.checkConflict()
	}
	return s.checkBounds()
}

// checkBounds compares the bounds that are present with the asserted ones.
func (s *shadow) checkBounds() error {
	if s.dead {
		return nil
	}
	for _, v := range s.vars {
		for _, upper := range []bool{false, true} {
			var best *shadowBound
			for i := range s.bounds {
				b := &s.bounds[i]
				if b.v == v && b.upper == upper && (best == nil || stronger(*b, *best)) {
					best = b
				}
			}
			got, ok := s.t.Lower(v)
			if upper {
				got, ok = s.t.Upper(v)
			}
			if ok != (best != nil) || ok && (!got.B.Equal(best.b) || got.Strict != best.strict) {
				return fmt.Errorf("bound of %d (upper %v) is %v %v, want %v", v, upper, got, ok, best)
			}
		}
	}
	return nil
}

func stronger(a, b shadowBound) bool {
	c := a.b.Cmp(b.b)
	if c == 0 {
		return a.strict && !b.strict
	}
	return (c < 0) == a.upper
}

// combine adds up a certificate: the sum of c*(lower - x) and c*(x - upper),
// which must be at most zero (less than zero if strict).
func (s *shadow) combine(fs []Farkas) (lin map[Var]num.Rat, constant num.Rat, strict bool, err error) {
	lin = map[Var]num.Rat{}
	for _, f := range fs {
		if f.Coeff.Sign() <= 0 {
			return nil, constant, false, fmt.Errorf("coefficient %v", f.Coeff)
		}
		var b *shadowBound
		for i := range s.bounds {
			if x := &s.bounds[i]; x.why == f.Why && x.v == f.V && x.upper == f.Upper {
				b = x
			}
		}
		if b == nil {
			return nil, constant, false, fmt.Errorf("%v is not an asserted bound", f)
		}
		c := f.Coeff
		strict = strict || b.strict
		if !f.Upper {
			constant = constant.AddMul(c, b.b)
			addTo(lin, s.expand(f.V), c.Neg())
		} else {
			constant = constant.Sub(c.Mul(b.b))
			addTo(lin, s.expand(f.V), c)
		}
	}
	return lin, constant, strict, nil
}

func (s *shadow) checkConflict() error {
	fs := s.t.Conflict(nil)
	lin, constant, strict, err := s.combine(fs)
	if err != nil {
		return err
	}
	if len(lin) != 0 || constant.Sign() < 0 || constant.Sign() == 0 && !strict {
		return fmt.Errorf("conflict %v adds up to %v + %v <= 0 (strict %v)", fs, lin, constant, strict)
	}
	return nil
}

func (s *shadow) check() error {
	switch s.t.Check(nil) {
	case Infeasible:
		if err := s.checkConflict(); err != nil {
			return err
		}
		s.die()
		return nil
	case Stopped:
		return fmt.Errorf("stopped without a limit")
	}
	if s.dead {
		// A contradiction on assertion leaves the stronger bound out.
		return nil
	}
	return s.checkModel()
}

// checkModel verifies the assignment, with infinitesimals and without.
func (s *shadow) checkModel() error {
	eps := s.t.Epsilon()
	if eps.Sign() <= 0 {
		return fmt.Errorf("epsilon %v", eps)
	}
	value := func(v Var) num.Rat {
		x := s.t.Value(v)
		return x.R.AddMul(x.D, eps)
	}
	for _, v := range s.vars {
		var sum num.Rat
		for x, c := range s.expand(v) {
			sum = sum.AddMul(c, value(x))
		}
		if !sum.Equal(value(v)) {
			return fmt.Errorf("value of %d is %v, definition says %v", v, value(v), sum)
		}
	}
	for _, b := range s.bounds {
		c := value(b.v).Cmp(b.b)
		if c == 0 && b.strict || c != 0 && (c > 0) == b.upper {
			return fmt.Errorf("value %v of %d violates %v", value(b.v), b.v, b)
		}
	}
	return nil
}

func (s *shadow) propagate() error {
	if s.dead {
		return nil
	}
	if err := s.explainLate(); err != nil {
		return err
	}
	implied, ok := s.t.PropagateBounds(nil)
	if !ok {
		s.die()
		return s.checkConflict()
	}
	for i, p := range implied {
		s.late = append(s.late, lateToken{bound: p, level: len(s.levels), why: s.why})
		for _, weaker := range []int64{0, int64(i%5) * 3} {
			want := p
			if p.Upper {
				want.B = want.B.Add(rat(weaker))
			} else {
				want.B = want.B.Sub(rat(weaker))
			}
			if err := s.checkImplied(want, s.why); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *shadow) checkImplied(p Implied, newest Reason) error {
	fs := s.t.ExplainBound(p.Token, p.B, nil)
	for _, f := range fs {
		if f.Why > newest {
			return fmt.Errorf("%v: reason %d is too new", p, f.Why)
		}
	}
	lin, constant, strict, err := s.combine(fs)
	if err != nil {
		return err
	}
	// lin + constant <= 0; it must say x - b <= 0 or b - x <= 0.
	one := rat(1)
	if !p.Upper {
		one = rat(-1)
	}
	addTo(lin, s.expand(p.V), one.Neg())
	bound := constant.Mul(one).Neg()
	if s.ints[p.V] {
		bound, strict = roundBound(bound, strict, p.Upper), false
	}
	c := bound.Cmp(p.B)
	if len(lin) != 0 || c == 0 && p.Strict && !strict || c != 0 && (c > 0) == p.Upper {
		return fmt.Errorf("derived %v, explained by %v: rest %v, bound %v, strict %v", p, fs, lin, bound, strict)
	}
	return nil
}

func (s *shadow) offsets() error {
	if s.dead {
		return nil
	}
	for _, o := range s.t.Offsets(nil) {
		s.late = append(s.late, lateToken{offset: o, isOff: true, level: len(s.levels), why: s.why})
		if err := s.checkOffset(o, s.why); err != nil {
			return err
		}
	}
	return nil
}

// explainLate explains older derivations.
func (s *shadow) explainLate() error {
	for _, x := range s.late {
		var err error
		if x.isOff {
			err = s.checkOffset(x.offset, x.why)
		} else {
			err = s.checkImplied(x.bound, x.why)
		}
		if err != nil {
			return fmt.Errorf("late: %w", err)
		}
	}
	return nil
}

func (s *shadow) checkOffset(o Offset, newest Reason) error {
	fs := s.t.ExplainOffset(o.Token, nil)
	// Substitute the fixed variables for what is left of x - y.
	value := map[Var]num.Rat{}
	for _, f := range fs {
		if f.Why > newest {
			return fmt.Errorf("%v: reason %d is too new", o, f.Why)
		}
		lo, ok1 := s.t.Lower(f.V)
		up, ok2 := s.t.Upper(f.V)
		if !ok1 || !ok2 || !lo.B.Equal(up.B) {
			return fmt.Errorf("%v: %d is not fixed", o, f.V)
		}
		value[f.V] = lo.B
	}
	lin := map[Var]num.Rat{}
	addTo(lin, s.expand(o.X), rat(1))
	if o.Y != NoVar {
		addTo(lin, s.expand(o.Y), rat(-1))
	}
	if !inSpan(lin, o.K, s, value) {
		return fmt.Errorf("%v does not follow from %v", o, fs)
	}
	return nil
}

// inSpan reports whether lin = k follows from the equations expand(v) = value
// by Gaussian elimination.
func inSpan(lin map[Var]num.Rat, k num.Rat, s *shadow, value map[Var]num.Rat) bool {
	type equation struct {
		lin   map[Var]num.Rat
		k     num.Rat
		pivot Var
	}
	var eqs []equation
	reduce := func(l map[Var]num.Rat, k num.Rat) num.Rat {
		for _, e := range eqs {
			if c := l[e.pivot]; !c.IsZero() {
				f := c.Div(e.lin[e.pivot]).Neg()
				addTo(l, e.lin, f)
				k = k.AddMul(f, e.k)
			}
		}
		return k
	}
	for v, x := range value {
		e := equation{lin: map[Var]num.Rat{}, k: x}
		addTo(e.lin, s.expand(v), rat(1))
		e.k = reduce(e.lin, e.k)
		if len(e.lin) == 0 && !e.k.IsZero() {
			return true // from a contradiction everything follows
		}
		for p := range e.lin {
			e.pivot = p
			eqs = append(eqs, e)
			break
		}
	}
	k = reduce(lin, k)
	return len(lin) == 0 && k.IsZero()
}

func (s *shadow) integers() error {
	if s.dead || s.t.Check(nil) != Feasible {
		return nil
	}
	before := map[Var]bool{}
	for _, v := range s.vars {
		before[v] = s.t.Value(v).IsInt()
	}
	s.t.Patch()
	for _, v := range s.vars {
		if s.ints[v] && !s.t.IsSlack(v) && before[v] && !s.t.Value(v).IsInt() {
			return fmt.Errorf("patching made %d fractional", v)
		}
	}
	if err := s.checkModel(); err != nil {
		return err
	}
	v, x, ok := s.t.fractional()
	if !ok {
		for _, v := range s.vars {
			if s.ints[v] && !s.t.Value(v).IsInt() {
				return fmt.Errorf("%d is fractional", v)
			}
		}
		return nil
	}
	if x.IsInt() || !s.ints[v] {
		return fmt.Errorf("branch on %d = %v", v, x)
	}
	if cut, ok := s.t.Cut(v); ok {
		var sum num.Rat
		for _, m := range cut.Terms {
			sum = sum.AddMul(m.C, s.t.Value(m.V).R)
		}
		if sum.Cmp(cut.K) >= 0 {
			return fmt.Errorf("cut %v does not cut off the assignment", cut)
		}
	}
	return nil
}
