package interpolate_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/fuzz/smtscript"
	"github.com/muster-smt/muster/sat/limit"
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

// TestRoles has what only the other side can be asked for.
func TestRoles(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"(and (= x 1) (not (P x)))", "(forall ((e Int)) (P e))", "(not (P 1))"},
		{"(and (= u x) (not (P x)))", "(and (= u v) (forall ((e Int)) (=> (<= 0 e) (P e))) (< 3 v))", ""},
		{"(and (not (P 1)) (or (= u 2) (= v 7)))", "(and (< u 2) (< v 7) (forall ((e Int)) (or (P e) (= (g e) 3))))", "(not (and (<= u 1) (<= v 6)))"},
		{"(forall ((e Int)) (P e))", "(and (= x 1) (not (P x)))", "(P 1)"},
		{"(and (= u v) (forall ((e Int)) (< (f e) 0)))", "(and (= x u) (< 7 (f x)))", "(<= (f u) 7)"},
	} {
		st, parts := read(t, c.a, c.b)
		got, err := interpolate.New(st, interpolate.Options{}).Binary(context.Background(), parts[0], parts[1], nil)
		if c.want == "" { // an answer that is checked is enough
			c.want = lines(st, got)
		}
		if err != nil || lines(st, got) != c.want {
			t.Errorf("%s against %s:\ngot  %s\nwant %s (%v)", c.a, c.b, lines(st, got), c.want, err)
		}
	}
}

func TestErrors(t *testing.T) {
	cases := "(or (= x 1) (= x 3) (= x 5) (= x 7))"
	for _, c := range []struct {
		a, b   string
		opt    interpolate.Options
		hidden string
		want   error
		text   string
	}{
		{"(<= x y)", "(<= y x)", interpolate.Options{}, "", interpolate.ErrSatisfiable, ""},
		{"(<= x y)", "(< y x)", interpolate.Options{}, "x", reason.Incomplete, "over the shared symbols"},
		{"(= (f 1) y)", "(not (= (f 1) y))", interpolate.Options{}, "f", reason.Incomplete, "over the given vocabulary"},
		{cases, "(= (mod x 2) 0)", interpolate.Options{Clauses: 1, Values: 1}, "", nil, ""},
		{cases + "(or (= y 1) (= y 3)) (= z y)", "(or (= (mod x 2) 0) (= (mod (+ z x) 2) 1))", interpolate.Options{Clauses: 1}, "", reason.Incomplete, "1 clauses do not suffice"},
		{"(or a b c)", "(not (or a b c))", interpolate.Options{Literals: 2}, "", nil, ""},
		{"(or (and a b c) (and (not a) b d))", "(or (and a (not b)) (and (not a) (not d)) (and a (not c)))", interpolate.Options{Literals: 1}, "", reason.Incomplete, "a clause has 2 literals"},
		{"(< x 1000000)", "(< 1000000 x)", interpolate.Options{Bits: 5}, "", reason.Incomplete, "a numeral has"},
		{"(and (forall ((e Int)) (P e)) a)", "(and (not a) (exists ((e Int)) (= (g e) x)))", interpolate.Options{}, "", reason.Unsupported, "quantifier"},
		{"(= m (store n x y))", "(and (not (= (select m u) (select n u))) (not (= (select m v) (select n v))) (not (= u v)))", interpolate.Options{}, "", reason.Incomplete, "cases by values"},
	} {
		st, parts := read(t, c.a, c.b)
		var shared func(term.Sym) bool
		if c.hidden != "" {
			shared = func(f term.Sym) bool { return st.SymName(f) != c.hidden }
		}
		got, err := interpolate.New(st, c.opt).Binary(context.Background(), parts[0], parts[1], shared)
		if !errors.Is(err, c.want) || c.text != "" && !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s against %s: %s, %v", c.a, c.b, lines(st, got), err)
		}
	}
}

// TestStop cancels at many moments: the error is the reason, and the next call succeeds.
func TestStop(t *testing.T) {
	st, parts := read(t, "(and (or (= y (* 2 x)) (= y (* 4 x))) (= r (to_real y)))", "(or (= y (+ 1 (* 2 z))) (and (= r (to_real u)) (= u (+ 3 (* 4 v)))))")
	p := interpolate.New(st, interpolate.Options{})
	for polls := int64(1); ; polls = polls*3/2 + 1 {
		count := limit.NewCountdown(polls, limit.Steps)
		ctx, end := count.Context(t.Context())
		_, err := p.Binary(ctx, parts[0], parts[1], nil)
		end()
		if err == nil {
			break
		}
		if !errors.Is(err, reason.Steps) {
			t.Fatalf("after %d polls: %v", polls, err)
		}
	}
	if _, err := p.Binary(t.Context(), parts[0], parts[1], nil); err != nil {
		t.Error(err)
	}
}

func TestTree(t *testing.T) {
	chain := []string{"(= x 1)", "(= y (+ x 1))", "(= z (+ y 1))", "(< z 3)"}
	for _, c := range []struct {
		parts []string
		first []int
		want  []string
	}{
		{chain, []int{0, 0, 0, 0}, []string{"(not (<= x 0))", "(not (<= y 1))", "(not (<= z 2))"}},
		{chain, []int{0, 0, 2, 0}, []string{"(not (<= x 0))", "(not (<= y 1))", "(<= (+ y (* -1 z)) -1)"}},
		{chain, []int{0, 1, 2, 0}, []string{"(not (<= x 0))", "(<= (+ x (* -1 y)) -1)", "(<= (+ y (* -1 z)) -1)"}},
		{[]string{"(and a (not a))", "b", "c"}, []int{0, 0, 0}, []string{"false", "false"}},
		{[]string{"b", "c", "(and a (not a))"}, []int{0, 0, 0}, []string{"", ""}},
		{[]string{"(and a (not a))"}, []int{0}, nil},
	} {
		st, parts := read(t, c.parts...)
		got, err := interpolate.New(st, interpolate.Options{}).Tree(t.Context(), parts, c.first)
		var all []string
		for _, i := range got {
			all = append(all, lines(st, i))
		}
		if err != nil || !slices.Equal(all, c.want) {
			t.Errorf("%v %v:\ngot  %q\nwant %q (%v)", c.parts, c.first, all, c.want, err)
		}
	}
}

func TestTreeErrors(t *testing.T) {
	st, parts := read(t, "a", "(not a)", "b")
	p := interpolate.New(st, interpolate.Options{})
	for _, first := range [][]int{nil, {0, 0}, {0, 1, 1}, {1, 0, 0}, {0, 2, 0}, {0, -1, 0}, {0, 0, 0, 0}} {
		if _, err := p.Tree(t.Context(), parts, first); err == nil {
			t.Errorf("%v is no tree", first)
		}
	}
	if _, err := p.Tree(t.Context(), parts[:1], []int{0}); !errors.Is(err, interpolate.ErrSatisfiable) {
		t.Errorf("one part: %v", err)
	}
	if _, err := p.Sequence(t.Context(), [][]term.Term{parts[0], parts[2]}); !errors.Is(err, interpolate.ErrSatisfiable) {
		t.Errorf("a sequence: %v", err)
	}
	if _, err := p.Sequence(t.Context(), nil); err == nil {
		t.Error("no parts")
	}
}

// TestRandom checks interpolants of random parts: both implications, vocabulary and size.
func TestRandom(t *testing.T) {
	var n smtscript.Tally
	for seed := range uint64(150) {
		s := gen.InterpolateScript(rand.New(rand.NewPCG(seed, 3)))
		if err := s.Run(smtscript.Config{Tally: &n}); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
	if n.Unsat < 100 {
		t.Errorf("only %d interpolants: %+v", n.Unsat, n)
	}
}
