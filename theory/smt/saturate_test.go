package smt_test

import (
	"testing"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/smt"
)

// Matching alone ends each check, and the candidate can be asked.
func TestMatchQuantifiers(t *testing.T) {
	st := smt.NewStore()
	f := smt.NewFun1("f", st.IntSort(), st.IntSort())
	x, y := st.Int("x"), st.Int("y")
	s := smt.NewSession(st, smt.Config{Quantifiers: smt.MatchQuantifiers})
	s.Assert(st.Forall([]smt.Expr{x}, f.At(x).Lt(f.At(x.Add(st.IntVal(1)))), []smt.Expr{f.At(x)}))
	s.Assert(f.At(y).Gt(st.IntVal(10)))
	for range 2 {
		r, err := s.Check(t.Context())
		if err != nil || !r.Candidate || r.Reason.Kind != reason.Quantifiers {
			t.Fatal(r, err)
		}
		m, err := s.Model()
		if err != nil {
			t.Fatal(err)
		}
		if holds, err := m.Bool(f.At(y).Gt(st.IntVal(10))); err != nil || !holds {
			t.Error(holds, err)
		}
		r, err = s.Check(t.Context(), f.At(y.Add(st.IntVal(2))).Lt(st.IntVal(13)))
		if err != nil || r.Status != smt.Unsat {
			t.Fatal(r, err)
		}
	}
}
