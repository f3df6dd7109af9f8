package prop

import (
	"math/big"
	"math/rand"

	"github.com/muster-smt/muster/theory/smt"
)

// hints returns formulas for a scalar, given the present model. draw asserts the first one
// that the constraint allows.
func (p *problem) hints(r *rand.Rand, leaves []smt.Term, i int, s span, m *smt.Model) []smt.Bool {
	t := leaves[i]
	switch {
	case p.isBool(t.Sort()):
		return []smt.Bool{p.equal(t, p.st.BoolVal(r.Intn(2) == 0).Term)}
	case !p.isNumber(t.Sort()):
		return p.identity(r, leaves, t)
	}
	var first []smt.Bool
	var target *big.Rat
	switch n := r.Intn(10); {
	case n < 3:
		target = new(big.Rat).SetInt(s.corner(r))
	case n < 5:
		first, target = p.relation(r, leaves, t), p.target(r, t, s)
	case n == 5 && !p.isReal(t.Sort()):
		first, target = []smt.Bool{p.residue(r, t)}, p.target(r, t, s)
	default:
		target = p.target(r, t, s)
	}
	now := number(m, t)
	return append(first, p.eq(t, target), p.eq(t, new(big.Rat).Add(now, target)), p.toward(t, target, m),
		p.toward(t, middle(target, now), m))
}

// identity says that an element equals another leaf, or none of them.
func (p *problem) identity(r *rand.Rand, leaves []smt.Term, t smt.Term) []smt.Bool {
	others := like(t, leaves)
	if len(others) == 0 {
		return nil
	}
	one := p.equal(t, others[r.Intn(len(others))])
	if r.Intn(2) == 0 {
		return []smt.Bool{one}
	}
	return []smt.Bool{p.among(t, others).Not(), one.Not()}
}

// like returns the other leaves of the sort of t.
func like(t smt.Term, leaves []smt.Term) (others []smt.Term) {
	for _, u := range leaves {
		if u != t && u.Sort() == t.Sort() {
			others = append(others, u)
		}
	}
	return others
}

// residue says that t has a random remainder for a random small divisor.
func (p *problem) residue(r *rand.Rand, t smt.Term) smt.Bool {
	d := 2 + r.Int63n(9)
	rest := r.Int63n(d)
	switch width := t.Sort().Width(); {
	case width == 0:
		return p.equal(p.apply("mod", t, p.st.IntVal(d).Term), p.st.IntVal(rest).Term)
	case width < 4: // too narrow for a divisor
		return p.eq(t, big.NewRat(rest, 1))
	}
	return p.eq(p.apply("bvurem", t, p.numeral(t, big.NewRat(d, 1))), big.NewRat(rest, 1))
}

// relation relates t to another number of its sort, if there is one.
func (p *problem) relation(r *rand.Rand, leaves []smt.Term, t smt.Term) []smt.Bool {
	others := like(t, leaves)
	if len(others) == 0 {
		return nil
	}
	u := others[r.Intn(len(others))]
	less, more, plus, minus := "<", ">", "+", "-"
	if isBits(t.Sort()) {
		less, more, plus, minus = "bvult", "bvugt", "bvadd", "bvsub"
	}
	switch r.Intn(8) {
	case 0:
		return []smt.Bool{p.formula(less, t, u)}
	case 1:
		return []smt.Bool{p.formula(more, t, u)}
	case 2:
		return []smt.Bool{p.equal(t, p.apply(plus, u, p.numeral(t, big.NewRat(1, 1))))}
	case 3:
		return []smt.Bool{p.equal(t, p.apply(minus, u, p.numeral(t, big.NewRat(1, 1))))}
	}
	return []smt.Bool{p.equal(t, u)}
}

// toward says that t is at target or beyond, seen from its value in a model.
func (p *problem) toward(t smt.Term, target *big.Rat, m *smt.Model) smt.Bool {
	if target.Cmp(number(m, t)) > 0 {
		return p.ge(t, target)
	}
	return p.le(t, target)
}

func middle(a, b *big.Rat) *big.Rat {
	sum := new(big.Rat).Add(a, b)
	sum.Mul(sum, big.NewRat(1, 2))
	return new(big.Rat).SetInt(new(big.Int).Div(sum.Num(), sum.Denom()))
}

// corner is a number at or next to a bound: of the span or of a machine word.
func (s span) corner(r *rand.Rand) *big.Int {
	for range 20 {
		n := new(big.Int)
		switch k := r.Intn(5); {
		case k == 0 && s.lo != nil:
			n.Set(s.lo)
		case k == 1 && s.hi != nil:
			n.Set(s.hi)
		case k < 4:
			bits := [...]uint{7, 8, 15, 16, 31, 32, 63, 64}
			n.Lsh(big.NewInt(1), bits[r.Intn(len(bits))])
			if r.Intn(2) == 0 {
				n.Neg(n)
			}
		}
		if n.Add(n, big.NewInt(r.Int63n(3)-1)); s.has(n) {
			return n
		}
	}
	return s.random(r)
}

func (s span) has(n *big.Int) bool {
	return (s.lo == nil || n.Cmp(s.lo) >= 0) && (s.hi == nil || n.Cmp(s.hi) <= 0)
}

// target is a random number of the span, for a Real often a fraction.
func (p *problem) target(r *rand.Rand, t smt.Term, s span) *big.Rat {
	q := new(big.Rat).SetInt(s.random(r))
	if p.isReal(t.Sort()) && r.Intn(2) == 0 {
		d := 2 + r.Int63n(9)
		q.Add(q, big.NewRat(r.Int63n(2*d)-d, d))
	}
	return q
}

// random is uniform in a bounded span, or near one of its ends or 0, at a distance whose
// number of digits is uniform.
func (s span) random(r *rand.Rand) *big.Int {
	if s.lo != nil && s.hi != nil && r.Intn(2) == 0 {
		width := new(big.Int).Sub(s.hi, s.lo)
		n := new(big.Int).Rand(r, width.Add(width, big.NewInt(1)))
		return n.Add(n, s.lo)
	}
	bits := 12
	if r.Intn(4) == 0 {
		bits = 65
	}
	n := new(big.Int).Rand(r, new(big.Int).Lsh(big.NewInt(1), uint(1+r.Intn(bits))))
	switch k := r.Intn(4); {
	case k == 0 && s.lo != nil:
		n.Add(s.lo, n)
	case k == 1 && s.hi != nil:
		n.Sub(s.hi, n)
	case r.Intn(2) == 0:
		n.Neg(n)
	}
	switch {
	case s.lo != nil && n.Cmp(s.lo) < 0:
		n.Set(s.lo)
	case s.hi != nil && n.Cmp(s.hi) > 0:
		n.Set(s.hi)
	}
	return n
}
