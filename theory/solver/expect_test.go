package solver_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/smtscript"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/proof"
	"github.com/muster-smt/muster/theory/solver"
)

// chain has steps of which each can go several ways: the ways of n steps are 2^n.
type chain struct {
	name    string
	declare string // for each step
	step    string // where %[1]d is its number and %[2]d that of the next one
	end     string // contradicts n steps, where %[1]d is n
	unnamed bool   // not where assumptions guard the steps
}

func chains() []chain {
	ints := "(declare-const x%[1]d Int) (declare-const y%[1]d Int) (declare-const b%[1]d Bool)"
	reals := strings.ReplaceAll(ints, "Int", "Real")
	return []chain{
		{"equations", ints, "(or (= x%[2]d (+ x%[1]d 1)) (= x%[2]d x%[1]d))", "(> x%[1]d (+ x0 %[1]d))", false},
		{"fractions", reals, "(or (= x%[2]d (+ x%[1]d 0.5)) (= x%[1]d (+ x%[2]d (/ 1.0 3.0))))", "(> (* 2.0 x%[1]d) (+ (* 2.0 x0) %[1]d.0))", false},
		{"if-then-else", ints, "(= x%[2]d (ite b%[1]d (+ x%[1]d 1) x%[1]d))", "(> x%[1]d (+ x0 %[1]d))", false},
		{"by a condition", reals, "(= x%[2]d (ite (<= x%[1]d y%[1]d) (+ y%[1]d 1.0) (+ x%[1]d 1.0)))", "(< x%[1]d (+ x0 %[1]d.0))", true},
		{"coupled", ints, "(or (and (= x%[2]d (+ x%[1]d 1)) (= y%[2]d y%[1]d)) (and (= x%[2]d x%[1]d) (= y%[2]d (+ y%[1]d 1))))",
			"(not (= (+ x%[1]d y%[1]d) (+ x0 y0 %[1]d)))", false},
		{"guarded", ints, "(and (=> b%[1]d (= x%[2]d (+ x%[1]d 1))) (=> b%[1]d (= y%[2]d y%[1]d)) (or b%[1]d (and (= x%[2]d x%[1]d) (= y%[2]d (+ y%[1]d 1)))))",
			"(< (+ x%[1]d y%[1]d) (+ x0 y0 %[1]d))", false},
		{"nested", ints, "(or (and (<= x%[2]d y%[1]d) (or (= y%[1]d x%[1]d) (< y%[1]d x%[1]d) (= y%[1]d (+ x%[1]d 1)))) (= x%[1]d (+ x%[2]d 1)))",
			"(> x%[1]d (+ x0 %[1]d))", false},
		{"maps", "(declare-const m%[1]d (Array Int Int))", "(or (= m%[2]d m%[1]d) (= m%[2]d (store m%[1]d 7 (+ 1 (select m%[1]d 7)))))",
			"(> (select m%[1]d 7) (+ (select m0 7) %[1]d))", false},
	}
}

// script asserts n steps of which every third is in a scope of its own. If named, an assumption guards each.
func (c chain) script(n int, named bool) string {
	var b, names strings.Builder
	fmt.Fprintf(&b, c.declare+"\n", 0)
	for i := range n {
		fmt.Fprintf(&b, c.declare+"\n", i+1)
		step := fmt.Sprintf(c.step, i, i+1)
		if i%3 == 0 {
			b.WriteString("(push 1)\n")
		}
		if named {
			fmt.Fprintf(&b, "(declare-const named%d Bool)\n", i)
			fmt.Fprintf(&names, " named%d", i)
			step = fmt.Sprintf("(=> named%d %s)", i, step)
		}
		fmt.Fprintf(&b, "(assert %s)\n", step)
	}
	fmt.Fprintf(&b, "(assert "+c.end+")\n(check-sat-assuming (%s))\n", n, names.String())
	return b.String()
}

// TestExpectedFacts refutes chains with fewer conflicts than they have ways, under proofs, which must be accepted, with
// cones and with certificates, also where assumptions guard the steps.
func TestExpectedFacts(t *testing.T) {
	const n, each = 24, 40 // conflicts for each step
	for _, c := range chains() {
		for k := range 6 {
			named, mode := k%2 == 1, k/2
			if named && c.unnamed {
				continue
			}
			s, err := smtscript.Parse([]byte(c.script(n, named)), c.name)
			if err != nil {
				t.Fatal(err)
			}
			var log bytes.Buffer
			var opt solver.Options
			checker := cert.NewChecker(s.Store)
			switch mode {
			case 0:
				opt.Proof = &log
			case 1:
				opt.Cone = true
			case 2:
				opt.Certify = func(x *cert.Certificate) {
					if v, err := checker.Check(x); v != cert.Accepted {
						t.Errorf("%s: certificate %s: %v, %v", c.name, x.Name, v, err)
					}
				}
			}
			sol := solver.New(s.Store, opt)
			sol.SetConflictBudget(each * n)
			err = s.Visit(sol, func(_ smtscript.Op, a smtscript.Answer) error {
				if a.Result.Status != sat.Unsat {
					t.Errorf("%s, named %v, mode %d: %v", c.name, named, mode, a.Result)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if mode == 0 {
				mustProve(t, c.name, sol, &log)
			}
		}
	}
}

// mustProve checks that a log proves its answers.
func mustProve(t *testing.T, name string, sol *solver.Solver, log *bytes.Buffer) {
	t.Helper()
	if err := sol.FlushProof(); err != nil {
		t.Fatal(err)
	}
	k := proof.NewChecker(log)
	for _, err := range k.Events() {
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	if sum := k.Summary(); sum.Unsat != 1 || !sum.Complete() {
		t.Errorf("%s: %+v", name, sum)
	}
}
