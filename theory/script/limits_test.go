package script_test

import (
	"context"
	"strings"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/script"
)

// TestSteps: limited runs stop at the same place, wherever they work: in the search, in
// matching, and in questions about quantifiers in candidate models.
func TestSteps(t *testing.T) {
	for name, text := range map[string]string{
		"matching": `(declare-fun f (Int) Int)
			(assert (forall ((x Int)) (! (> (f (+ x 1)) (f x)) :pattern ((f x)))))(assert (= (f 0) 0))`,
		"models": `(declare-fun f (Int) Int)(declare-fun g (Int) Int)
			(assert (forall ((x Int)) (> (f (g x)) (g (f x)))))(assert (forall ((x Int)) (distinct (g x) x)))`,
		"products": `(declare-const x Int)(declare-const y Int)(declare-const z Int)
			(assert (= (+ (* x x x) (* y y y) (* z z z)) 33))(assert (> x 1000))`,
	} {
		t.Run(name, func(t *testing.T) {
			run := func(limit string) (string, script.Report) {
				var out strings.Builder
				in := "(set-option :rlimit " + limit + ")" + text + "(check-sat)(get-info :all-statistics)(check-sat)(get-info :rlimit)"
				rep, err := script.Run(context.Background(), "t", strings.NewReader(in), &out, script.Options{})
				if err != nil {
					t.Fatal(err)
				}
				return out.String(), rep
			}
			for _, limit := range []string{"1", "400", "20000"} {
				first, rep := run(limit)
				if again, _ := run(limit); again != first {
					t.Errorf("limit %s: %s, then %s", limit, first, again)
				}
				if rep.Answers[0] == sat.Unknown && rep.Reason.Kind != reason.Steps {
					t.Errorf("limit %s: %v", limit, rep.Reason)
				}
			}
		})
	}
}
