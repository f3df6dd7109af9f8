package driver_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/driver"
)

// TestRandomThreads compares the answers about random programs with threads with all their interleavings, and executes the schedules
// of the traces.
func TestRandomThreads(t *testing.T) {
	count := extent.Of(40, 200)
	if s := os.Getenv("MUSTER_RANDOM"); s != "" {
		count, _ = strconv.Atoi(s)
	}
	numbers := map[string]int{}
	for seed := range count {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		asserts := seed%5 != 0
		p := randomThreads(r, asserts, seed%3 == 0)
		if p.spawns == 0 {
			numbers["sequential"]++
			continue
		}
		contexts := 1 + (seed+2)/3%2 // more take long
		if seed%16 == 0 {
			contexts = 3
		}
		e := &explorer{p: &p, contexts: contexts, returns: !asserts}
		want := e.reached()
		may := want
		if spawnsInBlock(p.text()) && !want && !e.gaveUp { // there is one round more
			e.contexts++
			may = e.reached()
		}
		if e.gaveUp {
			numbers["too many interleavings"]++
			continue
		}
		rep, err := driver.Verify(context.Background(), "random.bpl", []byte(p.text()), driver.Options{
			Question: driver.Question{Front: boogie.Front{}, Contexts: contexts, AssertionsOnly: asserts},
			Limits:   driver.Limits{Unbounded: -1},
			Engines:  driver.Engines{Engine: driver.BoundedEngines()[seed%2], Invariants: true, Abstract: driver.Abstract(seed % 3)},
			Output:   driver.Output{Check: true},
		})
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, p.text())
		}
		v := rep.Result.Verdict()
		if rep.Contexts == 0 { // no thread is reachable
			numbers["sequential"]++
			continue
		}
		numbers[rep.Result.String()]++
		switch {
		case v == verifier.Unknown, v == verifier.Safe:
			t.Fatalf("seed %d: %v\n%s", seed, rep, p.text())
		case v == verifier.Unsafe && !may, v == verifier.SafeUpToBound && want && rep.Result.Bound() == 0:
			t.Fatalf("seed %d: %v in %d contexts\n%s", seed, rep, contexts, p.text())
		case v == verifier.Unsafe && asserts:
			if spawnsInBlock(p.text()) {
				e.contexts = contexts + 1
			}
			e.events, e.failing = events(rep.Result.Trace())
			if !e.reached() && !e.gaveUp {
				t.Fatalf("seed %d: no execution has this schedule in %d contexts: %+v\n%s", seed, contexts, rep.Result.Trace().Steps, p.text())
			}
		}
	}
	t.Log(numbers)
}

// spawnsInBlock reports whether a program creates a thread in an atomic block.
func spawnsInBlock(text string) bool {
	for _, s := range strings.Split(text, "call corral_atomic_begin();")[1:] {
		if block, _, _ := strings.Cut(s, "call corral_atomic_end();"); strings.Contains(block, "async call") {
			return true
		}
	}
	return false
}

// TestSteps: a result is assigned to a global in a step of its own, but an atomic block is one step.
func TestSteps(t *testing.T) {
	const src = `
		var g: int; var done: bool;
		procedure corral_atomic_begin(); procedure corral_atomic_end();
		procedure {:entrypoint} main() modifies g, done; {
			g := 0; done := false;
			async call seven();
			%s
			assume done;
			assert g != 1;
		}
		procedure next() returns (r: int) { r := g + 1; }
		procedure seven() modifies g, done; { g := 7; done := true; }`
	for _, c := range []struct {
		name, body string
		want       verifier.Verdict
	}{
		{"a result", "call g := next();", verifier.Unsafe},
		{"an assignment", "g := g + 1;", verifier.SafeUpToBound},
		{"an atomic block", "call corral_atomic_begin(); call g := next(); call corral_atomic_end();", verifier.SafeUpToBound},
		{"two atomic blocks", "call corral_atomic_begin(); call corral_atomic_end(); call g := next(); call corral_atomic_begin(); call corral_atomic_end();", verifier.Unsafe},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, engine := range driver.BoundedEngines() {
				rep, err := driver.Verify(t.Context(), "test.bpl", fmt.Appendf(nil, src, c.body), driver.Options{
					Question: driver.Question{Front: boogie.Front{}},
					Limits:   driver.Limits{Unbounded: -1},
					Engines:  driver.Engines{Engine: engine, Invariants: true},
					Output:   driver.Output{Check: true},
				})
				if err != nil || rep.Result.Verdict() != c.want {
					t.Errorf("%s: %v, %v, want %v", engine, rep, err, c.want)
				}
			}
		})
	}
}
