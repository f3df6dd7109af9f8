package machine_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/machine"
)

type integer interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64
}

// computed returns what Go computes, unless that is a panic.
func computed[T integer](op machine.Op, x, y T) (out T, ok bool) {
	switch op {
	case machine.Add:
		return x + y, true
	case machine.Sub:
		return x - y, true
	case machine.Mul:
		return x * y, true
	case machine.And:
		return x & y, true
	case machine.Or:
		return x | y, true
	case machine.Xor:
		return x ^ y, true
	case machine.Quo:
		if y != 0 {
			return x / y, true
		}
	case machine.Rem:
		if y != 0 {
			return x % y, true
		}
	case machine.Shl:
		if y >= 0 {
			return x << y, true
		}
	case machine.Shr:
		if y >= 0 {
			return x >> y, true
		}
	}
	return 0, false
}

func holds[T integer](op machine.Op, x, y T) bool {
	switch op {
	case machine.Eq:
		return x == y
	case machine.Ne:
		return x != y
	case machine.Lt:
		return x < y
	case machine.Le:
		return x <= y
	case machine.Gt:
		return x > y
	}
	return x >= y
}

// made returns the value of an operation on values of a type.
func made(b *machine.Builder, op machine.Op, x, y machine.Value, typ machine.Type) machine.Value {
	switch op {
	case machine.Add, machine.Sub, machine.Mul:
		return b.Wrap(b.Exact(op, x, y), typ)
	case machine.Quo, machine.Rem:
		return b.Wrap(b.Divide(op, x, y), typ)
	case machine.Shl, machine.Shr:
		return b.Shift(op, x, y, typ)
	}
	return b.Bitwise(op, x, y, typ)
}

func typeOf[T integer]() machine.Type {
	var zero T
	return machine.Type{Bits: int(8 * unsafe.Sizeof(zero)), Signed: zero-1 < zero}
}

func bigOf[T integer](x T) *big.Int {
	if typeOf[T]().Signed {
		return big.NewInt(int64(x))
	}
	return new(big.Int).SetUint64(uint64(x))
}

// bench makes values, and says what their terms are where the operands have values.
type bench struct {
	t     *testing.T
	st    *term.Store
	env   *model.Env
	b     *machine.Builder
	facts []term.Term // that have been assumed
}

func newBench(t *testing.T) *bench {
	x := &bench{t: t, st: term.NewStore()}
	x.env = model.New(x.st, model.Options{}).NewEnv()
	x.b = machine.New(x.st, func(fact term.Term) { x.facts = append(x.facts, fact) })
	return x
}

// The ways in which a number is known.
const (
	constant = iota
	typed    // as any of its type
	read     // as any of its type, which the solver does not know yet
	narrow   // by close bounds, and its low bits
	decided  // as a condition
	ways
)

// operand returns a value that is n in the environment.
func (x *bench) operand(name string, n *big.Int, typ machine.Type, way int) machine.Value {
	v := x.st.FreshConst(name, term.Int)
	x.env.Set(v, model.Int(num.FromBig(n)))
	lo, hi := typ.Range()
	switch {
	case way == constant:
		return x.b.Constant(n)
	case way == read:
		return x.b.Read(v, lo, hi)
	case way == narrow:
		low := 64
		if n.Sign() != 0 {
			low = int(n.TrailingZeroBits())
		}
		least, most := new(big.Int).Sub(n, big.NewInt(3)), new(big.Int).Add(n, big.NewInt(5))
		return machine.Value{Term: v, Lo: lo, Hi: hi, Low: low}.Clip(least, most)
	case way == decided && n.Sign() >= 0 && n.BitLen() <= 1:
		c := x.st.FreshConst("is "+name, term.Bool)
		x.env.Set(c, model.Bool(n.Sign() > 0))
		return x.b.Boolean(c)
	}
	return machine.Value{Term: v, Lo: lo, Hi: hi}
}

func (x *bench) eval(t term.Term) model.Value {
	v, err := x.env.Eval(t)
	if err != nil {
		x.t.Fatal(err)
	}
	return v
}

// is complains if a value is not n, or not what it says of itself.
func (x *bench) is(what func() string, v machine.Value, n *big.Int) {
	if got := x.eval(x.b.Number(v)).Int().Big(); got.Cmp(n) != 0 {
		x.t.Errorf("%s is %v, want %v", what(), got, n)
	}
	if v.Lo.Cmp(n) > 0 || v.Hi.Cmp(n) < 0 {
		x.t.Errorf("%s is %v, and said to be between %v and %v", what(), n, v.Lo, v.Hi)
	}
	if n.Sign() != 0 && int(n.TrailingZeroBits()) < v.Low {
		x.t.Errorf("%s is %v, and said to have %d low zero bits", what(), n, v.Low)
	}
}

// numbers are the edges of a type, and some others.
func numbers[T integer](random *rand.Rand) (out []T) {
	typ := typeOf[T]()
	lo, hi := typ.Range()
	edges := []int64{0, 1, 2, 3, 7, 8, 15, 16, 100, -1, -2, -8, int64(typ.Bits), int64(typ.Bits - 1)}
	for _, n := range edges {
		if v := big.NewInt(n); v.Cmp(lo) >= 0 && v.Cmp(hi) <= 0 {
			out = append(out, T(n))
		}
	}
	least, most := T(lo.Int64()), T(hi.Uint64())
	out = append(out, least, least+1, most, most-1, most/2+1, most/3)
	for range extent.Of(6, 30) {
		out = append(out, T(random.Uint64()), T(random.Uint64()>>random.IntN(64)))
	}
	return out
}

func testOperations[T integer](t *testing.T) {
	random, typ := rand.New(rand.NewPCG(1, 2)), typeOf[T]()
	all := numbers[T](random)
	x := newBench(t)
	for _, p := range all {
		for _, q := range all {
			for op := machine.Add; op <= machine.Ne; op++ {
				ways := [2]int{random.IntN(ways), random.IntN(ways)}
				x.b.Forget()
				x.facts = nil
				what := func() string { return fmt.Sprintf("%v: operation %d on %d and %d, known as %v", typ, op, p, q, ways) }
				a, b := x.operand("a", bigOf(p), typ, ways[0]), x.operand("b", bigOf(q), typ, ways[1])
				if op >= machine.Lt {
					if x.eval(x.b.Compare(op, a, b)).IsTrue() != holds(op, p, q) {
						t.Errorf("%s: want %t", what(), holds(op, p, q))
					}
				} else if want, ok := computed(op, p, q); ok {
					if (op == machine.Shl || op == machine.Shr) && b.Lo.Sign() < 0 {
						b = b.Clip(new(big.Int), b.Hi) // a negative amount has been excluded
					}
					x.is(what, made(x.b, op, a, b, typ), bigOf(want))
				}
				for _, fact := range x.facts {
					if !x.eval(fact).IsTrue() {
						t.Errorf("%s has %s assumed", what(), x.st.String(fact))
					}
				}
			}
		}
	}
}

// TestOperations compares operations with Go's own, at edges of all types and at random, on operands of which more or
// less is known.
func TestOperations(t *testing.T) {
	t.Run("int8", testOperations[int8])
	t.Run("int16", testOperations[int16])
	t.Run("int32", testOperations[int32])
	t.Run("int64", testOperations[int64])
	t.Run("uint8", testOperations[uint8])
	t.Run("uint16", testOperations[uint16])
	t.Run("uint32", testOperations[uint32])
	t.Run("uint64", testOperations[uint64])
}

func testConversions[From, To integer](t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	x := newBench(t)
	from, to := typeOf[From](), typeOf[To]()
	for _, p := range numbers[From](random) {
		for way := range ways {
			x.b.Forget()
			what := func() string { return fmt.Sprintf("%d of %v in %v, known as %d", p, from, to, way) }
			v := x.operand("a", bigOf(p), from, way)
			x.is(what, x.b.Wrap(v, to), bigOf(To(p)))
			x.is(what, x.b.Wrap(x.b.Complement(v), to), bigOf(^To(p)))
			if got := x.eval(x.b.Truth(v)).IsTrue(); got != (p != 0) {
				t.Errorf("whether %s: %t", what(), got)
			}
		}
	}
}

// TestConversions converts numbers, and their complements, between types, and to truth values.
func TestConversions(t *testing.T) {
	testConversions[int8, uint8](t)
	testConversions[int8, int64](t)
	testConversions[int8, uint32](t)
	testConversions[uint8, int8](t)
	testConversions[int16, int8](t)
	testConversions[int32, uint16](t)
	testConversions[uint32, int8](t)
	testConversions[int64, int32](t)
	testConversions[int64, uint64](t)
	testConversions[uint64, int64](t)
	testConversions[uint64, uint16](t)
	testConversions[uint16, uint16](t)
}

// TestChoice has one of two values, of which different things are known.
func TestChoice(t *testing.T) {
	x := newBench(t)
	typ := machine.Type{Bits: 8, Signed: true}
	c := x.st.FreshConst("c", term.Bool)
	for _, p := range []int64{0, 1, -128, 96} {
		for _, q := range []int64{0, 1, 127, -4} {
			for way := range ways * ways {
				a, b := x.operand("a", big.NewInt(p), typ, way%ways), x.operand("b", big.NewInt(q), typ, way/ways)
				for _, first := range []bool{true, false} {
					x.env.Set(c, model.Bool(first))
					want := q
					if first {
						want = p
					}
					what := func() string { return fmt.Sprintf("%t ? %d : %d, known as %d and %d", first, p, q, way%ways, way/ways) }
					x.is(what, x.b.Ite(c, a, b), big.NewInt(want))
				}
			}
		}
	}
}

// TestRanged has a range assumed once in a block, and not for what is in it anyway.
func TestRanged(t *testing.T) {
	x := newBench(t)
	v := x.b.Read(x.st.FreshConst("v", term.Int), big.NewInt(-4), big.NewInt(9))
	for range 2 {
		x.b.Exact(machine.Add, v, x.b.Small(1))
		x.b.Shift(machine.Shr, v, x.b.Small(1), machine.Type{Bits: 8, Signed: true})
	}
	if len(x.facts) != 1 || x.st.String(x.facts[0]) != x.st.String(x.b.Within(v.Term, v.Lo, v.Hi)) {
		t.Errorf("%d facts are assumed, want the range once", len(x.facts))
	}
	x.b.Forget()
	x.b.Exact(machine.Add, v, x.b.Small(1))
	if len(x.facts) != 2 {
		t.Errorf("%d facts after all was forgotten, want 2", len(x.facts))
	}
	if x.b.Compare(machine.Lt, v, x.b.Small(3)); len(x.facts) != 2 {
		t.Error("a comparison needs no range, and has one assumed")
	}
}
