package c_test

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/report"
)

// valued is what a row of a table says that a function of C returns.
type valued struct {
	text string // of a file that defines long long value(void)
	want string
}

// value executes the function, and returns what it returns as a text: a numeral, or what kept it from that.
func (x valued) value(t *testing.T) string {
	t.Helper()
	text := x.text + "\nvoid reach_error(void);\nint main(void) { long long got = value(); reach_error(); }\n"
	opt := driver.Options{Question: driver.Question{Front: c.Front{}}, Engines: driver.Engines{Engine: "execute"}}
	rep, err := driver.Verify(t.Context(), "a.c", []byte(text), opt)
	if err != nil {
		return err.Error()
	}
	if rep.Result.Verdict() == verifier.Unsafe {
		for _, s := range report.New(rep, "").Steps {
			for _, w := range s.Writes {
				if w.Name == "got" {
					return w.Value
				}
			}
		}
	}
	return rep.Result.String()
}

// compare compares a table with what is computed, and in a long run with what gcc does.
func compare(t *testing.T, rows []valued) {
	for _, x := range rows {
		if got := x.value(t); got != x.want {
			t.Errorf("%s\nis %s, want %s", x.text, got, x.want)
		}
	}
	gcc, err := exec.LookPath("gcc")
	if err != nil || !extent.Long() {
		return
	}
	var text, calls strings.Builder
	for i, x := range rows {
		names := []string{"value", "f", "g", "h", "s", "x", "y"} // what rows declare in the scope of the file
		for _, name := range names {
			fmt.Fprintf(&text, "#define %s %s%d\n", name, name, i)
		}
		fmt.Fprintln(&text, x.text)
		for _, name := range names {
			fmt.Fprintf(&text, "#undef %s\n", name)
		}
		fmt.Fprintf(&calls, "  printf(\"%%lld\\n\", value%d());\n", i)
	}
	binary := filepath.Join(t.TempDir(), "a.out")
	cmd := exec.Command(gcc, "-w", "-fwrapv", "-o", binary, "-x", "c", "-")
	cmd.Stdin = strings.NewReader(text.String() + "int printf(const char *, ...);\nint main(void) {\n" + calls.String() + "}\n")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(binary).Output()
	if err != nil {
		t.Fatal(err)
	}
	for i, got := range strings.Fields(string(out)) {
		if got != rows[i].want {
			t.Errorf("%s\ngcc computes %s, not %s", rows[i].text, got, rows[i].want)
		}
	}
}

// TestOperators computes expressions over a and b, which have types and values: as variables, and as constants, which
// package syntax folds.
func TestOperators(t *testing.T) {
	var rows []valued
	for _, x := range []struct{ a, b, expr, want string }{
		{"int -7", "int 2", "a / b", "-3"},
		{"int -7", "int 2", "a % b", "-1"},
		{"int 7", "int -2", "a / b * 10 + a % b", "-29"},
		{"int -2147483647", "int 2", "a - b", "2147483647"},
		{"int 2147483647", "int 2", "a * b", "-2"},
		{"int 65536", "int 65537", "a * b", "65536"},
		{"int -2147483647", "int -1", "-(a + b)", "-2147483648"},
		{"unsigned 3", "unsigned 5", "a - b", "4294967294"},
		{"unsigned 3", "unsigned 5", "(a - b) / 2", "2147483647"},
		{"unsigned 4294967295", "unsigned 4294967295", "a * b + a", "0"},
		{"unsigned 7", "int -2", "a / b", "0"},
		{"unsigned 7", "int -2", "a % b", "7"},
		{"unsigned 7", "int -1", "a > b", "0"},
		{"int -1", "unsigned 0", "a < b", "0"},
		{"long -1", "unsigned 0", "a < b", "1"},
		{"unsigned char 200", "unsigned char 100", "a + b", "300"},
		{"unsigned char 200", "unsigned char 100", "(unsigned char)(a + b)", "44"},
		{"unsigned char 1", "unsigned char 2", "a - b", "-1"},
		{"unsigned char 200", "int 0", "~a", "-201"},
		{"unsigned char 200", "int 0", "(signed char)a", "-56"},
		{"signed char -100", "int 0", "(unsigned)a", "4294967196"},
		{"signed char -100", "int 0", "(unsigned short)a", "65436"},
		{"short -3", "unsigned short 65530", "a + b", "65527"},
		{"int 70000", "int 0", "(short)a", "4464"},
		{"int -70000", "int 0", "(short)a", "-4464"},
		{"long 4294967298", "int 0", "(int)a", "2"},
		{"long 6442450944", "int 0", "(int)a", "-2147483648"},
		{"long -1", "int 0", "(unsigned)a", "4294967295"},
		{"unsigned long 18446744073709551615", "int 0", "(long)a", "-1"},
		{"unsigned long 18446744073709551615", "int 2", "a / b > 1000", "1"},
		{"long 4611686018427387904", "long 2", "a * b", "-9223372036854775808"},
		{"int 256", "int 0", "(_Bool)a", "1"},
		{"int 256", "int 0", "(_Bool)(unsigned char)a", "0"},
		{"_Bool 1", "_Bool 1", "a + b", "2"},
		{"int -1", "int 31", "a >> b", "-1"},
		{"int -5", "int 1", "a >> b", "-3"},
		{"unsigned 4294967291", "int 1", "a >> b", "2147483645"},
		{"int -5", "int 0", "a >> 1", "-3"},
		{"int 1", "int 31", "a << b", "-2147483648"},
		{"int 3", "int 31", "a << b", "-2147483648"},
		{"unsigned char 255", "int 25", "a << b", "-33554432"},
		{"int 3", "long 33", "(long)a << b", "25769803776"},
		{"int 12", "int 10", "a & b", "8"},
		{"int 12", "int 10", "a | b", "14"},
		{"int 12", "int 10", "a ^ b", "6"},
		{"int -12", "int 10", "a & b", "0"},
		{"int -12", "int 10", "a | b", "-2"},
		{"int -12", "int 10", "a ^ b", "-2"},
		{"int -12", "unsigned 10", "a ^ b", "4294967294"},
		{"int -1", "int 0", "a & 255", "255"},
		{"int -200", "int 0", "a & ~15", "-208"},
		{"int -200", "int 0", "a | 7", "-193"},
		{"int -200", "int 0", "a ^ 0x80", "-72"},
		{"int -200", "int 0", "a ^ 0x38", "-256"},
		{"unsigned char 255", "unsigned char 0", "(a >= 255) + (b <= 0) * 10 + (a > 254) * 100 + (b < 1) * 1000", "1111"},
		{"unsigned char 254", "unsigned char 1", "(a >= 255) + (b <= 0) * 10 + (a > 254) * 100 + (b < 1) * 1000", "0"},
		{"long -200", "unsigned 4294967295", "a & b", "4294967096"},
		{"int -200", "long 4294967295", "a & b", "4294967096"},
		{"unsigned 2863311530", "int 4", "(a << b) | (a >> (32 - b))", "2863311530"},
		{"unsigned 305419896", "int 8", "(a << b) | (a >> (32 - b))", "878082066"},
		{"int 3", "int 1", "(a & 3) | (b << 1)", "3"},
		{"int 3", "int 1", "(a & 3) | (b << 2)", "7"},
		{"int 5", "int 0", "!a + !b * 10", "10"},
		{"int 5", "int 0", "(a && b) + (a || b) * 10", "10"},
		{"int 5", "unsigned 3", "b ? -a : b", "4294967291"},
		{"int 0", "unsigned 3", "a ? a : b", "3"},
		{"unsigned char 5", "short -3", "(a ? b : a) / 2", "-1"},
		{"int 5", "int 6", "(a, b)", "6"},
		{"int 5", "long 6", "sizeof(a, b) * 10 + sizeof(a + b)", "88"},
		{"char 5", "char 6", "sizeof(a) * 10 + sizeof(a + b)", "14"},
		{"int 1", "unsigned 2", "(a - b) > 0", "1"},
		{"unsigned short 1", "unsigned short 2", "(a - b) > 0", "0"},
		{"int -8", "unsigned long 3", "a % b", "2"},
		{"__int128 -9223372036854775807", "int 4", "(long)(a * b / b)", "-9223372036854775807"},
		{"int 6", "int 0", "__builtin_popcount(a) + __builtin_ctz(a) * 10 + __builtin_clz(a) * 100", "2912"},
		{"unsigned 305419896", "int 0", "__builtin_bswap32(a)", "2018915346"},
		{"int 40", "int 0", "__builtin_ffs(a) * 10 + __builtin_parity(a)", "40"},
		{"signed char -128", "int 0", "((a - 5) & ~15) < -133", "1"},
		{"unsigned char 1", "int 0", "((a | 256) > 255) + ((a ^ 256) > 255) * 10", "11"},
	} {
		variables, constants, names := "", "", []string{"a", "b"}
		for i, operand := range []string{x.a, x.b} {
			blank := strings.LastIndex(operand, " ")
			typ, value := operand[:blank], operand[blank+1:]
			if typ == "unsigned long" {
				value += "u"
			}
			variables += fmt.Sprintf("%s %s = %s; ", typ, names[i], value)
			constants += fmt.Sprintf("#undef %s\n#define %s ((%s)%s)\n", names[i], names[i], typ, value)
		}
		rows = append(rows,
			valued{"#undef a\n#undef b\nlong long value(void) { " + variables + "return " + x.expr + "; }", x.want},
			valued{constants + "long long value(void) { return " + x.expr + "; }", x.want})
	}
	compare(t, rows)
}

// TestFunctions computes what functions of C return: the body of one, or all that it needs.
func TestFunctions(t *testing.T) {
	rows := []valued{
		{`int i = 5; return i++ * 10 + i;`, "56"},
		{`int i = 5; int j = i++ + 10; return i * 100 + j;`, "615"},
		{`int i = 5; int j = ++i + 10; return i * 100 + j;`, "616"},
		{`unsigned char c = 255; c++; return c;`, "0"},
		{`unsigned char c = 255; return c++ * 1000 + c;`, "255000"},
		{`unsigned char c = 0; return --c;`, "255"},
		{`signed char c = 127; c++; return c;`, "-128"},
		{`signed char c = 100; c += 100; return c;`, "-56"},
		{`signed char c = 100; return c += 100;`, "-56"},
		{`short s = -32768; s -= 1; return s;`, "32767"},
		{`int x = -7; x /= 2; x *= 10; x %= 7; return x;`, "-2"},
		{`int x = 5; x <<= 3; x |= 3; x ^= 1; x &= ~8; x >>= 1; return x;`, "17"},
		{`unsigned x = 5; x -= 6; x /= 2; return x;`, "2147483647"},
		{`int x = 5; x = x = 6; int y = (x = 7) + 1; return x * 10 + y;`, "78"},
		{`_Bool b = 4; b++; int c = b; b--; return c * 10 + b;`, "10"},
		{`int x = 0; x || (x = 3); x && (x = x + 2); return x;`, "5"},
		{`int x = 0; int y = x++ || x++; return x * 10 + y;`, "21"},
		{`int x = 0; int y = x++ && x++; return x * 10 + y;`, "10"},
		{`int x = 1; int y = x ? x++, 5 : --x; return x * 10 + y;`, "25"},
		{`int x = 1, y = 2; (x > y ? &x : &y)[0] = 9; return x * 10 + y;`, "19"},
		{`int x = 3; x = x == 3 ? x > 2 ? 10 : 20 : 30; return x;`, "10"},
		{`int s = 0; for (int i = 0; i < 5; i++) { if (i == 1) continue; if (i == 4) break; s = s * 10 + i; }
			return s;`, "23"},
		{`int s = 0, i = 3; while (i-- > 0) s = s * 10 + i; return s * 10 + i;`, "2099"},
		{`int s = 0, i = 0; do { if (i == 1) continue; s = s * 10 + i; } while (++i < 4); return s;`, "23"},
		{`int s = 0; for (int i = 0; i < 3; i++) for (int j = i; j < 3; j++) { if (j == 2) break;
			s = s * 100 + i * 10 + j; } return s;`, "111"},
		{`int s = 0, i = 0; again: s += i; if (++i < 4) goto again; return s;`, "6"},
		{`int x = 3, s = 0; switch (x) { case 1: s = 1; break; case 3: s = 3; case 4: s = s * 10 + 4; break;
			default: s = 9; } return s;`, "34"},
		{`int x = 7, s = 0; switch (x) { default: s = 9; case 1: s = s * 10 + 1; break; case 3: s = 3; }
			return s;`, "91"},
		{`int s = 0; for (int x = -2; x < 7; x++) switch (x) { case -2 ... 1: s = s * 10 + 1; break;
			case 5: continue; case 2: s *= 10; default: s++; } return s;`, "11114"},
		{`int x = 7, s = 1; switch (x) { case 1: s = 2; } return s;`, "1"},
		{`unsigned char x = 200; switch (x) { case 200: return 1; case -56: return 2; } return 3;`, "1"},
		{`signed char x = -56; switch (x) { case 200: return 1; case -56: return 2; } return 3;`, "2"},
		{`long x = 4294967297; switch (x) { case 1: return 1; case 4294967297: return 2; } return 3;`, "2"},
		{`int n = 7, s = 0; switch (n % 4) { case 0: do { s += 1; case 3: s += 10; case 2: s += 100;
			case 1: s += 1000; } while ((n -= 4) > 0); } return s;`, "2221"},
		{`int x = 1; switch (x) { int y; case 1: y = 4; x = y; } return x;`, "4"},
		{`int x = 3; { int x = 4; x++; } return x;`, "3"},
		{`int x = ({ int y = 3; y++; y * 2; }); return x;`, "8"},
		{`int a[3] = {1, 2}; return a[0] * 100 + a[1] * 10 + a[2];`, "120"},
		{`int a[] = {[2] = 5, 6, [0] = 1};
			return sizeof a * 1000 + a[0] * 100 + a[2] * 10 + a[3] + a[1];`, "16156"},
		{`int a[2][3] = {{1, 2}, {3}}; int *p = a[1]; return a[0][1] * 100 + p[0] * 10 + a[1][2];`, "230"},
		{`int a[2][3] = {1, 2, 3, 4}; return a[1][0] * 10 + sizeof a[0];`, "52"},
		{`int a[4] = {1, 2, 3, 4}; int *p = a + 3, *q = &a[1]; return (p - q) * 100 + p[-1] * 10 + *q;`, "232"},
		{`int a[4] = {1, 2, 3, 4}, *p = a; int x = *p++; int y = *++p;
			return x * 100 + y * 10 + (*p)++ + a[2];`, "137"},
		{`int a[4] = {1, 2, 3, 4}; int *p = a; p += 2; *p -= 5; p--;
			return a[2] * 10 + (p == a + 1) + (p < a + 2) + (p >= a);`, "-17"},
		{`int a[4] = {1, 2, 3, 4}; int i = 1; a[i++] += 10; return a[1] * 10 + i;`, "122"},
		{`int a[4] = {1, 2, 3, 4}; return 2[a] * 10 + *(1 + a);`, "32"},
		{`long a[3] = {5, 6, 7}; char *p = (char *)a; return *(long *)(p + 8);`, "6"},
		{`int x = 0x01020304; char *p = (char *)&x; return p[0] * 1000 + p[3];`, "4001"},
		{`int x = -2; unsigned char *p = (unsigned char *)&x; p[1] = 0; return x;`, "-65282"},
		{`short a[2] = {-1, 2}; int x; __builtin_memcpy(&x, a, 4); return x;`, "196607"},
		{`int x = 5, *p = &x, **q = &p; **q = 6; *p += 1; return x;`, "7"},
		{`int x = 5, y = 6, *p = &x, **q = &p; *q = &y; *p = 9; return x * 10 + y;`, "59"},
		{`char s[] = "a\x62\0c"; return sizeof s * 1000 + s[1];`, "5098"},
		{`char s[8] = "abc"; return s[2] + s[7];`, "99"},
		{`const char *s = "abc"; return s[1] - *s + s[3];`, "1"},
		{`return "hello"[1] + sizeof "hello" * 1000;`, "6101"},
		{`return 'ab' + '\377';`, "24929"},
		{`return sizeof(int[3]) + sizeof(char *) * 100;`, "812"},
		{`struct s { int a; char b; long c; } x = {1, 2, 3};
			return sizeof x * 1000 + x.a * 100 + x.b * 10 + x.c;`, "16123"},
		{`struct s { int a, b; } x = {1, 2}, y = x; x.a = 5; return x.a * 100 + y.a * 10 + y.b;`, "512"},
		{`struct s { int a, b[2]; } x = {.b = {3, 4}}; struct s y; y = x; y.b[1]++;
			return y.b[0] * 100 + y.b[1] * 10 + x.b[1] + x.a;`, "354"},
		{`struct s { int a, b; } x = {1, 2}, *p = &x; p->b = p->a + 6; return x.b;`, "7"},
		{`struct s { struct { int a, b; } in; int c; } x = {{1, 2}, 3}, *p = &x; p->in.b = 7;
			return x.in.b * 10 + (*p).c;`, "73"},
		{`struct s { int a; struct s *next; } x = {1, 0}, y = {2, &x}; y.next->a = 8;
			return y.next->a * 10 + (x.next == 0);`, "81"},
		{`struct s { int a : 3; unsigned b : 3; } x; x.a = 5; x.b = 13; return x.a * 100 + x.b;`, "-295"},
		{`struct s { int a : 3; unsigned b : 3; } x = {3, 7}; x.a++; x.b++; return x.a * 100 + x.b;`, "-400"},
		{`struct s { unsigned b : 3; } x; return (x.b = 13);`, "5"},
		{`struct s { unsigned b : 3; } x = {0}; return x.b - 1 < 0;`, "1"},
		{`struct s { unsigned b : 31; unsigned long c : 40; } x = {0};
			return (x.b - 1 < 0) * 10 + (x.c - 1 < 0);`, "10"},
		{`struct s { signed char a : 4; _Bool b : 1; } x = {7, 2}; x.a += 2; return x.a * 10 + x.b;`, "-69"},
		{`union { int i; unsigned char c[4]; } u; u.i = 258; return u.c[0] * 10 + u.c[1];`, "21"},
		{`union { short s[2]; int i; } u = {{1, 2}}; return u.i;`, "131073"},
		{`struct s { int a, b; }; struct s x = (struct s){.b = 4}; int *p = (int[]){1, 2, 3};
			return x.b * 10 + p[2] + x.a;`, "43"},
		{`enum { A, B = 5, C }; return A * 100 + B * 10 + C;`, "56"},
		{`int n = 3; int a[n]; for (int i = 0; i < n; i++) a[i] = i; n = 9; return sizeof a * 10 + a[2];`, "122"},
		{`int n = 2; int a[n][n + 1]; a[1][2] = 7; a[0][2] = 3;
			return a[1][2] * 100 + sizeof a[0] + a[0][2];`, "715"},
		{`int x = 3; typeof(x) y = 4; return _Generic(y, int: 1, long: 2) * 10 + _Alignof(long);`, "18"},
		{`int r, o = __builtin_add_overflow(2147483647, 1, &r); return o * 10 + (r < 0);`, "11"},
		{`unsigned char r; int o = __builtin_mul_overflow(20, 20, &r); return o * 1000 + r;`, "1144"},
		{`long r; int o = __builtin_sub_overflow(1u, 2u, &r); return o * 10 + r;`, "-1"},
		{`return __builtin_expect(5, 1) + __builtin_constant_p(3) * 10;`, "15"},
		{`static int f(int x) { return x ? x + f(x - 1) : 0; } long long value(void) { return f(5); }`, "15"},
		{`static int f(unsigned char x, short y) { return x * 10 + y; }
			long long value(void) { return f(257, 65537); }`, "11"},
		{`static unsigned char f(int x) { return x; } long long value(void) { return f(511); }`, "255"},
		{`static int x; static int f(int y) { x = x * 10 + y; return y; }
			static int g(int a, int b, int c) { return a; } long long value(void) { g(f(1), f(2), f(3));
			return x; }`, "321"},
		{`static int x; static int f(int y) { x = x * 10 + y; return y; }
			long long value(void) { int y = f(1) + f(2) * f(3); return x * 10 + y; }`, "1237"},
		{`static int x; static int f(int y) { x = x * 10 + y; return y; }
			long long value(void) { int a[4]; a[f(1)] = f(2); return x; }`, "12"},
		{`static int x; static int f(int y) { x = x * 10 + y; return y; }
			long long value(void) { int a[4] = {0}; a[f(1)] += f(2); return x; }`, "21"},
		{`static int x; static int f(int y) { x = x * 10 + y; return y; }
			long long value(void) { int a[2] = {f(1), f(2)}; return x; }`, "12"},
		{`static int x; static int f(int y) { x = x * 10 + y; return y; }
			long long value(void) { int r; __builtin_add_overflow(f(1), f(2), &r); return x; }`, "12"},
		{`static int x; static int f(int y) { x = x * 10 + y; return y; }
			long long value(void) { return f(1) - f(2) < f(3) ? x : 0; }`, "123"},
		{`static int x; static int f(int y) { x = x * 10 + y; return y; }
			long long value(void) { struct { int a, b; } y = {.b = f(1), .a = f(2)}; return x; }`, "21"},
		{`static int x; static int f(int y) { x = x * 10 + y; return y; }
			long long value(void) { int y[4] = {[2] = f(1), [0] = f(2), f(3)}; return x * 10 + y[1]; }`, "2313"},
		{`static int x; static int f(int y) { x = x * 10 + y; return y; } struct s { int a; struct { int b, c; }
			d; }; long long value(void) { struct s y = {.d = {f(1), f(2)}, .d.b = f(4), .a = f(3)};
			return x * 10 + y.d.c; }`, "3422"},
		{`static int x; static int f(int y) { x = x * 10 + y; return y; } struct s { int a : 3, b : 3; };
			long long value(void) { struct s y; y = (struct s){.b = f(1), .a = f(2)}; return x; }`, "21"},
		{`struct s { int a; struct { int b, c; } d; }; long long value(void) { struct s x = {9, {8, 7}};
			struct s y = {.d = x.d, .d.c = 4}; return y.a * 10 + y.d.c; }`, "4"},
		{`int a[5] = {[2] = 7, [1 ... 3] = 4, [3] = 5};
			return a[1] * 1000 + a[2] * 100 + a[3] * 10 + a[0];`, "4450"},
		{`static int x = 1; static int f(void) { x = 5; return 10; }
			long long value(void) { return x + f(); }`, "15"},
		{`static int x = 1; static int f(void) { x = 5; return 10; }
			long long value(void) { x += f(); return x; }`, "15"},
		{`static int x = 1; static int f(void) { x = 5; return 10; }
			long long value(void) { x = f() + x; return x; }`, "15"},
		{`static int x = 1; static int f(void) { x = 5; return 10; }
			long long value(void) { return x - f(); }`, "-9"},
		{`int a[3] = {0, 5, 6}, i = 2; int y = (a[a[0]] = i); return y * 100 + a[0] * 10 + a[2];`, "226"},
		{`int a[3] = {0}, i = 1; a[i++] = i; return a[1] * 10 + i;`, "22"},
		{`static int f(void) { static int x = 3; return x++; }
			long long value(void) { f(); f(); return f(); }`, "5"},
		{`struct s { int a, b[3]; }; static struct s f(struct s x) { x.b[1] = 9; return x; }
			long long value(void) { struct s x = {1, {2, 3, 4}}; struct s y = f(x);
			return x.b[1] * 10 + y.b[1] + f(y).a; }`, "40"},
		{`struct s { int a, b; }; static struct s f(int x) { struct s r = {x, x + 1}; return r; }
			long long value(void) { return f(3).b * 10 + f(5).a; }`, "45"},
		{`static int f(int x) { return x + 1; } static int g(int x) { return x * 2; }
			long long value(void) { int (*h[2])(int) = {f, &g}; return h[0](3) * 10 + (*h[1])(3); }`, "46"},
		{`static int f(int n, ...) { __builtin_va_list x; __builtin_va_start(x, n); int s = 0;
			while (n--) s = s * 10 + __builtin_va_arg(x, int); return s; }
			long long value(void) { return f(3, 4, 5, 'a' - 90); }`, "457"},
		{`static long f(int n, ...) { __builtin_va_list x; __builtin_va_start(x, n);
			int y = __builtin_va_arg(x, int); long z = __builtin_va_arg(x, long); return y * z; }
			long long value(void) { return f(2, 3, 10000000000L); }`, "30000000000"},
		{`static int x[3] = {1, 2, 3}, *y = x + 1; long long value(void) { return y[1] * 10 + *y; }`, "32"},
		{`static struct s { int a; struct s *n; } x, y = {4, &x};
			long long value(void) { y.n->a = 3; return x.a; }`, "3"},
		{`static char x[2][4] = {"abc", "xyz"}; long long value(void) { return x[1][0] - x[0][2] + x[1][3];
			}`, "21"},
		{`static int f(int *p) { return *p = *p + 1; } long long value(void) { int x = 1;
			return f(&x) * 10 + f(&x) * 100; }`, "320"},
		{`static int f(int x[static 2]) { return sizeof x + x[1]; }
			long long value(void) { int y[] = {1, 2, 3}; return f(y + 1); }`, "11"},
		{`static void f(int *p, int n) { if (n) { int x = n; f(&x, n - 1); *p = *p * 10 + x; } }
			long long value(void) { int y = 0; f(&y, 3); return y; }`, "51"},
		{`long long value(void) { int x = 3; int f(int y) { return x++ + y; } return f(1) * 10 + f(1); }`, "45"},
		{`static int g(int (*h)(int), int x) { return h(x) * 10 + h(x); } static int s(int x) { return x; }
			long long value(void) { int x = 3, y = 7; int f(int z) { return x++ * 10 + y + z; }
			return g(f, 1) * 1000 + g(s, y) + x; }`, "428082"},
		{`static int g(int (*h)(void), int (*f)(void)) { return h() * 10 + f(); }
			static int f(int x, int (*h)(void)) { int s(void) { return x; } return h ? g(h, s) : f(x + 1, s); }
			long long value(void) { return f(3, 0); }`, "34"},
	}
	for i, x := range rows {
		if !strings.Contains(x.text, "value(void)") {
			rows[i].text = "long long value(void) { " + x.text + " }"
		}
	}
	compare(t, rows)
}
