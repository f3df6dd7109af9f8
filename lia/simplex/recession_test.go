package simplex

import "testing"

// TestBounded has a strip along x = y, which is unbounded, until x + y has two bounds.
func TestBounded(t *testing.T) {
	tb := New()
	x, y := tb.NewVar(true), tb.NewVar(true)
	d := tb.NewRow([]Monomial{{x, rat(3)}, {y, rat(-3)}})
	s := tb.NewRow([]Monomial{{x, rat(1)}, {y, rat(2)}})
	tb.AssertLower(d, rat(1), false, 1)
	tb.AssertUpper(d, rat(5), false, 2)
	tb.AssertLower(s, rat(0), false, 3)
	if tb.Check(nil) != Feasible || tb.Bounded([]Var{x}, nil) || !tb.Bounded([]Var{d}, nil) {
		t.Error("a strip: only its width is bounded")
	}
	tb.AssertUpper(s, rat(9), false, 4)
	if tb.Check(nil) != Feasible || !tb.Bounded([]Var{x, y}, nil) {
		t.Error("a parallelogram is bounded")
	}
}
