package horn

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
	"github.com/muster-smt/muster/theory/smtlib"
)

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		want, out, errs string
		internal        bool
		verdict, remark string
		model           string
	}{
		{"sat", "sat\n(model\n)\n", "", false, solved, "", "(model\n)"},
		{"unsat", "unsat\n", "", false, solved, "", ""},
		{"unsat", "sat\n(model\n)\n", "", false, wrong, "sat, expected unsat", ""},
		{"", "sat\n", "", false, solved, "", ""},
		{"sat", "unknown (timeout)\nno derivation up to depth 4\n", "", false, missed, "unknown (timeout)", ""},
		{"sat", "", "", false, missed, "", ""},
		{"sat", "sat\n", "broken", true, wrong, "broken", ""},
	} {
		r := run{benchmark: &benchmark{want: c.want}}
		r.judge(c.out, c.errs, c.internal)
		if r.Verdict != c.verdict || r.Wrong+r.Remark != c.remark || r.model != c.model {
			t.Errorf("%q for %q: %s, %q, %q", c.out, c.want, r.Verdict, r.Wrong+r.Remark, r.model)
		}
	}
}

// TestCross: definitions stand after the declarations that they need, and before the definitions that need them.
func TestCross(t *testing.T) {
	const script = `(set-logic HORN) (declare-sort U 0)
(declare-fun |p q| (Int U) Bool)
(define-fun both ((x Int) (u U)) Bool
  (and (|p q| x u) (|p q| 0 u)))
(assert (forall ((u U)) ; a comment (with parentheses))
  (|p q| 0 u)))(assert (! (forall ((x Int) (u U)) (=> (both x u) (> x (f u)))) :named n))
(check-sat)
`
	const model = `(model
  (define-fun |p q| ((x!0 Int) (x!1 U)) Bool (= x!0 0))
)
`
	declared := strings.Replace(script, "(define-fun", "(declare-fun f (U) Int)\n(define-fun", 1)
	q, err := cross("x.smt2", []byte(declared), model)
	if err != nil {
		t.Fatal(err)
	}
	const want = `(set-logic ALL)
(declare-sort U 0)
(declare-fun f (U) Int)
(define-fun |p q| ((x!0 Int) (x!1 U)) Bool (= x!0 0))
(define-fun both ((x Int) (u U)) Bool
  (and (|p q| x u) (|p q| 0 u)))
(push 1)
(assert (not  (forall ((u U)) ; a comment (with parentheses))
  (|p q| 0 u)))
)
(check-sat)
(pop 1)
(push 1)
(assert (not  (! (forall ((x Int) (u U)) (=> (both x u) (> x (f u)))) :named n))
)
(check-sat)
(pop 1)
`
	if diff := cmp.Diff(want, string(q.text)); diff != "" {
		t.Error(diff)
	}
	if want := []smtlib.Pos{{File: "x.smt2", Line: 6, Col: 1}, {File: "x.smt2", Line: 7, Col: 16}}; !cmp.Equal(want, q.places) {
		t.Error(q.places)
	}
	for _, c := range []struct {
		said              [][]string
		verdict, rejected string
	}{
		{[][]string{{"unsat", "unsat"}}, accepted, ""},
		{[][]string{{"unsat", "unknown"}}, "open: 1 of 2", ""},
		{[][]string{{"unsat", "unknown"}, {"(error)"}}, "open: 1 of 2", ""},
		{[][]string{{"sat", "unknown"}, {"unsat", "unsat"}}, accepted, ""},
		{[][]string{{"unsat", "unknown"}, {"unknown", "sat"}}, "rejected", "the assertion at 7:16 does not hold under the solution, says cvc5"},
		{[][]string{nil}, "open: 2 of 2", ""},
	} {
		if verdict, rejected := q.judge([]string{"z3", "cvc5"}, c.said); verdict != c.verdict || rejected != c.rejected {
			t.Errorf("%q: %q, %q", c.said, verdict, rejected)
		}
	}
}

func TestTable(t *testing.T) {
	a := &benchmark{path: "a", track: "BV"}
	b := &benchmark{path: "b", track: "LIA-lin", want: "sat"}
	late, err := recorded(b, map[string]string{"golem_verdict": "sat", "golem_s": "20.5"}, 20*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	summarize(&out, append([]*run{
		{Result: measure.Result{Input: "a", Solver: "muster", Verdict: solved, CPU: 0.01}, benchmark: a, got: "unsat"},
		{Result: measure.Result{Input: "a", Solver: "z3", Verdict: solved, CPU: 0.4}, benchmark: a, got: "unsat"},
		{Result: measure.Result{Input: "b", Solver: "muster", Verdict: solved, CPU: 2}, benchmark: b, got: "sat", cross: "open: 1 of 2"},
		{Result: measure.Result{Input: "b", Solver: "z3", Verdict: wrong, CPU: 3, Wrong: "why"}, benchmark: b},
	}, late...), 20*time.Second)
	const want = `WRONG z3: b: why
track                 n                   muster                       z3            golem (table)
BV                    1           1 = 0+1 0.10 s           1 = 0+1 0.40 s                        -
LIA-lin               1           1 = 1+0 2.00 s 0 = 0+0 (1 wrong) 40.00 s          0 = 0+0 40.00 s
all but BV            1           1 = 1+0 2.00 s 0 = 0+0 (1 wrong) 40.00 s          0 = 0+0 40.00 s
all                   2           2 = 1+1 0.45 s 1 = 0+1 (1 wrong) 4.00 s          0 = 0+0 40.00 s
median on the 1 that both decide: muster 0.010 s, z3 0.400 s
solution of muster: b: open: 1 of 2
muster: 0 of 1 solutions accepted
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}
