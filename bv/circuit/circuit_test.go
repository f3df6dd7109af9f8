package circuit_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/bv/aig"
	"github.com/muster-smt/muster/bv/circuit"
)

type (
	word = []aig.Lit
	// function computes with numbers from 0 to 2^n - 1.
	function func(n int, x, y *big.Int) *big.Int
)

func pow(n int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(n)) }

// mod is v modulo 2^n.
func mod(v *big.Int, n int) *big.Int {
	return new(big.Int).And(v, new(big.Int).Sub(pow(n), big.NewInt(1)))
}

// signed is the signed number of v.
func signed(v *big.Int, n int) *big.Int {
	if v.Bit(n-1) != 0 {
		return new(big.Int).Sub(v, pow(n))
	}
	return v
}

func truth(v bool) *big.Int {
	if v {
		return big.NewInt(1)
	}
	return big.NewInt(0)
}

// fits reports whether v is a signed number of n bits.
func fits(v *big.Int, n int) bool { return signed(mod(v, n), n).Cmp(v) == 0 }

func num() *big.Int { return new(big.Int) }

func one(l aig.Lit) word { return word{l} }

// udiv and urem are total.
func udiv(n int, x, y *big.Int) *big.Int {
	if y.Sign() == 0 {
		return mod(big.NewInt(-1), n)
	}
	return num().Div(x, y)
}

func urem(_ int, x, y *big.Int) *big.Int {
	if y.Sign() == 0 {
		return x
	}
	return num().Mod(x, y)
}

// operations has each circuit with its meaning, whose result is taken modulo 2^n.
var operations = []struct {
	name    string
	build   func(b *circuit.Builder, x, y word) word
	meaning function
}{
	{"not", func(b *circuit.Builder, x, _ word) word { return b.Not(x) },
		func(n int, x, _ *big.Int) *big.Int { return num().Not(x) }},
	{"and", func(b *circuit.Builder, x, y word) word { return b.AndWords(x, y) },
		func(_ int, x, y *big.Int) *big.Int { return num().And(x, y) }},
	{"or", func(b *circuit.Builder, x, y word) word { return b.OrWords(x, y) },
		func(_ int, x, y *big.Int) *big.Int { return num().Or(x, y) }},
	{"xor", func(b *circuit.Builder, x, y word) word { return b.XorWords(x, y) },
		func(_ int, x, y *big.Int) *big.Int { return num().Xor(x, y) }},
	{"neg", func(b *circuit.Builder, x, _ word) word { return b.Neg(x) },
		func(_ int, x, _ *big.Int) *big.Int { return num().Neg(x) }},
	{"add", func(b *circuit.Builder, x, y word) word { return b.Add(x, y) },
		func(_ int, x, y *big.Int) *big.Int { return num().Add(x, y) }},
	{"sub", func(b *circuit.Builder, x, y word) word { return b.Sub(x, y) },
		func(_ int, x, y *big.Int) *big.Int { return num().Sub(x, y) }},
	{"add with carry", func(b *circuit.Builder, x, y word) word { z, _ := b.AddCarry(x, y, x[0]); return z },
		func(_ int, x, y *big.Int) *big.Int { return num().Add(num().Add(x, y), truth(x.Bit(0) != 0)) }},
	{"mul", func(b *circuit.Builder, x, y word) word { return b.Mul(x, y) },
		func(_ int, x, y *big.Int) *big.Int { return num().Mul(x, y) }},
	{"square", func(b *circuit.Builder, x, _ word) word { return b.Square(x) },
		func(_ int, x, _ *big.Int) *big.Int { return num().Mul(x, x) }},
	{"udiv", func(b *circuit.Builder, x, y word) word { q, _ := b.UdivRem(x, y); return q }, udiv},
	{"urem", func(b *circuit.Builder, x, y word) word { _, r := b.UdivRem(x, y); return r }, urem},
	{"shl", func(b *circuit.Builder, x, y word) word { return b.Shl(x, y) },
		func(n int, x, y *big.Int) *big.Int { return num().Lsh(x, amount(n, y)) }},
	{"lshr", func(b *circuit.Builder, x, y word) word { return b.Lshr(x, y) },
		func(n int, x, y *big.Int) *big.Int { return num().Rsh(x, amount(n, y)) }},
	{"ashr", func(b *circuit.Builder, x, y word) word { return b.Ashr(x, y) },
		func(n int, x, y *big.Int) *big.Int { return num().Rsh(signed(x, n), amount(n, y)) }},
	{"shl by half", func(b *circuit.Builder, x, y word) word { return b.Shl(x, y[:(len(y)+1)/2]) },
		func(n int, x, y *big.Int) *big.Int { return num().Lsh(x, amount(n, mod(y, (n+1)/2))) }},
	{"udiv by half", func(b *circuit.Builder, x, y word) word { q, _ := b.UdivRem(x, half(y)); return q },
		func(n int, x, y *big.Int) *big.Int { return udiv(n, x, mod(y, (n+1)/2)) }},
	{"urem by half", func(b *circuit.Builder, x, y word) word { _, r := b.UdivRem(x, half(y)); return r },
		func(n int, x, y *big.Int) *big.Int { return urem(n, x, mod(y, (n+1)/2)) }},
	{"ite", func(b *circuit.Builder, x, y word) word { return b.IteWords(x[0], x, y) },
		func(_ int, x, y *big.Int) *big.Int {
			if x.Bit(0) != 0 {
				return x
			}
			return y
		}},
	{"eq", func(b *circuit.Builder, x, y word) word { return one(b.Eq(x, y)) },
		func(_ int, x, y *big.Int) *big.Int { return truth(x.Cmp(y) == 0) }},
	{"ult", func(b *circuit.Builder, x, y word) word { return one(b.Ult(x, y)) },
		func(_ int, x, y *big.Int) *big.Int { return truth(x.Cmp(y) < 0) }},
	{"ule", func(b *circuit.Builder, x, y word) word { return one(b.Ule(x, y)) },
		func(_ int, x, y *big.Int) *big.Int { return truth(x.Cmp(y) <= 0) }},
	{"slt", func(b *circuit.Builder, x, y word) word { return one(b.Slt(x, y)) },
		func(n int, x, y *big.Int) *big.Int { return truth(signed(x, n).Cmp(signed(y, n)) < 0) }},
	{"sle", func(b *circuit.Builder, x, y word) word { return one(b.Sle(x, y)) },
		func(n int, x, y *big.Int) *big.Int { return truth(signed(x, n).Cmp(signed(y, n)) <= 0) }},
	{"all", func(b *circuit.Builder, x, _ word) word { return one(b.All(x)) },
		func(n int, x, _ *big.Int) *big.Int { return truth(num().Add(x, big.NewInt(1)).Cmp(pow(n)) == 0) }},
	{"any", func(b *circuit.Builder, x, _ word) word { return one(b.Any(x)) },
		func(_ int, x, _ *big.Int) *big.Int { return truth(x.Sign() != 0) }},
	{"carry", func(b *circuit.Builder, x, y word) word { _, c := b.AddCarry(x, y, y[0]); return one(c) },
		func(n int, x, y *big.Int) *big.Int {
			return truth(num().Add(num().Add(x, y), truth(y.Bit(0) != 0)).Cmp(pow(n)) >= 0)
		}},
	{"umulo", func(b *circuit.Builder, x, y word) word { return one(b.UmulOverflow(x, y)) },
		func(n int, x, y *big.Int) *big.Int { return truth(num().Mul(x, y).Cmp(pow(n)) >= 0) }},
	{"smulo", func(b *circuit.Builder, x, y word) word { return one(b.SmulOverflow(x, y)) },
		func(n int, x, y *big.Int) *big.Int { return truth(!fits(num().Mul(signed(x, n), signed(y, n)), n)) }},
}

// half is y without its upper half.
func half(y word) word {
	z := make(word, len(y))
	copy(z, y[:(len(y)+1)/2])
	return z
}

// amount is y, or n if it is greater.
func amount(n int, y *big.Int) uint {
	if y.Cmp(big.NewInt(int64(n))) >= 0 {
		return uint(n)
	}
	return uint(y.Int64())
}

// operands are 64 pairs of numbers.
type operands [64][2]*big.Int

// compare builds an operation with inputs, and with a constant in the place of either, and
// compares it with its meaning.
func compare(t *testing.T, op int, n int, at *operands, constants bool) {
	t.Helper()
	o := &operations[op]
	g := aig.New()
	b := circuit.New(g)
	in := [2]word{b.Inputs(n), b.Inputs(n)}
	inputs := make([]uint64, 2*n)
	for p, pair := range at {
		for j, v := range pair {
			for i := range n {
				inputs[j*n+i] |= uint64(v.Bit(i)) << p
			}
		}
	}
	z := o.build(b, in[0], in[1])
	var half [2]word
	if constants {
		half[0] = o.build(b, b.Const(at[0][0], n), in[1])
		half[1] = o.build(b, in[0], b.Const(at[0][1], n))
	}
	values := g.Simulate(inputs, nil)
	read := func(z word, p int) *big.Int {
		v := num()
		for i, l := range z {
			v.SetBit(v, i, uint(aig.Word(values, l)>>p&1))
		}
		return v
	}
	for p, pair := range at {
		want := mod(o.meaning(n, pair[0], pair[1]), len(z))
		if got := read(z, p); got.Cmp(want) != 0 {
			t.Fatalf("%s of %d bits of %v: %v, want %v", o.name, n, pair, got, want)
		}
		for j := range half {
			if half[j] == nil {
				continue
			}
			pair := pair
			pair[j] = at[0][j]
			want := mod(o.meaning(n, pair[0], pair[1]), len(z))
			if got := read(half[j], p); got.Cmp(want) != 0 {
				t.Fatalf("%s of %d bits of %v, with a constant: %v, want %v", o.name, n, pair, got, want)
			}
		}
	}
}

// TestAllInputs compares all operations at all inputs of up to 6 bits.
func TestAllInputs(t *testing.T) {
	for op := range operations {
		for n := 1; n <= 6; n++ {
			for first := 0; first < 1<<(2*n); first += 64 {
				var at operands
				for p := range at {
					i := (first + p) & (1<<(2*n) - 1)
					at[p] = [2]*big.Int{big.NewInt(int64(i >> n)), big.NewInt(int64(i & (1<<n - 1)))}
				}
				compare(t, op, n, &at, true)
			}
		}
	}
}

// TestRandomInputs compares them at random inputs of more bits: also sparse, small and
// nearly equal ones.
func TestRandomInputs(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 5))
	for op := range operations {
		for range 30 {
			n := 7 + rnd.IntN(124)
			var at operands
			for p := range at {
				x, y := number(rnd, n), number(rnd, n)
				if rnd.IntN(8) == 0 {
					y = mod(num().Add(x, big.NewInt(rnd.Int64N(3)-1)), n)
				}
				at[p] = [2]*big.Int{x, y}
			}
			compare(t, op, n, &at, rnd.IntN(4) == 0)
		}
	}
}

// number is a random number of n bits.
func number(rnd *rand.Rand, n int) *big.Int {
	v := num()
	density := 1 + rnd.IntN(9)
	for i := range 1 + rnd.IntN(n) {
		if rnd.IntN(10) < density {
			v.SetBit(v, i, 1)
		}
	}
	if rnd.IntN(4) == 0 {
		v = mod(num().Not(v), n)
	}
	return v
}

// TestSharing makes sure that equal circuits are one.
func TestSharing(t *testing.T) {
	g := aig.New()
	b := circuit.New(g)
	x, y := b.Inputs(16), b.Inputs(16)
	b.Mul(x, y)
	n := g.Len()
	b.Mul(y, x)
	if g.Len() != n {
		t.Errorf("the product of swapped operands makes %d gates", g.Len()-n)
	}
	b.UmulOverflow(x, y)
	if more := g.Len() - n; more > 120 {
		t.Errorf("overflow of a product that there is makes %d gates", more)
	}
	n = g.Len()
	b.UdivRem(x, b.Const(big.NewInt(8), 16))
	if more := g.Len() - n; more > 0 {
		t.Errorf("division by a power of two makes %d gates", more)
	}
	b.UdivRem(x, b.Const(big.NewInt(10), 16))
	if more := g.Len() - n; more > 300 {
		t.Errorf("division by 10 makes %d gates", more)
	}
	n = g.Len()
	b.MulConst(x, b.Const(big.NewInt(0x7ff0), 16))
	if more := g.Len() - n; more > 4*16 {
		t.Errorf("the product with two digits makes %d gates", more)
	}
}

// TestNarrowOperand makes sure that a product has rows for the operand with more constant bits, in
// either order, and that a sum makes no carry out of its last bit.
func TestNarrowOperand(t *testing.T) {
	for swapped := range 2 {
		g := aig.New()
		b := circuit.New(g)
		pair := [2][]aig.Lit{b.Inputs(16), append(b.Inputs(3), make([]aig.Lit, 13)...)}
		n := g.Len()
		b.Add(pair[0], b.Inputs(16))
		if more := g.Len() - n - 16; more != 16+15 {
			t.Errorf("a sum makes %d gates", more)
		}
		n = g.Len()
		b.Mul(pair[swapped], pair[1-swapped])
		if more := g.Len() - n; more > 101 {
			t.Errorf("a product with a word of three bits makes %d gates", more)
		}
	}
}

// TestInterrupted builds a circuit that is too large.
func TestInterrupted(t *testing.T) {
	g := aig.New()
	b := circuit.New(g)
	x, y := b.Inputs(2000), b.Inputs(2000)
	rows := 0
	b.Stopped = func() bool { rows++; return rows > 10 }
	if b.UdivRem(x, y); !b.Interrupted() || g.Len() > 10000 {
		t.Errorf("interrupted: %v with %d nodes", b.Interrupted(), g.Len())
	}
}
