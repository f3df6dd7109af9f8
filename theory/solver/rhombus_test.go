package solver_test

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// rhombus returns a problem about an integer x and a real y, of which the point lies in a rhombus that is long and
// tight, and where y is less than least, or at most that, above an integer.
func rhombus(a, b, scale int64, least *big.Rat, strictly bool) string {
	relation := "<="
	if strictly {
		relation = "<"
	}
	return fmt.Sprintf(`(declare-const x Int) (declare-const y Real)
		(assert (<= 0 (- (* %[1]d x) (* %[2]d y)) %[3]d))
		(assert (<= 1 (- (* %[4]d x) (* %[5]d y)) %[6]d))
		(assert (%[7]s (- y (to_int y)) (/ %[8]s %[9]s)))`,
		a*scale, b*scale+1, scale-1, a*scale+1, b*scale, scale, relation, least.Num(), least.Denom())
}

// leastPart returns the least fractional part that y has in a rhombus, by enumeration of x.
func leastPart(a, b, scale int64) *big.Rat {
	var least *big.Rat
	part := func(v *big.Rat) *big.Rat { // it is positive
		return new(big.Rat).Sub(v, new(big.Rat).SetInt(new(big.Int).Div(v.Num(), v.Denom())))
	}
	for x := -2 * scale; x <= 2*scale; x++ {
		low, high := big.NewRat(a*scale*x-scale+1, b*scale+1), big.NewRat(a*scale*x, b*scale+1)
		if v := big.NewRat((a*scale+1)*x-scale, b*scale); v.Cmp(low) > 0 {
			low = v
		}
		if v := big.NewRat((a*scale+1)*x-1, b*scale); v.Cmp(high) < 0 {
			high = v
		}
		if low.Cmp(high) > 0 {
			continue
		}
		p := part(low)
		if new(big.Rat).Add(p, new(big.Rat).Sub(high, low)).Cmp(big.NewRat(1, 1)) >= 0 {
			p = new(big.Rat) // an integer lies between
		}
		if least == nil || p.Cmp(least) < 0 {
			least = p
		}
	}
	return least
}

// TestRhombus: without the real constant, a combination of the integers has few values, so few branchings decide.
func TestRhombus(t *testing.T) {
	for _, c := range [][2]int64{{273, 245}, {283, 245}, {31, 17}, {987, 610}, {355, 113}} {
		for _, scale := range []int64{100, 10_000} {
			least := leastPart(c[0], c[1], scale)
			for _, strictly := range []bool{false, true} {
				text := rhombus(c[0], c[1], scale, least, strictly)
				st := term.NewStore()
				cmds, err := smtlib.ReadScript("script", strings.NewReader(text), st)
				if err != nil {
					t.Fatal(err)
				}
				s := solver.New(st, solver.Options{CheckModels: true})
				for _, c := range cmds {
					if c.Kind == smtlib.Assert {
						s.Assert(c.Terms[0])
					}
				}
				want := sat.Sat
				if strictly {
					want = sat.Unsat
				}
				if got := s.Check(context.Background()); got.Status != want {
					t.Errorf("%v, want %v\n%s", got, want, text)
				}
				for _, c := range s.Stats() {
					if c.Name == "lia-branches" && c.Value > 30 {
						t.Errorf("%d branchings\n%s", c.Value, text)
					}
				}
			}
		}
	}
}
