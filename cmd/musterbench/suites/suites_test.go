package suites

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// What is expected is read in the form of each tool, and answers are compared with it. The folders of testdata are small suites in these forms.
func TestCompare(t *testing.T) {
	failure := func(line, column, kind string) string {
		return `{"verdict": "failed", "count": {"verified": 2}, "procedures": [{"name": "bad", "verdict": "failed", "failures": [
			{"verdict": "failed", "kind": "` + kind + `", "at": {"line": ` + line + `, "column": ` + column + `}}]}]}`
	}
	const good = `{"verdict": "verified", "count": {"verified": 1}, "procedures": [{"name": "good", "verdict": "verified"}]}`
	for _, c := range []struct {
		file string
		run  int
		a    answer
		want Outcome
	}{
		{"boogie/Test/calls.bpl", 0, answer{10, failure("14", "3", "requires"), ""}, Equal},
		{"boogie/Test/calls.bpl", 0, answer{10, failure("14", "3", "assert"), ""}, Differs},
		{"boogie/Test/calls.bpl", 0, answer{10, failure("19", "3", "requires"), ""}, Differs},
		{"boogie/Test/calls.bpl", 0, answer{0, good, ""}, Differs},
		{"boogie/Test/calls.bpl", 0, answer{5, `{"procedures": [{"name": "bad", "verdict": "unknown"}]}`, ""}, Fewer},
		{"boogie/Test/calls.bpl", 0, answer{2, `{"error": "calls.bpl:9:1: a call is not supported"}`, ""}, Refused},
		{"boogie/Test/calls.bpl", 0, answer{6, "", "internal error: no"}, Differs},
		{"boogie/Test/calls.bpl", 0, answer{-1, "", "no such file"}, Differs},
		{"boogie/Test/calls.bpl", 1, answer{0, good, ""}, Equal},
		{"boogie/Test/scope.bpl", 0, answer{2, `{"error": "undeclared", "line": 5}`, ""}, Equal},
		{"boogie/Test/scope.bpl", 0, answer{2, `{"error": "undeclared", "line": 3}`, ""}, Refused},
		{"boogie/Test/scope.bpl", 0, answer{0, good, ""}, Differs},
		{"boogie/Test/loop.bpl", 0, answer{10, `{"verdict": "unsafe"}`, ""}, Equal},
		{"boogie/Test/loop.bpl", 0, answer{0, `{"verdict": "safe"}`, ""}, Differs},
		{"boogie/Test/depth.bpl", 0, answer{0, good, ""}, Refused},
		{"boogie/Test/infer.bpl", 0, answer{0, `{"verdict": "verified", "count": {"verified": 1}, "chosen": {"b": true, "c": false}, "procedures": []}`, ""}, Equal},
		{"boogie/Test/infer.bpl", 0, answer{0, `{"verdict": "verified", "count": {"verified": 1}, "chosen": {"b": false, "c": false}, "procedures": []}`, ""}, Differs},
		{"boogie/Test/loop.bpl", 0, answer{5, `{"verdict": "unknown", "reason": "timeout"}`, ""}, Fewer},
		{"z3/two.smt2", 0, answer{0, "sat\nunsat\n", ""}, Equal},
		{"z3/two.smt2", 0, answer{0, "sat\nsat\n", ""}, Differs},
		{"z3/two.smt2", 0, answer{0, "unknown\nunsat\n", ""}, Fewer},
		{"z3/two.smt2", 0, answer{0, "sat\n", ""}, Fewer},
		{"z3/two.smt2", 0, answer{1, "sat\n(error \"line 3 column 1: no\")\nunsat\n", ""}, Refused},
		{"cvc5/comments.smt2", 0, answer{0, "sat\nunsat\n", ""}, Equal},
		{"cvc5/comments.smt2", 0, answer{0, "unsat\nunsat\n", ""}, Differs},
		{"cvc5/status.smt2", 0, answer{0, "unsat\n", ""}, Equal},
		{"cvc5/error.smt2", 0, answer{1, "(error \"line 4 column 9: unknown constant p\")\n", ""}, Equal},
		{"cvc5/error.smt2", 0, answer{0, "", ""}, Differs},
		{"yices/gold.smt2", 0, answer{0, "sat\n", ""}, Equal},
		{"yices/gold.smt2", 0, answer{0, "unsat\n", ""}, Differs},
	} {
		tests, err := find("testdata", filepath.FromSlash(c.file))
		if err != nil || c.run >= len(tests) {
			t.Fatalf("%s: %d tests, %v", c.file, len(tests), err)
		}
		if got, why := tests[c.run].want.compare(c.a); got != c.want {
			t.Errorf("%s, %+v: %s (%s), want %s", c.file, c.a, got, why, c.want)
		}
	}
}

// Flags of Boogie are translated.
func TestFlags(t *testing.T) {
	tests, err := find("testdata", filepath.FromSlash("boogie/Test/calls.bpl"))
	if err != nil || len(tests) != 3 || tests[2].want != nil {
		t.Fatalf("%+v, %v", tests, err)
	}
	if got := strings.Join(tests[1].args, " "); got != "verify --json --modular --houdini=false --proc good" || len(tests[1].libs) != 1 || filepath.Base(tests[1].libs[0]) != "base.bpl" {
		t.Errorf("%s %v", got, tests[1].libs)
	}
	tests, err = find("testdata", filepath.FromSlash("boogie/Test/loop.bpl"))
	if err != nil || len(tests) != 1 {
		t.Fatal(err)
	}
	if got := strings.Join(tests[0].args, " "); got != "verify --json --bound 4" {
		t.Error(got)
	}
}

// A suite is run and counted, with a program that answers alike to all.
func TestRun(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the program is a script of the shell")
	}
	program := filepath.Join(t.TempDir(), "answer")
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho unsat\necho '(error \"line 3 column 7: the sort \"\"Seq\"\" is not supported\")'\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	var out, errs strings.Builder
	err := Run(context.Background(), &out, &errs, &Options{Muster: program, Dir: "testdata", Limit: time.Minute, Only: "smt2$"})
	if err == nil || err.Error() != "3 answers differ" {
		t.Error(err)
	}
	const want = `| folder | tests | equal | fewer | refused | differing |
|---|---|---|---|---|---|
| cvc5 | 3 | 1 | 0 | 1 | 1 |
| yices | 1 | 0 | 0 | 0 | 1 |
| z3 | 1 | 0 | 0 | 0 | 1 |
| all | 5 | 1 | 0 | 1 | 3 |

| refused | tests |
|---|---|
| the sort _ is not supported | 1 |
`
	if out.String() != want {
		t.Errorf("got\n%s\n%s", out.String(), errs.String())
	}
}
