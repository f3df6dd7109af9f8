package rewrite

import (
	"cmp"
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// monomial is a coefficient times an atom.
type monomial struct {
	Coeff num.Int
	Term  term.Term
}

// sumLimit is the greatest length of a nested sum that is flattened into its parent.
// With a limit a chain of n sums needs O(n) memory, not O(n²).
const sumLimit = 256

// push pushes k*t, or adds it to c if t is a numeral. The denominator of t's
// coefficient divides k.
func (r *Rewriter) push(t term.Term, k num.Int, c *num.Int) {
	switch st := r.st; st.Op(t) {
	case term.OpNum:
		*c = c.Add(k.Mul(st.Num(t)))
		return
	case term.OpRat:
		*c = c.Add(times(k, st.RatValue(t)))
		return
	case term.OpMul:
		switch f := st.Arg(t, 0); st.Op(f) {
		case term.OpNum:
			k, t = k.Mul(st.Num(f)), st.Arg(t, 1)
		case term.OpRat:
			k, t = times(k, st.RatValue(f)), st.Arg(t, 1)
		}
	}
	r.mons = append(r.mons, monomial{k, t})
}

// times returns k*f, which is an integer.
func times(k num.Int, f num.Rat) num.Int {
	if f.IsInt() {
		return k.Mul(f.Num())
	}
	q, _ := k.QuoRem(f.Den())
	return q.Mul(f.Num())
}

// unit is the unit of the coefficients of a polynomial under construction: the integer 1,
// or the real number 1/den. So coefficients are integers for both sorts.
type unit struct {
	real bool
	den  num.Int
}

func integral() unit { return unit{den: num.FromInt64(1)} }

// over returns the unit 1/den of sort Real.
func over(den num.Int) unit { return unit{real: true, den: den} }

// unitOf returns a unit in which the coefficients of all polynomials in args are
// integers.
func (r *Rewriter) unitOf(args ...term.Term) unit {
	if len(args) == 0 || r.st.Sort(args[0]) == term.Int {
		return integral()
	}
	return r.realUnit(args)
}

func (r *Rewriter) realUnit(args []term.Term) unit {
	u := over(num.FromInt64(1))
	for _, t := range args {
		if r.st.Op(t) != term.OpAdd {
			u.den = r.common(u.den, t)
			continue
		}
		for _, a := range r.st.Args(t) {
			u.den = r.common(u.den, a)
		}
	}
	return u
}

// common returns the least common multiple of d and the denominator of the
// coefficient of a Real monomial.
func (r *Rewriter) common(d num.Int, t term.Term) num.Int {
	if r.st.Op(t) == term.OpMul {
		t = r.st.Arg(t, 0)
	}
	if !r.st.IsRat(t) {
		return d
	}
	if v := r.st.RatValue(t); !v.IsInt() {
		return d.LCM(v.Den())
	}
	return d
}

// collect pushes the monomials of k*t and adds its constant to c.
func (r *Rewriter) collect(t term.Term, k num.Int, c *num.Int) {
	if r.st.Op(t) != term.OpAdd {
		r.push(t, k, c)
		return
	}
	for _, a := range r.st.Args(t) {
		r.push(a, k, c)
	}
}

// normalize sorts the monomials r.mons[start:] by atom, adds those of the same
// atom and drops those with coefficient 0.
//
// Rules: ARITH_ADD_NORM.
func (r *Rewriter) normalize(start int) {
	ms := r.mons[start:]
	if !strictlyOrdered(ms) {
		r.fired[arithAddNorm]++
		sortMonomials(ms)
		ms = mergeMonomials(ms)
	}
	kept := ms[:0]
	for _, m := range ms {
		if !m.Coeff.IsZero() {
			kept = append(kept, m)
		}
	}
	r.mons = r.mons[:start+len(kept)]
}

func strictlyOrdered(ms []monomial) bool {
	for i := 1; i < len(ms); i++ {
		if ms[i-1].Term >= ms[i].Term {
			return false
		}
	}
	return true
}

func sortMonomials(ms []monomial) {
	if len(ms) > 12 {
		slices.SortFunc(ms, func(a, b monomial) int { return cmp.Compare(a.Term, b.Term) })
		return
	}
	for i := 1; i < len(ms); i++ {
		for j := i; j > 0 && ms[j-1].Term > ms[j].Term; j-- {
			ms[j-1], ms[j] = ms[j], ms[j-1]
		}
	}
}

func mergeMonomials(ms []monomial) []monomial {
	kept := ms[:0]
	for _, m := range ms {
		if n := len(kept); n > 0 && kept[n-1].Term == m.Term {
			kept[n-1].Coeff = kept[n-1].Coeff.Add(m.Coeff)
			continue
		}
		kept = append(kept, m)
	}
	return kept
}

// build pops the normalized monomials r.mons[start:] and returns their sum plus
// c, both in units of u.
func (r *Rewriter) build(start int, c num.Int, u unit) term.Term {
	ms := r.mons[start:]
	r.mons = r.mons[:start]
	switch {
	case len(ms) == 0:
		return r.number(c, u)
	case len(ms) == 1 && c.IsZero():
		return r.monomial(ms[0], u)
	}
	base := len(r.terms)
	for _, m := range ms {
		r.terms = append(r.terms, r.monomial(m, u))
	}
	if !c.IsZero() {
		r.terms = append(r.terms, r.number(c, u))
	}
	t := r.st.Add(r.terms[base:]...)
	r.terms = r.terms[:base]
	return t
}

func (r *Rewriter) monomial(m monomial, u unit) term.Term {
	if m.Coeff.Equal(u.den) {
		return m.Term
	}
	return r.st.Mul(r.number(m.Coeff, u), m.Term)
}

// number returns the numeral of c units.
func (r *Rewriter) number(c num.Int, u unit) term.Term {
	if u.real {
		return r.st.Rat(num.FromInts(c, u.den))
	}
	return r.Numeral(c)
}

// content returns the greatest common divisor of g and the coefficients.
func content(ms []monomial, g num.Int) num.Int {
	for i := range ms {
		if g.IsOne() {
			return g
		}
		g = g.GCD(ms[i].Coeff)
	}
	return g
}

// divide divides all coefficients by g, which divides them.
func divide(ms []monomial, g num.Int) {
	if g.IsOne() {
		return
	}
	for i := range ms {
		ms[i].Coeff, _ = ms[i].Coeff.QuoRem(g)
	}
}
