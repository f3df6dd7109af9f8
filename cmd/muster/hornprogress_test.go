package main

import (
	"context"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/verifier/horn"
)

// TestHornProgress: each check of a script shows its own progress.
func TestHornProgress(t *testing.T) {
	const src = `(set-logic HORN) (declare-fun p (Int) Bool)
		(assert (p 0)) (assert (forall ((x Int)) (=> (and (p x) (< x 9)) (p (+ x 1)))))
		(push) (assert (forall ((x Int)) (=> (p x) (< x 10)))) (check-sat) (pop)
		(assert (forall ((x Int)) (=> (p x) (< x 9)))) (check-sat)`
	var shown []int // by check: how often
	var got []sat.Status
	show := func() func(horn.Progress) {
		k := len(shown)
		shown = append(shown, 0)
		return func(horn.Progress) { shown[k]++ }
	}
	opt := horn.Options{Engine: "corral"}
	err := awaitHorn(context.Background(), "test.smt2", []byte(src), opt, show, func(rep *horn.Report) error {
		got = append(got, rep.Status)
		return nil
	})
	if err != nil || len(got) != 2 || got[0] != sat.Sat || got[1] != sat.Unsat {
		t.Fatalf("%v, %v", got, err)
	}
	if len(shown) != 2 || shown[0] == 0 || shown[1] == 0 {
		t.Errorf("progress of the checks was shown %v times", shown)
	}
}
