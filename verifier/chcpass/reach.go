package chcpass

import (
	"context"
	"slices"

	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/vc"
)

// reach leaves out procedures that no call from the entry reaches, those that never return, and blocks on no path to an
// exit.
func reach(p *pass) back {
	called := vc.Closure(p.sys, []vc.ProcID{p.sys.Entry})
	r := &reaching{p: p, before: p.sys, returns: make([]bool, len(p.sys.Procs)), former: make([][]int32, len(p.sys.Procs))}
	for grown := true; grown; {
		grown = false
		for _, id := range called {
			if !r.returns[id] && r.alive(id)[0] {
				r.returns[id], grown = true, true
			}
		}
	}
	isCalled := make([]bool, len(p.sys.Procs))
	for _, id := range called {
		isCalled[id] = true
	}
	e := p.edit()
	changed := false
	for id, q := range p.sys.Procs {
		id := vc.ProcID(id)
		if isCalled[id] && !r.returns[id] && id != p.sys.Entry {
			r.never = append(r.never, id)
		}
		switch {
		case isDead(q, p.st):
		case !isCalled[id] || !r.returns[id]:
			e.dead(id)
			changed = true
		default:
			changed = r.prune(e, id) || changed
		}
	}
	if !changed {
		return nil
	}
	e.commit()
	return r
}

// reaching is what reach finds; it leads back.
type reaching struct {
	p       *pass
	before  *vc.System
	returns []bool
	former  [][]int32 // by vc.ProcID: the former indices of blocks, nil if they have not changed
	never   []vc.ProcID
}

// alive returns which blocks lie on paths to an exit that may be possible.
func (r *reaching) alive(id vc.ProcID) []bool {
	p := r.p.sys.Procs[id]
	alive := make([]bool, len(p.Blocks))
	for i := len(p.Blocks) - 1; i >= 0; i-- {
		b := &p.Blocks[i]
		ok := len(b.Succs) == 0
		for _, e := range b.Succs {
			ok = ok || alive[e.To]
		}
		for _, s := range b.Sites {
			ok = ok && r.returns[p.Sites[s].Callee]
		}
		alive[i] = ok && !slices.Contains(b.Conds, r.p.st.False())
		r.p.spend(1 + len(b.Conds))
	}
	return alive
}

// prune leaves out edges to blocks that are not alive. It reports whether there are any.
func (r *reaching) prune(e *edit, id vc.ProcID) bool {
	alive := r.alive(id)
	if !slices.Contains(alive, false) {
		return false
	}
	p := e.proc(id)
	for i := range p.Blocks {
		p.Blocks[i].Succs = slices.DeleteFunc(slices.Clone(p.Blocks[i].Succs), func(x vc.Edge) bool { return !alive[x.To] })
	}
	r.former[id] = p.Shape()
	e.tidy(id)
	return true
}

// solution: what never returns is false, and what is not called may be true.
func (r *reaching) solution(_ context.Context, facts []verifier.Fact) ([]verifier.Fact, error) {
	facts = slices.Clip(facts)
	for _, id := range r.never {
		facts = append(facts, verifier.Fact{Proc: id, Formula: r.p.st.False()})
	}
	return facts, nil
}

func (r *reaching) derivation(to inline.Derivation) inline.Derivation {
	return renumber(to, r.before, r.former)
}
