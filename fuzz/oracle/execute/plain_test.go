package execute

import (
	"testing"

	"github.com/muster-smt/muster/fuzz/bpl"
)

// What is beyond the core of the language is executed as bpl.Plain says it. The answers for bound 1 were found by hand.
func TestPlain(t *testing.T) {
	const (
		data  = `type {:datatype} D; function {:constructor} A(x: int, b: bool): D; function {:constructor} B(x: int): D; function {:constructor} C(): D; `
		field = `type Field _; const unique i, j: Field int; const unique b: Field bool; var h: <a>[Field a]a; `
	)
	for _, c := range []struct {
		name, text string
		want       Answer
	}{
		{"a field", data + `procedure main() { assert x#A(A(3, true)) == 3 && b#A(A(3, true)) && x#B(B(4)) == 4; }`, No},
		{"constructors differ", data + `procedure main() { assert A(1, true) != B(1) && B(1) != C() && B(1) == B(1); }`, No},
		{"one made it", data + `procedure main(d: D) { assume !is#A(d) && !is#C(d); assert is#B(d); }`, No},
		{"which one made it", data + `procedure main(d: D) { assert is#A(d) || is#B(d); }`, Yes},
		{"equal by the fields", data + `procedure main(d: D, e: D) { assume d == e && is#B(d) && 0 <= x#B(d) && x#B(d) <= 1; assert x#B(e) == x#B(d); }`, No},
		{"what does not matter", data + `procedure main(d: D, e: D) { assume is#C(d) && is#C(e); assert d == e; }`, No},
		{"a field that it lacks", data + `procedure main() { assert x#A(C()) == 0; }`, Yes},
		{"the same field that it lacks", data + `procedure main(d: D) { assume d == C(); assert b#A(C()) == b#A(d); }`, No},
		{"values in a map", data + `procedure main() { var m: [D]D; m[C()] := B(2); m[B(2)] := C(); assert m[C()] == B(2) && m[m[C()]] == C(); }`, No},
		{"fields of several types", field + `procedure main() modifies h; { h[i] := 3; h[b] := true; h[j] := 4; assert h[i] == 3 && h[b] && h[j] == 4; }`, No},
		{"a field that may be another", `type Field _; const i, j: Field int; var h: <a>[Field a]a; procedure main() modifies h; { h[i] := 3; h[j] := 4; assert h[i] == 3; }`, Yes},
		{"a type parameter", `function pick<T>(b: bool, x: T, y: T): T { if b then x else y } procedure main() { assert pick(pick(true, false, true), 1, 2) == 2; }`, No},
		{"an axiom over types", `function f<T>(x: T): int; axiom (forall<T> x: T :: {f(x)} 0 <= f(x) && f(x) <= 1); procedure main() { assert f(true) + f(7) != 2; }`, Yes},
		{"a lambda expression", `procedure main() { var m: [int]int; var k: int; k := 2; m := (lambda i: int :: i + k); k := 3; m[5] := 0; assert m[1] == 3 && m[5] == 0; }`, No},
		{"an element of a lambda expression", `procedure main() { assert (lambda i: int :: i + 1)[3] != 4; }`, Yes},
		{"recursion by a body", `function f(n: int): int { if n <= 0 then 1 else f(n - 1) + n } procedure main() { assert f(4) == 11 && f(-3) == 1; }`, No},
		{"recursion by an axiom", `function f(n: int): bool; axiom (forall n: int :: {f(n)} f(n) == (if n <= 1 then n == 0 else f(n - 2))); procedure main() { assert f(5); }`, Yes},
		{"recursion without end", `function f(n: int): int { f(n) + 1 } procedure main() { assert f(0) == 1; }`, Unknown},
		{"all elements", `procedure main() { var m: [int]int; assume (forall i: int :: {m[i]} 1 <= m[i] && m[i] <= 2); assert m[77] + m[-1] >= 2; }`, No},
		{"some elements", `procedure main() { var m: [int]int; assume (forall i: int :: {m[i]} 1 <= m[i] && m[i] <= 2); assert m[77] + m[-1] >= 3; }`, Yes},
		{"behind a guard", `procedure main() { var m: [int]int; assume (forall i: int :: i > 3 ==> m[i] == 2 * i); assert m[5] == 9; }`, Yes},
		{"what was assumed of an earlier map", `procedure main() { var m: [int]int; assume (forall i: int :: m[i] == 0); m[1] := 4; assert m[1] + m[2] == 4; }`, No},
		{"two assumptions", `procedure main() { var m: [int]int; assume (forall i: int :: i > 3 ==> m[i] == 0); assume (forall i: int :: i > 3 ==> m[i] == 1); assert false; }`, Unknown},
		{"order of all elements", `procedure main() { var m: [int]int; assume (forall i: int, j: int :: i <= j ==> m[i] <= m[j]); assert false; }`, Unknown},
		{"an ignored axiom", `axiom {:ignore} false; procedure main() { assert false; }`, Yes},
		{"an assumption variable", `procedure main(x: int) { var {:assumption} a: bool; assume x == 1; a := a && x == 1; assert a; }`, No},
		{"verified under", `procedure main(x: int) { assume 0 <= x && x <= 2; assert {:verified_under x != 1} x == 0; assert x == 0; }`, Yes},
		{"assumed behind it", `procedure main(x: int) { assume 0 <= x && x <= 2; assert {:verified_under true} x == 0; assert x == 0; }`, No},
		{"selective checking", `procedure main() { call p(0); assert true; } procedure {:selective_checking} p(x: int) { assert x == 0; assert {:start_checking_here} x < 2; assert x == 1; }`, Yes},
		{"what is not selected", `procedure main() { call p(1); assert false; } procedure {:selective_checking} p(x: int) { assert x == 0; if (*) { assert {:start_checking_here} true; } }`, No},
	} {
		p, err := bpl.Read(c.name, []byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		if p, err = bpl.Plain(p); err != nil {
			t.Fatal(c.name, err)
		}
		x, err := New(p)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := x.Fails(1, 10000); got != c.want {
			t.Errorf("%s: %s, want %s\n%s", c.name, got, c.want, p)
		}
	}
}
