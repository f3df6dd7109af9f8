package project_test

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/smtscript"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/project"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// read reads the assertions of a script over a few declared constants, and a model: name=value.
func read(t *testing.T, text, values string) (*term.Store, []term.Term, *model.Model) {
	t.Helper()
	const declared = `
		(declare-sort S 0) (declare-sort T 0)
		(declare-fun a () Bool) (declare-fun b () Bool) (declare-fun c () Bool)
		(declare-fun x () Int) (declare-fun y () Int) (declare-fun z () Int) (declare-fun u () Int) (declare-fun v () Int)
		(declare-fun t () Int)
		(declare-fun r () Real) (declare-fun s () Real) (declare-fun p () Real) (declare-fun q () Real)
		(declare-fun f (Int) Int) (declare-fun i () S) (declare-fun j () S) (declare-fun g (S) S)
		(declare-fun l () S) (declare-fun o () S) (declare-fun e () T) (declare-fun ge (T) T)
		(declare-fun m () (Array Int Int)) (declare-fun n () (Array Int Int)) (declare-fun mm () (Array (Array Int Int) Int))
		(declare-fun h () (_ BitVec 8)) (declare-fun k () (_ BitVec 8)) (declare-fun w () (_ BitVec 8))
		(declare-fun h4 () (_ BitVec 4))`
	script, err := smtscript.Parse([]byte(declared+text), "test")
	if err != nil {
		t.Fatal(err)
	}
	st := script.Store
	names := map[string]term.Sym{}
	for f := term.Sym(1); int(f) < st.NumSyms(); f++ {
		names[st.SymName(f)] = f
	}
	mod := model.New(st, model.Options{})
	for _, pair := range strings.Fields(values) {
		name, value, _ := strings.Cut(pair, "=")
		sym, ok := names[name]
		if !ok {
			t.Fatalf("no constant %s", name)
		}
		_, sort := st.SymSorts(sym)
		n, err := strconv.Atoi(value)
		if err != nil && sort != term.Bool {
			t.Fatal(err)
		}
		switch st.SortKind(sort) {
		case term.KindBool:
			mod.SetSym(sym, model.Bool(value == "true"))
		case term.KindInt:
			mod.SetSym(sym, model.Int64(int64(n)))
		case term.KindReal:
			mod.SetSym(sym, model.Rat(num.RatFromInt64(int64(n))))
		case term.KindUninterpreted:
			mod.SetSym(sym, model.Elem(sort, n))
		case term.KindArray:
			mod.SetSym(sym, model.ConstArray(st, sort, model.Int64(int64(n))))
		default:
			mod.SetSym(sym, model.Bits(st, sort, num.FromInt64(int64(n))))
		}
	}
	var all []term.Term
	for _, o := range script.Ops {
		all = append(all, o.Terms...)
	}
	return st, all, mod
}

func lines(st *term.Store, lits []term.Term) string {
	out := make([]string, len(lits))
	for i, t := range lits {
		out[i] = st.String(t)
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

func TestImplicant(t *testing.T) {
	for _, c := range []struct{ formula, values, want string }{
		{"(assert (and a (or b c)))", "a=true b=false c=true", "a c"},
		{"(assert (or a b))", "a=true b=true", "a"},
		{"(assert (or (< x 0) (and (< y 0) (< z 0)) a))", "a=true x=-1 y=-1 z=-1", "a"},
		{"(assert (or (and (< y 0) (< z 0)) (< x 0)))", "x=-1 y=-1 z=-1", "(not (<= 0 x))"},
		{"(assert (or (and a (or b (< z 0))) (and (< x 0) c)))", "a=true b=true c=true x=-1 z=-1", "a b"},
		{"(assert (or (not (or a b)) (< x 0)))", "a=false b=false x=-1", "(not a) (not b)"},
		{"(assert (or (= a b) (and (< x 0) c)))", "a=true b=true c=true x=-1", "a b"},
		{"(assert (or (ite a b c) (and (< x 0) (< y 0))))", "a=true b=true c=true x=-1 y=-1", "a b"},
		{"(assert (or a b)) (assert b)", "a=true b=true", "b"},
		{"(assert (or (and a (< x 0)) b))", "a=true b=true x=-1", "b"},
		{"(assert (or (and a b) (< x 0))) (assert a) (assert b)", "a=true b=true x=-1", "a b"},
		{"(assert (or a (not b))) (assert (not b))", "a=true b=false", "(not b)"},
		{"(assert (or a (and (not b) (not c)))) (assert (not b)) (assert (not c))", "a=true b=false c=false", "(not b) (not c)"},
		{"(assert (or (and a (or (and (< x 0) (< y 0)) b)) (and (< z 0) c)))", "a=true b=true c=true x=-1 y=-1 z=-1", "a b"},
		{"(assert (or (ite (< x 0) a b) (and b c)))", "a=true b=true c=true x=-1", "b c"},
		{"(assert (or (= (< x 0) a) (and b c)))", "a=true b=true c=true x=-1", "b c"},
		{"(assert (or (and a (or (< x 0) c)) (< x 0)))", "a=true c=false x=-1", "(not (<= 0 x))"},
		{"(assert (or (< x y) (and (< x 0) (< y 0))))", "x=-2 y=-1", "(not (<= y x))"},
		{"(assert (=> a (< x 0)))", "a=false x=-1", "(not a)"},
		{"(assert (=> a (< x 0)))", "a=true x=-1", "(not (<= 0 x))"},
		{"(assert (not (and a b)))", "a=true b=false", "(not b)"},
		{"(assert (not (or a b)))", "a=false b=false", "(not a) (not b)"},
		{"(assert (ite a b c))", "a=false b=false c=true", "(not a) c"},
		{"(assert (not (ite a b c)))", "a=true b=false c=true", "(not b) a"},
		{"(assert (= a (< x 0)))", "a=false x=3", "(<= 0 x) (not a)"},
		{"(assert (xor a b))", "a=true b=false", "(not b) a"},
		{"(assert (< (ite (< x y) x y) 0))", "x=-1 y=4", "(<= x -1) (not (<= y x))"},
		{"(assert (= (ite a (ite b x y) z) u))", "a=true b=false x=1 y=2 z=3 u=2", "(= y u) (not b) a"},
		{"(assert (distinct x y z))", "x=1 y=2 z=3", "(distinct x y z)"},
		{"(assert (not (distinct x y z)))", "x=1 y=2 z=1", "(= x z)"},
		{"(assert (<= (f (ite a x y)) 0)) (assert (ite (= x y) a c))", "x=1 y=1 a=true", "(<= (f x) 0) (= x y) a"},
	} {
		st, all, m := read(t, c.formula, c.values)
		got, err := project.New(st).Implicant(m, all)
		if err != nil || lines(st, got) != c.want {
			t.Errorf("%s with %s: %s, want %s (%v)", c.formula, c.values, lines(st, got), c.want, err)
		}
	}
}

// projection is a case of TestCubes.
type projection struct{ formula, values, keep, want string }

// TestCubes shows what projections say. All constants but those in keep are eliminated.
func TestCubes(t *testing.T) {
	for _, c := range []projection{
		// Booleans and equations.
		{"(assert (and a (=> a b) (=> b (< u 0))))", "a=true b=true u=-1", "u", "(<= u -1)"},
		{"(assert (= x (+ u 1))) (assert (= y (* 2 x))) (assert (<= y v))", "x=1 u=0 y=2 v=9", "u v", "(<= (+ (* 2 u) (* -1 v)) -2)"},
		{"(assert (= x (f y))) (assert (= y (f x))) (assert (= x u))", "x=0 y=0 u=0", "u", "(= u (f (f u)))"},
		{"(assert (= i (g j))) (assert (= j (g i)))", "i=0 j=0", "j", "(= j (g (g j)))"},
		{"(assert (= x (f y))) (assert (= y (f (+ (f x) z)))) (assert (= t (f (f (+ (f x) z))))) (assert (= z (f v))) (assert (<= t u))", "x=0 y=0 z=0 t=0 u=1 v=0", "u",
			"(= (f (+ (f 0) (f (f 0)))) 0) (not (<= (+ u (* -1 (f (f (+ (f 0) (f (f 0))))))) -1)) by value: 2"},
		// Reals.
		{"(assert (and (<= p r) (<= r q)))", "p=0 r=1 q=2", "p q", "(<= (+ p (* -1 q)) 0)"},
		{"(assert (and (< p r) (<= r q)))", "p=0 r=1 q=2", "p q", "(not (<= 0 (+ p (* -1 q))))"},
		{"(assert (and (< p r) (< s r) (< r q) (<= r 7.0)))", "p=0 s=1 r=2 q=3", "p s q", "(<= (+ p (* -1 s)) 0) (not (<= 0 (+ s (* -1 q)))) (not (<= 7 s))"},
		{"(assert (and (<= p r) (< s r) (<= q r) (< r 7.0) (<= r 9.0)))", "p=1 s=1 r=2 q=0", "p s q", "(not (<= 7 p)) (not (<= 7 q)) (not (<= 7 s))"},
		{"(assert (and (< s r) (<= p r) (< r 7.0) (<= r 9.0)))", "p=1 s=1 r=2", "p s", "(<= 0 (+ s (* -1 p))) (not (<= 7 s)) (not (<= 9 s))"},
		{"(assert (and (<= p r) (< s r) (< r 7.0) (<= r 9.0)))", "p=2 s=1 r=3", "p s", "(<= p 9) (not (<= (+ p (* -1 s)) 0)) (not (<= 7 p))"},
		{"(assert (and (<= p r) (< s r)))", "p=0 s=1 r=2", "p s", ""},
		{"(assert (and (<= r p) (< r s)))", "p=3 s=4 r=2", "p s", ""},
		{"(assert (and (not (= p r)) (<= r q)))", "p=0 r=1 q=1", "p q", "(not (<= 0 (+ p (* -1 q))))"},
		{"(assert (and (= (* 2.0 r) (+ p q)) (< r s)))", "p=1 q=1 r=1 s=2", "p q s", "(not (<= 0 (+ p q (* -2 s))))"},
		// Integers.
		{"(assert (and (<= u x) (<= x v)))", "u=0 x=1 v=2", "u v", "(<= (+ u (* -1 v)) 0)"},
		{"(assert (and (<= u (* 2 x)) (<= (* 3 x) v)))", "u=0 x=1 v=4", "u v", "(not (<= (+ v (* -3 (div (+ u 1) 2))) -1))"},
		{"(assert (and (<= (+ u y) (* 2 x)) (<= (* 3 x) (+ v y)) (<= v y)))", "u=0 x=1 y=2 v=2", "u", ""},
		{"(assert (and (= (* 3 x) (+ u v)) (<= x 5)))", "u=1 v=2 x=1", "u v", "(<= (+ u v) 15) (= (mod (+ u v) 3) 0)"},
		{"(assert (and (< u x) (= (mod (+ x v) 4) 1)))", "u=0 v=0 x=9", "u v", "(= (mod v 4) 0)"},
		{"(assert (and (< u x) (< x v) (= (mod x 4) 1)))", "u=0 v=12 x=9", "u v", "(<= (+ u (* -1 v)) -2) (= (mod u 4) 0)"},
		{"(assert (and (<= v x) (<= x t) (= (mod (+ (* 2 x) u) 4) 0)))", "u=2 v=0 x=3 t=9", "u v t", "(<= (+ v (* -1 t)) -1) (= (mod (+ (* 2 v) u 2) 4) 0)"},
		{"(assert (and (<= t x) (<= 0 x) (<= x v) (= (mod (+ x u) 4) 0)))", "u=2 v=9 x=6 t=0", "u v t", "(<= (+ t (* -1 v)) -3) (= (mod (+ v u 1) 4) 0) (not (<= v 2))"},
		{"(assert (<= (* 4 (div (+ x u) 4)) (+ x u 3)))", "x=1 u=1", "u", "(= (mod (+ u -1) 4) 0)"},
		{"(assert (distinct (* 2 x) (+ (* 2 u) 1) (+ v 5)))", "x=0 u=0 v=0", "u v", "(<= (+ (* 2 u) (* -1 v)) 3)"},
		{"(assert (and (< x v) (= (mod (+ x u) 4) 1)))", "u=0 v=12 x=9", "u v", "(= (mod u 4) 0)"},
		{"(assert (and (> x v) (= (mod (+ x u) 4) 1)))", "u=0 v=2 x=9", "u v", "(= (mod u 4) 0)"},
		{"(assert (= (div (+ x u) 4) (+ v (mod x 2))))", "u=0 v=1 x=9", "u v", "(= (mod u 2) 0)"},
		{"(assert (and (< (to_real x) p) (< q (to_real x))))", "p=3 q=1 x=2", "p q", "(<= (+ (to_int (* -1 p)) (to_int q)) -2)"},
		{"(assert (and (= (* 2.0 (to_real x)) p)))", "p=4 x=2", "p", "(= (+ p (* -2 (to_real (to_int (* 1/2 p))))) 0)"},
		{"(assert (and (= (to_int r) u) (< r p)))", "r=4 u=4 p=5", "u p", "(<= (+ u (to_int (* -1 p))) -1)"},
		{"(assert (<= (* x u) v))", "x=2 u=4 v=9", "u v", "(<= (+ (* 2 u) (* -1 v)) 0) by value: 1"},
		{"(assert (<= (* x y) v))", "x=2 y=4 v=9", "v", " by value: 1"},
		{"(assert (<= (div x u) v))", "x=7 u=2 v=5", "u v", "(not (<= (+ v (* -1 (div 7 u))) -1)) by value: 1"},
		{"(assert (<= (div x 0) v))", "x=7 v=5", "v", "(not (<= (+ v (* -1 (div 7 0))) -1)) by value: 1"},
		{"(assert (<= (/ r p) q))", "r=4 p=2 q=5", "p q", "(<= 0 (+ q (* -1 (/ 4 p)))) by value: 1"},
		{"(assert (= (mod (div (+ x u) 2) 3) v))", "x=5 u=0 v=2", "u v", "(= (mod u 2) 0) (= (mod u 6) 0) (= v 2)"},
		{"(assert (= (div u x) 2))", "x=2 u=4", "u", "(= (div u 2) 2) by value: 1"},
		// Functions and elements.
		{"(assert (and (<= (f x) 0) (<= (f u) 5) (<= u 7)))", "x=2 u=2", "u", "(<= (f u) 0) (<= (f u) 5) (<= u 7)"},
		{"(assert (and (<= (f x) 0) (<= (f u) 5) (<= u 7)))", "x=1 u=2", "u", "(<= (f 1) 0) (<= (f u) 5) (<= u 7) by value: 1"},
		{"(assert (<= (f (+ x 1)) (f (f x))))", "x=1", "u", "(<= (+ (f 2) (* -1 (f (f 1)))) 0) by value: 1"},
		{"(assert (and (= (* 2 x) u) (<= (f (* 2 x)) 0)))", "x=1 u=2", "u", "(<= (f u) 0) (= (mod u 2) 0)"},
		{"(assert (and (<= (f x) 0) (<= v 9)))", "x=2 v=2", "v", "(<= (f v) 0) (<= v 9)"},
		{"(assert (and (<= (f x) 0) (<= v 9) (<= (f u) 5)))", "x=2 u=2 v=2", "u v", "(<= (f u) 0) (<= (f u) 5) (<= v 9)"},
		{"(assert (and (not (= i j)) (= j (g j))))", "i=1 j=0", "j", "(= j (g j)) not exact"},
		{"(assert (and (= j (g j)) (not (= i j))))", "i=1 j=0", "j", "(= j (g j)) not exact"},
		{"(assert (and (not (= (ge e) e)) (= j (g j)) (not (= i j))))", "e=1 i=1 j=0", "e j", "(= j (g j)) (not (= e (ge e))) not exact"},
		{"(assert (and (not (= i j)) (not (= o l))))", "i=1 j=0 l=1 o=0", "j l", "(not (= j l))"},
		{"(assert (and (distinct i j l) (not (= o j))))", "i=2 j=0 l=1 o=2", "j l o", "(distinct j l o) (not (= j o))"},
		{"(assert (and (= i (g j)) (not (= o (g l)))))", "i=0 j=1 l=0 o=1", "j o", "(not (= o (g (g j))))"},
		{"(assert (and (not (= i j)) (not (= j (g j)))))", "i=0 j=1", "j", "(not (= j (g j)))"},
		// Arrays.
		{"(assert (= n (store m x 3)))", "m=3 n=3 x=1", "n", "(= (select n 1) 3) by value: 1"},
		{"(assert (= (select n u) 3)) (assert (= n (store m v 3)))", "m=3 n=3 u=0 v=1", "m u v", "(= (select (store m v 3) u) 3)"},
		{"(assert (and (= (select n u) 2) (= (select n v) 2) (<= (select n x) 3)))", "n=2 u=1 v=1 x=5", "u v", "(= u v)"},
		{"(assert (= n (store m u x)))", "m=0 n=0 u=1 x=0", "m n u", "(= n (store m u (select n u)))"},
		{"(assert (<= (select mm n) 3)) (assert (<= (select mm m) 1))", "n=2 m=2", "mm m", "(<= (select mm m) 1) (<= (select mm m) 3)"},
		{"(assert (and (<= (select m x) 4) (<= v 9) (<= (select m u) 5)))", "m=3 x=2 v=2 u=2", "m u v", "(<= (select m u) 4) (<= (select m u) 5) (<= v 9)"},
		{"(assert (= m (store n (select m u) v)))", "m=3 n=3 u=3 v=3", "n u v", "(= u v)"},
		{"(assert (= m (store n (+ (select m u) 1) v)))", "m=3 n=3 u=3 v=3", "n u v", "(not (= u (+ (select n u) 1)))"},
		{"(assert (= (store m u x) (store n v y)))", "m=3 n=3 u=0 v=1 x=3 y=3", "m u x v y", "(= y (select m v)) (not (= u v))"},
		{"(assert (= (store m u x) (store m v y)))", "m=3 u=0 v=1 x=3 y=3", "m u v y", "(= y (select m v)) (not (= u v))"},
		{"(assert (= (store m (+ (select m u) 1) 5) (store n (+ (select m u) 1) v)))", "m=3 n=3 u=3 v=5", "n u v", "(= v 5) (not (= u (+ (select n u) 1)))"},
		{"(assert (= ((as const (Array Int Int)) x) m))", "m=3 x=3", "m", "(= m (const 3)) by value: 1"},
		// These indices have the same hash.
		{"(assert (and (<= (select n (- 2)) 2) (<= (select n 18446744073709551613) 5)))", "n=2", "", ""},
		{"(assert (and (<= (select m x) 2) (<= (select m 18446744073709551613) 5)))", "m=2 x=-2", "m", "(<= (select m -2) 2) (<= (select m 18446744073709551613) 5) by value: 1"},
		{"(assert (= m (store n u (select m v))))", "m=3 n=3 u=3 v=3", "n u v", "(= u v)"},
		{"(assert (= m (store n (select mm m) 3)))", "m=3 n=3 mm=3", "n mm", "(= (select n (select mm n)) 3)"},
		{"(assert (= m ((as const (Array Int Int)) (select mm m))))", "m=3 mm=3", "mm", "(= (select mm (const 3)) 3) by value: 1"},
		{"(assert (not (= n m)))", "m=0 n=1", "m", " by value: 1"},
		// Bit-vectors.
		{"(assert (= (bvadd (bvmul #x03 h) k) w)) (assert (bvule h #x10))", "h=1 k=1 w=4", "k w", "(bvule (bvadd (bvmul (_ bv85 8) k) (bvmul (_ bv171 8) w)) (_ bv16 8))"},
		{"(assert (= (bvadd (bvmul #x06 h) k) w))", "h=1 k=1 w=7", "k w", "(not (= ((_ extract 0 0) k) (bvnot ((_ extract 0 0) w))))"},
		{"(assert (and (= (bvadd (bvmul #x04 h) k) w) (bvule h #x10)))", "h=1 k=1 w=5", "k w",
			"(= ((_ extract 1 0) k) ((_ extract 1 0) w)) (not (bvule ((_ extract 7 2) (bvadd k (bvmul (_ bv255 8) w) (_ bv255 8))) (_ bv46 6))) by value: 1"},
		{"(assert (= (bvxor h k) w)) (assert (bvule h #x10))", "h=1 k=1 w=0", "k w", "(bvule (bvxor k w) (_ bv16 8))"},
		{"(assert (= ((_ extract 3 0) h) ((_ extract 7 4) k))) (assert (= ((_ extract 7 6) h) #b01))", "h=64 k=1", "k", ""},
		{"(assert (= ((_ extract 3 0) h) ((_ extract 7 4) k)))", "h=1 k=16", "k", ""},
		{"(assert (and (bvule h k) (bvule h w) (bvule #x03 h) (bvule (bvudiv k w) h) (bvule (bvudiv w k) h)))", "h=9 k=12 w=10", "k w",
			"(bvule (bvudiv k w) w) (bvule (bvudiv w k) w) (bvule w k) (not (bvule w (_ bv2 8)))"},
		{"(assert (= (concat ((_ extract 3 0) h) h4) k))", "h=1 h4=1 k=17", "k", ""},
		{"(assert (= (concat h4 h4) k))", "h4=1 k=17", "k", "(= ((_ extract 7 4) k) ((_ extract 3 0) k))"},
		{"(assert (= ((_ sign_extend 4) h4) k))", "h4=15 k=255", "k", "(= k ((_ sign_extend 4) ((_ extract 3 0) k)))"},
		{"(assert (bvule k h))", "h=2 k=1", "k", ""},
		{"(assert (and (bvule k h) (bvult w h) (bvule h #x10)))", "h=7 k=1 w=4", "k w", "(= ((_ extract 7 4) w) (_ bv0 4)) (bvule k (_ bv16 8))"},
		{"(assert (and (bvule k h) (bvult h w)))", "h=2 k=1 w=4", "k w", "(not (bvule w k))"},
		{"(assert (and (bvult k h) (bvule h w) (not (= h #x09))))", "h=2 k=1 w=4", "k w", "(bvule (bvadd k (_ bv1 8)) w) (not (= k (_ bv255 8))) (not (= k (_ bv8 8)))"},
		{"(assert (and (bvslt h k) (bvsle h w) (bvslt #x00 h)))", "h=2 k=3 w=4", "k w", "(not (bvsle k (_ bv1 8))) (not (bvsle w (_ bv0 8)))"},
		{"(assert (and (bvslt h k) (bvsle h w)))", "h=2 k=3 w=4", "k w", "(not (= k (_ bv128 8)))"},
		{"(assert (and (bvslt k h) (bvsle w h)))", "h=7 k=3 w=4", "k w", "(not (= k (_ bv127 8)))"},
		{"(assert (and (bvsle h #x10) (bvsle h #x12) (bvsle k h) (bvsle w h)))", "h=5 k=255 w=3", "k w", "(bvsle k w) (bvsle w (_ bv16 8)) (bvsle w (_ bv18 8))"},
		{"(assert (and (bvule h #x10) (bvule h #x12) (bvule w h) (bvult k h)))", "h=5 k=3 w=3", "k w",
			"(bvule (bvadd k (_ bv1 8)) (_ bv16 8)) (bvule (bvadd k (_ bv1 8)) (_ bv18 8)) (bvule w (bvadd k (_ bv1 8))) (not (= k (_ bv255 8)))"},
		{"(assert (and (bvule h #x10) (bvule h #x12) (bvule w h) (bvule k h)))", "h=5 k=3 w=2", "k w", "(bvule k (_ bv16 8)) (bvule k (_ bv18 8)) (bvule w k)"},
		{"(assert (and (bvsle k h) (not (= h w)) (bvsle h #x00) (bvslt h #x10)))", "h=255 k=251 w=3", "k w", "(bvsle k (_ bv0 8)) (bvsle k (_ bv15 8)) (not (= k w))"},
		{"(assert (bvule h (bvmul h k)))", "h=1 k=3", "k", "(not (= k (_ bv0 8))) by value: 1"},
		{"(assert (bvule (bvmul h k) h))", "h=0 k=3", "k", " by value: 1"},
		{"(assert (= ((_ sign_extend 4) h4) (bvmul k ((_ zero_extend 4) h4))))", "h4=1 k=1", "k", "(= k (_ bv1 8)) by value: 1"},
		{"(assert (and (bvule (bvmul h h) w) (= (bvmul h k) w)))", "h=3 k=3 w=9", "w", "(not (bvule w (_ bv8 8))) by value: 1"},
		{"(assert (bvule (bvudiv h k) w))", "h=7 k=3 w=4", "k w", "(bvule (bvudiv (_ bv7 8) k) w) by value: 1"},
	} {
		c.check(t)
	}
}

func (c projection) check(t *testing.T) {
	t.Helper()
	st, all, m := read(t, c.formula, c.values)
	keep := func(x term.Term) bool { return slices.Contains(strings.Fields(c.keep), st.SymName(st.Sym(x))) }
	res, err := project.New(st).Project(m, all, keep)
	if err != nil {
		t.Errorf("%s: %v", c.formula, err)
		return
	}
	got := lines(st, res.Cube)
	if res.ByValue > 0 {
		got += " by value: " + strconv.Itoa(res.ByValue)
	}
	if !res.Exact {
		got += " not exact"
	}
	if got != c.want {
		t.Errorf("%s with %s:\ngot  %s\nwant %s", c.formula, c.values, got, c.want)
		for _, d := range res.Witness {
			t.Logf("%s := %s", st.String(d.Const), st.String(d.Value))
		}
	}
	if res.Exact {
		refute(t, c.formula, st, &res, all)
	}
}

// refute checks that a cube implies formulas with the witness.
func refute(t *testing.T, name string, st *term.Store, res *project.Result, all []term.Term) {
	t.Helper()
	sub := term.NewSubst(st, st)
	for _, d := range res.Witness {
		sub.Bind(d.Const, d.Value)
	}
	sol := solver.New(st, solver.Options{})
	for _, u := range res.Cube {
		sol.Assert(u)
	}
	sol.Assert(st.Not(sub.Apply(st.And(all...))))
	if r := sol.Check(context.Background()); r.Status != sat.Unsat {
		t.Errorf("%s: with the witness: %v", name, r)
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		formula, values string
		want            error
	}{
		{"(assert (or a (forall ((e Int)) (= (f e) x))))", "a=false", project.ErrUnsupported},
		{"(assert (< x y))", "x=1 y=1", project.ErrNotModel},
	} {
		st, all, m := read(t, c.formula, c.values)
		p := project.New(st)
		if _, err := p.Implicant(m, all); !errors.Is(err, c.want) {
			t.Errorf("implicant of %s: %v", c.formula, err)
		}
		if _, err := p.Project(m, all, func(term.Term) bool { return false }); !errors.Is(err, c.want) {
			t.Errorf("projection of %s: %v", c.formula, err)
		}
	}
}

// TestStop stops a projection at each of its polls.
func TestStop(t *testing.T) {
	st, all, m := read(t, "(assert (and (= (select n u) 3) (= n (store m v (f x))) (<= u (* 2 x)) (< r (to_real x))))", "m=3 n=3 u=0 v=1 x=0 r=-1")
	m.SetDefault(st.Sym(firstApp(st, all)), model.Int64(3))
	p := project.New(st)
	for n := 0; ; n++ {
		left := n
		p.Stop = func() bool { left--; return left < 0 }
		_, err := p.Project(m, all, func(x term.Term) bool { return st.SymName(st.Sym(x)) == "u" })
		if err == nil && n > 20 {
			return
		}
		if !errors.Is(err, project.ErrStopped) {
			t.Fatalf("after %d polls: %v", n, err)
		}
	}
}

// TestPolls checks that implicants and eliminations poll once for each literal and constant.
func TestPolls(t *testing.T) {
	const n = 100
	st := term.NewStore()
	m := model.New(st, model.Options{})
	all := make([]term.Term, n)
	for i := range all {
		all[i] = st.Le(st.FreshConst("x", term.Int), st.FreshConst("y", term.Int))
	}
	p := project.New(st)
	polls := 0
	p.Stop = func() bool { polls++; return false }
	if _, err := p.Implicant(m, all); err != nil || polls < n {
		t.Errorf("an implicant of %d literals: %d polls (%v)", n, polls, err)
	}
	before := polls
	if _, err := p.Project(m, all, func(term.Term) bool { return false }); err != nil || polls < 3*before {
		t.Errorf("an implicant of %d literals: %d polls; with a projection: %d (%v)", n, before, polls, err)
	}
}

// TestLarge eliminates integers whose quotient or period would be too large: they get values.
func TestLarge(t *testing.T) {
	st := term.NewStore()
	m := model.New(st, model.Options{})
	x, u := st.FreshConst("x", term.Int), st.FreshConst("u", term.Int)
	large := st.Numeral(num.FromInt64(1).Lsh(2000))
	for _, f := range []term.Term{st.Eq(st.Mul(large, x), u), st.And(st.Le(u, x), st.Le(x, st.Int(7)), st.Eq(st.Mod(st.Add(x, u), large), st.Int(0)))} {
		res, err := project.New(st).Project(m, []term.Term{f}, func(c term.Term) bool { return c == u })
		if err != nil || !res.Exact || res.ByValue != 1 {
			t.Errorf("%v: %v", res, err)
		}
	}
}

// TestStoreStays checks that a projection that is made again makes no new symbols and terms.
func TestStoreStays(t *testing.T) {
	st, all, m := read(t, "(assert (and (= (select n u) 3) (= n (store m v 3)) (<= x (to_int r)) (= ((_ extract 3 0) h) h4) (< (f x) (select m y))))",
		"m=3 n=3 u=0 v=1 x=0 y=0 r=1 h=0 h4=0")
	p := project.New(st)
	var size [3]int
	for i := range size {
		if _, err := p.Project(m, all, func(x term.Term) bool { return st.SymName(st.Sym(x)) == "u" }); err != nil {
			t.Fatal(err)
		}
		size[i] = st.NumSyms() + st.Len()
	}
	if size[0] != size[1] || size[1] != size[2] {
		t.Errorf("symbols and terms: %v", size)
	}
}

// TestShared projects a term that shares its arguments, which as a tree has 2^100 leaves.
func TestShared(t *testing.T) {
	st := term.NewStore()
	m := model.New(st, model.Options{})
	f := st.DeclareFun("f", []term.Sort{term.Int, term.Int}, term.Int)
	top := st.Select(st.FreshConst("a", st.ArraySort(term.Int, term.Int)), st.FreshConst("x", term.Int))
	for range 100 {
		top = st.App(f, top, top)
	}
	res, err := project.New(st).Project(m, []term.Term{st.Le(top, st.Int(0))}, func(term.Term) bool { return false })
	if err != nil || !res.Exact || len(res.Cube) != 1 {
		t.Errorf("%v: %v", res, err)
	}
}

// firstApp returns an application of a function.
func firstApp(st *term.Store, in []term.Term) term.Term {
	var found term.Term
	st.Visit(func(t term.Term) bool {
		if st.Op(t) == term.OpApp && st.NumArgs(t) > 0 {
			found = t
		}
		return true
	}, in...)
	return found
}
