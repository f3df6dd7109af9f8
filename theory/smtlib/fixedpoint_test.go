package smtlib

import (
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/term"
)

// TestFixedpoint reads rules and queries and shows their formulas as the store prints them.
func TestFixedpoint(t *testing.T) {
	const prelude = `(declare-rel p (Int Int)) (declare-rel q ()) (declare-fun f (Int) Int)
(declare-var x Int) (declare-var y Int) (define-fun small () Bool (< x 5)) (define-fun below ((z Int)) Bool (< z y))
`
	for _, c := range []struct{ in, want string }{
		{"(rule q)", "q"},
		{"(rule (p 1 2) fact)", "(p 1 2)"},
		{"(rule (=> (p y x) (p x y)) swap)", "(forall (or (not (p y x)) (p x y)) x y)"},
		{"(rule (=> (and small (below x)) q))", "(forall (or (not (and (not (<= 5 x)) (not (<= y x)))) q) x y)"},
		{"(rule (forall ((x Int)) (p x y)))", "(forall (forall (p x y) x) y)"},
		{"(query q :print-certificate true)", "q"},
		{"(query p)", "(exists (p x x) x x)"},
		{"(query (and (p y 1) (not small)) :engine spacer)", "(exists (and (p y 1) (<= 5 x)) x y)"},
		{"(push) (declare-var z Int) (rule (p z z)) (pop) (declare-const z Int) (assert (p z z))", "(p z z)"},
		{"(rule)", "error 3:1: rule takes 1 arguments, not 0"},
		{"(rule q 5)", "error 3:9: a symbol is expected"},
		{"(rule q name 5)", "error 3:14: unsupported: a bound of a rule"},
		{"(rule x)", "error 3:7: a formula is expected, not a term of sort Int"},
		{"(query)", "error 3:1: query takes a predicate or a formula"},
		{"(query f)", "error 3:8: f is no predicate"},
		{"(query q true)", "error 3:10: a keyword is expected"},
		{"(declare-var x Int)", "error 3:14: x is already declared"},
		{"(declare-rel p (Int Int) r)", "error 3:1: declare-rel takes 2 arguments, not 3"},
		{"(assert (p 1 x))", "error 3:1: unsupported: variable x outside rules and queries"},
		{"(check-sat-assuming (small))", "error 3:1: unsupported: variable x outside rules and queries"},
		{"(get-value (y))", "error 3:1: unsupported: variable y outside rules and queries"},
	} {
		st := term.NewStore()
		all, err := ReadScript("", strings.NewReader(prelude+c.in), st)
		got := ""
		if err != nil {
			got = "error " + strings.TrimPrefix(err.Error(), ":")
		} else {
			got = st.String(all[len(all)-1].Terms[0])
		}
		if got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.in, got, c.want)
		}
	}
}
