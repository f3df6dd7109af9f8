package validate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/native"
	"github.com/muster-smt/muster/verifier/vc"
)

// TestClaims: what is claimed of an instance is refuted if a call passes something else, or it returns something else.
func TestClaims(t *testing.T) {
	type of func(st *term.Store, p *vc.Proc) []term.Term
	atMost := func(n int64) of {
		return func(st *term.Store, p *vc.Proc) []term.Term { return []term.Term{st.Le(p.In[0], st.Int(n))} }
	}
	result := func(n int64) of {
		return func(st *term.Store, p *vc.Proc) []term.Term { return []term.Term{st.Le(p.Out[0], st.Int(n))} }
	}
	for _, c := range []struct {
		name               string
		p, q, pExit, qExit of
		want               string // in what is wrong; "" if nothing is
		used               []bool // of p, q, and the results of these; nil: all
	}{
		{name: "nothing"},
		{name: "what the callers pass", p: atMost(1), q: atMost(2)},
		{name: "less than one passes", p: atMost(0), q: atMost(2), want: "call 0 of instance 0 passes"},
		{name: "less than the next one passes", p: atMost(1), q: atMost(1), want: "call 1 of instance 1 passes"},
		{name: "nothing of the caller", q: atMost(2), want: "call 0 of instance 1 passes"},
		{name: "what is returned", p: atMost(1), q: atMost(2), pExit: result(9), qExit: result(7)},
		{name: "of the caller less", p: atMost(1), q: atMost(2), pExit: result(8), qExit: result(7),
			want: "instance 1 returns"},
		{name: "of the callee less", p: atMost(1), q: atMost(2), pExit: result(9), qExit: result(6),
			want: "instance 2 returns"},
		{name: "nothing of the callee", p: atMost(1), q: atMost(2), pExit: result(9), want: "instance 1 returns"},
		{name: "nothing of what is passed", qExit: result(7), want: "instance 2 returns"},
		{name: "wrong, and not used", p: atMost(0), q: atMost(1), pExit: result(0), qExit: result(0),
			used: make([]bool, 4)},
		{name: "wrong, and used for what q is called with", p: atMost(0), q: atMost(2), pExit: result(0), qExit: result(0),
			used: []bool{1: true, 3: false}, want: "call 0 of instance 0 passes"},
		{name: "wrong, and used for what p returns", p: atMost(1), q: atMost(2), pExit: result(9), qExit: result(6),
			used: []bool{2: true, 3: false}, want: "instance 2 returns"},
		{name: "wrong, and not used for what q returns", p: atMost(1), q: atMost(2), pExit: result(0), qExit: result(7),
			used: []bool{3: true}},
	} {
		sys := system(t, `
procedure main(x: int) { var r: int; assume x <= 1; call r := p(x); return; }
procedure p(x: int) returns (r: int) { goto a, b; a: call r := q(x); goto c; b: call r := q(x + 1); goto c; c: r := r + 2; return; }
procedure q(x: int) returns (r: int) { r := x + 5; return; }`)
		st := sys.Store
		tree := inline.NewTree(sys, rewrite.New(st), native.New(st, solver.Options{}), 0)
		opened := newCalls(tree)
		for _, ref := range []verifier.SiteRef{{Instance: 0, Site: 0}, {Instance: 1, Site: 0}, {Instance: 1, Site: 1}} {
			s, _ := tree.SiteOf(ref)
			opened.add(tree.Open(s), ref)
		}
		q := newClaims(t.Context(), sys, tree, inline.Config{
			NewMaker:  func(st *term.Store) term.Maker { return rewrite.New(st) },
			NewSolver: func(st *term.Store) (inline.Solver, error) { return native.New(st, solver.Options{}), nil },
		})
		q.said = func(i inline.InstID) (entry, exit []term.Term) {
			say := func(f of) []term.Term {
				if f == nil {
					return nil
				}
				return f(st, tree.Proc(i))
			}
			switch i {
			case 1:
				return say(c.p), say(c.pExit)
			case 2:
				return say(c.q), say(c.qExit)
			}
			return nil, nil
		}
		if c.used != nil {
			q.used = func(i inline.InstID) (entry, exit bool) { return i > 0 && c.used[i-1], i > 0 && c.used[i+1] }
		}
		r, err := q.prove(opened)
		if err != nil || r.Confirmed != (c.want == "") || !strings.Contains(r.Wrong, c.want) {
			t.Errorf("%s: %+v, %v", c.name, r, err)
		}
	}
}

// randomLevels is a program of levels that call the next one in each branch, with Booleans, maps, and indexes that may
// be one.
func randomLevels(r *rand.Rand) string {
	const state = "g, h, b, c, m, s, n"
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	index := func() string { return pick("0", "6", "g", "h", "g + 1") }
	truth := func() string { return pick("b", "c", "!b", "b == c", "true") }
	statement := func() string {
		switch r.IntN(14) {
		case 0, 1:
			return pick("g", "h") + " := " + pick("g", "h", "g + 1", "h - 1", "0") + "; "
		case 2:
			return pick("b", "c") + " := " + pick("!b", "!c", "b", "g <= 1", "true") + "; "
		case 3:
			return "b := !b; c := !c; "
		case 4, 5:
			return "m[" + index() + "] := " + pick("g", "m[0] + 1", "m[g] - 1", "m[h] + 1", "7") + "; "
		case 6:
			return "h := m[" + index() + "]; "
		case 7:
			return "s[" + index() + "] := " + pick("b", "!c", "!s[0]", "!s[g]", "false") + "; "
		case 8:
			return "c := s[" + index() + "]; "
		case 9:
			return "assume " + pick("n[b] <= 3", "g <= 5", "h >= 0", "g != h", "b", "!c", "b != c", "s[6]", "m[0] <= 9") + "; "
		case 10:
			return "n[" + truth() + "] := " + pick("g", "n[b] + 1", "n[!b]", "7") + "; "
		case 11:
			return "g := n[" + truth() + "]; "
		}
		return ""
	}
	var out strings.Builder
	levels := 3 + r.IntN(3)
	call := func(to int) string { return fmt.Sprintf("call %s := p%d(%s); ", state, to, state) }
	fmt.Fprintf(&out, "procedure main(x: int, y: bool, m0: [int]int, s0: [int]bool, n0: [bool]int) { "+
		"var g: int; var h: int; var b: bool; var c: bool; var m: [int]int; var s: [int]bool; var n: [bool]int; "+
		"g := %s; h := %s; b := %s; c := %s; m := m0; s := s0; n := n0; m[%s] := 0; s[%s] := b; %sreturn; }\n",
		pick("0", "x"), pick("0", "x", "x + 1"), pick("true", "y"), pick("y", "!y", "false"), index(), index(), call(0))
	for i := range levels + 1 {
		fmt.Fprintf(&out, "procedure p%d(g0: int, h0: int, b0: bool, c0: bool, m0: [int]int, s0: [int]bool, n0: [bool]int) returns "+
			"(g: int, h: int, b: bool, c: bool, m: [int]int, s: [int]bool, n: [bool]int) { "+
			"g := g0; h := h0; b := b0; c := c0; m := m0; s := s0; n := n0; %sgoto a, d;", i, statement())
		for _, label := range []string{"a", "d"} {
			fmt.Fprintf(&out, " %s: %s%s", label, statement(), statement())
			if i < levels {
				out.WriteString(call(i + 1))
			}
			out.WriteString("goto z;")
		}
		fmt.Fprintf(&out, " z: %sreturn; }\n", statement())
	}
	return out.String()
}

// numbered has assertions by their numbers.
type numbered struct {
	inline.Solver
	now int32
	at  map[int32]term.Term
}

func (n *numbered) Tag(k int32)        { n.now = k }
func (n *numbered) Cone() []int32      { return nil }
func (n *numbered) Assert(x term.Term) { n.at[n.now] = x; n.Solver.Assert(x) }

// check compares the assertions that Claimed finds with what is claimed of an instance: each is about its guard.
func (n *numbered) check(t *testing.T, tree *inline.Tree, c inline.InstID) {
	t.Helper()
	st := tree.System().Store
	entry, exit := tree.Claims(c)
	entries, exits := 0, 0
	for k := range n.now {
		e, x := tree.Claimed(c, []int32{k + 1})
		if e {
			entries++
		}
		if x {
			exits++
		}
		if a := n.at[k+1]; (e || x) && a != 0 && !slices.Contains(st.Args(a), st.Not(tree.Instance(c).Guard)) {
			t.Errorf("%s is claimed of instance %d", st.String(a), c)
		}
	}
	if entries != 0 && entries != len(entry) || exits != len(exit) {
		t.Errorf("%d and %d assertions of %d and %d claims", entries, exits, len(entry), len(exit))
	}
}

// TestClaimsHold proves all that is claimed of the instances of random programs, and that there is enough of it.
func TestClaimsHold(t *testing.T) {
	elements, equations := 0, 0
	for seed := range uint64(60) {
		src := randomLevels(rand.New(rand.NewPCG(seed, 7)))
		sys := system(t, src)
		st := sys.Store
		asserted := &numbered{Solver: native.New(st, solver.Options{}), at: map[int32]term.Term{}}
		tree := inline.NewTree(sys, rewrite.New(st), asserted, 0)
		tree.Wide = true
		opened := newCalls(tree)
		for tree.NumOpen() > 0 {
			s := tree.OpenSites()[0]
			opened.add(tree.Open(s), tree.Ref(s))
		}
		for i := range tree.NumInstances() {
			asserted.check(t, tree, inline.InstID(i))
			entry, exit := tree.Claims(inline.InstID(i))
			for _, f := range append(entry, exit...) {
				if strings.Contains(st.String(f), "(select") {
					elements++
				}
				if st.Op(f) == term.OpEq && st.Sort(st.Arg(f, 0)) == term.Bool {
					equations++
				}
			}
		}
		q := newClaims(t.Context(), sys, tree, inline.Config{
			NewMaker:  func(st *term.Store) term.Maker { return rewrite.New(st) },
			NewSolver: func(st *term.Store) (inline.Solver, error) { return native.New(st, solver.Options{}), nil },
		})
		if r, err := q.prove(opened); err != nil || !r.Confirmed {
			t.Fatalf("seed %d: %+v, %v\n%s", seed, r, err, src)
		}
	}
	if elements < 500 || equations < 100 {
		t.Errorf("%d claims about elements, %d of equal Booleans", elements, equations)
	}
}
