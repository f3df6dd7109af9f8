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

var cTypes = []string{
	"int", "int", "unsigned", "char", "signed char", "unsigned char", "short", "unsigned short", "long", "unsigned long",
	"long long", "unsigned long long", "_Bool",
}

// cvar is something that can be assigned to.
type cvar struct {
	text string // as it is written
	typ  string
	fix  bool // its value is needed as it is
}

type cgen struct {
	r      *rand.Rand
	b      strings.Builder
	vars   []cvar
	indent int
	names  int
	funcs  []string // int f(int, unsigned)
	loops  int      // around
	labels int

	patterns []string // statements; @ is an expression
}

func (g *cgen) line(format string, args ...any) {
	g.b.WriteString(strings.Repeat("  ", g.indent))
	fmt.Fprintf(&g.b, format, args...)
	g.b.WriteByte('\n')
}

func (g *cgen) pick(list []string) string { return list[g.r.IntN(len(list))] }

func (g *cgen) name(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d", prefix, g.names)
}

func (g *cgen) program() string {
	g.line("struct inner { %s a; int k; %s b[2]; };", g.pick(cTypes), g.pick(cTypes))
	g.line("struct S { %s x; unsigned u : %d; int i : %d; struct inner in; struct S *next; };", g.pick(cTypes), 1+g.r.IntN(31), 1+g.r.IntN(31))
	g.line("union U { int i; unsigned u; };")
	g.line("typedef int (*fun)(int, unsigned);")
	for range 2 + g.r.IntN(3) {
		g.global()
	}
	g.line("struct S gs = { %s, 1, -1, { 2, 4, { 3 } } };", g.constant())
	g.line("struct S *gp = &gs;")
	g.line("union U gu;")
	g.line("char bytes[8] = \"bytes\", *cp = bytes + 1;")
	g.line("int other = 3, *ip = &other;")
	g.line("static void set(int *p, int v) { *p += v; }")
	g.line("static struct S changed(struct S s, int v) { s.x ^= v; s.in.b[1] = v; return s; }")
	g.line("static void fill(char *p, int v) { for (int i = 0; i < 3; i++) *p++ = v++; }")
	g.vars = append(g.vars, cvar{"gs.x", "int", false}, cvar{"gs.u", "int", false}, cvar{"gs.i", "int", false},
		cvar{"gp->x", "int", false}, cvar{"gp->in.b[1]", "int", false}, cvar{"gs.in.a", "int", false}, cvar{"gu.i", "int", false}, cvar{"gu.u", "int", false},
		cvar{"bytes[%]", "char", false}, cvar{"cp[2]", "char", false}, cvar{"gs.in.k", "int", false}, cvar{"*ip", "int", true}, cvar{"other", "int", false})
	if g.r.IntN(2) == 0 {
		g.line("const char text[] = \"a\\377z\";")
		g.vars = append(g.vars, cvar{"text[1]", "char", true})
	}
	g.patterns = append(g.patterns, cPatterns...)
	if g.r.IntN(2) == 0 {
		g.punned()
	}
	for range 1 + g.r.IntN(3) {
		g.function()
	}
	g.recursive()
	g.main()
	return g.b.String()
}

func (g *cgen) global() {
	n, t := g.name("g"), g.pick(cTypes)
	if g.r.IntN(3) == 0 {
		g.line("%s %s[4] = { %s, %s };", t, n, g.constant(), g.constant())
		g.vars = append(g.vars, cvar{n + "[%]", t, false})
		return
	}
	if g.r.IntN(3) == 0 {
		g.line("static %s %s;", t, n)
	} else {
		g.line("%s %s = %s;", t, n, g.constant())
	}
	g.vars = append(g.vars, cvar{n, t, false})
}

// function makes a function that later ones may call.
func (g *cgen) function() {
	n, scope := g.name("f"), len(g.vars)
	g.line("int %s(int p, unsigned q) {", n)
	g.indent++
	g.vars = append(g.vars, cvar{"p", "int", false}, cvar{"q", "unsigned", false})
	g.body(2 + g.r.IntN(4))
	g.line("return %s;", g.expr(2))
	g.indent--
	g.line("}")
	g.vars = g.vars[:scope]
	g.funcs = append(g.funcs, n)
}

func (g *cgen) recursive() {
	n, t, scope := g.name("rec"), g.pick(cTypes), len(g.vars)
	g.line("%s %s(int n, %s x) {", t, n, t)
	g.indent++
	g.vars = append(g.vars, cvar{"x", t, false})
	l := g.name("l")
	g.line("%s %s = %s, *r = &%s;", t, l, g.expr(1), l)
	g.line("if (n <= 0) return x;")
	g.line("%s r1 = %s(n - 1, %s);", t, n, g.expr(1))
	g.line("*r = *r + r1;")
	g.line("return %s ^ %s;", l, g.expr(1))
	g.indent--
	g.line("}")
	g.vars = append(g.vars[:scope:scope], cvar{fmt.Sprintf("%s(@, %s)", n, g.constant()), t, true})
}

func (g *cgen) main() {
	g.line("int main(void) {")
	g.indent++
	calls := g.vars[len(g.vars)-1]
	g.vars = g.vars[:len(g.vars)-1]
	g.body(4 + g.r.IntN(8))
	g.line("%s = %s;", g.target(), strings.ReplaceAll(calls.text, "@", fmt.Sprint(g.r.IntN(4))))
	k := 0
	check := func(text string) {
		g.line("CHECK(%d, %s);", k, text)
		k++
	}
	for _, v := range g.vars {
		if !strings.Contains(v.text, "%") {
			check(v.text)
			continue
		}
		for i := range 4 {
			check(strings.ReplaceAll(v.text, "%", fmt.Sprint(i)))
		}
	}
	g.line("return 0;")
	g.indent--
	g.line("}")
}

// body declares locals, and makes statements.
func (g *cgen) body(n int) {
	for range 1 + g.r.IntN(3) {
		g.local()
	}
	for range n {
		g.statement(2)
	}
}

func (g *cgen) local() {
	n, t := g.name("v"), g.pick(cTypes)
	switch g.r.IntN(8) {
	case 0:
		g.line("%s %s[4] = { %s, %s, %s };", t, n, g.expr(1), g.expr(1), g.expr(1))
		g.vars = append(g.vars, cvar{n + "[%]", t, false})
	case 1:
		g.line("struct S %s = gs;", n)
		g.vars = append(g.vars, cvar{n + ".x", "int", false}, cvar{n + ".u", "int", false}, cvar{n + ".in.b[%&1]", "int", false})
	case 2:
		p := g.name("p")
		g.line("%s %s = %s;", t, n, g.expr(1))
		g.line("%s *%s = &%s;", t, p, n)
		g.vars = append(g.vars, cvar{n, t, false}, cvar{"(*" + p + ")", t, false})
	case 3:
		p := g.name("p")
		g.line("%s %s[4] = { %s, %s };", t, n, g.expr(1), g.expr(1))
		g.line("%s *%s = %s + %d;", t, p, n, g.r.IntN(3))
		g.vars = append(g.vars, cvar{n + "[%]", t, false}, cvar{p + "[1]", t, false})
	case 4:
		g.line("static %s %s = %s;", t, n, g.constant())
		g.vars = append(g.vars, cvar{n, t, false})
	case 5:
		g.line("%s %s[2][2] = { { %s }, { 1, %s } };", t, n, g.expr(1), g.expr(1))
		g.vars = append(g.vars, cvar{n + "[%&1][1]", t, false}, cvar{n + "[0][%&1]", t, false})
	default:
		g.line("%s %s = %s;", t, n, g.expr(2))
		g.vars = append(g.vars, cvar{n, t, false})
	}
}

// target returns a variable that may be assigned to.
func (g *cgen) target() string {
	for {
		v := g.vars[g.r.IntN(len(g.vars))]
		if !v.fix {
			return strings.ReplaceAll(v.text, "%", fmt.Sprintf("((%s) & 3)", g.expr(1)))
		}
	}
}

func (g *cgen) statement(depth int) {
	if depth == 0 {
		g.assignment()
		return
	}
	switch g.r.IntN(12) {
	case 0:
		g.line("if (%s) {", g.expr(2))
		g.nested(depth, 1+g.r.IntN(2))
		if g.r.IntN(2) == 0 {
			g.line("} else {")
			g.nested(depth, 1)
		}
		g.line("}")
	case 1, 2:
		g.loop(depth)
	case 3:
		g.choice(depth)
	case 4:
		g.call()
	case 5:
		if g.loops > 0 {
			g.line("if (%s) %s;", g.expr(1), g.pick([]string{"break", "continue"}))
			return
		}
		g.labels++
		l := fmt.Sprintf("L%d", g.labels)
		g.line("if (%s) goto %s;", g.expr(1), l)
		g.statement(depth - 1)
		g.line("%s:;", l)
	default:
		g.assignment()
	}
}

func (g *cgen) nested(depth, n int) {
	g.indent++
	for range n {
		g.statement(depth - 1)
	}
	g.indent--
}

func (g *cgen) loop(depth int) {
	i, n := g.name("i"), 1+g.r.IntN(3)
	g.loops++
	scope := len(g.vars)
	kind := g.r.IntN(3)
	switch kind {
	case 0:
		g.line("for (int %s = 0; %s < %d; %s++) {", i, i, n, i)
		g.vars = append(g.vars, cvar{i, "int", true})
	case 1:
		g.line("{ unsigned char %s = %d;", i, n)
		g.line("while (%s-- > 0) {", i)
		g.vars = append(g.vars, cvar{i, "unsigned char", true})
	default:
		g.line("{ int %s = 0;", i)
		g.line("do {")
	}
	g.nested(depth, 1+g.r.IntN(2))
	switch kind {
	case 0:
		g.line("}")
	case 1:
		g.line("} }")
	default:
		g.line("} while (++%s < %d && %s); }", i, n, g.expr(1))
	}
	g.loops--
	g.vars = g.vars[:scope]
}

func (g *cgen) choice(depth int) {
	loops := g.loops
	g.loops = 0 // break would leave the switch
	g.line("switch ((%s) & 3) {", g.expr(1))
	for k := range 1 + g.r.IntN(4) {
		g.line("case %d:;", k)
		g.nested(depth, 1)
		if g.r.IntN(3) > 0 {
			g.line("  break;")
		}
	}
	if g.r.IntN(2) == 0 {
		g.line("default:;")
		g.nested(depth, 1)
	}
	g.line("}")
	g.loops = loops
}

func (g *cgen) call() {
	if len(g.funcs) == 0 {
		g.assignment()
		return
	}
	f := g.pick(g.funcs)
	if g.r.IntN(3) == 0 {
		f = fmt.Sprintf("((%s) ? (fun)%s : &%s)", g.expr(1), f, g.pick(g.funcs))
	}
	result, x, y := g.name("c"), g.expr(1), g.expr(1)
	g.line("{ int %s = %s(%s, %s);", result, f, x, y)
	g.line("%s = %s; }", g.target(), result)
}

func (g *cgen) assignment() {
	switch g.r.IntN(10) {
	case 0:
		g.line("%s%s;", g.target(), g.pick([]string{"++", "--"}))
	case 1:
		g.line("++%s;", g.target())
	case 2, 3:
		g.line("%s %s= %s;", g.target(), g.pick([]string{"+", "-", "*", "&", "|", "^"}), g.expr(2))
	case 4:
		g.line("%s %s= (%s) & 7;", g.target(), g.pick([]string{"<<", ">>"}), g.expr(1))
	case 5:
		g.line("%s", g.pattern(g.patterns, g.expr(1)))
	case 6:
		g.line("%s %s= ((%s) & 15) + 1;", g.target(), g.pick([]string{"/", "%"}), g.expr(1))
	default:
		g.line("%s = %s;", g.target(), g.expr(3))
	}
}

var cConstants = []string{
	"0", "1", "2", "3", "7", "10", "100", "127", "128", "255", "256", "1000", "0x7fff", "0x8000", "0xffff", "0x7fffffff", "0x80000000",
	"0xffffffff", "-1", "-2", "-128", "-129", "'a'", "'\\377'", "1u", "5u", "0xffu", "1L", "-1L", "0x7fffffffffffffffL", "3uL", "-7LL", "0x123456789LL",
}

var cPatterns = []string{
	"gs.in = gp->in;", "gs = changed(gs, @);", "gp->in = changed(*gp, @).in;", "bytes[(@) & 7]++;", "cp = bytes + ((@) & 3);",
	"cp++; cp[0] = @; cp--;", "set(&gs.in.k, @);", "set(ip, @);", "ip = (@) ? &gs.in.k : &other;", "fill(bytes, @);",
}

// pattern returns a text with an expression in it.
func (g *cgen) pattern(list []string, expr string) string {
	return strings.ReplaceAll(g.pick(list), "@", expr)
}

func (g *cgen) constant() string { return g.pick(cConstants) }

var cOperators = []string{"+", "-", "*", "&", "|", "^", "+", "-", "<", ">", "<=", ">=", "==", "!=", "&&", "||", "/", "%", "<<", ">>"}

// expr returns an expression without effects.
func (g *cgen) expr(depth int) string {
	if depth == 0 || g.r.IntN(6) == 0 {
		if g.r.IntN(3) == 0 || len(g.vars) == 0 {
			return "(" + g.constant() + ")"
		}
		v := g.vars[g.r.IntN(len(g.vars))]
		return strings.ReplaceAll(v.text, "%", fmt.Sprint(g.r.IntN(4)))
	}
	switch g.r.IntN(12) {
	case 0:
		return fmt.Sprintf("%s(%s)", g.pick([]string{"-", "~", "!", "+"}), g.expr(depth-1))
	case 1, 2:
		return fmt.Sprintf("(%s)(%s)", g.pick(cTypes), g.expr(depth-1))
	case 3:
		return fmt.Sprintf("((%s) ? (%s) : (%s))", g.expr(depth-1), g.expr(depth-1), g.expr(depth-1))
	}
	a, op, b := g.expr(depth-1), g.pick(cOperators), g.expr(depth-1)
	switch op {
	case "/", "%":
		b = fmt.Sprintf("(((%s) & 15) + 1)", b)
	case "<<", ">>":
		if g.r.IntN(2) == 0 {
			b = fmt.Sprint(g.r.IntN(31))
		} else {
			b = fmt.Sprintf("((%s) & 15)", b)
		}
	}
	return fmt.Sprintf("((%s) %s (%s))", a, op, b)
}
