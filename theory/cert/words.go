package cert

import (
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// This file has the polynomials modulo powers of two that sums of bit-vectors are. A node OpBvAdd
// has as arguments coefficients and monomials, in pairs, and perhaps a literal; OpBvMul has atoms.

// wordPoly is a sum of monomials in order and a literal, modulo two to the power of width.
type wordPoly struct {
	width int
	mons  []wordMono
	c     num.Int
}

// wordMono is a monomial with its coefficient, which is less than the modulus and not 0.
type wordMono struct {
	n node
	k num.Int
}

const (
	longestSum     = 1000 // monomials of a sum, beyond which its arguments are atoms
	longestProduct = 64   // the same for products that are multiplied out
)

func power(n int) num.Int { return num.FromInt64(1).Lsh(uint(n)) }

// wrap returns v modulo two to the power of width.
func wrap(v num.Int, width int) num.Int {
	if v.Sign() >= 0 && v.BitLen() <= width {
		return v
	}
	_, r := v.EuclidDivMod(power(width))
	return r
}

// literal returns the node of a bit-vector.
func (z *normalizer) literal(width int, v num.Int) node {
	sort := z.st.BitVecSort(width)
	return z.intern(nodeData{op: term.OpBits, tag: uint32(z.st.Bits(sort, wrap(v, width))), sort: sort})
}

// value returns the number that a node is, if it is a literal.
func (z *normalizer) value(n node) (num.Int, bool) {
	if d := &z.nodes[n]; d.op == term.OpBits {
		return z.st.Num(term.Term(d.tag)), true
	}
	return num.Int{}, false
}

func (z *normalizer) width(n node) int { return z.st.Width(z.nodes[n].sort) }

// word returns the polynomial that a node is.
func (z *normalizer) word(n node) wordPoly {
	p := wordPoly{width: z.width(n)}
	if v, ok := z.value(n); ok {
		p.c = v
		return p
	}
	d := &z.nodes[n]
	if d.op != term.OpBvAdd {
		p.mons = []wordMono{{n, num.FromInt64(1)}}
		return p
	}
	for i := 0; i+1 < len(d.args); i += 2 {
		k, _ := z.value(d.args[i])
		p.mons = append(p.mons, wordMono{d.args[i+1], k})
	}
	if len(d.args)%2 != 0 {
		p.c, _ = z.value(d.args[len(d.args)-1])
	}
	return p
}

// atom returns a node as a polynomial without looking into it, unless it is a literal.
func (z *normalizer) atom(n node) wordPoly {
	if _, ok := z.value(n); ok {
		return z.word(n)
	}
	return wordPoly{width: z.width(n), mons: []wordMono{{n, num.FromInt64(1)}}}
}

// fromWord returns the node of a polynomial.
func (z *normalizer) fromWord(p wordPoly) node {
	switch {
	case len(p.mons) == 0:
		return z.literal(p.width, p.c)
	case len(p.mons) == 1 && p.c.IsZero() && p.mons[0].k.IsOne():
		return p.mons[0].n
	}
	args := make([]node, 0, 2*len(p.mons)+1)
	for _, m := range p.mons {
		args = append(args, z.literal(p.width, m.k), m.n)
	}
	if !p.c.IsZero() {
		args = append(args, z.literal(p.width, p.c))
	}
	return z.decide(z.intern(nodeData{op: term.OpBvAdd, sort: z.st.BitVecSort(p.width), args: args}))
}

// plus returns p + k*q.
func (p wordPoly) plus(q wordPoly, k num.Int) wordPoly {
	out := wordPoly{width: p.width, c: wrap(p.c.Add(q.c.Mul(k)), p.width)}
	out.mons = make([]wordMono, 0, len(p.mons)+len(q.mons))
	i, j := 0, 0
	for i < len(p.mons) || j < len(q.mons) {
		switch {
		case j == len(q.mons) || i < len(p.mons) && p.mons[i].n < q.mons[j].n:
			out.mons = append(out.mons, p.mons[i])
			i++
			continue
		case i == len(p.mons) || q.mons[j].n < p.mons[i].n:
			out.add(q.mons[j].n, q.mons[j].k.Mul(k))
		default:
			out.add(p.mons[i].n, p.mons[i].k.Add(q.mons[j].k.Mul(k)))
			i++
		}
		j++
	}
	return out
}

// add appends a monomial.
func (p *wordPoly) add(n node, k num.Int) {
	if k = wrap(k, p.width); !k.IsZero() {
		p.mons = append(p.mons, wordMono{n, k})
	}
}

// sum returns the sum of nodes.
func (z *normalizer) sum(a []node) node {
	p := wordPoly{width: z.width(a[0])}
	for _, x := range a {
		if p = p.plus(z.word(x), num.FromInt64(1)); len(p.mons) > longestSum {
			p = wordPoly{width: p.width}
			for _, x := range a {
				p = p.plus(z.atom(x), num.FromInt64(1))
			}
			break
		}
	}
	return z.fromWord(p)
}

// scaled returns k*x + c.
func (z *normalizer) scaled(x node, k, c num.Int) node {
	p := wordPoly{width: z.width(x), c: wrap(c, z.width(x))}
	return z.fromWord(p.plus(z.word(x), k))
}

// complement returns the negation of all bits: -x - 1.
func (z *normalizer) complement(x node) node {
	return z.scaled(x, num.FromInt64(-1), num.FromInt64(-1))
}

// wordProduct returns the product of nodes, multiplied out unless that is long.
func (z *normalizer) wordProduct(a []node) node {
	p := z.word(a[0])
	for _, x := range a[1:] {
		q := z.word(x)
		if (len(p.mons)+1)*(len(q.mons)+1) > longestProduct && len(p.mons) > 0 && len(q.mons) > 0 {
			p, q = z.atom(z.fromWord(p)), z.atom(x)
		}
		p = z.wordTimes(p, q)
	}
	return z.fromWord(p)
}

func (z *normalizer) wordTimes(p, q wordPoly) wordPoly {
	out := wordPoly{width: p.width, c: wrap(p.c.Mul(q.c), p.width)}
	out = out.plus(wordPoly{width: p.width, mons: p.mons}, q.c)
	out = out.plus(wordPoly{width: p.width, mons: q.mons}, p.c)
	for _, m := range p.mons {
		for _, n := range q.mons {
			var one wordPoly
			one.width = p.width
			one.add(z.monomial(m.n, n.n), m.k.Mul(n.k))
			out = out.plus(one, num.FromInt64(1))
		}
	}
	return out
}

// monomial returns the product of two monomials.
func (z *normalizer) monomial(m, n node) node {
	a := append(slices.Clone(z.factors(m)), z.factors(n)...)
	if len(a) > longestProduct {
		a = []node{m, n}
	}
	slices.Sort(a)
	return z.intern(nodeData{op: term.OpBvMul, sort: z.nodes[m].sort, args: a})
}

func (z *normalizer) factors(n node) []node {
	if z.nodes[n].op == term.OpBvMul {
		return z.nodes[n].args
	}
	return []node{n}
}

// equalWords returns x = y. The difference is scaled by a unit, so that one of its coefficients is
// a power of two.
func (z *normalizer) equalWords(x, y node) node {
	p := z.word(x).plus(z.word(y), num.FromInt64(-1))
	if len(p.mons) == 0 {
		return z.truth(p.c.IsZero())
	}
	lead := slices.IndexFunc(p.mons, func(m wordMono) bool { return !even(m.k) })
	if lead < 0 {
		if !even(p.c) {
			return z.fls
		}
		lead = 0
	}
	p = wordPoly{width: p.width}.plus(p, inverse(oddPart(p.mons[lead].k), p.width))
	minus := wrap(p.c.Neg(), p.width)
	p.c = num.Int{}
	a, b := z.fromWord(p), z.literal(p.width, minus)
	if m := p.mons; len(m) == 2 && minus.IsZero() && m[0].k.IsOne() && m[1].k.Add(num.FromInt64(1)).Equal(power(p.width)) {
		a, b = m[0].n, m[1].n
	}
	return z.decide(z.intern(nodeData{op: term.OpEq, tag: uint32(z.nodes[x].sort), sort: term.Bool,
		args: []node{min(a, b), max(a, b)}}))
}

func even(v num.Int) bool { return num.FromInt64(2).Divides(v) }

func oddPart(v num.Int) num.Int {
	for even(v) {
		v, _ = v.EuclidDivMod(num.FromInt64(2))
	}
	return v
}

// inverse returns the inverse of an odd number: each step of Newton's method doubles the bits.
func inverse(v num.Int, width int) num.Int {
	x := v // right in three bits
	for n := 3; n < width; n *= 2 {
		x = wrap(x.Mul(num.FromInt64(2).Sub(wrap(v.Mul(x), width))), width)
	}
	return wrap(x, width)
}

// words reports whether the difference of A and B is the sum of those in From, which are 0, times
// their coefficients.
func (r *refutation) words(s *Step) bool {
	sort := r.st.Sort(s.A)
	if !r.st.IsBitVec(sort) {
		return false
	}
	minus := num.FromInt64(-1)
	left := r.word(r.of(s.A)).plus(r.word(r.of(s.B)), minus)
	for _, p := range s.From {
		if p.Of == 0 || p.Other == 0 || r.st.Sort(p.Of) != sort || r.st.Sort(p.Other) != sort || !p.Coeff.IsInt() ||
			!r.same(p.Of, p.Other) {
			return false
		}
		difference := r.word(r.of(p.Of)).plus(r.word(r.of(p.Other)), minus)
		left = left.plus(difference, p.Coeff.Num().Neg())
	}
	return len(left.mons) == 0 && left.c.IsZero()
}
