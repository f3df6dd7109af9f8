package project_test

import (
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/fuzz/smtscript"
)

// TestRandom runs the plan Project on random scripts.
func TestRandom(t *testing.T) {
	var tally smtscript.Tally
	cases := extent.Of(uint64(1500), 5000)
	for n := range cases {
		s := gen.ProjectScript(rand.New(rand.NewPCG(n, 7)))
		if err := s.Run(smtscript.Config{Tally: &tally}); err != nil {
			t.Errorf("%s, %d: %v", s.Family, n, err)
		}
	}
	if tally.Unsat < int(4*cases) || tally.Unknown*100 > tally.Unsat {
		t.Errorf("implications: %d shown, %d not", tally.Unsat, tally.Unknown)
	}
}
