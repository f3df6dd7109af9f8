package execute

import (
	"context"
	"slices"
	"testing"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/passes"
)

// The engine says for how long it has reached no new block.
func TestStale(t *testing.T) {
	st := term.NewStore()
	p, err := boogie.Load("p.bpl", []byte("procedure main(x, y: int) { assume x * x == 3 * y * y + 2; assert false; }"), st)
	if err != nil {
		t.Fatal(err)
	}
	prep, err := passes.Run(t.Context(), p, passes.Options{Entry: "main"})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	var times []int64
	x := &search{Engine: &Engine{Prepared: prep}, spent: 2 * staleSteps}
	x.Stale = func(n int64) {
		if times = append(times, n); len(times) == 2 {
			stop()
		}
		x.spent = 7 * staleSteps
	}
	x.verify(ctx, 1<<40)
	if want := []int64{1, 3}; !slices.Equal(times, want) {
		t.Errorf("times %v, want %v", times, want)
	}
}
