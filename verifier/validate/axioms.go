package validate

import (
	"context"
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// The search for a contradiction is limited by conflicts, and by the number of
// models in which quantifiers are checked.
const (
	axiomBudget = 10_000
	axiomModels = 2 // the bit axioms of a driver: 2 models take 0.03 s, 8 take 12 s
)

// Axioms decides whether the axioms that were left out of the question can
// hold: dropped are their indices in core.Axioms, defs the constants that were
// replaced by their values.
//
// An unsafe answer needs this. Its trace was replayed, so there is an
// interpretation I of the program's symbols under which it is an execution and
// all other axioms hold. The dropped axioms are unrelated to those and to the
// program (see verifier/passes, "What is not exact"): they share no symbol with
// them, and no formula limits the size of an uninterpreted sort. So if the
// dropped axioms have a model J, then I and J combine to one interpretation,
// whose sorts are as large as the larger of both, and the execution is real.
// If they have none, no execution exists and the trace proves nothing.
//
// The definitions and the distinctness of the unique constants that occur in
// either are part of the question, since the definitions were taken out of the
// axioms before these were compared. A safe answer needs nothing: dropping an
// axiom only adds executions.
//
// Axioms that define values (prog.Axiom.Defines) can always hold, by themselves.
//
// The answer is sat.Sat if all can hold together, sat.Unsat if not, and
// sat.Unknown when the budget is spent or ctx is done.
func Axioms(ctx context.Context, core *prog.Program, defs []prog.Def, dropped []int) sat.Status {
	unique := uniqueIn(core, defs, dropped)
	if len(dropped) == 0 && len(unique) < 2 {
		return sat.Sat
	}
	if !slices.ContainsFunc(dropped, func(i int) bool { return core.Axioms[i].Defines == term.NoSort }) {
		dropped = nil
	}
	st := core.Store
	var facts []term.Term
	for _, i := range dropped {
		facts = append(facts, core.Axioms[i].Cond)
	}
	for _, d := range defs {
		facts = append(facts, st.Eq(core.Var(d.Const).Term, d.Value))
	}
	for i, v := range unique {
		for _, w := range unique[:i] {
			if core.Sort(v) == core.Sort(w) {
				facts = append(facts, st.Not(st.Eq(core.Var(v).Term, core.Var(w).Term)))
			}
		}
	}
	for _, chosen := range []bool{true, false} {
		rest, e := withoutDefinitions(st, facts, chosen)
		if e == nil {
			rest = facts
		}
		if simpler, ok := withoutBits(ctx, st, rest); ok {
			rest = simpler
		}
		if contradiction(ctx, st, rest) == sat.Sat {
			return sat.Sat
		}
	}
	return contradiction(ctx, st, facts)
}

// contradiction decides whether facts can hold together.
func contradiction(ctx context.Context, st *term.Store, facts []term.Term) sat.Status {
	s := solver.New(st, solver.Options{})
	s.SetConflictBudget(axiomBudget)
	s.SetModelBudget(axiomModels)
	for _, f := range facts {
		s.Assert(f)
	}
	return s.Check(ctx).Status
}

// uniqueIn lists the unique constants that occur in dropped axioms or in
// definitions.
func uniqueIn(core *prog.Program, defs []prog.Def, dropped []int) []prog.VarID {
	seen := make([]bool, len(core.Vars))
	var unique []prog.VarID
	add := func(v prog.VarID) {
		if core.Var(v).Unique && !seen[v] {
			seen[v] = true
			unique = append(unique, v)
		}
	}
	uses := prog.NewUses(core)
	for _, i := range dropped {
		for _, ref := range uses.Of(core.Axioms[i].Cond) {
			add(ref.Var())
		}
	}
	for _, d := range defs {
		add(d.Const)
		for _, ref := range uses.Of(d.Value) {
			add(ref.Var())
		}
	}
	return unique
}
