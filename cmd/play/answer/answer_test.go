package answer_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/muster-smt/muster/cmd/play/answer"
)

// ask returns the answer, and what was printed before it.
func ask(t *testing.T, q answer.Request) (*answer.Answer, string) {
	t.Helper()
	var a *answer.Answer
	var out strings.Builder
	answer.Run(t.Context(), q, func(e answer.Event) {
		if a != nil {
			t.Error("there is more after the answer")
		}
		a = e.Answer
		out.WriteString(e.Output)
	})
	if a == nil {
		t.Fatal("there is no answer")
	}
	return a, out.String()
}

// summary writes an answer on a few lines.
func summary(a *answer.Answer) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s | %s\n", a.Verdict, a.Line)
	for _, n := range a.Notes {
		fmt.Fprintln(&b, "note:", n)
	}
	if a.At != nil {
		fmt.Fprintf(&b, "at %d:%d\n", a.At.Line, a.At.Column)
	}
	for _, t := range a.Tables {
		fmt.Fprintf(&b, "%s %v %v\n", t.Title, t.Head, t.Rows)
	}
	return b.String()
}

func TestRun(t *testing.T) {
	for _, c := range []struct{ name, kind, text, want string }{
		{"safe", "boogie", "procedure main() { assert true; }", "safe | safe\n"},
		{"error of a program", "boogie", "procedure main() {\n  x := 1; }", "error | error\nnote: line 2: undeclared identifier 'x'\nat 2:3\n"},
		{"model", "smt", `(declare-fun f (Int Int) Int) (declare-const a (Array Int Int)) (declare-const x Int)
(assert (and (= (f 1 2) 3) (= (f 4 5) 6) (= (select a 1) 5) (= (select a 2) 6) (= x 7)))
(check-sat) (get-value (x (+ x 1)))`, `sat | sat
values [term value] [[x 7] [(+ x 1) 8]]
model [constant sort value] [[x Int 7]]
f: (Int Int) → Int [x!0 x!1 value] [[4 5 6] [others others 3]]
a: (Array Int Int) [index value] [[2 6] [others 5]]
`},
		{"error of a command", "smt", "(assert true)\n(check-sat)\n(frob)", "sat | sat\nnote: 1 commands were answered with an error\nat 3:2\n"},
		{"clauses in a script", "smt", "(set-logic HORN)(declare-fun p (Int) Bool)(assert (forall ((x Int)) (=> (= x 0) (p x))))\n(assert (forall ((x Int)) (=> (p x) (= x 1))))(check-sat)",
			"unsat | unsat\n"},
		{"solution", "horn", "(set-logic HORN)(declare-fun p (Int) Bool)(assert (forall ((x Int)) (=> (= x 0) (p x))))\n(assert (forall ((x Int)) (=> (p x) (>= x 0))))(check-sat)",
			"sat | sat\ndefinitions [name parameters body] [[p ((x!0 Int)) (= x!0 0)]]\n"},
		{"formula", "cnf", "c on 1\np cnf 2 2\n1 0\n-1 -2 0\n", "sat | sat\nnote: 2 variables, 2 clauses\nmodel [variable value name] [[1 true on] [2 false ]]\n"},
		{"no formula", "cnf", "p cnf 1 2\n1 0\n", "error | error\nnote: line 3: the header declares 2 clauses, but there are 1\nat 3:1\n"},
		{"core", "cnf", "p inccnf\n1 2 0\na -1 0\n-2 0\na -1 3 0\n", "unsat | unsat\nnote: the answer to the last one of 2 queries\nnote: 3 variables, 2 clauses\nassumptions that contradict the clauses [literal] [[-1]]\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, _ := ask(t, answer.Request{Kind: c.kind, Text: c.text})
			if got := summary(a); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
}

// TestFaults asks for all that fails in a program, and by contracts.
func TestFaults(t *testing.T) {
	const program = "procedure p(n: int)\n  requires n > 0;\n{\n}\nprocedure main(n: int)\n{\n  call p(n);\n  assert {:msg \"too small\"} n > 3;\n}\nprocedure q()\n  ensures false;\n{\n}\n" +
		"procedure ok()\n{\n}\nprocedure r(x: real)\n{\n  assert x ** 2.0 > 0.0;\n}\n"
	for what, want := range map[string]string{
		"all": "unsafe | unsafe: 2 assertions fail\nnote: other assertions: safe\nfault 7:3 a precondition of this call fails\n  2:3 the requires that fails there\nfault 8:3 this assertion fails\n",
		"modular": "unsafe | 2 procedures verified, 3 errors, 1 unknown\nfault 7:3 A precondition for this call might not hold.\n  2:3 This is the precondition that might not hold.\n" +
			"fault 8:3 too small\nfault 13:1 A postcondition might not hold on this return path.\n  11:3 This is the postcondition that might not hold.\n" +
			"open 17:11 r: line 19: real power '**' is not supported\n",
	} {
		a, _ := ask(t, answer.Request{Kind: "boogie", Text: program, Ask: what})
		got := summary(a)
		for _, f := range a.Faults {
			got += fmt.Sprintf("%s %d:%d %s\n", map[bool]string{true: "open", false: "fault"}[f.Open], f.At.Line, f.At.Column, f.Text)
			for _, r := range f.Related {
				got += fmt.Sprintf("  %d:%d %s\n", r.At.Line, r.At.Column, r.Text)
			}
			if len(f.Steps) == 0 && !f.Open {
				t.Error("a fault has no steps:", f.Text)
			}
		}
		if got != want {
			t.Errorf("%s: got\n%swant\n%s", what, got, want)
		}
	}
	if a, _ := ask(t, answer.Request{Kind: "boogie", Text: "procedure main() { assert true; }", Ask: "all"}); a.Line != "safe" {
		t.Errorf("what has no fault is %s", a.Line)
	}
}

// TestSteps looks for what the page shows of a trace and of a derivation.
func TestSteps(t *testing.T) {
	const program = "var g: int;\nprocedure main() modifies g; {\n  var i: int;\n  i := 0;\n  while (i < 1) {\n    i := i + 1;\n  }\n  g := i;\n  assert g == 0;\n}\n"
	a, _ := ask(t, answer.Request{Kind: "boogie", Text: program})
	if a.Verdict != "unsafe" || a.At == nil || a.At.Line != 9 || fmt.Sprint(a.Globals) != "[g]" {
		t.Errorf("%+v", a)
	}
	found := map[string]bool{}
	for _, s := range a.Steps {
		found[fmt.Sprintf("%s %v %d %v", s.Kind, s.Writes, s.Place.Line, s.Made)] = true
	}
	for _, want := range []string{"value [{i 0 false}] 4 false", "value [{g 1 false}] 8 false", "fail [] 9 false"} {
		if !found[want] {
			t.Errorf("there is no step %q among %v", want, found)
		}
	}
	const clauses = "(set-logic HORN)\n(declare-fun p (Int) Bool)\n(assert (p 0))\n(assert (forall ((x Int)) (=> (p x) (p (+ x 1)))))\n(assert (forall ((x Int)) (=> (p x) (< x 1))))\n"
	a, _ = ask(t, answer.Request{Kind: "horn", Text: clauses})
	if len(a.Facts) == 0 {
		t.Fatal("there is no derivation")
	}
	last := a.Facts[len(a.Facts)-1]
	if last.Text != "false" || last.Place.Line != 5 || fmt.Sprint(last.From) != "[2]" || fmt.Sprint(last.Values) != "[{x 1 false}]" {
		t.Errorf("the last fact is %+v", last)
	}
}

// TestLimit stops a formula that is hard, in every kind.
func TestLimit(t *testing.T) {
	var random, sums strings.Builder
	const n = 500
	fmt.Fprintf(&random, "p cnf %d %d\n", n, n*43/10)
	r := rand.New(rand.NewPCG(1, 2))
	literal := func() int { return (1 + r.IntN(n)) * (1 - 2*r.IntN(2)) }
	for range n * 43 / 10 {
		fmt.Fprintln(&random, literal(), literal(), literal(), 0)
	}
	sums.WriteString("(declare-const a Int)(declare-const b Int)(declare-const c Int)(assert (and (> a 1) (> b 1) (= (* a a a b) (+ 7 (* c c c c c b)))(= (* a b c) 1000003)))(check-sat)")
	for kind, text := range map[string]string{"cnf": random.String(), "smt": sums.String()} {
		a, _ := ask(t, answer.Request{Kind: kind, Text: text, Seconds: 0.2})
		if a.Verdict != "unknown" {
			t.Errorf("%s: %s", kind, a.Line)
		}
	}
}

// TestExamples runs the examples of the page, whose first line says what the verdict is.
func TestExamples(t *testing.T) {
	kinds := map[string]string{".bpl": "boogie", ".smt2": "smt", ".horn": "horn", ".cnf": "cnf"}
	files, err := filepath.Glob("../page/examples/*")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no examples: ", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(string(text), "\n")
		_, want, _ := strings.Cut(first, "Verdict: ")
		if a, _ := ask(t, answer.Request{Kind: kinds[filepath.Ext(file)], Text: string(text)}); a.Line != want {
			t.Errorf("%s: %s, and it promises %q", file, a.Line, want)
		}
	}
}
