package gen

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// Faulty returns a C program without input that calls the library and accesses memory. Half of them have a statement that is likely to be
// a fault, and it may make another one. Each line of main is a statement that declares what it needs beside the buffers.
func Faulty(r *rand.Rand) string {
	return faultyOf(&faulty{r: r, lines: []string{"int a[6] = { 31, -4, 15, -92, 6, 5 }, w = 7; long v = 0;"}})
}

// FaultyInput returns such a program that has numbers from a function without a body.
func FaultyInput(r *rand.Rand) string {
	return "int input(void);\n" + faultyOf(&faulty{r: r, input: true, lines: []string{"int a[6] = { 31, input(), 15, -92, 6, 5 }, w = input(); long v = input();"}})
}

func faultyOf(g *faulty) string {
	r := g.r
	for range 2 + r.IntN(3) {
		g.declare()
	}
	count := 4 + r.IntN(6)
	planted := r.IntN(2 * count) // no statement in half of the programs
	for i := range count {
		g.statement(i == planted)
	}
	return cFaultsHead + "int main(void) {\n  " + strings.Join(g.lines, "\n  ") + "\n  return v == 42;\n}\n"
}

const cFaultsHead = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int cmp(const void *p, const void *q) { int x = *(const int *)p, y = *(const int *)q; return (x > y) - (x < y); }
`

// cFaultStatements are statements with holes: @x and @y are buffers, @X is the size of @x, @m the lesser one of both, @s a literal, @c a character, @n a
// number, @b a base, @d a number below 1000, and @k one below 4. @o is 0, but above it in the statement that is to be a fault.
var cFaultStatements = []string{
	`if (strlen(@s) < @X + @o) strcpy(@x, @s);`,
	`if (strlen(@x) + strlen(@s) < @X + @o) strcat(@x, @s);`,
	`if (strlen(@x) + @k < @X + @o) strncat(@x, @y, @k);`,
	`strncpy(@x, @s, @X + @o);`,
	`memcpy(@x, @y, @m + @o);`,
	`memmove(@x + @k, @x, @X - @k + @o);`,
	`memset(@x, @c, @X + @o); @x[@X - 1] = 0;`,
	`snprintf(@x, @X + @o, "%d%s", @n, @s);`,
	`{ int n = @X - 1 + @o; sprintf(@x, "%0*d", n, @k); }`,
	`if (@X > 4 - @o) sprintf(@x, "%s%d", "a" + !@o, @d);`,
	`for (int i = 0; i < @m + @o; i++) @x[i] = @y[i];`,
	`@x[@k] = @c;`,
	`v += @x[@X - 1 + @o];`,
	`v += strlen(@x);`,
	`v += strcmp(@x, @y) < 0;`,
	`v += memcmp(@x, @y, @m + @o) != 0;`,
	`{ char *p = strchr(@x, @c); v += p ? p - @x : @k; }`,
	`{ char *p = strchr(@x, @c); if (p || @o) v += *p; }`,
	`{ char *p = strdup(@x); p[strlen(@x) + @o] = 0; free(p); }`,
	`v += strtol(@s, 0, @b);`,
	`{ char *end; v += strtol(@x, &end, @b) % 1000; v += end - @x; }`,
	`v += a[(unsigned)atoi(@x) % (6 + @o)];`,
	`qsort(a, 6 + @o, sizeof *a, cmp);`,
	`v += a[@k + 2 + @o];`,
	`{ int *p = calloc(@X, sizeof *p); p[@X - 1 + @o] = w; v += p[0]; free(p); }`,
	`{ char *p = malloc(@X); memset(p, @c, @X); p = realloc(p, @X - 2); v += p[@X - 3 + @o]; free(p); }`,
	`{ char *p = malloc(@X); memset(p, @c, @X); p = realloc(p, @X + 8); memset(p + @X, 0, 8 + @o); v += strlen(p); free(p); }`,
	`{ char *p = malloc(@X), *q = realloc(p, 40); q[@d % (40 + 9 * @o)] = 1; if (@o > 1) p[0] = 1; free(q); }`,
	`{ char *p = malloc(@X); free(p); if (@o) v += *p; }`,
	`{ char *p = malloc(@X); free(p); if (@o) free(p); }`,
	`{ char *p = malloc(@X); free(p + @o); }`,
	`{ char *p; { char q[4] = "abc"; p = q; v += *p; } if (@o) v += *p; }`,
	`w = w % 1000 * @k + @d;`,
	`{ int i = 2147483647 - @d; i += @d + @o; w = i / 3; }`,
	`{ int i = -2147483647 - !!@o; v += -i; }`,
	`{ int i = 46340 + @o; w = i * i; }`,
	`{ int i = 31 + @o; v += 1u << i; }`,
	`v += (w & 3) << (29 + @o);`,
	`v += @n / (w % 4 + 4 - @o);`,
	`v += @n % (@k - 4 + !!@o * (4 - @k));`,
	`{ int i = -1 - !@o; v += (-2147483647 - 1) / i; }`,
}

// faulty is such a program while it is made.
type faulty struct {
	r          *rand.Rand
	input      bool
	lines      []string
	live, dead []buffer // dead are those that are freed
}

type buffer struct {
	name string
	size int
	heap bool
}

// declare adds a buffer, which is all zero.
func (g *faulty) declare() {
	x := buffer{fmt.Sprintf("b%d", len(g.live)), pick(g.r, []int{4, 8, 12, 16, 24}), false}
	format := pick(g.r, []string{"char *%s = calloc(%d, 1);", "char %s[%d] = \"\";", "static char %s[%d];"})
	x.heap = strings.Contains(format, "calloc")
	g.lines = append(g.lines, fmt.Sprintf(format, x.name, x.size))
	g.live = append(g.live, x)
}

// statement adds a statement: one that is to be a fault, or not.
func (g *faulty) statement(planted bool) {
	i := g.r.IntN(len(g.live))
	x, y, over, needs := g.live[i], g.live[(i+1)%len(g.live)], 0, ""
	switch {
	case planted && len(g.dead) > 0:
		x, needs = pick(g.r, g.dead), "@x"
	case planted:
		over, needs = 1+g.r.IntN(3), "@o"
	case x.heap && len(g.live) > 2 && g.r.IntN(3) == 0:
		g.live, g.dead = slices.Delete(g.live, i, i+1), append(g.dead, x)
		g.lines = append(g.lines, "free("+x.name+");")
		return
	}
	format := pick(g.r, cFaultStatements)
	for !strings.Contains(format, needs) {
		format = pick(g.r, cFaultStatements)
	}
	var literal strings.Builder
	for range g.r.IntN(10) {
		literal.WriteByte("ab1 9-,x"[g.r.IntN(8)])
	}
	n, d, k := strconv.Itoa(g.r.IntN(11000)-1000), strconv.Itoa(g.r.IntN(1000)), strconv.Itoa(g.r.IntN(4))
	reads := ""
	if g.input && g.r.IntN(2) == 0 { // first, since the order is open in which one statement reads several
		at := len(g.lines)
		n, d, k = fmt.Sprint("n", at), fmt.Sprint("d", at), fmt.Sprint("k", at)
		reads = fmt.Sprintf("int %s = input() %% 10000, %s = input() & 511, %s = input() & 3; ", n, d, k)
	}
	g.lines = append(g.lines, reads+strings.NewReplacer("@x", x.name, "@X", strconv.Itoa(x.size), "@y", y.name,
		"@m", strconv.Itoa(min(x.size, y.size)), "@s", strconv.Quote(literal.String()), "@c", pick(g.r, []string{"0", "'a'", "'9'"}),
		"@n", n, "@b", pick(g.r, []string{"0", "10", "16"}), "@d", d, "@k", k, "@o", strconv.Itoa(over)).Replace(format))
}
