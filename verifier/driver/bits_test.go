package driver

import (
	"context"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
)

// bitsPrelude declares operators as bit-precise translators of C do.
const bitsPrelude = `
type ref = bv64;
function {:bvbuiltin "bvadd"} $add(x: bv8, y: bv8) : bv8;
function {:bvbuiltin "bvsub"} {:bvint "-"} $sub(x: bv8, y: bv8) : bv8;
function {:bvbuiltin "bvmul"} $mul(x: bv8, y: bv8) : bv8;
function {:bvbuiltin "bvudiv"} $udiv(x: bv8, y: bv8) : bv8;
function {:bvbuiltin "bvsdiv"} $sdiv(x: bv8, y: bv8) : bv8;
function {:bvbuiltin "bvsrem"} $srem(x: bv8, y: bv8) : bv8;
function {:bvbuiltin "bvand"} $and(x: bv8, y: bv8) : bv8;
function {:bvbuiltin "bvshl"} $shl(x: bv8, y: bv8) : bv8;
function {:bvbuiltin "bvashr"} $ashr(x: bv8, y: bv8) : bv8;
function {:bvbuiltin "bvult"} $ult(x: bv8, y: bv8) : bool;
function {:bvbuiltin "bvslt"} $slt(x: bv8, y: bv8) : bool;
function {:bvbuiltin "bvadd"} $add.ref(p: ref, q: ref) : ref;
function {:bvbuiltin "sign_extend 8"} $sext(x: bv8) : bv16;
function {:bvbuiltin "(_ zero_extend 8)"} $zext(x: bv8) : bv16;
function {:inline} $load(M: [ref]bv8, p: ref) : bv16 { M[$add.ref(p, 1bv64)] ++ M[p] }
function {:inline} $store(M: [ref]bv8, p: ref, v: bv16) : [ref]bv8 { M[p := v[8:0]][$add.ref(p, 1bv64) := v[16:8]] }
function {:bvbuiltin "bvfoo"} $foo(x: bv8) : bv8;
`

// TestBits: bit-vectors mean what they mean in Boogie, and traces show them as it writes them.
func TestBits(t *testing.T) {
	for _, c := range []struct{ name, src, want, trace string }{
		{"an overflow", `
			procedure main(x: bv8) { assume $ult(100bv8, x); assert $ult(x, $add(x, 1bv8)); }`, "unsafe", "x = 255bv8"},
		{"no overflow", `
			procedure main(x: bv8) { assume $ult(x, 255bv8); assert $ult(x, $add(x, 1bv8)); }`, "safe", ""},
		{"a midpoint overflows", `
			procedure main(lo: bv8, hi: bv8) { var m: bv8; assume $ult(lo, hi); m := $udiv($add(lo, hi), 2bv8); assert !$ult(m, lo); }`, "unsafe", "m = "},
		{"a midpoint does not", `
			procedure main(lo: bv8, hi: bv8) { var m: bv8; assume $ult(lo, hi); m := $add(lo, $udiv($sub(hi, lo), 2bv8)); assert !$ult(m, lo); }`, "safe", ""},
		{"slices and concatenation", `
			procedure main(x: bv16) { assert x[16:8] ++ x[8:0] == x; assert (x[4:0] ++ 0bv4)[8:4] == x[4:0]; assert 5bv4 ++ 1bv4 == 81bv8; }`, "safe", ""},
		{"the end of a slice is not in it", `
			procedure main(x: bv8) { assume x[8:4] == 3bv4; assert x[5:4] == 0bv1; }`, "unsafe", "x = "},
		{"concatenation binds looser than sums", `
			procedure main(x: bv4) { var y: bv8; y := x ++ (x ++ x)[4:0]; assert y[8:4] == y[4:0]; }`, "safe", ""},
		{"division by zero", `
			procedure main(x: bv8, y: bv8) { assume y == 0bv8; assert $udiv(x, y) == 255bv8 && $srem(x, y) == x; assert $slt(x, 0bv8) ==> $sdiv(x, y) == 1bv8; }`, "safe", ""},
		{"shifts and signs", `
			procedure main(x: bv8) { assert $shl(x, 9bv8) == 0bv8; assert $ashr(128bv8, 200bv8) == 255bv8; assert $sext(x)[8:0] == x; assert $zext(x)[16:8] == 0bv8; assert $sext(x) == $zext(x) || $slt(x, 0bv8); }`, "safe", ""},
		{"bytes in memory", `
			var M: [ref]bv8;
			procedure main(p: ref, v: bv16) modifies M; { M := $store(M, p, v); assert $load(M, p) == v; }`, "safe", ""},
		{"overlapping words in memory", `
			var M: [ref]bv8;
			procedure main(p: ref, q: ref) modifies M; { M := $store(M, p, 513bv16); M := $store(M, q, 1027bv16); assert p == q || $load(M, p) == 513bv16; }`, "unsafe", "bv64 -> 3bv8"},
		{"a call, a loop and a contract", `
			var g: bv8;
			procedure step(x: bv8) returns (y: bv8); modifies g; ensures y == $add(x, 1bv8); ensures g == old(g);
			procedure twice(x: bv8) returns (y: bv8) modifies g; { call y := step(x); call y := step(y); }
			procedure main() modifies g; { var i: bv8; i := 254bv8; g := 7bv8; while (i != 0bv8) { call i := twice(i); } assert g == 7bv8 && i == 0bv8; }`, "safe", ""},
		{"functions over bit-vectors", `
			function f(x: bv8) : bv8; axiom f(1bv8) == 2bv8; const c: bv8; axiom c == 1bv8;
			procedure main(x: bv8) { assume $and(x, 254bv8) == 0bv8 && x != 0bv8; assert f(x) == $add(c, c); }`, "safe", ""},
		{"more unique constants than values", `
			const unique a, b, c: bv1;
			procedure main() { assert false; }`, "safe", ""},
		{"numbers of bit-vectors", `
			function {:builtin "bv2int"} toInt(x: bv8) : int; function {:builtin "(_ int2bv 8)"} toBits(n: int) : bv8;
			procedure main(x: bv8, n: int) { assume n == toInt(x) + 256; assert toBits(n) == x && toInt($add(x, 1bv8)) <= n; }`, "safe", ""},
		{"numbers beside bit-vectors", `
			var m: [int]bv8;
			procedure main(i: int) modifies m; { var n: int; n := 0; m[i] := 1bv8; while (n < 2) { m[i + n] := $add(m[i + n], 3bv8); n := n + 1; } assert m[i] == 4bv8 && m[i + 1] != 3bv8; }`, "unsafe", "bv8"},
		{"a quantifier over bytes", `
			var M: [ref]bv8;
			procedure main(p: ref) { assume (forall q: ref :: M[q] == 0bv8 || M[q] == 255bv8); assert $load(M, p)[12:8] != 3bv4; }`, "safe", ""},
		{"old forms and wide vectors", `
			function {:bvbuiltin "(_ extract 511 500)"} top(x: bv512) : bv12;
			procedure main(x: bv512) { assert top(x) == x[512:500]; }`, "safe", ""},
		{"an unknown operator that is not reached", `
			procedure other(x: bv8) { assert $foo(x) == x; }
			procedure main(x: bv8) { assert $mul(x, 2bv8) == $add(x, x); }`, "safe", ""},
	} {
		for _, e := range SearchEngines() {
			rep, err := verify(context.Background(), "bits.bpl", []byte(bitsPrelude+c.src), Options{
				Engines: Engines{Engine: e},
				Output:  Output{Check: true},
			})
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			if e == "lazyann" && rep.Result.Reason().Kind == reason.GaveUp {
				continue // it learns one value after the other
			}
			if got := rep.Result.Verdict().String(); got != c.want {
				t.Errorf("%s: %s says %s, want %s", c.name, e, rep.Result, c.want)
			}
			if rep.Check.State == CheckOpen {
				t.Errorf("%s: %s: the check is open: %s", c.name, e, rep.Check.Why)
			}
			if tr := rep.Result.Trace(); tr != nil && !strings.Contains(shown(tr), c.trace) {
				t.Errorf("%s: %s does not show %q:\n%s", c.name, e, c.trace, shown(tr))
			}
		}
	}
}

// shown returns the values in a trace.
func shown(tr *verifier.Trace) string {
	var b strings.Builder
	for _, s := range tr.Steps {
		if s.Value != "" {
			b.WriteString(s.Label + " = " + s.Value + "\n")
		}
	}
	return b.String()
}
