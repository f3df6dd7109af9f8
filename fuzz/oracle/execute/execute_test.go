package execute

import (
	"testing"

	"github.com/muster-smt/muster/fuzz/bpl"
)

// The answers for bounds from 1 on, found by hand.
func TestFails(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []Answer
	}{
		{"assert", `procedure main(x: int) requires 0 <= x && x <= 3; { assert x != 2; }`, []Answer{Yes}},
		{"safe", `procedure main(x: int) requires 0 <= x && x <= 3; { assert x != 4; }`, []Answer{No}},
		{"return", `procedure main() { var x: int; havoc x; assume 0 <= x; assume x < 3; assume x == 2; }`, []Answer{Yes}},
		{"no return", `procedure main() { var x: int; havoc x; assume 0 <= x; assume x < 3; assume x == 3; }`, []Answer{No}},
		{"too many values", `procedure main() { var x: int; assert x * x != 37 * 37 * 4; }`, []Answer{Unknown}},
		// Two iterations need three nested instances of the loop.
		{"loop", `procedure main() { var i: int; i := 0; while (i < 2) { i := i + 1; } assert false; }`, []Answer{No, No, Yes}},
		{"partial iteration", `procedure main() { var i: int; i := 0; while (true) { assert i < 2; i := i + 1; } }`, []Answer{No, No, Yes}},
		{"goto", `procedure main() { var i: int; i := 0; L: i := i + 1; goto L, M; M: assert i < 3; }`, []Answer{No, No, Yes}},
		{"recursion", `procedure main() { var r: int; call r := p(2); assert r == 2; }
			procedure p(n: int) returns (r: int) { if (n == 0) { r := 5; return; } call r := p(n - 1); }`, []Answer{No, No, Yes}},
		{"extra bound", `procedure main() { var r: int; call r := p(2); assert r == 2; }
			procedure {:SIextraRecBound 1} p(n: int) returns (r: int) { if (n == 0) { r := 5; return; } call r := p(n - 1); }`, []Answer{No, Yes}},
		{"the entry recurses", `var g: int; procedure main() modifies g; requires g == 0 || g == 1; { assert g == 0; g := 1; call main(); }`, []Answer{Yes}},
		// The call is in a complete iteration, so two loops are active in it.
		{"loop in recursion", `var g: int; procedure main() modifies g; { g := 0; call p(1); assert g != 1; }
			procedure p(n: int) modifies g; { var i: int; i := 0; while (i < n) { call p(0); i := i + 1; g := g + 1; } }`, []Answer{No, Yes}},
		{"contracts", `procedure p(x: int) returns (y: int); requires x > 0; ensures y == x + 1;
			procedure main() { var y: int; call y := p(1); assert y == 2; }`, []Answer{No}},
		{"a requires fails", `procedure p(x: int) returns (y: int); requires x > 1; ensures y == x + 1;
			procedure main() { var y: int; call y := p(1); }`, []Answer{Yes}},
		{"an ensures fails", `procedure main() returns (r: int) ensures r != 1; { r := 1; }`, []Answer{Yes}},
		{"a free ensures cuts", `procedure main() { var r: int; call r := p(); assert false; } procedure p() returns (r: int) free ensures r != 1; { r := 1; }`, []Answer{No}},
		{"old", `var g: int; procedure main() modifies g; { g := 1; call p(); assert g != 2; } procedure p() modifies g; { g := 2; assert old(g) == 1; }`, []Answer{Yes}},
		{"maps share cells", `procedure main() { var m, n: [int]int; n := m; assume 0 <= m[1] && m[1] <= 2; m[2] := 7; assert m[1] == n[1] && m[2] == 7; }`, []Answer{No}},
		{"map by a range", `procedure main() { var m: [int]int; assume (forall i: int :: 0 <= i && i <= 2 ==> 3 <= m[i] && m[i] <= 4); assert m[1] + m[2] > 6; }`, []Answer{Yes}},
		{"declared type", `type T; const unique a, b: T; procedure main(x: T) { assert a != b; assert x == a || x == b; }`, []Answer{Yes}},
		{"function", `function f(x: int): bool; procedure main() { assert f(1) ==> f(0 + 1); }`, []Answer{No}},
		{"where", `var g: int where 0 <= g && g < 2; procedure main() modifies g; { havoc g; assert g != 2; }`, []Answer{No}},
		{"division by zero", `procedure main(x: int) requires x == 1; { assert 3 div 0 == 3 div (x - 1); }`, []Answer{No}},
		{"what division by zero gives", `procedure main(x: int) requires x == 1; { assert 3 div (x - 1) != 37 * 41; }`, []Answer{Unknown}},
		{"euclid", `procedure main() { assert -7 div 2 == -4 && -7 mod 2 == 1 && -7 div -2 == 4 && 7 div -2 == -3; }`, []Answer{No}},
		{"bit-vectors", `function {:bvbuiltin "bvadd"} add(x: bv3, y: bv3): bv3; function {:bvbuiltin "bvslt"} less(x: bv3, y: bv3): bool;
			procedure main(x: bv3) { assert less(x, add(x, 1bv3)) || x == 3bv3; }`, []Answer{No}},
		{"a wide one", `function {:bvbuiltin "bvlshr"} shr(x: bv64, y: bv64): bv64; procedure main(x: bv64) { assert shr(x, 63bv64) == 0bv64; }`, []Answer{Yes}},
		{"division of bit-vectors", `function {:bvbuiltin "bvsdiv"} sdiv(x: bv3, y: bv3): bv3; function {:bvbuiltin "bvsrem"} srem(x: bv3, y: bv3): bv3; function {:bvbuiltin "bvsmod"} smod(x: bv3, y: bv3): bv3;
			function {:bvbuiltin "bvmul"} mul(x: bv3, y: bv3): bv3; function {:bvbuiltin "bvadd"} add(x: bv3, y: bv3): bv3;
			procedure main(x: bv3, y: bv3) { assert add(mul(sdiv(x, y), y), srem(x, y)) == x; assert y == 0bv3 || smod(x, y) == 0bv3 || smod(x, y)[3:2] == y[3:2]; }`, []Answer{No}},
		{"a map by bit-vectors", `procedure main(x: bv2, y: bv2) { var m: [bv2]bv1; m[x] := 1bv1; m[y] := 0bv1; assert x == y ==> m[x] == 0bv1; assert m[x] == 1bv1; }`, []Answer{Yes}},
	} {
		p, err := bpl.Read(c.name, []byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		x, err := New(p)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		for i, want := range c.want {
			if got := x.Fails(i+1, 10000); got != want {
				t.Errorf("%s, bound %d: %s, want %s", c.name, i+1, got, want)
			}
			if got := x.FailsSymbolically(t.Context(), i+1); got != want && want != Unknown {
				t.Errorf("%s, bound %d: %s by one query, want %s", c.name, i+1, got, want)
			}
		}
	}
}
