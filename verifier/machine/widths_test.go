package machine_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/verifier/machine"
)

// exact returns what an operation is on integers, before it is brought into the type; nil if it is not defined.
func exact(op machine.Op, x, y *big.Int, typ machine.Type) *big.Int {
	r := new(big.Int)
	switch op {
	case machine.Add:
		return r.Add(x, y)
	case machine.Sub:
		return r.Sub(x, y)
	case machine.Mul:
		return r.Mul(x, y)
	case machine.And:
		return r.And(x, y)
	case machine.Or:
		return r.Or(x, y)
	case machine.Xor:
		return r.Xor(x, y)
	}
	switch {
	case (op == machine.Quo || op == machine.Rem) && y.Sign() == 0:
		return nil
	case op == machine.Quo:
		return r.Quo(x, y)
	case op == machine.Rem:
		return r.Rem(x, y)
	case y.Sign() < 0:
		return nil
	}
	amount := uint(machine.Min(y, big.NewInt(int64(typ.Bits))).Uint64())
	if op == machine.Shl {
		return r.Lsh(x, amount)
	}
	return r.Rsh(x, amount)
}

// orders returns whether a comparison holds.
func orders(op machine.Op, c int) bool {
	switch op {
	case machine.Eq:
		return c == 0
	case machine.Ne:
		return c != 0
	case machine.Lt:
		return c < 0
	case machine.Le:
		return c <= 0
	case machine.Gt:
		return c > 0
	}
	return c >= 0
}

// wrapped returns the number of a type that is equal to v modulo 2^n.
func wrapped(v *big.Int, typ machine.Type) *big.Int {
	lo, _ := typ.Range()
	m := machine.Pow2(uint(typ.Bits))
	r := new(big.Int).Sub(v, lo)
	return r.Add(r.Mod(r, m), lo)
}

// edges are numbers of a type: all of a narrow one.
func edges(typ machine.Type) (out []*big.Int) {
	lo, hi := typ.Range()
	if typ.Bits <= 3 {
		for n := lo; n.Cmp(hi) <= 0; n = new(big.Int).Add(n, big.NewInt(1)) {
			out = append(out, n)
		}
		return out
	}
	for _, n := range []int64{0, 1, 2, 3, 5, 7, 63, 64, 127, 128, -1, -2, -8} {
		if v := big.NewInt(n); v.Cmp(lo) >= 0 && v.Cmp(hi) <= 0 {
			out = append(out, v)
		}
	}
	third := new(big.Int).Quo(hi, big.NewInt(3))
	return append(out, lo, hi, new(big.Int).Add(lo, big.NewInt(1)), new(big.Int).Sub(hi, big.NewInt(1)), third)
}

// TestWidths compares operations with those of big integers, in types that Go does not have.
func TestWidths(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, bits := range []int{1, 2, 3, 4, 5, 6, 7, 128} {
		for _, signed := range []bool{false, true} {
			typ := machine.Type{Bits: bits, Signed: signed}
			all := edges(typ)
			x := newBench(t)
			for k := range len(all) * len(all) * int(machine.Ne) {
				op := machine.Op(1 + k%int(machine.Ne))
				p, q := all[k/int(machine.Ne)/len(all)], all[k/int(machine.Ne)%len(all)]
				x.compare(op, p, q, typ, random)
			}
		}
	}
}

func (x *bench) compare(op machine.Op, p, q *big.Int, typ machine.Type, random *rand.Rand) {
	ways := [2]int{random.IntN(ways), random.IntN(ways)}
	x.b.Forget()
	x.facts = nil
	what := func() string { return fmt.Sprintf("%v: operation %d on %d and %d, known as %v", typ, op, p, q, ways) }
	a, b := x.operand("a", p, typ, ways[0]), x.operand("b", q, typ, ways[1])
	if op >= machine.Lt {
		if want := orders(op, p.Cmp(q)); x.eval(x.b.Compare(op, a, b)).IsTrue() != want {
			x.t.Errorf("%s: want %t", what(), want)
		}
	} else if want := exact(op, p, q, typ); want != nil {
		if (op == machine.Shl || op == machine.Shr) && b.Lo.Sign() < 0 {
			b = b.Clip(new(big.Int), b.Hi)
		}
		x.is(what, made(x.b, op, a, b, typ), wrapped(want, typ))
	}
	for _, fact := range x.facts {
		if !x.eval(fact).IsTrue() {
			x.t.Errorf("%s has %s assumed", what(), x.st.String(fact))
		}
	}
}

// TestExcluded makes values that no execution has: of a division by the constant 0, and of a shift by a negative amount.
func TestExcluded(t *testing.T) {
	x := newBench(t)
	typ := machine.Type{Bits: 8, Signed: true}
	for _, way := range []int{constant, typed, read} {
		a := x.operand("a", big.NewInt(5), typ, way)
		for _, op := range []machine.Op{machine.Quo, machine.Rem} {
			if v, ok := x.b.Divide(op, a, x.b.Small(0)).Const(); !ok || v.Sign() != 0 {
				t.Errorf("operation %d by 0 is %v", op, v)
			}
		}
		amount := x.operand("n", big.NewInt(-3), typ, typed).Clip(big.NewInt(-9), big.NewInt(-2))
		v := x.b.Shift(machine.Shl, a, amount, typ)
		if got := x.eval(x.b.Number(v)).Int().Big(); got.Int64() != 5 {
			t.Errorf("a shift by a negative amount is %v", got)
		}
	}
}

// TestRead folds comparisons of what is read, by bounds that the solver has not been given.
func TestRead(t *testing.T) {
	x := newBench(t)
	octet := x.operand("a", big.NewInt(5), machine.Type{Bits: 8}, read)
	if got := x.b.Compare(machine.Eq, octet, x.b.Small(1000)); got != x.st.False() {
		t.Errorf("a byte may be 1000: %s", x.st.String(got))
	}
	if got := x.b.Compare(machine.Ne, x.b.Small(-1), octet); got != x.st.True() {
		t.Errorf("a byte may be -1: %s", x.st.String(got))
	}
}
