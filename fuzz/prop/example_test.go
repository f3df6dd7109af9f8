package prop_test

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand"
	"strconv"
	"testing"

	"github.com/leanovate/gopter"

	"github.com/muster-smt/muster/fuzz/prop"
	"github.com/muster-smt/muster/theory/smt"
)

// Inputs for a parser's arithmetic: digits of numbers around the end of int32, of
// which a random generator would make one in ten million.
func TestParseInt32(t *testing.T) {
	st := smt.NewStore()
	var digits []smt.Expr
	number, inRange := st.IntVal(0), st.BoolVal(true)
	for i := range 10 {
		d := st.Int(fmt.Sprint("d", i))
		digits = append(digits, d)
		inRange = inRange.And(d.Ge(st.IntVal(0)), d.Le(st.IntVal(9)))
		number = number.Mul(st.IntVal(10)).Add(d)
	}
	end := st.IntVal(1 << 31)
	near := number.Sub(end).Abs().Le(st.IntVal(20))
	prop.ForAll(t, inRange.And(near), func(v prop.Values) error {
		n := v.Int64(number)
		_, want := strconv.ParseInt(strconv.FormatInt(n, 10), 10, 32)
		if _, err := parseInt32(fmt.Sprintf("%010d", n)); (err == nil) != (want == nil) {
			return fmt.Errorf("%v, want %v", err, want)
		}
		return nil
	}, digits...)
}

// parseInt32 is what is tested.
func parseInt32(s string) (n int32, err error) {
	const most = 1<<31 - 1
	for _, c := range s {
		d := c - '0'
		if n > (most-d)/10 { // not: n*10+d < 0
			return 0, errors.New("out of range")
		}
		n = n*10 + d
	}
	return n, nil
}

// An identity proved for all integers.
func TestMax(t *testing.T) {
	st := smt.NewStore()
	x, y := st.Int("x"), st.Int("y")
	bigger := smt.Ite(x.Ge(y), x, y)
	prop.Check(t, bigger.Eq(x.Add(y).Add(x.Sub(y).Abs()).Div(st.IntVal(2))))
}

// An invariant of a state machine: it holds at the start, and each step keeps it. So it
// holds after any number of steps.
func TestBuffer(t *testing.T) {
	st := smt.NewStore()
	type state struct{ written, read, full smt.Int }
	at := func(when string) state {
		return state{st.Int("written" + when), st.Int("read" + when), st.Int("full" + when)}
	}
	const size = 8
	invariant := func(s state) smt.Bool {
		return s.full.Ge(st.IntVal(0)).And(s.full.Le(st.IntVal(size)), s.written.Sub(s.read).Eq(s.full))
	}
	start := func(s state) smt.Bool {
		return s.written.Eq(st.IntVal(0)).And(s.read.Eq(st.IntVal(0)), s.full.Eq(st.IntVal(0)))
	}
	step := func(a, b state) smt.Bool {
		one := st.IntVal(1)
		write := a.full.Lt(st.IntVal(size)).And(b.written.Eq(a.written.Add(one)), b.read.Eq(a.read), b.full.Eq(a.full.Add(one)))
		read := a.full.Gt(st.IntVal(0)).And(b.written.Eq(a.written), b.read.Eq(a.read.Add(one)), b.full.Eq(a.full.Sub(one)))
		return write.Or(read)
	}
	before, after := at(""), at("'")
	t.Run("start", func(t *testing.T) { prop.Check(t, start(before).Implies(invariant(before))) })
	t.Run("step", func(t *testing.T) {
		prop.Check(t, invariant(before).And(step(before, after)).Implies(invariant(after)))
	})
}

// Gen is a generator for gopter, whatever runs its properties.
func ExampleGen() {
	st := smt.NewStore()
	x, y := st.Int("x"), st.Int("y")
	gen := prop.Gen(x.Mul(x).Eq(y.Add(st.IntVal(1))), x, y)
	params := gopter.DefaultGenParameters()
	params.Rng = rand.New(rand.NewSource(1))
	for range 3 {
		drawn, _ := gen(params).Retrieve()
		v := drawn.(prop.Values)
		square := new(big.Int).Mul(v.Int(x), v.Int(x))
		fmt.Println(square.Sub(square, v.Int(y)))
	}
	// Output:
	// 1
	// 1
	// 1
}
