package chcpass

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/chc"
)

// TestWork: what large rules cost is limited by their size. A row may exceed the limit by what it does between two looks at it.
func TestWork(t *testing.T) {
	const n = 3000
	each := func(format string) string {
		var b strings.Builder
		for i := 1; i < n; i++ {
			b.WriteString(strings.NewReplacer("@", fmt.Sprint(i), "#", fmt.Sprint(i-1)).Replace(format))
		}
		return b.String()
	}
	for name, body := range map[string]string{
		"definitions":           each(" (= x@ (+ x# 1))"),
		"nested disjunctions":   each(" (or (p 1) (and (= x@ (+ x# 1))") + " true" + strings.Repeat("))", n-1),
		"alternative constants": each(" (or (and (p 1) (= x@ 1)) (and (p 2) (= x@ 2)))"),
	} {
		vars := "(x0 Int)" + each(" (x@ Int)")
		text := fmt.Sprintf(`(set-logic HORN)(declare-fun p (Int) Bool)(assert (p 1))
(assert (forall (%s) (=> (and (p x0)%s) (p x%d))))(assert (forall ((y Int)) (=> (and (p y) (< y (- 7))) false)))(check-sat)`, vars, body, n-1)
		st := term.NewStore()
		script, err := chc.Read(name, strings.NewReader(text), st, nil)
		if err != nil {
			t.Fatal(err)
		}
		rw := rewrite.New(st)
		sys, _ := chc.Generate(script, rw)
		limit := minWork + workPerTerm*st.Len()
		p := &pass{ctx: context.Background(), sys: sys, st: st, rw: rw, sub: term.NewSubst(st, rw), left: limit}
		p.run(Options{})
		if p.left < -limit/10 {
			t.Errorf("%s: %d is spent of %d", name, limit-p.left, limit)
		}
	}
}
