package c_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

// sample has most of what C has.
const sample = `#include <string.h>
#define TWICE(x) ((x) + (x))
enum { RED, GREEN = 5 };
typedef struct node { int v : 3; unsigned w : 5; struct node *next; union { int i; unsigned u; }; } node;
static int table[4] = { [1] = 2, [2 ... 3] = 4 };
int (*choose(int k))(int);
static int once(int x) { return x; }
int (*choose(int k))(int) { return k ? once : &once; }
#if defined TWICE && 1
int main(void) {
  node n = { .v = 1, .i = 2 }, *p = &n;
  char s[] = "a\x41" "b";
  for (int i = 0; i < 3; i++) switch (i) { case 0: table[i]++; break; case 1 ... 2: p->w |= i; default: continue; }
  do { p->v--; if (p->v) goto out; else ; } while (0);
out:
  return TWICE(choose(1)(s[0])) + sizeof(node) + ({ int z = 3; z; }) - (int){ 4 } + (p ? 1L : 'c');
}
#endif
`

// load reads a text, and checks what comes of it: an error with its place, or a program.
func load(t *testing.T, file string, text []byte) error {
	res, err := c.Load(prog.Files{{Name: file, Text: text}}, term.NewStore(), c.Options{})
	var e *syntax.Error
	switch {
	case err != nil && (!errors.As(err, &e) || e.Line < 1 || e.Col < 1 || strings.Contains(e.Msg, "\n")):
		t.Errorf("the error has no place: %v", err)
	case err == nil:
		if err := prog.Check(res.Program); err != nil {
			t.Error(err)
		}
	}
	return err
}

// TestPrefixes reads beginnings of a program, and the program without one of its words.
func TestPrefixes(t *testing.T) {
	if err := load(t, "a.c", []byte(sample)); err != nil {
		t.Fatal(err)
	}
	for i, m := range regexp.MustCompile(`\w+|\S`).FindAllStringIndex(sample, -1) {
		if i%8 > 0 && testing.Short() || i%3 > 0 {
			continue
		}
		load(t, "a.c", []byte(sample[:m[0]]))
		load(t, "a.c", []byte(sample[:m[0]]+sample[m[1]:]))
	}
}

// TestHostile reads what no one writes. Each is an error.
func TestHostile(t *testing.T) {
	const n = 100_000
	body := func(s string) string { return "int x, *q; int main(void) { " + s + " return 0; }" }
	nested := func(open, in, shut string) string { return strings.Repeat(open, n) + in + strings.Repeat(shut, n) }
	chain := func(first, next string) string { // each macro is ten of the one before
		text := "#define A0 " + first + "\n"
		for i := range 7 {
			text += fmt.Sprintf("#define A%d %s\n", i+1, strings.Repeat(fmt.Sprintf("A%d ", i), 10))
		}
		return text + next
	}
	double := func(decl string) string { // each type has two of the one before
		text := "typedef struct S0 { int x; } T0;\n"
		for i := range 40 {
			text += strings.NewReplacer("N", fmt.Sprint(i+1), "M", fmt.Sprint(i)).Replace(decl) + "\n"
		}
		return text
	}
	dir := t.TempDir()
	self := filepath.Join(dir, "self.h")
	deep := filepath.Join(dir, "deep.h")
	for file, text := range map[string]string{self: "#include \"self.h\"\n", deep: body("return " + nested("(", "1", ")") + ";")} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{
		"parentheses":        body("x = " + nested("(", "1", ")") + ";"),
		"braces":             body(nested("{", "", "}")),
		"initialisers":       "int a[] = " + nested("{", "1", "}") + ";" + body(""),
		"else":               body(strings.Repeat("if (x) x++; else ", n) + ";"),
		"if":                 body(strings.Repeat("if (x) ", n) + ";"),
		"pointers":           "int " + strings.Repeat("*", n) + "p;" + body(""),
		"declarators":        "int " + nested("(*", "p", ")(void)") + ";" + body(""),
		"operators":          body("x = " + strings.Repeat("!", n) + "x;"),
		"casts":              body("x = " + strings.Repeat("(int)", n) + "x;"),
		"structures":         nested("struct {", "int x;", "} y;") + body(""),
		"conditionals":       body("x = " + strings.Repeat("x ? 1 : ", n) + "x;"),
		"macros":             chain("x x x", body("x = A7;")),
		"macros of brackets": chain("((((", body("x = A6;")),
		"macros of not":      chain("! ! !", body("x = A5;")),
		"macros of braces":   chain("{ { {", body("A4")),
		"a macro of macros":  "#define A B\n#define B A\n" + body("x = A;"),
		"includes itself":    "#include \"" + self + "\"\n" + body(""),
		"a deep header":      "#include \"" + deep + "\"\n",
		"a directory":        "#include \"" + dir + "\"\n" + body(""),
		"a device":           "#include \"/dev/zero\"\n" + body(""),
		"zeros":              strings.Repeat("\x00", n),
		"no UTF-8":           body("int \xff\xfe = 3;"),
		"a large number":     body("x = " + strings.Repeat("9", n) + ";"),
		"a wide bit-field":   "struct S { int a : 999999999999; }; " + body(""),
		"no end of a string": body("\"abc"),
		"no end":             "/* abc",
		"no name":            body("x = y;"),
		"twice":              "int f(void) { return 1; } int f(void) { return 2; } " + body("x = f();"),
		"a large object":     "int a[] = { [0 ... 1000000000] = 1 }; int main(void) { int *p = a; return p[5]; }",
		"doubles":            double("struct SN { struct SM a, b; };") + "struct S40 s = { 0 };" + body(""),
		"types that double":  double("typedef struct { TM a, b; } TN, *PN;") + "T40 s = { { 0 } };" + body(""),
		"nested doubles":     double("struct SN { struct { struct SM a; union { struct SM b; int i; }; } c; };") + body("struct S40 s = { 0 };"),
		"macros that double": "#define D(n, m) struct S##n { struct S##m a, b; };\n" + double("D(N, M)") + "struct S40 s = { 0 };" + body(""),
		"large":              strings.Repeat("int y;\n", 10<<20),
	} {
		if load(t, filepath.Join(dir, "a.c"), []byte(text)) == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestLarge reads what is larger than it looks: what cannot be done is not supported where it is reached.
func TestLarge(t *testing.T) {
	chain := "struct S0 { int x; };"
	for i := range 14 {
		chain += fmt.Sprintf("struct S%d { struct S%d a, b; };", i+1, i)
	}
	for _, text := range []string{
		chain + "struct S14 s = { 0 }; int main(void) { return s.a.b.a.b.a.b.a.b.a.b.a.b.a.b.x; }",
		"char a[0x7fffffffffffffff][0x7fffffffffffffff]; int main(void) { return sizeof a == 1; }",
		"int a[] = { [1ULL << 60] = 1 }; int main(void) { return a[5]; }",
		strings.Repeat("#define X {\n#undef X\n", 30_000) + "int main(void) { return 0; }",
	} {
		if err := load(t, "a.c", []byte(text)); err != nil {
			t.Errorf("%.60s: %v", text, err)
		}
	}
}

// TestBeyond reads what has no place in memory: the error is at the object that is one too many.
func TestBeyond(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{"char a[1 << 20];\nchar b[1 << 30];\nint main(void) { char *p = a, *q = b; return *p + *q; }", "a.c:2:6: unsupported: "},
		{"char a[100 << 20];\n\nstatic char b[100 << 20];\nint main(void) { char *p = a, *q = b; return *p + *q; }", "a.c:3:13: unsupported: "},
		{"int main(void) {\n  static char a[200 << 20]; char *p = a; return *p; }", "a.c:2:15: unsupported: "},
	} {
		if err := load(t, "a.c", []byte(x.text)); err == nil || !strings.HasPrefix(err.Error(), x.want) {
			t.Errorf("%s: %v, want %s", x.text, err, x.want)
		}
	}
}

// FuzzLoad is for go test -fuzz.
func FuzzLoad(f *testing.F) {
	f.Add([]byte(sample))
	f.Fuzz(func(t *testing.T, text []byte) {
		if !strings.Contains(string(text), "include") { // it may name any file
			load(t, "a.c", text)
		}
	})
}
