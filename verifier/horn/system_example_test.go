package horn_test

import (
	"context"
	"fmt"
	"os"

	"github.com/muster-smt/muster/theory/smt"
	"github.com/muster-smt/muster/verifier/horn"
)

// Two nested loops, and the claim that the index i+j stays below 2n:
//
//	for i := 0; i < n; i++ {
//		for j := 0; j < i; j++ {
//			use(a[i+j])
//		}
//	}
func ExampleSolve() {
	ctx, st := context.Background(), smt.NewStore()
	i, j, n := st.Int("i"), st.Int("j"), st.Int("n")
	zero, one := st.IntVal(0), st.IntVal(1)

	s := horn.NewSystem(st)
	outer, inner := s.Pred("outer", i, n), s.Pred("inner", i, j, n) // what holds at the heads of the loops
	s.Rule("start", outer.At(zero, n))
	s.Rule("enter", inner.At(i, zero, n), outer.At(i, n), i.Lt(n))
	s.Rule("inner", inner.At(i, j.Add(one), n), inner.At(i, j, n), j.Lt(i))
	s.Rule("outer", outer.At(i.Add(one), n), inner.At(i, j, n), j.Ge(i))
	s.Query("index", inner.At(i, j, n), j.Lt(i), i.Add(j).Ge(n.Add(n)))

	a, err := horn.Solve(ctx, s, horn.Options{Model: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(a.Status)

	// The definitions are terms. They prove the claim, and that j is less than n in the inner loop, too.
	for _, d := range a.Solution {
		if d.Pred != inner {
			continue
		}
		check := smt.NewSession(st, smt.Config{})
		check.Assert(d.Body)
		r, err := check.Check(ctx, j.Lt(i), i.Add(j).Ge(n.Add(n)))
		fmt.Println("inner, and i+j >= 2n:", r.Status, err)
		check = smt.NewSession(st, smt.Config{})
		check.Assert(d.At(zero, zero, one))
		r, err = check.Check(ctx)
		fmt.Println("inner of 0, 0 and 1:", r.Status, err)
	}
	// Output:
	// sat
	// inner, and i+j >= 2n: unsat <nil>
	// inner of 0, 0 and 1: sat <nil>
}

func ExampleSystem_WriteSMTLIB() {
	st := smt.NewStore()
	n, two := st.Int("n"), st.IntVal(2)
	s := horn.NewSystem(st)
	even := s.Pred("even", n)
	s.Rule("start", even.At(st.IntVal(0)))
	s.Rule("step", even.At(n.Add(two)), even.At(n))
	s.Query("odd", even.At(n), n.Eq(st.IntVal(3)))
	if err := s.WriteSMTLIB(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// (set-logic HORN)
	// (declare-fun even (Int) Bool)
	// (assert (even 0))
	// (assert (forall ((n Int)) (or (not (even n)) (even (+ n 2)))))
	// (assert (forall ((n!1 Int)) (not (and (even n!1) (= n!1 3)))))
	// (check-sat)
	// (exit)
}

// McCarthy's function, which calls itself twice, returns 91 for all numbers up to 101:
//
//	func mc(n int) int {
//		if n > 100 {
//			return n - 10
//		}
//		return mc(mc(n + 11))
//	}
func ExampleSolve_recursion() {
	st := smt.NewStore()
	n, m, r := st.Int("n"), st.Int("m"), st.Int("r")
	s := horn.NewSystem(st)
	mc := s.Pred("mc", n, r) // mc(n) returns r
	s.Rule("large", mc.At(n, n.Sub(st.IntVal(10))), n.Gt(st.IntVal(100)))
	s.Rule("small", mc.At(n, r), n.Le(st.IntVal(100)), mc.At(n.Add(st.IntVal(11)), m), mc.At(m, r))
	s.Query("91", mc.At(n, r), n.Le(st.IntVal(101)), r.Ne(st.IntVal(91)))
	a, err := horn.Solve(context.Background(), s, horn.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(a.Status)
	// Output:
	// sat
}

// A function that returns the sum of the numbers up to n, and the wrong claim that it never returns 6.
func ExampleAnswer_derivation() {
	st := smt.NewStore()
	n, r := st.Int("n"), st.Int("r")
	s := horn.NewSystem(st)
	sum := s.Pred("sum", n, r)
	s.Rule("end", sum.At(n, st.IntVal(0)), n.Eq(st.IntVal(0)))
	s.Rule("step", sum.At(n, r.Add(n)), n.Gt(st.IntVal(0)), sum.At(n.Sub(st.IntVal(1)), r))
	s.Query("not 6", sum.At(n, st.IntVal(6)))
	a, err := horn.Solve(context.Background(), s, horn.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(a.Status)
	for k, step := range a.Derivation {
		fmt.Print(k, ": ")
		if step.Pred != nil {
			fmt.Print(step.Pred.Name(), step.Args)
		} else {
			fmt.Print("false")
		}
		fmt.Printf(" by %q from %v with", step.Clause, step.Premises)
		for _, x := range step.Vars {
			v, _ := x.Value.Int64()
			fmt.Printf(" %v=%d", x.Var, v)
		}
		fmt.Println()
	}
	// Output:
	// unsat
	// 0: sum[0 0] by "end" from [] with n=0
	// 1: sum[1 1] by "step" from [0] with n=1 r=0
	// 2: sum[2 3] by "step" from [1] with n=2 r=1
	// 3: sum[3 6] by "step" from [2] with n=3 r=3
	// 4: false by "not 6" from [3] with n=3
}
