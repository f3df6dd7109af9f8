package term_test

import (
	"math/big"
	"slices"
	"testing"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// TestManyTerms fills a store beyond its chunks, with few and many arguments and
// numerals of all sizes, and finds everything again.
func TestManyTerms(t *testing.T) {
	st := term.NewStore()
	build := func() (all []term.Term, want [][]term.Term) {
		add := func(u term.Term, args ...term.Term) {
			all, want = append(all, u), append(want, slices.Clone(args))
		}
		var ints []term.Term
		v := num.FromInt64(-1)
		for k := range 140 {
			v = v.Add(v).Sub(num.FromInt64(int64(k % 3)))
			for _, n := range []num.Int{v, v.Neg(), num.FromInt64(int64(k))} {
				ints = append(ints, st.Numeral(n))
				add(ints[len(ints)-1])
				add(st.Rat(num.RatFromInt(n)))
			}
		}
		for n := 2; n < len(ints); n++ {
			add(st.Add(ints[:n]...), ints[:n]...)
			add(st.Eq(ints[n], ints[n-1]), ints[n], ints[n-1])
		}
		long := slices.Repeat(ints, 100)
		add(st.Distinct(long...), long...)
		return all, want
	}
	first, want := build()
	again, _ := build()
	if !slices.Equal(first, again) {
		t.Fatal("the same terms have other numbers")
	}
	for i, u := range first {
		if args := st.Args(u); !slices.Equal(args, want[i]) || st.NumArgs(u) != len(args) {
			t.Fatalf("%s: arguments %v, want %v", st.String(u), args, want[i])
		}
		for k, a := range want[i] {
			if st.Arg(u, k) != a {
				t.Fatalf("%s: argument %d", st.String(u), k)
			}
		}
	}
	v, _ := new(big.Int).SetString("-9223372036854775809", 10)
	for _, n := range []num.Int{num.FromBig(v), num.FromInt64(-1 << 63), num.FromInt64(1<<63 - 1), num.FromInt64(-1), num.FromInt64(1 << 32)} {
		if got := st.Num(st.Numeral(n)); !got.Equal(n) {
			t.Errorf("%v became %v", n, got)
		}
	}
}
