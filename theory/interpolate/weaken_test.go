package interpolate

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
)

// literals reads literals, and returns them with a Weakener that eliminates the local ones of the constants that are declared.
func literals(t *testing.T, declared string, local []string, text string) (*Weakener, []term.Term) {
	t.Helper()
	st := term.NewStore()
	r := smtlib.NewReader("test", strings.NewReader(declared+"(assert (and true "+text+"))"), st)
	var root term.Term
	for {
		command, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if len(command.Terms) > 0 {
			root = command.Terms[0]
		}
	}
	rw := rewrite.New(st)
	lits := []term.Term{rw.Simplify(root)}
	if st.Op(lits[0]) == term.OpAnd {
		lits = st.Args(lits[0])
	}
	return NewWeakener(rw, func(f term.Sym) bool { return slices.Contains(local, st.SymName(f)) }, nil), lits
}

func printed(st *term.Store, ts []term.Term) string {
	var out []string
	for _, t := range ts {
		out = append(out, st.String(t))
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// TestWeaken shows what is left of literals when p, q, s, t, x, y, i and j are eliminated.
func TestWeaken(t *testing.T) {
	const declared = `
		(declare-sort S 0)
		(declare-fun p () Real) (declare-fun q () Real) (declare-fun a () Real) (declare-fun b () Real) (declare-fun c () Real)
		(declare-fun x () Int) (declare-fun y () Int) (declare-fun u () Int) (declare-fun v () Int) (declare-fun f (Int) Int)
		(declare-fun i () S) (declare-fun j () S) (declare-fun k () S) (declare-fun l () S) (declare-fun h (S S) S)
		(declare-fun s () Bool) (declare-fun t () Bool) (declare-fun d () Bool)
		(declare-fun m () (Array Int Int)) (declare-fun n () (Array Int Int))`
	local := []string{"p", "q", "x", "y", "i", "j", "s", "t"}
	for _, c := range []struct{ literals, want string }{
		// Inequalities.
		{"(<= a p) (<= p b)", "(<= (+ a (* -1 b)) 0)"},
		{"(<= a p) (< p b)", "(not (<= 0 (+ a (* -1 b))))"},
		{"(<= a (* 2.0 p)) (<= (* 3.0 p) b)", "(<= (+ (* 3 a) (* -2 b)) 0)"},
		{"(<= a p) (<= (+ p q) b) (<= c q)", "(<= (+ a (* -1 b) c) 0)"},
		{"(<= a p) (<= b p)", ""},
		{"(<= (+ a p q) 0.0) (= (+ p q) b)", "(<= (+ a b) 0)"},
		{"(<= (+ a (* 2.0 p) q) 0.0) (= (+ p (* 3.0 q)) b) (<= q c)", "(<= (+ a (* 2 b) (* -5 c)) 0)"},
		{"(< u x) (< x v)", "(<= (+ u (* -1 v)) -2)"},
		{"(<= u (* 2 x)) (<= (* 3 x) v)", "(<= (+ (* 3 u) (* -2 v)) 0)"},
		{"(= (* 2 x) u) (= (* 2 y) (+ v 1)) (<= (+ x y) 3)", "(<= (+ u v) 5)"},
		{"(< u (f x)) (< (f x) v) (<= x 3)", "(<= (+ u (* -1 v)) -2)"},
		{"(not (= x u)) (<= x v)", ""},
		// Equations.
		{"(= x (+ u 1)) (= y (* 2 x)) (<= y v)", "(<= (+ (* 2 u) (* -1 v)) -2)"},
		{"(= x u) (< 7 (f x))", "(not (<= (f u) 7))"},
		{"(= x (f x)) (<= x u)", ""},
		{"(= (* 2 x) u) (not (= (f x) v))", "(= (mod u 2) 0) (not (= v (f (* -1 (div (* -1 u) 2)))))"},
		{"(= t d) (not t)", "(not d)"},
		{"(= s d) (= s t) t", "d"},
		{"(= (h i k) l) (= (h i k) k)", "(= k l)"},
		{"(= i j) (= j k) (not (= i l))", "(not (= k l))"},
		{"(= (f x) u) (<= v (f x))", "(not (<= (+ u (* -1 v)) -1))"},
		// Disequalities.
		{"(not (= (h i k) (h i l)))", "(not (= k l))"},
		{"(not (= (h i k) (h j l)))", ""},
		{"(not (= (select m x) (select n x)))", "(not (= m n))"},
		{"(not (= (select m x) (select n y)))", ""},
		{"(not (= (f x) (f u)))", ""},
	} {
		w, lits := literals(t, declared, local, c.literals)
		if got := printed(w.s.st, w.Weaken(lits)); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.literals, got, c.want)
		}
	}
}
