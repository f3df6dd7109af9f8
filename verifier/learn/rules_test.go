package learn

import (
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/native"
	"github.com/muster-smt/muster/verifier/vc"
)

// turning makes the system of a program with a procedure p, or a loop in main that becomes one, and returns that.
func turning(t *testing.T, src string) (*vc.System, *vc.Proc) {
	t.Helper()
	sys := generate(t, "a.bpl", []byte(src))
	i := slices.IndexFunc(sys.Procs, func(p *vc.Proc) bool { return p.Name == "p" || strings.Contains(p.Name, "loop") })
	if i < 0 {
		var names []string
		for _, p := range sys.Procs {
			names = append(names, p.Name)
		}
		t.Fatalf("%s\nhas only %q", src, names)
	}
	return sys, sys.Procs[i]
}

// TestCandidates shows what each rule guesses of a procedure p.
func TestCandidates(t *testing.T) {
	rules := map[string]func(m *candidates, p *vc.Proc){
		"conditions": func(m *candidates, p *vc.Proc) { m.addAll(m.conditions(p)) },
		"at exit":    func(m *candidates, p *vc.Proc) { m.addAll(m.atExit(p, m.conditions(p))) },
		"values": func(m *candidates, p *vc.Proc) {
			for _, v := range p.In {
				m.values(v)
			}
		},
		"pairs":    func(m *candidates, p *vc.Proc) { m.pairs(p.In, p.In) },
		"changes":  (*candidates).changes,
		"outcomes": (*candidates).outcomes,
		"cells":    (*candidates).cells,
	}
	const before = "var g, h: int; var b: bool; var m: [int]int;\n"
	for _, x := range []struct{ rule, src, want string }{
		{"values", `procedure p(x: int) { assert x != 3; }
			procedure main(y: int) { call p(y); }`,
			"(= x 3), (not (= x 3)), (<= x 3), (<= 3 x), (<= 0 x), (<= x 0), (<= 1 x), assertion_failed, " +
				"(not assertion_failed)"},
		{"values", `procedure p(x: bool) { assert x; }
			procedure main(y: bool) { call p(y); }`,
			"x, (not x), assertion_failed, (not assertion_failed)"},
		{"values", `procedure p(x: int) { assert x < h; }
			procedure main(y: int) modifies h; { h := 7; call p(y); }`,
			"(= x 6), (not (= x 6)), (<= x 6), (<= 6 x), (<= 0 x), (<= x 0), (<= 1 x), assertion_failed, " +
				"(not assertion_failed)"},
		{"pairs", `procedure p(x: int, y: int) { assert x < y; }
			procedure main(y: int) { call p(y, y); }`,
			"(= x y), (<= x y), (<= y x), (= y x)"},
		{"pairs", `procedure p(x: int, y: int) { assert x < 1; assert y < 2; }
			procedure main(y: int, z: int) { call p(y, z); }`, ""},
		{"conditions", `procedure p(x: int) requires x < 9; { assert x > 2; }
			procedure main(y: int) { call p(y); }`,
			"(<= x 2), (not (<= x 2))"},
		{"conditions", `procedure p(x: int) { assume x > 2 && x < 9; assert x != h; }
			procedure main(y: int) { call p(y); }`,
			"(not (<= x 2)), (<= x 8), (= x h), (not (= x h))"},
		{"at exit", `procedure p() modifies g; { assert g > 2; if (*) { g := 4; } }
			procedure main() modifies g; { call p(); }`, ""},
		{"changes", `procedure p() modifies g; { if (g == 0) { g := 1; } }
			procedure main() modifies g; { call p(); assert g != 5; }`,
			"(or (= g' g) (= g' 0)), (or (not (= g 0)) (= g' 0)), (or (not (= g 0)) (not (= g' 0))), " +
				"(or (not (= g 0)) (= g' 1)), (or (not (= g 0)) (not (= g' 1))), (or (not (= g 0)) (= g' 5)), " +
				"(or (not (= g 0)) (not (= g' 5))), (or (= g' g) (= g' 1)), (or (not (= g 1)) (= g' 0)), " +
				"(or (not (= g 1)) (not (= g' 0))), (or (not (= g 1)) (= g' 1)), (or (not (= g 1)) (not (= g' 1))), " +
				"(or (not (= g 1)) (= g' 5)), (or (not (= g 1)) (not (= g' 5))), (or (= g' g) (= g' 5)), " +
				"(or (not (= g 5)) (= g' 0)), (or (not (= g 5)) (not (= g' 0))), (or (not (= g 5)) (= g' 1)), " +
				"(or (not (= g 5)) (not (= g' 1))), (or (not (= g 5)) (= g' 5)), (or (not (= g 5)) (not (= g' 5)))"},
		{"changes", `procedure p() modifies b; { if (*) { b := true; } }
			procedure main() modifies b; { call p(); assert b; }`, "(or (not b) b'), (or b (not b'))"},
		{"outcomes", `procedure p() returns (r: bool) modifies g; { g := 2; r := true; }
			procedure main() modifies g; { var r: bool; call r := p(); assert r ==> g == 2; }`,
			"(or (not r') (= g' 2)), (or r' (= g' 2)), (or (not (= g' 0)) r'), (or (= g' 0) r'), " +
				"(or (not (<= g' -1)) r'), (or (not (<= 0 g')) r'), (or (not (= g' 2)) r'), (or (= g' 2) r')"},
		{"outcomes", `procedure p() returns (r: bool) modifies g; { r := g > 3; if (!r) { g := 2; } }
			procedure main() modifies g; { var r: bool; g := h; call r := p(); assert r ==> g > 2; }`,
			"(or (not r') (= g' 3)), (or (not r') (= g' 2)), (or (not r') (= g' g)), (or r' (= g' 3)), (or r' (= " +
				"g' 2)), (or r' (= g' g)), (or (not (= g' 0)) r'), (or (= g' 0) r'), (or (not (<= g' -1)) r'), (or " +
				"(not (<= 0 g')) r'), (or (not (= g' 3)) r'), (or (= g' 3) r'), (or (not (= g' 2)) r'), (or (= g' 2) " +
				"r')"},
		{"outcomes", `procedure p() returns (r: bool) modifies g; { r := true; g := 2; }
			procedure main() modifies g; { var r: bool; call r := p();
			assert r ==> g == 2 || g == 12 || g == 22 || g == 32; }`,
			"(or (not r') (= g' 32)), (or (not r') (= g' 22)), (or (not r') (= g' 12)), (or (not r') (= g' 2)), " +
				"(or r' (= g' 32)), (or r' (= g' 22)), (or r' (= g' 12)), (or r' (= g' 2)), (or (not (= g' 0)) r'), " +
				"(or (= g' 0) r'), (or (not (<= g' -1)) r'), (or (not (<= 0 g')) r'), (or (not (= g' 32)) r'), (or (= " +
				"g' 32) r'), (or (not (= g' 22)) r'), (or (= g' 22) r'), (or (not (= g' 12)) r'), (or (= g' 12) r'), " +
				"(or (not (= g' 2)) r'), (or (= g' 2) r')"},
		{"outcomes", `procedure p() returns (r: bool) modifies g; { r := true; g := 2; }
			procedure main() modifies g; { var r: bool; call r := p();
			assert r ==> g == 2 || g == 12 || g == 22 || g == 32 || g == 42; }`,
			"(or (not (= g' 0)) r'), (or (= g' 0) r'), (or (not (<= g' -1)) r'), (or (not (<= 0 g')) r')"},
		{"conditions", `procedure p(x: int) { assume !(x > 2 && x < 9); assert x != 4; }
			procedure main(y: int) { call p(y); }`,
			"(not (<= x 2)), (<= x 8), (= x 4), (not (= x 4))"},
		{"cells", `procedure p() modifies m; { m[1] := 2; }
			procedure main() modifies m; { call p(); assert m[5] == 2; }`,
			"(= (select m' 1) (select m 1)), (= (select m' 5) (select m 5))"},
		{"cells", `procedure p(x: int) modifies m; { m[x] := 2; }
			procedure main(y: int) modifies m; { call p(y); assert m[y] == 2; }`,
			"(= (select m' x) (select m x))"},
	} {
		sys, p := turning(t, before+x.src)
		m := newCandidates(sys)
		m.begin()
		rules[x.rule](m, p)
		var got []string
		for _, c := range m.list {
			got = append(got, sys.Store.String(c.t))
		}
		if got := strings.Join(got, ", "); got != x.want {
			t.Errorf("%s\n%s\ngot  %s\nwant %s", x.src, x.rule, got, x.want)
		}
	}
}

// TestLeft shows what Houdini finds to be inductive about a procedure p: all that is left, of what callers ensure and
// of what p does.
func TestLeft(t *testing.T) {
	const before = "var g: int; var b: bool;\n"
	for _, x := range []struct{ src, pre, post string }{
		{`procedure p() modifies g; { g := 1; }
			procedure main() modifies g; { g := 0; call p(); assert g == 1; }`,
			"",
			"(= g' 1), (<= g' 1), (<= 1 g'), (<= 0 g')"},
		{`procedure p() modifies g; { if (g < 5) { g := g + 1; call p(); } }
			procedure main() modifies g; { g := 0; call p(); assert g != 7; }`,
			"(<= 0 g), (not (= g 7)), (<= g 7)",
			"(not (<= g' 4)), (not (= g' 4)), (<= 4 g'), (not (= g' 0)), (<= 0 g'), (not (= g' 7)), (<= g' 7), " +
				"(<= 1 g'), (<= g g'), (or (not (= g 4)) (not (= g' 4))), (or (not (= g 4)) (not (= g' 0))), " +
				"(or (not (= g 4)) (not (= g' 7))), (or (not (= g 0)) (not (= g' 4))), " +
				"(or (not (= g 0)) (not (= g' 0))), (or (not (= g 0)) (not (= g' 7))), (or (not (= g 7)) (= g' 4)), " +
				"(or (not (= g 7)) (not (= g' 4))), (or (not (= g 7)) (= g' 0)), (or (not (= g 7)) (not (= g' 0))), " +
				"(or (not (= g 7)) (= g' 7)), (or (not (= g 7)) (not (= g' 7)))"},
		{`procedure p() modifies g; { if (*) { g := g + 2; call p(); } }
			procedure main() modifies g; { g := 0; call p(); assert g != 7; }`,
			"(<= 0 g)",
			"(<= 0 g'), (<= g g'), (or (not (= g 7)) (not (= g' 0)))"},
		{`procedure p() modifies b; { if (*) { b := !b; call p(); b := !b; } }
			procedure main() modifies b; { b := true; call p(); assert b; }`,
			"",
			"(= b' b), (or (not b) b'), (or b (not b'))"},
		{`procedure q() modifies g; { g := 3; } procedure p() modifies g; { call q(); }
			procedure main() modifies g; { g := 0; call p(); assert g == 1; }`,
			"",
			"(= g' 3), (<= g' 3), (<= 3 g'), (not (= g' 1)), (<= 1 g'), (<= 0 g')"},
	} {
		sys, p := turning(t, before+x.src)
		h := newHoudini(sys, nil, inline.Config{
			NewSolver: func(st *term.Store) (inline.Solver, error) { return native.New(st, solver.Options{}), nil },
			NewMaker:  func(st *term.Store) term.Maker { return rewrite.New(st) },
		})
		h.add(sys.Entry)
		for k := range h.specs[sys.Entry].pre {
			h.specs[sys.Entry].pre[k].live = false
		}
		if done, err := h.run(t.Context()); !done || err != nil {
			t.Fatal(done, err)
		}
		h.close()
		live := func(cs []candidate) string {
			var out []string
			for _, c := range cs {
				if c.live {
					out = append(out, sys.Store.String(c.t))
				}
			}
			return strings.Join(out, ", ")
		}
		if pre, post := live(h.specs[p.ID].pre), live(h.specs[p.ID].post); pre != x.pre || post != x.post {
			t.Errorf("%s\ngot  %s | %s\nwant %s | %s", x.src, pre, post, x.pre, x.post)
		}
	}
}
