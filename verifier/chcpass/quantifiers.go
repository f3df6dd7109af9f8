package chcpass

import (
	"context"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/vc"
)

// eliminationSteps limits the elimination of all quantifiers of a system, which may take exponential time.
const eliminationSteps = 5_000

// quantifiers replaces quantified formulas in conditions by equivalent ones without quantifiers, where they are about
// linear arithmetic. Engines take models for executions, which they may not be where a quantifier is left.
func quantifiers(p *pass) back {
	ctx, cancel := limit.NewCountdown(eliminationSteps, limit.Steps).Context(p.ctx)
	defer cancel()
	q := quantified{p: p, ctx: ctx, images: map[term.Term]term.Term{}}
	if !p.each(q.proc) {
		return nil
	}
	return &q
}

// quantified leads back: the conditions are equivalent, and about the same constants.
type quantified struct {
	same
	p      *pass
	ctx    context.Context
	s      *solver.Solver          // nil until needed
	images map[term.Term]term.Term // of quantified formulas; never ranged over
}

// proc replaces conditions of a template. It reports whether there are any to replace.
func (q *quantified) proc(e *edit, id vc.ProcID) (changed bool) {
	for i := range q.p.sys.Procs[id].Blocks {
		conds := q.p.sys.Procs[id].Blocks[i].Conds
		q.p.sub.Reset()
		found := false
		for _, c := range conds {
			for _, f := range q.outermost(c) {
				if g := q.image(f); g != f {
					q.p.sub.Bind(f, g)
					found = true
				}
			}
		}
		if found {
			e.proc(id).Blocks[i].Conds = q.p.substituted(conds)
			changed = true
		}
	}
	return changed
}

// outermost returns the quantified formulas in t that are in no other one.
func (q *quantified) outermost(t term.Term) (all []term.Term) {
	n := 0
	q.p.st.Visit(func(t term.Term) bool {
		n++
		if !q.p.st.IsQuantifier(t) {
			return true
		}
		all = append(all, t)
		return false
	}, t)
	q.p.spend(n)
	return all
}

// image returns a formula without quantifiers that is equivalent to a quantified one, or that itself if it finds none.
func (q *quantified) image(f term.Term) term.Term {
	if t, ok := q.images[f]; ok {
		return t
	}
	if q.s == nil {
		q.s = solver.New(q.p.st, solver.Options{})
	}
	t, err := q.s.Eliminate(q.ctx, q.s.Resolve(f))
	if err != nil {
		t = f
	}
	q.images[f] = t
	return t
}

// derivation: each step is one before.
func (*quantified) derivation(to inline.Derivation) inline.Derivation { return to }
