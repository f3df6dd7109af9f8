package project_test

import (
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/fuzz/smtscript"
)

// TestRandom runs the plan Project on random scripts of all logics.
func TestRandom(t *testing.T) {
	var tally smtscript.Tally
	for _, f := range gen.SMTFamilies() {
		if f.Weight == 1 || f.Quants {
			continue
		}
		for n := range uint64(100) {
			r := rand.New(rand.NewPCG(n, 7))
			s := f.Make(r, f.Profile)
			s.Plan, s.Seed, s.Family = smtscript.Project, r.Uint64(), f.Name
			if err := s.Run(smtscript.Config{Tally: &tally}); err != nil {
				t.Errorf("%s, %d: %v", f.Name, n, err)
				break
			}
		}
	}
	t.Logf("%+v", tally)
}
