package gen

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/muster-smt/muster/fuzz/oracle"
	"github.com/muster-smt/muster/fuzz/satscript"
	"github.com/muster-smt/muster/sat"
)

// Scripts make all techniques of the solver find something.
func TestSATReachesAll(t *testing.T) {
	total := map[string]int64{}
	for seed := range uint64(1500) {
		s := SAT(rand.New(rand.NewPCG(seed, 0)))
		st, err := s.Run(satscript.Config{})
		if err != nil {
			t.Fatalf("seed %d: %v\n%v", seed, err, s)
		}
		v := reflect.ValueOf(st)
		for i := range v.NumField() {
			total[v.Type().Field(i).Name] += v.Field(i).Int()
		}
	}
	t.Log(total)
	for _, name := range []string{
		"Conflicts", "Restarts", "ModeSwitches", "Reductions", "Collections", "Reduced", "MinimizedLiterals", "Rephases", "Rounds", "Failed",
		"Substituted", "Eliminated", "Gates", "Resolvents", "Restored", "Subsumed", "Strengthened", "Vivified",
	} {
		if total[name] == 0 {
			t.Errorf("%s is 0 over all scripts", name)
		}
	}
}

// Families give formulas of both kinds over the variables that they may use.
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
