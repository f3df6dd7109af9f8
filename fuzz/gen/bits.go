package gen

import (
	"fmt"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// Widths says which widths the bit-vectors of a profile have.
type Widths uint8

// The choices of widths.
const (
	NoBits   Widths = iota
	AllBits         // 1 to 8, often; words and what is next to them; 1 to maxWidth
	FewBits         // 1 to 5, so that any product is easy
	BoxBits         // so few that all values can be tried
	maxWidth = 70
)

// width returns a width.
func (g *Terms) width() int {
	switch {
	case g.Bits == FewBits:
		return 1 + g.IntN(5)
	case g.Bits == BoxBits:
		return 1 + g.IntN(2)
	case g.IntN(2) == 0:
		return 1 + g.IntN(8)
	case g.IntN(3) == 0:
		return 1 + g.IntN(maxWidth)
	}
	return choose(g, []int{8, 16, 31, 32, 32, 33, 63, 64, 64, 65})
}

// words declares constants of two widths or one; the first is that of g.words[0].
func (g *Terms) declareWords() {
	w := g.width()
	v := choose(g, []int{1, w - 1, w + 1, 2 * w, w / 2, g.width()})
	switch {
	case g.Bits != BoxBits:
	case g.Arrays:
		v = 3 - w
	case g.Plain:
		w, v = 1+g.IntN(4), 1+g.IntN(2)
	default:
		v = w
	}
	for i, w := range []int{w, min(max(v, 1), maxWidth)} {
		s := g.Store.BitVecSort(w)
		if i > 0 && s == g.words[0] {
			break
		}
		g.words = append(g.words, s)
		n := 3 - i
		switch {
		case g.Bits == BoxBits && g.Arrays:
			n = 1
		case g.Bits == BoxBits:
			n = 2 - i
		}
		for k := range n {
			g.constant(s, fmt.Sprintf("%c%d", "xyz"[k], w))
		}
		g.sorts = append(g.sorts, s)
	}
}

// arraysOfWords declares arrays with words as indices and elements; u is a sort of elements,
// or none.
func (g *Terms) arraysOfWords(u term.Sort) {
	st := g.Store
	first, last := g.words[0], g.words[len(g.words)-1]
	if g.Bits == BoxBits {
		g.constants(st.ArraySort(last, first), "m", "n")
		return
	}
	g.constants(st.ArraySort(first, last), "m", "n", "o")
	if g.IntN(2) == 0 && first != last {
		g.constants(st.ArraySort(last, first), "mb", "nb")
	}
	if g.IntN(4) == 0 {
		g.constants(st.ArraySort(first, term.Bool), "ib")
		g.constants(st.ArraySort(term.Bool, last), "bi", "bj")
	}
	if !g.NoInts {
		g.constants(st.ArraySort(last, term.Int), "mi", "ni")
		g.constants(st.ArraySort(term.Int, first), "im")
	}
	if u != 0 {
		g.constants(st.ArraySort(u, first), "mu", "nu")
		g.constants(st.ArraySort(last, u), "iu", "iv")
	}
	if g.Nested {
		row := st.ArraySort(last, first)
		g.constants(st.ArraySort(first, row), "aa", "ab")
		g.constants(row, "row")
	}
	if g.Shared {
		mem := st.ArraySort(first, last)
		g.function("fa", first, mem)
		g.function("fb", mem, mem, first)
	}
}

// literal returns a literal of a width: a corner, a power of two or next to one, a small
// number, or any.
func (g *Terms) literal(s term.Sort) term.Term {
	w := g.Store.Width(s)
	power := num.FromInt64(1).Lsh(uint(g.IntN(w)))
	switch g.IntN(8) {
	case 0:
		return g.Store.Bits(s, num.Int{})
	case 1:
		return g.Store.Bits(s, num.FromInt64(-1))
	case 2:
		return g.Store.Bits(s, num.FromInt64(1).Lsh(uint(w-1)).Add(num.FromInt64(int64(-g.IntN(2)))))
	case 3:
		return g.Store.Bits(s, power)
	case 4:
		return g.Store.Bits(s, power.Add(num.FromInt64(int64(g.IntN(3)-1))))
	case 5:
		return g.Store.Bits(s, num.FromUint64(g.Uint64()).Lsh(uint(g.IntN(8))))
	case 6:
		return g.Store.Bits(s, num.FromInt64(int64(w+g.IntN(3)-1)))
	}
	return g.Store.Bits(s, num.FromInt64(int64(g.IntN(9)-4)))
}

// cut returns a term of any width, of depth d at most, made from those of the widths that
// there are.
func (g *Terms) cut(width, d int) term.Term {
	st := g.Store
	s := st.BitVecSort(width)
	if int(s) < len(g.consts) && len(g.consts[s]) > 0 && g.IntN(4) > 0 {
		return g.Term(s, d)
	}
	from := choose(g, g.words)
	w := st.Width(from)
	switch {
	case g.IntN(8) == 0:
		return g.literal(s)
	case w >= width:
		lo := g.IntN(w - width + 1)
		return st.Extract(lo+width-1, lo, g.Term(from, d))
	case width%w == 0 && g.IntN(2) == 0:
		return st.Repeat(width/w, g.Term(from, d))
	case g.IntN(2) == 0:
		return st.ZeroExtend(width-w, g.Term(from, d))
	}
	return st.SignExtend(width-w, g.Term(from, d))
}

// bits makes the application of an operator, of a sort of bit-vectors.
func (g *Terms) bits(s term.Sort, d int) term.Term {
	st := g.Store
	w := st.Width(s)
	x := func() term.Term { return g.Term(s, d) }
	switch r := g.IntN(20); {
	case r < 4:
		return g.moved(s, d)
	case r < 6 && w > 1:
		return g.joined(w, d)
	case r < 7:
		return g.cut(w, d)
	case r < 8 && w == 1:
		return g.decision(d)
	case r < 9:
		return st.BvNot(x())
	case r < 10:
		return st.BvNeg(x())
	case r < 14:
		f := choose(g, []func(...term.Term) term.Term{st.BvAnd, st.BvOr, st.BvXor, st.BvAdd, st.BvAdd})
		if g.IntN(4) == 0 {
			return f(x(), x(), x())
		}
		return f(x(), x())
	case r < 15:
		return choose(g, []func(a, b term.Term) term.Term{st.BvNand, st.BvNor, st.BvXnor})(x(), x())
	case r < 16:
		return st.BvSub(x(), x())
	case r < 17 && g.hasInts():
		return st.IntToBv(w, g.Term(term.Int, d))
	}
	f := choose(g, []func(a, b term.Term) term.Term{st.BvMul, st.BvMul, st.BvUdiv, st.BvUrem, st.BvSdiv, st.BvSrem, st.BvSmod})
	switch {
	case g.Products || w <= 5 && g.Decided:
		return f(x(), x())
	case w > 20:
		return st.BvMul(g.literal(s), x()) // divisions are hard
	case g.IntN(3) == 0:
		return f(g.literal(s), x())
	}
	return f(x(), g.literal(s))
}

// moved makes a shift or a rotation.
func (g *Terms) moved(s term.Sort, d int) term.Term {
	st := g.Store
	x := g.Term(s, d)
	by := func() term.Term {
		if g.IntN(3) == 0 {
			return st.Bits(s, num.FromInt64(int64(g.IntN(st.Width(s)+2))))
		}
		return g.Term(s, d)
	}
	switch g.IntN(9) {
	case 0:
		return st.RotateLeft(g.IntN(2*st.Width(s)), x)
	case 1:
		return st.RotateRight(g.IntN(2*st.Width(s)), x)
	case 2:
		return st.ExtRotateLeft(x, by())
	case 3:
		return st.ExtRotateRight(x, by())
	case 4, 5:
		return st.BvShl(x, by())
	case 6:
		return st.BvAshr(x, by())
	}
	return st.BvLshr(x, by())
}

// joined makes a concatenation of a width above one, or an extension.
func (g *Terms) joined(width, d int) term.Term {
	st := g.Store
	k := 1 + g.IntN(width-1)
	switch g.IntN(5) {
	case 0:
		return st.ZeroExtend(k, g.cut(width-k, d))
	case 1:
		return st.SignExtend(k, g.cut(width-k, d))
	case 2:
		if k > 1 {
			j := 1 + g.IntN(k-1)
			return st.Concat(g.cut(width-k, d), g.cut(j, d), g.cut(k-j, d))
		}
	}
	return st.Concat(g.cut(width-k, d), g.cut(k, d))
}

// decision makes a single bit.
func (g *Terms) decision(d int) term.Term {
	st, s := g.Store, choose(g, g.words)
	switch g.IntN(4) {
	case 0:
		return st.BvRedOr(g.Term(s, d))
	case 1:
		return st.BvRedAnd(g.Term(s, d))
	case 2:
		return st.FromBool(g.Formula(d))
	}
	return st.BvComp(g.Term(s, d), g.Term(s, d))
}

// relation makes a comparison, or says that an operator overflows.
func (g *Terms) relation(d int) term.Term {
	st, s := g.Store, choose(g, g.words)
	x, y := g.Term(s, d), g.Term(s, d)
	if g.IntN(3) > 0 {
		if g.IntN(4) == 0 {
			y = g.literal(s)
		}
		return choose(g, []func(a, b term.Term) term.Term{st.BvUle, st.BvUlt, st.BvSle, st.BvSlt})(x, y)
	}
	switch r := g.IntN(9); {
	case r == 0:
		return st.BvNego(x)
	case r == 1:
		return st.Bit(g.IntN(st.Width(s)), x)
	case r < 4 && (g.Products || st.Width(s) <= 5 && g.Decided):
		return choose(g, []func(a, b term.Term) term.Term{st.BvUmulo, st.BvSmulo})(x, y)
	case r < 4:
		return choose(g, []func(a, b term.Term) term.Term{st.BvUmulo, st.BvSmulo})(x, g.literal(s))
	}
	return choose(g, []func(a, b term.Term) term.Term{st.BvUaddo, st.BvSaddo, st.BvUsubo, st.BvSsubo, st.BvSdivo})(x, y)
}

// hasInts reports whether there are terms of sort Int.
func (g *Terms) hasInts() bool { return len(g.consts) > int(term.Int) && len(g.consts[term.Int]) > 0 }
