package cutpoint

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// loop says how a procedure is one.
type loop struct {
	state []int32 // by Out: the index of the argument that it is the new value of
	self  []int32 // the sites that call the procedure itself
	after []int32 // by block: the site of these that every path to it passes, or which it contains; -1: it passes none
}

// finder looks for loops.
type finder struct {
	st  *term.Store
	sub *term.Subst

	p    *vc.Proc
	idom []int32
	l    *loop
}

// find returns how a procedure is a loop; nil if it is none, or has no state.
func (f *finder) find(p *vc.Proc) *loop {
	f.p, f.l, f.idom = p, &loop{}, nil
	for i := range p.Sites {
		if p.Sites[i].Callee == p.ID {
			f.l.self = append(f.l.self, int32(i))
		}
	}
	if len(f.l.self) == 0 || len(p.Out) == 0 {
		return nil
	}
	f.idom = p.Dominators()
	if !f.tails() || !f.identity() || !f.results() || !f.same() {
		return nil
	}
	return f.l
}

func (f *finder) dead(b int32) bool { return slices.Contains(f.p.Blocks[b].Conds, f.st.False()) }

// tails reports whether each path makes at most one call of the procedure itself, as its last call.
func (f *finder) tails() bool {
	f.l.after = make([]int32, len(f.p.Blocks))
	for i := range f.p.Blocks {
		b := &f.p.Blocks[i]
		after := int32(-1)
		for k, e := range b.Preds {
			if s := f.l.after[e.Block]; k > 0 && s != after {
				return false
			} else {
				after = s
			}
		}
		for _, s := range b.Sites {
			if after >= 0 {
				return false
			}
			if f.p.Sites[s].Callee == f.p.ID {
				after = s
			}
		}
		f.l.after[i] = after
	}
	return true
}

// exits calls ok for each block where the procedure returns, until it says no.
func (f *finder) exits(ok func(b int32) bool) bool {
	for i := range f.p.Blocks {
		if b := int32(i); len(f.p.Blocks[i].Succs) == 0 && !f.dead(b) && !ok(b) {
			return false
		}
	}
	return true
}

// identity finds the state: what is returned where the procedure does not call itself.
func (f *finder) identity() bool {
	free := false
	ok := f.exits(func(b int32) bool {
		if f.l.after[b] >= 0 {
			return true
		}
		if f.l.state == nil && !f.findState(b) {
			return false
		}
		eq := f.equations(b)
		for k, o := range f.p.Out {
			if !eq.same(o, f.p.In[f.l.state[k]]) {
				return false
			}
		}
		free = free || f.free(b)
		return true
	})
	return ok && free
}

// findState finds an argument for each result that is equal at an exit, another one for each: if there are more, the
// one of an equation.
func (f *finder) findState(b int32) bool {
	eq := f.equations(b)
	var state []int32
	for _, o := range f.p.Out {
		best := int32(-1)
		for j, in := range f.p.In {
			if slices.Contains(state, int32(j)) || !eq.same(o, in) {
				continue
			}
			if direct := slices.Contains(f.p.Blocks[b].Conds, f.st.Eq(o, in)); best < 0 || direct {
				best = int32(j)
				if direct {
					break
				}
			}
		}
		if best < 0 {
			return false
		}
		state = append(state, best)
	}
	f.l.state = state
	return true
}

// free reports whether a block is reached on a path without calls and conditions, but for those that say that the
// state is returned, or what holds anyway.
func (f *finder) free(b int32) bool {
	f.sub.Reset()
	for k, o := range f.p.Out {
		f.sub.Bind(o, f.p.In[f.l.state[k]])
	}
	known := f.sub.ApplyAll(f.p.Summary)
	holds := func(c term.Term) bool {
		c = f.sub.Apply(c)
		return c == f.st.True() || f.st.Op(c) == term.OpEq && f.st.Arg(c, 0) == f.st.Arg(c, 1) || slices.Contains(known, c)
	}
	for {
		x := &f.p.Blocks[b]
		if len(x.Sites) > 0 || !all(x.Conds, holds) {
			return false
		}
		if b == 0 {
			return true
		}
		if len(x.Preds) != 1 {
			return false
		}
		e := x.Preds[0]
		if !all(f.p.Blocks[e.Block].Succs[e.Edge].Eqs, holds) {
			return false
		}
		b = e.Block
	}
}

func all(ts []term.Term, ok func(term.Term) bool) bool {
	return !slices.ContainsFunc(ts, func(t term.Term) bool { return !ok(t) })
}

// results reports whether what the procedure returns is what its own call returns.
func (f *finder) results() bool {
	return f.exits(func(b int32) bool {
		s := f.l.after[b]
		if s < 0 {
			return true
		}
		eq := f.equations(b)
		for k, o := range f.p.Out {
			if !eq.same(o, f.p.Sites[s].Outs[k]) {
				return false
			}
		}
		return true
	})
}

// same reports whether the procedure passes itself what is no part of its state as it is.
func (f *finder) same() bool {
	for _, s := range f.l.self {
		x := &f.p.Sites[s]
		if f.dead(x.Block) {
			continue
		}
		eq := f.equations(x.Block)
		for j, in := range f.p.In {
			if !slices.Contains(f.l.state, int32(j)) && !eq.same(in, x.Args[j]) {
				return false
			}
		}
	}
	return true
}

// equations returns the equations that hold where a block is reached.
func (f *finder) equations(b int32) *equations {
	eq := &equations{st: f.st, parent: map[term.Term]term.Term{}}
	for _, d := range f.p.Defs {
		eq.join(d.Name, d.Value)
	}
	for _, c := range f.p.Summary {
		eq.add(c)
	}
	if s := f.l.after[b]; s >= 0 && len(f.p.Summary) > 0 {
		f.bind(s)
		for _, c := range f.p.Summary {
			eq.add(f.sub.Apply(c))
		}
	}
	for {
		x := &f.p.Blocks[b]
		for _, c := range x.Conds {
			eq.add(c)
		}
		if len(x.Preds) == 1 {
			for _, c := range f.p.Blocks[x.Preds[0].Block].Succs[x.Preds[0].Edge].Eqs {
				eq.add(c)
			}
		}
		if b == 0 {
			return eq
		}
		b = f.idom[b]
	}
}

// bind maps the interface of the procedure to the terms of a site that calls it.
func (f *finder) bind(s int32) {
	f.sub.Reset()
	f.sub.BindAll(f.p.In, f.p.Sites[s].Args)
	f.sub.BindAll(f.p.Out, f.p.Sites[s].Outs)
}

// equations are classes of equal terms.
type equations struct {
	st     *term.Store
	parent map[term.Term]term.Term // never ranged over
}

func (e *equations) find(t term.Term) term.Term {
	for {
		p, ok := e.parent[t]
		if !ok {
			return t
		}
		t = p
	}
}

func (e *equations) same(x, y term.Term) bool { return e.find(x) == e.find(y) }

func (e *equations) join(x, y term.Term) {
	if x, y = e.find(x), e.find(y); x != y {
		e.parent[x] = y
	}
}

// add adds a condition: an equation, or that a Boolean constant has a value.
func (e *equations) add(c term.Term) {
	switch e.st.Op(c) {
	case term.OpEq:
		e.join(e.st.Arg(c, 0), e.st.Arg(c, 1))
	case term.OpNot:
		e.join(e.st.Arg(c, 0), e.st.False())
	default:
		e.join(c, e.st.True())
	}
}
