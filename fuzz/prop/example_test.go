package prop_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/leanovate/gopter"

	"github.com/muster-smt/muster/fuzz/prop"
	"github.com/muster-smt/muster/theory/smt"
)

// printer is a test that prints its failures.
type printer struct{ testing.TB }

func (printer) Name() string             { return "Example" }
func (printer) Helper()                  {}
func (printer) Context() context.Context { return context.Background() }

func (printer) Errorf(format string, args ...any) {
	text, _, _ := strings.Cut(fmt.Sprintf(format, args...), "\nkept in")
	fmt.Println(text)
}

// keepAside keeps failures in a temporary directory.
func keepAside() (c prop.Config, remove func()) {
	dir, err := os.MkdirTemp("", "prop")
	if err != nil {
		panic(err)
	}
	return prop.Config{Dir: dir}, func() { os.RemoveAll(dir) }
}

// Inputs for the arithmetic of a parser: the digits of numbers around the end of int32, of
// which a random generator would make one in a hundred million.
func ExampleForAll_parser() {
	var t printer // in a test: a *testing.T
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
	passed := prop.ForAll(t, inRange.And(near), func(v prop.Values) error {
		n := v.Int64(number)
		_, want := strconv.ParseInt(strconv.FormatInt(n, 10), 10, 32)
		if _, err := parseInt32(fmt.Sprintf("%010d", n)); (err == nil) != (want == nil) {
			return fmt.Errorf("%v, want %v", err, want)
		}
		return nil
	}, digits...)
	fmt.Println(passed)
	// Output: true
}

// parseInt32 is under test.
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
func ExampleCheck_identity() {
	var t printer // in a test: a *testing.T
	st := smt.NewStore()
	x, y := st.Int("x"), st.Int("y")
	bigger := smt.Ite(x.Ge(y), x, y)
	fmt.Println(prop.Check(t, bigger.Eq(x.Add(y).Add(x.Sub(y).Abs()).Div(st.IntVal(2)))))
	// Output: true
}

// An invariant of a state machine: it holds at the start, and every step preserves it, so it
// holds after any number of steps.
func ExampleCheck_invariant() {
	var t printer // in a test: a *testing.T
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
	fmt.Println("start:", prop.Check(t, start(before).Implies(invariant(before))))
	fmt.Println("step:", prop.Check(t, invariant(before).And(step(before, after)).Implies(invariant(after))))
	// Output:
	// start: true
	// step: true
}

// A commutative operation need not be associative: a table shows why.
func ExampleCheck() {
	var t printer // in a test: a *testing.T
	c, remove := keepAside()
	defer remove()

	st := smt.NewStore()
	s := st.Sort("S")
	op := smt.NewFun2("op", s, s, s)
	x, y, z := s.Const("x"), s.Const("y"), s.Const("z")
	commutes := st.Forall([]smt.Expr{x, y}, op.At(x, y).Eq(op.At(y, x)))
	c.Check(t, commutes.Implies(op.At(op.At(x, y), z).Eq(op.At(x, op.At(y, z)))))
	// Output:
	// prop: not valid; smallest counterexample:
	//     op = [#0 #0: #1, else: #0]
	//     x = #0
	//     y = #0
	//     z = #1
}

// Binary search in sorted slices, which a formula describes as arrays.
func ExampleForAll() {
	var t printer // in a test: a *testing.T
	c, remove := keepAside()
	defer remove()

	st := smt.NewStore()
	a, n, i := smt.ArrayOf(st.IntSort(), st.IntSort()).Const("a"), st.Int("n"), st.Int("i")
	next := i.Add(st.IntVal(1))
	sorted := st.Forall([]smt.Expr{i},
		st.IntVal(0).Le(i).And(next.Lt(n)).Implies(a.Select(i).Le(a.Select(next))))
	small := st.IntVal(1).Le(n).And(n.Le(st.IntVal(8)))

	c.ForAll(t, sorted.And(small), func(v prop.Values) error {
		s := make([]*big.Int, v.Int64(n))
		for i := range s {
			s[i] = v.Int(a.Select(st.IntVal(int64(i))))
		}
		for i := range s {
			if !contains(s, s[i]) {
				return fmt.Errorf("%v: no %v", s, s[i])
			}
		}
		return nil
	})
	// Output:
	// prop: fails for
	//     a = [else: 0]
	//     n = 1
	// [0]: no 0
}

// contains is under test.
func contains(s []*big.Int, x *big.Int) bool {
	lo, hi := 0, len(s)-1
	for lo < hi { // not: lo <= hi
		mid := (lo + hi) / 2
		switch s[mid].Cmp(x) {
		case 0:
			return true
		case -1:
			lo = mid + 1
		default:
			hi = mid - 1
		}
	}
	return false
}

// Gen returns an ordinary gopter generator.
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
