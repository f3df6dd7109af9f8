package summary

import (
	"testing"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// TestJoinOutcomes: integers are joined, while results of other sorts keep a value
// or an argument only if both outcomes have it.
func TestJoinOutcomes(t *testing.T) {
	st := term.NewStore()
	x, b, c := st.FreshConst("x", term.Int), st.FreshConst("b", term.Bool), st.FreshConst("c", term.Bool)
	in := []term.Term{x, b, c}
	integer := func(k int64) out {
		return out{known: true, joined: joined{base: single(1).plus(constant(num.FromInt64(k)), num.FromInt64(1))}}
	}
	was := &outcome{outs: []out{integer(0), {same: b}, {same: c}, {same: st.True()}, {same: b}, {}}}
	now := &outcome{outs: []out{integer(2), {same: c}, {same: b}, {same: st.True()}, {same: b}, {same: c}}}
	for _, widen := range []bool{false, true} {
		got := joinOutcomes(len(in), was, now, widen)
		if y := got.outs[0]; !y.known || !y.fresh || !y.base.equal(single(1)) || !y.in.equal(exactly(num.Int{}).hull(exactly(num.FromInt64(2)))) {
			t.Errorf("the integer: %+v", y)
		}
		for i, want := range []term.Term{0, 0, st.True(), b, 0} {
			if y := got.outs[i+1]; y.known || y.same != want || len(y.base)+len(y.terms) > 0 {
				t.Errorf("result %d: %+v", i+1, y)
			}
		}
	}
	never := &outcome{never: true}
	if joinOutcomes(len(in), never, now, false) != now || joinOutcomes(len(in), was, never, false) != was {
		t.Error("a procedure that does not return has an outcome")
	}
}

// TestTuples: constants have one value if they have the same at each edge.
func TestTuples(t *testing.T) {
	var x tuples
	for i, c := range []struct {
		t     term.Term
		cases []term.Term
		want  term.Term
	}{
		{11, []term.Term{1, 2, 1}, 0},
		{12, []term.Term{1, 2, 2}, 0},
		{13, []term.Term{1, 2, 1}, 11},
		{14, []term.Term{3, 3, 3}, 3},
		{15, []term.Term{2, 2, 1}, 0},
		{16, []term.Term{1, 2, 2}, 12},
		{17, []term.Term{1, 2, 1}, 11},
	} {
		if got := x.add(c.t, c.cases); got != c.want {
			t.Errorf("%d: %d, want %d", i, got, c.want)
		}
	}
}
