package coverage

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// Prepare adds to a system that a procedure ends an execution only if somebody asks about a target in it or in what
// it calls. out returns the constant of a template that says that it has ended one, and in the one that says so of
// the execution before; both are 0 if there is none. So calls that do not matter to a question are not opened for it,
// though each may end an execution for the sake of another one. These are facts of templates, which checks of answers
// prove.
func Prepare(sys *vc.System, targets []term.Term, in, out func(*vc.Proc) term.Term) {
	p := &preparation{sys: sys, asked: make([]term.Term, len(sys.Procs)), target: map[term.Term]bool{}}
	for _, t := range targets {
		p.target[t] = true
	}
	for _, c := range vc.Cycles(sys) {
		p.cycle(c)
		for _, id := range c {
			q := sys.Procs[id]
			if flag := out(q); flag != 0 && id != sys.Entry {
				fact := []term.Term{sys.Store.Not(flag), p.asked[id]}
				if before := in(q); before != 0 {
					fact = append(fact, before)
				}
				q.Facts = append(slices.Clip(q.Facts), sys.Store.Or(fact...))
			}
		}
	}
}

// Asked returns a prepared system in which it is asked about some of the targets only, given by their indices: that of
// Evidence about these.
func Asked(sys *vc.System, targets []term.Term, set []int) *vc.System {
	out := *sys
	out.Axioms = slices.Clone(sys.Axioms)
	for k, t := range targets {
		if !slices.Contains(set, k) {
			out.Axioms = append(out.Axioms, sys.Store.Not(t))
		}
	}
	return &out
}

type preparation struct {
	sys    *vc.System
	target map[term.Term]bool
	asked  []term.Term // by procedure: somebody asks about a target in it or in what it calls
}

// cycle finds out about the procedures of a cycle of the call graph, after those that they call.
func (p *preparation) cycle(c []vc.ProcID) {
	st := p.sys.Store
	some := map[term.Term]bool{} // never ranged over
	var list []term.Term
	add := func(t term.Term) {
		if t != 0 && st.Op(t) != term.OpFalse && !some[t] {
			some[t] = true
			list = append(list, t)
		}
	}
	for _, id := range c {
		q := p.sys.Procs[id]
		p.each(q, add)
		for i := range q.Sites {
			add(p.asked[q.Sites[i].Callee])
		}
	}
	any := st.Or(list...)
	if len(list) > 1 {
		name := st.FreshConst("asked in "+p.sys.Procs[c[0]].Name, term.Bool)
		p.sys.Axioms = append(slices.Clip(p.sys.Axioms), st.Eq(name, any))
		any = name
	}
	for _, id := range c {
		p.asked[id] = any
	}
}

// each calls f with the targets in a template.
func (p *preparation) each(q *vc.Proc, f func(term.Term)) {
	var where []term.Term
	for i := range q.Blocks {
		where = append(where, q.Blocks[i].Conds...)
	}
	for i := range q.Defs {
		where = append(where, q.Defs[i].Value)
	}
	p.sys.Store.Visit(func(t term.Term) bool {
		if p.target[t] {
			f(t)
		}
		return true
	}, where...)
}
