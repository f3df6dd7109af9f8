package tested_test

import (
	"testing"

	"github.com/muster-smt/muster/fuzz/prop"
	"github.com/muster-smt/muster/theory/smt"
)

// TestMiddle proves for all 64-bit numbers that the middle of low and high is between them. As low.Add(high).Udiv(two) it is not.
func TestMiddle(t *testing.T) {
	st := smt.NewStore()
	low, high, two := st.BitVec("low", 64), st.BitVec("high", 64), st.BitVecVal(2, 64)
	middle := low.Add(high.Sub(low).Udiv(two))
	prop.Check(t, low.Ule(high).Implies(low.Ule(middle).And(middle.Ule(high))))
}
