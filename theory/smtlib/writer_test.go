package smtlib

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/muster-smt/muster/theory/term"
)

// TestWriterOutput is the golden output of a session with all commands.
func TestWriterOutput(t *testing.T) {
	st := term.NewStore()
	s := st.UninterpretedSort("my sort")
	x, x2 := st.FreshConst("x", term.Int), st.FreshConst("x", term.Int)
	p, q := st.FreshConst("let", term.Bool), st.FreshConst("a|b", term.Bool)
	f := st.DeclareFun("f", []term.Sort{s, term.Int}, term.Int)
	u := st.FreshConst("u", s)
	a := st.FreshConst("a", st.ArraySort(term.Int, term.Int))
	y := st.BoundVar("x", term.Int)
	fy := st.App(f, u, st.Add(y, st.Int(1)))
	axiom := st.Quantify(term.OpForall, term.Quant{Vars: []term.Term{y}, Body: st.Or(st.Le(fy, x), st.Eq(fy, st.Int(0))),
		Patterns: [][]term.Term{{st.App(f, u, y)}}, Avoid: []term.Term{fy}, Weight: term.NewWeight(7), Name: "ax 1"})
	sum := st.Add(x, st.Mul(st.Int(-2), x2), st.Int(3))

	var out bytes.Buffer
	w := NewWriter(&out, st, Options{Logic: "AUFLIA", Options: [][2]string{{":produce-models", "true"}}})
	w.Comment("two\nlines")
	w.SetInfo(":status", "sat")
	w.Assert(axiom)
	w.Push()
	w.Assert(st.Ite(p, st.Le(sum, x), st.Le(x, sum)))
	w.Assert(st.Eq(a, st.Store(st.ConstArray(st.Sort(a), x2), sum, st.Int(-1))))
	w.CheckSatAssuming([]term.Term{p, st.Not(q), st.Le(x, st.Int(0))})
	w.GetUnsatAssumptions()
	w.GetUnsatCore()
	w.Pop(1)
	w.Assert(st.Not(st.Eq(sum, st.Div(x, x2))))
	w.CheckSat()
	w.GetValue([]term.Term{x, sum, st.Mul(st.Add(x, x, x), st.Add(x, x, x))})
	w.GetModel()
	w.Echo("a \"b\"")
	w.Exit()
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	const want = `; two lines
(set-option :produce-models true)
(set-logic AUFLIA)
(set-info :status sat)
(declare-sort |my sort| 0)
(declare-fun u () |my sort|)
(declare-fun f (|my sort| Int) Int)
(declare-fun x () Int)
(assert (forall ((x!1 Int)) (! (let (($l1 (f u (+ x!1 1)))) (or (<= $l1 x) (= $l1 0))) :pattern ((f u x!1)) :no-pattern (f u (+ x!1 1)) :weight 7 :qid |ax 1|)))
(push 1)
(declare-fun |let| () Bool)
(declare-fun x!2 () Int)
(define-fun $t1 () Int (+ x (* (- 2) x!2) 3))
(assert (ite |let| (<= $t1 x) (<= x $t1)))
(declare-fun a () (Array Int Int))
(assert (= a (store ((as const (Array Int Int)) x!2) $t1 (- 1))))
(declare-fun a_b () Bool)
(declare-fun $a1 () Bool)
(assert (=> $a1 (<= x 0)))
(check-sat-assuming (|let| (not a_b) $a1))
(get-unsat-assumptions)
(get-unsat-core)
(pop 1)
(declare-fun x!2 () Int)
(define-fun $t2 () Int (+ x (* (- 2) x!2) 3))
(assert (not (= $t2 (div x x!2))))
(check-sat)
(get-value (x $t2 (let (($l2 (+ x x x))) (* $l2 $l2))))
(get-model)
(echo "a ""b""")
(exit)
`
	if d := cmp.Diff(want, out.String()); d != "" {
		t.Error(d)
	}
}
