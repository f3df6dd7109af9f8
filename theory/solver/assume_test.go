package solver_test

import (
	"testing"

	"github.com/muster-smt/muster/fuzz/smtscript"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// TestDroppedAssumption assumes a literal that already holds but is not relevant: its
// relevancy ends with the check.
func TestDroppedAssumption(t *testing.T) {
	st := term.NewStore()
	b, f := st.FreshConst("b", term.Bool), st.DeclareFun("f", []term.Sort{term.Int}, term.Int)
	x := st.BoundVar("x", term.Int)
	all := st.Quantify(term.OpForall, term.Quant{Vars: []term.Term{x}, Body: st.Le(st.Int(0), st.App(f, x))})
	sol := solver.New(st, solver.Options{Candidates: true})
	sol.Assert(st.Implies(b, all))
	sol.AssertFlow(b)
	// A decision, so that each check leaves a trail on which the next one continues.
	sol.Assert(st.Or(st.FreshConst("p", term.Bool), st.FreshConst("q", term.Bool)))
	for _, want := range []struct {
		assume []term.Term
		status sat.Status
	}{
		{nil, sat.Sat},
		{[]term.Term{b}, sat.Unknown},
		{nil, sat.Sat},
		{[]term.Term{b, st.Lt(st.App(f, st.Int(1)), st.Int(0))}, sat.Unsat},
	} {
		if got := smtscript.CheckFor(sol, want.assume); got.Status != want.status {
			t.Errorf("%v under %d assumptions, want %v", got, len(want.assume), want.status)
		}
	}
}
