package project

import (
	"cmp"
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// monomial is a coefficient times an atom.
type monomial struct {
	c num.Rat
	t term.Term
}

// poly is a linear combination of atoms, in increasing order and none twice, plus k. Atoms of sort
// Int stand for themselves also in a sum of sort Real.
type poly struct {
	ms []monomial
	k  num.Rat
}

func one() num.Rat { return num.RatFromInt64(1) }

func constant(k num.Rat) poly { return poly{k: k} }

func integer(k num.Int) poly { return poly{k: num.RatFromInt(k)} }

// plus returns p + c*q.
func (p poly) plus(c num.Rat, q poly) poly {
	sum := poly{ms: make([]monomial, 0, len(p.ms)+len(q.ms)), k: p.k.AddMul(c, q.k)}
	i, j := 0, 0
	for i < len(p.ms) || j < len(q.ms) {
		switch {
		case j == len(q.ms) || i < len(p.ms) && p.ms[i].t < q.ms[j].t:
			sum.ms = append(sum.ms, p.ms[i])
			i++
		case i == len(p.ms) || q.ms[j].t < p.ms[i].t:
			sum.ms = append(sum.ms, monomial{c.Mul(q.ms[j].c), q.ms[j].t})
			j++
		default:
			if k := p.ms[i].c.AddMul(c, q.ms[j].c); !k.IsZero() {
				sum.ms = append(sum.ms, monomial{k, p.ms[i].t})
			}
			i, j = i+1, j+1
		}
	}
	return sum
}

func (p poly) minus(q poly) poly { return p.plus(one().Neg(), q) }

// times returns c*p for a number c other than 0.
func (p poly) times(c num.Rat) poly {
	if c.IsOne() {
		return p
	}
	q := poly{ms: make([]monomial, len(p.ms)), k: p.k.Mul(c)}
	for i, m := range p.ms {
		q.ms[i] = monomial{m.c.Mul(c), m.t}
	}
	return q
}

// coeff returns the coefficient of an atom.
func (p poly) coeff(x term.Term) num.Rat {
	if i, ok := slices.BinarySearchFunc(p.ms, x, func(m monomial, t term.Term) int { return cmp.Compare(m.t, t) }); ok {
		return p.ms[i].c
	}
	return num.Rat{}
}

// without returns p with the monomial of x left out.
func (p poly) without(x term.Term) poly {
	q := poly{ms: make([]monomial, 0, len(p.ms)), k: p.k}
	for _, m := range p.ms {
		if m.t != x {
			q.ms = append(q.ms, m)
		}
	}
	return q
}

// normalize sorts the monomials and adds those of one atom.
func (p *poly) normalize() {
	slices.SortStableFunc(p.ms, func(a, b monomial) int { return cmp.Compare(a.t, b.t) })
	kept := p.ms[:0]
	for _, m := range p.ms {
		if n := len(kept); n > 0 && kept[n-1].t == m.t {
			kept[n-1].c = kept[n-1].c.Add(m.c)
			continue
		}
		kept = append(kept, m)
	}
	p.ms = slices.DeleteFunc(kept, func(m monomial) bool { return m.c.IsZero() })
}

// addend is a term that remains to be added.
type addend struct {
	t term.Term
	c num.Rat
}

// linear returns an Int or Real term as a poly. An atom that expand, unless it is nil, takes apart
// is replaced by what expand returns for it.
func (r *run) linear(t term.Term, expand func(t term.Term) (poly, bool)) poly {
	var p poly
	st := r.st
	stack := []addend{{t, one()}}
	for len(stack) > 0 {
		a := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch op := st.Op(a.t); op {
		case term.OpNum, term.OpRat:
			v, _ := st.NumeralValue(a.t)
			p.k = p.k.AddMul(a.c, v)
			continue
		case term.OpAdd:
			for _, b := range st.Args(a.t) {
				stack = append(stack, addend{b, a.c})
			}
			continue
		case term.OpToReal:
			stack = append(stack, addend{st.Arg(a.t, 0), a.c})
			continue
		case term.OpMul:
			if v, ok := st.NumeralValue(st.Arg(a.t, 0)); ok {
				stack = append(stack, addend{st.Arg(a.t, 1), a.c.Mul(v)})
				continue
			}
		}
		if expand != nil {
			if q, ok := expand(a.t); ok {
				p.k = p.k.AddMul(a.c, q.k)
				for _, m := range q.ms {
					p.ms = append(p.ms, monomial{a.c.Mul(m.c), m.t})
				}
				continue
			}
		}
		p.ms = append(p.ms, monomial{a.c, a.t})
	}
	p.normalize()
	return p
}

// isInt reports whether all atoms are of sort Int.
func (r *run) isInt(p poly) bool {
	for _, m := range p.ms {
		if r.st.Sort(m.t) != term.Int {
			return false
		}
	}
	return true
}

// intTerm returns the term of a poly over Int atoms with integral coefficients.
func (r *run) intTerm(p poly) term.Term {
	args := make([]term.Term, 0, len(p.ms)+1)
	for _, m := range p.ms {
		args = append(args, r.rw.Mul(r.rw.Numeral(m.c.Num()), m.t))
	}
	return r.rw.Add(append(args, r.rw.Numeral(p.k.Num()))...)
}

// realTerm returns the term of a poly, of sort Real.
func (r *run) realTerm(p poly) term.Term {
	args := make([]term.Term, 0, len(p.ms)+1)
	for _, m := range p.ms {
		t := m.t
		if r.st.Sort(t) == term.Int {
			t = r.rw.ToReal(t)
		}
		args = append(args, r.rw.Mul(r.st.Rat(m.c), t))
	}
	return r.rw.Add(append(args, r.st.Rat(p.k))...)
}

// at returns the value of a poly in the model.
func (r *run) at(p poly) num.Rat {
	sum := p.k
	for _, m := range p.ms {
		sum = sum.AddMul(m.c, r.value(m.t).Rat())
	}
	return sum
}

// integral returns the least multiple of p by a positive number whose monomials have integral
// coefficients; that of the constant is not looked at.
func integral(p poly) poly {
	l := num.FromInt64(1)
	for _, m := range p.ms {
		l = l.LCM(m.c.Den())
	}
	return p.times(num.RatFromInt(l))
}

// content returns the greatest common divisor of the coefficients, which are integral, and of g.
func content(p poly, g num.Int) num.Int {
	for _, m := range p.ms {
		g = g.GCD(m.c.Num())
	}
	return g
}
