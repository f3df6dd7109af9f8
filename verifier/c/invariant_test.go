package c

import (
	"fmt"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// formula reads a formula over the variables of a program, by their names: of several, the last one has it.
func formula(t *testing.T, p *prog.Program, text string) term.Term {
	t.Helper()
	var decl strings.Builder
	known := map[string]term.Term{}
	for _, v := range p.Vars[1:] {
		if known[v.Name] == 0 {
			fmt.Fprintf(&decl, "(declare-const |%s| %s)", v.Name, p.Store.SortString(p.Store.Sort(v.Term)))
		}
		known[v.Name] = v.Term
	}
	r := smtlib.NewReader("formula", strings.NewReader(decl.String()+"(assert "+text+")"), p.Store)
	subst := term.NewSubst(p.Store, p.Store)
	for {
		c, err := r.Next()
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if c.Kind == smtlib.Assert {
			return subst.Apply(c.Terms[0])
		}
		subst.Bind(p.Store.App(c.Sym), known[p.Store.SymName(c.Sym)])
	}
}

// expressions returns the places where loops of main begin, each with a formula as an expression there.
func expressions(t *testing.T, r *Result, text string) string {
	t.Helper()
	q := r.Program.Lookup("main")
	var out []string
	for _, b := range q.Blocks {
		at, loop := r.Head(b.Node)
		if at.Line == 0 {
			continue
		}
		place := fmt.Sprintf("%d:%d", at.Line, at.Col)
		if loop {
			place += " loop"
		}
		out = append(out, place+": "+r.Expression(r.Program, q, b.Node, formula(t, r.Program, text)))
	}
	return strings.Join(out, "; ")
}

// TestExpression writes formulas as expressions: exactly, or not at all.
func TestExpression(t *testing.T) {
	const before = `int i, j; unsigned u; unsigned char c; long l; unsigned long w; _Bool b; int a[4], m[2][2], *p;
		struct s { int m; struct { short n; } in; int k[2]; } x; struct f { int l : 3; unsigned w : 31; } z;
		void use(void) { j = u + c; l = w; b = a[1] + m[1][1]; p = 0; x.m = x.in.n + x.k[1]; z.l = z.w; }`
	r := lowered(t, before, "while (i) use();", Options{})
	for _, x := range []struct{ formula, want string }{
		{"(<= i 3)", "i <= 3"},
		{"(not (<= i 3))", "i >= 4"},
		{"(<= 3 i)", "i >= 3"},
		{"(<= i (- 1))", "i <= -1"},
		{"(<= u 3)", "u <= 3"},
		{"(<= 3 u)", "u >= 3"},
		{"(<= u 4294967295)", ""},
		{"(<= 0 u)", ""},
		{"(<= u 4294967294)", "u <= 4294967294LL"},
		{"(<= u (- 1))", ""},
		{"(<= c 300)", ""},
		{"(= c 300)", ""},
		{"(not (= c 300))", ""},
		{"(= i 3)", "i == 3"},
		{"(not (= i 3))", "i != 3"},
		{"(= i 2147483648)", ""},
		{"(<= (- 2147483648) i)", ""},
		{"(<= (- 2147483647) i)", "i >= -2147483647"},
		{"(= i (- 2147483648))", "i == -2147483648LL"},
		{"(= i j)", "i == j"},
		{"(<= i j)", "i <= j"},
		{"(not (<= i j))", "j < i"},
		{"(<= (+ i 1) j)", "i < j"},
		{"(<= (+ i 2) j)", "(long long)i + 2 <= (long long)j"},
		{"(<= i (+ j 2))", "(long long)i <= (long long)j + 2"},
		{"(= i (+ j 1))", "(long long)i == (long long)j + 1"},
		{"(<= (+ i j) 10)", "(long long)i + (long long)j <= 10"},
		{"(<= (+ i (* (- 1) j)) 0)", "i <= j"},
		{"(<= (* 2 i) j)", "2 * (long long)i <= (long long)j"},
		{"(<= (* 2 i) (* 3 j))", "2 * (long long)i <= 3 * (long long)j"},
		{"(= (+ i j) (* 2 u))", "(long long)i + (long long)j == 2 * (long long)u"},
		{"(<= i u)", "(long long)i <= (long long)u"},
		{"(= c i)", "c == i"},
		{"(= u c)", "(long long)u == (long long)c"},
		{"(<= l 4294967296)", "l <= 4294967296LL"},
		{"(<= (- 4294967296) l)", "l >= -4294967296LL"},
		{"(= l (- 9223372036854775808))", ""},
		{"(<= l 9223372036854775806)", "l <= 9223372036854775806LL"},
		{"(<= w 9223372036854775807)", "w <= 9223372036854775807LL"},
		{"(<= w 9223372036854775808)", "w <= 9223372036854775808ULL"},
		{"(<= w l)", ""},
		{"(<= w i)", ""},
		{"(<= l i)", "l <= i"},
		{"(= (* 3 l) 7)", ""},
		{"(= l w)", ""},
		{"(= b 1)", "b == 1"},
		{"(= b 2)", ""},
		{"(= (mod u 4) 0)", "((long long)u % 4) == 0"},
		{"(= (mod i 4) 1)", "(((long long)i % 4 + 4) % 4) == 1"},
		{"(= (mod (+ i u) 2) 0)", "((((long long)i + (long long)u) % 2 + 2) % 2) == 0"},
		{"(= (mod (+ i (* (- 1) j)) 2) 0)", "((((long long)i - ((long long)j)) % 2 + 2) % 2) == 0"},
		{"(= (mod (+ u 1) 8) 3)", "(((long long)u + 1) % 8) == 3"},
		{"(= (mod (* 2 u) 8) 4)", "((2 * (long long)u) % 8) == 4"},
		{"(= (mod l 2) 0)", ""},
		{"(= (mod w 2) 0)", ""},
		{"(= (mod u 8) (mod c 8))", "((long long)u % 8) == ((long long)c % 8)"},
		{"(<= (div u 2) c)", "((long long)u / 2) <= c"},
		{"(= (div i 2) 0)", ""},
		{"(= (mod i 8589934592) 0)", ""},
		{"(= p 0)", "p == 0"},
		{"(not (= p 0))", "p != 0"},
		{"(<= p 0)", ""},
		{"(= p 4096)", ""},
		{"(= (select |a[]| 2) 5)", "a[2] == 5"},
		{"(<= (select |a[]| 0) (select |a[]| 3))", "a[0] <= a[3]"},
		{"(= (select |a[]| 4) 5)", ""},
		{"(= (select |a[]| i) 5)", ""},
		{"(= (select |a[]| (- 1)) 5)", ""},
		{"(= (select |m[][]| 1) 5)", ""},
		{"(= x.m 1)", "x.m == 1"},
		{"(= x.in.n 1)", "x.in.n == 1"},
		{"(= x.in.n 40000)", ""},
		{"(= (select |x.k[]| 1) 1)", ""},
		{"(= z.l 1)", "z.l == 1"},
		{"(= z.l 4)", ""},
		{"(<= z.w (- 1))", ""},
		{"(<= z.w j)", "z.w <= j"},
		{"(and (<= i 3) (<= 0 i))", "(i <= 3 && i >= 0)"},
		{"(or (<= i 3) (= j 4))", "(i <= 3 || j == 4)"},
		{"(not (and (<= i 3) (= j 4)))", "(i >= 4 || j != 4)"},
		{"(not (or (<= i 3) (= j 4)))", "(i >= 4 && j != 4)"},
		{"(and (<= i 3) (or (= j 4) (= j 5)))", "(i <= 3 && (j == 4 || j == 5))"},
		{"(and (<= i 3) (<= 0 u))", "i <= 3"},
		{"(or (<= i 3) (<= 0 u))", ""},
		{"(or (<= i 3) (<= u (- 1)))", "i <= 3"},
		{"(and (<= i 3) (<= u (- 1)))", ""},
		{"(and (<= i 3) (<= (* 1 i) 3))", "i <= 3"},
		{"(and (<= i 3) (= (select |a[]| i) 5))", ""},
		{"(= (= i 3) (= j 4))", ""},
		{"true", ""},
		{"(not true)", ""},
		{"(not (not (<= i 3)))", "i <= 3"},
		{"(= (+ i i) 4)", "2 * (long long)i == 4"},
		{"(= (+ i (* (- 1) i) j) 4)", "j == 4"},
	} {
		if got := strings.TrimPrefix(expressions(t, r, x.formula), "5:1 loop: "); got != x.want {
			t.Errorf("%s: got %q, want %q", x.formula, got, x.want)
		}
	}
}

// TestHeads shows where loops begin, and which names are seen there: what is written is that v is at most 3.
func TestHeads(t *testing.T) {
	const before = `int i; static int v; void use(void) { v++; }
#define REPEAT while (i)
#define ONCE(x) do { x } while (0)`
	for _, x := range []struct{ body, variable, want string }{
		{"while (i) i--;", "v", "6:1 loop: v <= 3"},
		{"for (i = 0; i < 3; i++) v++;", "v", "6:1 loop: v <= 3"},
		{"for (int v = 0; v < 3; v++) i++;", "v", "6:1 loop: "},
		{"do i++; while (i < 3);", "v", "6:4: v <= 3"},
		{"do { v++; i++; } while (i < 3);", "v", "6:6: v <= 3"},
		{"do ; while (i < 3);", "v", ""},
		{"do { int z = 3; i = z; } while (i < 3);", "z", ""},
		{"int z = 3; while (i) z++;", "z", "6:12 loop: z <= 3"},
		{"while (i) { int z = 3; i = z; }", "z", "6:1 loop: "},
		{"{ int z = 3; i = z; } while (i) i--;", "z", "6:23 loop: "},
		{"int v = 3; while (i) v++;", "v", "6:12 loop: "},
		{"{ int v = 3; } while (i) i--;", "v", "6:16 loop: v <= 3"},
		{"while (i) while (v) v--;", "v", "6:1 loop: v <= 3; 6:11 loop: v <= 3"},
		{"again: i++; if (i < 3) goto again;", "v", "6:8: v <= 3"},
		{"again: if (i < 3) { i++; goto again; }", "v", "6:8: v <= 3"},
		{"again: ; i++; if (i < 3) goto again;", "v", ""},
		{"REPEAT i--;", "v", "6:1 loop: "},
		{"ONCE(i++;);", "v", "6:1: "},
		{"static int z = 3; while (i) z--;", "main.z", "6:19 loop: "},
		{"while (i) { static int z; i = z; }", "main.z", "6:1 loop: "},
		{"extern int v; while (i) i--;", "v", "6:15 loop: v <= 3"},
		{"while (1) i++;", "v", "6:1 loop: v <= 3"},
		{"for (;;) { if (i++) break; }", "v", "6:1 loop: v <= 3"},
		{"switch (i) { case 1: while (i) i--; }", "v", "6:22 loop: v <= 3"},
		{"struct { int v; } v = {1}; while (i) i--;", "v.v", "6:28 loop: v.v <= 3"},
		{"struct { int v; } v = {1}; while (i) i--;", "v", "6:28 loop: "},
		{"while (i) i--; int z = 3; while (z) z--;", "z", "6:1 loop: ; 6:27 loop: z <= 3"},
	} {
		r := lowered(t, before, "use();\n"+x.body, Options{})
		if got := expressions(t, r, "(<= |"+x.variable+"| 3)"); got != x.want {
			t.Errorf("%s: got %q, want %q", x.body, got, x.want)
		}
	}
}
