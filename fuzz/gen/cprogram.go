package gen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// C returns a C program that terminates, and has one meaning with gcc -fwrapv. In the end it gives what it has computed to
// CHECK(k, v), with numbers k from 0 on.
func C(r *rand.Rand) string {
	g := &cgen{r: r}
	return g.program()
}

// CWord reports whether a word of these programs means something in C.
func CWord(w string) bool { return strings.Contains(cWords, " "+w+" ") }

const cWords = " int unsigned signed char short long _Bool void struct union enum typedef static const volatile register " +
	"extern inline if else for while do switch case default break continue goto return sizeof _Alignof CHECK " +
	"memset memcpy memmove malloc calloc free abs labs llabs strlen strcmp strncmp strcpy strncpy strcat memcmp strchr strrchr " +
	"isdigit isupper islower isalpha isalnum isxdigit isspace isprint ispunct tolower toupper size_t aligned packed "

var cTypes = []string{
	"int", "int", "unsigned", "char", "signed char", "unsigned char", "short", "unsigned short", "long", "unsigned long",
	"long long", "unsigned long long", "_Bool",
}

// cvar is something that can be assigned to.
type cvar struct {
	text  string // as it is written: #1, #3 and #7 are indices up to that
	typ   string
	fix   bool // its value is needed as it is
	bits  bool // it has no address
	depth int  // of blocks: 0 if it lives as long as the program
}

// crec is a structure or union.
type crec struct {
	name   string
	fields []cvar // of scalars in it: their texts begin with a dot
	init   []string
}

type cgen struct {
	r      *rand.Rand
	b      strings.Builder
	vars   []cvar
	types  []string
	recs   []crec
	consts []string // enumerators
	indent int
	names  int
	depth  int      // of blocks
	funcs  []string // int f(int, unsigned)
	pure   []string // the same, without effects
	loops  int      // around
	spare  []cvar   // variables for effects within expressions
	free   int      // so many of them are free in this statement
	quiet  bool     // in functions without effects
	extra  []string // calls that are fit for expressions

	patterns []string // statements; @ is an expression
}

func (g *cgen) line(format string, args ...any) {
	g.b.WriteString(strings.Repeat("  ", g.indent))
	fmt.Fprintf(&g.b, format, args...)
	g.b.WriteByte('\n')
}

func (g *cgen) pick(list []string) string { return list[g.r.IntN(len(list))] }

func (g *cgen) one(of int) bool { return g.r.IntN(of) == 0 }

func (g *cgen) name(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d", prefix, g.names)
}

func (g *cgen) typ() string { return g.pick(g.types) }

func (g *cgen) program() string {
	g.types = append(g.types, cTypes...)
	g.line("#include <string.h>\n#include <stdlib.h>\n#include <ctype.h>")
	g.named()
	for range 1 + g.r.IntN(3) {
		g.record()
	}
	g.line("typedef int (*fun)(int, unsigned);\nstatic const fun table[4];")
	for range 2 + g.r.IntN(3) {
		g.global()
	}
	for range 1 + g.r.IntN(3) {
		g.globalRecord()
	}
	g.fixed()
	g.patterns = append(g.patterns, cPatterns...)
	if g.one(2) {
		g.punned()
	}
	for range 1 + g.r.IntN(2) {
		g.pureFunction()
	}
	for range 1 + g.r.IntN(3) {
		g.function()
	}
	g.line("static const fun table[4] = { %s, &%s, *%s, %s };", g.pick(g.funcs), g.pick(g.funcs), g.pick(g.pure), g.pick(g.funcs))
	g.recursive()
	g.main()
	return g.b.String()
}

// named declares enumerations and names of types.
func (g *cgen) named() {
	for range g.r.IntN(3) {
		n := g.name("T")
		g.line("typedef %s %s;", g.typ(), n)
		g.types = append(g.types, n)
	}
	for range 1 + g.r.IntN(2) {
		e := g.name("E")
		var list []string
		for range 1 + g.r.IntN(4) {
			c := g.name("C")
			switch {
			case g.one(3):
				list = append(list, fmt.Sprintf("%s = %d", c, g.r.IntN(300)-40*g.r.IntN(2)))
			case g.one(4) && len(g.consts) > 0:
				list = append(list, fmt.Sprintf("%s = %s * 2 + %d", c, g.pick(g.consts), g.r.IntN(3)))
			default:
				list = append(list, c)
			}
			g.consts = append(g.consts, c)
		}
		g.line("enum %s { %s };", e, strings.Join(list, ", "))
		g.types = append(g.types, "enum "+e)
	}
}

// record declares a structure.
func (g *cgen) record() {
	rec := crec{name: "struct " + g.name("S")}
	g.line("%s {", rec.name)
	add := func(t, n, suffix string, bits bool) {
		rec.fields = append(rec.fields, cvar{text: "." + n + suffix, typ: t, bits: bits})
	}
	for range 2 + g.r.IntN(4) {
		t, n := g.typ(), g.name("m")
		switch g.r.IntN(8) {
		case 0, 1, 2:
			w := 1 + g.r.IntN(31)
			switch {
			case strings.HasPrefix(t, "T"):
				t = "int"
			case t == "_Bool":
				w = 1
			case strings.HasSuffix(t, "char"):
				w = 1 + w%8
			case strings.HasSuffix(t, "short"):
				w = 1 + w%16
			case strings.HasPrefix(t, "enum"):
				w = 10 + w%20
			}
			g.line("  %s %s : %d;", t, n, w)
			add(t, n, "", true)
			if g.one(6) {
				g.line("  int : %d;", g.r.IntN(2)*g.r.IntN(9))
			}
		case 3:
			g.line("  %s %s[4];", t, n)
			add(t, n, "[#3]", false)
			rec.init = append(rec.init, fmt.Sprintf(".%s[%d]", n, g.r.IntN(4)))
			continue
		case 4:
			g.line("  %s %s[2][2];", t, n)
			add(t, n, "[#1][#1]", false)
			rec.init = append(rec.init, fmt.Sprintf(".%s[1][%d]", n, g.r.IntN(2)))
			continue
		case 5:
			if k := len(g.recs); k > 0 {
				in := g.recs[g.r.IntN(k)]
				suffix := g.pick([]string{"", "[2]"})
				g.line("  %s %s%s;", in.name, n, suffix)
				for _, f := range in.fields {
					add(f.typ, n, strings.Replace(suffix, "2", "#1", 1)+f.text, f.bits)
				}
				continue
			}
			fallthrough
		case 6:
			x, y := g.name("m"), g.name("m")
			g.line("  struct { %s %s; %s %s; };", t, x, t, y)
			add(t, x, "", false)
			add(t, y, "", false)
			n = y
		default:
			g.line("  %s %s;", t, n)
			add(t, n, "", false)
		}
		rec.init = append(rec.init, "."+n)
	}
	g.line("}%s;", g.pick([]string{"", "", "", " __attribute__((packed))", " __attribute__((aligned(8)))"}))
	g.recs = append(g.recs, rec)
}

// initialiser returns one of a structure, of constants or of any expressions.
func (g *cgen) initialiser(rec crec, value func() string) string {
	var parts []string
	for _, at := range rec.init {
		if g.one(3) {
			parts = append(parts, at+" = "+value())
		}
	}
	if g.one(4) || len(parts) == 0 {
		return "{ " + value() + " }"
	}
	if g.one(4) && len(parts) > 1 {
		parts[0], parts[1] = parts[1], parts[0]
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

func (g *cgen) qualifier() string {
	return g.pick([]string{"", "", "", "", "volatile "})
}

func (g *cgen) add(text, typ string, fix bool) {
	g.vars = append(g.vars, cvar{text: text, typ: typ, fix: fix, depth: g.depth})
}

// addRecord adds what is in a structure.
func (g *cgen) addRecord(text string, rec crec) {
	for _, f := range rec.fields {
		g.vars = append(g.vars, cvar{text: text + f.text, typ: f.typ, bits: f.bits, depth: g.depth})
	}
}

func (g *cgen) global() {
	n, t := g.name("g"), g.typ()
	switch g.r.IntN(6) {
	case 0:
		g.line("%s%s %s[4] = { %s, %s };", g.qualifier(), t, n, g.constant(), g.constant())
		g.add(n+"[#3]", t, false)
	case 1:
		g.line("%s %s[] = { [1] = %s, [2 ... 3] = %s, [0] = %s };", t, n, g.constant(), g.constant(), g.constant())
		g.add(n+"[#3]", t, false)
	case 2:
		g.line("static %s%s %s;", g.qualifier(), t, n)
		g.add(n, t, false)
	case 3:
		g.line("extern %s %s;", t, n)
		g.line("%s %s;\n%s %s = %s;", t, n, t, n, g.constant())
		g.add(n, t, false)
	case 4:
		p := g.name("p")
		g.line("%s %s = %s, *%s = &%s;", t, n, g.constant(), p, n)
		g.add(n, t, false)
		g.add("(*"+p+")", t, false)
	default:
		g.line("%s%s %s = %s;", g.qualifier(), t, n, g.constant())
		g.add(n, t, false)
	}
}

func (g *cgen) globalRecord() {
	rec, n := g.recs[g.r.IntN(len(g.recs))], g.name("s")
	switch g.r.IntN(4) {
	case 0:
		g.line("%s %s[2] = { %s, [1] = %s };", rec.name, n, g.initialiser(rec, g.constant), g.initialiser(rec, g.constant))
		g.addRecord(n+"[#1]", rec)
	case 1:
		p := g.name("p")
		g.line("%s %s = %s, *%s = &%s;", rec.name, n, g.initialiser(rec, g.constant), p, n)
		g.addRecord("("+n+")", rec)
		g.addRecord("(*"+p+")", rec)
	default:
		g.line("static %s %s = %s;", rec.name, n, g.initialiser(rec, g.constant))
		g.addRecord(n, rec)
	}
}

// fixed declares what all programs have.
func (g *cgen) fixed() {
	t := g.typ()
	g.line("struct node { %s v; struct node *next; };", t)
	g.line("union U { int i; unsigned u; } gu = { %s };", g.constant())
	g.line("char bytes[8] = \"by\" \"tes\", *cp = bytes + 1, word[12] = \"ab\\0c\";")
	g.line("int other = 3, *ip = &other, **ipp = &ip, many[8] = { 1, 2, 3 };")
	g.line("static void set(int *p, int v) { *p += v; }")
	g.line("static void fill(char *p, int v) { for (int i = 0; i < 3; i++) *p++ = v++; }")
	g.line("static int sum(const int *p, int n) { int s = 0; while (n-- > 0) s += *p++; return s; }")
	g.line("static int square(int a[][2], int k) { return a[k & 1][1] - (*a)[0]; }")
	g.line("static %s build(int n) {", t)
	g.line("  struct node *list = 0; %s s = 0;", t)
	g.line("  for (int i = 0; i < n; i++) { struct node *x = malloc(sizeof *x); x->v = i * 3; x->next = list; list = x; }")
	g.line("  while (list) { struct node *x = list; s = s * 2 + x->v; list = x->next; free(x); }")
	g.line("  return s;\n}")
	rec := g.recs[0]
	f := strings.NewReplacer("#1", "1", "#3", "2").Replace(rec.fields[0].text)
	g.line("static %s changed(%s s, int v) { s%s ^= v; return s; }", rec.name, rec.name, f)
	g.line("static %s made(int v) { %s s = %s; return s; }", rec.name, rec.name, g.initialiser(rec, func() string { return "v" }))
	g.extra = append(g.extra, fmt.Sprintf("made(@)%s", f), "sum(many + ((@) & 3), 4)", "sum((int[]){ @, 2, @ }, 3)", "build((@) & 3)",
		"\"a\\377z\"[(@) & 3]", fmt.Sprintf("((%s){ @ })%s", rec.name, f), "square((int[2][2]){ { @ }, { 1, @ } }, @)", "(int)sizeof(bytes)",
		"(int)sizeof(0 + @)", "(long)sizeof \"abc\"", "(&many[(@) & 7] - many)", "(many + 3 > &many[(@) & 7])", "*(many + ((@) & 7))", "strlen(word)",
		"(strcmp(word, \"ab\") > 0)", "(strncmp(bytes + 1, \"bcd\", (@) & 3) < 0)", "(strchr(\"hello\", 'a' + ((@) & 15)) != 0)",
		"!!isalpha((@) & 127)", "!!isdigit((@) & 127)", "!!ispunct((@) & 127)", "toupper((@) & 127)", "tolower((@) & 127)", "abs(@)", "labs(@)",
		"({ int x_ = @; x_ * 2; })", "(ip == &other)", "(**ipp)", "(cp - bytes)", fmt.Sprintf("(long)sizeof(%s)", rec.name),
		"(table[(@) & 3] == table[0])", fmt.Sprintf("_Alignof(%s)", g.typ()))
	g.vars = append(g.vars, []cvar{{text: "gu.i", typ: "int"}, {text: "gu.u", typ: "unsigned"}, {text: "bytes[#7]", typ: "char"}, {text: "cp[2]", typ: "char"},
		{text: "*ip", typ: "int", fix: true}, {text: "other", typ: "int"}, {text: "many[#7]", typ: "int"}, {text: "word[1]", typ: "char", fix: true}}...)
	for range 4 {
		n, t := g.name("e"), g.typ()
		g.line("%s %s;", t, n)
		g.spare = append(g.spare, cvar{text: n, typ: t})
	}
}

// pureFunction makes a function that only knows its parameters.
func (g *cgen) pureFunction() {
	n, vars, extra := g.name("pure"), g.vars, g.extra
	g.vars, g.extra, g.quiet = nil, nil, true
	if g.one(4) {
		g.line("int %s(p, q) int p; unsigned q; {", n)
	} else {
		g.line("static %sint %s(%sint p, unsigned q) {", g.pick([]string{"", "inline "}), n, g.pick([]string{"", "register "}))
	}
	g.enter()
	g.add("p", "int", false)
	g.add("q", "unsigned", false)
	g.body(1 + g.r.IntN(3))
	g.free = 0
	g.line("return %s;", g.expr(2))
	g.leave(vars)
	g.line("}")
	g.extra, g.quiet = append(extra, n+"((int)@, (unsigned)@)"), false // as old functions need
	g.pure = append(g.pure, n)
}

// enter and leave are for blocks.
func (g *cgen) enter() {
	g.indent++
	g.depth++
}

func (g *cgen) leave(vars []cvar) {
	g.indent--
	g.depth--
	g.vars = vars
}

// function makes a function that later ones may call.
func (g *cgen) function() {
	n, vars := g.name("f"), g.vars
	g.line("int %s(int p, unsigned q) {", n)
	g.enter()
	g.add("p", "int", false)
	g.add("q", "unsigned", false)
	g.body(2 + g.r.IntN(4))
	g.line("return %s;", g.expr(2))
	g.leave(vars)
	g.line("}")
	g.funcs = append(g.funcs, n)
}

// recursive makes a function that calls itself, one way or the other.
func (g *cgen) recursive() {
	n, m, t, vars := g.name("rec"), g.name("rec"), g.typ(), g.vars
	g.line("static %s %s(int, %s);", t, m, t)
	g.line("%s %s(int n, %s x) {", t, n, t)
	g.enter()
	g.add("x", t, false)
	l, s := g.name("l"), g.name("count")
	g.line("%s %s = %s, *r = &%s; static int %s;", t, l, g.expr(1), l, s)
	g.line("if (n <= 0) return x + ++%s;", s)
	g.line("%s r1 = %s(n - 1, %s);", t, g.pick([]string{n, m}), g.expr(1))
	g.line("*r = *r + r1;")
	g.line("return %s ^ %s;", l, g.term(g.expr(1)))
	g.leave(vars)
	g.line("}")
	g.line("static %s %s(int k, %s y) { return n_or(k) ? y : %s(k - 1, y); }", t, m, t, n)
	text := strings.ReplaceAll(g.b.String(), "n_or(k)", "k <= 0")
	g.b.Reset()
	g.b.WriteString(text)
	g.add(fmt.Sprintf("%s(@, %s)", n, g.constant()), t, true)
}

func (g *cgen) main() {
	g.line("int main(void) {")
	vars := g.vars
	g.enter()
	call := g.vars[len(g.vars)-1]
	g.vars = g.vars[:len(g.vars)-1]
	g.body(5 + g.r.IntN(10))
	g.free = 0 // the function may change what the others do
	g.line("%s = %s;", g.target(), strings.ReplaceAll(call.text, "@", fmt.Sprint(g.r.IntN(4))))
	k := 0
	var check func(text string)
	check = func(text string) {
		i := strings.IndexByte(text, '#')
		if i < 0 {
			g.line("CHECK(%d, %s);", k, text)
			k++
			return
		}
		for d := '0'; d <= rune(text[i+1]); d++ {
			check(text[:i] + string(d) + text[i+2:])
		}
	}
	for _, v := range append(g.vars, g.spare...) {
		check(v.text)
	}
	g.line("return 0;")
	g.leave(vars)
	g.line("}")
}
