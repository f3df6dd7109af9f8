package horn_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/chc"
	"github.com/muster-smt/muster/verifier/horn"
	"github.com/muster-smt/muster/verifier/validate"
)

func read(t testing.TB, text string) *chc.Script {
	t.Helper()
	s, err := chc.Read("test.smt2", strings.NewReader(text), term.NewStore(), nil)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return s
}

func solve(t testing.TB, text string, opt horn.Options) *horn.Report {
	t.Helper()
	return solveWithin(context.Background(), t, text, opt)
}

func solveWithin(ctx context.Context, t testing.TB, text string, opt horn.Options) *horn.Report {
	t.Helper()
	opt.Invariants = true
	rep, err := horn.SolveScript(ctx, read(t, text), opt)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return rep
}

// TestSolve: each engine answers, with evidence.
func TestSolve(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       sat.Status
	}{
		{"empty", "", sat.Sat},
		{"no rules", "(declare-fun p (Int) Bool) (assert (forall ((x Int)) (=> (p x) false)))", sat.Sat},
		{"no queries", "(declare-fun p (Int) Bool) (assert (forall ((x Int)) (p x)))", sat.Sat},
		{"false", "(assert false)", sat.Unsat},
		{"no predicate", "(assert (forall ((x Int)) (> (* x x) (- 1))))", sat.Sat},
		{"no predicate, wrong", "(assert (forall ((x Int)) (> x 5)))", sat.Unsat},
		{"without arguments", "(declare-fun a () Bool) (declare-const b Bool) (assert a) (assert (=> a b)) (assert (not b))", sat.Unsat},
		{"loop that ends", `(declare-fun inv (Int Int) Bool)
			(assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (inv x y))))
			(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (< x 4)) (inv (+ x 1) (+ y 2)))))
			(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (>= x 4)) (= y 8))))`, sat.Sat},
		{"loop that ends wrong", `(declare-fun inv (Int Int) Bool)
			(assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (inv x y))))
			(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (< x 6)) (inv (+ x 1) (+ y 2)))))
			(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (>= x 6)) (= y 11))))`, sat.Unsat},
		{"nonlinear, with two atoms in the query", `(declare-fun fib (Int Int) Bool)
			(assert (fib 0 0)) (assert (fib 1 1))
			(assert (forall ((n Int) (a Int) (b Int)) (=> (and (fib n a) (fib (+ n 1) b)) (fib (+ n 2) (+ a b)))))
			(assert (forall ((n Int) (a Int) (b Int)) (not (and (fib 5 a) (fib 4 b) (= (+ a b) 8)))))`, sat.Unsat},
		{"disjunctions in a body", `(declare-fun p (Int) Bool) (declare-fun q (Int) Bool)
			(assert (p 1)) (assert (forall ((x Int)) (=> (or (and (p x) (> x 0)) (q x)) (q (- x 1)))))
			(assert (forall ((x Int)) (=> (and (or (q x) (= x 9)) (or (p 1) (p 2)) (< x (- 2))) false)))`, sat.Unsat},
		{"quantifier in a condition", `(declare-fun p (Int) Bool)
			(assert (forall ((x Int)) (=> (exists ((y Int)) (and (<= 0 y) (< y x) (= (* 2 y) 6))) (p x))))
			(assert (forall ((x Int)) (=> (p x) (> x 3))))`, sat.Sat},
		{"reals", `(declare-fun p (Real) Bool)
			(assert (p 1.0)) (assert (forall ((x Real)) (=> (p x) (p (/ x 2)))))
			(assert (forall ((x Real)) (=> (p x) (> x (/ 1 5)))))`, sat.Unsat},
		{"arrays", `(declare-fun p (Int (Array Int Int)) Bool)
			(assert (forall ((a (Array Int Int))) (p 0 a)))
			(assert (forall ((i Int) (a (Array Int Int))) (=> (and (p i a) (< i 3)) (p (+ i 1) (store a i 7)))))
			(assert (forall ((a (Array Int Int))) (=> (p 3 a) (distinct (select a 1) 7))))`, sat.Unsat},
		{"bit-vectors", `(declare-fun p ((_ BitVec 8)) Bool)
			(assert (p #x01)) (assert (forall ((x (_ BitVec 8))) (=> (p x) (p (bvmul x #x05)))))
			(assert (not (p #x7d)))`, sat.Unsat},
		{"Booleans", `(declare-fun p (Bool Bool) Bool)
			(assert (forall ((x Bool)) (p x (not x))))
			(assert (forall ((x Bool) (y Bool)) (=> (p x y) (xor x y))))`, sat.Sat},
		{"sorts and functions", `(declare-sort U 0) (declare-fun f (U) U) (declare-fun p (U) Bool)
			(assert (forall ((x U)) (=> (= x (f x)) (p x))))
			(assert (forall ((x U)) (=> (p x) (= (f (f x)) x))))`, sat.Sat},
		// All of these have a solution where a function, a division by zero or a sort is chosen for it.
		{"function to choose", "(declare-fun f (Int) Int) (declare-fun p (Int) Bool) (assert (p (f 1))) (assert (not (p 3)))", sat.Unknown},
		{"function that does not matter", "(declare-fun f (Int) Int) (declare-fun p (Int) Bool) (assert (p 1)) (assert (forall ((x Int)) (not (and (or (> (f x) 0) (= x 1)) (p x)))))", sat.Unsat},
		{"division to choose", "(declare-fun p (Int) Bool) (assert (forall ((x Int)) (p x))) (assert (forall ((x Int)) (=> (p x) (distinct (div 1 x) 7))))", sat.Unknown},
		{"size of a sort to choose", "(declare-sort U 0) (declare-fun p (U U) Bool) (assert (forall ((x U) (y U)) (p x y))) (assert (forall ((x U) (y U)) (=> (p x y) (= x y))))", sat.Unknown},
		{"size of a sort that does not matter", "(declare-sort U 0) (declare-fun p (U U) Bool) (assert (forall ((x U) (y U)) (p x y))) (assert (forall ((x U) (y U)) (=> (p x y) (distinct x y))))", sat.Unsat},
	} {
		for _, engine := range append(horn.Engines(), horn.Auto) {
			t.Run(c.name+" "+engine, func(t *testing.T) {
				opt := horn.Options{Engine: engine, Model: true, Processors: 1}
				if c.want == sat.Unknown {
					opt.Depth = 4
				}
				rep := solve(t, c.text, opt)
				if rep.Status != c.want {
					t.Fatalf("%v (%v), want %v", rep.Status, rep.Reason, c.want)
				}
				if (rep.Status == sat.Unsat) != (rep.Derivation != nil) || rep.Solution != nil && rep.Status != sat.Sat {
					t.Error("the evidence is not that of the answer")
				}
				if rep.Status == sat.Sat && rep.Solution == nil {
					t.Errorf("no solution: %v", rep.NoSolution)
				}
			})
		}
	}
}

// TestQuotients: a quotient of what is bound is no constant, whatever is divided by zero.
func TestQuotients(t *testing.T) {
	for _, body := range []string{
		"(forall ((w Int)) (or (< w 0) (exists ((v Int)) (and (> v w) (> v (div (* x v v) v))))))",
		"(not (exists ((w Int)) (and (>= w 0) (forall ((v Int)) (or (<= v w) (<= v (div (* x v v) v)))))))",
		"(forall ((u Int)) (exists ((w Int)) (and (> w u) (forall ((v Int)) (=> (> v w) (distinct (div v 0) v))))))",
		"(forall ((u Int)) (exists ((w Int)) (and (> w u) (forall ((v Int)) (=> (> v w) (distinct (div v (- x 2)) v))))))",
	} {
		text := "(declare-fun p (Int) Bool)(assert (forall ((x Int)) (=> (and (= x 2) " + body + ") (p x))))" +
			"(assert (forall ((x Int)) (=> (p x) false)))"
		for _, engine := range horn.Engines() {
			if rep := solve(t, text, horn.Options{Engine: engine}); rep.Status == sat.Unsat {
				t.Errorf("%s: unsat, but p may be empty: %s", engine, body)
			}
		}
	}
}

// TestGaveUp: each engine of a race that ends without an answer says why.
func TestGaveUp(t *testing.T) {
	const text = "(declare-fun f (Int) Int) (declare-fun p (Int) Bool) (assert (p (f 1))) (assert (not (p 3)))"
	rep := solve(t, text, horn.Options{Processors: 1})
	var names []string
	for _, g := range rep.GaveUp {
		if names = append(names, g.Engine); g.Reason.Kind != reason.UnconfirmedTrace {
			t.Errorf("%s: %v", g.Engine, g.Reason)
		}
	}
	if !slices.Equal(names, horn.Engines()) {
		t.Error(names)
	}
	if rep = solve(t, counting, horn.Options{Engine: "corral"}); len(rep.GaveUp) > 0 {
		t.Error("one engine alone:", rep.GaveUp)
	}
}

// TestUnbounded: what only a proof for all depths decides, and inlining finds none.
func TestUnbounded(t *testing.T) {
	for _, text := range []string{
		"(declare-fun a () Bool) (declare-fun b () Bool) (assert (=> a b)) (assert (=> b a)) (assert (not b))",
		`(declare-fun p (Int Int) Bool)
		(assert (p 0 0))
		(assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ x 1) (+ y 1)))))
		(assert (forall ((x Int) (y Int)) (=> (p x y) (< y (+ x 2)))))`,
		`(declare-fun even (Int) Bool) (declare-fun odd (Int) Bool)
		(assert (even 0))
		(assert (forall ((x Int)) (=> (even x) (odd (+ x 1)))))
		(assert (forall ((x Int)) (=> (odd x) (even (+ x 1)))))
		(assert (forall ((x Int)) (=> (odd x) (>= x 0))))`,
		`(declare-fun sum (Int Int) Bool)
		(assert (forall ((n Int)) (=> (<= n 0) (sum n 0))))
		(assert (forall ((n Int) (a Int) (b Int)) (=> (and (> n 0) (sum (- n 1) a) (sum (- n 2) b)) (sum n (+ a b 1)))))
		(assert (forall ((n Int) (a Int)) (=> (sum n a) (>= a 0))))`,
		// What differs in the query is less in the invariant, where sums cancel.
		`(declare-fun sums (Int Int Int Int Int) Bool)
		(assert (forall ((a Int) (c Int) (d Int)) (=> (and (<= a 0) (<= c 0)) (sums a 0 c d d))))
		(assert (forall ((a Int) (b Int) (c Int) (d Int) (e Int))
			(=> (and (sums (- a 1) b (- c 1) (+ c d) e) (> a 0) (> c 0)) (sums a (+ a b) c d e))))
		(assert (forall ((a Int) (b Int) (e Int)) (=> (sums a b a 0 e) (= b e))))`,
		// Queries fix a variable to one odd number after the other.
		`(declare-fun rest (Int Int) Bool)
		(assert (forall ((n Int)) (=> (>= n 0) (rest n n))))
		(assert (forall ((n Int) (i Int)) (=> (and (rest n i) (> i 0) (distinct i 1)) (rest n (- i 2)))))
		(assert (forall ((n Int) (i Int)) (=> (and (rest n i) (= i 1)) (= (mod n 2) 1))))`,
	} {
		for _, engine := range []string{"spacer", horn.Auto} {
			if rep := solve(t, text, horn.Options{Engine: engine, Model: true}); rep.Status != sat.Sat || rep.Solution == nil {
				t.Errorf("%s: %v (%v)\n%s", engine, rep.Status, rep.Reason, text)
			}
		}
	}
}

const counting = `(declare-fun p (Int Int) Bool)
(assert (p 0 0))
(assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ x 1) (+ y 2)))))
(assert (forall ((x Int) (y Int)) (=> (p x y) (distinct (+ x y) 6))))`

// TestConjecture: what spacer is asked about one number after the other it asks without them.
func TestConjecture(t *testing.T) {
	const text = `
(declare-fun inv (Int Int Int) Bool)
(assert (inv 0 0 0))
(assert (forall ((a Int) (b Int) (c Int)) (=> (inv a b c)
  (inv (+ 1 a) (ite (= (mod a 2) 0) (+ 1 b) b) (ite (= (mod a 2) 0) c (+ 1 c))))))
(assert (forall ((a Int) (b Int) (c Int)) (=> (and (inv a b c) (= a 1342342)) (= b c))))`
	rep := solve(t, text, horn.Options{Engine: "spacer", Model: true})
	if rep.Status != sat.Sat || rep.Solution == nil {
		t.Fatalf("%v (%v)", rep.Status, rep.Reason)
	}
	for _, c := range rep.Stats.Counters {
		if c.Name == "spacer: conjectures" && c.Value == 0 {
			t.Error("no conjecture was made")
		}
	}
}

// TestWrongDerivations: a derivation with a fault is refuted.
func TestWrongDerivations(t *testing.T) {
	for _, c := range []struct {
		name, want string
		damage     func(d *horn.Report)
	}{
		{"none", "", func(*horn.Report) {}},
		{"no steps", "the last step does not derive false", func(r *horn.Report) { r.Derivation.Steps = nil }},
		{"no last step", "the last step does not derive false", func(r *horn.Report) {
			r.Derivation.Steps = r.Derivation.Steps[:2]
		}},
		{"another value", "step 2 does not follow", func(r *horn.Report) { r.Derivation.Steps[1].Values[0] = model.Int64(1) }},
		{"another conclusion", "step 2 does not follow", func(r *horn.Report) { r.Derivation.Steps[1].Args[1] = model.Int64(3) }},
		{"no premise", "step 3 does not follow", func(r *horn.Report) { r.Derivation.Steps[2].Premises = nil }},
		{"later premise", "step 2 has a premise that is no earlier step", func(r *horn.Report) { r.Derivation.Steps[1].Premises[0] = 1 }},
		{"another clause", "step 2 does not follow", func(r *horn.Report) { r.Derivation.Steps[1].Clause = 2 }},
		{"no clause", "step 1 uses no clause", func(r *horn.Report) { r.Derivation.Steps[0].Clause = 3 }},
		{"too few values", "step 2 has 1 values for 2 variables", func(r *horn.Report) {
			r.Derivation.Steps[1].Values = r.Derivation.Steps[1].Values[:1]
		}},
		{"another sort", "step 2 has a value of another sort", func(r *horn.Report) { r.Derivation.Steps[1].Values[0] = model.Bool(true) }},
	} {
		rep := solve(t, counting, horn.Options{Engine: "corral"})
		if rep.Status != sat.Unsat {
			t.Fatal(rep.Status, rep.Reason)
		}
		c.damage(rep)
		got := validate.Derivation(context.Background(), rep.Script.Store, horn.Clauses(rep.Script), rep.Script.IsPred, rep.Derivation)
		if got.Confirmed != (c.want == "") || got.Refuted == got.Confirmed || !strings.HasPrefix(got.Wrong, c.want) {
			t.Errorf("%s: %+v, want %q", c.name, got, c.want)
		}
	}
}

// TestSolutions: definitions are accepted if they are a solution, and refuted otherwise.
func TestSolutions(t *testing.T) {
	s := read(t, strings.Replace(counting, "6", "7", 1)+`
(declare-fun other (Int) Bool)
(assert (forall ((x Int)) (=> (exists ((y Int)) (p x y)) (other x))))`)
	for _, c := range []struct {
		p, other string
		right    bool
	}{
		{"(= y (* 2 x))", "true", true},
		{"(= (mod (+ x y) 3) 0)", "true", true},
		{"(and (= y (* 2 x)) (>= x 0))", "(>= x 0)", true},
		{"(= y (* 2 x))", "(>= x 0)", false}, // the last assertion
		{"true", "true", false},              // the third
		{"(and (= y (* 2 x)) (< x 9))", "true", false},
		{"false", "true", false},
	} {
		var defs []validate.Definition
		for i, text := range []string{c.p, c.other} {
			params, body, err := smtlib.ReadFunction("(define-fun f ((x Int)"+[]string{" (y Int)", ""}[i]+") Bool "+text+")", s.Store)
			if err != nil {
				t.Fatal(err)
			}
			defs = append(defs, validate.Definition{Pred: s.Preds[i], Params: params, Body: body})
		}
		var assertions []term.Term
		for _, a := range s.Assertions {
			assertions = append(assertions, a.Formula)
		}
		if rep := validate.Solution(context.Background(), s.Store, assertions, defs); rep.Confirmed != c.right || rep.Refuted == c.right {
			t.Errorf("p is %s and other %s: %+v", c.p, c.other, rep)
		}
	}
}

// TestLimits: a cancelled context gives unknown, not an error.
func TestLimits(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, engine := range append(horn.Engines(), horn.Auto) {
		rep, err := horn.SolveScript(ctx, read(t, counting), horn.Options{Engine: engine})
		if err != nil || rep.Status != sat.Unknown || rep.Reason.Kind != reason.Interrupt {
			t.Errorf("%s: %+v, %v", engine, rep, err)
		}
	}
	if _, err := horn.SolveScript(ctx, read(t, counting), horn.Options{Engine: "none"}); !errors.As(err, new(*horn.OptionError)) {
		t.Error(err)
	}
	rep := solve(t, counting, horn.Options{Engine: "corral", Depth: 1})
	if rep.Status != sat.Unknown || rep.Depth != 1 {
		t.Errorf("%v, depth %d, want unknown at depth 1", rep.Status, rep.Depth)
	}
}

// TestPrinted: what is printed can be read again, and means the same.
func TestPrinted(t *testing.T) {
	rep := solve(t, `(declare-fun |a b| (Int (Array Int Bool)) Bool)
		(declare-fun x!0 (Int) Int)
		(assert (forall ((i Int) (a (Array Int Bool))) (=> (and (= i (x!0 2)) (select a (- 1))) (|a b| i a))))
		(assert (forall ((i Int) (a (Array Int Bool))) (=> (|a b| i a) (and (= i (x!0 2)) (select a (- 1))))))`,
		horn.Options{Engine: "corral", Model: true})
	text := string(rep.AppendModel(nil))
	if rep.Status != sat.Sat || !strings.Contains(text, "(define-fun |a b| ((x!0! Int) (x!1 (Array Int Bool))) Bool ") || !strings.Contains(text, "(- 1)") {
		t.Errorf("%v\n%s", rep.Status, text)
	}
	rep = solve(t, counting, horn.Options{Engine: "corral"})
	want := `1. (p 0 0) by test.smt2:2:1
2. (p 1 2) by test.smt2:3:1 from 1
    x = 0, y = 0
3. (p 2 4) by test.smt2:3:1 from 2
    x = 1, y = 2
4. false by test.smt2:4:1 from 3
    x = 2, y = 4
`
	if got := string(rep.AppendDerivation(nil)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestEngines: the table has a row for each name, and the command's default is none of them.
func TestEngines(t *testing.T) {
	if slices.Contains(horn.Engines(), horn.Auto) || len(horn.Engines()) < 2 {
		t.Error(horn.Engines())
	}
}
