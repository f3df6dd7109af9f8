package interpolate_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/smtscript"
	"github.com/muster-smt/muster/theory/interpolate"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
)

const declared = `
	(declare-sort S 0)
	(declare-fun a () Bool) (declare-fun b () Bool) (declare-fun c () Bool) (declare-fun d () Bool)
	(declare-fun x () Int) (declare-fun y () Int) (declare-fun z () Int) (declare-fun u () Int) (declare-fun v () Int)
	(declare-fun r () Real) (declare-fun s () Real) (declare-fun p () Real) (declare-fun q () Real)
	(declare-fun f (Int) Int) (declare-fun g (Int) Int) (declare-fun P (Int) Bool)
	(declare-fun i () S) (declare-fun j () S) (declare-fun k () S) (declare-fun l () S) (declare-fun h (S) S) (declare-fun e (S S) S)
	(declare-fun m () (Array Int Int)) (declare-fun n () (Array Int Int)) (declare-fun o () (Array Int Int))
	(declare-fun bx () (_ BitVec 8)) (declare-fun by () (_ BitVec 8)) (declare-fun bz () (_ BitVec 8)) (declare-fun bw () (_ BitVec 8))`

// read reads formulas: each part is the assertions of one.
func read(t *testing.T, parts ...string) (*term.Store, [][]term.Term) {
	t.Helper()
	text := declared
	for _, p := range parts {
		text += "(assert (and true true " + p + "))"
	}
	script, err := smtscript.Parse([]byte(text), "test")
	if err != nil {
		t.Fatal(err)
	}
	var out [][]term.Term
	for _, o := range script.Ops {
		out = append(out, o.Terms)
	}
	return script.Store, out
}

func lines(st *term.Store, clauses []term.Term) string {
	out := make([]string, len(clauses))
	for i, t := range clauses {
		out[i] = st.String(t)
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

func TestBinary(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		// One side alone.
		{"(and a (not a))", "b", "false"},
		{"a", "(and b (not b))", ""},
		// Booleans.
		{"(and a b)", "(and (not b) c)", "b"},
		{"(and (or a b) (not a))", "(and (or (not b) c) (not c))", "b"},
		{"(and a b c)", "(or (not a) (not b) (and (not c) d))", "a b c"},
		// Reals.
		{"(and (<= p r) (<= r q))", "(and (< q s) (< s p))", "(<= (+ p (* -1 q)) 0)"},
		{"(and (= r p) (< p 0.0))", "(and (= r q) (<= 0.0 q))", "(not (<= 0 r))"},
		{"(= r 1.0)", "(= r 2.0)", "(not (<= 2 r))"},
		// Integers.
		{"(and (<= u x) (<= x v))", "(and (< v z) (< z u))", "(<= (+ u (* -1 v)) 1)"},
		{"(= y (* 2 x))", "(= y (+ 1 (* 2 z)))", "(not (= (mod (+ y 1) 2) 0))"},
		{"(= x 5)", "(or (< x 4) (> x 7))", "(<= x 7) (not (<= x 3))"},
		// Functions.
		{"(and (= i j) (= j k))", "(not (= (h i) (h k)))", "(= i k)"},
		{"(and (= (h i) l) (= i j))", "(not (= (h j) l))", "(= l (h j))"},
		{"(and (= x u) (= u v))", "(not (= (g x) (g v)))", "(= x v)"},
		{"(and (P x) (= x u))", "(and (= u v) (not (P v)))", "(P u)"},
		{"(not (= (f x) (f y)))", "(and (= x z) (= z y))", "(not (= x y))"},
		// Arrays.
		{"(= m n)", "(not (= (select m x) (select n x)))", "(= m n)"},
		{"(= n (store m u 3))", "(and (= o n) (= u v) (< (select o v) 3))", "(not (<= (select n u) 2))"},
		// Bit-vectors.
		{"(= bx (bvadd by #x01))", "(and (= bz by) (= bx bz))", "(not (= bx by))"},
	} {
		st, parts := read(t, c.a, c.b)
		got, err := interpolate.New(st, interpolate.Options{}).Binary(context.Background(), parts[0], parts[1], nil)
		if err != nil || lines(st, got) != c.want {
			t.Errorf("%s against %s:\ngot  %s\nwant %s (%v)", c.a, c.b, lines(st, got), c.want, err)
		}
	}
}

func TestErrors(t *testing.T) {
	st, parts := read(t, "(<= x y)", "(<= y x)")
	if _, err := interpolate.New(st, interpolate.Options{}).Binary(context.Background(), parts[0], parts[1], nil); !errors.Is(err, interpolate.ErrSatisfiable) {
		t.Errorf("satisfiable: %v", err)
	}
	_ = reason.None
}
