package preprocess

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
)

const declarations = `
(declare-sort U 0)
(declare-const x Int) (declare-const y Int) (declare-const z Int)
(declare-const a Bool) (declare-const b Bool) (declare-const c Bool)
(declare-const u U) (declare-const v U) (declare-const w U)
(declare-fun f (Int) Int) (declare-fun g (U) U) (declare-fun p (U) Bool)
(declare-const m (Array Int Int))
`

// run feeds a script to a pipeline, one batch per check-sat, and returns what is
// left, a line for each batch, followed by the images of the assumptions.
func run(t *testing.T, text string) []string {
	t.Helper()
	st := term.NewStore()
	rw := rewrite.New(st)
	p := New(rw)
	rd := smtlib.NewReader("test", strings.NewReader(declarations+text), st)
	var lines []string
	scopes := [][]term.Term{nil}
	var batch []term.Term
	for {
		c, err := rd.Next()
		if err == io.EOF {
			return lines
		}
		if err != nil {
			t.Fatal(err)
		}
		top := len(scopes) - 1
		switch c.Kind {
		case smtlib.Assert:
			f := rw.Simplify(c.Terms[0])
			batch = append(batch, f)
			scopes[top] = append(scopes[top], f)
		case smtlib.Push:
			p.Push()
			scopes = append(scopes, nil)
		case smtlib.Pop:
			p.Pop()
			scopes = scopes[:top]
		case smtlib.CheckSat, smtlib.CheckSatAssuming:
			left := p.Assert(batch, c.Terms, nil)
			var words []string
			for _, f := range left {
				words = append(words, st.String(f))
			}
			for _, f := range c.Terms {
				words = append(words, "assume "+st.String(p.Apply(f)))
			}
			lines = append(lines, strings.Join(words, "; "))
			batch = nil
			checkBack(t, p, left, slices.Concat(scopes...))
		}
	}
}

// checkBack completes a model of what is left: it must satisfy all assertions.
func checkBack(t *testing.T, p *Pipeline, left, all []term.Term) {
	t.Helper()
	m := model.New(p.st, model.Options{})
	for _, f := range left {
		if ok, err := m.EvalBool(f); err != nil || !ok {
			return // not a model
		}
	}
	if err := p.Back(m); err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		if ok, err := m.EvalBool(f); err == nil && !ok {
			t.Errorf("%s is false in the model that came back", p.st.String(f))
		}
	}
}

func TestPasses(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"flatten", "(assert (and a (not (or b c)) (p u))) (check-sat-assuming ((p v)))", []string{
			"(p u); assume (p v)",
		}},
		{"solve", "(assert (= x (+ y 1))) (assert (< (f x) (f y))) (check-sat)", []string{
			"(not (<= (+ (f y) (* -1 (f (+ y 1)))) 0))",
		}},
		{"circle", "(assert (= x (f y))) (assert (= y (f x))) (assert (= (f (f x)) x)) (check-sat)", []string{
			"(= y (f (f y))); (= (f y) (f (f (f y))))",
		}},
		{"linear", "(assert (= (+ x (* 2 y)) (* 3 z))) (assert (= (f y) (f x))) (assert (< (f z) 3)) (check-sat)", []string{
			"(= (f y) (f (+ (* -2 y) (* 3 z)))); (<= (f z) 2)",
		}},
		{"join", "(assert (not (or (p u) (p v) (p w)))) (check-sat) (assert (or (and (= u (g u)) (= (g u) v)) (and (= u w) (= v w)))) (check-sat)", []string{
			"(not (p u)); (not (p v)); (not (p w))",
			"(or (and (= u w) (= v w)) (and (= u (g u)) (= v (g u)))); (= u v)",
		}},
		{"join of joins", "(assert (not (or (p u) (p v) (p w)))) (check-sat) (assert (ite (p (g u)) (and (= u v) (= v w)) (or (and (= u (g v)) (= w (g v))) (= u w)))) (check-sat)", []string{
			"(not (p u)); (not (p v)); (not (p w))",
			"(or (not (p (g u))) (and (= u v) (= v w))); (= u w)",
		}},
		{"no join", "(assert (not (or (p u) (p v) (p w)))) (check-sat) (assert (or (and (= u v) (= w (g w))) (and (= u w) (= v (g w))) (= v w))) (check-sat)", []string{
			"(not (p u)); (not (p v)); (not (p w))",
			"(or (and (= u v) (= w (g w))) (and (= u w) (= v (g w))) (= v w))",
		}},
		{"comparisons", "(assert (not (or (p u) (p v)))) (check-sat) (assert (or (= x (+ (f x) 1)) (p u) (< x (+ (f x) 1)))) (assert (or (= (f x) 4) (= (f x) (f y)) (< 4 (f x)) (< (f x) (f y)))) (assert (or (= x (f z)) (< x (f z)) (< (f z) x))) (check-sat)", []string{
			"(not (p u)); (not (p v))",
			"(<= (+ x (* -1 (f x))) 1); (or (not (<= (f x) 3)) (<= (+ (f x) (* -1 (f y))) 0))",
		}},
		{"join of guarded cases", "(assert (not (or (p u) (p v) (p w)))) (check-sat) (assert (or (not (p (g v))) (and (= u (g u)) (= (g u) v)))) (assert (or (p (g v)) (and (= u w) (= v w)))) (check-sat)", []string{
			"(not (p u)); (not (p v)); (not (p w))",
			"(or (not (p (g v))) (and (= u (g u)) (= v (g u)))); (or (p (g v)) (and (= u w) (= v w))); (= u v)",
		}},
		{"join of bounds", "(assert (p u)) (assert (or (and (<= x (+ y 1)) (<= (f y) 3) (<= y z)) (and (<= x (f x)) (<= (f x) (- z 2)) (= (f y) 5)))) (assert (or (= x (+ y 1)) (= x (+ y 2)))) (check-sat)", []string{
			"(p u); (or (and (<= (f y) 3) (<= (+ x (* -1 y)) 1) (<= (+ y (* -1 z)) 0)) (and (= (f y) 5) (<= (+ x (* -1 (f x))) 0) (not (<= (+ z (* -1 (f x))) 1)))); (or (= x (+ y 1)) (= x (+ y 2))); (<= (+ x (* -1 z)) 1); (<= (+ x (* -1 y)) 2); (not (<= (+ x (* -1 y)) 0))",
		}},
		{"bounds of a maximum", "(assert (p u)) (assert (= (f z) (ite (<= (f x) (f y)) (f y) (f x)))) (check-sat)", []string{
			"(p u); (= (f z) (ite (<= (+ (f x) (* -1 (f y))) 0) (f y) (f x))); (<= (+ (f x) (* -1 (ite (<= (+ (f x) (* -1 (f y))) 0) (f y) (f x)))) 0); (<= (+ (f y) (* -1 (ite (<= (+ (f x) (* -1 (f y))) 0) (f y) (f x)))) 0)",
		}},
		{"join of sums", "(assert (p u)) (assert (ite b (and (= (f x) (+ x 1)) (= (f z) (+ z 1))) (and (= (f x) (+ x 2)) (= (f z) (+ z (ite (p w) 2 3)))))) (check-sat)", []string{
			"(p u); (ite b (and (= x (+ (f x) -1)) (= z (+ (f z) -1))) (and (= x (+ (f x) -2)) (= (+ z (* -1 (f z)) (ite (p w) 2 3)) 0))); (<= (+ x (* -1 (f x))) -1); (not (<= (+ x (* -1 (f x))) -3)); (<= (+ z (* -1 (f z))) -1); (not (<= (+ z (* -1 (f z))) -4)); (not (<= (+ x (* -1 (f x)) (* -1 z) (f z)) -1))",
		}},
		{"values", "(assert (= (f x) 3)) (assert (or (= (f (f x)) x) (< (f x) 2))) (check-sat)", []string{
			"(= (f (f 3)) 3)",
		}},
		{"values of atoms", "(assert (p u)) (assert (or (not (p u)) (p v) (p (g u)))) (assert (p (g (g u)))) (check-sat)", []string{
			"(p u); (or (p v) (p (g u))); (p (g (g u)))",
		}},
		{"contradiction", "(assert (= x 3)) (assert (= x y)) (assert (= y 4)) (check-sat)", []string{
			"false",
		}},
		{"bounds of leaves", "(assert (p u)) (assert (p v)) (assert (or (< (+ (f x) (ite (p u) 1 2) (ite (p w) 1 (ite b 2 3))) 9) (p (g u)))) (assert (< (f x) 5)) (check-sat)", []string{
			"(p u); (p v); (<= (f x) 4)",
		}},
		{"bounds", "(assert (< 0 (f x) 10)) (assert (or (< (f x) 20) (= x y))) (assert (or (= (f x) 0) (= (f y) x y))) (check-sat)", []string{
			"(not (<= (f x) 0)); (<= (f x) 9); (= x (f x))",
		}},
		{"rows", "(assert (<= 0 x 4)) (assert (<= 0 y 4)) (assert (< (+ x y z) 3)) (assert (or (= (f x) (f y) z) (< z 9))) (check-sat)", []string{
			"(<= x 4); (not (<= x -1)); (<= y 4); (not (<= y -1))",
		}},
		{"fixed", "(assert (<= 3 x)) (assert (<= x 3)) (assert (= (f x) y)) (assert (= (f y) x)) (check-sat)", []string{
			"(= (f (f 3)) 3)",
		}},
		{"at most one", "(assert (<= 0 x 1)) (assert (<= 0 y 1)) (assert (<= 0 z 1)) (assert (<= (+ x y z) 1)) (assert (>= (+ x y (- z)) 0)) (check-sat)", []string{
			"(<= x 1); (not (<= x -1)); (<= y 1); (not (<= y -1)); (<= z 1); (not (<= z -1)); (or (<= x 0) (<= y 0)); (or (<= x 0) (<= z 0)); (or (<= y 0) (<= z 0)); (or (not (<= x 0)) (not (<= y 0)) (<= z 0))",
		}},
		{"ite", "(assert (= (ite (p u) (ite (p v) 1 2) (ite (p w) 2 3)) 2)) (assert (= (p w) (p (g u)))) (check-sat)", []string{
			"(ite (p u) (not (p v)) (p w)); (= (p w) (p (g u)))",
		}},
		{"unconstrained", "(assert (or (= (+ x (* 2 (f y))) 7) (p u))) (assert (= (f (f y)) (f 0))) (check-sat) (assert (= (f x) 0)) (check-sat)", []string{
			"(= (f (f y)) (f 0))",
			"(= (f x) 0); (or (= (+ x (* 2 (f y))) 7) (p u))",
		}},
		// -z could be replaced by a new constant, but then differences would be sums.
		{"differences stay", "(assert (or (< (- y x) 3) (< (- z x) 5))) (assert (or (< (- y z) 2) (< (- y x) 1))) (check-sat)", []string{
			"(or (<= (+ y (* -1 x)) 2) (not (<= (+ x (* -1 z)) -5))); (or (<= (+ y (* -1 z)) 1) (<= (+ y (* -1 x)) 0))",
		}},
		{"select", "(assert (< (f (select m 3)) 5)) (check-sat) (assert (< (select m 4) (select m 3))) (check-sat)", []string{
			"(<= (f free) 4)",
			"(not (<= (+ (select m 3) (* -1 (select m 4))) 0)); (= free (select m 3))",
		}},
		{"pop", "(push 1) (assert (= x 3)) (assert (< (f x) 1)) (check-sat) (pop 1) (assert (< (f x) 2)) (check-sat)", []string{
			"(<= (f 3) 0)",
			"(<= (f x) 1)",
		}},
		{"later", "(assert (= x (f y))) (check-sat) (assert (= (f x) 2)) (check-sat-assuming ((< x 3)))", []string{
			"",
			"(= (f (f y)) 2); assume (<= (f y) 2)",
		}},
		{"seen", "(assert (< (f x) 2)) (check-sat) (assert (= x 4)) (assert (< (f x) y 7)) (check-sat)", []string{
			"(<= (f x) 1)",
			"(= x 4); (not (<= (+ y (* -1 (f 4))) 0)); (<= y 6)",
		}},
		{"quantifier", "(assert (= x 3)) (check-sat) (assert (forall ((q Int)) (< (f q) x))) (check-sat)", []string{
			"",
			"(forall (not (<= (+ x (* -1 (f q))) 0)) q); (= x 3)",
		}},
	} {
		got := run(t, c.in)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %s\ngot\n\t%s", c.name, c.in, strings.Join(got, "\n\t"))
		}
	}
}

// A conjunction that is shared at every level is taken apart once.
func TestSharedConjunctions(t *testing.T) {
	st := term.NewStore()
	p := New(rewrite.New(st))
	f := st.FreshConst("a", term.Bool)
	const levels = 60
	for range levels {
		b, c := st.FreshConst("b", term.Bool), st.FreshConst("c", term.Bool)
		f = st.And(st.And(f, b), st.And(f, c))
	}
	if left := p.Assert([]term.Term{f}, nil, nil); len(left) != 0 {
		t.Errorf("%d assertions are left of constants that occur nowhere else", len(left))
	}
}

// Two cycles, through y and through z, share one term: (h (- x)).
func TestCycles(t *testing.T) {
	left := run(t, `
(declare-fun h (Int) Int)
(assert (= x (+ (h y) (h z) (h 1))))
(assert (= y (+ (h 2) (h (- x)))))
(assert (= z (+ (h 3) (h (- x)))))
(assert (> (h x) (h (+ y z))))
(check-sat)`)
	// One definition of each cycle stays an equation.
	if len(left) != 1 || strings.Count(left[0], "(= ") != 2 || strings.Contains(left[0], "x") {
		t.Errorf("left: %s", left)
	}
}
