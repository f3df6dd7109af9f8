package summary_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/native"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/summary"
	"github.com/muster-smt/muster/verifier/validate"
	"github.com/muster-smt/muster/verifier/vc"
	"github.com/muster-smt/muster/verifier/vcgen"
)

// derive returns the system of a program, with facts.
func derive(t *testing.T, src string) *vc.System {
	t.Helper()
	st := term.NewStore()
	mk := rewrite.New(st)
	p, err := boogie.Load("test.bpl", []byte(src), st)
	if err != nil {
		t.Fatal(err)
	}
	r, err := passes.Run(context.Background(), p, passes.Options{Rewriter: mk})
	if err != nil {
		t.Fatal(err)
	}
	sys, _, err := vcgen.Generate(r.Program, vcgen.Options{Interfaces: r.Interfaces, Maker: mk})
	if err != nil {
		t.Fatal(err)
	}
	summary.Derive(context.Background(), sys, mk)
	if err := vc.Check(sys); err != nil {
		t.Fatal(err)
	}
	return sys
}

func prove(t *testing.T, sys *vc.System) validate.Report {
	t.Helper()
	r, err := validate.Facts(context.Background(), sys, inline.Config{
		NewSolver: func(st *term.Store) (inline.Solver, error) {
			return native.New(st, solver.Options{NoRelevancy: true}), nil
		},
		NewMaker: func(st *term.Store) term.Maker { return rewrite.New(st) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// facts prints the facts of a procedure, and counts those at merges.
func facts(sys *vc.System, name string) string {
	for _, p := range sys.Procs {
		if p.Name == name {
			var out []string
			for _, f := range p.Facts {
				out = append(out, sys.Store.String(f))
			}
			slices.Sort(out)
			merges := 0
			for i := range p.Blocks {
				merges += len(p.Blocks[i].Facts)
			}
			return fmt.Sprintf("%s; %d at merges", strings.Join(out, ", "), merges)
		}
	}
	return "no " + name
}

func TestDerive(t *testing.T) {
	const caller = "\nprocedure {:entrypoint} main() { var r: int; var s: int; havoc s; call r := p(s); assume r < s; }"
	for _, c := range []struct{ name, src, want string }{
		{"a branch", `
procedure p(x: int) returns (y: int) { if (x > 0) { y := x + 1; } else { y := x + 4; } }` + caller, `(<= (+ x (* -1 y')) -1), (not (<= (+ x (* -1 y')) -5)); 0 at merges`},
		{"a chain", `
procedure p(x: int) returns (y: int) { if (x > 0) { call y := q(x - 1); } else { call y := q(x + 1); } }
procedure q(x: int) returns (y: int) { y := 7; if (x > 0) { y := 6; } }` + caller, `(<= y' 7), (not (<= y' 5)); 0 at merges`},
		{"a function", `
procedure p(x: int) returns (y: int) { if (x > 0) { call y := q(4, x); } else { call y := q(x, 4); } }
procedure q(a: int, b: int) returns (y: int) { y := 2 * a + 2 * b - 3; }` + caller, `(= (+ (* 2 x) (* -1 y')) -5); 0 at merges`},
		{"a relation", `
var g: int;
procedure p(x: int) returns (y: int) modifies g; { if (x > 0) { y := x + 2; g := g + 1; } else { y := x + 1; g := g + 2; } }
procedure {:entrypoint} main() modifies g; { var r: int; call r := p(g); assume r < g; }`, `(<= (+ x (* -1 y')) -1), (= (+ x g (* -1 y') (* -1 g')) -3), (not (<= (+ x (* -1 y')) -3)); 0 at merges`},
		{"a loop", `
procedure p(n: int) returns (i: int) { i := 0; while (i < n) { i := i + 2; } }` + caller, `(not (<= i' -1)); 0 at merges`},
		{"recursion", `
procedure p(x: int) returns (y: int) { y := x; if (x > 0) { call y := p(x - 1); y := y + 1; } }` + caller, `(= x y'); 0 at merges`},
		{"each other", `
procedure p(x: int) returns (y: int) { if (x > 0) { call y := q(x + 1); } else { y := x; } }
procedure q(x: int) returns (y: int) { call y := p(x); y := y + 1; }` + caller, `(<= (+ x (* -1 y')) 0); 0 at merges`},
		{"no return", `
procedure p(x: int) returns (y: int) { var b: bool; havoc b; if (b) { call y := q(x); } else { y := 3; } }
procedure q(x: int) returns (y: int) { call y := q(x - 1); }` + caller, `(= y' 3); 0 at merges`},
		{"ranges of conditions", `
procedure p(x: int) returns (y: int) { assume 3 <= x && x < 9; y := 0; if (x == 5) { y := x; } else { assume 2 * x <= 13; y := x - 1; } }` + caller, `(<= y' 5), (not (<= y' 1)); 0 at merges`},
		{"a long sum", `
procedure p(x: int) returns (y: int) { var b: bool; y := x; ` +
			strings.Repeat("havoc b; if (b) { y := y + 1; } else { y := y + 2; } ", 12) + `}` + caller, `(<= (+ x (* -1 y')) -12), (not (<= (+ x (* -1 y')) -25)); 22 at merges`},
		{"copies", `
var m: [int]int; var n: [int]int; var b: bool;
procedure p(x: int) returns (y: int) modifies m, n, b; {
  y := x;
  if (x > 0) { n := m; b := true; } else { assume x == -1; m := n; b := true; } }
procedure {:entrypoint} main() modifies m, n, b; { var r: int; call r := p(m[0]); assume b && m[r] != n[r]; }`, `(= x y'), b'; 0 at merges`},
		{"Booleans", `
var b: bool; var c: bool; var d: bool;
procedure p(x: int) returns (y: int) modifies b, c, d; {
  y := x;
  if (x > 0) { b := d; c := false; } else { b := c; havoc c; assume !c; }
  call q(); assume !c; }
procedure q(); modifies d;
procedure {:entrypoint} main() modifies b, c, d; { var r: int; var s: int; havoc s; call r := p(s); assume b != c && d && r > s; }`, `(= x y'), (not c'); 0 at merges`},
		{"merges that are equal", `
type T; var m: [int]T; var n: [int]T; var k: [int]T; var t: T; var b: bool;
procedure p(x: int) returns (y: int) modifies n, k, b, t; {
  var u: T; var v: T;
  y := x;
  if (x > 0) { n := m; k := m; b := x > 5; u := m[y]; v := m[y]; } else { n := n[x := t]; k := n; havoc b; u := t; v := t; }
  call q();
  if (b && n[y] == k[y] && u == v) { y := y + 1; } else { assume u != t; y := y + 2; } }
procedure q(); modifies t;
procedure {:entrypoint} main() modifies n, k, b, t; { var r: int; havoc r; call r := p(r); assume b && n[r] == k[r] && t == m[0]; }`, `(<= (+ x (* -1 y')) -1), (not (<= (+ x (* -1 y')) -3)); 2 at merges`},
		{"results by way of calls", `
var b: bool; var c: bool; var d: bool;
procedure p(x: int) returns (y: int) modifies b, c; {
  var e: bool; y := x; if (x > 0) { e := b; b := c; c := e; call y := p(x - 1); } else { havoc b; } }
procedure {:entrypoint} main() modifies b, c; { var r: int; havoc r; call r := p(r); assume b && !c && d && r > 0; }`, `(not (<= (+ x (* -1 y')) -1)); 0 at merges`},
		{"an edge that is never taken", `
var b: bool; var m: [int]int;
procedure p(x: int) returns (y: int) modifies b, m; {
  y := x; assume x > 0;
  if (x < 0) { b := !b; m[0] := 3; y := 0; } else if (x > 5) { call q(); b := false; y := 4; } }
procedure q(); modifies m; ensures false;
procedure {:entrypoint} main() modifies b, m; { var r: int; havoc r; call r := p(r); assume b && m[0] != r; }`, `(= b b'), (= m m'), (= x y'); 0 at merges`},
	} {
		t.Run(c.name, func(t *testing.T) {
			sys := derive(t, c.src)
			if got := facts(sys, "p"); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
			if r := prove(t, sys); !r.Confirmed {
				t.Errorf("not proved: %+v", r)
			}
		})
	}
}

// TestWrongFacts: facts that do not follow are refuted.
func TestWrongFacts(t *testing.T) {
	const src = `
procedure p(x: int) returns (y: int) { var b: bool; y := x;
  havoc b; if (b) { y := y + 1; } else { y := y + 2; }
  havoc b; if (b) { y := y + 1; } else { y := y + 2; } }
procedure {:entrypoint} main() { var r: int; var s: int; havoc s; call r := p(s); assume r < s; }`
	for _, c := range []struct {
		name  string
		spoil func(st *term.Store, p *vc.Proc)
	}{
		{"of the procedure", func(st *term.Store, p *vc.Proc) {
			p.Facts = append(p.Facts, st.Le(st.Add(p.In[0], st.Int(3)), p.Out[0]))
		}},
		{"it never returns", func(st *term.Store, p *vc.Proc) { p.Facts = []term.Term{st.False()} }},
		{"at a merge", func(st *term.Store, p *vc.Proc) {
			for i := range p.Blocks {
				if b := &p.Blocks[i]; len(b.Facts) > 0 {
					b.Facts[0] = st.Not(b.Facts[0])
					return
				}
			}
			p.Facts = []term.Term{st.False()}
			t.Error("no fact at a merge")
		}},
	} {
		sys := derive(t, src)
		for _, p := range sys.Procs {
			if p.Name == "p" {
				c.spoil(sys.Store, p)
			}
		}
		if r := prove(t, sys); r.Confirmed || !r.Refuted {
			t.Errorf("%s: %+v", c.name, r)
		}
	}
}
