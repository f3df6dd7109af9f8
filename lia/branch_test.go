package lia

import (
	"testing"

	"github.com/muster-smt/muster/theory"
)

// TestBudget: when the budget is spent, branching goes on only as long as the sums in the
// rows bound every term. A model gives the first budget back.
func TestBudget(t *testing.T) {
	w := newWorld(t)
	w.constants(3)
	m, v, k := w.mk, w.vars, w.st.Int
	sum := m.Add(m.Mul(k(3), v[0]), m.Mul(k(5), v[1]), m.Mul(k(7), v[2]))
	w.assume(w.Lit(m.Le(k(1), sum)))
	w.assume(w.Lit(m.Le(sum, k(40))))
	w.assume(w.Lit(m.Le(k(0), v[0])))
	w.assume(w.Lit(m.Le(k(0), v[1])))
	rows := &w.s.rows
	spend := func(want bool) {
		t.Helper()
		if !w.pump() || w.s.proc != procedure(rows) {
			t.Fatal("no tableau, or a conflict")
		}
		w.s.feed(1000)
		rows.branches, rows.budget = 7, 8
		if !rows.mayBranch() {
			t.Error("the budget is not used up")
		}
		if got := rows.mayBranch(); got != want || rows.budget != map[bool]int64{true: 16, false: 8}[want] {
			t.Errorf("branching goes on: %t, with a budget of %d", got, rows.budget)
		}
	}
	spend(false) // the third term has no lower bound, so the others have no upper ones
	w.newLevel()
	w.assume(w.Lit(m.Le(k(-2), v[2])))
	spend(true)
	w.backtrack(0)
	spend(false)
	w.newLevel()
	w.assume(w.Lit(m.Eq(v[2], k(4))))
	w.pump()
	if st := w.s.Check(theory.Full); st != theory.Consistent || rows.branches != 0 || rows.budget != firstBudget {
		t.Errorf("%v after %d branchings, budget %d", st, rows.branches, rows.budget)
	}
}
