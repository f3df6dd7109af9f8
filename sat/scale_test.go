package sat_test

import (
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/proof"
)

// A proof that is long enough for mode switches, reductions and collections without
// Options.Stress.
func TestLongProof(t *testing.T) {
	p := proof.NewLRAT()
	s := sat.New(sat.Options{Tracer: p})
	guard := s.NewVar().Pos()
	pigeons(s, 9, guard)
	if st := s.Solve(nil, []sat.Lit{guard}, sat.Budget{}); st != sat.Unsat || len(s.Core()) != 1 {
		t.Fatalf("%v, core %v", st, s.Core())
	}
	s.AddClause(guard)
	if st := s.Solve(nil, nil, sat.Budget{}); st != sat.Unsat || p.Err() != nil || !p.Empty() {
		t.Fatalf("%v, proof error %v, empty %v", st, p.Err(), p.Empty())
	}
	if st := s.Stats(); st.Reductions == 0 || st.ModeSwitches == 0 || st.Collections == 0 {
		t.Errorf("the run is too short: %+v", st)
	}
}
