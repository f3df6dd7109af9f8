package driver

import (
	"context"
	"math"
	"slices"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/native"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
)

// Explanation says what a proof about a procedure rests on.
type Explanation struct {
	// Used are premises that suffice, none of which can be left out; Unused are the others.
	Used, Unused []passes.Premise
	Vacuous      []Vacuity
	Why          reason.Reason // why nothing is used; else its kind is reason.None
}

// Vacuity says that no execution gets to a place: what is proved there says nothing.
type Vacuity struct {
	Kind    passes.ObligationKind // ProbeBegin, ProbeAfter, or ProbeReturn, which is about all returns
	At      prog.Pos
	Because []passes.Premise // they contradict each other, or exclude what leads there
}

// explainBudget limits each question about premises, in conflicts.
const explainBudget = 20_000

// explain says what the proof about a procedure rests on: each premise is assumed if a constant is true, so a core of
// these says which. It is a proof of its own, by a solver without relevancy.
func (m *modular) explain(ctx context.Context, c *covering, rep *ProcReport) error {
	opt := c.opt
	opt.Timeout = 0
	x := &explaining{covering: &covering{run: m.run(ctx, opt, c.start)}, ctx: ctx}
	x.run.explain = true
	m.give(x.run)
	rep.Explanation = &Explanation{}
	if err := x.phases(phase{"passes", x.prepare}, phase{"vcgen", x.generate}); err != nil {
		return err
	}
	if ctx.Err() != nil || x.sys == nil {
		rep.Explanation.Why = rep.Why
		return nil
	}
	s := native.New(x.store, solver.Options{NoRelevancy: true})
	s.SetBudget(explainBudget)
	x.solver, x.rep = s, rep.Explanation
	inline.NewTree(x.sys, rewrite.New(x.store), s, math.MinInt)
	x.all()
	return nil
}

// explaining asks about premises.
type explaining struct {
	*covering
	ctx    context.Context
	solver inline.Solver
	rep    *Explanation
}

// all asks what the obligations need, and about the probes.
func (x *explaining) all() {
	proof := func(o passes.Obligation) bool { return o.Kind < passes.ProbeBegin }
	core, ok := x.core(proof)
	if !ok {
		x.rep.Why = reason.Reason{Kind: reason.GaveUp}
	}
	for i, p := range x.prep.Premises {
		if slices.Contains(core, x.used(i)) {
			x.rep.Used = append(x.rep.Used, p)
		} else {
			x.rep.Unused = append(x.rep.Unused, p)
		}
	}
	returns, reachable := 0, true
	for i, o := range x.prep.Obligations {
		switch o.Kind {
		case passes.ProbeBegin:
			reachable = !x.vacuous(o)
		case passes.ProbeReturn:
			returns++
		case passes.ProbeAfter:
			if reachable && x.unreached(x.prep.Obligations[i-1]) == nil {
				x.vacuous(o)
			}
		}
	}
	if reachable && returns > 0 && len(x.rep.Vacuous) == 0 {
		x.vacuous(passes.Obligation{Kind: passes.ProbeReturn})
	}
}

// vacuous reports whether no execution gets to the place of a probe, and notes it. A probe of a return without a place
// is all of them.
func (x *explaining) vacuous(o passes.Obligation) bool {
	core := x.unreached(o)
	if core == nil {
		return false
	}
	v := Vacuity{Kind: o.Kind, At: x.prep.Core.Pos(o.At)}
	for i, p := range x.prep.Premises {
		if slices.Contains(core, x.used(i)) {
			v.Because = append(v.Because, p)
		}
	}
	x.rep.Vacuous = append(x.rep.Vacuous, v)
	return true
}

// unreached returns the premises with which no execution gets to the place of a probe; nil if one may. The list is not
// nil if it is empty.
func (x *explaining) unreached(o passes.Obligation) []term.Term {
	everywhere := o.Kind == passes.ProbeReturn
	core, ok := x.core(func(p passes.Obligation) bool { return p == o || everywhere && p.Kind == o.Kind })
	if !ok {
		return nil
	}
	return append([]term.Term{}, core...)
}

func (x *explaining) used(i int) term.Term { return x.prep.Core.Var(x.prep.Premises[i].Used).Term }

// core returns premises with which some obligations cannot fail, none of which can be left out. ok is false if that is
// not known.
func (x *explaining) core(asked func(passes.Obligation) bool) (core []term.Term, ok bool) {
	var others []term.Term
	for i, o := range x.prep.Obligations {
		if !asked(o) {
			others = append(others, x.store.Not(x.prep.Core.Var(x.prep.Targets[i].Asked).Term))
		}
	}
	for i := range x.prep.Premises {
		core = append(core, x.used(i))
	}
	refuted := func(with []term.Term) bool {
		if x.solver.Check(x.ctx, append(slices.Clip(others), with...)).Status != inline.StatusUnsat {
			return false
		}
		all := x.solver.Core()
		with = slices.DeleteFunc(slices.Clone(with), func(t term.Term) bool { return !slices.Contains(all, t) })
		core = with
		return true
	}
	if !refuted(core) {
		return nil, false
	}
	for i := 0; i < len(core); {
		if !refuted(slices.Delete(slices.Clone(core), i, i+1)) {
			i++ // what is needed remains so
		}
	}
	return core, true
}
