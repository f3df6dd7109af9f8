package report_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/report"
)

// sliced is a program whose failure depends on all lines that are marked, but for the one that fails, and on no others.
const sliced = `#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct pair { int left, right; };
union word { int whole; unsigned char bytes[4]; };
static int noise;
static int add(int a, int b) {
	return a + b; //
}
static int unused(int a) {
	noise += a;
	return a * 2;
}
static void put(struct pair *p, int v) {
	noise++;
	p->left = v; //
	p->right = 1;
}
static int clamp(int v) {
	if (v > 9) //
		return 9;
	return v; //
}
int main(void) {
	int x = __VERIFIER_nondet_int(), z = 0; //
	struct pair *p = malloc(sizeof *p); //
	struct pair *q = malloc(sizeof *q);
	union word from, to;
	q->left = unused(3);
	put(p, add(add(x, 0), z)); //
	put(q, 1);
	from.whole = clamp(p->left); //
	to.whole = 5;
	memcpy(&to, &from, sizeof to); //
	noise = from.whole;
	free(q);
	free(p); //
	if (to.bytes[0] == 7) //
		return p->left; //
}
`

// TestSlice checks which steps a failure is said to depend on: through calls and what they return, and through memory.
func TestSlice(t *testing.T) {
	rep, err := driver.Verify(t.Context(), "sliced.c", []byte(sliced), driver.Options{
		Question: driver.Question{Bound: 3, Front: c.Front{Options: c.Options{Checks: c.Memory}}},
		Limits:   driver.Limits{Unbounded: -1},
		Engines:  driver.Engines{Engine: "corral"},
	})
	if err != nil {
		t.Fatal(err)
	}
	r := report.New(rep, "test")
	if r.Failure == nil {
		t.Fatal(r.Answer, r.Reason)
	}
	var relevant []int
	for i := range r.Steps {
		if s := &r.Steps[i]; s.Relevant && s.Kind != report.Begin && s.Kind != report.Return {
			relevant = append(relevant, s.Place.Line)
		}
	}
	for i, line := range strings.Split(sliced, "\n") {
		if marked, found := strings.HasSuffix(line, "//"), slices.Contains(relevant, i+1); marked != found {
			t.Errorf("line %d: %v, want %v: %s", i+1, found, marked, line)
		}
	}
}
