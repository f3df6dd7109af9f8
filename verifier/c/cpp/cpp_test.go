package cpp

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
)

// run preprocesses a.c of an archive, a text whose lines "-- NAME --" begin files, and returns the tokens as text, or the error, behind the warnings.
func run(archive string, cfg Config) string {
	files := map[string][]byte{}
	name := "a.c"
	for _, line := range strings.SplitAfter(archive, "\n") {
		if head, ok := strings.CutPrefix(line, "-- "); ok {
			name = strings.TrimSuffix(head, " --\n")
			continue
		}
		files[name] = append(files[name], line...)
	}
	cfg.Read = func(name string) ([]byte, error) {
		if text, ok := files[name]; ok {
			return text, nil
		}
		return nil, fs.ErrNotExist
	}
	cfg.Header = func(name string) string { return string(files["/<muster>/"+name]) }
	table := NewFiles()
	var b strings.Builder
	cfg.Warn = func(w Warning) { fmt.Fprintf(&b, "%s: warning: %s\n", table.At(w.Pos), w.Msg) }
	toks, err := Preprocess(Source{"a.c", files["a.c"]}, table, cfg)
	if err != nil {
		return b.String() + err.Error()
	}
	for i := range toks {
		if t := &toks[i]; t.First && i > 0 {
			b.WriteByte('\n')
		} else if t.Space && i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(spell(toks[i : i+1]))
	}
	return strings.TrimSpace(b.String())
}

// TestTokens has sources with what they come to behind a line of dashes.
func TestTokens(t *testing.T) {
	for _, test := range []string{
		// The examples of C11, 6.10.3.
		`#define x 3
#define f(a) f(x * (a))
#undef x
#define x 2
#define g f
#define z z[0]
#define h g(~
#define m(a) a(w)
#define w 0,1
#define t(a) a
#define p() int
#define q(x) x
#define r(x,y) x ## y
#define str(x) # x
f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);
g(x+(3,4)-w) | h 5) & m
(f)^m(m);
p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };
char c[2][6] = { str(hello), str() };
----
f(2 * (y+1)) + f(2 * (f(2 * (z[0])))) % f(2 * (0)) + t(1);
f(2 * (2 +(3,4)-0,1)) | f(2 * (~ 5)) & f(2 * (0,1))^m(0,1);
int i[] = { 1, 23, 4, 5, };
char c[2][6] = { "hello", "" };`,
		`#define str(s) # s
#define xstr(s) str(s)
#define debug(s, t) printf("x" # s "= %d, x" # t "= %s", \
x ## s, x ## t)
#define INCFILE(n) vers ## n
#define glue(a, b) a ## b
#define xglue(a, b) glue(a, b)
#define HIGHLOW "hello"
#define LOW LOW ", world"
debug(1, 2);
fputs(str(strncmp("abc\0d", "abc", '\4') // this goes away
== 0) str(: @\n), s);
xstr(INCFILE(2).h)
glue(HIGH, LOW);
xglue(HIGH, LOW)
----
printf("x" "1" "= %d, x" "2" "= %s", x1, x2);
fputs("strncmp(\"abc\\0d\", \"abc\", '\\4') == 0" ": @\n", s);
"vers2.h"
"hello";
"hello" ", world"`,
		`#define hash_hash # ## #
#define mkstr(a) # a
#define in_between(a) mkstr(a)
#define join(c, d) in_between(c hash_hash d)
char p[] = join(x, y);
----
char p[] = "x ## y";`,
		`#define t(x,y,z) x ## y ## z
int j[] = { t(1,2,3), t(,4,5), t(6,,7), t(8,9,), t(10,,), t(,11,), t(,,12), t(,,) };
----
int j[] = { 123, 45, 67, 89, 10, 11, 12, };`,
		`#define debug(...) fprintf(stderr, __VA_ARGS__)
#define showlist(...) puts(#__VA_ARGS__)
#define report(test, ...) ((test)?puts(#test): printf(__VA_ARGS__))
debug("Flag");
debug("X = %d\n", x);
showlist(The first, second, and third items.);
report(x>y, "x is %d but y is %d", x, y);
----
fprintf(stderr, "Flag");
fprintf(stderr, "X = %d\n", x);
puts("The first, second, and third items.");
((x>y)?puts("x>y"): printf("x is %d but y is %d", x, y));`,
		`#define OBJ_LIKE (1-1)
#define OBJ_LIKE /* white space */ (1-1) /* other */
#define FUNC_LIKE(a) ( a )
#define FUNC_LIKE( a )( /* note the white space */ \
a /* other stuff on this line
*/ )
OBJ_LIKE FUNC_LIKE(2)
#define OBJ_LIKE (0)
OBJ_LIKE
----
a.c:8:9: warning: "OBJ_LIKE" redefined
(1-1) ( 2 )
(0)`,

		// Where the standard leaves it open, and beyond.
		"#define f(a) a*g\n#define g(a) f(a)\nf(2)(9)\n----\n2*9*g",
		"#define A f\n#define f(x) <x>\nA\n(1) A ;\n----\n<1> f ;",
		"#define e(f, ...) f(__VA_ARGS__)\n#define p(f, a...) f(1, ## a)\n#define q(...) q(1, ## __VA_ARGS__)\ne(a) e(a, b, c) p(x) p(x,) p(x, y) q() q(2)\n----\na() a(b, c) x(1) x(1,) x(1, y) q(1) q(1,2)",
		"#define f(a, ...) a __VA_OPT__(, [__VA_ARGS__]) #__VA_OPT__(x  __VA_ARGS__) __VA_OPT__(y ## a) ## z\nf(1) f(1, 2) f(1,) f(1, 2, 3)\n----\n1 \"\" z 1 , [2] \"x 2\" y1z 1 \"\" z 1 , [2, 3] \"x 2, 3\" y1z",
		"#define s(x) #x\ns( a  \"b\\n\" '\"'\n  <: c %: d ) s(\\) s(\"\\\\\")\n----\n\"a \\\"b\\\\n\\\" '\\\"' <: c %: d\" \"\" \"\\\"\\\\\\\\\\\"\"",
		"#define n(x) -x\n#define i(x) x\n-n(-1) i(+)+ i(a)b i(.)1 i(/)/ i\n----\n- - -1 + + a b . 1 / / i",
		"<: a :> <% %> %: %:%: x\n----\n[ a ] { } # ## x",
		"a\\\nb \"c\\ \nd\" /\\\n* x *\\\n/ 1 /\\\n/ y\nz\n----\nab \"cd\" 1\nz",
		"L\"a\" u8\"a\" u'a' U'a' u8'a' LL\"a\" 0x1p+3 1e-3.f .5e 1..2 'ab' R\"x(a\\\n\"b)x\" a$b\n----\nL\"a\" u8\"a\" u'a' U'a' u8'a' LL\"a\" 0x1p+3 1e-3.f .5e 1..2 'ab' \"a\\\\\\n\\\"b\" a$b",
		"\\u00e4 ä \\u0024 é1 €\\ `\n----\nä ä $ é1 €\\ `",
		"int\rx;\n  \r \r\n#\r\ny \\ \r\nz\r\n#define a\\\rb\r\na\r\n----\nint\nx;\ny z\na",
		"??= ??/\n----\n??= ??/",

		// Conditions.
		"#if 1 - 2u > 0 && -1 >> 1 == -1 && 'a' == 97 && '\\377' < 0 && L'\\xff' == 255 && (2 || 1/0) && (0 ? 1u : -1) > 0\nyes\n#endif\n----\nyes",
		"#if 0x7fffffffffffffff + 1 < 0 && 1 << -1 == 0 && -1 / 2 == 0 && -3 % 2 == -1 && ~0u == 0xffffffffffffffff\nyes\n#endif\n----\na.c:1:24: warning: integer overflow in preprocessor expression\nyes",
		"#define A\n#define D defined\n#if defined A && D(A) && !defined B && B + 1\n1\n#elif 1/0\n#else\n2\n#endif\n#if 0\n#if 1\n3\n#else\n4\n#endif\n\"\n#bad\n#elifdef A\n5\n#elifndef B\n6\n#endif\n----\n1\n5",
		"#if __has_include(\"b.h\") && !__has_include(<c.h>) && __has_attribute(__aligned__) && __has_builtin(f) && !__has_c_attribute(gnu::x)\nyes\n#endif\n-- b.h --\n----\nyes",

		// Lines, files and pragmas.
		"#define f(x) x __LINE__\nf(\n__LINE__\n) __LINE__ __FILE__\n#line 7 \"x.c\"\n__LINE__ __FILE__ __FILE_NAME__\n# 33\n__LINE__ __BASE_FILE__ __INCLUDE_LEVEL__\n#include \"b.h\"\n__LINE__ __COUNTER__ __COUNTER__ __DATE__ __TIME__\n-- b.h --\n__LINE__ __FILE__ __INCLUDE_LEVEL__\n----\n3 2 4 \"a.c\"\n7 \"x.c\" \"x.c\"\n33 \"a.c\" 0\n1 \"b.h\" 1\n35 0 1 \"Jan  1 1970\" \"00:00:00\"",
		"#pragma once\n#pragma   pack ( 1 ) /* */ x\n#pragma\n#define P _Pragma(\"a b\\\"c\\\"\") d\nP\n#define f(x) x\nf(1\n#pragma inner\n2)\n----\na.c:1:2: warning: #pragma once in main file\n#pragma pack ( 1 ) x\n#pragma a b\"c\" d\n#pragma inner1\n2",
		"#define A 1\n#pragma push_macro(\"A\")\n#undef A\n#define A 2\nA\n_Pragma(\"pop_macro(\\\"A\\\")\") A\n----\n2\n1",
		"#include \"b.h\"\n#include <b.h>\n#define H <d/e.h>\n#include H\n#include \"std.h\"\n-- b.h --\n#pragma once\nb\n-- d/e.h --\n#ifndef E\n#define E\ne\n#include_next <d/e.h>\n#endif\n-- i/d/e.h --\nnext\n-- /<muster>/std.h --\nstd __FILE__\n----\nb\ne\nnext\nstd \"/<muster>/std.h\"",
		"#define f(x) [x]\nf(1\n#undef f\n#define f 2\n) f\n#if 1\n#warning careful  now\n#ident \"x\"\n#endif\n----\na.c:7:2: warning: #warning careful now\n[1] 2",
	} {
		in, want, _ := strings.Cut(test, "----\n")
		cfg := Config{
			Include:   []string{"", "i"},
			Attribute: func(name string, std bool) int64 { return map[string]int64{"aligned": 1}[name] },
			Builtin:   func(name string) bool { return name == "f" },
		}
		if got := run(in, cfg); got != want {
			t.Errorf("%s\ngot:\n%s\nwant:\n%s", in, got, want)
		}
	}
}

// TestErrors has sources with the error behind a line of dashes.
func TestErrors(t *testing.T) {
	for _, test := range []string{
		"#define f(a) a\nx = f(1\n+\n2;\n----\na.c:4:3: unterminated argument list invoking macro \"f\"",
		"#define f(a) a\n\n  f(1,2) z\n----\na.c:3:8: macro \"f\" passed 2 arguments, but takes just 1",
		"#define f(a,b) a\nf(1)\n----\na.c:2:4: macro \"f\" requires 2 arguments, but only 1 given",
		"#define f(a) a ## b\n f(+)\n----\na.c:2:4: pasting \"+\" and \"b\" does not give a valid preprocessing token",
		"#define f(a) # b\n----\na.c:1:14: '#' is not followed by a macro parameter",
		"#define f(a,a)\n----\na.c:1:13: duplicate macro parameter \"a\"",
		"#define f(a\n----\na.c:1:12: expected ')' before end of line",
		"#define f(..., b)\n----\na.c:1:14: expected ')' after \"...\"",
		"#define h a ##\n----\na.c:1:15: '##' cannot appear at either end of a macro expansion",
		"#undef defined\n----\na.c:1:8: \"defined\" cannot be used as a macro name",
		"#define v(...) __VA_OPT__(a\n----\na.c:1:16: unterminated __VA_OPT__",
		"int x; /* foo\n\n----\na.c:1:8: unterminated comment",
		"x\n \"abc\n----\na.c:2:2: missing terminating \" character",
		"  # if 1\n #ifdef X\n----\na.c:2:3: unterminated #ifdef",
		"#else\n----\na.c:1:2: #else without #if",
		"#if 1\n#else\n#elif 1\n#endif\n----\na.c:3:2: #elif after #else",
		"# error foo   /* */ 'bar\n----\na.c:1:3: #error foo 'bar",
		"#foo\n----\na.c:1:2: invalid preprocessing directive #foo",
		"#assert a(b)\n----\na.c:1:2: #assert is not supported",
		"#if 1/0\n#endif\n----\na.c:1:6: division by zero in #if",
		"#if (1\n#endif\n----\na.c:1:5: missing ')' in expression",
		"#if 1 +\n#endif\n----\na.c:1:8: operator '+' has no right operand",
		"#if 1.0\n#endif\n----\na.c:1:5: floating constant in preprocessor expression",
		"#if 1 2\n#endif\n----\na.c:1:7: missing binary operator before token \"2\"",
		"#include \"nix.h\"\n----\na.c:1:10: nix.h: No such file or directory",
		"#include \"a.c\"\n----\na.c:1:10: #include nested depth 200 exceeds maximum of 200",
		"#include \"b.h\"\n-- b.h --\n\n#if\n----\nb.h:2:4: #if with no expression",
		"#pragma GCC poison foo\n int foo;\n----\na.c:2:6: attempt to use poisoned \"foo\"",
		"#pragma GCC error \"no\"\n----\na.c:1:19: no",
		"#line 0x10\n----\na.c:1:7: \"0x10\" after #line is not a positive integer",
		"x _Pragma(1)\n----\na.c:1:3: _Pragma takes a parenthesized string literal",
		"x __has_include(<a>)\n----\na.c:1:3: \"__has_include\" used outside of preprocessing directive",
		"#if " + strings.Repeat("(", 3000) + "1\n#endif\n----\na.c:1:1005: the expression is nested too deeply",
	} {
		in, want, _ := strings.Cut(test, "----\n")
		if got := run(in, Config{}); got != want {
			t.Errorf("%.200s\ngot:  %s\nwant: %s", in, got, want)
		}
	}
}

// TestLimits has macros that would not come to an end, or not soon.
func TestLimits(t *testing.T) {
	for _, test := range []string{
		"#define a(x) x x x x x x x x x x\n 1 + a(a(a(a(a(a(a(a(a(1)))))))))\n----\na.c:2:6: macros make too many tokens",
		"#define s(x) #x\n#define t(x) s(x)\nt(t(t(t(t(t(t(t(t(t(t(t(t(t(t(t(t(t(t(t(t(t(t(t(t(\"\\n\")))))))))))))))))))))))))\n----\na.c:3:1: macros make too many tokens",
		"#define i(x) x\n" + strings.Repeat("i(", 1100) + strings.Repeat(")", 1100) + "\n----\na.c:2:1: calls of macros are nested too deeply",
	} {
		in, want, _ := strings.Cut(test, "----\n")
		if got := run(in, Config{Limit: 4_000_000}); got != want {
			t.Errorf("%.200s\ngot:  %s\nwant: %s", in, got, want)
		}
	}
}

// TestStandard has trigraphs, and no strings with u.
func TestStandard(t *testing.T) {
	const in = "??=define u 1 ??/\n+\nu\"a\" ??( a ??' \"??/n\" ::\n"
	if got, want := run(in, Config{Std: C99}), "1 +\"a\" [ a ^ \"\\n\" ::"; got != want {
		t.Errorf("%s: %s, want %s", in, got, want)
	}
}

// TestDefine has macros from the command line.
func TestDefine(t *testing.T) {
	if got, want := run("A B f(3)\n", Config{Predefined: "#define A a\n", Define: []string{"B", "f(x)=x+x\n#undef A"}}), "a 1 3 +3"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := run("\n", Config{Define: []string{"1"}}), "<command-line>:1:9: macro names must be identifiers"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestPositions says where tokens are.
func TestPositions(t *testing.T) {
	const in = "#define f(x) x + y\n a \\\n\tb f(1, c\n#line 99\n) d"
	var b strings.Builder
	table := NewFiles()
	toks, err := Preprocess(Source{"a.c", []byte(strings.Replace(in, "1, ", "1 ", 1))}, table, Config{})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range toks {
		fmt.Fprintf(&b, "%s@%d:%d", x.Text, x.Pos.Line, x.Pos.Col)
		if x.Macro {
			b.WriteByte('m')
		}
		b.WriteByte(' ')
	}
	if got, want := b.String(), "a@2:2 b@3:2 1@3:4m c@3:4m +@3:4m y@3:4m d@5:3 @5:4 "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// FuzzPreprocess looks for panics, for work without bounds, and for errors without a place.
func FuzzPreprocess(f *testing.F) {
	for _, s := range []string{
		"#define f(x, ...) x ## __VA_ARGS__ #x __VA_OPT__(a ## b) \nf(1, f(2))\n", "#if defined(a) ? '\\x41' : 0x1u << 3 && !(-1 % ~2)\n#elif 1\n#else\n#endif\n",
		"#include \"a.c\"\n", "_Pragma(\"push_macro(\\\"a\\\")\") #line 3 \"b\"\n# 7 \"c\" 1\n", "R\"x(\\\n)x\" u8\"\\u00e4\" ??= %:%: /* */ \\\n//",
		"#define A B A\n#define B(x) A x B\nA(B(A)B)(A\n#undef A\n)\n", "__LINE__ __COUNTER__ __FILE__\n#pragma GCC poison x\n#ident \"a\"\n#warning x\n",
	} {
		f.Add(s, uint8(0))
	}
	f.Fuzz(func(t *testing.T, text string, std uint8) {
		read := func(name string) ([]byte, error) {
			if name == "a.c" {
				return []byte(text), nil
			}
			return nil, fs.ErrNotExist
		}
		toks, err := Preprocess(Source{"a.c", []byte(text)}, NewFiles(), Config{Std: Std(std % 3), Read: read, Limit: 100_000})
		if e := (*Error)(nil); err != nil && (!errors.As(err, &e) || e.Line < 1 || e.Col < 1 || e.Msg == "") {
			t.Errorf("%q: %#v", text, err)
		}
		if err == nil && toks[len(toks)-1].Kind != EOF {
			t.Errorf("%q: there is no end", text)
		}
	})
}
