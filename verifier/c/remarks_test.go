package c

import (
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// TestUncovered: what an answer does not cover is what the program has and the question leaves out.
func TestUncovered(t *testing.T) {
	const before = `#include <stdlib.h>
int *p; void f(int *q); void g(int *q); void h(int *q); int n(int i); void defined(int *q) { *q = 1; }`
	for _, x := range []struct {
		checks Checks
		fails  bool // allocations may
		body   string
		want   string // separated by semicolons
	}{
		{Bounds | Null | Memory, false, "return 0;", ""},
		{Bounds | Null | Memory, false, "p = malloc(4);", "allocations do not fail; leaks are not checked"},
		{Memory, true, "p = malloc(4);", "leaks are not checked"},
		{Memory, true, "p = realloc(p, 4);", "leaks are not checked"},
		{Null, false, "p = calloc(1, 4);", "allocations do not fail"},
		{Bounds, true, "p = malloc(4);", ""},
		{Division, false, "p = malloc(4);", ""},
		{Bounds, false, "p = __builtin_alloca(4);", ""},
		{Memory, false, "free(p);", ""},
		{Bounds, false, "f(p);", "calls of f are not checked"},
		{Bounds, false, "g(p); f(p); g(p);", "calls of g and f are not checked"},
		{Uninit, false, "h(p); g(p); f(p);", "calls of h, g and f are not checked"},
		{Const, false, "h(p);", "calls of h are not checked"},
		{Overflows, false, "f(p);", ""},
		{Bounds, false, "n(1); defined(p);", ""},
		{Memory, false, "f(malloc(4));", "calls of f are not checked; allocations do not fail; leaks are not checked"},
	} {
		r := lowered(t, before, x.body, Options{Checks: x.checks, MallocMayFail: x.fails})
		if got := strings.Join(r.Uncovered(), "; "); got != x.want {
			t.Errorf("%s, --check=%s: %s, want %s", x.body, x.checks, got, x.want)
		}
	}
}

// TestWarnings: warnings name the places in the program's files, of all of them.
func TestWarnings(t *testing.T) {
	for _, x := range []struct{ a, b, want string }{
		{"int x;", "", ""},
		{"#include <stdio.h>\nint x = 'ab';", "", "a.c:2:9: warning: multi-character character constant"},
		{"int a[1] = {1, 2};\n#warning old", "#warning new\nstatic int x = {1, 2};", "a.c:2:2: warning: #warning old\n" +
			"a.c:1:16: warning: excess elements in initializer\nb.c:1:2: warning: #warning new\n" +
			"b.c:2:20: warning: excess elements in scalar initializer"},
	} {
		r, err := Load(prog.Files{{Name: "a.c", Text: []byte(x.a + "\nint main(void) { return 0; }")},
			{Name: "b.c", Text: []byte(x.b)}}, term.NewStore(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(r.Warnings, "\n"); got != x.want {
			t.Errorf("%s\n%s\n%s\nwant\n%s", x.a, x.b, got, x.want)
		}
	}
}
