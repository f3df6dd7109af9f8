package verifier_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/driver"
)

// cover asks for the coverage of a random program, and returns the verdicts by procedure and block, as in explorer.covered.
func cover(t *testing.T, ctx context.Context, src string, opt driver.Options) map[[2]int]string {
	t.Helper()
	opt.Invariants = true
	rep, err := driver.Coverage(ctx, "random.bpl", []byte(src), opt)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	out := map[[2]int]string{}
	for i := range rep.Targets {
		x := &rep.Targets[i]
		at := [2]int{0, -1}
		if x.Proc == "main" {
			continue
		}
		fmt.Sscanf(x.Proc, "p%d", &at[0])
		if x.Branch {
			fmt.Sscanf(x.Block, "B%d", &at[1])
		}
		if opt.Check && x.Verdict() == "unreachable" && x.Check.State != driver.CheckOK {
			t.Errorf("%v is not confirmed: %s\n%s", at, x.Remark(), src)
		}
		out[at] = x.Verdict()
	}
	return out
}

// Questions on one tree have the answers of exhaustive execution, and those that each has alone.
func TestRandomCoverage(t *testing.T) {
	n := extent.Of(30, 500)
	reached, unreached := 0, 0
	engines := driver.BoundedEngines()
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 11))
		e := &explorer{p: randomProgram(r), memo: map[string]map[state]bool{}}
		e.reachable()
		engine := engines[seed%len(engines)]
		answers := cover(t, context.Background(), e.p.text(), driver.Options{
			Question: driver.Question{Front: boogie.Front{}},
			Limits:   driver.Limits{Unbounded: time.Hour},
			Engines:  driver.Engines{Engine: engine},
			Output:   driver.Output{Check: true},
		})
		targets := slices.SortedFunc(maps.Keys(answers), func(x, y [2]int) int { return slices.Compare(x[:], y[:]) })
		alone := r.IntN(len(targets))
		for k, at := range targets {
			got, want := answers[at], "unreachable"
			if e.covered[at] {
				want = "reachable"
				reached++
			} else {
				unreached++
			}
			if got != want {
				t.Errorf("seed %d, %s, p%d, B%d: got %s, want %s\n%s", seed, engine, at[0], at[1], got, want, e.p.text())
			}
			if k != alone {
				continue
			}
			rep, err := driver.Verify(context.Background(), "random.bpl", []byte(e.p.textFailing(at[0], at[1])), driver.Options{
				Question: driver.Question{Front: boogie.Front{}, AssertionsOnly: true},
				Limits:   driver.Limits{Unbounded: -1},
				Engines:  driver.Engines{Engine: engine},
			})
			if err != nil {
				t.Fatal(err)
			}
			if unsafe := rep.Result.Trace() != nil; unsafe != (got == "reachable") {
				t.Errorf("seed %d, %s, p%d, B%d: %s, but alone %s\n%s", seed, engine, at[0], at[1], got, rep, e.p.text())
			}
		}
	}
	t.Logf("%d targets are reached, %d are not", reached, unreached)
}

// A search that is stopped anywhere says nothing wrong.
func TestStoppedCoverage(t *testing.T) {
	engines := driver.BoundedEngines()
	for seed := range 6 {
		r := rand.New(rand.NewPCG(uint64(seed), 12))
		src := randomProgram(r).text()
		opt := driver.Options{
			Question: driver.Question{Front: boogie.Front{}},
			Limits:   driver.Limits{Unbounded: -1},
			Engines:  driver.Engines{Engine: engines[seed%len(engines)]},
			Output:   driver.Output{NoCheck: true},
		}
		whole := cover(t, context.Background(), src, opt)
		stop := func(n int64) (polls int64) {
			count := limit.NewCountdown(n, limit.Memory)
			ctx, cancel := count.Context(context.Background())
			defer cancel()
			for at, got := range cover(t, ctx, src, opt) {
				if got != whole[at] && got != "unknown" {
					t.Errorf("seed %d, poll %d, p%d, B%d: got %s, want %s\n%s", seed, n, at[0], at[1], got, whole[at], src)
				}
			}
			return n - count.Left()
		}
		all := stop(1 << 40)
		for n := int64(1); n < all; n += 1 + all/20 {
			stop(n)
		}
	}
}
