package boogie

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/boogie/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

func load(src string) (*prog.Program, error) { return Load("f.bpl", []byte(src), term.NewStore()) }

// body puts statements into a procedure with some variables of every kind.
func body(stmts string) string {
	return "var g, h: int; var m: [int]int; var m2: [int][int]int; var mm: [int,bool]int; const c: int; var b: bv32;\n" +
		"function f(int) : int; procedure q(a: int) returns (r: int); modifies g;\n" +
		"procedure p(x: int) returns (y: int); modifies g, m, m2, mm, b; implementation p(x: int) returns (y: int) { var z: int; var t: bool;\n" + stmts + "\n}"
}

// TestErrors has for each input the one error expected, as "line:col: message".
func TestErrors(t *testing.T) {
	for _, tc := range []struct{ src, want string }{
		// scopes
		{"var x: int;\nvar x: bool;", "2:5: variable 'x' is declared twice"},
		{"const x: int; var x: bool;", "1:19: variable 'x' is declared twice"},
		{"var a: int; const a: int;", "1:5: variable 'a' is declared twice"},
		{"type t; type t;", "1:14: type 't' is declared twice"},
		{"function f(): int; function f(): int;", "1:29: function 'f' is declared twice"},
		{"procedure p(); procedure p();", "1:26: procedure 'p' is declared twice"},
		{"procedure p(a: int, a: int);", "1:21: variable 'a' is declared twice"},
		{"procedure p(a: int) returns (a: int);", "1:30: variable 'a' is declared twice"},
		{"procedure p(a: int) { var a: int; }", "1:27: variable 'a' is declared twice"},
		{"procedure p() { var a: int, a: int; }", "1:29: variable 'a' is declared twice"},
		{"axiom (forall x: int, x: int :: x == x);", "1:23: variable 'x' is declared twice"},
		{"function f(x: int, x: int): int;", "1:20: variable 'x' is declared twice"},
		{"procedure p() { var {:assumption} a: int; }", "1:35: assumption variable 'a' has type int, not bool"},
		{"procedure p() { var {:assumption} a: bool where true; }", "1:35: assumption variable 'a' may have no where clause"},
		{"procedure p(b: bool) { var {:assumption} a: bool; a := b && a; }", "1:58: assumption variable 'a' may only be assigned 'a' && a formula"},
		{"function f(): bool; function g(): bool; function h(): bool; procedure p(b: bool) { var {:assumption} a: bool; a := h() && b; }", "1:120: assumption variable 'a' may only be assigned 'a' && a formula"},
		{"procedure p(b: bool) { var {:assumption} a: bool; a := a && b; a := a && !b; }", "1:64: assumption variable 'a' is assigned more than once"},
		{"procedure p(b: bool) { var {:assumption} a: bool; a := !a && b; }", "1:59: assumption variable 'a' may only be assigned 'a' && a formula"},
		{"implementation p() { }", "1:16: implementation of undeclared procedure 'p'"},
		{"procedure p(); implementation p() { } implementation p() { }", "1:54: several implementations of procedure 'p' are not supported"},
		{"procedure p() { } implementation p() { }", "1:34: several implementations of procedure 'p' are not supported"},
		{"procedure p(x: int); implementation p() { }", "1:37: implementation of 'p' has 0 in-parameters, its procedure 1"},
		{"procedure p() returns (x: int); implementation p() { }", "1:48: implementation of 'p' has 0 out-parameters, its procedure 1"},
		{"procedure p(x: int); implementation p(x: bool) { }", "1:39: 'x' has type bool in the implementation and int in the procedure"},
		{"procedure p(x: int); implementation p(x: int where x > 0) { }", "1:39: 'where' is not allowed on a formal of an implementation"},
		{"procedure p(x, y: int); implementation p(x, x: int) { }", "1:45: variable 'x' is declared twice"},
		{"axiom x == 0;", "1:7: undeclared identifier 'x'"},
		{"axiom (forall x: int :: x > 0) && x > 0;", "1:35: undeclared identifier 'x'"},
		{"axiom f(0) == 0;", "1:7: undeclared function 'f'"},
		{"var x: t;", "1:8: undeclared type 't'"},
		{"var x: [int]t;", "1:13: undeclared type 't'"},
		{"type t a; var x: t;", "1:18: type 't' takes 1 arguments, not 0"},
		{"type t; var x: t int;", "1:16: type 't' takes 0 arguments, not 1"},
		{"type t a a = int;", "1:10: type parameter 'a' is declared twice"},
		{"type t a = a int;", "1:12: type parameter 'a' takes no arguments"},
		{"type t a = [a]u a; type u b = t b;", "1:25: type synonym 'u' is cyclic"},
		{"var m: <a, a>[a]int;", "1:12: type parameter 'a' is declared twice"},
		{"var m: <a, b>[b]int;", "1:9: type parameter 'a' of a map is in none of its types"},
		{"function f<a>(m: <b>[b]a): int; function g(m: <c>[c]c): int { f(m) }", "1:63: argument 1 of function 'f' has type <a0>[a0]a0, not <a0>[a0]?"},
		{"const m: <a>[<b>[b]a]bool; const n: <c>[c]c; axiom m[n];", "1:53: index of a map of type <a1>[<a0>[a0]a1]bool has type <a0>[a0]a0, not <a0>[a0]?"},
		{"const m: []int; axiom m[] == true;", "1:27: operands of '==' have different types: int and bool"},
		{"procedure p<a>(x: int) returns (y: int);", "1:13: type parameter 'a' is in the type of no parameter or result"},
		{"function f(x: int): bool; axiom (forall<a> x: int :: {f(x)} f(x));", "1:54: trigger does not mention type parameter 'a', which is in the type of no variable"},
		{"var x: int; pure procedure p(); modifies x;", "1:28: modifies clause of pure procedure 'p'"},
		{"var x: int; pure procedure p(); requires x > 0;", "1:42: global variable 'x' in a pure procedure"},
		{"var x: int; pure procedure p() { x := 1; }", "1:34: global variable 'x' in a pure procedure"},
		// code expressions
		{body("assert |{ A: m[0] := 1; return true; }|;"), "4:14: assignment to global variable 'm', which is not in the modifies clause"},
		{body("assert |{ A: goto B; return true; }|;"), "4:19: undefined label 'B'"},
		{body("assert |{ A: return z; }|;"), "4:21: condition has type int, not bool"},
		{body("assert |{ var i: bool; A: goto A; return i; }|;"), "4:8: loop in a code expression is not supported"},
		{"procedure {:inline 1} r() { call r(); } procedure p() { assert |{ A: call r(); return true; }|; }",
			"1:64: code expression that calls procedures in more than 100 others"},
		{body("assert |{ var i: bool; A: return i; }| == t;"), "4:8: code expression with several executions, or none, that is neither asserted, assumed nor assigned, is not supported"},
		// attributes
		{"procedure {:yields} p();", "1:13: attribute {:yields} (a procedure of Civl, which other threads interrupt) is not supported"},
		{"var {:thread_local} x: int; procedure p() { async call p(); }", "1:7: {:thread_local} on variable 'x' of a program with threads is not supported"},
		{"procedure p() { assert {:verified_under 4} true; }", "1:41: argument of {:verified_under} has type int, not bool"},
		{"procedure p() { while (true) invariant {:verified_under 4} true; { } }", "1:57: argument of {:verified_under} has type int, not bool"},
		{"procedure p() { call {:verified_under 4} p(); }", "1:39: argument of {:verified_under} has type int, not bool"},
		{"procedure p() { assume {:id \"a\"} true; while (true) invariant {:id \"a\"} true; { } }", "1:65: two statements have the id 'a'"},
		{"function {:inline} f(x: int): int;", "1:20: function 'f' has {:inline}, but no body"},
		{"function {:define} f(x: int): int;", "1:20: function 'f' has {:define}, but no body"},
		{"function {:define} f<a>(x: a): int { 1 }", "1:20: function 'f' has {:define} and type parameters"},
		{"function {:define} {:inline} f(x: int): int { x }", "1:30: function 'f' has both {:inline} and {:define}"},
		{"function {:define} f(x: int): int { g(x) + 1 } function {:define} g(x: int): int { f(x) + 2 }", "1:20: define function 'f' is recursive"},
		{"datatype T { A(x: T) }", "1:10: datatype 'T' has no value that can be made in finitely many steps"},
		{"function f<a>(x: a): a; axiom f(1) == true;", "1:36: operands of '==' have different types: int and bool"},
		{"function f<a>(x: a, y: a): a; axiom f(1, true) == 1;", "1:37: argument 2 of function 'f' has type bool, not int"},
		{"function f<a>(x: a): a { 1 }", "1:26: body of function 'f' has type int, not a"},
		{"type t a; function f<a>(x: a): t a; axiom f(f(1)) == f(1);", "1:51: operands of '==' have different types: t (t int) and t int"},
		{"axiom (forall<a> x: a :: x == x + 1);", "1:33: operand of '+' has type a, not int"},
		{"var m: <a>[a]int; axiom (forall<a> x: a :: x == x) && x == 1;", "1:55: undeclared identifier 'x'"},
		{"axiom (forall<a> x: a :: true) && (forall y: a :: true);", "1:46: undeclared type 'a'"},
		{"procedure p<a>(x: a) { var m: [int]a; call p(m); }", "1:39: type argument of more than 100 parts"},
		{"procedure p<a>(x: a); implementation p(x: int) { }", "1:38: implementation of 'p' has 0 type parameters, its procedure 1"},
		{"procedure p<a>(x: a, y: a); procedure q() { call p(1, true); }", "1:55: argument has type bool, not int"},
		{"type {:datatype} T; function {:constructor} A(): int;", "1:45: constructor 'A' has result type int, which is not a datatype"},
		{"type {:datatype} T a; function {:constructor} A(): T int;", "1:47: constructor 'A' has result type T int, whose arguments are not its type parameters"},
		{"type {:datatype} T a b; function {:constructor} A<x>(): T x x;", "1:49: constructor 'A' has result type T x x, whose arguments are not its type parameters"},
		{"type {:datatype} T; function {:constructor} A<x>(): T;", "1:45: constructor 'A' has type parameters that its result type T has not"},
		{"type {:datatype} T; function {:constructor} A(): T { A() }", "1:45: constructor 'A' has a body"},
		{"datatype T { A(f: int, f: int) }", "1:24: function 'f#A' is declared twice"},
		{"datatype T { A(), A() }", "1:19: function 'A' is declared twice"},
		{"datatype T { A() } datatype T { B() }", "1:29: type 'T' is declared twice"},
		{"datatype T { A() } function is#A(): int;", "1:14: function 'is#A' is declared twice"},
		{"axiom 1->f == 0;", "1:8: operand of '->' has type int, which is not a datatype"},
		{"datatype T { A(f: int) } axiom A(1)->g == 0;", "1:36: datatype 'T' has no field 'g'"},
		{"datatype T { A(f: int), B(f: bool) } axiom A(1)->f == 0;", "1:27: field 'f' of datatype 'T' has several types: int and bool"},
		{"datatype T { A(f: int) } axiom A(1)->(f := true) == A(2);", "1:36: value of field 'f' has type bool, not int"},
		{"datatype T { A(f: int) } datatype U { B() } axiom A(1) is B;", "1:56: datatype 'T' has no constructor 'B'"},
		{"datatype T { A(f: int) } axiom 1 is A;", "1:34: operand of 'is' has type int, which is not a datatype"},
		{"datatype T { A(f: int) } procedure p(t: T) { var x: int; A(x, x) := t; }", "1:58: constructor 'A' has 1 fields, not 2"},
		{"datatype T { A(f: int, g: int) } procedure p(t: T) { var x: int; A(x, x) := t; }", "1:71: variable 'x' is assigned twice"},
		{"datatype T { A(f: int) } procedure p(t: T) { var x: bool; A(x) := t; }", "1:61: variable for a field has type bool, not int"},
		{"datatype T { A(f: int) } procedure p(t: T) { var x: int; A(x) := 1; }", "1:66: unpacked value has type int, not T"},
		{"datatype T { A(f: int) } procedure p(t: T) { t->f := 1; }", "1:46: assignment to in-parameter 't'"},
		{"datatype T { A(f: int) } procedure p(t: T) { B(t) := 1; }", "1:46: 'B' is not a constructor"},
		{"axiom 1e10001 > 0.0;", "1:7: exponent of '1e10001' is not between -10000 and 10000"},
		{"axiom 1.0 + 1 == 2.0;", "1:11: operand of '+' has type int, not real"},
		{"axiom 1.0 div 2.0 == 2.0;", "1:11: operand of 'div' has type real, not int"},
		{"axiom true / 2 == 2.0;", "1:12: operand of '/' has type bool, not int or real"},
		{"axiom real(1.0) == 1.0;", "1:7: operand of 'real' has type real, not int"},
		{"axiom (lambda x: int :: x)[true] == 1;", "1:27: index of a map of type [int]int has type bool, not int"},
		{"axiom (var x, x := 1, 2; x == x);", "1:15: variable 'x' is declared twice"},
		{"axiom (var x := 1; x) == x;", "1:26: undeclared identifier 'x'"},
		{"axiom 0x1.8e0f == 0x1.8e0f;", "1:7: '0x1.8e0f' is not a floating-point number"},
		{"type {:extern} t; type {:extern} t; type t; type t;", "1:50: type 't' is declared twice"},
		{"const {:extern} x: int; var {:extern} x: bool; axiom x == 1;", "1:54: global variable 'x' in an axiom or function"},
		{"type a = b; type b = [int]a;", "1:18: type synonym 'b' is cyclic"},
		{"type a = a;", "1:6: type synonym 'a' is cyclic"},
		{"var g: int; axiom g == 0;", "1:19: global variable 'g' in an axiom or function"},
		{"var g: int; function f(): int { g }", "1:33: global variable 'g' in an axiom or function"},
		{"procedure p(); modifies x;", "1:25: modifies clause names 'x', which is not a global variable"},
		{"const x: int; procedure p(); modifies x;", "1:39: modifies clause names 'x', which is not a global variable"},
		{"procedure p(x: int); requires y > 0;", "1:31: undeclared identifier 'y'"},
		{"procedure p() returns (y: int); requires y > 0;", "1:42: undeclared identifier 'y'"},
		{"procedure p(x: int where y > 0) returns (y: int);", "1:26: undeclared identifier 'y'"},
		// types
		{"axiom 1;", "1:7: condition has type int, not bool"},
		{"axiom 1 + true == 2;", "1:9: operand of '+' has type bool, not int"},
		{"axiom 1 && true;", "1:9: operand of '&&' has type int, not bool"},
		{"axiom !1;", "1:7: operand of '!' has type int, not bool"},
		{"axiom -true == 1;", "1:7: operand of '-' has type bool, not int"},
		{"axiom 1 == true;", "1:9: operands of '==' have different types: int and bool"},
		{"axiom 1 <==> 2;", "1:9: operand of '<==>' has type int, not bool"},
		{"axiom true < false;", "1:12: operand of '<' has type bool, not int"},
		{"axiom if 1 then true else false;", "1:7: condition of 'if' has type int, not bool"},
		{"axiom if true then 1 else false;", "1:7: operands of 'if' have different types: int and bool"},
		{"axiom (forall x: int :: x);", "1:8: body of the quantifier has type int, not bool"},
		{"axiom (forall x: int :: {x} x == x);", "1:26: a variable alone is not a trigger"},
		{"function f(bool): int; axiom (forall x: int :: {x + 1 != 2, f(f(x == 1) == 0)} x == x);", "1:67: '==' is not allowed in a trigger"},
		{"axiom (1 : bool);", "1:10: expression of type int is coerced to bool"},
		{"axiom (1 : t) == 1;", "1:12: undeclared type 't'"},
		{"axiom (forall x, y: int :: {x + 0} x == y);", "1:28: trigger does not mention all variables of the quantifier"},
		{"function f(int) : int; axiom f(1, 2) == 0;", "1:30: function 'f' takes 1 arguments, not 2"},
		{"function f(int) : int; axiom f(true) == 0;", "1:30: argument 1 of function 'f' has type bool, not int"},
		{"function f(x: int) : int { true }", "1:28: body of function 'f' has type bool, not int"},
		{"function {:inline} f(x: int) : int { f(x) }", "1:20: inline function 'f' is recursive"},
		{"function {:inline} f(x: int) : int { g(x) } function g(x: int) : int { f(x) }", "1:20: inline function 'f' is recursive"},
		{"const m: [int]int; axiom m[true] == 0;", "1:27: index of a map of type [int]int has type bool, not int"},
		{"const m: [int]int; axiom m[1, 2] == 0;", "1:27: map of type [int]int takes 1 indices, not 2"},
		{"const m: [int]int; axiom m[1 := true] == m;", "1:27: value stored in a map of type [int]int has type bool, not int"},
		{"axiom 1[2] == 3;", "1:8: int is not a map"},
		{"const m: [int,int]int, n: [int][int]int;", "1:22: expected ';', found ','"},
		{"const m: [int,int]int; const n: [int][int]int; axiom m == n;", "1:56: operands of '==' have different types: [int,int]int and [int][int]int"},
		{"axiom 4bv2 == 0bv2;", "1:7: bit-vector literal '4bv2' does not fit its width"},
		{"axiom 1bv2 == 1bv3;", "1:12: operands of '==' have different types: bv2 and bv3"},
		{"axiom 1bv8[9:0] == 1bv9;", "1:11: extract [9:0] from a bit-vector of 8 bits"},
		{"axiom 1 ++ 2 == 3;", "1:9: operand of '++' has type int, not a bit-vector"},
		{"axiom 1bv30000 ++ 1bv30000 == 1bv1;", "1:16: concatenation of 60000 bits: more than 32768"},
		{"axiom 0bv0 == 0bv0;", "1:7: type 'bv0' is not supported"},
		{"axiom 1bv8[3:3] == 0bv1;", "1:17: operands of '==' have different types: bv0 and bv1"},
		{"axiom 1bv8[3:4] == 0bv1;", "1:14: bounds of the extract [3:4] are reversed"},
		{"var x: bv99999999999;", "1:8: bit-vector width '99999999999' is greater than 32768"},
		{"axiom 1bv8[99999999999:0] == 1bv8;", "1:12: bit position '99999999999' is greater than 32768"},
		{"axiom old(1) == 1;", "1:7: 'old' is only allowed in ensures clauses and bodies"},
		{"var g: int; procedure p(); requires old(g) == g;", "1:37: 'old' is only allowed in ensures clauses and bodies"},
		// statements
		{body("k := 1;"), "4:1: undeclared identifier 'k'"},
		{body("x := 1;"), "4:1: assignment to in-parameter 'x'"},
		{body("c := 1;"), "4:1: assignment to constant 'c'"},
		{body("h := 1;"), "4:1: assignment to global variable 'h', which is not in the modifies clause"},
		{body("havoc h;"), "4:7: assignment to global variable 'h', which is not in the modifies clause"},
		{body("call h := q(1);"), "4:6: assignment to global variable 'h', which is not in the modifies clause"},
		{body("havoc x;"), "4:7: assignment to in-parameter 'x'"},
		{body("z := true;"), "4:6: assigned value has type bool, not int"},
		{body("m[true] := 1;"), "4:2: index of a map of type [int]int has type bool, not int"},
		{body("m[0] := true;"), "4:9: assigned value has type bool, not int"},
		{body("z[0] := 1;"), "4:2: int is not a map"},
		{body("z, z := 1, 2;"), "4:4: variable 'z' is assigned twice"},
		{body("m[0], m[1] := 1, 2;"), "4:7: variable 'm' is assigned twice"},
		{body("assume z;"), "4:8: condition has type int, not bool"},
		{body("assert z;"), "4:8: condition has type int, not bool"},
		{body("call z := r(1);"), "4:1: call of undeclared procedure 'r'"},
		{body("call z := q();"), "4:1: procedure 'q' takes 1 arguments, not 0"},
		{body("call q(1);"), "4:1: procedure 'q' has 1 results, not 0"},
		{body("call t := q(1);"), "4:6: variable for a result has type bool, not int"},
		{body("call z := q(t);"), "4:13: argument has type bool, not int"},
		{"var g: int; procedure q(); modifies g; procedure p() { call q(); }", "1:56: call of 'q' modifies global variable 'g', which is not in the modifies clause"},
		{body("goto l;"), "4:6: undefined label 'l'"},
		{body("l: z := 1; while (*) { break l; }"), "4:24: 'break' to 'l', which labels no statement around it"},
		{body("l: if (*) { goto k; l: } k:"), "4:21: label 'l' is declared twice"},
		{body("l: l:"), "4:4: label 'l' is declared twice"},
		{body("break;"), "4:1: 'break' outside a loop"},
		{body("while (*) { } break;"), "4:15: 'break' outside a loop"},
		{body("l: while (*) { break k; }"), "4:16: 'break' to 'k', which labels no statement around it"},
		{body("if (z) { }"), "4:5: condition has type int, not bool"},
		{body("while (true) invariant z; { }"), "4:24: condition has type int, not bool"},
		{"implementation {:SIextraRecBound true} p() { } procedure p();", "1:18: {:SIextraRecBound} needs one integer"},
		// built-in functions
		{"function {:bvbuiltin \"bvadd\"} f(bv8, bv9) : bv8; axiom f(1bv8, 1bv9) == 1bv8;", "1:31: function 'f' is declared as 'bvadd': argument 2 of bvadd has sort (_ BitVec 9), not (_ BitVec 8)"},
		{"function {:bvbuiltin \"bvadd\"} f(bv8, bv8) : bv9; axiom f(1bv8, 1bv8) == 1bv9;", "1:31: function 'f' is declared as 'bvadd': the body has sort (_ BitVec 8), not (_ BitVec 9)"},
		{"function {:bvbuiltin \"bvnot\"} f(bv8, bv8) : bv8; axiom f(1bv8, 1bv8) == 1bv8;", "1:31: function 'f' is declared as 'bvnot': bvnot takes 1 arguments, not 2"},
		{"function {:bvbuiltin \"(_ extract 8 0)\"} f(bv8) : bv9; axiom f(1bv8) == 1bv9;", "1:41: function 'f' is declared as '(_ extract 8 0)': there are no bits 8 to 0 in a bit-vector of width 8"},
		{"function {:bvbuiltin \"(_ zero_extend 999999999)\"} f(bv8) : bv9; axiom f(1bv8) == 1bv9;", "1:51: function 'f' is declared as '(_ zero_extend 999999999)': unsupported: an index above 65535"},
		{"function {:bvbuiltin \"(_ bvadd 1)\"} f(bv8) : bv9; axiom f(1bv8) == 1bv9;", "1:37: function 'f' is declared as '(_ bvadd 1)': unsupported: (_ bvadd 1)"},
		{"function {:bvbuiltin \"zero_extend\"} f(bv8) : bv9; axiom f(1bv8) == 1bv9;", "1:37: function 'f' is declared as 'zero_extend': unknown symbol zero_extend"},
	} {
		_, err := load(tc.src)
		var e *syntax.Error
		switch {
		case err == nil:
			t.Errorf("%s\nno error, want %s", tc.src, tc.want)
		case !errors.As(err, &e):
			t.Errorf("%s\nerror %v is no *syntax.Error", tc.src, err)
		case fmt.Sprintf("%d:%d: %s", e.Line, e.Col, e.Msg) != tc.want:
			t.Errorf("%s\n got %d:%d: %s\nwant %s", tc.src, e.Line, e.Col, e.Msg, tc.want)
		}
	}
}

// TestUnsupported: an unknown operator marks the procedures that use it, and those only.
func TestUnsupported(t *testing.T) {
	const prelude = `var b: bv8; var g: int; const k: bv8; const d, e, n: int extends d complete; const s: string; var fl: float24e8;
function {:bvbuiltin "bvadd"} add(bv8, bv8) : bv8;
function {:bvbuiltin "bvfoo"} odd(bv8) : int;
function {:builtin "(_ int2bv x)"} toBv(int) : bv8;
function {:builtin "foo"} foo(int) : int;
function {:inline} viaFoo(x: int) : int { foo(x) + 1 }
function {:inline} viaOdd(x: int) : int { odd(add(k, 1bv8)) }
function {:inline} twice(x: int) : int { viaOdd(viaOdd(x)) }
axiom odd(k) == d; axiom d == e; type {:datatype} Em; datatype Map { Map(m: [Map]int) } datatype Grow<a> { Stop(), Grow(g: Grow (Grow a)) }
datatype Str { Str(s: string) } datatype Box<a> { Box(x: a) } datatype Good { Good(b: Box Good), Leaf(c: Box [int]int) }
procedure none(); procedure {:entrypoint} p(x: bv8) returns (r: int); modifies b, g, fl;
`
	for _, tc := range []struct{ body, want string }{
		{"", ""},
		{"g := n;", ""},
		{"b := b;", ""},
		{"b := add(b[8:1] ++ b[1:0], 255bv8);", ""},
		{"b := toBv(1);", "13:8: application of 'toBv': function 'toBv' with {:builtin \"(_ int2bv x)\"} is not supported"},
		{"g := foo(1);", "13:8: application of 'foo': function 'foo' with {:builtin \"foo\"} is not supported"},
		{"g := viaFoo(1);", "13:8: application of 'viaFoo': function 'foo' with {:builtin \"foo\"} is not supported"},
		{"g := viaOdd(1);", "13:8: application of 'viaOdd': function 'odd' with {:bvbuiltin \"bvfoo\"} is not supported"},
		{"g := twice(1);", "13:8: application of 'twice': function 'odd' with {:bvbuiltin \"bvfoo\"} is not supported"},
		{"g := d;", "9:7: application of 'odd': function 'odd' with {:bvbuiltin \"bvfoo\"} is not supported"},
		{"g := e;", "9:7: application of 'odd': function 'odd' with {:bvbuiltin \"bvfoo\"} is not supported"},
		{"b := k;", "9:7: application of 'odd': function 'odd' with {:bvbuiltin \"bvfoo\"} is not supported"},
		{"assume (forall v: bv8 :: v == v);", ""},
		{"assume s == \"abc\";", "13:10: type 'string' is not supported"},
		{"fl := 0x1.8e0f24e8;", "13:3: type 'float24e8' is not supported"},
		{"assume d <: e;", "13:12: partial order '<:' is not supported"},
		{"assume 2.0 ** 3.0 ** 4.0 == 8.0;", "13:21: real power '**' is not supported"},
		{"assume (exists<a> x: a :: x == x);", ""},
		{"assume (lambda<a> x: int :: x)[1] == 1;", "13:11: lambda expression with a type parameter that is in no index is not supported"},
		{"assume (lambda<a> x: a :: (lambda<b> y: b :: y))[1][1] == 1;", "13:11: lambda expression with type parameters around another one, or of a type that is not determined, is not supported"},
		{"assume (lambda<a> x: a :: x)[1] == 1;", ""},
		{"assume Leaf(Box((lambda x: int :: x))) is Good && Box(1)->x == 1;", ""},
		{"assume (forall x: Em :: x == x);", "9:51: datatype 'Em', which has no constructor, is not supported"},
		{"assume (forall x: Map :: x->m[x] == 1);", "9:64: datatype 'Map', which contains itself as an index of a map, is not supported"},
		{"assume (forall x: [Map]int :: x == x);", "9:64: datatype 'Map', which contains itself as an index of a map, is not supported"},
		{"assume Stop() == (Stop(): Grow int);", "13:10: application of 'Stop': datatype 'Grow', whose values contain those of ever greater types, is not supported"},
		{"assume (forall x: Str :: x is Str);", "10:10: datatype 'Str', which has a field of type 'string', is not supported"},
		{"assume (forall m: <a>[]a :: m[] == 1);", ""},
		{"assume (forall m: <a>[<b>[b]a]int :: m == m);", "13:40: type 'map with type parameters around another one' is not supported"},
		{"assume (forall m: []int :: m[] == 1 && m[:= 2][] == 2);", ""},
		{"assume |{ A: call none(); return true; }|;", "13:16: call in a code expression of what is not {:inline} or has contracts, is not supported"},
		{"hide *; hide f; reveal viaOdd; push; pop;", ""},
	} {
		src := prelude + "implementation {:entrypoint} p(x: bv8) returns (r: int)\n{ " + tc.body + " }"
		p, err := load(src)
		if err != nil {
			t.Errorf("%s: %v", tc.body, err)
			continue
		}
		got := ""
		if u := p.Lookup("p").Unsupported; u != nil {
			got = strings.TrimPrefix(u.Error(), "f.bpl:")
		}
		if got != tc.want {
			t.Errorf("%s\n got %s\nwant %s", tc.body, got, tc.want)
		}
	}
}

// TestCandidateErrors: what proposes candidates, but not as it must, is one error.
func TestCandidateErrors(t *testing.T) {
	const elsewhere = " is supported only as in 'b' ==> ..., in an assert, an invariant or a contract that is not free"
	const b = "const {:existential true} b: bool;\n"
	for _, tc := range []struct{ src, want string }{
		{"const {:existential true} b: int;", "1:27: existential constant 'b' has type int, not bool"},
		{"const {:existential} b, c: bv1;", "1:22: existential constant 'b' has type bv1, not bool"},
		{"function {:existential true} f(x: int): bool;", "1:30: existential function 'f' is not supported"},
		{b + "axiom b;", "2:7: existential constant 'b'" + elsewhere},
		{b + "function f(): bool { b }", "2:22: existential constant 'b'" + elsewhere},
		{b + "procedure p() { assume b ==> true; }", "2:24: existential constant 'b'" + elsewhere},
		{b + "procedure p() { assert b; }", "2:24: existential constant 'b'" + elsewhere},
		{b + "procedure p() { assert !b ==> true; }", "2:25: existential constant 'b'" + elsewhere},
		{b + "procedure p() { assert true <== b; }", "2:33: existential constant 'b'" + elsewhere},
		{b + "procedure p() { assert b ==> b; }", "2:30: existential constant 'b'" + elsewhere},
		{b + "procedure p() { assert (b ==> true) && true; }", "2:25: existential constant 'b'" + elsewhere},
		{b + "procedure p() { assert (forall x: int :: b ==> x == 0); }", "2:42: existential constant 'b'" + elsewhere},
		{b + "procedure p() { var c: bool; c := b; }", "2:35: existential constant 'b'" + elsewhere},
		{b + "procedure p() { if (b) { } }", "2:21: existential constant 'b'" + elsewhere},
		{b + "procedure p() { while (*) free invariant b ==> true; { } }", "2:42: existential constant 'b'" + elsewhere},
		{b + "procedure p(); free requires b ==> true;", "2:30: existential constant 'b'" + elsewhere},
		{b + "procedure p(); free ensures b ==> true;", "2:29: existential constant 'b'" + elsewhere},
		{b + "procedure {:template} t(); ensures b ==> true;", "2:36: existential constant 'b'" + elsewhere},
		{b + "procedure p() { assert b ==> 1; }", "2:26: operand of '==>' has type int, not bool"},
		{b + "procedure p() { assert b ==> x; }", "2:30: undeclared identifier 'x'"},
		{"procedure {:template} t() { }", "1:23: the template 't' has a body"},
		{"procedure {:template} t();\nimplementation t() { }", "2:16: the template 't' has a body"},
		{"procedure {:template} t();\nprocedure p() { call t(); }", "2:17: call of the template 't'"},
		{"procedure {:template} t();\n  ensures g == 0;", "2:11: undeclared identifier 'g'"},
		{"procedure {:template} t(x: int);\n  ensures x;", "2:11: condition has type int, not bool"},
		{"procedure {:template} t(x: int);\n  requires old(x) == 0;", "2:12: 'old' is only allowed in ensures clauses and bodies"},
		{"procedure {:template} t(x: int where x > 0);", "1:25: template variable 'x' may have no where clause"},
		{"procedure {:template} t({:match \"(\"} x: int);", "1:27: {:match} needs a regular expression"},
		{"var {:template} v: int where v > 0;", "1:17: template variable 'v' may have no where clause"},
		{"var {:template} {:match 1} v: int;", "1:19: {:match} needs a regular expression"},
		{"var {:template} v: int;\nprocedure p() { assert v == 0; }", "2:24: template variable 'v' outside of a template"},
		{"var {:template} v: int;\nprocedure p(); requires v == 0;", "2:25: template variable 'v' outside of a template"},
		{"var {:template} v: int;\nprocedure p(); modifies v;", "2:25: modifies clause names 'v', which is not a global variable"},
		{"function {:bvbuiltin \"nonsense\"} f(bv8): bool;\nprocedure {:template} t(x: bv8);\n  ensures f(x);",
			"3:11: application of 'f': function 'f' with {:bvbuiltin \"nonsense\"} is not supported"},
	} {
		_, err := load(tc.src)
		got := "no error"
		var e *syntax.Error
		if errors.As(err, &e) {
			got = fmt.Sprintf("%d:%d: %s", e.Line, e.Col, e.Msg)
		}
		if got != tc.want {
			t.Errorf("%s\n got %s\nwant %s", tc.src, got, tc.want)
		}
	}
}

// TestDeepInput: input of hostile depth or length quickly yields a program or an error with a position.
func TestDeepInput(t *testing.T) {
	n := extent.Of(20_000, 100_000)
	rep := strings.Repeat
	chain := func(op string) string { return "axiom true" + rep(" "+op+" true", n) + ";" }
	long := rep("x", 10<<20)
	var synonyms, funcs strings.Builder
	for i := range n {
		fmt.Fprintf(&synonyms, "type t%d = t%d;\n", i, i+1)
		fmt.Fprintf(&funcs, "function f%d(x: int) : int { f%d(x) + 1 }\n", i, i+1)
	}
	for name, src := range map[string]string{
		"and":       chain("&&"),
		"or":        chain("||"),
		"iff":       chain("<==>"),
		"implies":   chain("==>"),
		"explies":   chain("<=="),
		"plus":      "axiom 0" + rep(" + 1", n) + " > 0;",
		"minus":     "axiom 0" + rep(" - 1", n) + " > 0;",
		"times":     "axiom 0" + rep(" * 1", n) + " > 0;",
		"concat":    "axiom 0bv1" + rep(" ++ 1bv1", 30_000) + " == 0bv1;",
		"slices":    "axiom 1bv8" + rep("[8:0]", n) + " == 1bv8;",
		"joined":    "axiom 0bv1" + rep(" ++ 1bv1", 30_000) + " == 0bv30001;",
		"not bits":  `function {:bvbuiltin "bvnot"} f(bv8) : bv8; axiom ` + rep("f(", 9000) + "1bv8" + rep(")", 9000) + " == 1bv8;",
		"operator":  `function {:bvbuiltin "` + rep("(", n) + `"} f(bv8) : bv8; axiom f(1bv8) == 1bv8;`,
		"bits":      "axiom 1" + rep("0", n) + "bv8 == 1bv8;",
		"neg":       "axiom " + rep("-", n) + "1 > 0;",
		"parens":    "axiom " + rep("(", n) + "true" + rep(")", n) + ";",
		"open":      "axiom " + rep("(", n),
		"quant":     "axiom " + rep("(forall x: int :: ", n) + "true" + rep(")", n) + ";",
		"old":       "axiom " + rep("old(", n) + "true" + rep(")", n) + ";",
		"calls":     "function f(int) : int; axiom " + rep("f(", n) + "1" + rep(")", n) + " > 0;",
		"ite":       "axiom " + rep("if true then true else ", n) + "true;",
		"maps":      "var m: " + rep("[int]", n) + "int;",
		"types":     "var m: " + rep("(", n) + "int" + rep(")", n) + ";",
		"ifs":       "procedure p() { " + rep("if (*) { ", n) + rep("}", n) + "}",
		"elses":     "procedure p() { if (*) { } " + rep("else if (*) { } ", n) + "}",
		"whiles":    "procedure p() { " + rep("while (*) { ", n) + rep("}", n) + "}",
		"comments":  rep("/*", n),
		"nested":    rep("/*", n) + rep("*/", n),
		"attrs":     rep("var {:a (forall x: int :: {:b 1} true)} ", n),
		"attrs2":    "axiom {:a " + rep("(forall x: int :: {:a ", n),
		"synonyms":  synonyms.String() + fmt.Sprintf("type t%d = int; var x: t0;", n),
		"functions": funcs.String() + fmt.Sprintf("function f%d(x: int): int { x } axiom f0(1) == 1;", n),
		"name":      "var " + long + ": int; axiom " + long + "y == 0;",
		"digits":    "axiom " + rep("1", 10<<20) + " > 0;",
		"string":    "axiom {:a \"" + long,
		"selects":   "axiom 1" + rep("[0]", n) + " == 1;",
		"brackets":  "axiom 1" + rep("[0", n),
		"explode":   explode(30),
		"guards":    "const {:existential true} b: bool; procedure p() { assert " + rep("b ==> ", n) + "true; }",
		"template":  "procedure {:template} t(x: int); ensures " + rep("old(x) == ", 1) + rep("x + ", n) + "0;",
		"goto":      "procedure p() { l: goto l" + rep(", l", n) + "; }",
		"havoc":     "var g: int; procedure p(); modifies g; implementation p() { havoc g" + rep(", g", n) + "; }",
	} {
		_, err := load(src)
		var e *syntax.Error
		if err != nil && (!errors.As(err, &e) || e.Line < 1 || e.Col < 1 || len(e.Msg) > 1000) {
			t.Errorf("%s: error %.200v", name, err)
		}
		if err != nil {
			t.Logf("%s: %.200v", name, err)
		}
	}
}

// explode returns functions whose expansion doubles at each of n levels, and cannot be shared.
func explode(n int) string {
	var b strings.Builder
	b.WriteString("function u(int) : int;\nfunction f0(x: int) : int { u(x) }\n")
	for i := range n {
		fmt.Fprintf(&b, "function f%d(x: int) : int { f%d(f%d(x)) }\n", i+1, i, i)
	}
	fmt.Fprintf(&b, "axiom f%d(0) == 0;", n)
	return b.String()
}
