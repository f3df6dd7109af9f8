package solver_test

import (
	"context"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// BenchmarkSmallSolver makes a store and a solver, as an engine does for each procedure, and asks
// nothing or one question about a small template.
func BenchmarkSmallSolver(b *testing.B) {
	for _, use := range []string{"store", "new", "asked"} {
		b.Run(use, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				st := term.NewStore()
				if use == "store" {
					continue
				}
				s := solver.New(st, solver.Options{NoPreprocess: true, Candidates: true, Combine: true})
				if use == "new" {
					continue
				}
				guards := template(st, s, 10)
				if r := s.Check(context.Background(), guards[0]); r.Status != sat.Sat {
					b.Fatal(r)
				}
			}
		})
	}
}
