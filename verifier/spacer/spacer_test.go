package spacer_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/chc"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/horn"
)

// verify asks spacer about a program, and has the answer checked.
func verify(t *testing.T, src string) verifier.Result {
	t.Helper()
	rep, err := driver.Verify(context.Background(), "test.bpl", []byte(src), driver.Options{
		Question: driver.Question{Front: boogie.Front{}},
		Limits:   driver.Limits{Unbounded: -1},
		Engines:  driver.Engines{Engine: "spacer", Invariants: true},
		Output:   driver.Output{Check: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	if rep.Result.Verdict() == verifier.Safe && rep.Check.State != driver.CheckOK {
		t.Errorf("the solution is not confirmed: %v", rep.Check)
	}
	return rep.Result
}

// fig3 is the program of the paper's Fig. 3.
const fig3 = `
procedure {:entrypoint} M(m0: int) {
  var l0, l1, m: int;
  call l0 := T(m0);
  call l1 := D(l0);
  call m := D(l1);
  assert PROPERTY;
}
procedure T(t0: int) returns (t: int) {
  if (t0 <= 0) { t := t0; } else { t := t0 - 2; call t := T(t); t := t + 1; }
}
procedure D(d0: int) returns (d: int) { d := d0 - 1; }`

func TestPrograms(t *testing.T) {
	for _, c := range []struct {
		name, src string
		want      verifier.Verdict
	}{
		{"Fig. 3", strings.Replace(fig3, "PROPERTY", "m0 >= 2*m + 4", 1), verifier.Safe},
		{"Fig. 3, too strong", strings.Replace(fig3, "PROPERTY", "m0 >= 2*m + 5", 1), verifier.Unsafe},
		{"a loop", `
procedure {:entrypoint} main(n: int) {
  var x, y: int;
  x := 0; y := 0;
  while (x < n) { x := x + 1; y := y + 2; }
  assert y == 2 * x;
}`, verifier.Safe},
		{"an error deep in a loop", `
procedure {:entrypoint} main() {
  var x, y: int;
  x := 0; y := 0;
  while (x < 10) { x := x + 1; y := y + x; }
  assert y != 55;
}`, verifier.Unsafe},
		{"two nested loops", `
procedure {:entrypoint} main(n: int) {
  var i, j, k: int;
  i := 0; k := 0;
  while (i < n) { j := 0; while (j < i) { j := j + 1; k := k + 1; } i := i + 1; }
  assert k >= 0;
}`, verifier.Safe},
		{"mutual recursion", `
procedure {:entrypoint} main(n: int) { var b: bool; assume n >= 0; call b := even(n); assert b ==> n != 7; }
procedure even(n: int) returns (b: bool) { if (n == 0) { b := true; } else { call b := odd(n - 1); } }
procedure odd(n: int) returns (b: bool) { if (n == 0) { b := false; } else { call b := even(n - 1); } }`, verifier.Safe},
		{"constants", `
const a, b, c: int;
procedure {:entrypoint} main(n: int) { var r: int; call init(); call r := walk(n, a); call check(r); }
procedure init() { assume a < b; call more(); }
procedure more() { assume b < c; }
procedure walk(n: int, p: int) returns (q: int) { q := p; if (n > 0) { if (p == a) { q := b; } else { q := c; } call q := walk(n - 1, q); } }
procedure check(r: int) { if (b < r) { assert a + 2 <= r; } else { assert r <= b; } }`, verifier.Safe},
		{"constants on some paths only", `
const a, b: int;
procedure {:entrypoint} main(n: int) { if (n > 0) { assume a < b; call check(n); } else { call check(n); } }
procedure check(n: int) { if (n > 5) { assert a != b; } else { assert n <= 0 || a <= b; } }`, verifier.Safe},
		{"constants on some paths only, too strong", `
const a, b: int;
procedure {:entrypoint} main(n: int) { if (n > 0) { assume a < b; call check(n); } else { call check(n); } }
procedure check(n: int) { if (n > 5) { assert a != b; } else { assert a <= b; } }`, verifier.Unsafe},
		{"an array", `
procedure {:entrypoint} main(n: int) {
  var a: [int]int; var i: int;
  a[n] := 1; i := 0;
  while (i < n) { a[i] := 0; i := i + 1; }
  assert a[n] == 1;
}`, verifier.Safe},
		{"no path to the assertion", `procedure {:entrypoint} main() { assume false; assert false; }`, verifier.Safe},
		{"no loop", `procedure {:entrypoint} main(n: int) { assert n != 3; }`, verifier.Unsafe},
	} {
		if got := verify(t, c.src); got.Verdict() != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestCandidate: where the solver has a candidate for a model, which turns out to be none, the answer is unknown for the
// solver's reason.
func TestCandidate(t *testing.T) {
	src, err := os.ReadFile("testdata/branching.smt2")
	if err != nil {
		t.Fatal(err)
	}
	script, err := chc.Read("branching.smt2", bytes.NewReader(src), term.NewStore(), nil)
	if err != nil {
		t.Fatal(err)
	}
	rep, err := horn.SolveScript(context.Background(), script, horn.Options{Engine: "spacer"})
	if err != nil || rep.Status == sat.Unknown && rep.Reason.Kind != reason.Branching || rep.Status == sat.Sat {
		t.Fatalf("%v (%v), %v", rep.Status, rep.Reason, err)
	}
}

// TestSolution: the answer to the paper's appendix A is one for all bounds, and a solution of the clauses.
func TestSolution(t *testing.T) {
	src, err := os.ReadFile("testdata/gpdr.smt2")
	if err != nil {
		t.Fatal(err)
	}
	script, err := chc.Read("gpdr.smt2", bytes.NewReader(src), term.NewStore(), nil)
	if err != nil {
		t.Fatal(err)
	}
	rep, err := horn.SolveScript(context.Background(), script, horn.Options{Engine: "spacer", Model: true})
	if err != nil || rep.Status != sat.Sat || rep.Solution == nil {
		t.Fatalf("%+v, %v", rep, err)
	}
}

// TestCallTree: procedures that each call the next one twice are many executions, but one query each. TestBebop has the program
// that the paper measures.
func TestCallTree(t *testing.T) {
	const levels = 200
	var src strings.Builder
	fmt.Fprintln(&src, "procedure {:entrypoint} main() { var x: int; x := 0; call x := p0(x); assert x >= 0; }")
	for i := range levels {
		fmt.Fprintf(&src, "procedure p%d(x: int) returns (y: int) { call y := p%d(x); call y := p%d(y); }\n", i, i+1, i+1)
	}
	fmt.Fprintf(&src, "procedure p%d(x: int) returns (y: int) { y := x + 1; }\n", levels)
	got := verify(t, src.String())
	if got.Verdict() != verifier.Safe {
		t.Fatal(got)
	}
	for _, c := range got.Stats().Counters {
		if c.Name == "spacer: queries" && c.Value > 4*levels {
			t.Errorf("%d queries", c.Value)
		}
	}
}
