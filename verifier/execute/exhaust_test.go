package execute_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/driver"
)

// Where all executions are few, that they end without failing is a proof, which is confirmed. Where something is read that is arbitrary, it
// is one only if the rest decides.
func TestExhaust(t *testing.T) {
	const safe, open = "safe", ""
	for _, c := range []struct{ name, text, want string }{
		{"a loop", "procedure main() { var i: int; var s: int; i := 0; s := 0; while (i < 2000) { s := s + i; i := i + 1; } assert s == 1999000; }", safe},
		{"a circle that nothing leads to", "procedure main() { var x: int; x := 1; goto a; a: assert x == 1; return; b: goto c; c: goto b; }", safe},
		{"a havoc that nobody reads", "procedure main() { var x: int; havoc x; assert true; }", safe},
		{"a havoc that is computed with", "procedure main() { var x: int; var y: int; havoc x; y := x + 1; y := y * y; assert true; }", safe},
		{"a havoc that is overwritten", "procedure main() { var x: int; var i: int; i := 0; while (i < 3) { havoc x; i := i + 1; } x := 2; assert x == 2; }", safe},
		{"a havoc that is read", "procedure main() { var x: int; havoc x; assert x != 77; }", "unsafe"},
		{"a formal that is read", "procedure main(x: int) { assert x * x != 1; }", "unsafe"},
		{"an initial value", "procedure main() { var x: int; assert x < 10 || x > 12; }", "unsafe"},
		{"what is unknown in a sum", "procedure main(x: int) { var y: int; y := x - x; assert y == 0; }", open},
		{"a truth value", "procedure main(b: bool) { var x: int; if (b) { x := 1; } else { x := 2; } if (b) { x := x - 1; } else { x := x - 2; } assert x == 0; }", safe},
		{"three ways", "procedure main() { var x: int; x := 0; if (*) { x := 1; } if (*) { x := x + 2; } if (*) { x := x + 4; } assert x < 8; }", safe},
		{"a way that fails", "procedure main() { var x: int; x := 0; if (*) { x := 1; } if (*) { x := x + 2; } if (*) { x := x + 4; } assert x < 7; }", "unsafe"},
		{"alternatives", "procedure main() { var x: int; var y: int; havoc x, y; assume (x == 1 && y == 2) || (x == 2 && y == 4) || (x == 5 && y == 10); assert y == 2 * x; }", safe},
		{"alternatives of which one fails", "procedure main() { var x: int; var y: int; havoc x, y; assume (x == 1 && y == 2) || (x == 2 && y == 5); assert y == 2 * x; }", "unsafe"},
		{"two lower bounds", "procedure main() { var x: int; x := 0; while (x < 2) { x := x + 1; } assume 3 <= x && 1 <= x; assert false; }", safe},
		{"an equation", "procedure main() { var x: int; havoc x; assume x == 7; assert x + 1 == 8; }", safe},
		{"an inequation says nothing", "procedure main() { var x: int; havoc x; assume x != 7; assert x != 8; }", "unsafe"},
		{"a disjunction holds by either side", "procedure main(x: int) { var y: int; y := 0; assume x > 0 || y > 0; assert y == 1; }", "unsafe"},
		{"a nested condition", "procedure main(x: int) { var y: int; y := 1; assume (x > 0 && y > 1) || y > 0; assert y != 1; }", "unsafe"},
		{"a value of two", "procedure main(x: int) { var y: int; y := if x > 0 then 3 else 3; assert y == 3; }", open},
		{"a value of two that is read", "procedure main(x: int) { var y: int; y := if x > 0 then 3 else 4; assert y == 3; }", "unsafe"},
		{"elements", "procedure main(m: [int]int) { var n: [int]int; n := m; n[1] := 5; n[2] := n[1] + 1; assert n[2] == 6; }", safe},
		{"an element that nobody wrote", "procedure main(m: [int]int) { var n: [int]int; n := m; n[1] := 5; assert n[2] != 6; }", "unsafe"},
		{"an unknown index", "procedure main(m: [int]int, i: int) { var n: [int]int; n := m; n[1] := 5; n[i] := 6; assert n[1] == 5; }", "unsafe"},
		{"a copy of a map", "procedure main(m: [int]int) { var n: [int]int; n := m; n[1] := 5; n[2] := 0; assert n[1] == 5; n := m; assert n[1] != 5; }", "unsafe"},
		{"maps that are equal", "procedure main(m: [int]int) { var n: [int]int; n := m; assert n == m; }", open},
		{"maps that differ", "procedure main(m: [int]int) { var n: [int]int; n := m[1 := 5]; assert n == m; }", open},
		{"a map over truth values", "procedure main() { var m: [bool]int; var n: [bool]int; m[true] := 1; m[false] := 2; n[false] := 2; n[true] := 1; assert m != n; }", open},
		{"all elements of a range", "procedure main(n: [int]int) { var m: [int]int; var a: int; m := n[3 := 1][4 := 2][5 := 0]; a := 3; assert (forall i: int :: a <= i && i < 5 ==> m[i] != 0); }", safe},
		{"none in an empty range", "procedure main(m: [int]int) { var a: int; a := 3; assert (forall i: int :: a <= i && i < a ==> m[i] != 0); }", safe},
		{"one element that is not", "procedure main(n: [int]int) { var m: [int]int; m := n[5 := 0]; assert !(forall i: int :: 3 <= i && i < 6 ==> m[i] != 0); }", safe},
		{"an element that is", "procedure main() { var m: [int]int; m[3] := 1; m[4] := 0; assert (forall i: int :: 3 <= i && i < 5 ==> m[i] != 0); }", "unsafe"},
		{"an unknown element", "procedure main(n: [int]int) { var m: [int]int; m := n[3 := 1]; assert (forall i: int :: 3 <= i && i < 5 ==> m[i] != 0); }", "unsafe"},
		{"an unknown range", "procedure main(a: int) { var m: [int]int; m[3] := 0; assert (forall i: int :: a <= i && i < 5 ==> m[i] != 0); }", "unsafe"},
		{"a map that is filled", `procedure main(n: [int]int) { var l, m: [int]int; l := n[249 := 5][600 := 6]; havoc m;
			assume (forall i: int :: m[i] == (if 250 <= i && i < 600 then 3 * i + 7 else l[i]));
			assert m[249] == 5 && m[250] == 757 && m[255] == 772 && m[256] == 775 && m[599] == 1804 && m[600] == 6; }`, safe},
		{"a map that is filled with big numbers", `procedure main(l: [int]int) { var m: [int]int; havoc m;
			assume (forall i: int :: m[i] == (if 0 <= i && i < 600 then 16000000 * i + 4611686018427387000 else l[i]));
			assert m[0] == 4611686018427387000 && m[1] == 4611686018443387000 && m[599] == 4611686028011387000; }`, safe},
		{"two ranges that are equal", `procedure main() { var m, n: [int]int; m[3] := 1; m[4] := 2; n[7] := 1; n[8] := 2;
			assert (forall i: int :: 3 <= i && i < 5 ==> m[i] == n[i + 4]); }`, safe},
		{"two ranges that are not", `procedure main() { var m, n: [int]int; m[3] := 1; m[4] := 2; n[7] := 1; n[8] := 3;
			assert (forall i: int :: 3 <= i && i < 5 ==> m[i] == n[i + 4]); }`, "unsafe"},
		{"the first place where two maps differ", `procedure main() { var m, n: [int]int; var k: int;
			m := n[0 := 1][1 := 2][2 := 3][3 := 9]; n := m[2 := 4][3 := 8];
			havoc k; assume 0 <= k && k < 4; assume (forall i: int :: 0 <= i && i < k ==> m[i] == n[i]); assume m[k] != n[k];
			assert k == 2; }`, safe},
		{"a place where two maps differ", `procedure main() { var m, n: [int]int; var a, k: int;
			m := n[0 := 1][1 := 2][2 := 3][3 := 9]; n := m[2 := 4][3 := 8]; a := 0;
			havoc k; assume 0 <= k && k < 4; assume (forall i: int :: 0 <= i && i < a ==> m[i] == n[i]); assume m[k] != n[k];
			assert k == 2; }`, "unsafe"},
		{"a range without an end", "procedure main() { var m: [int]int; m[3] := 1; assert (forall i: int :: 3 <= i && i < 4611686018427387903 ==> m[i] != 0); }", open},
		{"a procedure without a body", "procedure p() returns (r: int); procedure main() { var r: int; call r := p(); r := r + 1; assert true; }", safe},
		{"its contract", "procedure p() returns (r: int); ensures r == 3; procedure main() { var r: int; call r := p(); assert r == 3; }", safe},
		{"its result is read", "procedure p() returns (r: int); ensures r >= 3; procedure main() { var r: int; call r := p(); assert r != 3; }", "unsafe"},
		{"what it changes", "var g: int; procedure p(); modifies g; procedure main() modifies g; { g := 1; call p(); assert g == 1; }", "unsafe"},
		{"a function", "function f(x: int): int; procedure main() { var x: int; x := f(3); assert true; }", open},
		{"a constant with a value", "const c: int; axiom c == 3; procedure main() { assert c * c == 9; }", safe},
		{"a constant without one", "const c: int; procedure main() { assert c != 9; }", open},
		{"division by zero", "procedure main() { var x: int; x := 1 div 0; assert x != 5; }", open},
		{"numbers beyond 64 bits", "procedure main() { var x: int; var i: int; x := 1; i := 0; while (i < 70) { x := x * 2; i := i + 1; } assert x == 1180591620717411303424 && x mod 1000 == 424; }", safe},
		{"back from there", "procedure main() { var x: int; var i: int; x := 9223372036854775807; x := x + 1; x := x - 9223372036854775808; assert x == 0; x := -4611686018427387904; x := x * 2; assert x == -9223372036854775808; }", safe},
		{"deep recursion", `procedure f(n: int) returns (r: int) { if (n == 0) { r := 0; } else { call r := f(n - 1); r := r + 1; } }
			procedure main() { var r: int; call r := f(100000); assert r == 100000; }`, safe},
		{"old", `var g: int; procedure f() modifies g; { g := g + 1; call h(); assert g == 2 * old(g) + 2; }
			procedure h() modifies g; { g := old(g) * 2; } procedure main() modifies g; { g := 3; call f(); }`, safe},
		{"a parallel assignment", "procedure main() { var x: int; var y: int; x := 1; y := 2; x, y := y, x; assert x == 2 && y == 1; }", safe},
		{"an assumption that ends all", "procedure main() { assume false; assert false; }", safe},
		{"a loop without end", "procedure main() { var x: int; x := 0; while (true) { x := 1 - x; } assert false; }", safe},
		{"a loop without end that fails late", "procedure main() { var x: int; var n: int; x := 0; n := 0; while (true) { assert n < 9000; x := 1 - x; n := n + 1; } }", "unsafe"},
		{"a loop without end that counts", "procedure main() { var x: int; x := 0; while (true) { x := x + 1; } }", open},
		{"a loop without end, with elements", `procedure main() { var m: [int]int; var i: int; m[0] := 7; i := 0;
			while (true) { i := (i + 1) mod 5; m[i] := if i == 0 then 7 else m[i - 1]; assert m[0] == 7; } }`, safe},
		{"an element that changes in the end", `procedure main() { var m: [int]int; var i: int; i := 0; m[0] := 9000; m[1] := 1;
			while (true) { m[0] := m[0] - m[1]; assert m[0] != 0; } }`, "unsafe"},
		{"a loop without end, in a call", `var g: int; procedure f(n: int) modifies g; { if (n > 0) { call f(n - 1); } else { while (true) { g := 1 - g; } } }
			procedure main() modifies g; { g := 0; call f(7); assert false; }`, safe},
		{"calls without end", "procedure f() { call f(); } procedure main() { call f(); assert false; }", open},
		{"a loop without end, with big numbers", `procedure main() { var x: int; x := 9223372036854775808; while (true) { assert x > 0; x := x; } }`, safe},
		{"two ways round", "procedure main() { var x: int; x := 0; while (true) { if (*) { x := 1 - x; } assert x < 2; } }", open},
		{"two ways round, and out", "procedure main() { var x: int; x := 0; while (true) { if (*) { x := 1 - x; if (*) { assert x == 0; } } } }", "unsafe"},
		{"what is arbitrary each time round", "procedure main() { var x: int; while (true) { havoc x; } assert false; }", safe},
		{"a loop that reads", "procedure main(n: int) { var i: int; i := 0; while (i < n) { i := i + 1; } assert i != 900; }", "unsafe"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			ctx := t.Context()
			if c.want == open {
				var cancel context.CancelFunc
				ctx, cancel = limit.NewCountdown(1_000, limit.Steps).Context(ctx)
				defer cancel()
			}
			rep := runWithin(t, ctx, "p.bpl", c.text, driver.Options{Output: driver.Output{Check: true}})
			switch got := rep.Result.VerdictText(); {
			case c.want == open && got != "unknown":
				t.Errorf("got %s", rep)
			case c.want != open && got != c.want:
				t.Errorf("got %s, want %s", rep, c.want)
			case got == safe && rep.Check.State != driver.CheckOK:
				t.Errorf("the check says %s", rep.Check)
			}
		})
	}
}

// Numbers of more than 62 bits are as many as there are turns, and few at a time.
func TestManyNumbers(t *testing.T) {
	text := `procedure main() { var i: int; var x: int; i := 0; x := 1;
		while (i < 600000) { x := (x * 6364136223846793005 + 1442695040888963407) mod 18446744073709551616; i := i + 1; } assert x == 3467541748373122497; }`
	if rep := run(t, "p.bpl", text, driver.Options{Output: driver.Output{Check: true}}); rep.String() != "safe" {
		t.Error(rep)
	}
}

// C programs that read no input.
func TestExhaustC(t *testing.T) {
	for _, x := range []struct{ name, text, want string }{
		{"a sum", "int main(void) { int s = 0; for (int i = 0; i < 2000; i++) s += i; assert(s == 1999000); return 0; }", "safe"},
		{"sums that wrap", "int main(void) { int s = 2147483000, t = -2147483000; for (int i = 0; i < 1000; i++) { s += 1; t -= 1; } assert(s == -2147483296 && t == 2147483296); return 0; }", "safe"},
		{"a sum that wraps and is too large", "int main(void) { int s = 2147483000; for (int i = 0; i < 1000; i++) s += 1; assert(s != -2147483296); return 0; }", "unsafe"},
		{"what is not initialised", "int main(void) { int a[4], x; a[1] = 3; a[2] = a[1] + 1; x = a[2]; assert(x == 4); return 0; }", "safe"},
		{"what is not initialised and read", "int main(void) { int a[4]; a[1] = 3; assert(a[2] != 4); return 0; }", "unsafe"},
		{"pointers", "struct s { int v; struct s *next; }; int main(void) { struct s a = {1, 0}, b = {2, &a}, *p = &b; int n = 0; for (; p; p = p->next) n += p->v; assert(n == 3); return 0; }", "safe"},
		{"a block of memory", "void *malloc(unsigned long); int main(void) { int *p = malloc(40); if (!p) return 0; for (int i = 0; i < 10; i++) p[i] = i; assert(p[7] == 7); return 0; }", "safe"},
		{"a text that is printed", `int puts(const char *); int main(void) { char s[4] = "abc"; int n = 0; for (int i = 0; i < 2000; i++) n += i; puts(s); assert(n == 1999000); return 0; }`, "safe"},
		{"a text without an end", `int puts(const char *); int main(void) { char s[3] = "abc"; int n = 0; for (int i = 0; i < 2000; i++) n += i; puts(s); return n; }`, "unsafe"},
		{"an input", "int input(void); int main(void) { int x = input(); assert(x != 5); return 0; }", "unsafe"},
		{"an input that nothing depends on", "int input(void); int main(void) { int x = input(), y = 1; x = x & 7; for (int i = 0; i < 9; i++) y += y; assert(y == 512); return 0; }", "safe"},
		{"any of twenty blocks is watched", `void *malloc(unsigned long); void free(void *); struct n { int v; struct n *next; };
			int main(void) { struct n *l = 0; int s = 0; for (int i = 0; i < 20; i++) { struct n *p = malloc(sizeof *p); p->v = i; p->next = l; l = p; }
			while (l) { struct n *p = l->next; s += l->v; free(l); l = p; } assert(s == 190); return 0; }`, "safe"},
		{"a block that is freed twice", `void *malloc(unsigned long); void free(void *);
			int main(void) { int *a[9]; for (int i = 0; i < 9; i++) a[i] = malloc(4); for (int i = 0; i < 9; i++) free(a[i == 7 ? 5 : i]); return 0; }`, "unsafe"},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			opt := driver.Options{
				Question: driver.Question{Front: c.Front{Options: c.Options{Checks: c.Memory | c.Bounds}}},
				Output:   driver.Output{Check: true},
			}
			rep := run(t, "p.c", "void assert(int);\n"+x.text, opt)
			if got := rep.Result.VerdictText(); got != x.want || got == "safe" && rep.Check.State != driver.CheckOK {
				t.Errorf("got %s, want %s", rep, x.want)
			}
		})
	}
}

// A long execution needs no memory that grows with it.
func BenchmarkLoop(b *testing.B) {
	b.ReportAllocs()
	text := fmt.Sprintf(`procedure main() { var i: int; var s: int; var t: int; i := 0; s := 0; t := 1;
		while (i < %d) { s := s + i; t := s - t; if (t > 100) { t := 0; } i := i + 1; } assert s >= 0; }`, b.N)
	rep := run(b, "p.bpl", text, driver.Options{Output: driver.Output{Check: true}})
	if rep.Result.Verdict() != verifier.Safe || rep.Check.State != driver.CheckOK {
		b.Fatal(rep)
	}
}

// So does a loop of C.
func BenchmarkLoopC(b *testing.B) {
	b.ReportAllocs()
	text := fmt.Sprintf(`void assert(int); int main(void) { int s = 0, t = 1;
		for (int i = 0; i < %d; i++) { s += i; t = s - t; if (s > 1000000) s -= 1000000; } assert(t != 12345678 || s < 5000000); return 0; }`, b.N)
	rep := run(b, "p.c", text, driver.Options{Question: driver.Question{Front: c.Front{}}, Output: driver.Output{Check: true}})
	if rep.Result.Verdict() != verifier.Safe || rep.Check.State != driver.CheckOK {
		b.Fatal(rep)
	}
}
