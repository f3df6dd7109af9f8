package simplex

import (
	"testing"
)

func TestStopAndGoOn(t *testing.T) {
	tb, xs, rows := chain(50)
	tb.pivotOnly = true
	tb.AssertEqual(xs[0], rat(1), 1)
	for i, r := range rows {
		tb.AssertEqual(r, rat(int64(i)), Reason(i+2))
	}
	budget := int64(10)
	spend := func(n int64) bool { budget -= n; return budget >= 0 }
	if got := tb.Check(spend); got != Stopped {
		t.Fatalf("with 10 pivots: %v", got)
	}
	if err := tb.Invariants(); err != nil {
		t.Fatal(err)
	}
	if p := tb.Stats().Pivots; p != 10 {
		t.Errorf("%d pivots", p)
	}
	if got := tb.Check(nil); got != Feasible {
		t.Fatalf("without limit: %v", got)
	}
	if x := tb.Value(xs[50]).R; !x.Equal(rat(1 + 49*50/2)) {
		t.Errorf("end of the chain is %v", x)
	}
}

// TestUnboundedRowsAreDropped checks that rows of unassigned atoms
// cost nothing in pivots, and that they come back.
func TestUnboundedRowsAreDropped(t *testing.T) {
	tb, xs, rows := chain(20)
	tb.pivotOnly = true
	for round := range int64(5) {
		tb.Push()
		for i, r := range rows {
			if (int64(i)+round)%3 != 0 {
				tb.AssertEqual(r, rat(round), 1)
			}
		}
		tb.AssertLower(xs[0], rat(10*round), false, 1)
		tb.AssertUpper(xs[1], rat(-round), false, 1)
		tb.Check(nil)
		if err := tb.Invariants(); err != nil {
			t.Fatal(err)
		}
		tb.Backtrack(0)
	}
	if s := tb.Stats(); s.Dropped == 0 || s.Activated <= int64(len(rows)) {
		t.Errorf("no row left and came back: %+v", s)
	}
}

func TestSteadyStateDoesNotAllocate(t *testing.T) {
	tb, xs, rows := chain(30)
	for _, x := range xs {
		tb.Watch(x, true)
	}
	var implied []Implied
	var farkas []Farkas
	round := int64(0)
	walk := func() {
		round = (round + 1) % 7
		tb.Push()
		for i, r := range rows {
			tb.AssertEqual(r, rat((int64(i)*round)%5-2), 1)
			implied, _ = tb.PropagateBounds(implied[:0])
			tb.Check(nil)
		}
		tb.AssertEqual(xs[0], rat(round), 2)
		implied, _ = tb.PropagateBounds(implied[:0])
		tb.Check(nil)
		if !tb.AssertUpper(xs[30], rat(-1000), false, 3) || tb.Check(nil) == Infeasible {
			farkas = tb.Conflict(farkas[:0])
		}
		tb.Backtrack(0)
	}
	for range 20 {
		walk()
	}
	if n := testing.AllocsPerRun(50, walk); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
