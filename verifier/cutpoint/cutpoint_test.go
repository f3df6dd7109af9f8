package cutpoint_test

import (
	"testing"

	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/cutpoint"
	"github.com/muster-smt/muster/verifier/vc"
	"github.com/muster-smt/muster/verifier/vcgen"
)

// system returns the system of a program as it stands, without passes. Its first procedure is the entry.
func system(t *testing.T, src string) *vc.System {
	t.Helper()
	st := term.NewStore()
	p, err := boogie.Load("test.bpl", []byte(src), st)
	if err != nil {
		t.Fatal(err)
	}
	p.Entry = 0
	sys, _, err := vcgen.Generate(p, vcgen.Options{Maker: rewrite.New(st)})
	if err != nil {
		t.Fatal(err)
	}
	return sys
}

// TestTurn: which procedures are loops.
func TestTurn(t *testing.T) {
	const loop = "procedure loop(i: int, n: int) returns (r: int)"
	for _, c := range []struct {
		name, call, src string
		state           []int32 // nil: it is none
	}{
		{"a loop", "call a := loop(a, b);", loop + " { goto x, b; x: r := i; return; b: assume i < n; call r := loop(i + 1, n); return; }", []int32{0}},
		{"the state is in other places", "call a, b := loop(a, b, a);", `procedure loop(a: int, i: int, b: int) returns (s: int, r: int)
			{ goto x, b; x: s := b; r := i; return; b: call s, r := loop(a, i + 1, b + a); return; }`, []int32{2, 1}},
		{"what changes is swapped", "call a, b := loop(a, b);", `procedure loop(i: int, j: int) returns (r: int, s: int)
			{ goto x, b; x: r := i; s := j; return; b: call r, s := loop(j, i); return; }`, []int32{0, 1}},
		{"two ways back", "call a := loop(a, b);", loop + " { goto x, a, b; x: r := i; return; a: call r := loop(i + 1, n); return; b: call r := loop(i - 1, n); return; }", []int32{0}},
		{"a global", "call loop(a);", "procedure loop(n: int) modifies g; { goto x, b; x: return; b: g := g + n; call loop(n); return; }", []int32{1}},
		{"a contract says that an argument stays", "call a := loop(a, b);", `procedure loop(i: int, z: int) returns (r: int);
			free requires z == 0; implementation loop(i: int, z: int) returns (r: int)
			{ goto x, b; x: r := i; return; b: call r := loop(i + 1, 0); return; }`, []int32{0}},
		{"an exit with a condition", "call a := loop(a, b);", loop + " { goto x, b; x: assume i >= n; r := i; return; b: call r := loop(i + 1, n); return; }", nil},
		{"an exit after a call", "call a := loop(a, b);", loop + " { goto x, b; x: call other(); r := i; return; b: call r := loop(i + 1, n); return; } procedure other() { return; }", nil},
		{"another exit", "call a := loop(a, b);", loop + " { goto x, y, b; x: r := i; return; y: r := i + 1; return; b: call r := loop(i + 1, n); return; }", nil},
		{"something that changes has no result", "call a := loop(a, b);", loop + " { goto x, b; x: r := i; return; b: call r := loop(i + 1, n + 1); return; }", nil},
		{"no state", "call loop(a);", "procedure loop(n: int) { goto x, b; x: return; b: call loop(n); return; }", nil},
		{"two calls", "call a := loop(a, b);", loop + " { goto x, b; x: r := i; return; b: call r := loop(i + 1, n); call r := loop(r, n); return; }", nil},
		{"a call after its own", "call a := loop(a, b);", loop + " { goto x, b; x: r := i; return; b: call r := loop(i + 1, n); call other(); return; } procedure other() { return; }", nil},
		{"another result", "call a := loop(a, b);", loop + " { goto x, b; x: r := i; return; b: call r := loop(i + 1, n); r := r + 1; return; }", nil},
		{"no exit", "call a := loop(a, b);", loop + " { call r := loop(i + 1, n); return; }", nil},
		{"no call", "call a := loop(a, b);", loop + " { r := i; return; }", nil},
	} {
		sys := system(t, "procedure main() modifies g; { var a, b: int; "+c.call+" return; } var g: int; "+c.src)
		cut := cutpoint.Turn(sys, rewrite.New(sys.Store))
		if c.state == nil {
			if cut != nil {
				t.Errorf("%s: it is turned", c.name)
			}
			continue
		}
		if cut == nil {
			t.Errorf("%s: it is not turned", c.name)
			continue
		}
		if err := vc.Check(cut.System); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		var facts []verifier.Fact
		for id := range sys.Procs {
			facts = append(facts, verifier.Fact{Proc: vc.ProcID(id), Formula: sys.Store.True()})
		}
		loops := cut.Loops(facts)
		if len(loops) != 1 || len(loops[0].State) != len(c.state) {
			t.Fatalf("%s: %v", c.name, loops)
		}
		for k, j := range c.state {
			p := sys.Procs[loops[0].Proc]
			if got := loops[0].State[k]; got != j {
				t.Errorf("%s: result %d is argument %d of %d, want %d", c.name, k, got, len(p.In), j)
			}
		}
	}
}
