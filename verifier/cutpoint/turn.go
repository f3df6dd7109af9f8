package cutpoint

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/vc"
)

// Turned is a system with its loops turned.
type Turned struct {
	System *vc.System
	before *vc.System
	loops  []*loop // by vc.ProcID; nil for others
}

// ahead is the number of blocks before those of an iteration: the entry, the exit, and the call of the iterations
// before.
const ahead = 3

// Turn turns the loops of a system. Templates that are not changed are the same in both, and procedures keep their
// numbers and interfaces. It returns nil if there are no loops.
func Turn(sys *vc.System, mk term.Maker) *Turned {
	t := &Turned{before: sys, loops: make([]*loop, len(sys.Procs))}
	f := &finder{st: sys.Store, sub: term.NewSubst(sys.Store, mk)}
	found := false
	for id, p := range sys.Procs {
		if vc.ProcID(id) != sys.Entry {
			t.loops[id] = f.find(p)
			found = found || t.loops[id] != nil
		}
	}
	if !found {
		return nil
	}
	out := *sys
	out.Procs = slices.Clone(sys.Procs)
	x := &turner{t: t, st: sys.Store, sub: f.sub}
	for id, l := range t.loops {
		if l != nil {
			out.Procs[id] = x.turn(sys.Procs[id], l)
		}
	}
	for id, p := range out.Procs {
		out.Procs[id] = x.assumed(p, t.loops[id] != nil)
	}
	t.System = &out
	return t
}

// Loops returns the loops among the procedures of facts, as a proof says that they were turned.
func (t *Turned) Loops(facts []verifier.Fact) (out []verifier.Loop) {
	has := make([]bool, len(t.loops))
	for _, f := range facts {
		has[f.Proc] = true
	}
	for id, l := range t.loops {
		if l != nil && has[id] {
			out = append(out, verifier.Loop{Proc: vc.ProcID(id), State: l.state})
		}
	}
	return out
}

// Proof returns a proof by facts about the turned system, or about a system of which no loop is turned, if t is nil.
func (t *Turned) Proof(facts []verifier.Fact) *verifier.Proof {
	p := &verifier.Proof{Facts: facts}
	if t != nil {
		p.Loops = t.Loops(facts)
	}
	return p
}

// IsLoop reports whether a procedure was turned.
func (t *Turned) IsLoop(id vc.ProcID) bool { return t.loops[id] != nil }

// Known returns what is known of a loop at its exit: it may be an invariant, but the turned template does not say so.
func (t *Turned) Known(id vc.ProcID) []term.Term {
	if t.loops[id] == nil {
		return nil
	}
	p := t.before.Procs[id]
	_, results := about(t.System.Store, p)
	return append(results, p.Facts...)
}

// Again returns the site by which a loop calls itself after an iteration, given as the blocks of its turned template.
func (t *Turned) Again(id vc.ProcID, blocks []int32) int32 {
	return t.loops[id].after[blocks[len(blocks)-1]-ahead]
}

// Site returns the index that a site of a turned template had before; that of the call of the iterations before is -1.
func (t *Turned) Site(id vc.ProcID, site int32) int32 {
	if t.loops[id] == nil {
		return site
	}
	guard := t.System.Procs[id].Sites[site].Guard
	return int32(slices.IndexFunc(t.before.Procs[id].Sites, func(x vc.Site) bool { return x.Guard == guard }))
}

// turner makes the templates.
type turner struct {
	t   *Turned
	st  *term.Store
	sub *term.Subst
}

// about splits the contracts of a procedure into what they say of its arguments alone, and of its results.
func about(st *term.Store, p *vc.Proc) (in, out []term.Term) {
	result := map[term.Term]bool{}
	for _, o := range p.Out {
		result[o] = true
	}
	for _, c := range p.Summary {
		if st.Any(func(t term.Term) bool { return result[t] }, c) {
			out = append(out, c)
		} else {
			in = append(in, c)
		}
	}
	return in, out
}

// turn makes the template of a loop. The constants of the former one belong to its last iteration.
func (x *turner) turn(p *vc.Proc, l *loop) *vc.Proc {
	q := *p
	q.Owned, q.Facts, q.Candidates, q.Given = nil, nil, nil, nil
	q.Summary, _ = about(x.st, p)
	own := func(name string, s term.Sort) term.Term {
		c := x.st.FreshConst(name, s)
		q.Owned = append(q.Owned, c)
		return c
	}
	entry, exit, again, site := own("entry", term.Bool), own("exit", term.Bool), own("again", term.Bool),
		own("iterations", term.Bool)
	x.sub.Reset()
	leaves := make([]term.Term, len(p.Out)) // what the last iteration leaves
	mid := make([]term.Term, len(p.Out))    // the state before it
	var same []term.Term
	for k, j := range l.state {
		in, o := p.In[j], p.Out[k]
		mid[k] = own(x.name(in), x.st.Sort(in))
		leaves[k] = own(x.name(o), x.st.Sort(o))
		x.sub.Bind(in, mid[k])
		x.sub.Bind(o, leaves[k])
		same = append(same, x.st.Eq(o, in))
	}
	q.Owned = append(q.Owned, p.Owned...)
	q.Defs = make([]vc.Def, len(p.Defs))
	for i, d := range p.Defs {
		q.Defs[i] = vc.Def{Name: d.Name, Value: x.sub.Apply(d.Value)}
	}
	first := p.Blocks[0].Guard
	q.Blocks = []vc.Block{
		{Guard: entry, Succs: []vc.Edge{{To: 1, Guard: exit}, {To: 2, Guard: again}}, IPDom: -1, Origin: -1},
		{Guard: exit, Conds: same, Preds: []vc.Pred{{Block: 0, Edge: 0}}, IPDom: -1, Origin: -1},
		{Guard: again, Sites: []int32{0}, Succs: []vc.Edge{{To: ahead, Guard: first}}, Preds: []vc.Pred{{Block: 0, Edge: 1}},
			IPDom: ahead, Origin: -1},
	}
	q.Sites = []vc.Site{{Guard: site, Block: 2, Callee: p.ID, Args: p.In, Outs: mid, Origin: -1}}
	for i := range p.Blocks {
		q.Blocks = append(q.Blocks, x.block(p, l, &q, int32(i), leaves))
	}
	return &q
}

func (x *turner) name(c term.Term) string { return x.st.SymName(x.st.Sym(c)) }

// block makes a block of the last iteration, and its sites.
func (x *turner) block(p *vc.Proc, l *loop, q *vc.Proc, i int32, leaves []term.Term) vc.Block {
	src := &p.Blocks[i]
	b := vc.Block{Guard: src.Guard, IPDom: src.IPDom, Origin: src.Origin}
	if b.IPDom >= 0 {
		b.IPDom += ahead
	}
	results := []term.Term(nil) // of the procedure's own call
	if s := l.after[i]; s >= 0 {
		results = p.Sites[s].Outs
	}
	if i == 0 {
		b.Conds = x.sub.ApplyAll(p.Summary)
	}
	for _, c := range src.Conds {
		c = x.sub.Apply(c)
		if k := slices.Index(leaves, x.other(c, results)); k < 0 || results[k] != x.other(c, leaves) {
			b.Conds = append(b.Conds, c)
		}
	}
	for _, s := range src.Sites {
		y := p.Sites[s]
		if y.Callee == p.ID {
			b.Conds = slices.Concat(b.Conds, x.contract(p, &y), x.again(p, l, &y))
			continue
		}
		b.Sites = append(b.Sites, int32(len(q.Sites)))
		y.Block += ahead
		y.Args = x.sub.ApplyAll(y.Args)
		y.Outs = x.sub.ApplyAll(y.Outs)
		q.Sites = append(q.Sites, y)
	}
	if len(src.Succs) == 0 && l.after[i] < 0 {
		b.Conds = append(b.Conds, x.st.False())
	}
	for _, e := range src.Succs {
		b.Succs = append(b.Succs, vc.Edge{To: e.To + ahead, Guard: e.Guard, Eqs: x.sub.ApplyAll(e.Eqs)})
	}
	if i == 0 {
		b.Preds = []vc.Pred{{Block: 2}}
	}
	for _, e := range src.Preds {
		b.Preds = append(b.Preds, vc.Pred{Block: e.Block + ahead, Edge: e.Edge})
	}
	return b
}

// again returns that the state after an iteration is what the procedure passes itself.
func (x *turner) again(p *vc.Proc, l *loop, s *vc.Site) (eqs []term.Term) {
	for k, j := range l.state {
		eqs = append(eqs, x.st.Eq(p.Out[k], x.sub.Apply(s.Args[j])))
	}
	return eqs
}

// contract returns what the contracts of a loop say of a call of its own, in the terms of the last iteration.
func (x *turner) contract(p *vc.Proc, s *vc.Site) []term.Term {
	if len(p.Summary) == 0 {
		return nil
	}
	sub := term.NewSubst(x.st, x.sub.Maker())
	sub.BindAll(p.In, x.sub.ApplyAll(s.Args))
	sub.BindAll(p.Out, x.sub.ApplyAll(s.Outs))
	return sub.ApplyAll(p.Summary)
}

// other returns the other side of an equation of which one side is among some terms; 0 if c is none.
func (x *turner) other(c term.Term, some []term.Term) term.Term {
	if x.st.Op(c) != term.OpEq {
		return 0
	}
	l, r := x.st.Arg(c, 0), x.st.Arg(c, 1)
	switch {
	case slices.Contains(some, l):
		return r
	case slices.Contains(some, r):
		return l
	}
	return 0
}

// assumed has a template assume at calls of loops what their contracts and facts say of their results. At a loop's call
// of the iterations before it must not.
func (x *turner) assumed(p *vc.Proc, turned bool) *vc.Proc {
	q := *p
	changed := false
	for i := range p.Sites {
		s := &p.Sites[i]
		if x.t.loops[s.Callee] == nil || turned && s.Callee == p.ID {
			continue
		}
		callee := x.t.before.Procs[s.Callee]
		_, says := about(x.st, callee)
		if says = append(says, callee.Facts...); len(says) == 0 {
			continue
		}
		x.sub.Reset()
		x.sub.BindAll(callee.In, s.Args)
		x.sub.BindAll(callee.Out, s.Outs)
		if !changed {
			q.Blocks = slices.Clone(p.Blocks)
			changed = true
		}
		b := &q.Blocks[s.Block]
		b.Conds = slices.Concat(b.Conds, x.sub.ApplyAll(says))
	}
	if !changed {
		return p
	}
	return &q
}
