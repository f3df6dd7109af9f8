package linear

import (
	"cmp"
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// Monomial is a multiple of a term.
type Monomial struct {
	Coeff num.Rat
	Term  term.Term
}

// Sum is a sum of monomials, which are not 0 and whose terms increase, and a number. The zero Sum is 0. Operations
// leave their operands as they are.
type Sum struct {
	Monomials []Monomial
	Constant  num.Rat
}

// Number returns a sum without terms.
func Number(k num.Rat) Sum { return Sum{Constant: k} }

// Of takes a canonical term of sort Int or Real apart (theory/rewrite).
func Of(st *term.Store, t term.Term) (s Sum) {
	args := []term.Term{t}
	if st.Op(t) == term.OpAdd {
		args = st.Args(t)
		s.Monomials = make([]Monomial, 0, len(args))
	}
	for _, a := range args {
		if v, ok := st.NumeralValue(a); ok {
			s.Constant = v
		} else {
			s.Monomials = append(s.Monomials, Multiple(st, a))
		}
	}
	return s
}

// Multiple returns a canonical term that is no sum as a multiple of another one.
func Multiple(st *term.Store, t term.Term) Monomial {
	if st.Op(t) == term.OpMul {
		if v, ok := st.NumeralValue(st.Arg(t, 0)); ok {
			return Monomial{v, st.Arg(t, 1)}
		}
	}
	return Monomial{num.RatFromInt64(1), t}
}

// Read reads any term of sort Int or Real. Terms below to_real stand for themselves. Where
// expand, unless it is nil, returns a sum for what is no sum itself, that sum takes its place.
func Read(st *term.Store, t term.Term, expand func(term.Term) (Sum, bool)) Sum {
	var s Sum
	stack := []Monomial{{num.RatFromInt64(1), t}}
	for len(stack) > 0 {
		a := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch st.Op(a.Term) {
		case term.OpNum, term.OpRat:
			v, _ := st.NumeralValue(a.Term)
			s.Constant = s.Constant.AddMul(a.Coeff, v)
			continue
		case term.OpAdd:
			for _, b := range st.Args(a.Term) {
				stack = append(stack, Monomial{a.Coeff, b})
			}
			continue
		case term.OpToReal:
			stack = append(stack, Monomial{a.Coeff, st.Arg(a.Term, 0)})
			continue
		}
		if m := Multiple(st, a.Term); m.Term != a.Term {
			stack = append(stack, Monomial{a.Coeff.Mul(m.Coeff), m.Term})
			continue
		}
		if expand != nil {
			if q, ok := expand(a.Term); ok {
				s.Constant = s.Constant.AddMul(a.Coeff, q.Constant)
				for _, m := range q.Monomials {
					s.Monomials = append(s.Monomials, Monomial{a.Coeff.Mul(m.Coeff), m.Term})
				}
				continue
			}
		}
		s.Monomials = append(s.Monomials, a)
	}
	s.normalize()
	return s
}

// normalize sorts the monomials and adds those of one term.
func (s *Sum) normalize() {
	slices.SortStableFunc(s.Monomials, func(a, b Monomial) int { return cmp.Compare(a.Term, b.Term) })
	kept := s.Monomials[:0]
	for _, m := range s.Monomials {
		if n := len(kept); n > 0 && kept[n-1].Term == m.Term {
			kept[n-1].Coeff = kept[n-1].Coeff.Add(m.Coeff)
			continue
		}
		kept = append(kept, m)
	}
	s.Monomials = slices.DeleteFunc(kept, func(m Monomial) bool { return m.Coeff.IsZero() })
}

// Plus returns s + c*q.
func (s Sum) Plus(c num.Rat, q Sum) Sum {
	if c.IsZero() {
		return s
	}
	a, b := s.Monomials, q.Monomials
	out := Sum{Monomials: make([]Monomial, 0, len(a)+len(b)), Constant: s.Constant.AddMul(c, q.Constant)}
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].Term < b[0].Term:
			out.Monomials = append(out.Monomials, a[0])
			a = a[1:]
		case len(a) == 0 || b[0].Term < a[0].Term:
			out.Monomials = append(out.Monomials, Monomial{c.Mul(b[0].Coeff), b[0].Term})
			b = b[1:]
		default:
			if k := a[0].Coeff.AddMul(c, b[0].Coeff); !k.IsZero() {
				out.Monomials = append(out.Monomials, Monomial{k, a[0].Term})
			}
			a, b = a[1:], b[1:]
		}
	}
	return out
}

// Minus returns s - q.
func (s Sum) Minus(q Sum) Sum { return s.Plus(num.RatFromInt64(-1), q) }

// Times returns c*s for a number c other than 0.
func (s Sum) Times(c num.Rat) Sum {
	if c.IsOne() {
		return s
	}
	out := Sum{Monomials: make([]Monomial, len(s.Monomials)), Constant: s.Constant.Mul(c)}
	for i, m := range s.Monomials {
		out.Monomials[i] = Monomial{m.Coeff.Mul(c), m.Term}
	}
	return out
}

// Single returns the monomial of a sum that has just one, whatever its constant.
func (s Sum) Single() (m Monomial, ok bool) {
	if len(s.Monomials) != 1 {
		return m, false
	}
	return s.Monomials[0], true
}

// Coeff returns the coefficient of a term, which may be 0.
func (s Sum) Coeff(x term.Term) num.Rat {
	compare := func(m Monomial, t term.Term) int { return cmp.Compare(m.Term, t) }
	if i, ok := slices.BinarySearchFunc(s.Monomials, x, compare); ok {
		return s.Monomials[i].Coeff
	}
	return num.Rat{}
}

// Without returns s with the monomial of x left out.
func (s Sum) Without(x term.Term) Sum {
	out := Sum{Monomials: make([]Monomial, 0, len(s.Monomials)), Constant: s.Constant}
	for _, m := range s.Monomials {
		if m.Term != x {
			out.Monomials = append(out.Monomials, m)
		}
	}
	return out
}

// Integral returns the least multiple of s by a positive number whose monomials have integral coefficients; that of
// the constant is not looked at.
func (s Sum) Integral() Sum {
	l := num.FromInt64(1)
	for _, m := range s.Monomials {
		l = l.LCM(m.Coeff.Den())
	}
	return s.Times(num.RatFromInt(l))
}

// Content returns the greatest common divisor of the coefficients, which are integral, and of g.
func (s Sum) Content(g num.Int) num.Int {
	for _, m := range s.Monomials {
		g = g.GCD(m.Coeff.Num())
	}
	return g
}
