package clauses

import (
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/fuzz/oracle"
	"github.com/muster-smt/muster/sat"
)

// Families make satisfiable and unsatisfiable formulas over the given variables.
func TestFamilies(t *testing.T) {
	for _, f := range Families {
		answers := map[sat.Status]int{}
		for seed := range uint64(60) {
			r := rand.New(rand.NewPCG(seed, 1))
			n := 3 + r.IntN(8)
			o := oracle.NewFormula()
			for _, c := range f.Make(r, n) {
				for _, l := range c {
					if int(l.Var()) > n || l.Var() == 0 {
						t.Fatalf("%s: variable %d of %d", f.Name, l.Var(), n)
					}
				}
				o.Add(c)
			}
			answers[o.Holds(Lits(r, n, r.IntN(4)))]++
		}
		if answers[sat.Sat] == 0 || answers[sat.Unsat] == 0 {
			t.Errorf("%s: answers %v are one-sided", f.Name, answers)
		}
	}
}
