package solver_test

import (
	"context"
	"testing"

	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// TestCone solves growing sets of formulas under assumptions: the cone of each refutation
// must be unsatisfiable by itself.
func TestCone(t *testing.T) {
	t.Run("numbers", func(t *testing.T) { testCone(t, gen.Profiles()[0], gen.Profiles()[1]) })
	t.Run("bits", func(t *testing.T) {
		testCone(t, gen.Profile{Bits: gen.FewBits, NoInts: true, Arrays: true, Depth: 3}, gen.Profile{Bits: gen.AllBits, Plain: true, Depth: 3})
	})
}

func testCone(t *testing.T, profiles ...gen.Profile) {
	refuted, smaller := 0, 0
	for seed := int64(1); seed <= 150; seed++ {
		g := gen.NewTerms(source(seed), profiles[int(seed)%2])
		s := solver.New(g.Store, solver.Options{Cone: true})
		var asserted []term.Term
		for range 6 {
			f := g.Formula(2)
			asserted = append(asserted, f)
			s.Assert(f)
			if s.Check(context.Background(), g.Formula(1), g.Formula(1)).Status != sat.Unsat {
				continue
			}
			refuted++
			cone := s.Cone()
			if len(cone) < len(asserted) {
				smaller++
			}
			fresh := solver.New(g.Store, solver.Options{NoRelevancy: true})
			for _, i := range cone {
				fresh.Assert(asserted[i-1])
			}
			if got := fresh.Check(context.Background(), s.Core()...); got.Status != sat.Unsat {
				t.Fatalf("seed %d: the cone %v of %d assertions is %v", seed, cone, len(asserted), got)
			}
			if len(s.Core()) == 0 {
				break
			}
		}
	}
	if refuted == 0 || smaller == 0 {
		t.Fatalf("%d refutations, %d with a proper cone: the test is void", refuted, smaller)
	}
}
