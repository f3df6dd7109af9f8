package validate

import (
	"context"
	"fmt"
	"time"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// Definition says that a predicate holds exactly where Body does; Params are constants.
type Definition struct {
	Pred   term.Sym
	Params []term.Term
	Body   term.Term
}

// Solution checks a solution of assertions, which are closed formulas as the front end read them: with each application
// of a predicate replaced by its definition, the negation of each is refuted, by a solver of its own in a store of
// its own.
func Solution(ctx context.Context, st *term.Store, assertions []term.Term, defs []Definition) Report {
	start := time.Now()
	rep := Report{Confirmed: true}
	in := newInliner(st, defs)
	copier := term.NewCopier(st, nil)
	for i, a := range assertions {
		r := valid(ctx, copier, in.apply(a))
		if !r.Confirmed {
			if r.Refuted {
				r.Wrong = fmt.Sprintf("assertion %d does not hold", i+1)
			}
			rep = r
			break
		}
		rep.Instances++
	}
	rep.Elapsed = time.Since(start)
	return rep
}

// valid reports whether a formula holds in all models.
func valid(ctx context.Context, copier *term.Copier, f term.Term) Report {
	if ctx.Err() != nil {
		return Report{Why: reason.Of(limit.ContextReason(ctx))}
	}
	own := term.NewStore()
	copier.Reset(own)
	s := solver.New(own, solver.Options{})
	s.Assert(own.Not(copier.Term(f)))
	switch out := s.Check(ctx); out.Status {
	case sat.Unsat:
		return Report{Confirmed: true}
	case sat.Sat:
		return Report{Refuted: true}
	default:
		return Report{Why: out.Reason}
	}
}

// inliner replaces applications of predicates by their definitions.
type inliner struct {
	st          *term.Store
	defs        map[term.Sym]Definition
	atom, whole *term.Subst
}

func newInliner(st *term.Store, defs []Definition) *inliner {
	in := &inliner{st: st, defs: map[term.Sym]Definition{}, atom: term.NewSubst(st, st), whole: term.NewSubst(st, st)}
	for _, d := range defs {
		in.defs[d.Pred] = d
	}
	return in
}

// apply returns f without the defined predicates. None of them may be in an argument of another one.
func (in *inliner) apply(f term.Term) term.Term {
	var atoms []term.Term
	in.st.Visit(func(t term.Term) bool {
		if in.st.Op(t) == term.OpApp {
			if _, ok := in.defs[in.st.Sym(t)]; ok {
				atoms = append(atoms, t)
				return false
			}
		}
		return true
	}, f)
	images := make([]term.Term, len(atoms))
	for i, t := range atoms {
		d := in.defs[in.st.Sym(t)]
		in.atom.Reset()
		for k, a := range in.st.Args(t) {
			in.atom.Bind(d.Params[k], a)
		}
		images[i] = in.atom.Apply(d.Body)
	}
	in.whole.Reset()
	in.whole.BindAll(atoms, images)
	return in.whole.Apply(f)
}
