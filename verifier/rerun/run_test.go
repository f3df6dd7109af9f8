package rerun_test

import (
	"testing"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/rerun"
)

// Runs are not gone on with from a state behind a split that was there behind one before, unless the exit is only found
// so: what differs is the place, a global, a local, an element of a map, or what a caller has.
func TestAll(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       string // safe, fails or, if the steps do not suffice, nothing
		runs       int64  // at most; 0 for any
	}{
		{"the same state in each iteration",
			"procedure main() { var x: int; x := 3; while (*) { x := 3; } assert x == 3; }", "safe", 3},
		{"an exit behind it",
			"procedure main() { var x: int; x := 3; while (*) { x := 3; } assert x == 4; }", "fails", 0},
		{"ways that join",
			`procedure main() { var i: int; var x: int; i := 0; while (i < 100) { ` +
				`if (*) { x := 1; } else { x := 1; } i := i + 1; } assert x == 1 || i < 100; }`, "safe", 200},
		{"an exit behind ways that join",
			`procedure main() { var x: int; if (*) { x := 1; } else { x := 1; } ` +
				`if (*) { x := 2; } assert x == 1; }`, "fails", 0},
		{"the last way leads to the exit",
			`procedure main() { var x: int; if (*) { x := 1; } else if (*) { x := 1; } else { x := 2; } ` +
				`if (*) { x := x; } assert x == 1; }`, "fails", 0},
		{"an exit in the second iteration",
			"procedure main() { var i: int; i := 0; while (*) { if (*) { assert i == 0; } i := 1 - i; } }", "fails", 0},
		{"no exit in either",
			"procedure main() { var i: int; i := 0; while (*) { if (*) { assert i <= 1; } i := 1 - i; } }", "safe", 0},
		{"a global differs",
			"var g: int; procedure main() modifies g; { var k: int; g := 0; if (*) { } else { g := 1; } " +
				"if (*) { k := 1; } else { k := 2; } assert g == 0 || k == 1; }", "fails", 0},
		{"a local differs",
			"procedure main() { var k, x: int; x := 0; if (*) { } else { x := 1; } " +
				"if (*) { k := 1; } else { k := 2; } assert x == 0 || k == 1; }", "fails", 0},
		{"an element differs",
			"procedure main() { var k: int; var m: [int]int; m[70] := 0; if (*) { } else { m[70] := 1; } " +
				"if (*) { k := 1; } else { k := 2; } assert m[70] == 0 || k == 1; }", "fails", 0},
		{"a number of more than 64 bits differs",
			"procedure main() { var k, x: int; x := 36893488147419103232; if (*) { } else { x := x + 1; } " +
				"if (*) { k := 1; } else { k := 2; } assert x == 36893488147419103232 || k == 1; }", "fails", 0},
		{"what was known is no longer",
			"procedure main() { var x: int; x := 0; while (*) { if (*) { assert x == 0; } havoc x; } }", "fails", 0},
		{"the caller is elsewhere",
			`procedure f() { if (*) { } else { } } ` +
				`procedure main() { var x: int; x := 0; call f(); x := 1; call f(); assert x == 0; }`, "fails", 0},
		{"the caller has another value",
			`procedure f() { if (*) { } else { } } ` +
				`procedure main() { var x: int; x := 0; while (*) { call f(); if (*) { assert x == 0; } x := 1; } }`, "fails", 0},
		{"an assumption decides the one before it",
			"procedure main() { var g, h: bool; assert (g || h) && !h ==> g; }", "safe", 0},
		{"all but one of the alternatives are false",
			"procedure main() { var g: bool; assume false || g; assert g; }", "safe", 0},
		{"all but one are false as executed",
			"procedure main() { var g: bool; var k: int; k := 1; assume g || k == 0; assert g; }", "safe", 0},
		{"all but one of a conjunction are true",
			"procedure main() { var g: bool; if (true && g) { return; } assert !g; }", "safe", 0},
		{"no value of a variable will do",
			"procedure main() { var g: bool; assert if g then g else true; }", "safe", 0},
		{"one value of a variable will do",
			"procedure main() { var g, h: bool; assume (g && h) || (g && !h); assert g; }", "safe", 0},
		{"a variable may have both values",
			"procedure main() { var g, h: bool; assume (g && h) || (g && !h); assert h; }", "fails", 0},
		{"two alternatives are open",
			"procedure main() { var g, h: bool; assume g || h; assert g; }", "fails", 0},
		{"calls without end",
			`procedure f(n: int) { if (*) { call f(1 - n); } } procedure main() { call f(0); }`, "", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			st := term.NewStore()
			p, err := boogie.Load("p.bpl", []byte(c.text), st)
			if err != nil {
				t.Fatal(err)
			}
			prep, err := passes.Run(t.Context(), p, passes.Options{Entry: "main"})
			if err != nil {
				t.Fatal(err)
			}
			out, err := rerun.All(t.Context(), prep.Flat, prep.Defs, 1000, 1<<16)
			right := out.Safe == (c.want == "safe") && out.Fails == (c.want == "fails")
			if err != nil || !right || c.runs > 0 && out.Runs > c.runs {
				t.Errorf("%+v, %v; want %s", out, err, c.want)
			}
		})
	}
}
