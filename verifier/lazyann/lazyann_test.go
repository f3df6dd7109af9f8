package lazyann_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/chc"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/lazyann"
	"github.com/muster-smt/muster/verifier/native"
	"github.com/muster-smt/muster/verifier/validate"
)

// programs are programs with their verdicts for all bounds.
var programs = []struct {
	name, src string
	want      verifier.Verdict
}{
	{"one rule with two calls", twice, verifier.Safe},
	{"a loop", `procedure {:entrypoint} main(n: int) { var i, j: int; assume n >= 0; i := 0; j := 0;
		while (i < n) { i := i + 1; j := j + 1; } assert j >= 0; }`, verifier.Safe},
	{"a lock", `var l: int; procedure {:entrypoint} main() modifies l; { l := 0; while (*) { call acquire(); if (*) { call release(); } else { call release(); } } }
		procedure acquire() modifies l; { assert l == 0; l := 1; } procedure release() modifies l; { assert l == 1; l := 0; }`, verifier.Safe},
	{"a lock, unsafe", `var l: int; procedure {:entrypoint} main() modifies l; { l := 0; while (*) { call acquire(); if (*) { call release(); } } }
		procedure acquire() modifies l; { assert l == 0; l := 1; } procedure release() modifies l; { assert l == 1; l := 0; }`, verifier.Unsafe},
	{"arrays", `procedure {:entrypoint} main(a: [int]int, p: int, q: int) { var b: [int]int; assume p != q;
		call b := set(a, p, 1); call b := set(b, p + 1, 2); assert b[p + 1] == 2; }
		procedure set(a: [int]int, i: int, v: int) returns (b: [int]int) { b := a[i := v]; }`, verifier.Safe},
	{"calls that agree", `procedure {:entrypoint} main() { var x, y, z: int; call x := some(); call y := some(); call z := some();
		assert x + y + z != 6 || x == 2 || x == 1 || x == 3; } procedure some() returns (r: int) { assume 1 <= r && r <= 3; }`, verifier.Safe},
	{"calls that do not agree", `procedure {:entrypoint} main() { var x, y: int; call x := some(); call y := some(); assert x + y != 6; }
		procedure some() returns (r: int) { assume 1 <= r && r <= 3; }`, verifier.Unsafe},
	{"recursion", `procedure {:entrypoint} main(n: int) { var r: int; assume n >= 0; call r := f(n); assert r >= n; }
		procedure f(n: int) returns (r: int) { if (n <= 0) { r := 0; } else { call r := f(n - 1); r := r + 1; } }`, verifier.Safe},
	{"a quantified annotation", `procedure {:entrypoint} main(a: [int]int, i: int) { var x: int; assume (forall k: int :: {a[k]} a[k] > 0);
		call x := get(a, i); assert x > 0; } procedure get(a: [int]int, i: int) returns (x: int) { x := a[i]; }`, verifier.Safe},
	{"a quantified annotation of a recursive procedure", `var b: [int]int; procedure {:entrypoint} main(n: int, i: int) modifies b; {
		assume (forall k: int :: {b[k]} b[k] >= 0); call update(n); call update(n + 1); assert b[i] >= 0; }
		procedure update(n: int) modifies b; { var k, v: int; assume v >= 0; if (n > 0) { b[k] := v; call update(n - 1); } }`, verifier.Safe},
	{"a quantified assumption", `procedure {:entrypoint} main(a: [int]int, i: int) { var x: int; assume (forall k: int :: {a[k]} a[k] > 0); x := a[i];
		call x := next(x); assert x > 1; } procedure next(y: int) returns (x: int) { x := y + 1; }`, verifier.Safe},
	{"a range is filled", `procedure {:entrypoint} main(n: int, k: int) { var a: [int]int; var i: int; i := 0;
		while (i < n) { a[i] := 7; i := i + 1; } assume 0 <= k && k < n; assert a[k] == 7; }`, verifier.Safe},
	{"the greatest of a range", `procedure {:entrypoint} main(a: [int]int, n: int, k: int) { var i, m: int; m := a[0]; i := 1;
		while (i < n) { if (a[i] > m) { m := a[i]; } i := i + 1; } assume 0 <= k && k < n; assert a[k] <= m; }`, verifier.Safe},
	{"a range is copied", `procedure {:entrypoint} main(a: [int]int, o: int, n: int, k: int) { var b: [int]int; var i: int; i := 0;
		while (i < n) { b[o + i] := a[i]; i := i + 1; } assume 0 <= k && k < n; assert b[o + k] == a[k]; }`, verifier.Safe},
	{"a range is reversed", `procedure {:entrypoint} main(a: [int]int, n: int, k: int) { var b: [int]int; var i: int; i := 0;
		while (i < n) { b[n - 1 - i] := a[i]; i := i + 1; } assume 0 <= k && k < n; assert b[k] == a[n - 1 - k]; }`, verifier.Safe},
	{"a range is filled, unsafe", `procedure {:entrypoint} main(n: int, k: int) { var a: [int]int; var i: int; i := 0;
		while (i < n) { call a := set(a, i); i := i + 1; } assume 0 <= k && k < n; assert a[k] == 7 || n < 4; }
		procedure set(a: [int]int, i: int) returns (b: [int]int) { b := a[i := 7]; if (i == 2) { b := a[i := 8]; } }`, verifier.Unsafe},
	{"a matrix is filled, unsafe", `procedure {:entrypoint} main(k: int, l: int) { var m: [int][int]int; var i, j: int; i := 0;
		while (i < 3) { j := 0; while (j < 2) { m[i][j] := i + j; j := j + 1; } i := i + 1; }
		assume 0 <= k && k < 3 && 0 <= l && l < 2; assert m[k][l] < 3; }`, verifier.Unsafe},
}

// twice is the rule of the paper's section 5.2, Q(x, y), Q(y, z), x' = z+1 => P(x, x').
const twice = `
procedure {:entrypoint} main(x: int) { var r: int; call r := P(x); assert r >= x + 3; }
procedure P(x: int) returns (r: int) { var y, z: int; call y := Q(x); call z := Q(y); r := z + 1; }
procedure Q(x: int) returns (y: int) { if (*) { y := x + 1; } else if (*) { y := x + 2; } else { y := 2 * x; assume x >= 1; } }`

func verify(t *testing.T, src string) *driver.Report {
	t.Helper()
	rep, err := driver.Verify(context.Background(), "test.bpl", []byte(src), driver.Options{
		Question: driver.Question{Front: boogie.Front{}},
		Limits:   driver.Limits{Unbounded: time.Hour},
		Engines:  driver.Engines{Engine: "lazyann", Invariants: true},
		Output:   driver.Output{Check: true, Summaries: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

func TestPrograms(t *testing.T) {
	for _, c := range programs {
		t.Run(c.name, func(t *testing.T) {
			rep := verify(t, c.src)
			if rep.Result.Verdict() != c.want {
				t.Fatalf("%v, want %v", rep.Result, c.want)
			}
			if c.want == verifier.Safe && rep.Check.State != driver.CheckOK {
				t.Errorf("the annotation is not confirmed: %v", rep.Check)
			}
		})
	}
}

// TestUnturned: where the search with turned loops finds an execution that only these have, loops are searched as they
// were.
func TestUnturned(t *testing.T) {
	const src = `procedure L(i: int, a: [int]int) returns (j: int, b: [int]int);
		free ensures i == 3 ==> j == 100;
		implementation L(i: int, a: [int]int) returns (j: int, b: [int]int) {
			if (*) { j := i; b := a; } else { call j, b := L(i + 1, a[i := 7]); } }
		procedure {:entrypoint} main(a: [int]int, k: int) { var j: int; var b: [int]int; call j, b := L(0, a);
			assume 0 <= k && k < j; assert b[k] == 7 && (j > 4 ==> j == 100); }`
	ctx, cancel := limit.NewCountdown(20_000, limit.Steps).Context(t.Context())
	defer cancel()
	rep, err := driver.Verify(ctx, "test.bpl", []byte(src), driver.Options{
		Question: driver.Question{Front: boogie.Front{}},
		Limits:   driver.Limits{Unbounded: time.Hour},
		Engines:  driver.Engines{Engine: "lazyann"},
	})
	if err != nil || rep.Result.Verdict() != verifier.SafeUpToBound {
		t.Errorf("%v, %v", rep.Result, err)
	}
}

// TestTwice: what is learned about a procedure at one call serves the other one, and is as general as the two need.
func TestTwice(t *testing.T) {
	rep, err := driver.Verify(context.Background(), "test.bpl", []byte(twice), driver.Options{
		Question: driver.Question{Front: boogie.Front{}},
		Limits:   driver.Limits{Unbounded: -1},
		Engines:  driver.Engines{Engine: "lazyann"},
		Output:   driver.Output{Summaries: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, x := range rep.Summaries {
		got = append(got, fmt.Sprint(x.Proc, x.Ensures))
	}
	if want := "[P[x - r <= -3] Q[x - y <= -1]]"; fmt.Sprint(got) != want {
		t.Errorf("%v, not %v", got, want)
	}
	want := []verifier.Learning{
		{Proc: "main", Resolutions: 2, Conflicts: 1, Core: 1, Found: 1, Facts: 1, AllBounds: 1},
		{Proc: "P", Resolutions: 2, Conflicts: 1, Weakened: 1, Found: 1, Facts: 1, AllBounds: 1, Literals: 1, MostLiterals: 1, Asserted: 1, MostAsserted: 1, Used: 1, MostUsed: 1},
		{Proc: "Q", Resolutions: 2, Conflicts: 1, Weakened: 1, Found: 1, Facts: 1, AllBounds: 1, Literals: 1, MostLiterals: 1, Asserted: 2, MostAsserted: 2, Used: 1, MostUsed: 1},
	}
	if got := rep.Result.Stats().Learned; !slices.Equal(got, want) {
		t.Errorf("%+v, not %+v", got, want)
	}
}

// TestQuantified: what is learned of a procedure that changes an array is said of all indices (section 5.2).
func TestQuantified(t *testing.T) {
	rep, err := driver.Verify(context.Background(), "test.bpl", []byte(`
		var a: [int]int;
		function p(x: int): bool;
		procedure {:entrypoint} main(i: int) modifies a; { var x: int; x := a[i]; call set(); call set(); call set(); assert a[i] == x || p(a[i]); }
		procedure set() modifies a; { var k, v: int; assume p(v); if (*) { a[k] := v; } else if (*) { a[k] := a[k]; } }`),
		driver.Options{
			Question: driver.Question{Front: boogie.Front{}},
			Limits:   driver.Limits{Unbounded: -1},
			Engines:  driver.Engines{Engine: "lazyann"},
			Output:   driver.Output{Check: true, Summaries: true},
		})
	if err != nil {
		t.Fatal(err)
	}
	if rep.Result.Verdict() != verifier.Safe || rep.Check.State != driver.CheckOK {
		t.Fatal(rep.Result, rep.Check)
	}
	var got []string
	for _, x := range rep.Summaries {
		got = append(got, fmt.Sprint(x.Proc, x.Ensures))
	}
	if want := "[set[(forall i0: int :: p(a[i0]) || old(a)[i0] == a[i0])]]"; fmt.Sprint(got) != want {
		t.Errorf("%v, not %v", got, want)
	}
}

// TestPrimes: what a call contradicts by values of elements is learned as the procedure says it, and serves another call.
func TestPrimes(t *testing.T) {
	rep := verify(t, `procedure {:entrypoint} main(a: [int]int, b: [int]int) {
		if (*) { assume a[1] == 5 && a[2] == 3; call ordered(a, 1, 2); } else { assume b[7] == 4 && b[3] == 2; call ordered(b, 7, 3); }
		assert false; }
		procedure ordered(a: [int]int, i: int, j: int) { assume a[i] <= a[j]; }`)
	var got []string
	for _, x := range rep.Summaries {
		got = append(got, fmt.Sprint(x.Proc, x.Ensures))
	}
	if want := "[ordered[a[i] - a[j] <= 0]]"; fmt.Sprint(got) != want {
		t.Errorf("%v, not %v", got, want)
	}
}

// TestCases: where a conflict rests on quantified assumptions, their instances divide it into cases.
func TestCases(t *testing.T) {
	rep := verify(t, `procedure {:entrypoint} main(i: int, n: int) { var x: int; var b: [int]int;
		assume (forall k: int :: {b[k]} b[k] == (if k < n then 1 else 2)); call x := next(b[i]); assert x > 1 && x < 4; }
		procedure next(y: int) returns (x: int) { if (y > 7) { x := y; } else { x := y + 1; } }`)
	if rep.Result.Verdict() != verifier.Safe || rep.Check.State != driver.CheckOK {
		t.Error(rep.Result, rep.Check)
	}
	for _, c := range rep.Result.Stats().Counters {
		if c.Name == "lazyann: cases" && c.Value == 0 {
			t.Error("there were no cases")
		}
	}
}

// TestNoGood: a conflict without an interpolant is not met again, and gives no proof. Then calls are expanded.
func TestNoGood(t *testing.T) {
	rep := verify(t, `procedure {:entrypoint} main(i: int) { var x: int; var b, c: [int]int; assume (forall k, l: int :: {b[k], c[l]} b[k] + c[l] > 0);
		call x := next(b[i] + c[i]); assert x > 1; } procedure next(y: int) returns (x: int) { if (y > 7) { x := y; } else { x := y + 1; } }`)
	if rep.Result.Verdict() != verifier.Safe || rep.Check.State != driver.CheckOK {
		t.Error(rep.Result, rep.Check)
	}
	if n := rep.Result.Stats().Instances; n != 2 {
		t.Errorf("%d instances", n)
	}
	if sum := verifier.Total(rep.Result.Stats().Learned); sum.NoGoods == 0 {
		t.Error("there was an interpolant")
	}
}

// scripts are Horn clauses with their answers.
var scripts = []struct {
	name, src string
	want      sat.Status
}{
	{"two calls", `(set-logic HORN)(declare-fun P (Int Int) Bool)(declare-fun Q (Int Int) Bool)
		(assert (forall ((x Int) (y Int)) (=> (= y (+ x 1)) (Q x y))))
		(assert (forall ((x Int) (y Int)) (=> (and (>= x 1) (= y (* 2 x))) (Q x y))))
		(assert (forall ((x Int) (y Int) (z Int) (r Int)) (=> (and (Q x y) (Q y z) (= r (+ z 1))) (P x r))))
		(assert (forall ((x Int) (r Int)) (=> (and (P x r) (< r (+ x 3))) false)))(check-sat)`, sat.Sat},
	{"a loop", `(set-logic HORN)(declare-fun L (Int Int) Bool)
		(assert (forall ((i Int)) (=> (= i 0) (L i i))))
		(assert (forall ((i Int) (j Int)) (=> (and (L i j) (< i 10)) (L (+ i 1) (+ j 2)))))
		(assert (forall ((i Int) (j Int)) (=> (and (L i j) (>= i 10) (not (= j 20))) false)))(check-sat)`, sat.Sat},
	{"a loop, unsat", `(set-logic HORN)(declare-fun L (Int Int) Bool)
		(assert (forall ((i Int)) (=> (= i 0) (L i i))))
		(assert (forall ((i Int) (j Int)) (=> (and (L i j) (< i 5)) (L (+ i 1) (+ j 2)))))
		(assert (forall ((i Int) (j Int)) (=> (and (L i j) (>= j 9)) false)))(check-sat)`, sat.Unsat},
	{"a tree", `(set-logic HORN)(declare-fun T (Int Bool) Bool)
		(assert (forall ((n Int)) (=> (= n 1) (T n true))))
		(assert (forall ((m Int) (n Int) (a Bool) (b Bool)) (=> (and (T m a) (T n b) (or a b)) (T (+ m n) (and a b)))))
		(assert (forall ((n Int) (a Bool)) (=> (and (T n a) (< n 1)) false)))(check-sat)`, sat.Sat},
	{"a tree, unsat", `(set-logic HORN)(declare-fun T (Int) Bool)
		(assert (forall ((n Int)) (=> (or (= n 2) (= n 5)) (T n))))
		(assert (forall ((m Int) (n Int)) (=> (and (T m) (T n)) (T (+ m n)))))
		(assert (forall ((n Int)) (=> (and (T n) (= n 11)) false)))(check-sat)`, sat.Unsat},
	{"arrays", `(set-logic HORN)(declare-fun A ((Array Int Int) Int) Bool)
		(assert (forall ((a (Array Int Int)) (k Int)) (=> (= (select a k) 5) (A a k))))
		(assert (forall ((a (Array Int Int)) (k Int) (i Int)) (=> (and (A a k) (not (= i k))) (A (store a i 0) k))))
		(assert (forall ((a (Array Int Int)) (k Int)) (=> (and (A a k) (not (= (select a k) 5))) false)))(check-sat)`, sat.Sat},
}

// TestWithout: without any of the improvements the answers are the same.
func TestWithout(t *testing.T) {
	for i, without := range []lazyann.Improvements{
		{}, {Minterms: true}, {BackJumping: true}, {Generalization: true}, {Primes: true}, {Scores: true}, {Keeping: true},
		{Propagation: true}, {Quantified: true}, {Sharing: true}, {Houdini: true}, {BackJumping: true, Scores: true, Keeping: true},
	} {
		for _, c := range scripts {
			t.Run(fmt.Sprint(i, c.name), func(t *testing.T) {
				st := term.NewStore()
				script, err := chc.Read("test.smt2", bytes.NewReader([]byte(c.src)), st, nil)
				if err != nil {
					t.Fatal(err)
				}
				sys, _ := chc.Generate(script, rewrite.New(st))
				config := inline.Config{
					NewSolver: func(st *term.Store) (inline.Solver, error) { return native.New(st, solver.Options{}), nil },
				}
				res, err := (&lazyann.Engine{Config: config, Without: without}).Verify(t.Context(), sys, verifier.Options{AllBounds: true})
				if err != nil {
					t.Fatal(err)
				}
				if c.want == sat.Unsat {
					// There is nothing to replay an execution.
					if res.Reason().Kind != reason.UnconfirmedTrace || res.Reason().Detail != "no replay" {
						t.Fatal(res)
					}
					return
				}
				if res.Verdict() != verifier.Safe {
					t.Fatalf("%v, want safe", res)
				}
				if rep, err := validate.Proof(t.Context(), sys, res, config); err != nil || !rep.Confirmed {
					t.Errorf("the annotation is not confirmed: %v, %v", rep, err)
				}
			})
		}
	}
}
