package validate

import (
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/native"
	"github.com/muster-smt/muster/verifier/vc"
)

// TestClaims: what is claimed of an instance is refuted if a call passes something else, or it returns something else.
func TestClaims(t *testing.T) {
	type of func(st *term.Store, p *vc.Proc) []term.Term
	atMost := func(n int64) of {
		return func(st *term.Store, p *vc.Proc) []term.Term { return []term.Term{st.Le(p.In[0], st.Int(n))} }
	}
	result := func(n int64) of {
		return func(st *term.Store, p *vc.Proc) []term.Term { return []term.Term{st.Le(p.Out[0], st.Int(n))} }
	}
	for _, c := range []struct {
		name               string
		p, q, pExit, qExit of
		want               string // in what is wrong; "" if nothing is
	}{
		{name: "nothing"},
		{name: "what the callers pass", p: atMost(1), q: atMost(2)},
		{name: "less than one passes", p: atMost(0), q: atMost(2), want: "call 0 of instance 0 passes"},
		{name: "less than the next one passes", p: atMost(1), q: atMost(1), want: "call 1 of instance 1 passes"},
		{name: "nothing of the caller", q: atMost(2), want: "call 0 of instance 1 passes"},
		{name: "what is returned", p: atMost(1), q: atMost(2), pExit: result(9), qExit: result(7)},
		{name: "of the caller less", p: atMost(1), q: atMost(2), pExit: result(8), qExit: result(7), want: "instance 1 returns"},
		{name: "of the callee less", p: atMost(1), q: atMost(2), pExit: result(9), qExit: result(6), want: "instance 2 returns"},
		{name: "nothing of the callee", p: atMost(1), q: atMost(2), pExit: result(9), want: "instance 1 returns"},
		{name: "nothing of what is passed", qExit: result(7), want: "instance 2 returns"},
	} {
		sys := system(t, `
procedure main(x: int) { var r: int; assume x <= 1; call r := p(x); return; }
procedure p(x: int) returns (r: int) { goto a, b; a: call r := q(x); goto c; b: call r := q(x + 1); goto c; c: r := r + 2; return; }
procedure q(x: int) returns (r: int) { r := x + 5; return; }`)
		st := sys.Store
		tree := inline.NewTree(sys, rewrite.New(st), native.New(st, solver.Options{}), 0)
		opened := newCalls(tree)
		for _, ref := range []verifier.SiteRef{{Instance: 0, Site: 0}, {Instance: 1, Site: 0}, {Instance: 1, Site: 1}} {
			s, _ := tree.SiteOf(ref)
			opened.add(tree.Open(s), ref)
		}
		q := newClaims(t.Context(), sys, tree, inline.Config{
			NewMaker:  func(st *term.Store) term.Maker { return rewrite.New(st) },
			NewSolver: func(st *term.Store) (inline.Solver, error) { return native.New(st, solver.Options{}), nil },
		})
		q.said = func(i inline.InstID) (entry, exit []term.Term) {
			say := func(f of) []term.Term {
				if f == nil {
					return nil
				}
				return f(st, tree.Proc(i))
			}
			switch i {
			case 1:
				return say(c.p), say(c.pExit)
			case 2:
				return say(c.q), say(c.qExit)
			}
			return nil, nil
		}
		r, err := q.prove(opened)
		if err != nil || r.Confirmed != (c.want == "") || !strings.Contains(r.Wrong, c.want) {
			t.Errorf("%s: %+v, %v", c.name, r, err)
		}
	}
}
