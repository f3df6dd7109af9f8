package solver_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/smtscript"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// regressions are scripts that once got a wrong answer, with the cause.
var regressions = []struct {
	cause  string
	script string
	want   string // the answers to all checks
}{
	1: {"constant arrays of different sorts were congruent", `
(declare-sort U 0)
(declare-fun iv () (Array Int U))
(declare-fun uv () (Array U U))
(declare-fun w () U)
(assert (= iv ((as const (Array Int U)) w)))
(assert (= uv ((as const (Array U U)) w)))
(check-sat)`, "sat"},
	2: {"stores into one class at indices of one candidate value: the split on their equality was missing", `
(declare-fun o () (Array Int Int))
(declare-fun x () Int)
(declare-fun z () Int)
(assert (= (store o x 0) (store o 0 1)))
(check-sat-assuming ((<= x z)))`, "sat"},
	3: {"c and (not c) as arguments shared one slot by variable", `
(declare-fun c () Bool)
(declare-fun p (Int Bool) Bool)
(assert (p 0 (not c)))
(check-sat-assuming ((p 0 c)))
(assert (not (p 0 false)))
(check-sat)
(check-sat-assuming (c))`, "sat sat unsat"},
	4: {"f(y) = 0 and f(0) = 2 are in the class of Zero, but not equal", `
(declare-fun y () Int)
(declare-fun f (Int) Int)
(assert (<= (mod y 256) 2))
(assert (= 0 (f y)))
(assert (= 2 (f 0)))
(check-sat)
(assert (<= (- 1) y))
(assert (<= y 0))
(check-sat)`, "sat unsat"},
	5: {"an irrelevant congruent application stood for the relevant one in care splits", `
(declare-fun y () Int)
(declare-fun p (Int Bool) Bool)
(declare-fun m () (Array Int Int))
(check-sat-assuming ((p 0 true)))
(assert (= (p y true) false))
(assert (p 0 (<= (select m 2) y)))
(check-sat)`, "sat sat"},
	6: {"a multiple without a row, in a class with a bound, was unknown", `
(declare-fun c () Bool)
(declare-fun z () Int)
(assert (<= 0 (ite (not c) 0 (* (- 1) z))))
(assert c)
(check-sat)`, "sat"},
	7: {"shared arrays were compared by classes: the default of one met an entry of another", `
(declare-fun x () (Array Bool Bool))
(declare-fun x2 ((Array Bool (Array Bool Bool))) Bool)
(declare-fun x3 () (Array Bool (Array Bool Bool)))
(declare-fun x4 () (Array Bool Bool))
(check-sat-assuming ((x2 (store (store x3 (x2 x3) (store x4 (x2 x3) (x2 (store x3 false (ite (x2 x3) x x4))))) false x4))))`, "sat"},
	8: {"the rewriter made a = store(a,y,0) of an extensionality lemma an equality of elements: unknown", `
(declare-fun a () (Array Int Int))
(declare-fun x () Int)
(declare-fun y () Int)
(declare-fun g ((Array Int Int)) Int)
(declare-fun f (Int) Int)
(assert (and (distinct (f x) (f y)) (= (store a y 0) (store a x 0)) (distinct (g a) (g (store a y 0)))))
(check-sat)`, "unsat"},
	9: {"parity of two equations: branching never ended", `
(declare-fun x () Int)
(declare-fun y () Int)
(declare-fun z () Int)
(declare-fun f (Int) Int)
(push 1)
(assert (= 1 (mod (+ y x) 2)))
(assert (= y x))
(check-sat)
(pop 1)
(push 1)
(assert (= (+ (- 1) (+ z z)) (+ (f y) (f x))))
(assert (= x y))
(check-sat)
(pop 1)
(assert (distinct (mod z 256) 1 0))
(assert (= (+ y z y) (+ (- 1) x x)))
(check-sat)`, "unsat unsat sat"},
	10: {"patterns on arrays matched arrays of other sorts", `
(declare-sort U 0)
(declare-fun m () (Array Int Int))
(declare-fun mu () (Array U Int))
(declare-fun u () U)
(assert (forall ((a (Array U Int)) (x U)) (! (>= (select a x) 0) :pattern ((select a x)))))
(assert (= (select m 0) (- 5)))
(check-sat)
(assert (= (select mu u) (- 7)))
(check-sat)`, "unknown unsat"},
	11: {"a final check whose only news were merges came back without news", `
(declare-fun o () (Array Int Int))
(declare-fun z () Int)
(declare-fun x () Int)
(assert (= (store o (- 1) 0) (store ((as const (Array Int Int)) z) x 1)))
(check-sat)`, "sat"},
	12: {"models with quantifiers cannot be evaluated, which does not make them wrong", `
(assert (exists ((x Bool) (y Bool)) (not (and x y))))
(check-sat)`, "sat"},
	13: {"branching followed a row without bounds endlessly", `
(declare-fun x () Int)
(declare-fun y () Int)
(declare-fun z () Int)
(declare-fun f (Int) Int)
(declare-fun b () Bool)
(declare-fun c () Bool)
(assert (or (not b) (and (not (= (+ 2 x) (* 2 z))) (<= y (f z)))))
(assert (or c b))
(assert (or (<= y (f y)) (not b)))
(assert (or (<= x 2) (not (<= (f x) (f 0)))))
(assert (= (+ (f 0) y (- 1)) (- (f z))))
(check-sat)`, "sat"},
	15: {"the negation of d <= 2^60-1 is a bound just beyond those of classes, and was forgotten", `
(declare-fun d () Int)
(assert (<= 1152921504606846976 d))
(check-sat)
(assert (<= d 1152921504606846976))
(check-sat)
(assert (distinct d 1152921504606846976))
(check-sat)`, "sat sat unsat"},
	16: {"bounds that rounding had made cross were swapped: the certificate of a right conflict was rejected", `
(declare-fun x () Int)
(assert (<= (mod x 400) 150))
(push 1)
(assert (< (mod x 600) (mod x 400)))
(check-sat)
(pop 1)
(assert (distinct (mod x 1099511627776) 0 (mod x 4611686018427387904)))
(check-sat)`, "unsat sat"},
	17: {"a bound beyond a machine word, of a term in the difference graph without a variable of the tableau", `
(declare-fun z () Int)
(declare-fun x () Int)
(assert (<= z x))
(check-sat)
(assert (<= 0 (+ z 18446744073709551614)))
(check-sat)`, "sat sat"},
	18: {"a rounded row's certificate did not say which equalities of the clause it uses", `
(declare-fun $a1 () Bool)
(assert (=> $a1 true))
(check-sat-assuming ($a1))
(declare-fun z () Int)
(declare-fun t () Real)
(declare-fun s () Real)
(declare-fun y () Int)
(assert (<= (ite (<= 2 z) (+ t s) (to_real y)) (ite (<= (- 2) z) 0.0 (+ t (/ 2.0 3.0)))))
(declare-fun b () Bool)
(declare-fun r () Real)
(declare-fun $a2 () Bool)
(assert (=> $a2 (<= (ite b r (- (/ 1.0 2.0))) (ite b s r))))
(check-sat-assuming ($a2))`, "sat sat"},
	19: {"the checker rounded a strict bound of an integer factor of a real product, so that it was not strict", `
(declare-fun y () Int)
(declare-fun fr (Real) Real)
(assert (<= 0.0 (* (to_real y) (fr 0.0))))
(assert (= 0.0 (+ (fr 0.0) 1.0)))
(check-sat)`, "sat"},
	20: {"products of Ints and of Reals with the same candidate values were compared, argument by argument", `
(declare-fun t () Real)
(declare-fun y () Int)
(assert (<= (* t t) (to_real y)))
(declare-fun z () Int)
(declare-fun $a1 () Bool)
(assert (=> $a1 (<= y (* z z))))
(check-sat-assuming ($a1))`, "sat"},
	21: {"the checker saw a bound as absurd before the step that concludes it, and did not believe that", `
(declare-fun x () Int)
(declare-fun y () Int)
(declare-fun z () Int)
(assert (= (ite (= x 1) (* 2 x) 2) (+ y z)))
(declare-fun $a1 () Bool)
(assert (=> $a1 true))
(check-sat-assuming ($a1))
(declare-fun b () Bool)
(declare-fun c () Bool)
(assert (= (ite b 0 (- 2)) (ite c y z)))
(check-sat)`, "sat sat"},
	22: {"the evaluator took the first branch of a conditional with a constant condition for the value under a quantifier", `
(declare-fun m () (Array Int Int))
(assert (not (forall ((q Int)) (<= q (ite false 0 (select m q))))))
(check-sat)`, "sat"},
	23: {"the value of a multiple violated a disequality after those were separated: unknown (integer branching budget) without a branch", `
(declare-fun x () Int)
(assert (and (<= (- 4) x) (<= x (- 2))))
(declare-fun z () Int)
(assert (<= (* 2 (- 3)) (* 2 z)))
(assert (<= z (- 1)))
(declare-fun b () Bool)
(assert (distinct (- 2) (ite b x (- 2)) (+ z (- 2))))
(assert (= (+ z z) x))
(check-sat)`, "unsat"},
}

func TestRegressions(t *testing.T) {
	for n, r := range regressions {
		if n == 0 {
			continue
		}
		for variant := range 3 {
			st := term.NewStore()
			sol, wrong := (&smtscript.Script{Store: st}).Certifying(solver.Options{})
			if variant > 0 {
				sol = solver.New(st, solver.Options{CheckModels: true, NoRelevancy: variant == 2})
			}
			got, err := answers(sol, st, r.script)
			if err != nil {
				t.Errorf("%d (%s): %v", n, r.cause, err)
			}
			if err := wrong(); err != nil {
				t.Errorf("%d (%s): %v", n, r.cause, err)
			}
			if got != r.want {
				t.Errorf("%d (%s): %s, want %s", n, r.cause, got, r.want)
			}
		}
	}
}

// answers runs a script and returns the answers of its checks, each with its model.
func answers(sol *solver.Solver, st *term.Store, script string) (string, error) {
	cmds, err := smtlib.ReadScript("script", strings.NewReader(script), st)
	if err != nil {
		return "", err
	}
	var got []string
	for _, c := range cmds {
		switch c.Kind {
		case smtlib.Assert:
			sol.Assert(c.Terms[0])
		case smtlib.Push:
			sol.Push()
		case smtlib.Pop:
			sol.Pop()
		case smtlib.CheckSat, smtlib.CheckSatAssuming:
			a := smtscript.CheckFor(sol, c.Terms)
			got = append(got, a.Status.String())
			if a.Reason.Kind == reason.Internal {
				return "", errors.New(a.Reason.Report())
			}
			if a.HasModel() {
				if _, err := sol.Model(); err != nil {
					return "", err
				}
			}
		}
	}
	return strings.Join(got, " "), nil
}
