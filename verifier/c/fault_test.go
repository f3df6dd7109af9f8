package c_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/report"
)

// TestFaults executes bodies of main that have a fault, or none. What is expected is the column of the operation, the kind
// and the message. Where there is no fault, main ends.
func TestFaults(t *testing.T) {
	const before = `#include <stdlib.h>
#include <string.h>
struct s { int a, b[2]; struct s *next; }; enum e { E }; int g, *h; const int k[2] = {1, 2}; extern int reach_error(void);
static int f(int x) { if (x) return x; } static void *get(void) { return malloc(4); }
static int *local(void) { int x = 3, *p = &x; return p; } static int *stack(void) { return __builtin_alloca(4); }
static int (*nested(void))(int) { int x = 3; int h(int k) { return x + k; } return h; }
int main(void) {
`
	for _, x := range []struct{ body, want string }{
		{`int x = 2147483647; x = x + 1;`, "25 overflow: 2147483647 + 1 overflows int"},
		{`int x = 2147483647; x++;`, "21 overflow: 2147483647 + 1 overflows int"},
		{`int x = -2147483647; x -= 2;`, "22 overflow: -2147483647 - 2 overflows int"},
		{`int x = -2147483647 - 1; x = -x;`, "30 overflow: -(-2147483648) overflows int"},
		{`int x = 65536; g = x * x;`, "20 overflow: 65536 * 65536 overflows int"},
		{`unsigned x = 65536; x = x * x;`, "safe"},
		{`unsigned char x = 255; x++; x = x + 1;`, "safe"},
		{`short x = 32767; x++;`, "safe"},
		{`long x = 9223372036854775807; x += 1;`, "31 overflow: 9223372036854775807 + 1 overflows long"},
		{`int x = -2147483647 - 1, y = -1; g = x / y;`, "38 overflow: -2147483648 / -1 overflows int"},
		{`int x = -2147483647 - 1, y = -1; g = x % y;`, "38 overflow: -2147483648 % -1 overflows int"},
		{`int x = 7, y = 0; g = x / y;`, "23 division: division by zero"},
		{`int x = 7, y = 0; x %= y;`, "19 division: division by zero"},
		{`unsigned x = 7, y = 0; x = x / y;`, "28 division: division by zero"},
		{`unsigned char x = 255; int y = 25; g = x << y;`, "40 overflow: 255 << 25 overflows int"},
		{`unsigned char x = 255; int y = 23; g = x << y;`, "safe"},
		{`int x = 7; g = x / (x - 6);`, "safe"},
		{`int x = 1, y = 32; g = x << y;`, "24 division: int is shifted by 32, and has 32 bits"},
		{`int x = 1, y = -1; g = x >> y;`, "24 division: int is shifted by -1, and has 32 bits"},
		{`int x = 1; long y = 1; g = y << 40 > x;`, "safe"},
		{`int x = 1; g = x << 31;`, "16 overflow: 1 << 31 overflows int"},
		{`int x = -1; g = x << 1;`, "17 overflow: -1 << 1 shifts a negative int"},
		{`int x = -1; g = x >> 1;`, "safe"},
		{`int x = 3; g = x << 30;`, "16 overflow: 3 << 30 overflows int"},
		{`unsigned x = 3; x = x << 31;`, "safe"},
		{`int a[3] = {0}, i = 3; a[i] = 1;`, "24 bounds: index 3 is out of the bounds of a (3 elements)"},
		{`int a[3] = {0}, i = -1; g = a[i];`, "29 bounds: index -1 is out of the bounds of a (3 elements)"},
		{`int a[3] = {0}; int i = 2; g = a[i];`, "safe"},
		{`int a[2][3] = {0}, i = 3; g = a[0][i];`, "31 bounds: index 3 is out of the bounds of a[0] (3 elements)"},
		{`int a[2][3] = {0}, i = 2; g = a[i][0];`, "31 bounds: index 2 is out of the bounds of a (2 elements)"},
		{`struct s x = {0}; int i = 2; x.b[i] = 1;`, "30 bounds: index 2 is out of the bounds of x.b (2 elements)"},
		{`int a[3] = {0}, *p = a; g = p[3];`,
			"29 bounds: p[3] accesses 4 bytes at offset 12 of a, which has 12 bytes"},
		{`int a[3] = {0}, *p = a + 1; g = *(p + 2);`,
			"33 bounds: p + 2 accesses 4 bytes at offset 12 of a, which has 12 bytes"},
		{`int a[3] = {0}, *p = a; p++; p--; g = *p;`, "safe"},
		{`int a[3] = {0}, *p = a + 3; g = p - a;`, "safe"},
		{`int a[3] = {0}, *p = a + 4; g = p - a;`, "22 pointer: a + 4 leaves its object: offset 16 of 12 bytes"},
		{`int a[3] = {0}, *p = a; p = p - 1;`, "29 pointer: p - 1 leaves its object: offset -4 of 12 bytes"},
		{`char *p = malloc(3); if (p) { p[3] = 0; }`,
			"31 bounds: p[3] accesses 1 byte at offset 3 of heap1, which has 3 bytes"},
		{`int *p = malloc(3); *p = 0;`, "21 bounds: p accesses 4 bytes at offset 0 of heap1, which has 3 bytes"},
		{`int *p = malloc(4 * 2); p[1] = 5; g = p[1]; free(p);`, "safe"},
		{`int *p = malloc(4); free(p); *p = 0;`, "30 memory: p is used after free"},
		{`int *p = malloc(4); free(p); free(p);`, "30 memory: p is freed, and has been freed before"},
		{`int *p = malloc(8); free(p + 1);`, "21 memory: p + 1 is freed, and is not what malloc has returned"},
		{`int x = 0; free(&x);`, "12 memory: &x is freed, and is not what malloc has returned"},
		{`free(0); free(h);`, "safe"},
		{`int *p = malloc(4); p = realloc(p, 8); p[1] = 3; free(p);`, "safe"},
		{`int *p = malloc(4), *q = p; p = realloc(p, 8); *q = 3;`, "48 memory: q is used after free"},
		{`int *p = get(); free(p); g = *p;`, "30 memory: p is used after free"},
		{`int *p; { int x = 3; p = &x; } g = *p;`,
			"36 memory: p points to x, whose block has ended, and is dereferenced"},
		{`int *p = 0; for (int i = 0; i < 2; i++) { if (p) g = *p; int x = 1; p = &x; }`,
			"54 memory: p points to x, whose block has ended, and is dereferenced"},
		{`int *p = (int *)16; *p = 3;`, "21 memory: p points to no object, and is dereferenced"},
		{`int *p = 0; *p = 3;`, "14 null: p is a null pointer, and is dereferenced"},
		{`struct s *p = 0; p->a = 3;`, "18 null: p is a null pointer, and is dereferenced"},
		{`struct s x = {0}; x.next->a = 3;`, "19 null: x.next is a null pointer, and is dereferenced"},
		{`g = *h;`, "6 null: h is a null pointer, and is dereferenced"},
		{`int (*p)(int) = 0; p(3);`, "20 null: p is a null pointer, and is called"},
		{`int (*p)(int) = (int (*)(int))&g; p(3);`, "35 memory: p points to no function, and is called"},
		{`int (*p)(int) = f; g = p(3);`, "safe"},
		{`g = f(0);`, "5 unreachable: f has ended without a value, which is used"},
		{`f(0);`, "safe"},
		{`char *p = "abc"; p[1] = 'x';`, `18 const: p points to "abc", which is const, and is written`},
		{`char *p = "abc"; g = p[4];`, `22 bounds: p[4] accesses 1 byte at offset 4 of "abc", which has 4 bytes`},
		{`char p[] = "abc"; p[1] = 'x';`, "safe"},
		{`int *p = (int *)k; *p = 3;`, "20 const: p points to k, which is const, and is written"},
		{`const int x = 3; int *p = (int *)&x; *p = 4;`, "safe"},
		{`if (g == 0) __builtin_unreachable();`, "13 unreachable: what is said not to be reached is reached"},
		{`if (g == 1) __builtin_unreachable();`, "safe"},
		{`int x; g = x;`, "12 uninit: x is read before it has a value"},
		{`int x; if (x) g = 1;`, "12 uninit: x is read before it has a value"},
		{`int x, y = 3; g = y;`, "safe"},
		{`int x; x = 4; g = x;`, "safe"},
		{`int a[2]; a[0] = 1; g = a[0]; g = a[1];`, "35 uninit: a[1] is read before it has a value"},
		{`struct s x; x.a = 1; struct s y = x; g = y.a;`, "safe"},
		{`struct s x; x.a = 1; struct s y = x; g = y.b[1];`, "42 uninit: y.b[1] is read before it has a value"},
		{`int *p = malloc(4); g = *p;`, "25 uninit: *p is read before it has a value"},
		{`int *p = calloc(1, 4); g = *p;`, "safe"},
		{`char a[4], b[4]; a[0] = 'x'; memcpy(b, a, 4); g = b[0];`, "safe"},
		{`char a[4], b[4]; a[0] = 'x'; memcpy(b, a, 4); g = b[1];`,
			"51 uninit: b[1] is read before it has a value"},
		{`int x; switch (g) { case 1: x = 1; break; case 2: x = 3; } g = x;`,
			"64 uninit: x is read before it has a value"},
		{`char a[4] = "abc"; memcpy(a, a + 1, 2);`, "20 memory: memcpy copies between a and a + 1, which overlap"},
		{`char a[4] = "abc"; memmove(a, a + 1, 2);`, "safe"},
		{`char a[4] = {0}; memset(a, 1, 5);`, "25 bounds: a accesses 5 bytes at offset 0 of a, which has 4 bytes"},
		{`char a[3]; strcpy(a, "abc");`,
			"12 bounds: in strcpy: d accesses 1 byte at offset 3 of a, which has 3 bytes"},
		{`char a[4]; strcpy(a, "abc");`, "safe"},
		{`char a[3] = {'a', 'b', 'c'}; g = strlen(a);`,
			"34 bounds: in strlen: s[n] accesses 1 byte at offset 3 of a, which has 3 bytes"},
		{`char a[4] = "abc"; g = strlen(a);`, "safe"},
		{`int n = 3; int a[n]; a[n] = 1;`, "22 bounds: index 3 is out of the bounds of a (3 elements)"},
		{`int n = 0; int a[n];`, "16 bounds: the length of a is 0"},
		{`char *p = __builtin_alloca(2); p[2] = 1;`,
			"32 bounds: p[2] accesses 1 byte at offset 2 of heap1, which has 2 bytes"},
		{`int a[3] = {0}; int *p = &a[3];`, "safe"},
		{`int a[3] = {0}; int *p = &a[4];`, "27 bounds: index 4 is out of the bounds of a (3 elements)"},
		{`int x = 0, y = 0; g = &x < &y;`, "safe"},
		{`int x = 2147483647; if (g) x++;`, "safe"},
		{`int x = 5; x = (x = 2147483647, x + 1);`, "33 overflow: 2147483647 + 1 overflows int"},
		{`int x = 2147483647; long y = x + 1L; g = y > x;`, "safe"},
		{`int x = 2147483647; g = (x + 1 > x) || x;`, "26 overflow: 2147483647 + 1 overflows int"},
		{`int x = 2147483647; g = x || (x + 1 > x);`, "safe"},
		{`int x = abs(-2147483647 - 1);`, "9 overflow: -(-2147483648) overflows int"},
		{`struct { int b : 3; } x = {3}; x.b++;`, "safe"},
		{`enum e x = 2147483647; x = x + 1;`, "safe"},
		{`char x = (char)300;`, "safe"},
		{`int x = (int)3000000000u;`, "safe"},
		{`abort();`, "safe, and main does not end"},
		{`int *p = malloc(4), *q = malloc(4); g = p < q;`, "safe"},
		{`int x; scanf("%d", &x);`, "safe"},
		{`if (!g) reach_error();`, "9 assertion: reach_error is called"},
		{`extern void __VERIFIER_assert(int); __VERIFIER_assert(g == 1);`,
			"37 assertion: this assertion fails: g == 1"},
		{`struct s x = {0}, *p = &x; p++; p->a = 1;`,
			"33 bounds: p accesses 4 bytes at offset 24 of x, which has 24 bytes"},
		{`struct s x = {0}, *p = &x; g = p->b[2];`, "32 bounds: index 2 is out of the bounds of p->b (2 elements)"},
		{`struct s x = {0}; int *p = x.b; g = p[2];`, "safe"},
		{`int a[4] = {0}, b[4] = {1}, *p = a, *q = b; g = q[0]; g = p[4];`,
			"59 bounds: p[4] accesses 4 bytes at offset 16 of a, which has 16 bytes"},
		{`free((void *)f);`, "1 memory: f is freed, and is not what malloc has returned"},
		{`for (int i = 0; i < 2; i++) { int x = 1, *p = &x; *p = i; }`, "safe"},
		{`int *p = local(); g = *p;`,
			"23 memory: p points to x, whose function has returned, and is dereferenced"},
		{`int *p = stack(); g = *p;`, "23 memory: p points to what does not live any more, and is dereferenced"},
		{`int x; if (g) x = 1; g = x;`, "26 uninit: x is read before it has a value"},
		{`int x; if (g) ; else x = 1; g = x;`, "safe"},
		{`int x; if (!g) ; else x = 1; g = x;`, "34 uninit: x is read before it has a value"},
		{`int x; for (int i = 0; i < 2; i++) { if (i) g = x; x = i; }`, "safe"},
		{`char a[4] = "abc"; memcpy(a, a, 4);`, "safe"},
		{`struct s x = {0}, *p = &x; memset(x.b, 0, 20);`, "safe"},
		{`struct s x = {0}, *p = &x; memset(x.b, 0, 21);`,
			"35 bounds: x.b accesses 21 bytes at offset 0 of x.b, which has 20 bytes"},
		{`int x = 3; int h(int k) { return x + k; } int (*p)(int) = h; g = p(2);`, "safe"},
		{`int (*p)(int); { int x = 3; int h(int k) { return x + k; } p = h; } g = p(2);`,
			"51 memory: &x points to x, whose block has ended, and is dereferenced"},
		{`int (*p)(int) = nested(); g = p(2);`,
			"31 memory: p points to h, whose function has returned, and is called"},
		{`union { int i; char c[8]; } u; u.i = 1; g = u.c[1]; g = u.c[5];`,
			"57 uninit: u.c[5] is read before it has a value"},
	} {
		checks, err := c.ParseChecks("all,pointer,uninit")
		if err != nil {
			t.Fatal(err)
		}
		opt := driver.Options{
			Question: driver.Question{Front: c.Front{Options: c.Options{Checks: checks}}, Bound: 4},
			Limits:   driver.Limits{Unbounded: -1},
		}
		rep, err := driver.Verify(t.Context(), "a.c", []byte(before+x.body+"\n}\n"), opt)
		if err != nil {
			t.Fatal(err)
		}
		got := rep.Result.String()
		if rep.Result.Verdict() == verifier.Safe {
			end, err := driver.Verify(t.Context(), "a.c", []byte(before+x.body+"\nreach_error(); }\n"), opt)
			if err != nil {
				t.Fatal(err)
			}
			if end.Result.Verdict() != verifier.Unsafe {
				got += ", and main does not end"
			}
		}
		if rep.Result.Verdict() == verifier.Unsafe {
			f := report.New(rep, "").Failure
			got = fmt.Sprintf("%d %s: %s", f.Place.Column, f.Kind, f.Message)
			if line := strings.Count(before, "\n") + 1; f.Place.Line != line {
				got = fmt.Sprint("line ", f.Place.Line, ": ", got)
			}
		}
		if got != x.want {
			t.Errorf("%s\ngot %s\nwant %s", x.body, got, x.want)
		}
	}
}
