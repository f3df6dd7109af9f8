package check_test

import (
	"bytes"
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/check"
	"github.com/muster-smt/muster/theory/script"
	"github.com/muster-smt/muster/theory/smtlib"
)

// solved solves a script and returns its proof log.
func solved(t testing.TB, text string) string {
	t.Helper()
	var out, log bytes.Buffer
	if _, err := script.Run(context.Background(), "x", strings.NewReader(text), &out, script.Options{Proof: &log}); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	return log.String()
}

func verify(text, log string) (check.Report, error) {
	return check.Script(context.Background(), "x", strings.NewReader(text), strings.NewReader(log))
}

const decl = "(declare-sort U 0)(declare-fun p () Bool)(declare-fun q () Bool)(declare-fun x () Int)(declare-fun y () Int)(declare-fun f (Int) Int)"

// TestScripts checks logs of scripts against their own script and another one.
func TestScripts(t *testing.T) {
	for _, c := range []struct {
		script, other string // other: a script that the log does not prove
		unsat, sat    int
		why           string
	}{
		{script: "(assert p)(assert (not p))(check-sat)", other: "(assert p)(assert (not q))(check-sat)", unsat: 1,
			why: "this is not the assertion at 1:"},
		{script: "(assert (and p (not p)))(check-sat)", other: "(assert (and p p))(check-sat)", unsat: 1, why: "this is not the assertion"},
		{script: "(assert (< x y))(assert (< y x))(check-sat)", other: "(assert (< x y))(check-sat)", unsat: 1,
			why: "the log asserts something, but the script asks for satisfiability at 1:"},
		{script: "(assert (< x 3))(push)(assert (> x 3))(check-sat)(pop)(check-sat)",
			other: "(assert (< x 3))(push)(assert (> x 3))(pop)(check-sat)", unsat: 1, sat: 1,
			why: "the log asks for satisfiability, but the script closes a scope"},
		{script: "(assert (< x 3))(check-sat)", other: "(assert (< x 4))(check-sat)", sat: 1, why: "this is not the assertion"},
		{script: "(assert (= (f x) (f y)))(check-sat)", other: "(assert (= (f y) (f x)))(check-sat)", sat: 1, why: ""},
		{script: "(assert (= (f x) (f y)))(assert (= x 0))(check-sat)", other: "(assert (= (f x) (f y)))(assert (= y 0))(check-sat)", sat: 1,
			why: "this is not the assertion"},
		{script: "(assert (forall ((a Int)) (! (> (f a) 0) :pattern ((f a)))))(assert (= (f 7) 0))(check-sat)",
			other: "(assert (forall ((a Int)) (> (f (+ a 1)) 0)))(assert (= (f 7) 0))(check-sat)", unsat: 1, why: "this is not the assertion"},
		// Cores: assertions are guarded.
		{script: "(set-option :produce-unsat-cores true)(assert (! p :named a))(assert (! (not p) :named b))(check-sat)(get-unsat-core)",
			other: "(assert (! p :named a))(assert (! q :named b))(check-sat)", unsat: 1, why: "this is not the assertion"},
		{script: "(set-option :produce-unsat-cores true)(assert (! p :named a))(assert (! (not p) :named b))(check-sat)",
			other: "(assert p)(assert (not p))(check-sat)", unsat: 1},
		// Smaller cores: further queries, under fewer assumptions.
		{script: "(set-option :produce-unsat-cores true)(set-option :minimize-unsat-core true)(assert (! (and p q) :named a))(assert (! (or p q) :named b))" +
			"(assert (! (not p) :named c))(check-sat)(get-unsat-core)(check-sat)(get-unsat-core)",
			unsat: 2},
		// Assumptions.
		{script: "(assert (= p q))(check-sat-assuming (p (not q)))", other: "(assert (= p q))(check-sat-assuming (p q))", unsat: 1,
			why: "these are not the assumptions of the check at 1:"},
		{script: "(assert (= p q))(check-sat-assuming (p (not q)))", other: "(assert (= p q))(check-sat)", unsat: 1,
			why: "these are not the assumptions"},
		// Resets, and symbols that share a name.
		{script: "(assert p)(reset)(declare-fun p () Int)(assert (< p p))(check-sat)", other: "(assert p)(reset-assertions)(assert false)(check-sat)", unsat: 1,
			why: "this is not the assertion"},
		{script: "(push)(declare-const z Int)(assert (= z 0))(pop)(push)(declare-const z Real)(assert (distinct z 0.0))(check-sat)",
			other: "(declare-const z Int)(push)(assert (= z 0))(pop)(push)(assert (distinct z 0))(check-sat)", sat: 1, why: "this is not the assertion"},
		{script: "(assert p)(check-sat)(reset-assertions)(check-sat)", other: "(assert p)(check-sat)(check-sat)", sat: 2,
			why: "the log starts over, but the script asks for satisfiability"},
		{script: "(assert p)(check-sat)", other: "(assert p)(check-sat)(check-sat)", sat: 1, why: "the log ends before the script asks for satisfiability at 1:"},
		{script: "(check-sat)(check-sat)", other: "(check-sat)", sat: 2, why: "the log has a query where the script has ended"},
		// Commands that fail have no effect.
		{script: "(assert p)(assert r)(assert (not p))(check-sat)", other: "(assert p)(assert (not p))(exit)(check-sat)", unsat: 1,
			why: "the log has a query where the script has ended"},
	} {
		log := solved(t, decl+c.script)
		rep, err := verify(decl+c.script, log)
		if err != nil || rep.Unsat != c.unsat || rep.Sat != c.sat {
			t.Errorf("%s: %d unsat, %d sat, error %v", c.script, rep.Unsat, rep.Sat, err)
		}
		if c.why == "" {
			continue
		}
		var r *check.Rejected
		if _, err := verify(decl+c.other, log); !errors.As(err, &r) || !strings.Contains(r.Msg, c.why) {
			t.Errorf("a log of\n%s\nfor\n%s\nis judged: %v", c.script, c.other, err)
		}
		if _, err := check.Log(context.Background(), strings.NewReader(log)); err != nil {
			t.Errorf("%s: by itself: %v", c.script, err)
		}
	}
}

// TestGlobalDefinitions checks that a log accounts for the axioms of global recursive functions, which are
// asserted again, and that it may not when they are local.
func TestGlobalDefinitions(t *testing.T) {
	const global = "(set-option :global-declarations true)"
	for _, text := range []string{
		"(push)(define-fun-rec h ((x Int)) Int 1)(pop)(declare-const a Int)(assert (= (h a) 5))(check-sat)",
		"(define-fun-rec h ((x Int)) Int 1)(reset-assertions)(declare-const a Int)(assert (= (h a) 5))(check-sat)",
	} {
		log := solved(t, global+text)
		if rep, err := verify(global+text, log); err != nil || rep.Unsat != 1 {
			t.Errorf("%s: %d unsat, error %v", text, rep.Unsat, err)
		}
		var r *check.Rejected
		if _, err := verify(text, log); !errors.As(err, &r) {
			t.Errorf("%s: without global declarations the log is judged: %v", text, err)
		}
	}
}

// TestLogs checks handwritten logs.
func TestLogs(t *testing.T) {
	const head = "muster-proof 1\nF 1 \"p\" 1\nT 3 app 1\nF 2 \"q\" 1\nT 4 app 2\nF 3 \"f\" 2 2\nF 4 \"x\" 2\nT 5 app 4\nT 6 app 3 5\nT 7 num 1\nT 8 <= 6 7\nT 9 <= 5 7\n"
	const both = decl + "(assert p)(check-sat)"
	for _, c := range []struct{ name, script, log, want string }{
		{"not a log", both, "hello\n", "1:1: this is not a log"},
		{"empty", both, "", "1:1: this is not a log"},
		{"a lie", both, head + "a 1 3\nq 0\nu 0\n", "15:3: no two assumptions"},
		{"cut off", both, head + "a 1 3\nq 0", "14:1: the log is cut off"},
		{"in a query", both, head + "a 1 3\nq 0\n", "14:1: the log ends within a query"},
		{"global", both, head + "g 1 3\nq 0\n?\n", "13: a script asserts nothing outside"},
		{"a guard of the script", both, head + "T 10 not 4\nT 11 or 10 3\na 1 11\nq 4 0\n?\n", ""},
		{"a guard that the script has", decl + "(assert q)(assert p)(check-sat)", head + "a 1 4\nT 10 not 4\nT 11 or 10 3\na 2 11\nq 4 0\n?\n", "16: this is not the assertion"},
		{"a guard that is not assumed", both, head + "T 10 not 4\nT 11 or 10 3\na 1 11\nq 0\n?\n", "16: these are not the assumptions"},
		{"a guard that the script has later", decl + "(assert p)(assert q)(check-sat)", head + "T 10 not 4\nT 11 or 10 3\na 1 11\na 2 4\nq 4 0\n?\n", "16: this is not the assertion"},
		{"a wrong simplification", both, head + "R 6 5\na 1 3\nq 0\n?\n", "13: evaluation shows that this is wrong"},
		{"a wrong formula", both, head + "R 8 9\na 1 3\nq 0\n?\n", "13: evaluation shows that this is wrong"},
	} {
		_, err := verify(c.script, c.log)
		var r *check.Rejected
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want != "" && (!errors.As(err, &r) || !strings.HasPrefix(r.Error(), c.want)):
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
	var syntax *smtlib.Error
	if _, err := verify("(assert", head); !errors.As(err, &syntax) {
		t.Errorf("a script that cannot be read: %v", err)
	}
}

// TestCancelled stops a check by its context.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	enough := errors.New("enough")
	cancel(enough)
	log := "muster-proof 1\n"
	for n := range 2000 {
		log += "+ " + strconv.Itoa(n+3) + "\n-\n"
	}
	if _, err := check.Log(ctx, strings.NewReader(log)); !errors.Is(err, enough) {
		t.Error(err)
	}
}

// FuzzScript checks arbitrary logs against satisfiable scripts, which none may prove
// unsat. The seeds are logs of scripts that differ little.
func FuzzScript(f *testing.F) {
	scripts := []struct{ sat, unsat string }{
		{"(assert p)(assert (not q))(check-sat)", "(assert p)(assert (not p))(check-sat)"},
		{"(assert (< x 3))(assert (> x 1))(check-sat)", "(assert (< x 3))(assert (> x 2))(check-sat)"},
		{"(assert (= (f x) 1))(assert (= (f y) 2))(check-sat)", "(assert (= (f x) 1))(assert (= (f x) 2))(check-sat)"},
		{"(assert (or p q))(push)(assert (not p))(check-sat-assuming (q))", "(assert (or p q))(push)(assert (not p))(check-sat-assuming ((not q)))"},
		{"(assert (forall ((a Int)) (> (f a) 0)))(assert (= (f 7) 1))(check-sat)", "(assert (forall ((a Int)) (> (f a) 0)))(assert (= (f 7) 0))(check-sat)"},
		{"(assert (= (* 2 x) (* 4 y)))(check-sat)", "(assert (= (* 2 x) (+ 1 (* 4 y))))(check-sat)"},
	}
	for i, s := range scripts {
		f.Add(i, solved(f, decl+s.unsat))
		f.Add(i, solved(f, decl+s.sat))
	}
	f.Fuzz(func(t *testing.T, i int, log string) {
		rep, err := verify(decl+scripts[uint(i)%uint(len(scripts))].sat, log)
		var r *check.Rejected
		switch {
		case err == nil && rep.Unsat > 0 && rep.Log.Complete():
			t.Error("a satisfiable script is proved unsat")
		case err != nil && (!errors.As(err, &r) || r.Line < 1 || r.Line > 1+strings.Count(log, "\n") || r.Col < 0 || r.Col > len(log)+1):
			t.Errorf("%v: there is no such place", err)
		}
	})
}
