package vc_test

import (
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// sample is a system whose entry branches, calls p on one side, and merges:
//
//	entry -> left (calls p) -> join
//	entry ------ y = 0 ------> join
type sample struct {
	*vc.System
	main, p *vc.Proc
}

func newSample() sample {
	st := term.NewStore()
	b := func(name string) term.Term { return st.FreshConst(name, term.Bool) }
	i := func(name string) term.Term { return st.FreshConst(name, term.Int) }
	global := i("c")
	x, r := i("x"), i("r'")
	enter := b("p")
	p := &vc.Proc{
		ID: 1, Name: "p", CountName: "p",
		In: []term.Term{x}, Out: []term.Term{r}, Owned: []term.Term{enter},
		Summary: []term.Term{st.Le(x, r)},
		Blocks:  []vc.Block{{Guard: enter, Conds: []term.Term{st.Eq(r, st.Add(x, st.Int(1)))}, IPDom: -1}},
	}
	in, out := i("g"), i("g'")
	entry, left, join, site, edge := b("entry"), b("left"), b("join"), b("call p"), b("edge")
	y, z, d, e := i("y"), i("z"), i("d"), i("e")
	main := &vc.Proc{
		ID: 0, Name: "main", CountName: "main",
		In: []term.Term{in}, Out: []term.Term{out}, Owned: []term.Term{entry, left, join, site, edge, y, z, d, e},
		Defs: []vc.Def{{Name: d, Value: st.Add(in, global)}, {Name: e, Value: st.Add(d, d)}},
		Blocks: []vc.Block{
			{
				Guard: entry, Conds: []term.Term{st.Le(st.Int(0), in)}, IPDom: 2,
				Succs: []vc.Edge{{To: 1, Guard: left}, {To: 2, Guard: edge, Eqs: []term.Term{st.Eq(y, st.Int(0))}}},
			},
			{
				Guard: left, Conds: []term.Term{st.Eq(y, z)}, Sites: []int32{0}, IPDom: 2,
				Succs: []vc.Edge{{To: 2, Guard: join}}, Preds: []vc.Pred{{Block: 0, Edge: 0}},
			},
			{Guard: join, Conds: []term.Term{st.Eq(out, st.Add(y, e))}, IPDom: -1, Preds: []vc.Pred{{Block: 0, Edge: 1}, {Block: 1, Edge: 0}}},
		},
		Sites: []vc.Site{{Guard: site, Block: 1, Callee: 1, Args: []term.Term{e}, Outs: []term.Term{z}}},
	}
	return sample{&vc.System{Store: st, Axioms: []term.Term{st.Le(global, st.Int(7))}, Procs: []*vc.Proc{main, p}}, main, p}
}

func TestCheckAccepts(t *testing.T) {
	if err := vc.Check(newSample().System); err != nil {
		t.Error(err)
	}
}

// TestCheckFails breaks each invariant in turn.
func TestCheckFails(t *testing.T) {
	for _, c := range []struct {
		want   string
		damage func(s sample)
	}{
		{"no entry procedure", func(s sample) { s.Entry = 2 }},
		{"no entry procedure", func(s sample) { s.Procs = nil }},
		{"at index 1", func(s sample) { s.p.ID = 0 }},
		{"counted under no name", func(s sample) { s.p.CountName = "" }},
		{"no entry block", func(s sample) { s.p.Blocks = nil }},
		{"not the guard of the entry block", func(s sample) { o := s.main.Owned; o[0], o[1] = o[1], o[0] }},
		{"not the guard of the entry block", func(s sample) { s.p.Owned = nil }},

		{"is not a constant", func(s sample) { s.p.In[0] = s.Store.Int(3) }},
		{"belongs to main already", func(s sample) { s.p.Out[0] = s.main.Out[0] }},
		{"belongs to main already", func(s sample) { s.p.In = append(s.p.In, s.main.Owned[5]) }},
		{"belongs to main already", func(s sample) { s.main.Owned = append(s.main.Owned, s.main.In[0]) }},
		{"axiom 0: it contains g'", func(s sample) { s.Axioms[0] = s.Store.Eq(s.main.Out[0], s.Store.Int(1)) }},
		{"axiom 0: it is not Bool", func(s sample) { s.Axioms[0] = s.Store.Int(1) }},

		{"block 1 is not owned", func(s sample) { s.main.Blocks[1].Guard = s.p.Blocks[0].Guard }},
		{"block 1 is not owned", func(s sample) { s.main.Blocks[1].Guard = s.Store.FreshConst("stranger", term.Bool) }},
		{"block 1 is not Bool", func(s sample) { s.main.Blocks[1].Guard = s.main.Owned[5] }},
		{"site 0 has another use", func(s sample) { s.main.Sites[0].Guard = s.main.Blocks[1].Guard }},
		{"block 2 has another use", func(s sample) { s.main.Blocks[2].Guard = s.main.Blocks[1].Guard }},
		{"edge 1 of block 0 has another use", func(s sample) { s.main.Blocks[0].Succs[1].Guard = s.main.Sites[0].Guard }},
		{"contains the guard left", func(s sample) {
			s.main.Blocks[2].Conds[0] = s.Store.Not(s.main.Blocks[1].Guard)
		}},

		{"leads to no block", func(s sample) { s.main.Blocks[0].Succs[1].To = 3 }},
		{"leads back to block 1", func(s sample) { s.main.Blocks[1].Succs[0] = vc.Edge{To: 1, Guard: s.main.Blocks[1].Guard} }},
		{"under the guard of its target", func(s sample) { s.main.Blocks[0].Succs[1].Guard = s.main.Blocks[2].Guard }},
		{"2 incoming edges and 1 predecessors", func(s sample) { b := &s.main.Blocks[2]; b.Preds = b.Preds[:1] }},
		{"stands twice", func(s sample) { b := &s.main.Blocks[2]; b.Preds[1] = b.Preds[0] }},
		{"is not an edge to it", func(s sample) { s.main.Blocks[1].Preds[0].Edge = 1 }},
		{"block 1 is not reached", func(s sample) {
			b := s.main.Blocks
			b[0].Succs, b[1].Preds, b[2].Preds = b[0].Succs[1:], nil, []vc.Pred{{Block: 0, Edge: 0}, {Block: 1, Edge: 0}}
		}},
		{"post-dominator 1, not 2", func(s sample) { s.main.Blocks[0].IPDom = 1 }},
		{"post-dominator -1, not 2", func(s sample) { s.main.Blocks[1].IPDom = -1 }},
		{"post-dominator 0, not -1", func(s sample) { s.p.Blocks[0].IPDom = 0 }},

		{"not its own", func(s sample) { s.main.Sites[0].Block = 0 }},
		{"listed 0 times", func(s sample) { s.main.Blocks[1].Sites = nil }},
		{"listed 2 times", func(s sample) { s.main.Blocks[1].Sites = []int32{0, 0} }},
		{"calls no procedure", func(s sample) { s.main.Sites[0].Callee = 2 }},
		{"arguments: 0 for 1 variables", func(s sample) { s.main.Sites[0].Args = nil }},
		{"results: 2 for 1 variables", func(s sample) { x := &s.main.Sites[0]; x.Outs = append(x.Outs, x.Outs[0]) }},
		{"arguments: number 0 has the wrong sort", func(s sample) { s.main.Sites[0].Args[0] = s.Store.True() }},
		{"results: number 0 has the wrong sort", func(s sample) { s.p.Out[0] = s.Store.FreshConst("r", term.Bool) }},
		{"argument 0: it contains x", func(s sample) { s.main.Sites[0].Args[0] = s.p.In[0] }},
		{"neither owned nor in Out", func(s sample) { s.main.Sites[0].Outs[0] = s.main.In[0] }},
		{"neither owned nor in Out", func(s sample) { s.main.Sites[0].Outs[0] = s.Store.Int(1) }},

		{"defines d again", func(s sample) { s.main.Defs[1].Name = s.main.Defs[0].Name }},
		{"defines no owned constant", func(s sample) { s.main.Defs[0].Name = s.main.In[0] }},
		{"has two sorts", func(s sample) { s.main.Defs[0].Value = s.Store.True() }},
		{"uses a later one", func(s sample) { d := s.main.Defs; d[0], d[1] = d[1], d[0] }},
		{"uses a later one, or itself", func(s sample) { s.main.Defs[1].Value = s.main.Defs[1].Name }},
		{"definition 0: it contains x", func(s sample) { s.main.Defs[0].Value = s.p.In[0] }},

		{"summary 0 is not over the interface", func(s sample) {
			s.main.Summary = []term.Term{s.Store.Le(s.main.In[0], s.main.Owned[5])}
		}},
		{"summary 0: it contains", func(s sample) { s.main.Summary = s.p.Summary }},
		{"candidate 0 is not over the interface", func(s sample) {
			s.main.Candidates = []vc.Candidate{{Formula: s.Store.Le(s.main.In[0], s.main.Owned[5])}}
		}},
		{"candidate 0 for the entry is about the exit", func(s sample) {
			s.main.Candidates = []vc.Candidate{{Formula: s.Store.Le(s.main.In[0], s.main.Out[0]), Entry: true}}
		}},
		{"condition 0 of block 2: it is not Bool", func(s sample) { s.main.Blocks[2].Conds[0] = s.Store.Int(1) }},
		{"condition 0 of block 2: it contains r'", func(s sample) {
			s.main.Blocks[2].Conds[0] = s.Store.Eq(s.p.Out[0], s.Store.Int(1))
		}},
		{"equation of edge 1 of block 0: it contains x", func(s sample) {
			s.main.Blocks[0].Succs[1].Eqs[0] = s.Store.Eq(s.p.In[0], s.Store.Int(1))
		}},
	} {
		s := newSample()
		c.damage(s)
		if err := vc.Check(s.System); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
}
