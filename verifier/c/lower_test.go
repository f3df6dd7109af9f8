package c

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// lowered loads a program of declarations and the body of main.
func lowered(t *testing.T, before, body string, opt Options) *Result {
	t.Helper()
	text := before + "\nint main(void) {\n" + body + "\n}\n"
	r, err := Load(prog.Files{{Name: "a.c", Text: []byte(text)}}, term.NewStore(), opt)
	if err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	if err := prog.Check(r.Program); err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	return r
}

// listing returns the body of a procedure in a line: blocks with their commands and successors. What is left out are
// assumptions that signed variables, and u, are in the ranges of their types.
func listing(p *prog.Program, q *prog.Proc) string {
	var out []string
	for i, b := range q.Blocks {
		if i > 0 {
			out = append(out, "| "+b.Label+":")
		}
		for _, c := range b.Cmds {
			text := p.CmdString(&c)
			if !strings.HasPrefix(text, "assume -") && !strings.HasPrefix(text, "assume 0 <= u ") {
				out = append(out, text+";")
			}
		}
		var to []string
		for _, s := range b.Succs {
			to = append(to, q.Blocks[s].Label)
		}
		if len(to) > 0 {
			out = append(out, "-> "+strings.Join(to, ", "))
		}
	}
	return strings.Join(out, " ")
}

// TestLowered shows the commands that statements become.
func TestLowered(t *testing.T) {
	const before = `int i, j, k; unsigned u; unsigned char c; int a[4], b[2][3], *p, *q; struct s { int m, n; } x, y, *r;
		struct f { int l : 3; unsigned w : 5; } z; int nd(void); int two(int v, int w) { return v; }
		struct s made(int v) { struct s o = {v, v}; return o; } void done(void);`
	for _, x := range []struct{ body, want string }{
		{`i = j + k;`,
			"i := (if 2147483647 < j + k then (j + k) - 4294967296 else (if j + k < -2147483648 then (j + k) + " +
				"4294967296 else j + k));"},
		{`u = u - 1;`, "u := (if u - 1 < 0 then (u - 1) + 4294967296 else u - 1);"},
		{`c = i;`, "c := i mod 256;"},
		{`i = j; c++;`, "i := j; assume 0 <= c && c <= 255; c := (if 255 < c + 1 then (c + 1) - 256 else c + 1);"},
		{`i = c << 3;`, "assume 0 <= c && c <= 255; i := c * 8;"},
		{`i = u > 3;`, "i := (if 3 < u then 1 else 0);"},
		{`i = j == k && u;`, "i := (if j == k && u != 0 then 1 else 0);"},
		{`if (i > j) k = 1; else k = 2;`,
			"-> then1, else2 | then1: assume j < i; k := 1; -> endif3 | else2: assume i <= j; k := 2; -> endif3 | " +
				"endif3:"},
		{`if (i && nd()) k = 1;`,
			"-> and4, short5 | then1: k := 1; -> endif3 | else2: -> endif3 | endif3: | and4: assume i != 0; havoc " +
				"$any1; -> then6, else7 | short5: assume i == 0; -> else2 | then6: assume $any1 != 0; -> then1 | " +
				"else7: assume $any1 == 0; -> else2"},
		{`i = j ? k : nd();`,
			"-> then2, else3 | join1: i := $t1; | then2: assume j != 0; $t1 := k; -> join1 | else3: assume j == " +
				"0; havoc $any2; $t1 := $any2; -> join1"},
		{`while (i) i--;`,
			"-> loop1 | loop1: -> then4, else5 | body2: i := (if i - 1 < -2147483648 then (i - 1) + 4294967296 " +
				"else i - 1); -> loop1 | done3: | then4: assume i != 0; -> body2 | else5: assume i == 0; -> done3"},
		{`do i++; while (i < 3);`,
			"-> loop1 | loop1: i := (if 2147483647 < i + 1 then (i + 1) - 4294967296 else i + 1); -> test2 | " +
				"test2: -> then4, else5 | done3: | then4: assume i < 3; -> loop1 | else5: assume 3 <= i; -> done3"},
		{`for (i = 0; i < 3; i++) { if (i == 1) continue; if (i == 2) break; }`,
			"i := 0; -> loop1 | loop1: -> then5, else6 | body2: -> then7, else8 | done3: | step4: i := (if " +
				"2147483647 < i + 1 then (i + 1) - 4294967296 else i + 1); -> loop1 | then5: assume i < 3; -> body2 | " +
				"else6: assume 3 <= i; -> done3 | then7: assume i == 1; -> step4 | else8: assume i != 1; -> endif9 | " +
				"endif9: -> then10, else11 | then10: assume i == 2; -> done3 | else11: assume i != 2; -> endif12 | " +
				"endif12: -> step4"},
		{`switch (i) { case 1: j = 1; case 3 ... 5: j = 2; break; default: j = 3; }`,
			"$t1 := i; -> when3, when5, when7 | endswitch1: | case2: j := 1; -> case4 | when3: assume $t1 == 1; " +
				"-> case2 | case4: j := 2; -> endswitch1 | when5: assume 3 <= $t1 && $t1 <= 5; -> case4 | case6: j := " +
				"3; -> endswitch1 | when7: assume $t1 != 1 && !(3 <= $t1 && $t1 <= 5); -> case6"},
		{`goto out; i = 1; out: j = 2;`, "-> out_1 | out_1: j := 2; | dead2: i := 1; -> out_1"},
		{`a[i] = 3;`, "assume 0 <= i && i <= 3; a[] := a[][i := 3];"},
		{`b[i][2] = b[0][j];`,
			"assume 0 <= j && j <= 2; assume 0 <= i && i <= 1; b[][] := b[][][3 * i + 2 := b[][][3 * 0 + j]];"},
		{`x = y;`, "x.m, x.n := y.m, y.n;"},
		{`x.m = y.n;`, "x.m := y.n;"},
		{`x = made(3);`, "call $r1, $r2 := made(3); x.m, x.n := $r1, $r2;"},
		{`i = two(nd(), nd());`, "havoc $any1; $t2 := $any1; havoc $any3; call $r4 := two($any3, $t2); i := $r4;"},
		{`i = j++ + nd();`,
			"$t1 := j; j := (if 2147483647 < $t1 + 1 then ($t1 + 1) - 4294967296 else $t1 + 1); $t2 := $t1; havoc " +
				"$any3; i := (if 2147483647 < $t2 + $any3 then ($t2 + $any3) - 4294967296 else (if $t2 + $any3 < " +
				"-2147483648 then ($t2 + $any3) + 4294967296 else $t2 + $any3));"},
		{`i = nd() + j;`,
			"havoc $any1; i := (if 2147483647 < $any1 + j then ($any1 + j) - 4294967296 else (if $any1 + j < " +
				"-2147483648 then ($any1 + j) + 4294967296 else $any1 + j));"},
		{`i += nd();`,
			"havoc $any1; $t2 := $any1; i := (if 2147483647 < i + $t2 then (i + $t2) - 4294967296 else (if i + " +
				"$t2 < -2147483648 then (i + $t2) + 4294967296 else i + $t2));"},
		{`p = &i; *p = 4;`, "p := 1048576; assume p != 0; memory.int32 := memory.int32[p := 4];"},
		{`p = a + 1; p[2] = 5; p++;`,
			"assume 0 <= 1048576 + 4 * 1 && 1048576 + 4 * 1 <= 18446744073709551615; p := 1048576 + 4 * 1; assume " +
				"p != 0; assume 0 <= p + 4 * 2 && p + 4 * 2 <= 18446744073709551615; memory.int32 := memory.int32[p + " +
				"4 * 2 := 5]; assume 0 <= p + 4 * 1 && p + 4 * 1 <= 18446744073709551615; p := p + 4 * 1;"},
		{`r = &x; r->n = 3; i = r->m;`,
			"r := 1048576; assume r != 0; struct s.n := struct s.n[r + 4 := 3]; assume r != 0; i := struct s.m[r " +
				"+ 0];"},
		{`z.l = 5; i = z.w;`, "z.l := -3; assume 0 <= z.w && z.w <= 31; i := z.w;"},
		{`z.w++;`, "assume 0 <= z.w && z.w <= 31; z.w := (if 31 < z.w + 1 then (z.w + 1) - 32 else z.w + 1);"},
		{`char *s = "ab"; i = s[1];`,
			"s := 1048576; assume s != 0; assume 0 <= s + 1 * 1 && s + 1 * 1 <= 18446744073709551615; i := " +
				"memory.int8[s + 1 * 1];"},
		{`struct s l = {1}, *n = &l; n->m = 2;`,
			"struct s.m, struct s.n := struct s.m[1048576 + 0 := 0], struct s.n[1048576 + 4 := 0]; struct s.m := " +
				"struct s.m[1048576 + 0 := 1]; n := 1048576; assume n != 0; struct s.m := struct s.m[n + 0 := 2];"},
		{`int l[2] = {1}; i = l[1];`, "l[] := const(0); l[] := l[][0 := 1]; i := l[][1];"},
		{`int l; i = l;`, "havoc l; i := l;"},
		{`static int l = 3; l++;`,
			"main.l := (if 2147483647 < main.l + 1 then (main.l + 1) - 4294967296 else main.l + 1);"},
		{`int (*g)(int, int) = two; i = g(1, 2);`,
			"g := 4096; assume 0 <= g && g <= 18446744073709551615; $t2 := g; assume $t2 != 0; assume $t2 == " +
				"4096; -> target2 | called1: i := $object; | target2: assume $t2 == 4096; call $r3 := two(1, 2); " +
				"$object := $r3; -> called1"},
		{`return i;`, "result := i;"},
		{`i / 0;`, "assume 0 != 0;"},
		{`i = j / 3; j = i % 4;`,
			"i := (if 0 <= j then j div 3 else -1 * ((-1 * j) div 3)); j := (if 0 <= i then i mod 4 else -1 * " +
				"((-1 * i) mod 4));"},
		{`i = j >> 1; u = u >> 1;`, "i := j div 2; u := u div 2;"},
		{`i = j & 7; j = i & ~7;`, "i := j mod 8; j := i - i mod 8;"},
		{`i = j | 8; u ^= 1;`, "i := (j + 8) - ((j div 8) mod 2) * 8; u := (u + 1) - 2 * (u mod 2);"},
		{`i = (_Bool)j; c = (unsigned char)j;`, "i := (if j != 0 then 1 else 0); c := j mod 256;"},
		{`done(); i = 1;`, `record "" ; i := 1;`},
	} {
		r := lowered(t, before, x.body, Options{})
		if got := listing(r.Program, r.Program.Lookup("main")); got != x.want {
			t.Errorf("%s\ngot  %s\nwant %s", x.body, got, x.want)
		}
	}
}

// TestMemory shows the maps that memory is divided into.
func TestMemory(t *testing.T) {
	const before = `typedef __SIZE_TYPE__ size_t; void *malloc(size_t); void *memcpy(void *, const void *, size_t);
		struct s { int m; short n; struct s *next; } x, *r; struct o { int m; } y; union v { int i; char c; } w;
		int i, *p; unsigned u; long l, *n; char c, *d; int a[4]; void *any;`
	for _, x := range []struct{ body, want string }{
		{`i = 1;`, ""},
		{`p = &i; *p = 1;`, "memory.int32"},
		{`p = &i; *(unsigned *)p = 1;`, "memory.int32"},
		{`p = &i; n = &l; *p = 1; *n = 2;`, "memory.int32 memory.int64"},
		{`p = &i; *(char *)p = 1;`, "memory.bytes"},
		{`p = a; p[1] = 2;`, "memory.int32"},
		{`a[1] = 2;`, "a[]"},
		{`r = &x; r->m = 1;`, "struct s.m struct s.n struct s.next"},
		{`r = &x; r->m = 1; r->n = 2; r->next = r;`, "struct s.m struct s.n struct s.next"},
		{`r = &x; r->m = 1; p = &i; *p = 2;`, "struct s.m memory.int32 struct s.n struct s.next"},
		{`r = &x; r->m = 1; p = &r->m; *p = 2;`, "memory.int32 struct s.n struct s.next"},
		{`r = malloc(sizeof *r); r->m = 3; p = malloc(4); *p = 1;`, "struct s.m memory.int32"},
		{`any = malloc(8); *(int *)any = 1; *(long *)any = 2;`, "memory.bytes"},
		{`w.i = 1; c = w.c;`, "memory.bytes"},
		{`memcpy(&i, &u, 4);`, "memory.bytes memory.bytes#1"},
		{`memcpy(&x, &y, 4);`, "memory.bytes memory.bytes#1"},
		{`memcpy(a, a + 2, 8);`, "memory.int32"},
		{`char *s = "ab"; c = s[0];`, "memory.int8"},
		{`l = (long)&i; *(int *)l = 3;`, "memory.int32"},
		{`int z = 3, *q = &z; *q = 4;`, "memory.int32"},
		{`struct s b[2], *q = b; q[1].m = 3;`, "struct s.m struct s.n struct s.next"},
	} {
		r := lowered(t, before, x.body, Options{})
		var maps []string
		for _, g := range r.Program.Globals {
			if v := r.Program.Var(g); r.Program.Sort(g) != term.Int {
				maps = append(maps, v.Name)
			}
		}
		if got := strings.Join(maps, " "); got != x.want {
			t.Errorf("%s\ngot  %s\nwant %s", x.body, got, x.want)
		}
	}
}

// TestUnsupported shows what is not supported, with the column in the body or the line of a declaration, where an
// execution gets to it.
func TestUnsupported(t *testing.T) {
	const before = `typedef __SIZE_TYPE__ size_t; struct s { int m; } x; int i, *p, a[4]; double e, g(double); int change(int *);
		union v { int i; float f; } w; int outside(int (*)(int)); int f(int k) { return k; } int v(int k, ...);
		extern int jump(void *) __attribute__((returns_twice)); void *calloc(size_t, size_t); void reach_error(void);
		struct big { int k[100]; } b, *q; int (*got(void))(int); int (*h)(int);
		int given(int k, ...) { return k; }`
	for _, x := range []struct{ body, want string }{
		{`i = 1;`, ""},
		{`e = e + 1;`, "5: floating-point arithmetic; 5: floating-point arithmetic; 9: floating-point arithmetic"},
		{`i = e > 2;`, "5: floating-point arithmetic; 5: floating-point arithmetic; 9: floating-point arithmetic"},
		{`i = e;`, "5: floating-point arithmetic; 5: floating-point arithmetic"},
		{`e = 1.5; e = g(e);`,
			"14: floating-point arithmetic; 16: floating-point arithmetic; 5: floating-point arithmetic"},
		{`i = change(&i);`, ""},
		{`i = change(p);`, ""},
		{`i = outside(f);`, "5: the function outside, which has no body and may call what it is given"},
		{`asm("nop");`, "1: inline assembly"},
		{`asm("nop" : "=r"(i));`, "1: inline assembly"},
		{`i = v(1, 2.5);`, "10: floating-point arithmetic"},
		{`i = v(1, 2);`, ""},
		{`int h(int k) { return k; } i = h(3);`, ""},
		{`void *t = &&out; goto *t; out: i = 1;`, "11: the address of a label; 18: a computed goto"},
		{`int (*h)() = (int (*)())f; i = h(1.5);`,
			"32: a call of f by a pointer to a function of another type; 34: floating-point arithmetic"},
		{`int (*h)(int, int) = (int (*)(int, int))f; i = h(1, 2);`, ""},
		{`_Complex double z; z = z + 1;`, "20: _Complex double"},
		{`w.i = 1; i = w.f > 1;`,
			"14: floating-point arithmetic; 14: floating-point arithmetic; 20: floating-point arithmetic"},
		{`struct s z = *(struct s *)p; i = z.m;`, ""},
		{`i = __builtin_isnan(e);`, "21: floating-point arithmetic"},
		{`_Float128 z = 1; i = z > 0;`,
			"15: floating-point arithmetic; 22: floating-point arithmetic; 22: floating-point arithmetic; 26: " +
				"floating-point arithmetic"},
		{`int z __attribute__((vector_size(16))) = {1}; i = z[0];`, ""},
		{`i = __atomic_load_n(&i, 5);`, ""},
		{`__sync_fetch_and_add(&i, 1);`, ""},
		{`i = jump(p);`, "5: the attribute returns_twice"},
		{`p = calloc(i, 4);`, ""},
		{`i = __builtin_va_arg_pack();`, "5: __builtin_va_arg_pack"},
		{`__builtin_apply_args();`, "1: __builtin_apply_args"},
		{`i = !e;`, "5: floating-point arithmetic; 6: floating-point arithmetic"},
		{`e = -e;`, "5: floating-point arithmetic; 6: floating-point arithmetic"},
		{`i = given(1, e);`, "14: floating-point arithmetic"},
		{`i = given(1, w);`, "14: a variable argument of type union v"},
		{`i = given(1, b);`, "14: a variable argument of type struct big"},
		{`struct s *r = calloc(100, sizeof *r); i = r->m;`, "15: calloc of this type"},
		{`h = got(); i = h(1);`, "16: a call of a function by a pointer that comes from elsewhere"},
		{`longjmp();`, "1: longjmp, which is not modelled"},
		{`i = unknown();`, ""},
		{`i = unknown(); if (i) reach_error();`,
			"23: unknown, which is not declared (called at a.c:7:5), before the error"},
		{`i = change(&i); if (i) reach_error();`,
			"24: a change of memory by change, which has no body, before the error"},
		{`} asm("nop"); void rest(void) {`, "3: inline assembly outside of functions"},
		{`static int m[100] = {[0 ... 99] = 1}; i = m[i];`, "12: an initialiser of many elements"},
		{`int m[65] = {[0 ... 63] = 1}; i = m[i];`, ""},
		{`*q = b;`, "1: a copy of a large array"},
		{`struct big z = b; i = z.k[0];`, ""},
	} {
		r := lowered(t, before, x.body, Options{})
		var holes []string
		for node, what := range r.holes {
			at := r.Program.Pos(node)
			place := fmt.Sprint(at.Col)
			if at.Line != int32(strings.Count(before, "\n")+3) {
				place = fmt.Sprint("line ", at.Line)
			}
			holes = append(holes, place+": "+what)
		}
		slices.Sort(holes)
		if got := strings.Join(holes, "; "); got != x.want {
			t.Errorf("%s\ngot  %s\nwant %s", x.body, got, x.want)
		}
	}
}
