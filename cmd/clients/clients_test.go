package main

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestTable makes sure that the rows of the table are complete, without any client.
func TestTable(t *testing.T) {
	seen := map[string]bool{}
	for i := range clients {
		c := &clients[i]
		switch {
		case c.name == "" || seen[c.name]:
			t.Errorf("%q is no name, or occurs twice", c.name)
		case len(c.needs) == 0 || !strings.HasPrefix(c.ext, "."):
			t.Errorf("%s: it says neither what it needs nor how its inputs end", c.name)
		case stands[c.solver] == nil:
			t.Errorf("%s: nothing stands for %q", c.name, c.solver)
		case len(c.run) == 0 || c.read == nil:
			t.Errorf("%s: no command, or nothing that reads its output", c.name)
		case c.named == "":
			t.Errorf("%s: nothing says how it is told to use a solver", c.name)
		}
		seen[c.name] = true
		for _, args := range append(append([][]string{c.setup}, c.build...), c.run...) {
			for _, a := range args {
				w := world{dir: "d"}
				if x := w.expand(a, program{client: c, path: "p" + c.ext}); strings.ContainsAny(x, "{}") {
					t.Errorf("%s: %q has an unknown placeholder", c.name, a)
				}
			}
		}
	}
}

// TestCorpus makes sure that each program of the corpus belongs to a client and says
// what to expect, that each client has programs, and that some of them fail.
func TestCorpus(t *testing.T) {
	belongs := map[string]bool{}
	total := 0
	for i := range clients {
		c := &clients[i]
		if c.bench != nil {
			continue
		}
		programs, err := c.programs(options{corpus: "testdata"})
		if err != nil {
			t.Error(err)
		}
		if len(programs) == 0 {
			t.Errorf("%s has no programs", c.name)
		}
		for _, p := range programs {
			belongs[p.path] = true
		}
		total += len(programs)
	}
	files, err := filepath.Glob("testdata/*/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !belongs[filepath.FromSlash(f)] {
			t.Errorf("%s belongs to no client", f)
		}
	}
	if total < 50 {
		t.Errorf("%d programs, less than 50", total)
	}
}

func TestHeader(t *testing.T) {
	for _, c := range []struct{ text, expect, needs string }{
		{"// expect: 2 verified, 1 error\n\nvar x: int;\n", "2 verified, 1 error", ""},
		{"(* expect: 3 valid *)\n(* needs: datatypes *)\n", "3 valid", "datatypes"},
		{"# expect: sat\n# what it is about\n", "sat", ""},
		{"var x: int;\n", "", ""},
	} {
		expect, needs, err := header([]byte(c.text))
		if expect != c.expect || needs != c.needs || (err == nil) != (c.expect != "") {
			t.Errorf("%q: %q, %q, %v", c.text, expect, needs, err)
		}
	}
}

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		name, out, want string
		read            func(string) verdict
	}{
		{"boogie", "Prover error: line 18 column 28: unknown parameter\n" +
			"a.bpl(13,52): Error BP5001: This assertion might not hold.\nExecution trace:\n    a.bpl(13,28): anon0\n" +
			"a.bpl(7,11): Error BP5003: A postcondition might not hold on this return path.\na.bpl(6,3): Related location: This one.\n" +
			"\nBoogie program verifier finished with 2 verified, 2 errors\n",
			"2 verified, 2 errors: (13,52) BP5001, (7,11) BP5003", boogie},
		{"dafny", "a.dfy(3,5): Error: index out of range\n\nDafny program verifier finished with 0 verified, 1 error\n",
			"0 verified, 1 error: (3,5)", boogie},
		{"why3", "File a.mlw:\nGoal fill'vc.\nProver result is: Valid (0.02s, 17118 steps).\n\nFile a.mlw:\nGoal wrong.\n" +
			"Prover result is: Unknown (unknown) (0.02s, 25894 steps).\n", "1 valid, 1 not: wrong", why3},
		{"frama-c", "[wp] [Z3 4.8.12] Goal typed_f_ensures : Timeout (Qed:16ms) (5s)\n[wp] Proved goals:    9 / 10\n", "9 / 10: typed_f_ensures", framaC},
		{"rumur", "\tNo error found.\n\n\t3 states, 3 rules fired in 0s.\n5387\n", "no error, 3 states, 3 rules fired: 5387", rumur},
		{"smtbmc", "##   0:00:00  Assert failed in top: a.v:5.12-5.34\n##   0:00:00  Status: FAILED\n##   0:00:00  Status: PASSED\n",
			"FAILED; PASSED: top: a.v:5.12-5.34", bmc},
		{"sat", "c a comment\ns UNSATISFIABLE\n", "UNSATISFIABLE", satCompetition},
		{"abc", "CNF was dumped.\nThe problem has no solution.\n", "none", abc},
		{"lines", "sat\n((x 1))\n", "sat; ((x 1))", said},
		{"crash", "Fatal Error: ProverException\n", "no verdict: Fatal Error: ProverException", boogie},
	} {
		if got := c.read(c.out).String(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestJudge(t *testing.T) {
	c := &client{name: "c"}
	a, b := answer{verdict: verdict{sum: "sat"}}, answer{verdict: verdict{sum: "unsat"}}
	far := answer{verdict: verdict{sum: "sat", details: []string{"there"}}}
	late := answer{verdict: verdict{sum: "no end"}, late: true}
	for _, x := range []struct {
		p                 program
		reference, muster answer
		want              kind
	}{
		{program{client: c, expect: "sat"}, a, a, agrees},
		{program{client: c}, b, b, agrees},
		{program{client: c, expect: "sat"}, a, b, differs},
		{program{client: c, expect: "sat"}, a, far, differs},
		{program{client: c, expect: "unsat"}, a, a, wrong},
		{program{client: c}, late, late, differs},
		{program{client: c, expect: "sat"}, answer{absent: true}, a, agrees},
		{program{client: c, expect: "sat"}, answer{absent: true}, b, differs},
		{program{client: c, expect: "sat", needs: "reals"}, a, b, unsupported},
		{program{client: c, expect: "sat", needs: "reals"}, a, a, joined},
	} {
		if got := judge(x.p, x.reference, x.muster); got != x.want {
			t.Errorf("%v, %v, %v: %v, want %v", x.p, x.reference, x.muster, got, x.want)
		}
	}
}

// TestRun runs a client of the test's own: a shell script that asks its solver, which is
// another script.
func TestRun(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	dir := t.TempDir()
	corpus := filepath.Join(dir, "corpus", "sh")
	if err := os.MkdirAll(corpus, 0o777); err != nil {
		t.Fatal(err)
	}
	script := func(name, text string) string {
		if err := os.WriteFile(name, []byte("#!/bin/sh\n"+text), 0o777); err != nil {
			t.Fatal(err)
		}
		return name
	}
	z3 := script(filepath.Join(dir, "one"), "echo unsat\n")
	other := script(filepath.Join(dir, "two"), "echo sat; exec sleep 20\n")
	p := program{client: &client{
		name: "sh", ext: ".sh", solver: "z3", config: "conf", text: "solver = {solver}\n",
		setup: []string{"test", "-e", "{home}/conf"}, build: [][]string{{"cp", "{program}", "{name}.copy"}},
		run:  [][]string{{"sh", "{dir}/{name}.copy"}},
		read: func(out string) verdict { return verdict{sum: strings.TrimSpace(out)} },
	}, path: script(filepath.Join(corpus, "ask.sh"), "z3; cat $HOME/conf\n")}
	worlds, err := makeWorlds(filepath.Join(dir, "work"), options{muster: other, reference: z3})
	if err != nil {
		t.Fatal(err)
	}
	got := worlds[0].answer(context.Background(), time.Hour, p)
	if want := "unsat\nsolver = " + worlds[0].solver("z3"); got.sum != want {
		t.Errorf("%q, want %q", got.sum, want)
	}
	if got := worlds[1].answer(context.Background(), 500*time.Millisecond, p); got.sum != "no end within 500ms" {
		t.Errorf("%q of a solver that hangs", got.sum)
	}
}
