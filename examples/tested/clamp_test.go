package tested_test

import (
	"context"
	_ "embed"
	"fmt"
	"testing"
	"time"

	"github.com/muster-smt/muster/examples/tested"
	"github.com/muster-smt/muster/fuzz/prop"
	"github.com/muster-smt/muster/theory/smt"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/driver"
)

// TestClampFormula proves what Clamp is meant to do, written as a formula, for all integers.
func TestClampFormula(t *testing.T) {
	st := smt.NewStore()
	x, low, high := st.Int("x"), st.Int("low"), st.Int("high")
	upper := smt.Ite(x.Le(high), x, high)
	clamped := smt.Ite(low.Ge(upper), low, upper)
	prop.Check(t, low.Le(high).Implies(clamped.Ge(low).And(clamped.Le(high), x.Ge(low).And(x.Le(high)).Implies(clamped.Eq(x)))))
}

// TestClamp runs Clamp on diverse arguments, with the corners of the ranges; those that fail shrink.
func TestClamp(t *testing.T) {
	st := smt.NewStore()
	x, low, high := st.Int("x"), st.Int("low"), st.Int("high")
	bound := st.IntVal(1 << 40)
	prop.ForAll(t, low.Le(high).And(x.Abs().Le(bound), low.Abs().Le(bound), high.Abs().Le(bound)), func(v prop.Values) error {
		a, b, c := v.Int64(x), v.Int64(low), v.Int64(high)
		if got := tested.Clamp(a, b, c); got < b || got > c {
			return fmt.Errorf("Clamp(%d, %d, %d) = %d", a, b, c, got)
		}
		return nil
	}, x, low, high)
}

//go:embed lock.bpl
var lock []byte

// TestLock verifies a model: two clients never hold the lock together, whatever they do and however often.
func TestLock(t *testing.T) {
	rep, err := driver.Verify(context.Background(), "lock.bpl", lock, driver.Options{
		Question: driver.Question{Front: boogie.Front{}},
		Limits:   driver.Limits{Unbounded: time.Minute},
	})
	if err != nil {
		t.Fatal(err)
	}
	if rep.Result.Verdict() == verifier.Safe {
		return
	}
	t.Error(rep)
	if trace := rep.Result.Trace(); trace != nil {
		for _, s := range trace.Steps {
			t.Log(s.Pos, s.Proc, s.Label, s.Value)
		}
	}
}
