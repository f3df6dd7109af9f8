package driver

import (
	"context"
	"strings"
	"testing"
)

// heap begins programs about a heap as Boogie's front ends have it.
const heap = `type Field a; type Ref; type Heap = <a>[Ref, Field a]a; const unique alloc: Field bool; const unique next: Field Ref; const unique val: Field int; var H: Heap;
	procedure set(o: Ref, v: int) modifies H; ensures H[o, val] == v; ensures (forall<a> r: Ref, f: Field a :: r != o || f != val ==> H[r, f] == old(H)[r, f]); { H[o, val] := v; }
	procedure any(o: Ref, v: int); modifies H; ensures H[o, val] == v; ensures (forall<a> r: Ref, f: Field a :: r != o ==> H[r, f] == old(H)[r, f]);
	`

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
		{"lambdas of any type", heap + `var K: Heap; function {:inline} both<b>(h: Heap, k: Heap, d: Ref, x: b): Heap { (lambda<a> r: Ref, f: Field a :: if r == d then h[r, f] else k[r, f]) }
			procedure {:entrypoint} main(o: Ref, p: Ref, n: int) modifies H, K; { var m: <a>[Field a]bool; var l: [Ref](<a>[Field a]bool); assume o != p; H[o, val] := 1; K[p, val] := n;
			  K := both(H, K, o, 3); assert K[o, val] == 1 && K[p, val] == n && K[p, next] == old(K)[p, next]; assert (forall<a> f: Field a :: K[o, f] == H[o, f]);
			  m := (lambda<a> f: Field a :: H[o, f] != H[o, f]); assert !m[val] && !m[next] && !(exists f: Field int :: m[f]);
			  H := (lambda<b> r: Ref, f: Field b :: old(H)[r, f]); assert H[o, alloc] == old(H)[o, alloc]; m := (lambda<a> f: Field a :: n > 0 ); assert m[val] == m[next]; }`},
		{"lambdas of any type fail", heap + `procedure {:entrypoint} main(o: Ref) modifies H; { var K: Heap; K := (lambda<a> r: Ref, f: Field a :: if r == o then H[r, f] else K[r, f]); assert K == H; }`},
		{"let", `procedure {:entrypoint} main(y: int, z: int) { assert (var a, b := y + 1, z; a > y && (var a := b; a == z)); }`},
		{"extern", `type {:extern} T; type T; function {:extern} f(x: int): int; function f(x: int): int { x } const c: int; const {:extern} c: int;
			procedure {:extern} q(); procedure q() { assert f(c) == c; } procedure {:entrypoint} main() { call q(); }`},
		{"uses", `const c: int uses { axiom c == f(2); } function f(x: int): int uses { axiom (forall x: int :: {f(x)} f(x) == x + 1); }
			procedure {:entrypoint} main() { assert c == 3; }`},
		{"hidden definitions", `function f(x: int): int { x + 1 } procedure {:entrypoint} main(x: int) { hide *; push; reveal f; assert f(x) == x + 1; pop; }`},
		{"lists of any type", `type List a; function Nil<a>(): List a; function Cons<a>(x: a, l: List a): List a; function Head<a>(l: List a): a; function Len<a>(l: List a): int;
			axiom (forall<a> x: a, l: List a :: {Cons(x, l)} Head(Cons(x, l)) == x); axiom (forall<a> :: Len(Nil() : List a) == 0);
			axiom (forall<a> x: a, l: List a :: {Cons(x, l)} Len(Cons(x, l)) == Len(l) + 1);
			function twice<a>(x: a, l: List a): List a { Cons(x, Cons(x, l)) } function size<a>(l: List a): int { if l == Nil() then 0 else size(l) }
			procedure {:entrypoint} main(x: int, b: bool) { var l: List int; var m: List (List int);
			  l := Nil(); l := Cons(x, l); assert Head(l) == x && Len(l) == 1; m := Cons(l, Nil()); assert Head(Head(m)) == x;
			  assert Len(twice(b, Nil())) == 2 && Head(twice(b, Nil())) == b; assert size(Nil() : List bool) == 0; }`},
		{"pairs, boxes and sets", `type Box; type Set a = [a]bool; type Pair a b; function P<a,b>(x: a, y: b): Pair a b;
			function fst<a,b>(p: Pair a b): a; function snd<a,b>(p: Pair a b): b; function Box<T>(x: T): Box; function Unbox<T>(b: Box): T;
			axiom (forall<a,b> x: a, y: b :: {P(x,y)} fst(P(x,y)) == x && snd(P(x,y)) == y); axiom (forall<T> x: T :: {Box(x)} Unbox(Box(x)): T == x);
			function Empty<T>(): Set T; axiom (forall<T> o: T :: {Empty()[o]} !Empty()[o]); function Add<T>(s: Set T, o: T): Set T;
			axiom (forall<T> s: Set T, o: T, p: T :: {Add(s, o)[p]} Add(s, o)[p] <==> p == o || s[p]);
			procedure {:entrypoint} main(i: int, b: bool, s: Set int) { var q: Pair int (Set bool); q := P(i, Add(Empty(), b));
			  assert fst(q) == i && snd(q)[b] && !snd(q)[!b]; assert (Unbox(Box(i)) : int) == i;
			  assert Add(s, i)[i] && (Add(s, i)[i+1] <==> s[i+1]); assert fst(P(P(1, b), 3)) == P(1, b); }`},
		{"a heap", heap + `procedure {:entrypoint} main(o: Ref, p: Ref) modifies H; { var n: Ref; assume o != p; H[p, val] := 7; H[p, alloc] := true;
			n := H[p, next]; call set(o, 3); assert H[o, val] == 3 && H[p, val] == 7 && H[p, alloc] && H[p, next] == n;
			call any(o, 4); assert H[o, val] == 4 && H[p, val] == 7 && H[p, alloc] && H[p, next] == n; }`},
		{"a heap's frame fail", heap + `procedure {:entrypoint} main(o: Ref) modifies H; { H[o, val] := 1; assert (forall<a> r: Ref, f: Field a :: H[r, f] == old(H)[r, f]); }`},
		{"a field of an unknown type fail", heap + `procedure {:entrypoint} main(o: Ref) modifies H; { call any(o, 1); assert (forall<a> f: Field a :: H[o, f] == old(H)[o, f]); }`},
		{"all types fail", `function f<a>(x: a): bool; axiom (forall x: int :: f(x)); procedure {:entrypoint} main() { assert f(1); assert (forall<a> x: a :: f(x)); }`},
		{"all types in a premise fail", `function f<a>(x: a): bool; function g(x: int): bool; axiom f(7); axiom (forall x: int :: {g(x)} (forall<a> y: a :: f(y)) ==> g(x));
			procedure {:entrypoint} main() { assume (forall x: int :: f(x)); assert f(3); assert g(1); }`},
		{"names like those of instances fail", `type F a; type F$int; type type$F$int; function g<a>(x: a): int; function g$F<a>(x: a): int; const f: F int; const k: F$int; const l: type$F$int;
			procedure {:entrypoint} main(x: int) { assert g(f) == g(f) && g(k) == g(k) && g(l) == g(l); assert g(k) == g$F(3); }`},
		{"what is not reached", `type T; const s: string; function g(x: string): float24e8; procedure p() { assert s == "a"; } procedure q(x: real) { assert x ** 2.0 > 0.0; }
			procedure {:entrypoint} main() { assert true; }`},
		{"datatypes", `datatype List<T> { Nil(), Cons(head: T, tail: List T) } datatype Shape { Dot(at: Point), Line(at: Point, to: Point), None() } datatype Point { Point(x: int, y: int) }
			function {:inline} moved(s: Shape): Shape { if s is None then s else s->(at := s->at->(x := s->at->x + 1)) } var h: [int]Shape;
			procedure {:entrypoint} main(s: Shape, k: int) modifies h; { var l: List int; var a, b: Point; var n: int; n := 0; l := Nil(); h[k] := s;
			  while (n < 2) { l := Cons(n, l); n := n + 1; } assert l == Cons(1, Cons(0, Nil())) && (l->tail) is Cons && l->tail->tail is Nil;
			  if (s is None) { assert moved(s) == s; return; } h[k]->at->x := 7; assert h[k]->at == Point(7, s->at->y) && (h[k] is Dot <==> s is Dot);
			  h[k]->at->x := s->at->x; assert h[k] == s; assert moved(s)->at->x == s->at->x + 1; if (s is Line) { Line(a, b) := s; assert Line(a, b) == s; }
			  assert Cons(l, Nil()) == Cons(Cons(1, l->tail), Nil()); assert Cons(l, Nil())->head is Cons; }`},
		{"a datatype of finitely many values", `datatype Bit { Zero(), One() } datatype Two { Two(hi: Bit, lo: Bit) }
			procedure {:entrypoint} main(a: Two, b: Two, c: Two, d: Two, e: Two) { assert a == b || a == c || a == d || a == e || b == c || b == d || b == e || c == d || c == e || d == e; }`},
		{"a datatype of finitely many values fail", `datatype Bit { Zero(), One() } datatype Two { Two(hi: Bit, lo: Bit) }
			procedure {:entrypoint} main(a: Two, b: Two, c: Two, d: Two) { assert a == b || a == c || a == d || b == c || b == d || c == d; }`},
		{"one value", `datatype Unit { Unit() } procedure {:entrypoint} main(a: Unit, b: Unit) { assert a == b; }`},
		{"axioms over datatypes of all types", `datatype Pair<a, b> { Pair(fst: a, snd: b) } function swap<a, b>(p: Pair a b): Pair b a; axiom (forall<a, b> p: Pair a b :: {swap(p)} swap(p)->fst == p->snd && swap(p)->snd == p->fst);
			procedure {:entrypoint} main(p: Pair int bool, q: Pair bool bool) { assert swap(p) == Pair(p->snd, p->fst); assert swap(swap(q)) == q; }`},
		{"a list has no last element fail", `datatype List { Nil(), Cons(head: int, tail: List) } procedure {:entrypoint} main(l: List) { assume l is Cons; assert l->tail is Nil; }`},
		{"a field that there is not fail", `datatype T { A(f: int), B() } procedure {:entrypoint} main(l: T) { assert l is A || l->f == 0; }`},
		{"an update of a field that there is not fail", `datatype T { A(f: int), B(f: int), C() } procedure {:entrypoint} main() { assert C()->(f := 1)->f == 1; }`},
		{"unpacked by the wrong constructor fail", `datatype T { A(f: int), B(g: int) } procedure {:entrypoint} main(t: T) { var x: int; A(x) := t; }`},
		{"procedures of any type", `var g: int; procedure swap<a>(x: a, y: a) returns (u: a, v: a) { u := y; v := x; }
			procedure rec<a>(n: int, x: a) returns (y: a) modifies g; { g := g + 1; if (n <= 0) { y := x; } else { call y := rec(n - 1, x); } }
			procedure {:entrypoint} main<t>(z: t) modifies g; { var p, q: int; var b, c: bool; var r, s: [t]t; call p, q := swap(1, 2); call b, c := swap(true, false);
			  call r, s := swap(s, s); g := 0; call p := rec(1, p); call r := rec(0, r); assert p == 2 && q == 1 && !b && c && r == s && g == 3; }
			procedure unused<a>(x: a) { var y: a; call unused(y); }`},
		{"procedures of any type fail", `procedure pick<a>(x: a, y: a) returns (z: a) { if (*) { z := x; } else { z := y; } }
			procedure {:entrypoint} main() { var b: bool; var k: int; call b := pick(true, true); assert b; call k := pick(3, 4); assert k == 3; }`},
		{"the type of the entry fail", `procedure {:entrypoint} main<a>(x: a, y: a) { assert x == y; }`},
	} {
		want := "safe"
		if strings.HasSuffix(c.name, "fail") {
			want = "unsafe"
		}
		for _, e := range []string{"legion", "corral", Auto} {
			rep, err := verify(context.Background(), "p.bpl", []byte(c.src), Options{
				Engines: Engines{Engine: e, Invariants: true},
				Output:  Output{Check: true},
			})
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
