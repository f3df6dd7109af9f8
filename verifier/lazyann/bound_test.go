package lazyann_test

import (
	"cmp"
	"context"
	"testing"
	"time"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/driver"
)

const (
	// A result of n takes n+1 calls.
	down = `procedure {:entrypoint} main(n: int) { var r: int; call r := f(n); assert r != 9; }
		procedure f(n: int) returns (r: int); `
	body = `f(n: int) returns (r: int) { if (n <= 0) { r := 0; } else { call r := f(n - 1); r := r + 1; } }`
	// In turns, of two procedures.
	turns = `procedure {:entrypoint} main(n: int) { var r: int; call r := f(n); assert r != 9; }
		procedure f(n: int) returns (r: int) { if (n <= 0) { r := 0; } else { call r := g(n - 1); r := r + 1; } }
		procedure g(n: int) returns (r: int) { if (n <= 0) { r := 0; } else { call r := f(n - 1); r := r + 1; } }`
	// 150 takes 5 iterations of either loop.
	nested = `procedure {:entrypoint} main() { var c: int; c := 0;
		while (*) { c := c + 1; while (*) { c := c + 10; } }
		assert c < 150; }`
	entry = `procedure {:entrypoint} main(n: int) returns (r: int) { if (n <= 0) { r := 0; } else { call r := main(n - 1); r := r + 1; } assert r != 9; }`
)

// TestBound: the annotation proves a bound, and the proof is confirmed.
func TestBound(t *testing.T) {
	for _, c := range []struct {
		name, src string
		bound     int
		unbounded time.Duration
		want      string
	}{
		{"recursion", down + "implementation " + body, 3, 0, "safe up to bound 3"},
		{"recursion, just not enough", down + "implementation " + body, 9, 0, "safe up to bound 9"},
		{"recursion, just enough", down + "implementation " + body, 10, 0, "unsafe"},
		{"recursion, enough", down + "implementation " + body, 12, 0, "unsafe"},
		{"recursion, for all bounds", down + "implementation " + body, 3, time.Hour, "unsafe (needs recursion bound 10)"},
		{"an extra bound, just not enough", down + "implementation {:SIextraRecBound 4} " + body, 5, 0, "safe up to bound 5"},
		{"an extra bound", down + "implementation {:SIextraRecBound 4} " + body, 6, 0, "unsafe"},
		{"two procedures, not enough", turns, 4, 0, "safe up to bound 4"},
		{"two procedures", turns, 5, 0, "unsafe"},
		{"two loops on one stack, not enough", nested, 3, 0, "safe up to bound 3"},
		{"two loops on one stack, just enough", nested, 5, 0, "unsafe"}, // by the tree: the search finds a longer one
		{"two loops on one stack", nested, 6, 0, "unsafe"},
		{"the entry, not enough", entry, 3, 0, "safe up to bound 3"},
		{"the entry", entry, 12, 0, "unsafe"},
	} {
		t.Run(c.name, func(t *testing.T) {
			rep, err := driver.Verify(context.Background(), "test.bpl", []byte(c.src), driver.Options{
				Question: driver.Question{Front: boogie.Front{}, Bound: c.bound},
				Limits:   driver.Limits{Unbounded: cmp.Or(c.unbounded, -1)},
				Engines:  driver.Engines{Engine: "lazyann", Invariants: true},
				Output:   driver.Output{Check: true},
			})
			if err != nil {
				t.Fatal(err)
			}
			if rep.String() != c.want {
				t.Fatalf("%v, want %s", rep, c.want)
			}
			if rep.Result.Verdict() == verifier.SafeUpToBound && rep.Result.Proof().Levels == nil {
				t.Error("there are no levels")
			}
		})
	}
}

// TestBoundThenAll: the bound is reported before the search for all bounds, which may end without an answer or with one.
func TestBoundThenAll(t *testing.T) {
	for _, c := range []struct {
		name, src string
		opt       driver.Options
		steps     int64 // 0 means without a limit
		want      string
	}{
		{"it takes too long", `procedure {:entrypoint} main(n: int) { var r: int; call r := f(n); assert r != 1000000; }
			procedure ` + body, driver.Options{
			Question: driver.Question{Front: boogie.Front{}, Bound: 3},
			Limits:   driver.Limits{Unbounded: 200 * time.Millisecond},
		}, 0, "safe up to bound 3"},
		{"a limit comes first", `procedure {:entrypoint} main(n: int) { var r: int; call r := f(n); assert r != 1000000; }
			procedure ` + body, driver.Options{
			Question: driver.Question{Front: boogie.Front{}, Bound: 3},
			Limits:   driver.Limits{Unbounded: time.Hour},
		}, 20_000, "safe up to bound 3 (not confirmed: step limit)"},
		{"only all bounds count", `procedure {:entrypoint} main(n: int) { var r: int; call r := f(n); assert r != 1000000; }
			procedure ` + body, driver.Options{Question: driver.Question{Front: boogie.Front{}, Bound: 1, AllBounds: true}}, 20_000, "unknown (step limit)"},
		{"all bounds", `procedure {:entrypoint} main(n: int) { var r: int; call r := f(n); assert r >= 0; }
			procedure ` + body, driver.Options{
			Question: driver.Question{Front: boogie.Front{}, Bound: 3},
			Limits:   driver.Limits{Unbounded: time.Hour},
		}, 0, "safe"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.opt.Engine, c.opt.Check, c.opt.CheckTimeout = "lazyann", true, time.Hour
			ctx := t.Context()
			if c.steps > 0 {
				var cancel context.CancelFunc
				ctx, cancel = limit.NewCountdown(c.steps, limit.Steps).Context(ctx)
				defer cancel()
			}
			rep, err := driver.Verify(ctx, "test.bpl", []byte(c.src), c.opt)
			if err != nil {
				t.Fatal(err)
			}
			if rep.String() != c.want {
				t.Fatalf("%v, want %s", rep, c.want)
			}
		})
	}
}
