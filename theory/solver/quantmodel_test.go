package solver_test

import (
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/smtscript"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// TestQuantifiedModels has scripts that only a check of candidate models decides:
// E-matching finds no instances, or no further ones.
func TestQuantifiedModels(t *testing.T) {
	for _, c := range []struct {
		name, script string
		want         sat.Status
	}{
		{"no term to match", "(declare-sort U 0) (declare-fun p (U) Bool) (declare-fun f (U) U) (assert (forall ((x U)) (p (f x))))", sat.Sat},
		{"a function's default", "(declare-fun f (Int) Int) (assert (= (f 3) 7)) (assert (forall ((x Int)) (<= (f x) 7)))", sat.Sat},
		{"alternation over integers", "(assert (forall ((x Int)) (exists ((y Int)) (and (<= x (* 2 y)) (<= (* 2 y) (+ x 1))))))", sat.Sat},
		{"parity", "(assert (forall ((x Int)) (exists ((y Int)) (= x (* 2 y)))))", sat.Unsat},
		{"a bound by a term", "(declare-const a Int) (declare-const b Int) (assert (< (+ a 4) b)) (assert (forall ((x Int) (y Int)) (=> (and (<= a (* 3 x)) (<= (* 3 x) b) (<= a (* 3 y)) (<= (* 3 y) b)) (= x y))))", sat.Unsat},
		{"one multiple of three", "(declare-const a Int) (declare-const b Int) (assert (< (+ a 3) b)) (assert (forall ((x Int) (y Int)) (=> (and (<= a (* 3 x)) (<= (* 3 x) b) (<= a (* 3 y)) (<= (* 3 y) b)) (= x y))))", sat.Sat},
		{"residues of a sum", "(assert (forall ((x Int) (y Int)) (exists ((z Int)) (= 4 (mod (+ (* 8 z) (* 8 x) (* 8 y) 4) 4294967296)))))", sat.Sat},
		{"one element", "(declare-sort U 0) (declare-const a U) (declare-const b U) (declare-const c U) (assert (forall ((x U)) (= x a))) (assert (not (= b c)))", sat.Unsat},
		{"nested prefix", "(declare-fun s (Int Int) Bool) (declare-fun p (Int) Bool) (assert (forall ((x Int)) (forall ((y Int)) (=> (p x) (not (s x y)))))) (assert (exists ((x Int) (y Int)) (and (p x) (s x y))))", sat.Unsat},
		{"a Boolean", "(declare-const a Bool) (assert (forall ((b Bool)) (or a (not b))))", sat.Sat},
		{"nothing is that large", "(assert (exists ((x Int)) (forall ((y Int)) (<= y x))))", sat.Unsat},
		{"a sorted array", "(declare-const a (Array Int Int)) (declare-const n Int) (assert (< 3 n)) (assert (forall ((i Int) (j Int)) (=> (and (<= 0 i) (<= i j) (< j n)) (<= (select a i) (select a j))))) (assert (< (select a 0) (select a 2)))", sat.Sat},
		{"a constructor of negative numbers", "(declare-sort T 0) (declare-fun c (Int) T) (declare-fun i (T) Int) (assert (forall ((x Int)) (! (= (i (c x)) x) :pattern ((c x))))) (assert (forall ((p T)) (= (c (i p)) p))) (assert (forall ((p T)) (<= 3 (i p))))", sat.Unsat},
		{"a rare default", "(declare-const a (Array Int Int)) (declare-const b (Array Int Int)) (declare-const x Int) (declare-const y Int) (declare-const z Int) (declare-const u Int) (declare-const v Int) (declare-const w Int) (assert (distinct x y z u v w)) (assert (= b (store (store (store (store (store (store (store (store a x 5) y 5) z 5) u 5) v 5) w 5) (+ x 9) 5) (+ x 19) 5))) (assert (forall ((k Int)) (not (= (select a k) 5))))", sat.Sat},
		{"all that is read", "(declare-const a (Array Int Int)) (declare-const b (Array Int Int)) (declare-const e Int) (declare-const i Int) (assert (forall ((x Int)) (= 1 (select a x)))) (assert (= e (select a i))) (assert (forall ((x Int)) (< (select b x) e)))", sat.Sat},
	} {
		t.Run(c.name, func(t *testing.T) {
			st := term.NewStore()
			cmds, err := smtlib.ReadScript(c.name, strings.NewReader(c.script), st)
			if err != nil {
				t.Fatal(err)
			}
			s := solver.New(st, solver.Options{CheckModels: true})
			var all []term.Term
			for _, x := range cmds {
				if x.Kind == smtlib.Assert {
					s.Assert(x.Terms[0])
					all = append(all, x.Terms[0])
				}
			}
			got := smtscript.CheckFor(s, nil)
			if got.Status != c.want {
				t.Fatalf("%v (%s), want %v", got.Status, got.Reason, c.want)
			}
			if got.Status == sat.Sat {
				m, err := s.Model()
				if err == nil {
					err = smtscript.Satisfies(m, smtscript.Answer{Result: got, All: all}, nil)
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// TestModelAfterQuantifiers: a verified candidate is out of date if the search goes on, for
// an assumption that waited, to a model in which the quantifier is not active.
func TestModelAfterQuantifiers(t *testing.T) {
	for seed := range uint64(20) {
		st := term.NewStore()
		u := st.UninterpretedSort("U")
		x, c := st.BoundVar("x", u), st.FreshConst("c", term.Bool)
		y, b := st.FreshConst("y", term.Int), st.FreshConst("b", term.Bool)
		s := solver.New(st, solver.Options{Seed: seed, Stress: true, CheckModels: true})
		s.Assert(st.Ite(st.Le(st.Int(0), y), st.Quantify(term.OpForall, term.Quant{Vars: []term.Term{x}, Body: st.Not(c)}), b))
		if r := s.Check(t.Context(), c); r.Status != sat.Sat {
			t.Errorf("seed %d: %v %s", seed, r.Status, r.Reason)
		}
	}
}
