package driver

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
)

// An assertion that holds is not called unsafe where no pattern matches, as in Boogie's test sk_hack, which is the first program. A
// failing execution has values for which the assumptions hold everywhere, if such are found.
func TestQuantifiedAssumptions(t *testing.T) {
	for _, c := range []struct{ name, src, want, value string }{
		{"sk_hack", `function in(int): bool; function next(int): int; function f(int): bool; function g(int): bool;
			procedure main() {
			  assume (forall x: int :: {in(next(x))} in(x) ==> in(next(x)));
			  assume (forall x: int :: {in(x)} in(x) ==> f(x));
			  assume (forall x: int :: {f(next(x))} f(next(x)) ==> g(x));
			  assert (forall x: int :: in(x) ==> g(x)); }`, "safe", ""},
		{"an inverse", `function f(int): int; function g(int): int; axiom (forall x: int :: {f(g(x))} f(g(x)) == x);
			procedure main(a: int, b: int) { assume g(a) == g(b); call check(a, b); }
			procedure check(a: int, b: int) { assert a == b; }`, "safe", ""},
		{"another path fails", `function f(int): int; axiom (forall x: int :: {f(f(x))} f(f(x)) == x);
			procedure main(a: int, b: int) {
			  if (*) { assume f(a) == f(b); assert a == b; } else { assume a > 5; assert b > a; } }`, "unsafe", ""},
		{"paths of a loop", `function f(int): int; axiom (forall x: int :: {f(f(x))} f(f(x)) == x);
			procedure main(a: int, b: int, n: int) { var i, c: int;
			  i := 0; c := b;
			  while (i < 2) { i := i + 1; if (*) { c := b + 0; } else { c := 0 + b; } }
			  assume f(a) == f(c); assert a == b; }`, "safe", ""},
		{"all values of a map", `type T; procedure main(a: T, b: T, m: [T]int) {
			assume (forall x: T :: m[x] > 0); assert m[a] > 1; }`, "unsafe", "[else 1]"},
		{"contracts of procedures with bodies", `procedure p() free requires (forall i: int :: i > 0); { }
			procedure q() free ensures (forall i: int :: i > 0); { }
			procedure main() { if (*) { call p(); } else { call q(); } assert false; }`, "safe", ""},
		{"a lambda that some index refutes", `procedure main(n: int) { var A: [int]bool;
			A := (lambda p: int :: p < n && p > n - 9); assume (forall p: int :: !A[p]); assert n == 7; }`, "safe", ""},
		{"a lambda that has a value", `procedure main(n: int) { var A: [int]int;
			A := (lambda p: int :: p - 3); assume (forall p: int :: n > A[p] || A[p] > n); assert n == 7; }`, "safe", ""},
		{"a constructor that has a field", `datatype P { One(i: int), Two(a: int, b: bool) }
			procedure main(n: int) { assume (forall p: P :: p is Two ==> p->a < n); assert n == 7; }`, "safe", ""},
		{"a lambda over values of constructors", `datatype P { One(i: int), Two(a: int, b: bool) }
			procedure main(n: int, k: int) { var A: [P]int; assume k <= n;
			A := (lambda p: P :: if p is Two && p->b && k < p->a && p->a <= n + 3 then 2 else 0); assume (forall p: P :: A[p] == 0); assert k > n + 2; }`, "safe", ""},
		{"a lambda that says nothing else", `procedure main(n: int) { var A: [int]bool; A := (lambda p: int :: p < n); assert A[3]; }`, "unsafe", ""},
		{"a value whose constructor matters", `datatype L { N(), C(h: int, t: L) }
			procedure main(x: L, y: L) { assume x is C && y is C && x->t == y; assert y->t != x; assert x->h == y->h; }`, "unsafe", ""},
		{"what holds of a lambda", `procedure main(n: int) { var A: [int]int; A := (lambda p: int :: if p < n then p else 3 - p);
			A[n] := 5; assume (forall p: int :: A[p] <= n + 9); assert n != 3; }`, "unsafe", ""},
		{"a function that an axiom defines", `function g(int): bool; axiom (forall x: int :: {g(x)} g(x) <==> x > 4); function h(int): int; axiom (forall x: int :: h(x) == (if g(x) then x else 0));
			procedure main(n: int) { assume (forall x: int :: h(x + n) > x || x < 7); assert h(n) < 7; }`, "unsafe", ""},
		{"a function with a bound", `function g(int): int; axiom (forall x: int :: {g(x)} g(x) > x); function h(int): int; axiom (forall x: int :: h(x) != 2 * x);
			procedure main(n: int) { assert g(n) > n + 1 && h(g(n)) > 7; }`, "unsafe", ""},
		{"axioms that no model has", `function f(int): int; axiom (forall x: int :: {f(x)} f(x) * 0 < f(x)); axiom (forall x: int :: {f(f(x))} f(x) < 3 - x);
			procedure main(n: int) { assert f(n) > n; }`, "unknown (the axioms contradict each other)", ""},
		{"maps that must be equal", `procedure main(n: int, B: [int]int) { var A: [int]int; A := (lambda p: int :: p + n); assume A == B; assert B[3] == n + 3; }`, "safe", ""},
		{"an example that a lambda has", `procedure main(n: int) { var A: [int]bool; A := (lambda p: int :: p < n);
			assume (exists p: int :: A[p] && p > n - 5); assert n == 3; }`, "unsafe", ""},
		{"an example that it has not", `procedure main(n: int) { var A: [int]bool; A := (lambda p: int :: p < n);
			assume (exists p: int :: A[p] && p > n); assert n == 3; }`, "safe", ""},
		{"lambdas that are equal", `procedure main(n: int) { var A, B: [int]bool;
			A := (lambda p: int :: p < n); B := (lambda p: int :: p <= n - 1); assert A == B; }`, "safe", ""},
		{"a function at a value", `function g(k: int, s: int): int { if k <= 0 then s else g(k - 1, s * 3 + k) }
			procedure main() { assert g(6, 1) == 2734; }`, "safe", ""},
		{"all types of maps", `procedure main(g: [bool][int]int, h: [int]int) {
			assume (forall<a> m: [a]int, x: a :: m[x] != 3); assert h[h[2]] != 3; assert g[h[0] > 1][5] != 3; }`, "safe", ""},
		{"all types of values", `datatype Box<a> { Box(v: a, n: int) }
			procedure main(b: Box int, c: Box bool) {
			assume (forall<a> x, y: Box a :: x->n == y->n); assert b->n == Box(7, b->n)->n; assert c->n == b->n || c->n == Box(true, 4)->n; }`, "safe", ""},
		{"a long recursion", `function h(k: int): int { if k == 0 then 7 else h(k - 1) + 2 }
			procedure main() { assert h(1500) == 3007; }`, "safe", ""},
		{"a path beside one that stays open", `function g(int): int; procedure main(a: int) {
			if (*) { assert a != 3; } else { assume (forall x: int :: {g(g(x))} g(g(x)) == x + 3); assert a > 7; } }`, "unsafe", ""},
		{"a path behind one that stays open", `function g(int): int; procedure main(a: int) { var i: int; i := 0;
			while (i < 1) { if (a == i) { assume (forall x: int :: {g(g(x))} g(g(x)) == x + 3); assert a > 7; } i := i + 1; } assert a != 3; }`, "unsafe", ""},
		{"no path but one that stays open", `function g(int): int; procedure main(a: int) { call p(a); call p(a + 1); assert a > 3 || a < 5; }
			procedure p(a: int) { if (a == 2) { assume (forall x: int :: {g(g(x))} g(g(x)) == x + 3); assert a > 7; } }`,
			"unknown (quantified assumptions neither confirmed nor refuted)", ""},
		{"an infinite model", `function f(int): int; axiom (forall x, y: int :: {f(x), f(y)} x < y ==> f(x) < f(y));
			procedure main() { assert f(1) + 1 == f(2); }`, "unsafe (quantified assumptions checked at 4 instances)", ""},
	} {
		for _, e := range append(SearchEngines(), Auto) {
			rep, err := verify(context.Background(), "q.bpl", []byte(c.src), Options{
				Engines: Engines{Engine: e},
				Output:  Output{Check: e == "corral"},
			})
			if err != nil {
				t.Errorf("%s, %s: %v", c.name, e, err)
				continue
			}
			got, _, _ := strings.Cut(rep.String(), " up to")
			why := rep.Result.Reason().Kind
			gaveUp := rep.Result.Verdict() == verifier.Unknown && (why == reason.UnconfirmedTrace || why == reason.OpenQuantifier) && (e == "spacer" || e == "lazyann")
			if got != c.want && !gaveUp { // they search no other path
				t.Errorf("%s, %s: %s, want %s", c.name, e, rep, c.want)
			}
			if tr := rep.Result.Trace(); c.value != "" && (tr == nil || !slices.ContainsFunc(tr.Steps, func(s verifier.Step) bool { return s.Value == c.value })) {
				t.Errorf("%s, %s: no value %s in the trace", c.name, e, c.value)
			}
		}
	}
}
