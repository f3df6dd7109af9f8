package smtlib

import (
	"io"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/term"
)

// TestDeclaredAgain declares names in scopes: a name of the same rank as before is the same
// symbol, so that the store does not grow.
func TestDeclaredAgain(t *testing.T) {
	st := term.NewStore()
	text := strings.Repeat(`(push 1)
		(declare-sort U 0) (declare-fun x () Int) (declare-fun f (U Int) U) (declare-const a U)
		(define-fun y () Int x) (define-fun z ((k Int)) Int (+ k x)) (assert (= (f a (z y)) a))
		(pop 1)
		(push 1) (declare-fun x () Bool) (declare-fun y () Int) (declare-fun f (Int) Int) (assert (= (f y) (ite x 0 1))) (pop 1)
	`, 50)
	r := NewReader("scopes", strings.NewReader(text), st)
	var seen []term.Term
	for {
		c, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if c.Kind == Assert {
			seen = append(seen, c.Terms[0])
		}
	}
	if len(seen) != 100 {
		t.Fatalf("%d assertions", len(seen))
	}
	for i, a := range seen {
		if a != seen[i%2] {
			t.Fatalf("assertion %d is another term than number %d", i, i%2)
		}
	}
}
