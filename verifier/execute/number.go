package execute

import (
	"math"
	"math/bits"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// An integer is a word that says its value, or, at the lower end of the words, the number of a big one.
const (
	tagTop = -1 << 62 // words up to here are tags
	top    = 1 << 62  // words from here on are none
)

// unknown is the word of a value that nothing has chosen (lazy.go). Among integers it is the tag of no number; among
// bit-vectors and elements it may be one by accident, which then counts as unknown, too.
const unknown = math.MinInt64 + 0x1d2b_5c39_71f3_a6e7

// Limits on the big numbers of an execution: how many there are, and how long they are. In a loop that squares, they
// double.
const (
	maxBigs = 1 << 20
	maxBits = 1 << 12
)

func small(v int64) bool { return v > tagTop && v < top }

// low returns the lowest 64 bits of a number that is not negative.
func low(n num.Int) uint64 {
	if u, ok := n.Uint64(); ok {
		return u
	}
	return n.Big().Uint64()
}

// number returns the value of a word.
func (m *machine) number(v int64) num.Int {
	if v > tagTop {
		return num.FromInt64(v)
	}
	return m.bigs[v-math.MinInt64]
}

// word returns the word of a number.
func (m *machine) word(n num.Int) int64 {
	if v, ok := n.Int64(); ok && small(v) {
		return v
	}
	if k := len(m.freed) - 1; k >= 0 {
		at := m.freed[k]
		m.freed = m.freed[:k]
		m.bigs[at] = n
		return math.MinInt64 + int64(at)
	}
	if len(m.bigs) >= maxBigs {
		m.why = "too many numbers of more than 62 bits"
		return 0
	}
	if n.BitLen() > maxBits {
		m.why = "a number of more than 4096 bits"
		return 0
	}
	m.bigs = append(m.bigs, n)
	return math.MinInt64 + int64(len(m.bigs)-1)
}

// product multiplies.
func (m *machine) product(a, b int64) int64 {
	if a > tagTop && b > tagTop {
		hi, lo := bits.Mul64(uint64(max(a, -a)), uint64(max(b, -b)))
		if hi == 0 && lo < top {
			return a * b
		}
	}
	return m.slow(opMul, a, b)
}

// quotient divides as SMT-LIB does.
func (m *machine) quotient(op opcode, a, b int64) int64 {
	if a <= tagTop || b <= tagTop || b == 0 {
		return m.slow(op, a, b)
	}
	q, r := a/b, a%b
	switch { // Go rounds towards 0
	case r >= 0:
	case b > 0:
		q, r = q-1, r+b
	default:
		q, r = q+1, r-b
	}
	if op == opMod {
		return r
	}
	return q
}

// slow computes an operator on integers of any size.
func (m *machine) slow(op opcode, a, b int64) int64 {
	if a == unknown || b == unknown {
		return unknown
	}
	x, y := m.number(a), m.number(b)
	switch op {
	case opAdd:
		return m.word(x.Add(y))
	case opSub:
		return m.word(x.Sub(y))
	case opMul:
		return m.word(x.Mul(y))
	case opDiv, opMod:
		if y.IsZero() {
			m.why = "a division by zero"
			return 0
		}
		q, r := x.EuclidDivMod(y)
		if op == opDiv {
			return m.word(q)
		}
		return m.word(r)
	}
	panic("execute: no slow operator")
}

// atMost says whether a <= b: 0, 1, or unknown.
func (m *machine) atMost(a, b int64) int64 {
	switch {
	case a > tagTop && b > tagTop:
		return truth(a <= b)
	case a == unknown || b == unknown:
		return unknown
	case a > tagTop: // no big number is between two words
		return truth(m.number(b).Sign() > 0)
	case b > tagTop:
		return truth(m.number(a).Sign() < 0)
	}
	return truth(m.number(a).Cmp(m.number(b)) <= 0)
}

// equals says whether a = b, likewise.
func (m *machine) equals(a, b int64) int64 {
	switch {
	case a == unknown || b == unknown:
		return unknown
	case a > tagTop || b > tagTop:
		return truth(a == b)
	}
	return truth(m.number(a).Equal(m.number(b)))
}

// sameWord says whether words that are no integers are equal, likewise.
func sameWord(a, b int64) int64 {
	if a == unknown || b == unknown {
		return unknown
	}
	return truth(a == b)
}

func mask(w uint) uint64 {
	if w >= 64 {
		return math.MaxUint64
	}
	return 1<<w - 1
}

// signed returns a bit-vector as a signed number.
func signed(x uint64, w uint) int64 { return int64(x<<(64-w)) >> (64 - w) }

// bitwise computes an operator on bit-vectors.
func (m *machine) bitwise(o *bitOp, a, b int64) int64 {
	if a == unknown || o.pair && b == unknown {
		return unknown
	}
	x, y, w := uint64(a), uint64(b), o.width
	switch o.op {
	case term.OpConcat:
		return int64(x<<o.from | y)
	case term.OpExtract:
		return int64(x >> o.lo & mask(w))
	case term.OpSignExt:
		return int64(uint64(signed(x, o.from)) & mask(w))
	case term.OpBvNot:
		return int64(^x & mask(w))
	case term.OpBvAnd:
		return a & b
	case term.OpBvOr:
		return a | b
	case term.OpBvXor:
		return a ^ b
	case term.OpBvNeg:
		return int64(-x & mask(w))
	case term.OpBvAdd:
		return int64((x + y) & mask(w))
	case term.OpBvMul:
		return int64(x * y & mask(w))
	case term.OpBvUdiv:
		if y == 0 {
			return int64(mask(w))
		}
		return int64(x / y)
	case term.OpBvUrem:
		if y == 0 {
			return a
		}
		return int64(x % y)
	case term.OpBvShl:
		if y >= uint64(w) {
			return 0
		}
		return int64(x << y & mask(w))
	case term.OpBvLshr:
		if y >= uint64(w) {
			return 0
		}
		return int64(x >> y)
	case term.OpBvAshr:
		return int64(uint64(signed(x, w)>>min(y, 63)) & mask(w))
	case term.OpBvUle:
		return truth(x <= y)
	case term.OpBvSle:
		return truth(signed(x, o.from) <= signed(y, o.from))
	case term.OpBvToInt:
		return m.word(num.FromUint64(x))
	case term.OpIntToBv:
		if a > tagTop {
			return int64(x & mask(w))
		}
		_, r := m.number(a).EuclidDivMod(num.FromInt64(1).Lsh(w))
		return int64(low(r))
	}
	m.why = "the operator " + o.op.String()
	return 0
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// bitsOf returns the number that a word of a bit-vector is.
func bitsOf(w int64) num.Int { return num.FromUint64(uint64(w)) }
