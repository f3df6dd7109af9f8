package smt_test

import (
	"context"
	"fmt"

	"github.com/muster-smt/muster/theory/smt"
)

// The mixing step of a hash loses nothing: no two words have the same image. An even
// multiplier would lose a bit.
func ExampleBitVec_bijection() {
	const width = 32
	st := smt.NewStore()
	mix := func(x smt.BitVec, factor uint64) smt.BitVec {
		x = x.Xor(x.Lshr(st.BitVecVal(16, width)))
		return x.Mul(st.BitVecVal(factor, width))
	}
	x, y := st.BitVec("x", width), st.BitVec("y", width)
	for _, factor := range []uint64{0x7feb352d, 0x7feb352c} {
		s := smt.NewSession(st, smt.Config{})
		s.Assert(x.Ne(y).And(mix(x, factor).Eq(mix(y, factor))))
		r, err := s.Check(context.Background())
		fmt.Println(r, err)
	}
	// Output:
	// unsat <nil>
	// sat <nil>
}

// The middle of two indices, as many binary searches have computed it, in int32.
func ExampleBitVec_midpoint() {
	ctx := context.Background()
	st := smt.NewStore()
	word := func(n uint64) smt.BitVec { return st.BitVecVal(n, 32) }
	lo, hi := st.BitVec("lo", 32), st.BitVec("hi", 32)
	s := smt.NewSession(st, smt.Config{CheckModels: true})
	s.Assert(word(0).Sle(lo).And(lo.Sle(hi)))
	between := func(mid smt.BitVec) smt.Bool { return lo.Sle(mid).And(mid.Sle(hi)) }

	sum := lo.Add(hi)
	r, err := s.Check(ctx, between(sum.Sdiv(word(2))).Not())
	fmt.Println("(lo+hi)/2 is outside:", r, err)
	if m, err := s.Model(); err == nil {
		v, _ := m.Eval(sum)
		n, _ := v.Signed()
		overflows, _ := m.Bool(lo.SaddOverflow(hi))
		fmt.Println("lo+hi is negative:", n.Sign() < 0, "since it overflows:", overflows)
	}

	r, err = s.Check(ctx, between(lo.Add(hi.Sub(lo).Sdiv(word(2)))).Not())
	fmt.Println("lo+(hi-lo)/2 is outside:", r, err)
	r, err = s.Check(ctx, between(sum.Lshr(word(1))).Not())
	fmt.Println("int32(uint32(lo+hi)>>1) is outside:", r, err)
	// Output:
	// (lo+hi)/2 is outside: sat <nil>
	// lo+hi is negative: true since it overflows: true
	// lo+(hi-lo)/2 is outside: unsat <nil>
	// int32(uint32(lo+hi)>>1) is outside: unsat <nil>
}
