package verifier_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/driver"
)

// With abstraction engines agree with exhaustive execution, too, and many counterexamples are spurious.
func TestRandomAbstractions(t *testing.T) {
	n := extent.Of(30, 150)
	spurious := 0
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 11))
		e := &explorer{p: randomProgram(r), memo: map[string]map[state]bool{}}
		want := "safe"
		if e.reachable() {
			want = "unsafe"
		}
		for _, engine := range append(driver.SearchEngines(), driver.Auto) {
			rep, err := driver.Verify(t.Context(), "random.bpl", []byte(e.p.text()), driver.Options{
				Question: driver.Question{Front: boogie.Front{}},
				Limits:   driver.Limits{Unbounded: time.Hour},
				Engines:  driver.Engines{Engine: engine, Abstract: driver.AbstractOn, Invariants: true},
				Output:   driver.Output{Check: true},
			})
			if err != nil {
				t.Fatalf("seed %d, %s: %v\n%s", seed, engine, err, e.p.text())
			}
			if got := rep.Result.String(); got != want {
				t.Errorf("seed %d, %s: got %s, want %s\n%s", seed, engine, got, want, e.p.text())
			}
			if rep.Abstraction == nil {
				continue // all executions were run before
			}
			if rep.Abstraction.Whole {
				t.Errorf("seed %d, %s: no answer from abstractions\n%s", seed, engine, e.p.text())
			}
			for _, x := range rep.Abstraction.Rounds {
				if x.Spurious > 0 {
					spurious += x.Spurious
				}
			}
		}
	}
	if spurious < n/10 {
		t.Errorf("only %d spurious counterexamples", spurious)
	}
}
