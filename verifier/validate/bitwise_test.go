package validate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
)

// Axioms about functions on bits have a model in which they are these operations, if what is said of values allows it; and only if the axioms
// hold of bits. Nothing else finds one of them: a table with a default is none.
func TestBitwise(t *testing.T) {
	const prelude = `(declare-fun and2 (Int Int) Int) (declare-fun or2 (Int Int) Int) (declare-fun no (Int) Int) (declare-fun single (Int) Bool)
		(declare-const x Int) (declare-const y Int)
		(assert (forall ((f Int)) (= (or2 f 0) f)))
		(assert (forall ((f Int)) (= (and2 f f) f)))
		(assert (forall ((f Int)) (= (and2 0 f) 0)))
		(assert (forall ((f Int)) (=> (or (= f 0) (= f 1) (= f 4) (= f 128) (= f (- 128))) (single f))))
		(assert (forall ((a Int) (b Int) (c Int)) (= (or2 a (or2 b c)) (or2 (or2 a b) c))))
		(assert (forall ((a Int) (b Int)) (= (and2 a (or2 a b)) a)))
		(assert (forall ((a Int) (f Int)) (=> (and (single a) (single f) (not (= a f))) (= (and2 a f) 0))))
		(assert (forall ((a Int) (b Int) (f Int)) (=> (single f) (or (= (and2 (and2 a b) f) 0) (= (and2 (and2 a b) f) (and2 a f))))))
		(assert (forall ((a Int) (f Int) (g Int)) (=> (and (not (= f g)) (single f) (single g)) (= (and2 (and2 a (no f)) g) (and2 a g)))))`
	for _, c := range []struct {
		name, facts string
		want        sat.Status
	}{
		{"no values", "", sat.Sat},
		{"values that are not their own bits", `(assert (= y (or2 x 4))) (assert (> (and2 y 128) 0)) (assert (= x 77))`, sat.Sat},
		{"an operation in an order of its own", `(assert (= (or2 1 4) 5)) (assert (= (or2 4 128) 6)) (assert (= (and2 5 6) 4)) (assert (not (single 6)))`, sat.Sat},
		{"4 is a single bit", `(assert (= (and2 x 4) 3))`, sat.Unknown},
		{"all codes differ", `(assert (= (or2 1 4) 9)) (assert (= (or2 1 (or2 4 x)) 9)) (assert (not (single x))) (assert (not (= x 9)))`, sat.Unknown},
		{"as many values as on the path of a driver", manyValues(70), sat.Sat},
		{"an axiom that is false of bits", `(assert (forall ((a Int)) (= (and2 a 1) 1)))`, sat.Unsat},
		{"a sum", `(assert (forall ((a Int) (b Int)) (= (+ (or2 a b) (and2 a b)) (+ a b))))`, sat.Unknown},
	} {
		st := term.NewStore()
		r := smtlib.NewReader("test", strings.NewReader(prelude+c.facts), st)
		var facts []term.Term
		for cmd, err := r.Next(); err == nil; cmd, err = r.Next() {
			if cmd.Kind == smtlib.Assert {
				facts = append(facts, cmd.Terms...)
			}
		}
		if got := Path(t.Context(), st, facts); got.Status != c.want {
			t.Errorf("%s: %v, want %v", c.name, got.Status, c.want)
		}
	}
}

// manyValues says of n more values that each is that before with a bit more or less, and not the same.
func manyValues(n int) string {
	var b strings.Builder
	b.WriteString("(define-fun v0 () Int x)")
	for i := range n {
		fmt.Fprintf(&b, "(declare-const v%d Int) (assert (= v%[1]d (%s v%d 4)))", i+1, []string{"or2", "and2"}[i%2], i)
	}
	fmt.Fprintf(&b, "(assert (not (= v%d x)))", n)
	return b.String()
}
