package chcpass_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/chc"
	"github.com/muster-smt/muster/verifier/chcpass"
	"github.com/muster-smt/muster/verifier/vc"
)

// except returns all rows but some.
func except(rows ...string) (names []string) {
	for _, r := range chcpass.Rows() {
		if !slices.Contains(rows, r) {
			names = append(names, r)
		}
	}
	return names
}

// show prints what procedures do on each path: calls, and conditions.
func show(sys *vc.System) string {
	var b strings.Builder
	text := func(t term.Term) string { return string(smtlib.AppendTerm(nil, sys.Store, t)) }
	called := vc.Closure(sys, []vc.ProcID{sys.Entry})
	slices.Sort(called)
	for _, id := range called {
		p := sys.Procs[id]
		var walk func(block int32, said []string)
		walk = func(block int32, said []string) {
			x := &p.Blocks[block]
			for _, n := range x.Sites {
				call := sys.Procs[p.Sites[n].Callee].Name
				for _, o := range p.Sites[n].Outs {
					call += " " + text(o)
				}
				said = append(said, call)
			}
			for _, c := range x.Conds {
				said = append(said, text(c))
			}
			if len(x.Succs) == 0 {
				head := p.Name
				for _, o := range p.Out {
					head += " " + text(o)
				}
				fmt.Fprintf(&b, "%s <- %s\n", head, strings.Join(said, "; "))
			}
			for _, e := range x.Succs {
				walk(e.To, slices.Clone(said))
			}
		}
		walk(0, nil)
	}
	return strings.NewReplacer("|", "", "_", "").Replace(b.String())
}

// fact reads a formula over the arguments of a predicate, x0, x1 and so on.
func fact(t *testing.T, sys *vc.System, id vc.ProcID, text string) verifier.Fact {
	var decl strings.Builder
	p := sys.Procs[id]
	for k, o := range p.Out {
		fmt.Fprintf(&decl, "(declare-const x%d %s)", k, sys.Store.SortString(sys.Store.Sort(o)))
	}
	r := smtlib.NewReader("fact", strings.NewReader(decl.String()+"(assert "+text+")"), sys.Store)
	subst := term.NewSubst(sys.Store, sys.Store)
	for k := 0; ; {
		c, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		if c.Kind == smtlib.Assert {
			return verifier.Fact{Proc: id, Formula: subst.Apply(c.Terms[0])}
		}
		subst.Bind(sys.Store.App(c.Sym), p.Out[k])
		k++
	}
}

// TestRows: what each row makes of a script, and the solution that it makes of facts about the result.
func TestRows(t *testing.T) {
	for _, c := range []struct {
		name, row string
		script    string
		want      string
		calls     int
		facts     map[string]string
		solution  string
	}{
		{"quantified conditions", "quantifiers", `(declare-fun p (Int (Array Int Int)) Bool)
			(assert (forall ((x Int) (a (Array Int Int))) (=> (and (forall ((v Int)) (or (< v 3) (< x v))) (< x 5)) (p x a))))
			(assert (forall ((x Int) (a (Array Int Int))) (=> (and (p x a) (forall ((v Int)) (= (select a v) x))) false)))`,
			"false <- p p@0 p@1; (forall ((v Int)) (= p@0 (select p@1 v)))\np p#0 p#1 <- (<= p#0 2); (<= p#0 4)\n", 1,
			map[string]string{"p": "(< x0 3)"}, "p: (not (<= 3 p#0))\n"},
		{"two loops side by side", "relations", `(declare-fun p (Int Int (Array Int Int) (Array Int Int)) Bool)
			(assert (forall ((a (Array Int Int))) (p 0 1 a a)))
			(assert (forall ((x Int) (y Int) (a (Array Int Int)) (b (Array Int Int)))
				(=> (and (p x y a b) (< (select a x) 9)) (p (+ x 1) (+ y 1) a b))))
			(assert (forall ((x Int) (y Int) (a (Array Int Int)) (b (Array Int Int)))
				(=> (and (p x y a b) (distinct (select a x) (select b (- y 1)))) (p x (+ y 1) a b))))
			(assert (forall ((x Int) (y Int) (a (Array Int Int)) (b (Array Int Int))) (=> (p x y a b) (< x y))))`,
			"false <- false; p p@0 p@1 p@2 p@3; false\np p#0 p#1 p#2 p#3 <- (= p#0 0); (= p#1 1); (= p#2 p#3)\n" +
				"p p#0 p#1 p#2 p#3 <- p p@0 p@1 p@2 p@3; (<= (select p@2 p@0) 8); (= p#0 (+ p@0 1)); (= p#1 (+ p@1 1)); (= p#2 p@2); (= p#3 p@3); (= p@0 (+ p@1 (- 1))); (= p@2 p@3)\n" +
				"p p#0 p#1 p#2 p#3 <- p p@0 p@1 p@2 p@3; false\n",
			3, nil, "p: (= p#0 (+ p#1 (- 1)))\np: (= p#2 p#3)\n"},
		{"low bits that a loop leaves, where it is reached", "congruences", `(declare-fun p (Bool (_ BitVec 8)) Bool)
			(assert (forall ((x (_ BitVec 8))) (p false x)))
			(assert (forall ((x (_ BitVec 8))) (=> (p false x) (p true #x04))))
			(assert (forall ((x (_ BitVec 8)) (k (_ BitVec 8))) (=> (p true x) (p true (bvadd x (bvmul k #x18))))))
			(assert (forall ((b Bool) (x (_ BitVec 8))) (=> (p b x) (not (and b (= x #x06))))))`,
			"false <- false; p p@0 p@1; false\np p#0 p#1 <- (= p#0 false)\n" +
				"p p#0 p#1 <- p p@0 p@1; (= p@0 false); (= p#0 true); (= p#1 #x04); (or (not p@0) (and p@0 (= (( extract 2 0) p@1) #b100)))\n" +
				"p p#0 p#1 <- p p@0 p@1; (= p@0 true); (= p#0 true); (= p#1 (bvadd p@1 (bvmul #x18 k))); (or (not p@0) (and p@0 (= (( extract 2 0) p@1) #b100)))\n",
			3, nil, "p: (or (not p#0) (and p#0 (= ((_ extract 2 0) p#1) #b100)))\n"},
		{"sums of words modulo a power of two", "congruences", `(declare-fun p ((_ BitVec 8) (_ BitVec 8) (_ BitVec 8)) Bool)
			(assert (forall ((x (_ BitVec 8))) (p x #x00 x)))
			(assert (forall ((x (_ BitVec 8)) (y (_ BitVec 8)) (z (_ BitVec 8)) (k (_ BitVec 8)))
				(=> (p x y z) (p x (bvadd y k) (bvand (bvadd z k) #x0f)))))
			(assert (forall ((x (_ BitVec 8)) (y (_ BitVec 8)) (z (_ BitVec 8)))
				(=> (and (p x y z) (bvule x #x03)) (= ((_ extract 3 0) (bvsub z y)) ((_ extract 3 0) x)))))`,
			"false <- false; p p@0 p@1 p@2; false\np p#0 p#1 p#2 <- (= p#1 #x00); (= p#0 p#2)\n" +
				"p p#0 p#1 p#2 <- p p@0 p@1 p@2; (= p#0 p@0); (= p#1 (bvadd p@1 k)); (= p#2 (concat #x0 (( extract 3 0) (bvadd p@2 k)))); " +
				"(= (( extract 3 0) p@2) (bvadd (( extract 3 0) p@1) (( extract 3 0) p@0)))\n",
			2, nil, "p: (= ((_ extract 3 0) p#2) (bvadd ((_ extract 3 0) p#1) ((_ extract 3 0) p#0)))\n"},
		{"what is not called may be true", "reach", `(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)
			(assert (p 1))(assert (forall ((x Int)) (=> (p x) (q x))))(assert (forall ((x Int)) (=> (p x) (> x 0))))`,
			"false <- p p@0; (<= p@0 0)\np p#0 <- (= p#0 1)\n", 1, map[string]string{"p": "(> x0 0)"}, "p: (not (<= p#0 0))\n"},
		{"what never returns is false", "reach", `(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)(declare-fun r () Bool)
			(assert (forall ((x Int)) (=> (p x) (p (+ x 1)))))(assert (p 1))(assert (=> r r))
			(assert (forall ((x Int)) (=> (and r (p x)) (p (- x)))))
			(assert (forall ((x Int)) (=> (q x) (q x))))(assert (forall ((x Int)) (=> (q x) false)))
			(assert (forall ((x Int)) (=> (p x) (> x 0))))`,
			"false <- p p@0; (<= p@0 0)\np p#0 <- p p@0; (= p#0 (+ p@0 1))\np p#0 <- (= p#0 1)\n", 2, nil, "q: false\nr: false\n"},
		{"values and equal arguments", "equal", `(declare-fun p (Int Int Int Int) Bool)
			(assert (p 0 7 0 1))
			(assert (forall ((x Int) (y Int) (z Int) (w Int)) (=> (p x y z w) (p (+ x 1) y (+ z 1) (- y 6)))))
			(assert (forall ((x Int) (y Int) (z Int) (w Int)) (=> (and (p x y z w) (= y 7) (= w 1)) (= x z))))`,
			"false <- false\n", 1, nil, "p: (= p#1 7)\np: (= p#0 p#2)\np: (= p#3 1)\n"},
		{"values", "equal", `(declare-fun p (Int Int Bool) Bool)
			(assert (p 0 7 true))
			(assert (forall ((x Int) (y Int) (b Bool)) (=> (p x y b) (p (+ x y) y b))))
			(assert (forall ((x Int) (y Int) (b Bool)) (=> (p x y b) (and b (<= 0 x)))))`,
			"false <- p p@0; (<= p@0 (- 1))\np p#0 <- (= p#0 0); (= p#1 7); (= p#2 true)\np p#0 <- p p@0; (= p#0 (+ p@0 7)); (= p#1 7); p#2\n", 2,
			map[string]string{"p": "(<= 0 x0)"}, "p: (<= 0 p#0)\np: (= p#1 7)\np: p#2\n"},
		{"arguments that nobody looks at", "slice", `(declare-fun p (Int Int Int) Bool)
			(assert (forall ((y Int)) (p 0 y 2)))
			(assert (forall ((x Int) (y Int) (z Int)) (=> (and (p x y z) (< z 5)) (p (+ x 1) (+ x y) z))))
			(assert (forall ((x Int) (y Int) (z Int)) (=> (p x y z) (<= 0 x))))`,
			"false <- p p@0 p@2; (<= p@0 (- 1))\np p#0 p#2 <- (= p#0 0); (= p#2 2)\np p#0 p#2 <- p p@0 p@2; (<= p@2 4); (= p#0 (+ p@0 1)); (= p#2 p@2)\n", 2, nil, ""},
		{"constants that conditions define", "local", `(declare-fun p (Int) Bool)
			(assert (forall ((x Int) (y Int) (z Int)) (=> (and (= x 3) (= y (+ x 1)) (= z (+ y x))) (p z))))
			(assert (forall ((x Int) (y Int)) (=> (and (p x) (= y (+ x 1)) (or (= y 2) (< y x))) (p (* 2 y)))))
			(assert (forall ((x Int)) (=> (p x) (< x 9))))`,
			"false <- p p@0; (not (<= p@0 8))\np p#0 <- (= p#0 7)\np p#0 <- p p@0; (= p@0 1); (= (+ p#0 (* (- 2) p@0)) 2)\n", 2, nil, ""},
		{"a chain", "inline", `(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)(declare-fun r (Int) Bool)
			(assert (p 0))(assert (forall ((x Int)) (=> (p x) (q (+ x 1)))))(assert (forall ((x Int)) (=> (q x) (r (+ x 1)))))
			(assert (forall ((x Int)) (=> (r x) (p x))))(assert (forall ((x Int)) (=> (p x) (<= 0 x))))`,
			"false <- p p@0; (<= p@0 (- 1))\np p#0 <- (= p#0 0)\np p#0 <- p p@0; (= p#0 r@0); (= r@0 (+ q@0 1)); (= p@0 (+ q@0 (- 1)))\n", 2,
			map[string]string{"p": "(<= 0 x0)"}, "p: (<= 0 p#0)\nr: (not (<= r#0 (- 1)))\nq: (not (<= q#0 (- 2)))\n"},
		{"an interpolant where both sides have local constants", "inline", `(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)
			(assert (p 0))(assert (forall ((x Int) (y Int)) (=> (and (p x) (<= 0 y)) (q (+ x (* 3 y))))))
			(assert (forall ((x Int) (y Int)) (=> (and (q x) (<= 0 y)) (p (+ x (* 2 y))))))
			(assert (forall ((x Int)) (=> (p x) (<= 0 x))))`,
			"false <- p p@0; (<= p@0 (- 1))\np p#0 <- (= p#0 0)\n" +
				"p p#0 <- p p@0; (not (<= y (- 1))); (= (+ p#0 (* (- 1) q@0) (* (- 2) y)) 0); (not (<= y (- 1))); (= (+ q@0 (* (- 1) p@0) (* (- 3) y)) 0)\n",
			2, map[string]string{"p": "(<= 0 x0)"}, "p: (<= 0 p#0)\nq: (not (<= q#0 (- 1)))\n"},
		{"clauses with the same predicates", "join", `(declare-fun p (Int) Bool)
			(assert (p 0))(assert (forall ((x Int)) (=> (and (p x) (< x 5)) (p (+ x 1)))))
			(assert (forall ((x Int)) (=> (and (p x) (> x 7)) (p (- x 1)))))(assert (forall ((x Int)) (=> (p x) (<= 0 x))))`,
			"false <- p p@0; (<= p@0 (- 1))\np p#0 <- (= p#0 0)\np p#0 <- p p@0; (<= p@0 4); (= p#0 (+ p@0 1))\np p#0 <- p p@0; (not (<= p@0 7)); (= p#0 (+ p@0 (- 1)))\n", 2, nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := chc.Read("test.smt2", strings.NewReader(c.script), term.NewStore(), nil)
			if err != nil {
				t.Fatal(err)
			}
			rw := rewrite.New(s.Store)
			was, _ := chc.Generate(s, rw)
			sys, back := chcpass.Run(context.Background(), was, rw, chcpass.Options{Without: except(c.row)})
			if err := vc.Check(sys); err != nil {
				t.Fatal(err)
			}
			calls := 0
			for _, p := range sys.Procs {
				calls += len(p.Sites)
			}
			if calls != c.calls {
				t.Errorf("%d calls, want %d", calls, c.calls)
			}
			if got := show(sys); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
			var facts []verifier.Fact
			for i, f := range s.Preds {
				if text := c.facts[s.Store.SymName(f)]; text != "" {
					facts = append(facts, fact(t, sys, chc.Proc(i), text))
				}
			}
			facts, err = back.Solution(context.Background(), facts)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, f := range facts {
				got += fmt.Sprintf("%s: %s\n", was.Procs[f.Proc].Name, smtlib.AppendTerm(nil, s.Store, f.Formula))
			}
			if got = strings.ReplaceAll(got, "|", ""); got != c.solution {
				t.Errorf("solution\n%swant\n%s", got, c.solution)
			}
		})
	}
}

// TestStopped: a limit that was met before leaves the system as it is.
func TestStopped(t *testing.T) {
	s, err := chc.Read("test.smt2", strings.NewReader("(declare-fun p (Int) Bool)(assert (p 1))"), term.NewStore(), nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	rw := rewrite.New(s.Store)
	was, _ := chc.Generate(s, rw)
	if sys, back := chcpass.Run(ctx, was, rw, chcpass.Options{}); sys != was || !back.Empty() {
		t.Error("the system was changed")
	}
}

// TestParameters: systems that are not made of clauses stay as they are.
func TestParameters(t *testing.T) {
	st := term.NewStore()
	guard := st.FreshConst("entry", term.Bool)
	p := &vc.Proc{Name: "p", CountName: "p", In: []term.Term{st.FreshConst("x", term.Int)}, Owned: []term.Term{guard}}
	p.Blocks = []vc.Block{{Guard: guard, Conds: []term.Term{st.False()}, IPDom: -1}}
	was := &vc.System{Store: st, Procs: []*vc.Proc{p}}
	if sys, back := chcpass.Run(context.Background(), was, rewrite.New(st), chcpass.Options{}); sys != was || !back.Empty() {
		t.Error("the system was changed")
	}
}
