package rerun_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/interp"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/rerun"
)

// A trace is the same whether or not the iterations that it leaves out are executed by Loops, and so is the bound.
func TestLoops(t *testing.T) {
	for _, c := range []struct{ name, text string }{
		{"a loop", "procedure main() { var i: int; var s: int; i := 0; s := 0; while (i < 300) { s := s + i; i := i + 1; } assert s < 0; }"},
		{"its end is near", "procedure main() { var i: int; i := 0; while (i < 66) { i := i + 1; } assert i < 0; }"},
		{"a loop in a loop", `procedure main() { var i: int; var j: int; var s: int; i := 0; s := 0;
			while (i < 90) { j := 0; while (j < 70 + i) { s := s + j; j := j + 1; } i := i + 1; } assert s < 0; }`},
		{"a map", `procedure main() { var m: [int]int; var i: int; i := 0; while (i < 500) { m[i] := 2 * i; m[i mod 7] := m[i] + 1; i := i + 1; } assert m[3] == 0; }`},
		{"calls", `var g: int; procedure f(n: int) returns (r: int) modifies g; { g := g + 1; if (n > 0) { call r := f(n - 1); r := r + old(g); } else { r := 1; } }
			procedure main() modifies g; { var i: int; var r: int; g := 0; i := 0; while (i < 100) { call r := f(if i == 50 then 80 else 2); i := i + 1; } assert g < 0 || r < 0; }`},
		{"a loop in a callee", `procedure f(n: int) returns (r: int) { r := 0; while (r < n) { r := r + 1; } }
			procedure main() { var i: int; var r: int; i := 0; while (i < 80) { call r := f(100 + i); i := i + 1; } assert r < 0; }`},
		{"a failure inside", "procedure main() { var i: int; i := 0; while (true) { i := i + 1; assert i < 400; } }"},
		{"large numbers", "procedure main() { var i: int; var x: int; i := 0; x := 1; while (i < 200) { x := x * 3; i := i + 1; } assert x < 0; }"},
		{"bit-vectors", `function {:bvbuiltin "bvmul"} mul(x: bv64, y: bv64): bv64; function {:bvbuiltin "bvult"} less(x: bv64, y: bv64): bool;
			procedure main() { var i: int; var x: bv64; i := 0; x := 3bv64; while (i < 200) { x := mul(x, x); i := i + 1; } assert less(x, 0bv64); }`},
		{"what is arbitrary", "procedure main() { var i: int; var x: int; var y: int; i := 0; while (i < 200) { havoc x; y := x + i; i := i + 1; } assert i < 0; }"},
		{"two ways", "procedure main() { var i: int; i := 0; while (i < 200) { if (i mod 2 == 0) { i := i + 1; } else { i := i + 3; } } assert i < 0; }"},
		{"a loop with two entries in a loop", `procedure main() { var i: int; var k: int; var x: int; i := 0; x := 0;
			while (i < 200) { i := i + 1; k := 0; if (i < 900) { goto B; } A: k := k + 1; B: x := x + 1; if (k < 3) { goto A; } } assert x < 0; }`},
		{"a loop with two entries in another one", `procedure main() { var i: int; var k: int; var x: int; i := 0; x := 0; if (i == 0) { goto Q; } P: i := i + 1;
			Q: k := 0; if (i < 900) { goto B; } A: k := k + 1; B: x := x + 1; if (k < 3) { goto A; } if (i < 200) { goto P; } assert x < 0; }`},
		{"a loop with two entries in a callee", `var x: int; procedure main() modifies x; { var i: int; i := 0; x := 0;
			while (i < 200) { i := i + 1; call f(i); } assert x < 0; }
			procedure f(i: int) modifies x; { var k: int; k := 0; if (i < 900) { goto B; } A: k := k + 1; B: x := x + 1; if (k < 3) { goto A; } }`},
		{"out of the middle", "procedure main() { var i: int; i := 0; while (true) { i := i + 1; if (i == 300) { break; } } assert i < 0; }"},
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
			follow := func(loops interp.Loops) (steps []string, bound int) {
				trace, fail, err := interp.Follow(t.Context(), &interp.Course{
					Program: prep.Flat, Model: model.New(st, model.Options{}), Defs: prep.Defs, Unchecked: prep.Dropped, Zeros: true, Brief: true, Loops: loops,
				})
				if err != nil || fail != nil {
					t.Fatal(err, fail)
				}
				for _, s := range trace.Steps {
					steps = append(steps, fmt.Sprint(s.Kind, s.Depth, s.Proc, s.Block, s.Cmd, s.From, s.To, text(s.Reads), text(s.Writes)))
				}
				return steps, trace.Bound
			}
			counted := &counting{Loops: rerun.NewLoops(prep.Flat, prep.Defs)}
			want, bound := follow(nil)
			got, same := follow(counted)
			if !slices.Equal(got, want) || bound != same {
				t.Errorf("bound %d, want %d; got\n%v\nwant\n%v", same, bound, got, want)
			}
			if c.name == "a loop with two entries in a loop" && bound != 201 {
				t.Errorf("bound %d: the inner loop begins again in each iteration of the outer one", bound)
			}
			if counted.skipped == 0 && c.name != "its end is near" {
				t.Error("nothing was skipped")
			}
		})
	}
}

func text(bs []interp.Binding) (out []string) {
	for _, b := range bs {
		out = append(out, fmt.Sprint(b.Var, b.Value.String()))
	}
	return out
}

// counting counts iterations.
type counting struct {
	interp.Loops
	skipped int
}

func (c *counting) Skip(ctx context.Context, at *interp.Standing) int {
	n := c.Loops.Skip(ctx, at)
	c.skipped += n
	return n
}
