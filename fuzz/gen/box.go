package gen

import (
	"math/rand/v2"

	"github.com/muster-smt/muster/fuzz/smtscript"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// boxed makes a script in which every numeric constant is bounded, or every symbol has few
// bits, so that enumerating all values is a complete oracle.
func boxed(r *rand.Rand, p Profile) *smtscript.Script {
	g := NewTerms(r, p)
	box := g.box()
	s := &smtscript.Script{Store: g.Store, Box: box}
	rest := g.Session()
	for _, x := range box {
		if _, sort := g.Store.SymSorts(x.Sym); sort != term.Int && sort != term.Real {
			continue
		}
		for _, f := range g.bounds(x) {
			s.Add(smtscript.Assert, f)
		}
	}
	s.Fixed = len(s.Ops)
	s.Ops = append(s.Ops, rest.Ops...)
	return s
}

func (g *Terms) box() []smtscript.Range {
	if g.Bits != NoBits && g.NoInts {
		left := boxBits
		if g.IntN(8) == 0 {
			left = manyBits
		}
		return g.bitBox(left)
	}
	width := 2 + int64(g.IntN(4))
	numbers := g.consts[term.Int]
	if g.Reals {
		width = min(width, 3) // there are twice as many constants
		numbers = append(numbers[:len(numbers):len(numbers)], g.consts[term.Real]...)
	}
	var box []smtscript.Range
	if g.Bits != NoBits {
		width = min(width, 3)
		box = g.bitBox(fewBits)
	}
	for _, x := range numbers {
		lo := num.FromInt64(int64(g.IntN(7) - 4))
		if g.Big {
			lo = g.Store.Num(g.numeral()).Add(lo)
		}
		box = append(box, smtscript.Range{Sym: g.Store.Sym(x), Lo: lo, Width: width})
	}
	return box
}

// boxBits is the number of bits of a box, manyBits that of a few, fewBits that of one with
// numbers besides.
const boxBits, manyBits, fewBits = 11, 14, 6

// bitBox returns a box with all values of the symbols of bits but Boolean constants, of as many
// as fit.
func (g *Terms) bitBox(left int) []smtscript.Range {
	var box []smtscript.Range
	for f := term.Sym(1); int(f) < g.Store.NumSyms(); f++ {
		sorts, res := g.Store.SymSorts(f)
		if res == term.Int || res == term.Real {
			continue
		}
		n := smtscript.BitsOf(g.Store, f)
		if n <= left && (len(sorts) > 0 || res != term.Bool) {
			box = append(box, smtscript.Range{Sym: f, Width: 1 << n})
			left -= n
		}
	}
	return box
}

// bounds says that a constant is in the box, in one of several ways.
func (g *Terms) bounds(b smtscript.Range) []term.Term {
	st, x := g.Store, g.Store.App(b.Sym)
	if st.Sort(x) == term.Real {
		return g.grid(b)
	}
	lo, hi := st.Numeral(b.Lo), st.Numeral(b.Lo.Add(num.FromInt64(b.Width-1)))
	switch g.IntN(4) {
	case 0:
		var alt []term.Term
		for k := range b.Width {
			alt = append(alt, st.Eq(x, st.Numeral(b.Lo.Add(num.FromInt64(k)))))
		}
		return []term.Term{st.Or(alt...)}
	case 1:
		d := st.FreshConst("d", term.Int)
		return []term.Term{st.Eq(x, st.Add(d, lo)), st.Le(st.Int(0), d), st.Lt(d, st.Int(b.Width))}
	case 2:
		two := st.Int(2)
		return []term.Term{st.Le(st.Mul(two, lo), st.Mul(two, x)), st.Not(st.Lt(hi, x))}
	}
	return []term.Term{st.And(st.Le(lo, x), st.Le(x, hi))}
}

// grid says that a Real constant is in the box, in one of several ways.
func (g *Terms) grid(b smtscript.Range) []term.Term {
	st, x := g.Store, g.Store.App(b.Sym)
	at := func(k int64) term.Term {
		t, _ := b.Value(st, k).Term(st)
		return t
	}
	two := st.Rat(num.RatFromInt64(2))
	switch g.IntN(4) {
	case 0:
		var alt []term.Term
		for k := range b.Width {
			alt = append(alt, st.Eq(x, at(k)))
		}
		return []term.Term{st.Or(alt...)}
	case 1:
		d := st.FreshConst("d", term.Int)
		return []term.Term{st.Eq(x, st.Add(st.Quo(st.ToReal(d), two), at(0))), st.Le(st.Int(0), d), st.Lt(d, st.Int(b.Width))}
	case 2:
		return []term.Term{st.IsInt(st.Add(x, x)), st.Le(at(0), x), st.Lt(x, at(b.Width))}
	}
	d := st.FreshConst("d", term.Int)
	return []term.Term{st.Eq(st.ToReal(d), st.Mul(two, x)), st.Le(at(0), x), st.Not(st.Le(at(b.Width), x))}
}
