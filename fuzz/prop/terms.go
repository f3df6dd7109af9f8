package prop

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/muster-smt/muster/theory/smt"
)

// apply builds a term; the sorts of the arguments are known to fit.
func (p *problem) apply(op string, args ...smt.Term) smt.Term { return must(p.st.Apply(op, args...)) }

func (p *problem) formula(op string, args ...smt.Term) smt.Bool {
	return must(smt.As(p.apply(op, args...), p.st.BoolSort()))
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// numeral returns a numeral of the sort of t.
func (p *problem) numeral(t smt.Term, q *big.Rat) smt.Term {
	switch sort := t.Sort(); {
	case p.isInt(sort):
		return p.st.BigInt(q.Num()).Term
	case isBits(sort):
		return p.st.BigBitVec(q.Num(), sort.Width()).Term
	}
	return p.st.BigRat(q).Term
}

func (p *problem) equal(t, u smt.Term) smt.Bool { return p.formula("=", t, u) }

func (p *problem) eq(t smt.Term, q *big.Rat) smt.Bool {
	if isBits(t.Sort()) && (!q.IsInt() || q.Sign() < 0 || q.Num().BitLen() > t.Sort().Width()) {
		return p.st.BoolVal(false)
	}
	return p.equal(t, p.numeral(t, q))
}

func (p *problem) le(t smt.Term, q *big.Rat) smt.Bool {
	width := t.Sort().Width()
	if width == 0 {
		return p.formula("<=", t, p.numeral(t, q))
	}
	n := new(big.Int).Div(q.Num(), q.Denom()) // rounded down
	if n.Sign() < 0 || n.BitLen() > width {
		return p.st.BoolVal(n.Sign() >= 0)
	}
	return p.formula("bvule", t, p.st.BigBitVec(n, width).Term)
}

func (p *problem) ge(t smt.Term, q *big.Rat) smt.Bool {
	width := t.Sort().Width()
	if width == 0 {
		return p.formula(">=", t, p.numeral(t, q))
	}
	n := new(big.Int).Neg(q.Num()) // rounded up
	n.Neg(n.Div(n, q.Denom()))
	if n.Sign() <= 0 || n.BitLen() > width {
		return p.st.BoolVal(n.Sign() <= 0)
	}
	return p.formula("bvuge", t, p.st.BigBitVec(n, width).Term)
}

// within says |t| <= q.
func (p *problem) within(t smt.Term, q *big.Rat) smt.Bool {
	return p.le(t, q).And(p.ge(t, new(big.Rat).Neg(q)))
}

// between says that t is between two numbers, in either order.
func (p *problem) between(t smt.Term, a, b *big.Rat) smt.Bool {
	if a.Cmp(b) > 0 {
		a, b = b, a
	}
	return p.ge(t, a).And(p.le(t, b))
}

// denominator says that d*t is an integer.
func (p *problem) denominator(t smt.Term, d *big.Int) smt.Bool {
	if !p.isReal(t.Sort()) {
		return p.st.BoolVal(true)
	}
	return p.formula("is_int", p.apply("*", p.numeral(t, new(big.Rat).SetInt(d)), t))
}

// among says that t is one of some terms.
func (p *problem) among(t smt.Term, us []smt.Term) smt.Bool {
	var fs []smt.Bool
	for _, u := range us {
		fs = append(fs, p.equal(t, u))
	}
	return p.st.Or(fs...)
}

// elements are constants for the elements of uninterpreted sorts.
type elements struct {
	p     *problem
	known []smt.Term
}

func (x *elements) take(sort smt.AnySort, n int) smt.Term {
	e := x.p.place(element, sort, n)
	if !slices.Contains(x.known, e) {
		x.known = append(x.known, e)
	}
	return e
}

// different says that the elements taken are distinct.
func (x *elements) different() (fs []smt.Bool) {
	for i, e := range x.known {
		before := slices.DeleteFunc(slices.Clone(x.known[:i]), func(c smt.Term) bool { return c.Sort() != e.Sort() })
		fs = append(fs, x.p.among(e, before).Not())
	}
	return fs
}

func value(m *smt.Model, t smt.Expr) smt.Value {
	v, err := m.Eval(t)
	if err != nil {
		panic(fmt.Errorf("prop: %w", err))
	}
	return v
}

// number returns the value of an Int or a Real in a model.
func number(m *smt.Model, t smt.Term) *big.Rat { return rat(value(m, t)) }

func rat(v smt.Value) *big.Rat {
	q, _ := ratio(v)
	return q
}

// ratio returns a number, of a bit-vector the unsigned one.
func ratio(v smt.Value) (*big.Rat, bool) {
	if n, _, ok := v.BitVec(); ok {
		return new(big.Rat).SetInt(n), true
	}
	return v.Rat()
}
