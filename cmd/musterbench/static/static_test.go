package static

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/inline"
)

// options are those of a run by static inlining, with all answers checked.
func options(instances int) driver.Options {
	return driver.Options{
		Question: driver.Question{Front: boogie.Front{}},
		Limits:   driver.Limits{Unbounded: -1},
		Engines: driver.Engines{Engine: Name, Invariants: true, Make: func(c inline.Config) verifier.Engine {
			return &Engine{Config: c, Instances: instances}
		}},
		Output: driver.Output{Check: true},
	}
}

// agree compares the verdicts of corral and static inlining on a program. It reports whether corral decides it; static inlining
// must then.
func agree(t *testing.T, file, src string, bound int) bool {
	t.Helper()
	var verdicts []string
	for _, o := range []driver.Options{{
		Question: driver.Question{Front: boogie.Front{}},
		Limits:   driver.Limits{Unbounded: -1},
		Engines:  driver.Engines{Engine: "corral"},
		Output:   driver.Output{NoCheck: true},
	}, options(0)} {
		o.Bound = bound
		ctx, cancel := limit.NewBudget(1_000_000, limit.Steps).Context(t.Context())
		rep, err := driver.Verify(ctx, file, []byte(src), o)
		cancel()
		if err != nil {
			t.Fatalf("%s, bound %d: %v\n%s", file, bound, err, src)
		}
		verdict, _, _ := strings.Cut(rep.Result.Verdict().String(), " ") // either may happen to prove more than the bound
		verdicts = append(verdicts, verdict)
		if verdicts[0] == "unknown" {
			return false
		}
	}
	if verdicts[0] != verdicts[1] {
		t.Errorf("%s, bound %d: %s, corral says %s\n%s", file, bound, verdicts[1], verdicts[0], src)
	}
	return true
}

func TestExamples(t *testing.T) {
	files, err := filepath.Glob("../../../examples/*.bpl")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	decided := 0
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, bound := range []int{1, 3} {
			if agree(t, f, string(src), bound) {
				decided++
			}
		}
	}
	if decided < len(files) {
		t.Errorf("corral decides only %d of %d", decided, 2*len(files))
	}
}

func TestRandomPrograms(t *testing.T) {
	const n = 60
	decided := 0
	for seed := range uint64(n) {
		if agree(t, "random.bpl", gen.Boogie(rand.New(rand.NewPCG(seed, 5))).String(), 2) {
			decided++
		}
	}
	if decided < n/2 {
		t.Errorf("corral decides only %d of %d", decided, n)
	}
}

// TestGivesUp makes sure that a tree that is too large is unknown, with the reason.
func TestGivesUp(t *testing.T) {
	const src = `
procedure main() { var r: int; call r := p(0); assert r >= 0; }
procedure p(n: int) returns (r: int) {
  r := n;
  if (n < 100) { call r := p(n + 1); }
  if (r < 100) { call r := p(r + 1); }
}`
	rep, err := driver.Verify(context.Background(), "tree.bpl", []byte(src), options(5))
	if err != nil {
		t.Fatal(err)
	}
	if why := rep.Result.Reason(); rep.Result.Verdict() != verifier.Unknown || why.Kind != reason.GaveUp || rep.Result.Stats().Instances > 5 {
		t.Errorf("%v with %d instances", rep.Result, rep.Result.Stats().Instances)
	}
}
