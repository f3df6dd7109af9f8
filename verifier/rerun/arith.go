package rerun

import (
	"math/bits"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// arithmetic compiles an operator on integers or bit-vectors.
func (c *terms) arithmetic(t term.Term) node {
	st := c.st
	if st.Op(t) == term.OpAdd {
		return c.sum(st.Args(t))
	}
	var args []node
	for _, a := range st.Args(t) {
		args = append(args, c.node(a))
	}
	switch op := st.Op(t); op {
	case term.OpMul:
		return product(args[0], args[1])
	case term.OpDiv, term.OpMod:
		return quotient(op, args[0], args[1])
	case term.OpLe:
		return atMost(args[0], args[1])
	case term.OpIntToBv:
		return fromInt(args[0], uint(st.Width(st.Sort(t))))
	case term.OpBvToInt:
		return toInt(args[0])
	}
	return c.bitwise(t, args)
}

// exact computes an operator on numbers of any size, one argument after the other.
func exact(op term.Op, args []node) func(m *machine) val {
	return func(m *machine) val {
		acc := args[0].full(m)
		if acc.kind == unknown {
			return acc
		}
		n := acc.number()
		for i := range args[1:] {
			v := args[i+1].full(m)
			if v.kind == unknown {
				return v
			}
			var ok bool
			if n, ok = numbers(op, n, v.number()); !ok {
				return val{} // a division by zero
			}
		}
		return intOf(n)
	}
}

// sum compiles an addition. Of a product by -1 the other factor is subtracted.
func (c *terms) sum(ts []term.Term) node {
	var args []node
	for _, t := range ts {
		args = append(args, c.node(t))
	}
	n := node{full: exact(term.OpAdd, args)}
	first := 0
	for i, t := range ts {
		if c.opposite(t) == 0 {
			first = i
			break
		}
	}
	acc := args[first]
	for i, t := range ts {
		if i == first {
			continue
		}
		if x := c.opposite(t); x != 0 {
			acc = node{fast: plus(acc, c.node(x), true)}
		} else {
			acc = node{fast: plus(acc, args[i], false)}
		}
	}
	n.fast = acc.fast
	return n
}

// opposite returns x if t is -1 times x, else 0.
func (c *terms) opposite(t term.Term) term.Term {
	if c.st.Op(t) == term.OpMul && c.st.IsNum(c.st.Arg(t, 0)) && c.st.Num(c.st.Arg(t, 0)).Equal(num.FromInt64(-1)) {
		return c.st.Arg(t, 1)
	}
	return 0
}

func product(a, b node) node {
	return node{fast: func(m *machine) (int64, bool) {
		x, ok := a.fast(m)
		if !ok {
			return 0, false
		}
		y, ok := b.fast(m)
		if !ok {
			return 0, false
		}
		return times(x, y)
	}, full: exact(term.OpMul, []node{a, b})}
}

// times multiplies words. It reports whether the product is one.
func times(x, y int64) (p int64, fits bool) {
	hi, lo := bits.Mul64(uint64(x), uint64(y))
	high := int64(hi) - y&(x>>63) - x&(y>>63) // of the product of the signed numbers
	return int64(lo), high == int64(lo)>>63
}

// quotient rounds such that the remainder is not negative.
func quotient(op term.Op, a, b node) node {
	return node{fast: func(m *machine) (int64, bool) {
		x, ok := a.fast(m)
		if !ok {
			return 0, false
		}
		y, ok := b.fast(m)
		if !ok || x < 0 || y <= 0 {
			return 0, false
		}
		if op == term.OpDiv {
			return x / y, true
		}
		return x % y, true
	}, full: exact(op, []node{a, b})}
}

func atMost(a, b node) node {
	return node{fast: noMore(a, b), full: func(m *machine) val {
		x, y := a.full(m), b.full(m)
		if x.kind == unknown || y.kind == unknown {
			return val{}
		}
		return boolOf(x.number().Cmp(y.number()) <= 0)
	}}
}

func mask(w uint) uint64 { return ^uint64(0) >> (64 - w) }

// fromInt is the operator int2bv.
func fromInt(a node, w uint) node {
	return node{fast: func(m *machine) (int64, bool) {
		x, ok := a.fast(m)
		return int64(uint64(x) & mask(w)), ok
	}, full: func(m *machine) val {
		x := a.full(m)
		if x.kind == unknown {
			return x
		}
		_, r := x.number().EuclidDivMod(num.FromInt64(1).Lsh(w))
		u, _ := r.Uint64()
		return wordOf(int64(u))
	}}
}

// toInt is the operator bv2nat.
func toInt(a node) node {
	return node{fast: func(m *machine) (int64, bool) {
		x, ok := a.fast(m)
		return x, ok && x >= 0
	}, full: func(m *machine) val {
		x := a.full(m)
		if x.kind == unknown {
			return x
		}
		return intOf(num.FromUint64(uint64(x.w)))
	}}
}

// signed returns the number that the bits of a word mean.
func signed(x uint64, w uint) int64 { return int64(x<<(64-w)) >> (64 - w) }

// bitwise compiles an operator on bit-vectors, which is unknown if an argument is.
func (c *terms) bitwise(t term.Term, args []node) node {
	st := c.st
	op, w := st.Op(t), uint(st.Width(st.Sort(st.Arg(t, 0))))
	if len(args) == 1 {
		f := c.unary(t, w)
		if f == nil {
			return unknownNode()
		}
		a := args[0]
		return node{fast: func(m *machine) (int64, bool) {
			x, ok := a.fast(m)
			return int64(f(uint64(x))), ok
		}, full: func(m *machine) val {
			x := a.full(m)
			if x.kind == word {
				x.w = int64(f(uint64(x.w)))
			}
			return x
		}}
	}
	f := binary(op)
	if f == nil {
		return unknownNode()
	}
	var widths []uint
	for _, a := range st.Args(t) {
		widths = append(widths, uint(st.Width(st.Sort(a))))
	}
	return node{fast: func(m *machine) (int64, bool) {
		x, ok := args[0].fast(m)
		for i := 1; ok && i < len(args); i++ {
			var y int64
			y, ok = args[i].fast(m)
			x = int64(f(uint64(x), uint64(y), widths[i]))
		}
		return x, ok
	}, full: func(m *machine) val {
		x := args[0].full(m)
		for i := 1; x.kind == word && i < len(args); i++ {
			y := args[i].full(m)
			if y.kind != word {
				return val{}
			}
			x.w = int64(f(uint64(x.w), uint64(y.w), widths[i]))
		}
		return x
	}}
}

// unary returns an operator with one argument of a width.
func (c *terms) unary(t term.Term, from uint) func(uint64) uint64 {
	st := c.st
	w := uint(st.Width(st.Sort(t)))
	switch st.Op(t) {
	case term.OpExtract:
		_, lo := st.ExtractBounds(t)
		return func(x uint64) uint64 { return x >> lo & mask(w) }
	case term.OpSignExt:
		return func(x uint64) uint64 { return uint64(signed(x, from)) & mask(w) }
	case term.OpBvNot:
		return func(x uint64) uint64 { return ^x & mask(w) }
	case term.OpBvNeg:
		return func(x uint64) uint64 { return -x & mask(w) }
	}
	return nil
}

// binary returns an operator with two arguments, the second of which has a width; but for concatenations so has the
// first.
func binary(op term.Op) func(x, y uint64, w uint) uint64 {
	switch op {
	case term.OpConcat:
		return func(x, y uint64, w uint) uint64 { return x<<w | y }
	case term.OpBvAnd:
		return func(x, y uint64, _ uint) uint64 { return x & y }
	case term.OpBvOr:
		return func(x, y uint64, _ uint) uint64 { return x | y }
	case term.OpBvXor:
		return func(x, y uint64, _ uint) uint64 { return x ^ y }
	case term.OpBvAdd:
		return func(x, y uint64, w uint) uint64 { return (x + y) & mask(w) }
	case term.OpBvMul:
		return func(x, y uint64, w uint) uint64 { return x * y & mask(w) }
	case term.OpBvUdiv:
		return func(x, y uint64, w uint) uint64 {
			if y == 0 {
				return mask(w)
			}
			return x / y
		}
	case term.OpBvUrem:
		return func(x, y uint64, _ uint) uint64 {
			if y == 0 {
				return x
			}
			return x % y
		}
	case term.OpBvShl:
		return func(x, y uint64, w uint) uint64 { return x << min(y, 64) & mask(w) }
	case term.OpBvLshr:
		return func(x, y uint64, _ uint) uint64 { return x >> min(y, 64) }
	case term.OpBvAshr:
		return func(x, y uint64, w uint) uint64 { return uint64(signed(x, w)>>min(y, 63)) & mask(w) }
	}
	return relation(op)
}

// relation returns an operator whose result is a truth value.
func relation(op term.Op) func(x, y uint64, w uint) uint64 {
	var holds func(x, y uint64, w uint) bool
	switch op {
	case term.OpBvUle:
		holds = func(x, y uint64, _ uint) bool { return x <= y }
	case term.OpBvSle:
		holds = func(x, y uint64, w uint) bool { return signed(x, w) <= signed(y, w) }
	case term.OpBvUmulo:
		holds = func(x, y uint64, w uint) bool {
			hi, lo := bits.Mul64(x, y)
			return hi != 0 || lo > mask(w)
		}
	case term.OpBvSmulo:
		holds = func(x, y uint64, w uint) bool {
			p := num.FromInt64(signed(x, w)).Mul(num.FromInt64(signed(y, w)))
			n, ok := p.Int64()
			return !ok || n != signed(uint64(n)&mask(w), w)
		}
	default:
		return nil
	}
	return func(x, y uint64, w uint) uint64 { return uint64(truth(holds(x, y, w))) }
}
