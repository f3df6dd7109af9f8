package cert

import (
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// boundForm returns the form that is at most 0 if t has the bound b, without
// rounding.
func (r *refutation) boundForm(t term.Term, b bound) linear {
	f := r.form(t)
	f.c = f.c.Sub(b.val)
	if !b.upper {
		f = f.scaled(num.RatFromInt64(-1))
	}
	f.strict = b.strict
	return f
}

// implies reports whether f <= 0 implies the bound that s concludes.
func (r *refutation) implies(f linear, s *Step) bool {
	if f.absurd() {
		return true // f <= 0 is false by itself, and implies anything
	}
	want := r.tighten(r.boundForm(s.A, bound{val: s.Val, upper: s.Upper, strict: s.Strict}))
	if len(want.coeff) == 0 {
		return want.c.Sign() < 0 || want.c.IsZero() && !want.strict
	}
	k, ok := want.ratio(&f)
	if !ok || k.Sign() <= 0 {
		return false
	}
	scaled := r.tighten(f.scaled(k))
	c := want.c.Cmp(scaled.c)
	return c < 0 || c == 0 && (scaled.strict || !want.strict)
}

// literalBound reports whether Lit, an inequality that holds, implies the bound.
func (r *refutation) literalBound(s *Step) bool {
	l := s.Lit
	n := r.boundNode(s)
	if n == r.tru || r.holds(l) && r.truths[n] {
		return true
	}
	if !r.holds(l) || r.st.Op(l.T) != term.OpLe {
		return false
	}
	f := r.difference(r.st.Arg(l.T, 0), r.st.Arg(l.T, 1), num.Rat{})
	if l.Neg { // b < a
		f = f.scaled(num.RatFromInt64(-1))
		f.strict = true
	}
	return r.implies(r.tighten(f), s)
}

// boundNode returns the bound that s concludes.
func (r *refutation) boundNode(s *Step) node {
	p := r.poly(r.of(s.A))
	p.c = p.c.Sub(s.Val)
	if !s.Upper {
		p = poly{}.plus(p, rat(-1))
	}
	if s.Strict {
		return r.lessThanZero(p)
	}
	return r.atMostZero(p)
}

// modBound reports whether A is a mod by a numeral that has the bound.
func (r *refutation) modBound(s *Step) bool {
	if s.Strict || r.st.Op(s.A) != term.OpMod || !r.st.IsNum(r.st.Arg(s.A, 1)) {
		return false
	}
	k := r.st.Num(r.st.Arg(s.A, 1)).Abs()
	switch {
	case k.IsZero():
		return false
	case s.Upper:
		return num.RatFromInt(k).Sub(rat(1)).Cmp(s.Val) <= 0
	}
	return s.Val.Sign() <= 0
}

// leafBound reports whether A is a tree of if-then-else terms all of whose leaves are
// numerals that respect the bound.
func (r *refutation) leafBound(s *Step) bool {
	if s.Strict || r.st.Op(s.A) != term.OpIte {
		return false
	}
	tree := []term.Term{s.A}
	for len(tree) > 0 {
		t := tree[len(tree)-1]
		tree = tree[:len(tree)-1]
		if r.work++; r.work > maxWork {
			return false
		}
		if r.st.Op(t) == term.OpIte {
			tree = append(tree, r.st.Args(t)[1:]...)
			continue
		}
		v, ok := r.st.NumeralValue(t)
		if !ok || s.Upper && s.Val.Less(v) || !s.Upper && v.Less(s.Val) {
			return false
		}
	}
	return true
}

// excluded reports whether the value at which From bounds A is one that Lit
// rules out, so that the bound moves by one.
func (r *refutation) excluded(s *Step) bool {
	if s.A == 0 || r.st.Sort(s.A) != term.Int || len(s.From) != 1 || !s.Lit.Neg || !r.holds(s.Lit) ||
		r.st.Op(s.Lit.T) != term.OpEq {
		return false
	}
	b, ok := r.transport(r.bounds, &s.From[0], s.A)
	v, step := b.val, rat(1)
	if s.Upper {
		step = rat(-1)
	}
	if !ok || !v.IsInt() || s.Strict || !v.Add(step).Equal(s.Val) || s.From[0].Upper != s.Upper {
		return false
	}
	// With A = v the two sides would be equal.
	x, y := r.st.Arg(s.Lit.T, 0), r.st.Arg(s.Lit.T, 1)
	if r.st.Sort(x) != term.Int {
		return false
	}
	return r.alike(x, y, s.A, r.st.Numeral(v.Num()))
}

// transport returns the bound of a premise as a bound of the term t, which is in
// the same class.
func (r *refutation) transport(bounds map[uint64]bound, p *Premise, t term.Term) (bound, bool) {
	b, ok := bounds[p.Bound]
	if !ok || b.upper != p.Upper {
		return b, false
	}
	d, ok := r.distance(t, b.t) // t = b.t + d
	b.t, b.val = t, b.val.Add(d)
	return b, ok
}

// premise returns the form that a premise says is at most 0, rounded if it is
// made of integers.
func (r *refutation) premise(p *Premise) (linear, bool) {
	f, ok := r.stated(p)
	if ok {
		f = r.tighten(f)
	}
	return f, ok
}

// stated is premise without rounding.
func (r *refutation) stated(p *Premise) (linear, bool) {
	if x, ok := r.forms[p.Bound]; ok && p.Of == 0 {
		if p.Upper {
			return x.f, true
		}
		return x.f.scaled(num.RatFromInt64(-1)), x.equation
	}
	if p.Of == 0 {
		return linear{}, false
	}
	if p.Bound != 0 {
		b, ok := r.transport(r.bounds, p, p.Of)
		return r.boundForm(p.Of, b), ok
	}
	f, ok := r.known(p)
	if ok && !p.Upper {
		f = f.scaled(num.RatFromInt64(-1))
	}
	return f, ok
}

// known returns the form that is 0 because two terms are in one class.
func (r *refutation) known(p *Premise) (linear, bool) {
	if x, ok := r.forms[p.Bound]; ok && p.Of == 0 {
		return x.f.scaled(num.RatFromInt64(1)), x.equation
	}
	if p.Of == 0 || p.Other == 0 {
		return linear{}, false
	}
	d, ok := r.distance(p.Of, p.Other)
	if !ok {
		return linear{}, false
	}
	return r.difference(p.Of, p.Other, d), true
}

// sum adds up premises, each at most 0 and with a positive coefficient.
func (r *refutation) sum(from []Premise) (linear, bool) {
	f := newLinear()
	for i := range from {
		p := &from[i]
		g, ok := r.premise(p)
		if !ok || p.Coeff.Sign() <= 0 {
			return f, false
		}
		f.addScaled(&g, p.Coeff)
		f.strict = f.strict || g.strict
	}
	return f, len(from) > 0
}

// contradiction reports whether the sum of premises is 0 <= negative.
func (r *refutation) contradiction(from []Premise) bool {
	f, ok := r.sum(from)
	return ok && f.absurd()
}

// product concludes that the product of two forms that are at most 0 is at
// least 0, or that of an equation and a term is 0.
func (r *refutation) product(s *Step) bool {
	if len(s.From) == 1 {
		f, ok := r.known(&s.From[0])
		if !ok || s.A == 0 || !isNumber(r.st.Sort(s.A)) {
			return false
		}
		g := r.form(s.A)
		r.forms[s.Name] = relation{r.multiply(&f, &g), true}
		return true
	}
	if len(s.From) != 2 {
		return false
	}
	f, ok1 := r.stated(&s.From[0]) // rounded bounds are not strict, and have other products
	g, ok2 := r.stated(&s.From[1])
	if !ok1 || !ok2 {
		return false
	}
	strict := f.strict && g.strict
	f = r.multiply(&f, &g)
	f = f.scaled(num.RatFromInt64(-1))
	f.strict = strict
	r.forms[s.Name] = relation{f, false}
	return true
}

// cases reports whether an integer form leads to a contradiction both if it is
// at most Val and if it is more.
func (r *refutation) cases(s *Step) bool {
	f := newLinear()
	for i := range s.Split {
		p := &s.Split[i]
		if p.Of == 0 || r.st.Sort(p.Of) != term.Int {
			return false
		}
		g := r.form(p.Of)
		if p.Other != 0 {
			g = r.difference(p.Of, p.Other, num.Rat{})
		}
		f.addScaled(&g, p.Coeff)
	}
	if !r.isIntegral(&f) {
		return false
	}
	old, had := r.forms[s.Name]
	defer func() {
		delete(r.forms, s.Name)
		if had {
			r.forms[s.Name] = old
		}
	}()
	low := f.scaled(num.RatFromInt64(1)) // f - Val <= 0
	low.c = low.c.Sub(num.RatFromInt(s.Val.Floor()))
	r.forms[s.Name] = relation{f: low}
	if !r.contradiction(s.From) {
		return false
	}
	high := low.scaled(num.RatFromInt64(-1)) // Val + 1 - f <= 0
	high.c = high.c.Add(num.RatFromInt64(1))
	r.forms[s.Name] = relation{f: high}
	return r.contradiction(s.Else)
}

// meet merges A with Val if two bounds leave no other value.
func (r *refutation) meet(s *Step) bool {
	if s.A == 0 || r.st.Sort(s.A) != term.Int || len(s.From) != 2 || s.From[0].Upper == s.From[1].Upper {
		return false
	}
	for i := range s.From {
		if b, ok := r.transport(r.bounds, &s.From[i], s.A); !ok || b.strict || !b.val.Equal(s.Val) || !b.val.IsInt() {
			return false
		}
	}
	r.merge(s.A, r.st.Numeral(s.Val.Num()), num.Rat{})
	return true
}

// span is the range of a term's form times a coefficient, without constants.
type span struct {
	of, other          term.Term
	coeff              num.Rat
	f                  linear
	lo, hi             num.Rat // of f, which has no constant
	loOK, hiOK         bool
	loStrict, hiStrict bool
}

// spans collects premises by their terms.
func (r *refutation) spans(from []Premise) ([]span, bool) {
	var out []span
	for i := range from {
		p := &from[i]
		other := p.Other
		if other != 0 && (r.st.IsNum(other) || r.st.IsRat(other)) {
			other = 0 // both bounds of p.Of
		}
		var o *span
		for j := range out {
			if out[j].of == p.Of && p.Of != 0 && out[j].other == other && out[j].coeff.Equal(p.Coeff) {
				o = &out[j]
			}
		}
		if o == nil {
			out = append(out, span{of: p.Of, other: other, coeff: p.Coeff})
			o = &out[len(out)-1]
		}
		if p.Bound == 0 || p.Of == 0 {
			f, ok := r.known(p)
			if !ok {
				return nil, false
			}
			o.lo, o.hi, o.loOK, o.hiOK = f.c.Neg(), f.c.Neg(), true, true
			f.c = num.Rat{}
			o.f = f
			continue
		}
		f, ok := r.premise(p)
		if !ok {
			return nil, false
		}
		switch {
		case p.Upper && !o.hiOK:
			o.hi, o.hiOK, o.hiStrict = f.c.Neg(), true, f.strict
		case !p.Upper && !o.loOK:
			o.lo, o.loOK, o.loStrict = f.c, true, f.strict
		}
		o.f = r.form(p.Of)
		o.f.c = num.Rat{}
	}
	for i := range out {
		if !out[i].loOK || !out[i].hiOK {
			return nil, false
		}
	}
	return out, true
}

// indivisible reports whether the sum of spans has no possible value. Even one
// span may have none: where a normal form shows its term to be a multiple of some
// number, rounding can make the bounds cross.
func (r *refutation) indivisible(from []Premise) bool {
	ss, ok := r.spans(from)
	if !ok || len(ss) == 0 {
		return false
	}
	f := newLinear()
	var lo, hi num.Rat
	above, below := false, false // the sum is not lo, not hi
	for i := range ss {
		s := &ss[i]
		if s.hi.Less(s.lo) {
			return true
		}
		f.addScaled(&s.f, s.coeff)
		a, b := s.lo.Mul(s.coeff), s.hi.Mul(s.coeff)
		if s.coeff.Sign() < 0 {
			a, b = b, a
			above, below = above || s.hiStrict, below || s.loStrict
		} else {
			above, below = above || s.loStrict, below || s.hiStrict
		}
		lo, hi = lo.Add(a), hi.Add(b)
	}
	g := f.content()
	if !r.ofIntegers(&f) {
		return false
	}
	if g.IsZero() {
		return lo.Sign() > 0 || hi.Sign() < 0
	}
	first, last := lo.Div(g), hi.Div(g)
	least, greatest := first.Ceil(), last.Floor()
	if above && first.IsInt() {
		least = least.Add(num.FromInt64(1))
	}
	if below && last.IsInt() {
		greatest = greatest.Sub(num.FromInt64(1))
	}
	return greatest.Less(least)
}

// equation reports whether A - B - Off is a linear combination of equations:
// of spans that leave one value. The coefficients are found by elimination.
func (r *refutation) equation(s *Step) bool {
	if len(s.Else) > 0 {
		return r.halves(s)
	}
	ss, ok := r.spans(s.From)
	if !ok {
		return false
	}
	goal := r.difference(s.A, s.B, rat(s.Off))
	var rows []linear
	reduce := func(f *linear) {
		for i := range rows {
			p := rows[i].terms()[0]
			if c := f.coeff[p]; !c.IsZero() {
				f.addScaled(&rows[i], c.Div(rows[i].coeff[p]).Neg())
			}
		}
	}
	for i := range ss {
		if !ss[i].lo.Equal(ss[i].hi) {
			return false
		}
		f := newLinear()
		f.addScaled(&ss[i].f, num.RatFromInt64(1))
		f.c = ss[i].lo.Neg()
		reduce(&f)
		if len(f.coeff) == 0 {
			r.absurd = r.absurd || !f.c.IsZero()
			continue
		}
		p := f.terms()[0]
		for j := range rows { // keep the pivots apart
			if c := rows[j].coeff[p]; !c.IsZero() {
				rows[j].addScaled(&f, c.Div(f.coeff[p]).Neg())
			}
		}
		rows = append(rows, f)
	}
	reduce(&goal)
	return len(goal.coeff) == 0 && goal.c.IsZero()
}

// halves reports whether the sum of From says that A - B - Off is at most 0 and
// that of Else that it is at least 0, or the other way round.
func (r *refutation) halves(s *Step) bool {
	f, ok1 := r.sum(s.From)
	g, ok2 := r.sum(s.Else)
	if !ok1 || !ok2 {
		return false
	}
	goal := r.difference(s.A, s.B, rat(s.Off))
	minus := goal.scaled(num.RatFromInt64(-1))
	return f.equals(&goal) && g.equals(&minus) || f.equals(&minus) && g.equals(&goal)
}

// equals reports whether two forms are the same.
func (f *linear) equals(g *linear) bool {
	h := f.scaled(num.RatFromInt64(1))
	h.addScaled(g, num.RatFromInt64(-1))
	return len(h.coeff) == 0 && h.c.IsZero()
}
