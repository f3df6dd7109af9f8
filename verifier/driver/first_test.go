package driver

import (
	"context"
	"strings"
	"testing"

	"github.com/muster-smt/muster/verifier/boogie"
)

// The assertion that fails is the first one that does with the values of the trace, also where the passes need not decide it; it is marked.
func TestFirstFailure(t *testing.T) {
	const mark = "/*fails*/"
	for _, src := range []string{
		`function g(int): int; axiom (forall x: int :: g(x) > x); procedure main(n: int) { /*fails*/assert g(n) < n; assert false; }`,
		`function g(int): int; axiom (forall x: int :: g(x) > x); procedure main(n: int) { assert g(n) > n; /*fails*/assert false; }`,
		`function g(int): bool; axiom (forall x: int :: {g(x)} g(x) <==> x > 4); procedure main(n: int) { assume n > 7; /*fails*/assert !g(n); assert n < 0; }`,
		`const k: int; const l: int; axiom k > l && l > 3; procedure main() { /*fails*/assert k < 4; assert false; }`,
		`procedure main(n: int) { var A: [int]int; A := (lambda p: int :: p + n); call check(A, 3 - n); assert n > n; }
			procedure check(A: [int]int, i: int) { /*fails*/assert A[i] != 3; }`,
		`procedure main(n: int) { var A: [int]int; A := (lambda p: int :: p + n); assert A[3 - n] == 3; /*fails*/assert n > n; }`,
	} {
		rep, err := verify(context.Background(), "p.bpl", []byte(src), Options{})
		if err != nil {
			t.Errorf("%v in %s", err, src)
			continue
		}
		before, _, _ := strings.Cut(src, mark)
		line := strings.Count(before, "\n")
		col := len(before) - strings.LastIndex(before, "\n") - 1 + len(mark)
		if tr := rep.Result.Trace(); !strings.HasPrefix(rep.String(), "unsafe") || int(tr.Failed.Line) != line+1 || int(tr.Failed.Col) != col+1 {
			t.Errorf("%s: %v fails in %s", rep, tr, src)
		}
	}
}

// TestAllFailures: all assertions that fail are found, also where another one than the answer's is the first.
func TestAllFailures(t *testing.T) {
	const g = "function g(int): int; axiom (forall x: int :: g(x) > x); procedure main(n: int) "
	for body, want := range map[string]string{
		"{ assert g(n) > 10; assert false; }":         "unsafe unsafe safe",
		"{ assert g(n) < n; assert false; }":          "unsafe safe", // none gets past the first
		"{ assert g(n) > n; assert false; }":          "unsafe safe",
		"{ assert g(n) > 9; assert g(n) > 10; }":      "unsafe unsafe safe",
		"{ assert g(n) > 9; assert n > n || n < 3; }": "unsafe unsafe safe",
	} {
		opt := Options{Question: Question{Front: boogie.Front{}}}
		found, last, err := All(context.Background(), "p.bpl", []byte(g+body), opt)
		if err != nil {
			t.Errorf("%v in %s", err, body)
			continue
		}
		var got []string
		for _, r := range append(found, last) {
			got = append(got, strings.Fields(r.String())[0])
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s, not %s in %s", s, want, body)
		}
	}
}
