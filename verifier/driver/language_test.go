package driver

import (
	"context"
	"strings"
	"testing"
)

// Programs that use what Boogie's language has beside integers and maps. What fails is marked.
func TestLanguage(t *testing.T) {
	for _, c := range []struct{ name, src string }{
		{"reals", `const half: real; axiom half == 1.0 / 2.0;
			function avg(a: real, b: real) returns (real) { (a + b) / 2.0 }
			procedure step(x: real) returns (y: real) { havoc y; assume y >= x + 0.001; }
			procedure {:entrypoint} main(x: real) { var y: real; var m: [real]real; call y := step(x); assert y > x;
			  assert int(2.7) == 2 && int(-2.7) == -3; m[x] := 1.5e1; assert m[x + 0.0] == 15.0;
			  assert (forall r: real :: r + half > r); assert avg(1.0, 4.0) == 2.5 && -1.5 < 0.0 && 1 / 4 == 0.25;
			  assert real(int(x)) <= x && x < real(int(x)) + 1.0; }`},
		{"reals fail", `procedure {:entrypoint} main(x: real) { var y: real; y := x / 3.0; assume x > 1.0 && x < 2.0; assert y > 0.5; }`},
		{"reals in a loop", `var g: real; procedure {:entrypoint} main(n: int) modifies g; { var k: int; g := 1.0; k := 0;
			while (k < n) { call halve(); k := k + 1; } assert g > 0.0; } procedure halve() modifies g; { g := g / 2.0; }`},
		{"lambdas", `var g: [int]int; function add(y: int): [int]int { (lambda x: int :: x + y) }
			procedure {:entrypoint} main(y: int, z: int) modifies g; { var n: [int,int]bool;
			  assert (lambda x: int :: x + y)[2] == y + 2; assert add(3)[4] == 7;
			  assert y == z ==> (lambda x: int :: x + y) == (lambda k: int :: k + z);
			  n := (lambda a: int, b: int :: a < b); assert n[1,2] && !n[2,1];
			  g := (lambda i: int :: if i == y then 7 else g[i]); assert g[y] == 7 && (forall i: int :: i != y ==> g[i] == old(g)[i]);
			  assert (lambda i: int :: (forall j: int :: 0 <= j && j < i ==> j < y + i))[3] || y < 0;
			  assert (lambda i: int :: (lambda j: int :: i + j + y))[1][2] == 3 + y; }`},
		{"lambdas fail", `procedure {:entrypoint} main(y: int) { var m: [int]int; m := (lambda x: int :: x + y); assert m[2] != 7; }`},
		{"let", `procedure {:entrypoint} main(y: int, z: int) { assert (var a, b := y + 1, z; a > y && (var a := b; a == z)); }`},
		{"extern", `type {:extern} T; type T; function {:extern} f(x: int): int; function f(x: int): int { x } const c: int; const {:extern} c: int;
			procedure {:extern} q(); procedure q() { assert f(c) == c; } procedure {:entrypoint} main() { call q(); }`},
		{"uses", `const c: int uses { axiom c == f(2); } function f(x: int): int uses { axiom (forall x: int :: {f(x)} f(x) == x + 1); }
			procedure {:entrypoint} main() { assert c == 3; }`},
		{"hidden definitions", `function f(x: int): int { x + 1 } procedure {:entrypoint} main(x: int) { hide *; push; reveal f; assert f(x) == x + 1; pop; }`},
		{"what is not reached", `type T; const s: string; function g(x: string): float24e8; procedure p() { assert s == "a"; } procedure q(x: real) { assert x ** 2.0 > 0.0; }
			procedure {:entrypoint} main() { assert true; }`},
	} {
		want := "safe"
		if strings.HasSuffix(c.name, "fail") {
			want = "unsafe"
		}
		for _, e := range []string{"legion", "corral", Auto} {
			rep, err := verify(context.Background(), "p.bpl", []byte(c.src), Options{Engine: e, Check: true, Invariants: true})
			if err != nil {
				t.Errorf("%s, %s: %v", c.name, e, err)
				continue
			}
			if got, _, _ := strings.Cut(rep.String(), " "); got != want {
				t.Errorf("%s, %s: %v, want %s", c.name, e, rep, want)
			}
		}
	}
}
