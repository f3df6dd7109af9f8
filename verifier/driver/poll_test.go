package driver

import (
	"context"
	"testing"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
)

// TestEveryPoll stops runs of both engines, and their checks, at polls spread over
// the whole run. The verdict is right, or unknown for the reason of the stop.
func TestEveryPoll(t *testing.T) {
	const runs = 60 // for each engine and program
	for _, p := range []struct{ src, want string }{
		{failing, "unsafe"},
		{`procedure inc(x: int) returns (y: int) { if (x > 10) { y := x; } else { call y := inc(x + 2); } }
		  procedure main(n: int) { var r: int; assume n > 0; call r := inc(n); assert r != 12; }`, "unsafe"},
		{`var g: int;
		  procedure add(x: int) modifies g; { g := g + x; if (x > 3) { g := g - 1; } }
		  procedure main() modifies g; { g := 0; call add(2); call add(7); assert g == 8; }`, "safe"},
		{`procedure main(n: int) { var i, s: int; var a: [int]int; i := 0; s := 0; assume n < 6;
		  while (i < n) { a[i] := i mod 3; s := s + a[i]; i := i + 1; }
		  assert s >= 0 && s <= 4; }`, "safe up to bound"},
	} {
		for _, e := range BoundedEngines() {
			for _, why := range []limit.Reason{limit.Interrupt, limit.Memory} {
				stop := func(n int64) (polls int64) {
					count := limit.NewCountdown(n, why)
					ctx, cancel := count.Context(context.Background())
					defer cancel()
					rep, err := verify(ctx, "p.bpl", []byte(p.src), Options{
						Engines: Engines{Engine: e},
						Output:  Output{Check: true},
					})
					if err != nil {
						t.Fatalf("%s, poll %d: %v", e, n, err)
					}
					polls = n - count.Left()
					got, because := rep.Result.Verdict().String(), rep.Result.Reason().Kind
					interrupted := polls >= n && (because == reason.Interrupt || because == reason.Memory)
					if got != p.want && !(got == "unknown" && interrupted) {
						t.Errorf("%s, poll %d: %s because of %v, want %s", e, n, got, because, p.want)
					}
					if polls > n+100 {
						t.Errorf("%s, poll %d: %d more polls", e, n, polls-n)
					}
					return polls
				}
				all := stop(1 << 40)
				for n := int64(1); n <= all; n += 1 + all/runs {
					stop(n)
				}
				t.Logf("%s, %s: %d polls", e, p.want, all)
			}
		}
	}
}
