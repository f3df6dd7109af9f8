package chcpass

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// edit is a set of templates that replace others of a system.
type edit struct {
	p     *pass
	procs []*vc.Proc // of the system after
	mine  []bool     // by vc.ProcID: the template is a copy
}

func (p *pass) edit() *edit {
	return &edit{p: p, procs: slices.Clone(p.sys.Procs), mine: make([]bool, len(p.sys.Procs))}
}

// proc returns a copy of a template that may be changed, with blocks and sites of its own.
func (e *edit) proc(id vc.ProcID) *vc.Proc {
	if !e.mine[id] {
		e.mine[id] = true
		e.procs[id] = copied(e.procs[id])
		e.p.spend(len(e.procs[id].Blocks) + len(e.procs[id].Sites))
	}
	return e.procs[id]
}

// copied returns a copy of a template of which slices of blocks and sites may be changed, but not what is in the slices
// of these.
func copied(p *vc.Proc) *vc.Proc {
	q := *p
	q.Out, q.Owned = slices.Clone(p.Out), slices.Clone(p.Owned)
	q.Blocks, q.Sites = slices.Clone(p.Blocks), slices.Clone(p.Sites)
	return &q
}

// each edits by f the procedures that the entry reaches. It reports whether f has changed any.
func (p *pass) each(f func(e *edit, id vc.ProcID) bool) (changed bool) {
	e := p.edit()
	for _, id := range vc.Closure(p.sys, []vc.ProcID{p.sys.Entry}) {
		if p.stopped() {
			break
		}
		changed = f(e, id) || changed
	}
	if changed {
		e.commit()
	}
	return changed
}

// place is a condition of a block.
type place struct{ block, cond int32 }

// drop leaves out conditions of a template.
func (e *edit) drop(id vc.ProcID, gone map[place]bool) {
	p := e.proc(id)
	for i := range p.Blocks {
		var conds []term.Term
		for k, c := range p.Blocks[i].Conds {
			if !gone[place{int32(i), int32(k)}] {
				conds = append(conds, c)
			}
		}
		p.Blocks[i].Conds = conds
	}
}

// commit makes the edit the system of the pass.
func (e *edit) commit() {
	sys := *e.p.sys
	sys.Procs = e.procs
	e.p.sys = &sys
}

// dead replaces a template by one that never returns.
func (e *edit) dead(id vc.ProcID) {
	p := e.proc(id)
	guard := p.Blocks[0].Guard
	p.Owned = []term.Term{guard}
	p.Blocks = []vc.Block{{Guard: guard, Conds: []term.Term{e.p.st.False()}, IPDom: -1, Origin: -1}}
	p.Sites = nil
}

// isDead reports whether a template is one that dead has made, or the like.
func isDead(p *vc.Proc, st *term.Store) bool {
	return len(p.Blocks) == 1 && len(p.Sites) == 0 && slices.Equal(p.Blocks[0].Conds, []term.Term{st.False()})
}

// tidy leaves out owned constants that do not occur.
func (e *edit) tidy(id vc.ProcID) {
	p := e.proc(id)
	occurs := map[term.Term]bool{}
	for i := range p.Blocks {
		occurs[p.Blocks[i].Guard] = true
		for _, c := range p.Blocks[i].Conds {
			e.p.visit(c, func(t term.Term) { occurs[t] = true })
		}
	}
	for i := range p.Sites {
		occurs[p.Sites[i].Guard] = true
		for _, o := range p.Sites[i].Outs {
			occurs[o] = true
		}
	}
	p.Owned = slices.DeleteFunc(p.Owned, func(t term.Term) bool { return !occurs[t] })
}

// visit calls f for each constant in t.
func (p *pass) visit(t term.Term, f func(term.Term)) {
	n := 0
	p.st.Visit(func(t term.Term) bool {
		n++
		if p.st.IsConst(t) {
			f(t)
		}
		return true
	}, t)
	p.spend(n)
}

// occursIn reports whether a constant occurs in t.
func (p *pass) occursIn(c, t term.Term) (yes bool) {
	p.visit(t, func(x term.Term) { yes = yes || x == c })
	return yes
}

// substituted returns conditions to which the pass's substitution was applied.
func (p *pass) substituted(conds []term.Term) []term.Term {
	out := make([]term.Term, 0, len(conds))
	for _, c := range conds {
		p.spend(1)
		out = p.st.Conjuncts(out, p.sub.Apply(c))
	}
	return out
}
