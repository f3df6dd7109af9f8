package horn_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/chc"
	"github.com/muster-smt/muster/verifier/horn"
)

// A recursive function that returns the sum of the numbers up to n, and the claim that it never returns 10.
func ExampleSolveScript() {
	const text = `
(set-logic HORN)
(declare-fun sum (Int Int) Bool)
(assert (forall ((n Int)) (=> (<= n 0) (sum n 0))))
(assert (forall ((n Int) (r Int)) (=> (and (> n 0) (sum (- n 1) r)) (sum n (+ r n)))))
(assert (forall ((n Int)) (=> (> n 2) (not (sum n 10)))))
`
	script, err := chc.Read("sum.smt2", strings.NewReader(text), term.NewStore(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	rep, err := horn.SolveScript(context.Background(), script, horn.Options{Engine: "corral"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%v\n%s", rep.Status, rep.AppendDerivation(nil))
	// Output:
	// unsat
	// 1. (sum 0 0) by sum.smt2:4:1
	//     n = 0
	// 2. (sum 1 1) by sum.smt2:5:1 from 1
	//     n = 1, r = 0
	// 3. (sum 2 3) by sum.smt2:5:1 from 2
	//     n = 2, r = 1
	// 4. (sum 3 6) by sum.smt2:5:1 from 3
	//     n = 3, r = 3
	// 5. (sum 4 10) by sum.smt2:5:1 from 4
	//     n = 4, r = 6
	// 6. false by sum.smt2:6:1 from 5
	//     n = 4
}
