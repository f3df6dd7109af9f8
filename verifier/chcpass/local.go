package chcpass

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/vc"
)

// local replaces constants of templates that a condition defines, and that are neither results of calls nor arguments,
// by what they are, where that is a value, a constant with or without an offset, or where they occur in one other
// condition only.
func local(p *pass) back {
	l := &locals{p: p, before: p.sys, defs: make([][]definition, len(p.sys.Procs))}
	if !p.each(l.proc) {
		return nil
	}
	return l
}

// locals leads back.
type locals struct {
	same
	p      *pass
	before *vc.System
	defs   [][]definition // by vc.ProcID: what was replaced
}

// occurrences are where a constant occurs.
type occurrences struct {
	blocks []int32
	conds  int
}

// proc replaces constants in a template. It reports whether there are any.
func (l *locals) proc(e *edit, id vc.ProcID) bool {
	p := l.p.sys.Procs[id]
	at := l.occurrences(p)
	dominated := l.p.dominance(p)
	gone := map[place]bool{}
	replaced, used := map[term.Term]bool{}, map[term.Term]bool{}
	l.p.sub.Reset()
	for i := range p.Blocks {
		for k, c := range p.Blocks[i].Conds {
			x, t := l.p.solve(c, func(x term.Term) bool {
				o := at[x]
				return o != nil && !replaced[x] && !used[x] && !l.p.stopped() &&
					!slices.ContainsFunc(o.blocks, func(b int32) bool { return !dominated(int32(i), b) })
			})
			if x == 0 || at[x].conds > 2 && !l.simple(t) {
				continue
			}
			free := true
			l.p.visit(t, func(c term.Term) { free = free && !replaced[c] })
			if !free {
				continue
			}
			l.p.visit(t, func(c term.Term) { used[c] = true })
			replaced[x] = true
			l.p.sub.Bind(x, t)
			l.defs[id] = append(l.defs[id], definition{int32(i), x, t})
			gone[place{int32(i), int32(k)}] = true
		}
	}
	if len(gone) == 0 {
		return false
	}
	e.drop(id, gone)
	q := e.proc(id)
	for i := range q.Blocks {
		q.Blocks[i].Conds = l.p.substituted(q.Blocks[i].Conds)
	}
	e.tidy(id)
	return true
}

// simple reports whether a term is a value, or a constant with or without an offset.
func (l *locals) simple(t term.Term) bool {
	st := l.p.st
	if st.Op(t) == term.OpAdd && st.NumArgs(t) == 2 && st.IsValue(st.Arg(t, 1)) {
		t = st.Arg(t, 0)
	}
	return st.IsConst(t) || st.IsValue(t)
}

// occurrences returns where the owned constants of a template occur that are no results of calls and no guards.
func (l *locals) occurrences(p *vc.Proc) map[term.Term]*occurrences {
	at := map[term.Term]*occurrences{}
	for _, c := range p.Owned {
		at[c] = &occurrences{}
	}
	for i := range p.Blocks {
		delete(at, p.Blocks[i].Guard)
	}
	for i := range p.Sites {
		delete(at, p.Sites[i].Guard)
		for _, o := range p.Sites[i].Outs {
			delete(at, o)
		}
	}
	for i := range p.Blocks {
		for _, c := range p.Blocks[i].Conds {
			l.p.visit(c, func(c term.Term) {
				if o := at[c]; o != nil {
					o.conds++
					if n := len(o.blocks); n == 0 || o.blocks[n-1] != int32(i) {
						o.blocks = append(o.blocks, int32(i))
					}
				}
			})
		}
	}
	return at
}

// dominance returns a function that reports whether every way to block b passes block a.
func (p *pass) dominance(q *vc.Proc) func(a, b int32) bool {
	idom := q.Dominators()
	return func(a, b int32) bool {
		for b > a {
			b = idom[b]
			p.spend(1)
		}
		return a == b
	}
}

// derivation: constants are evaluated.
func (l *locals) derivation(to inline.Derivation) inline.Derivation {
	return lift(to, l.before, func(down downer, p *vc.Proc, blocks []int32, calls []int, value valuation) (int, error) {
		return down(p.ID, blocks, calls, l.p.replacing(onPath(l.defs[p.ID], blocks), value))
	})
}
