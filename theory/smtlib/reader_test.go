package smtlib

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/term"
)

// TestReadTerms reads formulas and shows them as the store prints them.
func TestReadTerms(t *testing.T) {
	const prelude = `(declare-sort S 0) (declare-sort P 2) (define-sort A (X) (Array Int X)) (define-sort AA () (A (A Bool)))
(declare-fun x () Int) (declare-const y Int) (declare-const p Bool) (declare-const |q r| Bool)
(declare-fun f (Int Int) Int) (declare-const a (A Int)) (declare-const aa AA) (declare-const s S) (declare-const pair (P Int S))
(declare-const u Real) (declare-fun h (Real Int) Real) (declare-const ra (Array Real Real)) (define-fun half ((a Real)) Real (/ a 2))
(define-fun g ((u Int) (v Int)) Int (+ u (* 2 v) u)) (define-const five Int 5) (define-fun c () Bool (= x y))
`
	for _, test := range []struct{ in, want string }{
		{"true", "true"},
		{"(=> p |q r| p)", "(or (not p) (or (not q r) p))"},
		{"(xor p |q r|)", "(not (= p q r))"},
		{"(= x y five)", "(and (= x y) (= y 5))"},
		{"(distinct x y 1)", "(distinct x y 1)"},
		{"(< x y 3)", "(and (not (<= y x)) (not (<= 3 y)))"},
		{"(>= x (- 3))", "(<= -3 x)"},
		{"(> x (- y))", "(not (<= x (* -1 y)))"},
		{"(= (- x y 1) 0)", "(= (+ (+ x (* -1 y)) (* -1 1)) 0)"},
		{"(= (* 2 x y) (div x y 2))", "(= (* (* 2 x) y) (div (div x y) 2))"},
		{"((_ divisible 3) x)", "(= (mod x 3) 0)"},
		{"(= (abs x) 1)", "(= (ite (<= 0 x) x (* -1 x)) 1)"},
		{"(= (g x (g y 1)) 7)", "(= (+ x (* 2 (+ y (* 2 1) y)) x) 7)"},
		{"(let ((x y) (y x)) (= x (f y x)))", "(= y (f x y))"},
		{"(let ((x y)) (let ((y 1)) (= x y)))", "(= y 1)"},
		{"(and c (not c))", "(and (= x y) (not (= x y)))"},
		{"(select (select aa 1) x)", "(select (select aa 1) x)"},
		{"(= a (store ((as const (Array Int Int)) 0) x y))", "(= a (store (const 0) x y))"},
		{"(= pair (as pair (P Int S)))", "(= pair pair)"},
		{"(forall ((u Int) (x Bool)) (! (= x (= u y)) :pattern ((f u 1) (f 2 u)) :weight 3 :pattern ((f u u)) :qid |n m|))",
			"(forall (= x (= u y)) u x (f u 1) (f 2 u) (f u u))"},
		{"(forall ((u Int)) (! (= (f u 1) 0) :no-pattern (f u 1) :pattern ((f u 2) (f u 3))))",
			"(forall (= (f u 1) 0) u (f u 2) (f u 3) (f u 1))"},
		{"(exists ((u Int)) (! (< u 0) :named-like (x y)))", "(exists (not (<= 0 u)) u)"},
		{"(and (! p :named n1) (= n1 true))", "(and p (= p true))"},
		{"; comment )\n(ite p |p| \n\t(or))", "(ite p p false)"},
		{"(= x 123456789012345678901234567890)", "(= x 123456789012345678901234567890)"},
		{"(and (= x -2) (= u -2 -1.5))", "(and (= x -2) (and (= u -2) (= -2 -3/2)))"},
		{"(= u 2. -1.)", "(and (= u 2) (= 2 -1))"},
		{"(and (iff p |q r| p) (implies p |q r| p) (if p p |q r|))", "(and (and (= p q r) (= q r p)) (or (not p) (or (not q r) p)) (ite p p q r))"},
		{"(= (~ x) (~ 3) (- 3))", "(and (= (* -1 x) -3) (= -3 -3))"},
		{"(and (and p) (or p) (xor p) (= x) (distinct x) (< x) (>= u))", "(and p p p true true true true)"},
		{"(= (+ x) (* y) (div x) (ite p x y))", "(and (= x y) (= y x) (= x (ite p x y)))"},
		{"(= (/ u) (+ u) 2)", "(and (= u u) (= u 2))"},
		{"(= (^ x 1) (^ x 2) (^ x 3) (^ (- 3) 3))", "(and (= x (* x x)) (= (* x x) (* (* x x) x)) (= (* (* x x) x) -27))"},
		{"(= u (^ 2.5 2) (^ 2 (- 2)) (^ 0 (- 2)) (^ u 0) (^ 3 0))",
			"(and (= u 25/4) (= 25/4 1/4) (= 1/4 0) (= 0 (ite (= u 0) 0^0 1)) (= (ite (= u 0) 0^0 1) 1))"},
		{"(= u (^ u (- 2)))", "(= u (ite (= u 0) 0 (/ 1 (* u u))))"},
		{"((_ at-most 1) p |q r| c)", "(not (or (and p (or q r (= x y))) (and q r (= x y))))"},
		{"((_ at-least 1) p |q r|)", "(or p q r)"},
		{"((_ at-least 2) p |q r|)", "(and p q r)"},
		{"(and ((_ at-least 3) p |q r|) ((_ at-most 2) p |q r|))", "(and false true)"},
		{"((_ pble 3 1 3) p |q r|)", "(not (and q r p))"},
		{"((_ pbge 0 2 -2) p |q r|)", "(or p (not q r))"},
		{"((_ pbeq 1 1 1) p |q r|)", "(and (or p q r) (not (and p q r)))"},
		{"((_ pbge 4 5000000000 -2) p |q r|)", "(<= 4 (+ (ite p 5000000000 0) (ite q r -2 0)))"},
		{"(forall ((u Int)) (! (= (f u u) 1) :pattern () :pattern ((f u u)) :pattern ()))", "(forall (= (f u u) 1) u (f u u))"},
		{"(forall ((u Int)) (! (= (f u u) 1) :pattern ()))", "(forall (= (f u u) 1) u)"},
		{"(= (select (lambda ((i Int)) (+ i y)) x) 0)", "(= (+ x y) 0)"},
		{"(= a (lambda ((i Int)) y) (lambda ((i Int)) (select a i)))", "(and (= a (const y)) (= (const y) a))"},
		{"(= a (lambda ((i Int)) (ite (= i 2) x y)))", "(= a (store (const y) 2 x))"},
		{"(= (select ((_ map f) a a) x) (select (_ as-array half) u))", "(= (to_real (f (select a x) (select a x))) (/ u 2))"},
		{"(= (select (ite p (store (lambda ((i Int)) (f i i)) y 1) (lambda ((i Int)) i)) x) 0)", "(= (ite p (ite (= x y) 1 (f x x)) x) 0)"},
		{"(= a (lambda ((i Int)) (+ i y)))", "(and (forall (= (select lambda!0 i) (+ i y)) i (select lambda!0 i)) (= a lambda!0))"},
		{"(= a (lambda ((i Int)) (f i y)) (lambda ((j Int)) (f j y)))",
			"(and (forall (= (select lambda!0 i) (f i y)) i (select lambda!0 i) (f i y)) (and (= a lambda!0) (= lambda!0 lambda!0)))"},
		{"(exists ((k Int)) (= a (lambda ((i Int)) (+ i k))))",
			"(and (forall (= (select (lambda!0 k) i) (+ i k)) k i (select (lambda!0 k) i)) (exists (= a (lambda!0 k)) k))"},
		{"(= u 1.50 1)", "(and (= u 3/2) (= 3/2 1))"},
		{"(< (/ 1 3) u (- (/ 4.0 6)))", "(and (not (<= u 1/3)) (not (<= -2/3 u)))"},
		{"(= (+ x u 1) (/ u x))", "(= (+ (to_real x) u 1) (/ u (to_real x)))"},
		{"(= (- u) (/ 1 0) (* 2 u 1.5))", "(and (= (* -1 u) (/ 1 0)) (= (/ 1 0) (* (* 2 u) 3/2)))"},
		{"(is_int (/ u 2 x))", "(= (/ (/ u 2) (to_real x)) (to_real (to_int (/ (/ u 2) (to_real x)))))"},
		{"(distinct (to_int u) (to_real y) 2)", "(distinct (to_real (to_int u)) (to_real y) 2)"},
		{"(= (ite p x 0.5) (abs u))", "(= (ite p (to_real x) 1/2) (ite (<= 0 u) u (* -1 u)))"},
		{"(= (h 1 2) (select ra x) (select (store ra 1 (- 3)) (half y)))",
			"(and (= (h 1 2) (select ra (to_real x))) (= (select ra (to_real x)) (select (store ra 1 -3) (/ (to_real y) 2))))"},
		{"(= ra ((as const (Array Real Real)) 7))", "(= ra (const 7))"},
	} {
		st := term.NewStore()
		all, err := ReadScript("t", strings.NewReader(prelude+"(assert "+test.in+")"), st)
		if err != nil {
			t.Errorf("%s: %v", test.in, err)
			continue
		}
		if got := st.String(all[len(all)-1].Terms[0]); got != test.want {
			t.Errorf("%s: %s, want %s", test.in, got, test.want)
		}
	}
}

// TestNumerals reads the numerals of logics with and without integers.
func TestNumerals(t *testing.T) {
	for _, test := range []struct{ logic, want string }{
		{"QF_LRA", "Real"}, {"QF_RDL", "Real"}, {"LRA", "Real"}, {"UFLRA", "Real"}, {"QF_NRA", "Real"}, {"QF_UFLRA", "Real"},
		{"QF_LIRA", "Int"}, {"AUFLIRA", "Int"}, {"QF_LIA", "Int"}, {"QF_IDL", "Int"}, {"ALL", "Int"},
	} {
		st := term.NewStore()
		all, err := ReadScript("t", strings.NewReader("(set-logic "+test.logic+")(assert (= (ite true 1 2) 3))(reset)(assert (= 1 2))"), st)
		if err != nil {
			t.Fatal(err)
		}
		if got := st.SortString(st.Sort(st.Arg(all[1].Terms[0], 1))); got != test.want {
			t.Errorf("%s: numerals are %s", test.logic, got)
		}
		if got := st.SortString(st.Sort(st.Arg(all[3].Terms[0], 1))); got != "Int" {
			t.Errorf("%s: after reset numerals are %s", test.logic, got)
		}
	}
}

// TestReadErrors has one script for each kind of error, with its position.
func TestReadErrors(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"(assert p)", "t:1:9: unknown symbol p"},
		{"\n (assert (and true 1))", "t:2:20: argument 2 of and has sort Int, not Bool"},
		{"(assert 1)", "t:1:9: a formula is expected, not a term of sort Int"},
		{"(declare-const x Int)\n(assert (= x true))", "t:2:14: argument 2 of = has sort Bool, not Int"},
		{"(declare-fun f (Int) Bool)(assert (f 1 2))", "t:1:35: f takes 1 arguments, not 2"},
		{"(declare-fun f (Int) Bool)(assert f)", "t:1:35: f takes 1 arguments"},
		{"(declare-const x Int)(assert (x))", "t:1:30: (x) has no arguments"},
		{"(declare-const x Int)(declare-const x Int)", "t:1:37: x is already declared"},
		{"(declare-const true Int)", "t:1:16: true is already declared"},
		{"(declare-fun let (Int) Int)", "t:1:14: let is already declared"},
		{"(declare-fun f (Int) Int)(define-fun f ((x Int)) Int x)", "t:1:38: f is already declared"},
		{"(declare-fun f (Int) Int)(declare-fun f (Bool) Int)(assert (= (f 1.5) 1))", "t:1:63: no f takes (Real)"},
		{"(declare-fun f (Int) Int)(declare-fun f (Int) Bool)(assert (= (f 1) 1))", "t:1:63: f is ambiguous here: ((as f SORT) ...)"},
		{"(declare-fun f (Int Real) Int)(declare-fun f (Real Int) Int)(assert (= (f 1 1) 1))", "t:1:72: f is ambiguous here"},
		{"(declare-fun f (Int) Int)(declare-fun f (Int) Bool)(assert ((as f Real) 1))", "t:1:60: no f takes (Int)"},
		{"(declare-fun f (Int) Int)(assert (= ((as f Int) true) 1))", "t:1:37: no f takes (Bool)"},
		{"(declare-const c Int)(declare-const c Bool)(assert c)", "t:1:52: c has several sorts: (as c SORT) says which"},
		{"(declare-const c Int)(declare-const c Bool)(assert (= 1.5 (as c Real)))", "t:1:63: no c has sort Real"},
		{"(declare-const c Int)(declare-const c Bool)(assert (c))", "t:1:52: (c) has no arguments"},
		{"(declare-fun f (Int) Int)(declare-fun f (Bool) Int)(assert (= f 1))", "t:1:63: f needs arguments"},
		{"(declare-fun and (Int Int) Bool)(assert (and true 1))", "t:1:51: argument 2 of and has sort Int, not Bool"},
		{"(declare-fun f (Int) Int)(push)(declare-fun f (Bool) Int)(pop)(assert (= 1 (f true)))", "t:1:79: argument 1 of f has sort Bool, not Int"},
		{"(assert (= ((as g Int) 1) 1))", "t:1:12: unknown symbol g"},
		{"(assert (= ((as + Int) 1) 1))", "t:1:12: unsupported: as with +"},
		{"(assert (= (^ 3 1000000) 4))", "t:1:12: unsupported: this power is too large"},
		{"(assert (= (^ 2) 4))", "t:1:12: ^ takes 2 arguments, not 1"},
		{"(assert (= (~ 2 1) 4))", "t:1:12: ~ takes 1 arguments, not 2"},
		{"(assert (iff true))", "t:1:9: iff takes at least 2 arguments, not 1"},
		{"(assert (implies true))", "t:1:9: implies takes at least 2 arguments, not 1"},
		{"(assert (= (mod 1 2 3) 1))", "t:1:12: mod takes 2 arguments, not 3"},
		{"(assert ((_ at-most 1 2) true))", "t:1:10: at-most takes one natural number as its index"},
		{"(assert ((_ at-least -1) true))", "t:1:10: at-least takes one natural number as its index"},
		{"(assert ((_ at-least 1)))", "t:1:9: (_ at-least 1) takes at least 1 arguments, not 0"},
		{"(assert ((_ at-least 1) true 2))", "t:1:30: argument 2 of (_ at-least 1) has sort Int, not Bool"},
		{"(assert ((_ pble) true))", "t:1:10: pble takes a bound and coefficients as indices"},
		{"(assert ((_ pble 2 x) true))", "t:1:20: a number is expected"},
		{"(assert ((_ pble 2 1 1) true))", "t:1:9: 2 coefficients for 1 arguments"},
		{"(assert ((_ divisible 0) 1))", "t:1:10: divisible by 0"},
		{"(assert ((_ divisible x) 1))", "t:1:23: a number is expected"},
		{"(declare-const r Float32)", "t:1:18: unsupported sort: Float32"},
		{"(declare-const r (_ BitVec 0))", "t:1:28: a positive number is expected"},
		{"(declare-const r (_ BitVec 99999))", "t:1:28: unsupported: a bit-vector of width 99999; the largest is 65535"},
		{"(declare-const r (_ BitVec 99999999999999999999))", "t:1:28: unsupported: a bit-vector of width 99999999999999999999"},
		{"(declare-const r (_ FloatingPoint 8 24))", "t:1:18: unsupported: indexed sorts"},
		{"(declare-const r (_ BitVec x))", "t:1:28: a number is expected"},
		{"(declare-const r Real)(declare-const f Int)(assert (= (mod r 2) 0))", "t:1:60: argument 1 of mod has sort Real, not Int"},
		{"(declare-fun f (Int) Int)(assert (= (f 1.5) 0))", "t:1:40: argument 1 of f has sort Real, not Int"},
		{"(assert (= 1.5 true))", "t:1:16: argument 2 of = has sort Bool, not Real"},
		{"(assert (= 1 true 1.5))", "t:1:14: argument 2 of = has sort Bool, not Real"},
		{"(define-fun f () Int 1.5)", "t:1:22: the body has sort Real, not Int"},
		{"(assert (= 1.. 1))", "t:1:12: malformed number 1.."},
		{"(assert (= (exp 2) 4))", "t:1:13: unknown symbol exp; unsupported: transcendental functions"},
		{"(assert (= 0." + strings.Repeat("3", 200_000) + " 1))", "t:1:12: unsupported: a decimal of 200002 characters"},
		{"(assert (= #x0f #b01))", "t:1:17: argument 2 of = has sort (_ BitVec 2), not (_ BitVec 8)"},
		{"(assert (bvult 1 2))", "t:1:16: argument 1 of bvult has sort Int, which is not one of bit-vectors"},
		{"(assert (= \"a\" \"b\"))", "t:1:12: unsupported: strings"},
		{"(assert (= ((_ extract 1 0) 1) 1))", "t:1:29: argument 1 of (_ extract 1 0) has sort Int, which is not one of bit-vectors"},
		{"(assert (match 1 ((x 2))))", "t:1:9: unsupported: (match 1 ((x 2)))"},
		{"(assert (lambda ((x Int)) x))", "t:1:9: a formula is expected, not a term of sort (Array Int Int)"},
		{"(declare-datatypes ((L 0)) (((n))))", "t:1:2: unsupported command declare-datatypes"},
		{"(check-sat", "t:1:1: this ( is never closed"},
		{"(check-sat))", "t:1:12: unexpected )"},
		{"(assert |x", "t:1:9: this quoted symbol never ends"},
		{"(echo \"x", "t:1:7: this string never ends"},
		{"(assert (= -1.. 1))", "t:1:12: unknown symbol -1.."},
		{"(assert 1x)", "t:1:9: malformed number 1x"},
		{"(assert [])", "t:1:9: unexpected character '['"},
		{"check-sat", "t:1:1: a command is expected"},
		{"()", "t:1:1: a command is expected"},
		{"(pop 1)", "t:1:1: pop of 1 scopes, but 0 are open"},
		{"(push 99999999999)", "t:1:7: a small number of scopes is expected"},
		{"(push)(declare-const x Bool)(pop)(assert x)", "t:1:42: unknown symbol x"},
		{"(push)(declare-sort S)(pop)(declare-const x S)", "t:1:45: unknown sort S"},
		{"(declare-const x Bool)(reset)(assert x)", "t:1:38: unknown symbol x"},
		{"(assert (let () true))", "t:1:9: malformed let"},
		{"(assert (let ((x)) true))", "t:1:15: malformed binding"},
		{"(assert (let ((x 1)) (x 1)))", "t:1:23: the variable x is not a function"},
		{"(assert (and (let ((x true)) x) x))", "t:1:33: unknown symbol x"},
		{"(assert (forall () true))", "t:1:9: malformed forall"},
		{"(assert (forall ((x Int)) x))", "t:1:27: argument 1 of forall has sort Int, not Bool"},
		{"(assert (forall ((x Int)) (! (= x 1) :named n)))", "t:1:45: a named term can't have free variables"},
		{"(assert ())", "t:1:9: a term is expected"},
		{"(assert (select 1 2))", "t:1:17: argument 1 of select has sort Int, which is not an array sort"},
		{"(assert (ite true 1 true))", "t:1:21: argument 3 of ite has sort Bool, not Int"},
		{"(assert (- true))", "t:1:12: argument 1 of - has sort Bool, not Int"},
		{"(define-fun f ((x Int)) Bool x)", "t:1:30: the body has sort Int, not Bool"},
		{"(define-sort D (X) (Array X X))(declare-const x (D (D (D (D (D (D (D (D (D (D (D (D (D (D (D (D Int)))))))))))))))))", "this sort is too large"},
		{"(assert)", "t:1:1: assert takes 1 arguments, not 0"},
		{"(assert true false (and) 1)", "t:1:1: assert takes 1 arguments, not 4"},
		{"(assert (let ((x true)) x x))", "t:1:9: malformed let"},
		{"(assert (let ((x true false)) x))", "t:1:15: malformed binding"},
		{"(assert (let (x) x))", "t:1:15: malformed binding"},
		{"(assert (let (((f) true)) x))", "t:1:15: malformed binding"},
		{"(assert (let ((x 1) (y (let ((x 2)) x)) (x 3)) true))", "t:1:41: x is bound twice"},
		{"(assert (! true :named))", "t:1:23: a symbol is expected"},
		{"(assert (! true :named :foo))", "t:1:24: a symbol is expected"},
		{"(assert (forall ((x Int)) (! true :pattern)))", "t:1:43: a list of terms is expected"},
		{"(assert (= (lambda ((x Int) (y Int)) x) 1))", "t:1:12: unsupported: lambda with 2 variables"},
		{"(assert (= (lambda () 1) 1))", "t:1:12: malformed lambda"},
		{"(assert (_ as-array f))", "t:1:21: f is not a function"},
		{"(declare-fun f (Int Int) Int)(assert (= (_ as-array f) 1))", "t:1:53: unsupported: as-array of a function of 2 arguments"},
		{"(declare-fun f (Int) Int)(declare-fun f (Bool) Int)(assert (= (_ as-array f) 1))", "t:1:75: f is ambiguous here"},
		{"(assert (_ bv1 8))", "t:1:9: a formula is expected, not a term of sort (_ BitVec 8)"},
		{"(assert (= (_ bv9 3) #b001))", "t:1:15: 9 does not fit into 3 bits"},
		{"(assert (= ((_ extract 1 2) #b001) #b1))", "t:1:12: there are no bits 1 to 2 in a bit-vector of width 3"},
		{"(assert (= ((_ extract 3 0) #b001) #b1))", "t:1:12: there are no bits 3 to 0 in a bit-vector of width 3"},
		{"(assert (= ((_ extract 3) #b001) #b1))", "t:1:13: extract takes two indices"},
		{"(assert (= ((_ repeat 0) #b001) #b1))", "t:1:23: a positive number is expected"},
		{"(assert (= ((_ repeat 65535) #b001) #b1))", "t:1:12: unsupported: a bit-vector of width 196605; the largest is 65535"},
		{"(assert (= ((_ zero_extend 65536) #b001) #b1))", "t:1:28: unsupported: an index above 65535"},
		{"(assert (bvult #b1))", "t:1:9: bvult takes 2 arguments, not 1"},
		{"(assert (bvult #b1 #b11))", "t:1:20: argument 2 of bvult has sort (_ BitVec 2), not (_ BitVec 1)"},
		{"(define-sort W () (_ BitVec 8))(define-sort A (E) (Array W E))(declare-const a (A W))(assert (= (select a #x01) #b1))", "t:1:113: argument 2 of = has sort (_ BitVec 1), not (_ BitVec 8)"},
		{"(declare-const a (Array Int Int))(assert (= ((_ map let) a) a))", "t:1:53: let is not a function"},
		{"(declare-const a (Array Int Int))(assert (= ((_ map not) a) a))", "t:1:58: argument 1 of (_ map not) has sort Int, not Bool"},
		{"(declare-const a (Array Int Int))(assert (= ((_ map (abs Int)) a) a))", "t:1:53: a function is expected, as NAME"},
		{"(declare-const a (Array Int Int))(assert (= ((_ map (abs (Real) Real)) a) a))", "t:1:53: abs is applied to other sorts"},
		{"(declare-const a (Array Int Int))(assert (= ((_ map +) a 1) a))", "t:1:58: argument 2 of (_ map +) has sort Int, which is not an array sort"},
		{"(declare-const a (Array Int Int))(declare-const b (Array Real Int))(assert (= ((_ map +) a b) a))", "t:1:92: argument 2 of (_ map +) has indices of sort Real, not Int"},
		{"(get-value ((lambda ((x Int)) (+ x 1))))", "t:1:1: unsupported: lambda, map or as-array outside assertions"},
		{"(assert (let ((x true))))", "t:1:9: malformed let"},
		{"(assert (! true false))", "t:1:17: a keyword is expected"},
		{"(assert (! :named p))", "t:1:9: malformed annotation"},
		{"(assert (! true :named (p)))", "t:1:24: a symbol is expected"},
		{"(assert (forall ((x Int)) true false))", "t:1:9: malformed quantifier"},
		{"(assert (exists ((x Int))))", "t:1:9: malformed exists"},
		{"(assert (true))", "t:1:9: true takes no arguments"},
		{"(assert (foo (bar", "t:1:1: this ( is never closed"},
		{"(set-logic \"x\")", "t:1:1: malformed set-logic"},
		{"(check-sat 1)", "t:1:12: an assumption must be Bool, not Int"},
	} {
		_, err := ReadScript("t", strings.NewReader(test.in), term.NewStore())
		if err == nil || !strings.HasPrefix(err.Error(), test.want) && !strings.Contains(err.Error(), "too large") {
			t.Errorf("%s: %v, want %s", test.in, err, test.want)
		}
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%s: error without position", test.in)
		}
	}
}

// TestReadOn goes on after errors, and checks fields of commands.
func TestReadOn(t *testing.T) {
	const in = `(set-logic ALL)(set-option :global-declarations true)(set-info :source |some
text|)(set-info :status unsat)
(push)(declare-const b Bool)(assert (and (! b :named lost) nonsense))(assert (! b :named kept))(pop 1)
(get-value (b (not  b)))(check-sat-assuming (b (not lost)))(check-sat-assuming (kept))(get-info :name)(echo "a ""quote""")(exit)`
	st := term.NewStore()
	r := NewReader("t", strings.NewReader(in), st)
	var got []string
	for {
		c, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			if r.Fatal() {
				t.Fatal(err)
			}
			got = append(got, err.Error())
			continue
		}
		line := c.Pos.String() + " " + c.Kind.String() + " " + c.Name + " " + c.Value
		for k, u := range c.Terms {
			line += " " + st.String(u)
			if c.Texts != nil {
				line += "=" + c.Texts[k]
			}
		}
		got = append(got, line)
	}
	want := []string{
		"t:1:1 set-logic ALL ", "t:1:16 set-option :global-declarations true", "t:1:54 set-info :source some\ntext",
		"t:2:7 set-info :status unsat", "t:3:1 push  ", "t:3:7 declare-fun b ", "t:3:60: unknown symbol nonsense",
		"t:3:70 assert kept  b", "t:3:96 pop  ", "t:4:1 get-value   b=b (not b)=(not b)", "t:4:53: unknown symbol lost",
		"t:4:60 check-sat-assuming   b=kept", "t:4:87 get-info :name ", "t:4:103 echo a \"quote\" ", "t:4:123 exit  ",
	}
	if len(got) != len(want) {
		t.Fatalf("%d commands: %q", len(got), got)
	}
	for k := range want {
		if got[k] != want[k] {
			t.Errorf("%q, want %q", got[k], want[k])
		}
	}
}

// TestHostileInput reads what would break a recursive or quadratic reader.
func TestHostileInput(t *testing.T) {
	const n = 200000
	lets := "(assert " + strings.Repeat("(let ((x true)) ", n) + "x" + strings.Repeat(")", n+1)
	share := "(declare-fun f (Int Int) Int)(declare-const c Int)(assert (let ((x c)) " + strings.Repeat("(let ((x (f x x))) ", 10000) + "(= x 0)" + strings.Repeat(")", 10002)
	for _, in := range []string{
		strings.Repeat("(", n),
		"(assert " + strings.Repeat("(not ", n) + "true" + strings.Repeat(")", n+1),
		"(assert " + strings.Repeat("(", n) + strings.Repeat(")", n+1),
		"(declare-const x " + strings.Repeat("(Array Int ", n) + "Int" + strings.Repeat(")", n+1),
		"(set-info :x " + strings.Repeat("(", n) + strings.Repeat(")", n+1),
		"(assert " + strings.Repeat("(! ", n) + "true" + strings.Repeat(" :a b)", n) + ")",
		"(assert (and" + strings.Repeat(" true", n) + "))",
		lets, share,
	} {
		_, err := ReadScript("t", strings.NewReader(in), term.NewStore())
		var e *Error
		if err != nil && !errors.As(err, &e) {
			t.Fatal(err)
		}
	}
}

func FuzzReader(f *testing.F) {
	f.Add("(declare-const x Int)(assert (let ((y x)) (forall ((z Int)) (! (= y z) :pattern (z)))))")
	f.Add("(push 2)(define-fun f ((x Int)) Int (ite true x 1))(assert (! (= (f 1) ((_ as c) 2)) :named n))(pop)")
	f.Add("(define-sort D (X) (Array X X))(declare-fun a () (D Bool))(get-value ((select a true) ((as const (D Int)) 1)))")
	f.Add("(set-logic QF_LRA)(declare-const r Real)(define-fun h ((a Real)) Real (/ a 2))(assert (= (h 1) 1.50 (- (/ 1 3)) (ite true r 2)))")
	f.Add("(declare-const r Real)(declare-const i Int)(assert (and (is_int (+ r i)) (= (to_int r) (to_real i) 0.5) ((_ divisible 2) i) (< (abs r) (/ i 0))))")
	f.Add("(declare-fun f (Int) Int)(push)(declare-fun f (Bool) Int)(declare-const f Bool)(assert (= (f 1) ((as f Int) f)))(pop)(assert (= (f 2.) (^ (f 1) 2)))")
	f.Add("(declare-const p Bool)(assert (iff ((_ at-most 1) p (not p)) ((_ pbeq 2 1 -3) p (xor p)) (! p :lblpos l)))(assert (if (implies p p) p (< (~ 1))))")
	f.Add("(declare-const a (Array Int Int))(assert (forall ((y Int)) (= a (lambda ((x Int)) (+ x y)) ((_ map (+ (Int Int) Int)) a (_ as-array abs)))))")
	f.Fuzz(func(t *testing.T, in string) {
		st := term.NewStore()
		r := NewReader("t", strings.NewReader(in), st)
		var asserted []term.Term
		for {
			c, err := r.Next()
			var e *Error
			switch {
			case err == io.EOF:
				writtenAsRead(t, st, asserted)
				return
			case err != nil && !(errors.As(err, &e) && e.Pos.Line >= 1 && e.Pos.Line <= 1+strings.Count(in, "\n") && e.Pos.Col >= 1 && e.Pos.Col <= len(in)+1):
				t.Fatalf("%v: there is no such place", err)
			case err != nil && r.Fatal():
				return
			case err == nil && c.Kind == Assert:
				asserted = append(asserted, c.Terms[0])
			}
		}
	})
}

// writtenAsRead writes formulas, and reads that. What is written of these is the same
// text again, except for quotients of numerals, which were read as one number.
func writtenAsRead(t *testing.T, st *term.Store, formulas []term.Term) {
	var texts [3]string
	for i := range texts {
		var text strings.Builder
		if err := Dump(&text, st, formulas, Options{}); err != nil {
			t.Fatal(err)
		}
		texts[i] = text.String()
		n := len(formulas)
		st, formulas = term.NewStore(), nil
		cs, err := ReadScript("dump", strings.NewReader(texts[i]), st)
		if err != nil {
			t.Fatalf("%v\n%s", err, texts[i])
		}
		for _, c := range cs {
			if c.Kind == Assert {
				formulas = append(formulas, c.Terms[0])
			}
		}
		if len(formulas) != n {
			t.Fatalf("%d formulas, but %d were written:\n%s", len(formulas), n, texts[i])
		}
	}
	if texts[1] != texts[2] {
		t.Fatalf("written\n%s\nand read, written\n%s", texts[1], texts[2])
	}
}
