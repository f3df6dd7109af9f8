package vc_test

import (
	"slices"
	"testing"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// TestExtract: a copy has the text of the original, in a store of its own, without what callees do.
func TestExtract(t *testing.T) {
	s := newSample()
	to := term.NewStore()
	got := vc.Extract(s.System, s.main.ID, term.NewCopier(s.Store, to), to)
	main, callee := got.Procs[s.main.ID], got.Procs[s.p.ID]
	if len(callee.Blocks) != 0 || len(callee.Summary) != len(s.p.Summary) {
		t.Errorf("the callee has %d blocks and %d summaries", len(callee.Blocks), len(callee.Summary))
	}
	text := func(st *term.Store, ts ...[]term.Term) []string {
		var out []string
		for _, list := range ts {
			for _, x := range list {
				out = append(out, st.String(x))
			}
		}
		return out
	}
	all := func(st *term.Store, axioms []term.Term, p, callee *vc.Proc) []string {
		lists := [][]term.Term{axioms, p.In, p.Out, p.Owned, callee.In, callee.Out, callee.Summary}
		for _, d := range p.Defs {
			lists = append(lists, []term.Term{d.Name, d.Value})
		}
		for _, b := range p.Blocks {
			lists = append(lists, []term.Term{b.Guard}, b.Conds)
			for _, e := range b.Succs {
				lists = append(lists, []term.Term{e.Guard}, e.Eqs)
			}
		}
		for _, x := range p.Sites {
			lists = append(lists, []term.Term{x.Guard}, x.Args, x.Outs)
		}
		return text(st, lists...)
	}
	if a, b := all(s.Store, s.Axioms, s.main, s.p), all(to, got.Axioms, main, callee); !slices.Equal(a, b) {
		t.Errorf("copied\n%q as\n%q", a, b)
	}
	// The copy is as good as the original where the callee's body is not asked for.
	callee.Blocks, callee.Owned = nil, nil
	got.Procs = []*vc.Proc{main, {ID: 1, Name: "p", CountName: "p", In: callee.In, Out: callee.Out, Owned: []term.Term{to.FreshConst("p", term.Bool)}}}
	got.Procs[1].Blocks = []vc.Block{{Guard: got.Procs[1].Owned[0], IPDom: -1}}
	if err := vc.Check(got); err != nil {
		t.Error(err)
	}
}

// TestClosure: what is called comes before what calls it, each once; recursion ends.
func TestClosure(t *testing.T) {
	calls := [][]vc.ProcID{{1, 2}, {3}, {3, 2}, {}, {0}} // by caller
	sys := &vc.System{}
	for i, cs := range calls {
		p := &vc.Proc{ID: vc.ProcID(i)}
		for _, c := range cs {
			p.Sites = append(p.Sites, vc.Site{Callee: c})
		}
		sys.Procs = append(sys.Procs, p)
	}
	for _, c := range []struct{ roots, want []vc.ProcID }{
		{[]vc.ProcID{0}, []vc.ProcID{3, 1, 2, 0}},
		{[]vc.ProcID{2, 1}, []vc.ProcID{3, 2, 1}},
		{nil, nil},
	} {
		if got := vc.Closure(sys, c.roots); !slices.Equal(got, c.want) {
			t.Errorf("from %v: %v, want %v", c.roots, got, c.want)
		}
	}
}
