package gen

import "fmt"

// punned makes objects that are accessed as several types: unions, parts of buffers, bytes of structures. No structure has bits that
// are in none of its members, since these may have any value.
func (g *cgen) punned() {
	g.line("union V { int i; unsigned char b[8]; short h[4]; long long l; struct { signed char c, d; unsigned short s; } p; };")
	g.line("struct P { %s a; unsigned char b[4]; short h, k; int i; unsigned f : %d; int g : 9; unsigned r : 18; };", g.pick([]string{"int", "unsigned"}), 5)
	g.line("struct W { int a; struct P p; int z; };")
	g.line("union V gv = { %s };", g.constant())
	g.line("struct P gq = { %s, { 1, 2, 3 }, -4, 5 };", g.constant())
	g.line("struct W gw = { 1, { 2 }, 3 };")
	g.line("char buf[16] = \"buffer\";")
	g.line("unsigned char *bp = (unsigned char *)&gq;")
	g.line("struct P *wp = &gw.p;")
	g.line("int *iq;")
	g.line("static union V turned(union V v, int x) { v.h[1] ^= x; return v; }")
	g.line("static int digest(const void *p, int n) { const unsigned char *b = p; int s = 0; while (n--) s = 3 * s + b[n]; return s; }")
	g.line("static void copy(void *p, const void *q, int n) { char *c = p; const char *d = q; while (n-- > 0) *c++ = *d++; }")
	for _, v := range []string{"gv.i", "gv.b[#3]", "gv.h[#3]", "gv.l", "gv.p.d", "gv.p.s", "gq.h", "gq.i", "gq.f", "gq.g", "gq.r", "buf[#3]", "bp[4+#3]",
		"(*(short *)(buf + 2 * #3))", "(*(int *)(buf + 3 * #3))", "gw.a", "gw.z", "wp->b[#3]", "wp->g",
		"((struct W *)((char *)wp - __builtin_offsetof(struct W, p)))->z"} {
		g.vars = append(g.vars, cvar{text: v, typ: "int"})
	}
	g.vars = append(g.vars, cvar{text: "(memcmp(buf, &gq, 1 + #3) < 0)", typ: "int", fix: true}, cvar{text: "digest(&gv, 3 + #3)", typ: "int", fix: true})
	g.patterns = append(g.patterns,
		"memcpy(buf, &gq, sizeof buf);", "memcpy(bp + 4, buf + 3, 8);", "memcpy(buf + ((@) & 7), &gv, sizeof gv);",
		"memmove(buf + 1, buf + ((@) & 3), 5);", "memset(bp + 5, @, 7);", "memset(buf + ((@) & 7), 0, 3);", "gv = turned(gv, @);",
		"{ union V v_ = gv; v_.b[(@) & 7]++; gv = v_; }", "{ union V v_ = { .h = { @ } }; *(union V *)buf = v_; }", "gw.p = gq;", "gq = *wp;",
		"gq.a = digest(&gw, (@) & 7);", "memcpy(&iq, &ip, sizeof ip); *iq = @;", "copy(&iq, &ip, sizeof iq); *iq += @;", "copy(&gw.p.h, &gq.k, 5);",
		"{ void *v_ = ip; *(int *)v_ = @; }", "{ void **v_ = (void **)&ip; *v_ = (@) ? &many[3] : &other; }", "{ unsigned long u_ = (unsigned long)ip; *(int *)u_ = @; }",
		"{ struct P q_ = gq; q_.f = @; copy(&gq, &q_, sizeof q_); }", fmt.Sprintf("((short *)&gv)[%d] = @;", g.r.IntN(4)),
	)
}
