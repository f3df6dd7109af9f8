package gen

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/muster-smt/muster/fuzz/satscript"
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
		"Substituted", "Eliminated", "Gates", "Resolvents", "Restored", "Subsumed", "Strengthened", "Vivified", "OnTheFly",
	} {
		if total[name] == 0 {
			t.Errorf("%s is 0 over all scripts", name)
		}
	}
}
