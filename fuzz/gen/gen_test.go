package gen

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/muster-smt/muster/fuzz/satscript"
	"github.com/muster-smt/muster/fuzz/smtscript"
	"github.com/muster-smt/muster/theory/term"
)

// With these scripts, all techniques of the solver have something to do.
func TestSATReachesAll(t *testing.T) {
	total := map[string]int64{}
	for seed := range uint64(300) {
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
		"Conflicts", "Restarts", "ModeSwitches", "Reductions", "Collections", "Reduced", "MinimizedLiterals", "ShrunkenLiterals", "Rephases", "Rounds", "Failed",
		"Substituted", "Eliminated", "Gates", "Resolvents", "Restored", "Subsumed", "Strengthened", "Vivified", "OnTheFly",
	} {
		if total[name] == 0 {
			t.Errorf("%s is 0 over all scripts", name)
		}
	}
}

// In mutants no quantifier contains another one over the same variable.
func TestMutantVariables(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 0))
		s := Mutant(r, Mutant(r, Mutant(r, Mutant(r, SMT(r, SMTFamilies())))))
		for _, o := range s.Ops {
			for _, q := range smtscript.Subterms(s.Store, o.Terms...) {
				if op := s.Store.Op(q); op != term.OpForall && op != term.OpExists {
					continue
				}
				vars := s.Store.Quant(q).Vars
				for _, p := range smtscript.Subterms(s.Store, s.Store.Quant(q).Body) {
					if op := s.Store.Op(p); op != term.OpForall && op != term.OpExists {
						continue
					}
					for _, v := range s.Store.Quant(p).Vars {
						if slices.Contains(vars, v) {
							t.Fatalf("seed %d: %s binds again inside", seed, s.Store.String(q))
						}
					}
				}
			}
		}
	}
}
