package chcpass

import (
	"fmt"
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/vc"
)

// join gives branches that begin with the same calls these calls in common: a block before them has the sites, so what
// is known of a callee is asserted once. Clauses with one head and the same predicates in their bodies are such.
func join(p *pass) back {
	j := &joining{p: p, before: p.sys, former: make([][]int32, len(p.sys.Procs)),
		subst: make([]map[term.Term]term.Term, len(p.sys.Procs))}
	if !p.each(j.proc) {
		return nil
	}
	return j
}

// joining leads back.
type joining struct {
	same
	p      *pass
	before *vc.System
	former [][]int32                 // by vc.ProcID: the former indices of blocks, -1 for a new one
	subst  []map[term.Term]term.Term // by vc.ProcID: what replaces results of calls
}

// proc joins the branches of a template. It reports whether there are any.
func (j *joining) proc(e *edit, id vc.ProcID) bool {
	p := j.p.sys.Procs[id]
	n := len(p.Blocks)
	groups := make([][][]int32, n)
	found := false
	for i := range p.Blocks {
		groups[i] = j.groups(p, int32(i))
		found = found || len(groups[i]) > 0
	}
	if !found {
		return false
	}
	q := e.proc(id)
	j.subst[id] = map[term.Term]term.Term{}
	j.p.sub.Reset()
	for i, all := range groups {
		for _, g := range all {
			j.group(q, id, int32(i), g)
		}
	}
	for i := range n {
		q.Blocks[i].Conds = j.p.substituted(q.Blocks[i].Conds)
	}
	j.former[id] = q.Shape()
	for k, f := range j.former[id] {
		if int(f) >= n {
			j.former[id][k] = -1
		}
	}
	e.tidy(id)
	return true
}

// groups returns the branches after a block that begin with the same calls, where there are two or more.
func (j *joining) groups(p *vc.Proc, block int32) (groups [][]int32) {
	at := map[string]int{}
	for _, x := range p.Blocks[block].Succs {
		b := &p.Blocks[x.To]
		if len(b.Sites) == 0 || len(b.Preds) != 1 {
			continue
		}
		key := ""
		for _, n := range b.Sites {
			key += fmt.Sprint(p.Sites[n].Callee, " ")
		}
		g, ok := at[key]
		if !ok {
			g = len(groups)
			at[key] = g
			groups = append(groups, nil)
		}
		groups[g] = append(groups[g], x.To)
	}
	j.p.spend(len(p.Blocks[block].Succs))
	return slices.DeleteFunc(groups, func(g []int32) bool { return len(g) < 2 })
}

// group puts a block with the calls before branches.
func (j *joining) group(p *vc.Proc, id vc.ProcID, from int32, branches []int32) {
	st := j.p.st
	guard := st.FreshConst(p.Name+":", term.Bool)
	p.Owned = append(p.Owned, guard)
	at := int32(len(p.Blocks))
	first := p.Blocks[branches[0]].Sites
	b := vc.Block{Guard: guard, Origin: -1, Sites: first}
	joined := map[int32]bool{}
	for k, to := range branches {
		joined[to] = true
		b.Succs = append(b.Succs, vc.Edge{To: to})
		for i, n := range p.Blocks[to].Sites {
			if k == 0 {
				p.Sites[n].Block = at
				continue
			}
			p.Sites[n].Block = -1
			for a, o := range p.Sites[n].Outs {
				same := p.Sites[first[i]].Outs[a]
				j.subst[id][o] = same
				j.p.sub.Bind(o, same)
			}
		}
		p.Blocks[to].Sites = nil
	}
	p.Blocks = append(p.Blocks, b)
	var succs []vc.Edge
	done := false
	for _, x := range p.Blocks[from].Succs {
		if !joined[x.To] {
			succs = append(succs, x)
		} else if !done {
			done = true
			succs = append(succs, vc.Edge{To: at})
		}
	}
	p.Blocks[from].Succs = succs
}

// derivation: the path is that through the branch alone, and its results are those of the common calls.
func (j *joining) derivation(to inline.Derivation) inline.Derivation {
	return lift(to, j.before, func(down downer, p *vc.Proc, blocks []int32, calls []int, value valuation) (int, error) {
		former := j.former[p.ID]
		if former == nil {
			return down(p.ID, blocks, calls, value)
		}
		var path []int32
		for _, b := range blocks {
			if former[b] >= 0 {
				path = append(path, former[b])
			}
		}
		return down(p.ID, path, calls, j.p.replacing(j.subst[p.ID], value))
	})
}
