package spacer_test

import (
	"context"
	"testing"

	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/spacer"
	"github.com/muster-smt/muster/verifier/vc"
)

// TestLoops: loops are searched forwards. Safe answers are checked on the templates as they were, executions of unsafe ones are
// replayed.
func TestLoops(t *testing.T) {
	const safe, unsafe = verifier.Safe, verifier.Unsafe
	for _, c := range []struct {
		name, src string
		want      verifier.Verdict
		turned    bool // the proof has invariants of a loop, and as a recursive procedure it is not asked about: that may have no end
	}{
		{"sum", `procedure {:entrypoint} main(n: int) { var i, j: int; assume n >= 0; i := 0; j := 0;
			while (i < n) { i := i + 1; j := j + 2; } assert j == 2 * n; }`, safe, true},
		{"a sum of three", `procedure {:entrypoint} main() { var x, y, z: int; x := 0; y := 0; z := 0;
			while (*) { if (*) { x := x + 1; y := y + 1; } else { y := y - 1; z := z + 2; } } assert x <= y + z; }`, safe, true},
		{"a lock", `var l: int; procedure {:entrypoint} main() modifies l; { var o, n: int; l := 0; o := n + 1;
			while (o != n) { call acquire(); o := n; if (*) { call release(); n := n + 1; } } assert l == 1; }
			procedure acquire() modifies l; { assert l == 0; l := 1; }
			procedure release() modifies l; { assert l == 1; l := 0; }`, safe, true},
		{"nested", `procedure {:entrypoint} main(n: int) { var i, j, s: int; i := 0; s := 0;
			while (i < n) { j := 0; while (j < i) { j := j + 1; s := s + 2; } i := i + 1; s := s - 2; assert s >= -2 * i; } }`, safe, true},
		{"an array", `procedure {:entrypoint} main(n: int, k: int) { var a: [int]int; var i: int; i := 0; a[k] := 5;
			while (i < n) { if (i != k) { a[i] := i; } i := i + 1; } assert a[k] == 5; }`, safe, true},
		{"nested, unsafe", `procedure {:entrypoint} main() { var i, j, s: int; i := 0; s := 0;
			while (i < 3) { j := 0; while (j < i) { j := j + 1; s := s + 1; } i := i + 1; } assert s != 3; }`, unsafe, false},
		{"two ways back, unsafe", `procedure {:entrypoint} main() { var x, n: int; x := 1; n := 0; goto head;
			head: goto double, add, done; double: x := 2 * x; n := n + 1; goto head; add: x := x + 1; n := n + 1; goto head;
			done: assert !(x == 11 && n == 5); }`, unsafe, false},
		{"a failing call in a loop", `var l: int; procedure {:entrypoint} main() modifies l; { l := 0;
			while (*) { call step(); } } procedure step() modifies l; { assert l != 4; l := l + 1; }`, unsafe, false},
		{"recursion through a loop", `procedure {:entrypoint} main() { var r: int; call r := f(3); assert r != 4; }
			procedure f(n: int) returns (r: int) { var s: int; r := 1; if (n <= 1) { return; } while (*) { call s := f(n - 1); r := r + s; } }`, unsafe, false},
		{"a contract of the result of all is none of the states between", `procedure {:entrypoint} main() { var r: int;
			call r := loop(0); assert r <= 2; } procedure loop(i: int) returns (r: int); free ensures r != 3;
			implementation loop(i: int) returns (r: int) { goto x, b; x: r := i; return; b: call r := loop(i + 1); return; }`, unsafe, false},
		{"the contract counts", `procedure {:entrypoint} main() { var r: int; call r := loop(0); assert r != 3; }
			procedure loop(i: int) returns (r: int); free ensures r != 3;
			implementation loop(i: int) returns (r: int) { goto x, b; x: r := i; return; b: call r := loop(i + 1); return; }`, safe, false},
		{"a condition after its own call", `procedure {:entrypoint} main() { var r: int; call r := loop(0); assert r == 0 || r == 7; }
			procedure loop(i: int) returns (r: int) { goto x, b; x: r := i; return; b: call r := loop(i + 1); assume r == 7; return; }`, safe, false},
		{"a condition after its own call, unsafe", `procedure {:entrypoint} main() { var r: int; call r := loop(0); assert r != 7; }
			procedure loop(i: int) returns (r: int) { goto x, b; x: r := i; return; b: call r := loop(i + 1); assume r == 7; return; }`, unsafe, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := verify(t, c.src)
			if res.Verdict() != c.want {
				t.Fatalf("%v, want %v", res, c.want)
			}
			if p := res.Proof(); c.turned && len(p.Loops) == 0 {
				t.Error("the proof has no loops")
			}
			if c.turned {
				return
			}
			rep, err := driver.Verify(context.Background(), "test.bpl", []byte(c.src), driver.Options{
				Question: driver.Question{Front: boogie.Front{}},
				Limits:   driver.Limits{Unbounded: -1},
				Engines: driver.Engines{Engine: "spacer", Make: func(c inline.Config) verifier.Engine {
					return keeping{&spacer.Engine{Config: c}}
				}},
			})
			if err != nil || rep.Result.Verdict() != c.want {
				t.Fatalf("with loops as they are: %v, %v, want %v", rep, err, c.want)
			}
			if p := rep.Result.Proof(); p != nil && len(p.Loops) > 0 {
				t.Error("a loop is turned")
			}
		})
	}
}

// keeping is an engine that searches loops as recursive procedures.
type keeping struct{ verifier.Engine }

func (k keeping) Verify(ctx context.Context, sys *vc.System, opt verifier.Options) (verifier.Result, error) {
	opt.KeepLoops = true
	return k.Engine.Verify(ctx, sys, opt)
}
