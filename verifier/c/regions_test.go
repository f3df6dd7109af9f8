package c

import (
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// TestRegions counts the regions that are accessed as bytes: what is accessed as one type must not be among them.
func TestRegions(t *testing.T) {
	for _, x := range []struct {
		body string
		want int
	}{
		{"void *p = &x; *(int *)p = 1;", 0},
		{"void *p = &x; *(char *)p = 1;", 1},
		{"void *p = &x; *(unsigned *)p = 1;", 0},
		{"void *p = &x, *q = &y; *(int *)p = 1; *(char *)q = 1; use(p); use(q);", 1},
		{"void *p = &x, *q = &l; *(int *)p = 1; *(long *)q = 1;", 0},
		{"struct a *p = malloc(sizeof *p); struct b *q = malloc(sizeof *q); p->i = 1; q->l = 1;", 0},
		{"struct a *p = get(1); struct b *q = get(2); p->i = 1; q->l = 1;", 0},
		{"struct a *p = keep(1); struct b *q = keep(2); p->i = 1; q->l = 1;", 1},
		{"struct a *p = (struct a *)&sb; p->i = 1;", 1},
		{"union { int i; unsigned u; } u; int *p = &u.i; *p = 1;", 0},
		{"union { int i; char c; } u; u.i = 1; return u.c;", 1},
		{"void **p = (void **)&ip; *p = &y; return *ip;", 0},
		{"void **p = (void **)&ip; *p = &l; return *ip;", 1},
		{"memcpy(&sa, &sb, 4); return sa.i;", 2},
		{"struct a z; memcpy(&sa, &z, sizeof z); memset(&z, 0, sizeof z); return sa.i;", 0},
		{"memcpy(&l, &ip, sizeof l); *(char *)l = 1; return x;", 3},
		{"int *p = same.a; p[x] = 1; return same.i;", 0},
		{"char *p = mixed.a; p[x] = 1; return mixed.i;", 1},
		{"char *p = mixed.a; int *q = &mixed.i; *p = 1; *q = 2; return mixed.a[x];", 0},
		{"struct same *p = rows; p[x].a[0] = 1; p++; return p->i;", 0},
		{"int *p = (int *)((void *)&l + x); *p = 1;", 1},
		{"unsigned long u = (unsigned long)ip; *(int *)(u + x) = 1;", 1},
		{"unsigned long u = (unsigned long)ip; *(int *)u = 1;", 0},
		{"unsigned long u = (unsigned long)ip; *(char *)u = 1;", 1},
		{"static long m = 5; *(char *)&l = 1; memcpy(&l, &m, 8); return m;", 2},
		{"static long m = 5; *(char *)&l = 1; memcpy(&m, &l, 8); return m;", 2},
		{"int *p = (int *)((void *)&y + x); *p = 1;", 1},
		{"struct open *p = &one; p->c[x] = 1; return p->n;", 0},
		{"struct open *p = opens; p->c[x] = 1; return p->n;", 1},
		{"struct open *p = &one; p++; p->c[x] = 1; return p->n;", 1},
	} {
		src := `typedef __SIZE_TYPE__ size_t;
void *malloc(size_t); void *memcpy(void *, const void *, size_t); void *memset(void *, int, size_t); void abort(void);
struct a { int i; char c; } sa; struct b { long l; } sb;
struct same { int a[2], i; } same, rows[3]; struct mixed { char a[4]; int i; } mixed;
struct open { int n; char c[1]; } one, opens[3];
static int x, y, *ip = &x; static long l;
static void use(void *p) { if (p == &x) x = 3; }
static void *get(int n) { void *p = malloc(8 * n); if (!p) abort(); return p; }
static void *last; static void *keep(int n) { return last = malloc(n); }
int main(void) { ` + x.body + ` return 0; }`
		r, err := Load(prog.Files{{Name: "a.c", Text: []byte(src)}}, term.NewStore(), Options{})
		if err != nil {
			t.Fatal(x.body, err)
		}
		got := 0
		for _, g := range r.Program.Globals {
			if strings.HasPrefix(r.Program.Var(g).Name, "memory.bytes") {
				got++
			}
		}
		if got != x.want {
			t.Errorf("%s: %d regions of bytes, want %d", x.body, got, x.want)
		}
	}
}
