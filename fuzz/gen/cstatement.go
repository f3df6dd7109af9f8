package gen

import (
	"fmt"
	"strings"
)

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
	n, t := g.name("v"), g.typ()
	g.free = 0
	switch g.r.IntN(12) {
	case 0:
		g.line("%s %s[4] = { %s, %s, %s };", t, n, g.part(1), g.part(1), g.part(1))
		g.add(n+"[#3]", t, false)
	case 1, 2:
		rec := g.recs[g.r.IntN(len(g.recs))]
		g.line("%s %s = %s;", rec.name, n, g.initialiser(rec, func() string { return g.part(1) }))
		g.addRecord(n, rec)
		if g.one(2) {
			p := g.name("p")
			g.line("%s *%s = &%s;", rec.name, p, n)
			g.addRecord("("+p+"[0])", rec)
		}
	case 3:
		p := g.name("p")
		g.line("%s %s = %s, *const %s = &%s;", t, n, g.part(1), p, n)
		g.add(n, t, false)
		g.add("(*"+p+")", t, false)
	case 4:
		p := g.name("p")
		g.line("%s %s[4] = { %s, %s };", t, n, g.part(1), g.part(1))
		g.line("%s *%s = %s + %d;", t, p, n, g.r.IntN(3))
		g.add(n+"[#3]", t, false)
		g.add(p+"[1]", t, false)
	case 5:
		g.line("static %s %s = %s;", t, n, g.constant())
		g.add(n, t, false)
	case 6:
		g.line("%s %s[2][2] = { { %s }, { 1, %s } };", t, n, g.part(1), g.part(1))
		g.add(n+"[#1][1]", t, false)
		g.add(n+"[0][#1]", t, false)
	case 7:
		p := g.name("p")
		g.line("%s %s[2][4] = { [1] = { %s, [2] = %s }, [0][3] = %s }, (*%s)[4] = %s + 1;", t, n, g.part(1), g.part(1), g.part(1), p, n)
		g.add(n+"[#1][#3]", t, false)
		g.add("(*"+p+")[#3]", t, false)
		g.add(p+"[-1][#3]", t, false)
	case 8:
		p := g.name("p")
		g.line("%s *%s = calloc(4, sizeof(%s)); %s[%d] = %s;", t, p, t, p, g.r.IntN(4), g.expr(1))
		g.add(p+"[#3]", t, false)
	default:
		g.line("%s%s %s = %s;", g.qualifier(), t, n, g.part(2))
		g.add(n, t, false)
	}
}

// target returns a variable that may be assigned to.
func (g *cgen) target() string {
	for {
		if v := g.vars[g.r.IntN(len(g.vars))]; !v.fix {
			return g.indexed(v.text)
		}
	}
}

// indexed fills in indices.
func (g *cgen) indexed(text string) string {
	for {
		i := strings.IndexByte(text, '#')
		if i < 0 {
			return text
		}
		mask := text[i+1]
		at := fmt.Sprint(g.r.IntN(int(mask-'0') + 1))
		if g.one(3) {
			at = fmt.Sprintf("((%s) & %c)", g.expr(1), mask)
		}
		text = text[:i] + at + text[i+2:]
	}
}

func (g *cgen) statement(depth int) {
	g.free = len(g.spare)
	if g.quiet {
		g.free = 0
	}
	if depth == 0 {
		g.assignment()
		return
	}
	switch g.r.IntN(18) {
	case 0, 1:
		g.conditional(depth)
	case 2, 3:
		g.loop(depth)
	case 4:
		g.choice(depth)
	case 5:
		g.call()
	case 6:
		g.jump(depth)
	case 7:
		g.pointers()
	case 8:
		g.block(depth)
	default:
		g.assignment()
	}
}

func (g *cgen) conditional(depth int) {
	g.line("if (%s) {", g.expr(2))
	g.nested(depth, 1+g.r.IntN(2))
	if g.one(2) {
		g.line("} else if (%s) {", g.expr(1))
		g.nested(depth, 1)
	}
	if g.one(2) {
		g.line("} else {")
		g.nested(depth, 1)
	}
	g.line("}")
}

// block is a block with a variable that hides another one, or without.
func (g *cgen) block(depth int) {
	g.line("{")
	vars := g.vars
	g.enter()
	if v := g.vars[g.r.IntN(len(g.vars))]; strings.HasPrefix(v.text, "v") && !strings.ContainsAny(v.text, "[.#") {
		g.line("%s %s = %s;", g.typ(), v.text, g.constant())
	} else {
		g.local()
	}
	for range 1 + g.r.IntN(2) {
		g.statement(depth - 1)
	}
	g.leave(vars)
	g.line("}")
}

func (g *cgen) jump(depth int) {
	if g.loops > 0 {
		g.line("if (%s) %s;", g.expr(1), g.pick([]string{"break", "continue"}))
		return
	}
	l := g.name("L")
	if g.one(3) { // backwards
		n := g.name("n")
		g.line("{ int %s = 0;", n)
		g.line("%s:", l)
		g.nested(depth, 1)
		g.line("if (++%s < 3 && %s) goto %s; }", n, g.term(g.expr(1)), l)
		return
	}
	g.line("if (%s) goto %s;", g.expr(1), l)
	if g.one(2) { // into a block
		g.line("if (%s) {", g.expr(1))
		g.nested(depth, 1)
		g.line("%s:;", l)
		g.nested(depth, 1)
		g.line("}")
		return
	}
	g.statement(depth - 1)
	g.line("%s:;", l)
}

func (g *cgen) nested(depth, n int) {
	vars := g.vars
	g.enter()
	for range n {
		g.statement(depth - 1)
	}
	g.leave(vars)
}

func (g *cgen) loop(depth int) {
	i, n := g.name("i"), 1+g.r.IntN(3)
	g.loops++
	vars := g.vars
	kind := g.r.IntN(5)
	if kind == 3 && g.quiet {
		kind = 0
	}
	switch kind {
	case 0:
		g.line("for (int %s = 0; %s < %d; %s++) {", i, i, n, i)
		g.add(i, "int", true)
	case 1:
		g.line("{ unsigned char %s = %d;", i, n)
		g.line("while (%s-- > 0) {", i)
		g.add(i, "unsigned char", true)
	case 2:
		j := g.name("j")
		g.line("{ int %s; long %s;", i, j)
		g.line("for (%s = 0, %s = 9; ; %s += 2, --%s) { if (%s >= %d) break;", i, j, i, j, i, n+2)
		g.add(i, "int", true)
		g.add(j, "long", true)
	case 3:
		g.line("for (int *%s = many; %s != many + %d; %s++) { *%s += %s;", i, i, n, i, i, g.term(g.expr(1)))
	default:
		g.line("{ int %s = 0;", i)
		g.line("do {")
	}
	g.nested(depth, 1+g.r.IntN(2))
	g.free = 0
	switch kind {
	case 0, 3:
		g.line("}")
	case 1, 2:
		g.line("} }")
	default:
		g.line("} while (++%s < %d && %s); }", i, n, g.term(g.expr(1)))
	}
	g.loops--
	g.vars = vars
}

func (g *cgen) choice(depth int) {
	loops := g.loops
	g.loops = 0 // break would leave the switch
	switch {
	case g.one(4):
		g.line("switch (%s) {", g.expr(2))
		g.line("case %s ... %s:", g.pick([]string{"-5", "0x80000000", "100"}), g.pick([]string{"200", "0xfffffff0", "127"}))
	case g.one(3):
		g.line("switch ((%s)%s) {", g.pick(g.types[len(g.types)-1:]), g.term(g.expr(1)))
		g.line("case %s:", g.pick(g.consts))
	default:
		g.line("switch (%s & 3) {", g.term(g.expr(1)))
		for k := range 1 + g.r.IntN(4) {
			g.line("case %d:", k)
			g.nested(depth, 1)
			if !g.one(3) {
				g.line("  break;")
			}
		}
		if g.one(4) { // into a loop
			n := g.name("n")
			g.line("  for (int %s = 0; %s++ < 2; ) {", n, n)
			g.line("case 7: %s++;", g.target())
			g.line("    if (%s++ > 2) break;\n  }", n)
			text := strings.Replace(g.b.String(), fmt.Sprintf("for (int %s = 0;", n), fmt.Sprintf("static int %s; for (%s = 0;", n, n), 1)
			g.b.Reset()
			g.b.WriteString(text)
		}
	}
	if g.one(2) {
		g.line("default:")
	}
	g.nested(depth, 1)
	g.line("}")
	g.loops = loops
}

func (g *cgen) call() {
	if len(g.funcs) == 0 {
		g.assignment()
		return
	}
	f := g.pick(g.funcs)
	switch {
	case g.one(3):
		f = fmt.Sprintf("(%s ? (fun)%s : &%s)", g.term(g.expr(1)), f, g.pick(g.funcs))
	case g.one(4):
		f = "(*" + f + ")"
	}
	result, x, y := g.name("c"), g.part(1), g.part(1)
	g.line("{ int %s = %s(%s, %s);", result, f, x, y)
	g.line("%s = %s; }", g.target(), result)
}

// pointers does something with pointers, or calls the library.
func (g *cgen) pointers() {
	if len(g.extra) == 0 {
		g.assignment()
		return
	}
	g.line("%s", g.pattern(g.patterns))
}

func (g *cgen) assignment() {
	switch g.r.IntN(12) {
	case 0:
		g.line("%s%s;", g.target(), g.pick([]string{"++", "--"}))
	case 1:
		g.line("++%s;", g.target())
	case 2, 3:
		g.line("%s %s= %s;", g.target(), g.pick([]string{"+", "-", "*", "&", "|", "^"}), g.expr(2))
	case 4:
		g.line("%s %s= %s & 7;", g.target(), g.pick([]string{"<<", ">>"}), g.term(g.expr(1)))
	case 5:
		g.line("%s %s= (%s & 15) + 1;", g.target(), g.pick([]string{"/", "%"}), g.term(g.expr(1)))
	case 6:
		if v := g.vars[g.r.IntN(len(g.vars))]; !v.fix { // its index must not be what is assigned
			g.line("%s = %s = %s;", strings.NewReplacer("#1", "1", "#3", "2", "#7", "5").Replace(v.text), g.target(), g.expr(2))
			return
		}
		fallthrough
	case 7:
		if rec, n := g.recs[0], g.name("w"); len(g.extra) > 0 {
			g.line("{ %s %s = %s; %s = changed(%s, %s); %s = %s%s; }", rec.name, n, g.initialiser(rec, func() string { return g.part(1) }),
				n, n, g.part(1), g.target(), n, g.indexed(rec.fields[len(rec.fields)-1].text))
			return
		}
		fallthrough
	default:
		g.line("%s = %s;", g.target(), g.expr(3))
	}
}

var cPatterns = []string{
	"cp = bytes + ((@) & 3);", "cp++; cp[0] = @; cp--;", "set(&many[(@) & 7], @);", "set(ip, @);", "ip = (@) ? &many[(@) & 7] : &other;",
	"fill(bytes, @);", "*ipp = &other;", "**ipp += @;", "{ int *p_ = many, **pp_ = &p_; many[1] = *++*pp_; many[2] = *p_++ + @; other = p_ - many; }", "memset(many, 0, sizeof many);", "memset(bytes, @, 3);",
	"strcpy(word, \"xyz\");", "strcpy(word, @ ? \"p\" : \"qrs\");", "strncpy(word, \"longer\", 5);", "word[0] = 'a' + ((@) & 7);", "memcpy(bytes, \"1234\", 4);",
	"{ fun h_ = @ ? table[1] : table[0]; other = h_ == table[0]; }", "{ struct node x_ = { @ }, *y_ = &x_; y_->v++; y_->next = y_; other = y_->next->next->v; }",
	"{ union U x_; x_.u = @; gu = x_; }", "{ int *p_ = many + 8; while (p_-- > many) *p_ ^= @; }", "{ int x_ = 1, *p_ = &x_; *p_++ = @; p_[-1] += 2; other ^= x_; }",
}
