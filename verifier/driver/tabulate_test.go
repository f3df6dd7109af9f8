package driver

import (
	"strings"
	"testing"

	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
)

// TestTabulate has programs proved by what procedures return for some values, or says why they are not.
func TestTabulate(t *testing.T) {
	for _, tc := range []struct{ name, src, why string }{
		{"loop", `procedure {:entrypoint} main() {
			var x, n: int; x := 27; n := 0;
			while (x != 1) { if (x mod 2 == 0) { x := x div 2; } else { x := 3 * x + 1; } n := n + 1; }
			assert n == 111; }`, ""},
		{"recursion", `procedure fib(n: int) returns (r: int) { var a, b: int;
			if (n < 2) { r := n; } else { call a := fib(n - 1); call b := fib(n - 2); r := a + b; } }
			procedure {:entrypoint} main() { var r: int; call r := fib(12); assert r == 144; }`, ""},
		{"mutual", `var calls: int;
			procedure F(n: int) returns (r: int) modifies calls; { calls := calls + 1;
			if (n == 0) { r := 1; } else { call r := F(n - 1); call r := M(r); r := n - r; } }
			procedure M(n: int) returns (r: int) modifies calls; { calls := calls + 1;
			if (n == 0) { r := 0; } else { call r := M(n - 1); call r := F(r); r := n - r; } }
			procedure {:entrypoint} main() modifies calls; {
			var r: int; calls := 0; call r := F(4); assert r == 3 && calls > 5; }`, ""},
		{"several results", `procedure coin(n: int) returns (r: int) {
			if (n == 0) { r := 0; } else { call r := coin(n - 1); if (*) { r := r + 1; } } }
			procedure {:entrypoint} main() { var r: int; call r := coin(5); assert r <= 5; }`, ""},
		{"nested loops", `procedure {:entrypoint} main() { var i, k, s: int; i := 0; s := 0;
			while (i < 4) { k := 0; while (k < i) { s := s + i * k; k := k + 1; } i := i + 1; }
			assert s == 11; }`, ""},
		{"wrong", `procedure {:entrypoint} main() { var x: int; x := 3;
			while (x != 0) { x := x - 1; } assert x == 1; }`, "does not suffice"},
		{"too many", `procedure {:entrypoint} main() { var x, y: int; x := 300; y := 0;
			while (x != 0) { x := x - 1; y := y * y mod 7 + 3; } assert y > 0; }`, "too many"},
		{"comes back", `procedure f(n: int) returns (r: int) { if (*) { r := 1; } else { call r := g(n); } }
			procedure g(n: int) returns (r: int) { if (*) { call r := f(n); } else { r := n; } }
			procedure {:entrypoint} main() { var r: int; call r := f(3); assert r != 2; }`, "comes back"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			opt := Options{Question: Question{Front: boogie.Front{}}, Output: Output{Check: true}}
			q, err := newRequest(reach, tc.name+".bpl", []byte(tc.src), opt)
			if err != nil {
				t.Fatal(err)
			}
			q.engines = []engine{tabulating()}
			r, err := answerTo(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			res := r.rep.Result
			switch {
			case tc.why != "":
				if res.Verdict() != verifier.Unknown || !strings.Contains(res.Reason().Detail, tc.why) {
					t.Errorf("%v, want unknown since %s", res, tc.why)
				}
			case res.Verdict() != verifier.Safe || r.rep.Check.State != CheckOK || len(res.Proof().Facts) == 0:
				t.Errorf("%v, %d facts, check %v", res, len(res.Proof().Facts), r.rep.Check)
			}
		})
	}
}
