package rewrite

import (
	"cmp"
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// Monomial is a coefficient times an atom.
type Monomial struct {
	Coeff num.Int
	Term  term.Term
}

// sumLimit is the length up to which a nested sum is flattened into its parent.
// With a limit a chain of n sums needs O(n) memory, not O(n²).
const sumLimit = 256

// AppendLinear appends the monomials of a canonical Int term to dst and returns
// its constant.
func AppendLinear(dst []Monomial, st *term.Store, t term.Term) ([]Monomial, num.Int) {
	var c num.Int
	if st.Op(t) == term.OpAdd {
		for _, a := range st.Args(t) {
			dst = appendMonomial(dst, st, a, num.FromInt64(1), &c)
		}
		return dst, c
	}
	return appendMonomial(dst, st, t, num.FromInt64(1), &c), c
}

// appendMonomial appends k*t to dst, or adds it to c if t is a numeral.
func appendMonomial(dst []Monomial, st *term.Store, t term.Term, k num.Int, c *num.Int) []Monomial {
	switch st.Op(t) {
	case term.OpNum:
		*c = c.Add(k.Mul(st.Num(t)))
		return dst
	case term.OpMul:
		if f := st.Arg(t, 0); st.IsNum(f) {
			return append(dst, Monomial{k.Mul(st.Num(f)), st.Arg(t, 1)})
		}
	}
	return append(dst, Monomial{k, t})
}

// Linear returns the monomials and the constant of a canonical Int term. The
// slice is valid until the next call.
func (r *Rewriter) Linear(t term.Term) ([]Monomial, num.Int) {
	var c num.Int
	r.lin, c = AppendLinear(r.lin[:0], r.st, t)
	return r.lin, c
}

// collect pushes the monomials of k*t and adds its constant to c.
func (r *Rewriter) collect(t term.Term, k num.Int, c *num.Int) {
	if r.st.Op(t) != term.OpAdd {
		r.mons = appendMonomial(r.mons, r.st, t, k, c)
		return
	}
	for _, a := range r.st.Args(t) {
		r.mons = appendMonomial(r.mons, r.st, a, k, c)
	}
}

// normalize sorts the monomials r.mons[start:] by atom, adds those of the same
// atom and drops those with coefficient 0.
func (r *Rewriter) normalize(start int) {
	ms := r.mons[start:]
	if !strictlyOrdered(ms) {
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

func strictlyOrdered(ms []Monomial) bool {
	for i := 1; i < len(ms); i++ {
		if ms[i-1].Term >= ms[i].Term {
			return false
		}
	}
	return true
}

func sortMonomials(ms []Monomial) {
	if len(ms) > 12 {
		slices.SortFunc(ms, func(a, b Monomial) int { return cmp.Compare(a.Term, b.Term) })
		return
	}
	for i := 1; i < len(ms); i++ {
		for j := i; j > 0 && ms[j-1].Term > ms[j].Term; j-- {
			ms[j-1], ms[j] = ms[j], ms[j-1]
		}
	}
}

func mergeMonomials(ms []Monomial) []Monomial {
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

// build pops the normalized monomials r.mons[start:] and returns their sum plus c.
func (r *Rewriter) build(start int, c num.Int) term.Term {
	ms := r.mons[start:]
	r.mons = r.mons[:start]
	switch {
	case len(ms) == 0:
		return r.Numeral(c)
	case len(ms) == 1 && c.IsZero():
		return r.monomial(ms[0])
	}
	base := len(r.terms)
	for _, m := range ms {
		r.terms = append(r.terms, r.monomial(m))
	}
	if !c.IsZero() {
		r.terms = append(r.terms, r.Numeral(c))
	}
	t := r.st.Add(r.terms[base:]...)
	r.terms = r.terms[:base]
	return t
}

func (r *Rewriter) monomial(m Monomial) term.Term {
	if m.Coeff.IsOne() {
		return m.Term
	}
	return r.st.Mul(r.Numeral(m.Coeff), m.Term)
}

// content returns the greatest common divisor of g and the coefficients.
func content(ms []Monomial, g num.Int) num.Int {
	for i := range ms {
		if g.IsOne() {
			return g
		}
		g = g.GCD(ms[i].Coeff)
	}
	return g
}

// divide divides all coefficients by g, which divides them.
func divide(ms []Monomial, g num.Int) {
	if g.IsOne() {
		return
	}
	for i := range ms {
		ms[i].Coeff, _ = ms[i].Coeff.QuoRem(g)
	}
}
