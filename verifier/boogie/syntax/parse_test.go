package syntax

import (
	"errors"
	"fmt"
	"math/rand"
	"os"
	"strings"
	"testing"
)

// TestParse has for each construct the canonical text of what it parses to; "" is the input itself.
func TestParse(t *testing.T) {
	for _, tc := range []struct{ src, want string }{
		{"type t;", ""},
		{"type a, b = [int]a;", "type a;\ntype b = [int]a;"},
		{"var {:x 1} a, b: int where a < b;", "var {:x 1} a: int where (a < b);\nvar {:x 1} b: int where (a < b);"},
		{"const {:s \"q\\\"\\\\\"} unique a, b: bv32;", "const {:s \"q\\\"\\\\\"\n} unique a: bv32;\nconst {:s \"q\\\"\\\\\"\n} unique b: bv32;"},
		// a quote behind a backslash ends a string only if no other quote of the line can
		{`axiom {:s "x\\" y"} true;`, `axiom {:s "x\\\" y"} true;`},
		{"axiom {:s \"c:\\\"}\n{:r \"\"} true;", "axiom {:s \"c:\\\\\"\n} {:r \"\"} true;"},
		{"#line 3 \"a\nvar x: int;\n#line 4\nvar #line: int;", "var x: int;\nvar #line: int;"},
		{"var m: [int,(bool)][t]([int]bv8);", "var m: [int,bool][t][int]bv8;"},
		{"var a.b$c#d'e~f^g_h?i`j: int; var \\int: int; var \\x: int;", "var a.b$c#d'e~f^g_h?i`j: int;\nvar \\int: int;\nvar x: int;"},
		{"function f(x: int, y, {:a} z: t) returns (r: int);", "function f(x: int, y: t, {:a} z: t) : int;"},
		{"function f(x, y) : int; function g(x, y: int) : int;", "function f(x, y) : int;\nfunction g(x: int, y: int) : int;"},
		{"axiom (x: int) == -m[1] : int && b : [int]t : [int]t == c;", "axiom (((x : int) == (-(m[1] : int))) && (((b : [int]t) : [int]t) == c));"},
		{"function {:inline true} {:k} f() : int { 1 }", ""},
		{"datatype {:a} T<t, u> { A(x: t, y: T t u), B() }", "type {:datatype} {:a} T t u;\n" +
			"function {:constructor} {:a} A<t, u>(x: t, y: T (t) (u)) : T (t) (u);\nfunction {:constructor} {:a} B<t, u>() : T (t) (u);"},
		{"type {:datatype} T; function {:constructor} A() : T;", "type {:datatype} T;\nfunction {:constructor} A() : T;"},
		{"axiom !x is A && x->f[1]->g - 1->(h := 2) is B;", "axiom (((!x) is A) && (x->f[1]->g - (1->(h := 2) is B)));"},
		{"axiom x -1>2;", "axiom ((x - 1) > 2);"},
		{"procedure p() { is, x->f[1]->g := is is is, 1; A(x, y) := z; B() := z; }",
			"procedure p() returns ()\n{\nis, x->f[1]->g := (is is is), 1;\nA(x, y) := z;\nB() := z;\n}"},
		{"axiom {:a 1, \"s\", x + 1, (forall y: int :: y > 0)} {:b} true;", "axiom {:a 1, \"s\", (x + 1), (forall y: int :: (y > 0))} {:b} true;"},
		// precedence and associativity
		{"axiom a + b * c - d - e == -f[1] div 2 mod 3;", "axiom ((((a + (b * c)) - d) - e) == (((-f[1]) div 2) mod 3));"},
		{"axiom a + b + c;", "axiom (a + b + c);"},
		{"axiom a ==> b ==> c <==> d;", "axiom ((a ==> (b ==> c)) <==> d);"},
		{"axiom a <== b <== c;", "axiom ((a <== b) <== c);"},
		{"axiom a <==> b <==> c;", "axiom ((a <==> b) <==> c);"},
		{"axiom a && b && c ==> d || e;", "axiom ((a && b && c) ==> (d || e));"},
		{"axiom !a == b && !!c;", "axiom (((!a) == b) && (!(!c)));"},
		{"axiom a ++ b[8:0] ++ 3bv4 == c;", "axiom (((a ++ b[8:0]) ++ 3bv4) == c);"},
		{"axiom m[1][2, 3][4 := 5][6, 7 := 8];", ""},
		{"axiom if a then b else c && d;", "axiom (if a then b else (c && d));"},
		{"axiom if if a then b else c then d else if e then f else g;", "axiom (if (if a then b else c) then d else (if e then f else g));"},
		{"axiom f(g(), old(x), (y));", "axiom f(g(), old(x), y);"},
		{"axiom (forall {:a} x, y: int, z: t :: {:w 1} {f(x), y} {g(z)} {:q y} x < y) && (exists b: bool :: b);",
			"axiom ((forall x: int, y: int, z: t :: {f(x), y} {g(z)} (x < y)) && (exists b: bool :: b));"},
		{"axiom 0 != 123456789012345678901234567890;", "axiom (0 != 123456789012345678901234567890);"},
		{"// c\n/* /* */ x */ axiom /**/ true; // end", "axiom true;"},
		// procedures
		{"procedure p(); modifies a, b; modifies ; free requires {:r} x; ensures y; requires z; free ensures w;",
			"procedure p() returns ();\nfree requires {:r} x;\nensures y;\nrequires z;\nfree ensures w;\nmodifies a;\nmodifies b;"},
		{"procedure {:a} p({:b} x, y: int where x > 0, z: bool) returns (r: t) ensures r == z; { var {:l} v, w: int; return; }",
			"procedure {:a} p({:b} x: int where (x > 0), {:b} y: int where (x > 0), z: bool) returns (r: t)\nensures (r == z);\n{\nvar {:l} v: int;\nvar {:l} w: int;\nreturn;\n}"},
		{"implementation p() { l: x := 1; y, z[1][2] := z, y; assume {:a} true; assert false; havoc x, y; goto l, k; k: free call p(); call {:u 1} x, y := q(1, z); }",
			"implementation p() returns ()\n{\nl:\nx := 1;\ny, z[1][2] := z, y;\nassume {:a} true;\nassert false;\nhavoc x, y;\ngoto l, k;\nk:\nfree call p();\ncall {:u 1} x, y := q(1, z);\n}"},
		{"procedure p() { if (*) { } else if (x) { break; } else { break l; } while (y) invariant a; free invariant {:b} c; { if (z) { } } }",
			"procedure p() returns ()\n{\nif (*)\n{\n}\nelse {\nif (x)\n{\nbreak;\n}\nelse {\nbreak l;\n}\n}\nwhile (y)\ninvariant a;\nfree invariant {:b} c;\n{\nif (z)\n{\n}\n}\n}"},
	} {
		f, err := Parse("f", []byte(tc.src))
		if err != nil {
			t.Errorf("%s\n%v", tc.src, err)
			continue
		}
		want := tc.want
		if want == "" {
			want = tc.src
		}
		got := strings.TrimSpace(print(f))
		if got != want {
			t.Errorf("%s\n got %s\nwant %s", tc.src, got, want)
		}
		roundTrip(t, f)
	}
}

// roundTrip requires that a file's canonical text parses to itself.
func roundTrip(t *testing.T, f *File) {
	t.Helper()
	once := print(f)
	g, err := Parse("again", []byte(once))
	if err != nil {
		t.Errorf("%s: canonical text does not parse: %v", f.Paths[0], err)
		return
	}
	if print(g) != once {
		t.Errorf("%s: canonical text changes when parsed again", f.Paths[0])
	}
}

// TestRoundTripBench covers what real drivers contain; a few files do, since all of one set look alike.
func TestRoundTripBench(t *testing.T) {
	files := benchFiles(t)
	for i := 0; i < len(files); i += 13 {
		src, err := os.ReadFile(files[i])
		if err != nil {
			t.Fatal(err)
		}
		f, err := Parse(files[i], src)
		if err != nil {
			t.Fatal(err)
		}
		roundTrip(t, f)
	}
}

// TestErrors has for each input the error as "line:col: message".
func TestErrors(t *testing.T) {
	inProc := func(s string) string { return "procedure p() {\n" + s }
	for _, tc := range []struct{ src, want string }{
		// not supported
		{"axiom real 1 == x;", "1:12: expected '(', found '1'"},
		{"axiom (var x, y := 1; x) == 1;", "1:8: 1 values for 2 variables"},
		{"axiom (var x = 1; x) == 1;", "1:14: expected ':=', found '='"},
		{"axiom (var x := 1 :: x) == 1;", "1:19: expected ';', found '::'"},
		{"axiom (lambda x: int where true :: x) == m;", "1:15: 'where' is not allowed on a bound variable"},
		{"function f(): int uses { var x: int; }", "1:26: expected an axiom, found 'var'"},
		{"function f(): int uses { hideable axiom f() == 1; }", "1:26: 'hideable' is not supported"},
		{"hideable axiom true;", "1:1: declaration 'hideable' is not supported"},
		{"revealed function f(): int { 1 }", "1:1: declaration 'revealed' is not supported"},
		{"axiom a <: b <: c;", "1:14: operators '<:' and '<:' need parentheses"},
		{inProc("hide 3;"), "2:6: expected ':=', found '3'"},
		{"axiom |{ return true; ;", "1:7: code expression is not closed"},
		{"axiom |{ A: return; }|;", "1:19: expected an expression, found ';'"},
		{"axiom (forall x: int :: {:nopats f(x), g(x)} f(x) == 1);", "1:27: {:nopats} takes one expression"},
		{"datatype T { }", "1:14: expected a constructor, found '}'"},
		{"datatype T { A }", "1:16: expected '(', found '}'"},
		{"datatype T { A(x: int where x > 0) }", "1:16: 'where' is not allowed on a field of a datatype"},
		{"axiom x->(f = 1) == y;", "1:13: expected ':=', found '='"},
		{"axiom x is 3;", "1:12: expected a constructor, found '3'"},
		{inProc("A(x) = 1;"), "2:6: expected ':=', found '='"},
		{inProc("A(1) := x;"), "2:3: expected a variable name, found '1'"},
		{"yield procedure p();", "1:1: concurrency ('yield') is not supported"},
		{inProc("async p();"), "2:7: expected 'call' after 'async', found 'p'"},
		{inProc("call async p();"), "2:6: concurrency ('async') is not supported"},
		{inProc("par p();"), "2:1: concurrency ('par') is not supported"},
		{inProc("yield;"), "2:7: expected a statement, found end of file"},
		{inProc("call p() | q();"), "2:10: parallel call is not supported"},
		{inProc("free x := 1;"), "2:6: expected 'call' after 'free', found 'x'"},
		{inProc("call forall p(*);"), "2:6: 'call forall' is not supported"},
		{inProc("call p(*);"), "2:8: call wildcard '*' is not supported"},
		{inProc("call * := p();"), "2:6: call wildcard '*' is not supported"},
		{inProc("return true;"), "2:8: expected ';', found 'true'"},
		// malformed
		{"x", "1:1: expected a declaration, found 'x'"},
		{"var x: int", "1:11: expected ';', found end of file"},
		{"var x int;", "1:7: expected ',' or ':' after the name, found 'int'"},
		{"function f(x: int, y): int;", "1:20: the last parameter needs a name and a type, since others have names"},
		{"function f(int, y: int): int;", "1:12: expected a parameter name, since other parameters have names; found a type"},
		{"var a: int, {:x} b: int;", "1:18: the attributes of all variables of a declaration stand before the first"},
		{"axiom {:s \"x\\\n\"} true;", "1:11: string is not closed"},
		{"var if: int;", "1:5: expected a variable name, found 'if'"},
		{"var x: 5;", "1:8: expected a type, found '5'"},
		{"var x: bv99999;", "1:8: bit-vector width '99999' is greater than 32768"},
		{"axiom a < b < c;", "1:13: operators '<' and '<' need parentheses"},
		{"axiom a && b || c;", "1:14: operators '&&' and '||' need parentheses"},
		{"axiom a ==> b <== c;", "1:15: operators '==>' and '<==' need parentheses"},
		{"axiom (a;", "1:9: expected ')', found ';'"},
		{"axiom ;", "1:7: expected an expression, found ';'"},
		{"axiom a = b;", "1:9: expected ';', found '='"},
		{"axiom x[a:0] == b;", "1:9: bound of an extract must be an integer literal"},
		{"axiom x[0:1] == b;", "1:11: bounds of the extract [0:1] are reversed"},
		{"axiom x[99999:1] == b;", "1:9: bit position '99999' is greater than 32768"},
		{"axiom (forall x: int where x > 0 :: true);", "1:15: 'where' is not allowed on a bound variable"},
		{"axiom (forall :: true);", "1:15: expected a variable name, found '::'"},
		{"axiom {:} true;", "1:9: expected an attribute name, found '}'"},
		{"axiom {:a \"s} true;", "1:11: string is not closed"},
		{"axiom true; /* /* */", "1:13: comment is not closed"},
		{"axiom a @ b;", "1:9: unexpected character '@'"},
		{"axiom a \u2227 b;", "1:9: unexpected character '\u2227'"},
		{"axiom a & b;", "1:9: unexpected character '&'"},
		{"procedure p(); free modifies x;", "1:21: expected 'requires' or 'ensures' after 'free', found 'modifies'"},
		{inProc("x, y := 1;"), "2:1: assignment of 1 values to 2 targets"},
		{inProc("x[1 := 2] := 3;"), "2:5: expected ']', found ':='"},
		{inProc("l x;"), "2:3: expected ':=', found 'x'"},
		{inProc("var x: int; x := 1; var y: int;"), "2:21: local variables must be declared before the first statement"},
		{inProc("1;"), "2:1: expected a statement, found '1'"},
		{inProc("while (true) free { }"), "2:19: expected 'invariant' after 'free', found '{'"},
		{inProc("goto ;"), "2:6: expected a label, found ';'"},
		{inProc(""), "2:1: expected a statement, found end of file"},
		{strings.Repeat("y", 100), "1:1: expected a declaration, found '" + strings.Repeat("y", 64) + "...'"},
	} {
		_, err := Parse("f", []byte(tc.src))
		var e *Error
		switch {
		case !errors.As(err, &e):
			t.Errorf("%s\n got %v\nwant %s", tc.src, err, tc.want)
		case fmt.Sprintf("%d:%d: %s", e.Line, e.Col, e.Msg) != tc.want:
			t.Errorf("%s\n got %d:%d: %s\nwant %s", tc.src, e.Line, e.Col, e.Msg, tc.want)
		}
	}
}

// sample has every construct once.
const sample = `type ref = int; type t; const {:a 1, "s"} unique c: ref; var m: [int,bool][t]bv8 where true;
function {:inline} f(x: int, b: bool) returns (r: int) { if x > 0 then -x else x div 2 mod 3 }
axiom (forall x: int, y: t :: {:w} {f(x, true), m[x, true][y]} x != 0 <==> (exists z: int :: z < x && (!(z >= 1) || true)));
procedure {:inline 1} p({:b} a: int where a > 0) returns (r: int); modifies m; free requires a > 1; ensures old(m) == m;
implementation p(a: int) returns (r: int) { var l: int; start: l, r := 1, 2 + 3 * a; m[l, true][y] := 3bv8[8:4] ++ 4bv4;
  if (a <= 1) { havoc l, r; } else if (*) { assert a == 1 ==> true; } else { return; }
  while (true) invariant {:i} l > 0; free invariant true; { call {:u 1} r := p(l); break; } goto start, end; end: assume {:x} m[1, false := 2] == m; }
`

// mutate returns a copy of src with a random fault: cut short, or two tokens swapped, or one removed, doubled, or replaced.
func mutate(r *rand.Rand, src []byte) []byte {
	var tokens []token
	names := newNames(len(src))
	s := newScanner(names, func(Pos, string, ...any) {})
	s.open(src, 0)
	for t := s.next(); t.kind != tEOF; t = s.next() {
		tokens = append(tokens, t)
	}
	text := func(i int) string { return string(src[tokens[i].pos:tokens[i].end]) }
	parts := make([]string, len(tokens))
	for i := range tokens {
		parts[i] = text(i)
	}
	i, j := r.Intn(len(parts)), r.Intn(len(parts))
	switch r.Intn(6) {
	case 0:
		return src[:r.Intn(len(src))]
	case 1:
		parts[i], parts[j] = parts[j], parts[i]
	case 2:
		parts[i] = ""
	case 3:
		parts[i] += " " + parts[i]
	case 4:
		parts[i] = parts[j]
	case 5:
		at := r.Intn(len(src))
		return append(append(append([]byte(nil), src[:at]...), byte(r.Intn(256))), src[at:]...)
	}
	return []byte(strings.Join(parts, " "))
}

func TestMutants(t *testing.T) {
	if _, err := Parse("sample", []byte(sample)); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewSource(1))
	for range 2000 {
		src := mutate(r, []byte(sample))
		f, err := Parse("f", src)
		var e *Error
		if err == nil {
			roundTrip(t, f)
		} else if !errors.As(err, &e) || e.Line < 1 || e.Col < 1 {
			t.Errorf("%s\n%v", src, err)
		}
	}
}

// FuzzParse: any input yields a tree whose canonical text parses to itself, or an error with a position.
func FuzzParse(f *testing.F) {
	f.Add([]byte(sample))
	f.Fuzz(func(t *testing.T, src []byte) {
		file, err := Parse("f", src)
		var e *Error
		if err == nil {
			roundTrip(t, file)
		} else if !errors.As(err, &e) || e.Line < 1 || e.Col < 1 {
			t.Errorf("error without position: %v", err)
		}
	})
}

// TestParseAll reads several files. Nothing that one begins goes on in the next.
func TestParseAll(t *testing.T) {
	f, err := ParseAll([]Source{{"a", []byte("var x: int;\n")}, {"b", []byte("\xEF\xBB\xBFvar y: int; // no line break")}, {"c", nil}, {"d", []byte("\n var z: int;")}})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, v := range f.Globals {
		file, line, col := f.Lines.At(v.Pos)
		got = append(got, fmt.Sprintf("%s %s:%d:%d", f.Names.Text(v.Name), f.Paths[file], line, col))
	}
	if text := strings.Join(got, ", "); text != "x a:1:5, y b:1:8, z d:2:6" {
		t.Error(text)
	}
	for want, sources := range map[string][]Source{
		"a:1:13": {{"a", []byte("var x: int; /* ")}, {"b", []byte("*/ var y: int;")}},
		"a:1:4":  {{"a", []byte("var")}, {"b", []byte(" y: int;")}},
		"b:1:9":  {{"a", nil}, {"b", []byte("var y: i")}, {"c", []byte("nt;")}},
	} {
		if _, err := ParseAll(sources); err == nil || !strings.HasPrefix(err.Error(), want+": ") {
			t.Errorf("want an error at %s: %v", want, err)
		}
	}
}
