package chcpass

import (
	"context"
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/vc"
)

// maxPaths bounds the paths of a procedure from which a formula is made, and maxEliminated the constants and conditions
// of one.
const (
	maxPaths      = 12
	maxEliminated = 2_000
)

// solution: the predicate that was inlined gets a formula between what its clauses say and what its callers need.
func (x *inlining) solution(ctx context.Context, facts []verifier.Fact) ([]verifier.Fact, error) {
	d := &defining{inlining: x, facts: make([][]term.Term, len(x.before.Procs))}
	for _, f := range facts {
		d.facts[f.Proc] = append(d.facts[f.Proc], f.Formula)
	}
	formulas, err := d.define(ctx)
	if err != nil {
		return nil, err
	}
	facts = slices.Clip(facts)
	for _, f := range formulas {
		if f != x.p.st.True() {
			facts = append(facts, verifier.Fact{Proc: x.id, Formula: f})
		}
	}
	return facts, nil
}

// defining looks for the formula of a predicate.
type defining struct {
	*inlining
	facts [][]term.Term // by vc.ProcID
}

// define returns what the callers need if that has no local constant, else what the clauses say if that has none, else
// an interpolant; where none is found, what the clauses say, with local constants quantified.
func (d *defining) define(ctx context.Context) ([]term.Term, error) {
	if fs, ok := d.needed(); ok {
		return fs, nil
	}
	said, locals, ok := d.said()
	if ok && len(locals) == 0 {
		return []term.Term{said}, nil
	}
	fs, err := d.between(ctx)
	if err == nil || !ok || ctx.Err() != nil {
		return fs, err
	}
	return []term.Term{d.exists(locals, said)}, nil
}

// said returns what the clauses of the predicate say, given the facts about others, and the local constants in it.
func (d *defining) said() (f term.Term, locals []term.Term, ok bool) {
	q := d.before.Procs[d.id]
	all, ok := paths(q)
	if !ok {
		return 0, nil, false
	}
	var cases []term.Term
	for _, path := range all {
		conds := d.along(q, path, -1)
		conds, rest, ok := d.eliminate(q, conds, q.Out)
		if !ok {
			return 0, nil, false
		}
		cases = append(cases, d.p.rw.And(conds...))
		locals = append(locals, rest...)
	}
	slices.Sort(locals)
	return d.p.rw.Or(cases...), slices.Compact(locals), true
}

// needed returns what the callers need of the predicate, if no local constant is in it.
func (d *defining) needed() (fs []term.Term, ok bool) {
	st, rw := d.p.st, d.p.rw
	for k := range d.uses {
		u := &d.uses[k]
		p := d.before.Procs[u.proc]
		head := make([]term.Term, 0, len(d.facts[p.ID]))
		for _, f := range d.facts[p.ID] {
			head = append(head, rw.Not(f))
		}
		if len(head) == 0 && p.ID != d.before.Entry {
			continue // anything will do
		}
		all, ok := paths(p)
		if !ok {
			return nil, false
		}
		for _, path := range all {
			if d.times(p, path) > 1 {
				return nil, false
			}
			if !slices.Contains(path, p.Sites[u.site].Block) {
				continue
			}
			conds := d.along(p, path, u.site)
			if p.ID != d.before.Entry {
				conds = append(conds, d.p.st.Conjuncts(nil, rw.Or(head...))...)
			}
			conds, rest, ok := d.eliminate(p, conds, p.Sites[u.site].Outs)
			if !ok || len(rest) > 0 {
				return nil, false
			}
			f := rw.Not(rw.And(conds...))
			if f == st.True() {
				continue
			}
			d.p.sub.Reset()
			d.p.sub.BindAll(p.Sites[u.site].Outs, d.before.Procs[d.id].Out)
			fs = append(fs, d.p.sub.Apply(f))
		}
	}
	return fs, true
}

// times returns how often a path calls the predicate.
func (d *defining) times(p *vc.Proc, path []int32) (n int) {
	for _, b := range path {
		for _, s := range p.Blocks[b].Sites {
			if p.Sites[s].Callee == d.id {
				n++
			}
		}
	}
	return n
}

// paths returns the paths through a template, if there are few.
func paths(p *vc.Proc) (all [][]int32, ok bool) {
	work := [][]int32{{0}}
	for len(work) > 0 {
		path := work[len(work)-1]
		work = work[:len(work)-1]
		b := &p.Blocks[path[len(path)-1]]
		if len(b.Succs) == 0 {
			all = append(all, path)
		}
		for k := len(b.Succs) - 1; k >= 0; k-- {
			work = append(work, append(slices.Clone(path), b.Succs[k].To))
		}
		if len(all)+len(work) > maxPaths {
			return nil, false
		}
	}
	return all, true
}

// along returns what holds on a path, given the facts, but for what one site says.
func (d *defining) along(p *vc.Proc, path []int32, except int32) (conds []term.Term) {
	for _, b := range path {
		conds = append(conds, p.Blocks[b].Conds...)
		for _, n := range p.Blocks[b].Sites {
			if n == except {
				continue
			}
			s := &p.Sites[n]
			d.p.sub.Reset()
			d.p.sub.BindAll(d.before.Procs[s.Callee].Out, s.Outs)
			conds = append(conds, d.p.substituted(d.facts[s.Callee])...)
		}
	}
	return conds
}

// eliminate solves conditions for the constants of a template that are not to be kept. It returns what is left, and
// which are in it still; not ok if there is too much.
func (d *defining) eliminate(p *vc.Proc, conds, keep []term.Term) (rest, locals []term.Term, ok bool) {
	local := map[term.Term]bool{}
	for _, list := range [][]term.Term{p.Owned, p.Out} {
		for _, c := range list {
			local[c] = true
		}
	}
	for _, c := range keep {
		local[c] = false
	}
	for i, n := 0, 0; i < len(conds); i++ {
		x, t := d.p.solve(conds[i], func(c term.Term) bool { return local[c] })
		if x == 0 {
			continue
		}
		if n++; n*len(conds) > maxEliminated*10 || len(conds) > maxEliminated {
			return nil, nil, false
		}
		d.p.sub.Reset()
		d.p.sub.Bind(x, t)
		conds = d.p.substituted(slices.Delete(slices.Clone(conds), i, i+1))
		i = -1
	}
	seen := map[term.Term]bool{}
	for _, c := range conds {
		d.p.visit(c, func(t term.Term) {
			if local[t] && !seen[t] {
				seen[t] = true
				locals = append(locals, t)
			}
		})
	}
	return conds, locals, true
}

// exists returns a formula with constants quantified.
func (d *defining) exists(locals []term.Term, f term.Term) term.Term {
	st := d.p.st
	var q term.Quant
	d.p.sub.Reset()
	for _, c := range locals {
		v := st.BoundVar(st.SymName(st.Sym(c)), st.Sort(c))
		d.p.sub.Bind(c, v)
		q.Vars = append(q.Vars, v)
	}
	q.Body = d.p.sub.Apply(f)
	return st.Quantify(term.OpExists, q)
}
