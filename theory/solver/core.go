package solver

import (
	"context"
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/term"
)

// Core returns, after Unsat, assumptions that contradict the assertions together, and the
// constraint if that failed; none if the assertions alone are unsatisfiable.
func (s *Solver) Core() []term.Term {
	if s.core != nil {
		return slices.Clone(s.core)
	}
	inCore := map[sat.Lit]bool{}
	for _, l := range s.backend.SAT().Core() {
		inCore[l] = true
	}
	var out []term.Term
	assumed := s.assumed
	if s.constraint.assumed {
		assumed = assumed[:len(assumed)-1]
	}
	for _, a := range assumed {
		if inCore[a.l] {
			out = append(out, a.t)
			inCore[a.l] = false
		}
	}
	return out
}

// Cone returns the assertions that the last Unsat rests on, together with the
// assumptions of Core: the numbers of the calls of Assert, AssertGuarded and AssertFlow, from 1.
// It is nil unless Options.Cone is set.
func (s *Solver) Cone() []int32 { return s.backend.Cone() }

// minimizeConflicts is the default limit of a check by MinimizeCore.
const minimizeConflicts = 2000

// MinimizeCore returns, after Unsat, a subset of Core that is also a core, and
// whether it is minimal: no member can be dropped. It first solves again on the core
// alone while that shrinks it, then without each member in turn, with at most the
// given number of conflicts per check (0: a default). Afterwards the answer is Unsat
// with the result as Core. A constraint that failed stays in force meanwhile.
func (s *Solver) MinimizeCore(ctx context.Context, conflicts int64) (core []term.Term, minimal bool) {
	if s.last.Status != sat.Unsat || s.isDead() {
		return nil, false
	}
	if conflicts == 0 {
		conflicts = minimizeConflicts
	}
	before := s.budget
	s.budget.Conflicts = conflicts
	a := again{s: s, ctx: ctx, constrained: s.ConstraintFailed(), clause: slices.Clone(s.constraint.clause)}
	core, minimal = a.minimize(s.Core())
	s.budget = before
	s.last, s.constraint.failed = Result{Status: sat.Unsat}, a.constrained
	s.core = append(make([]term.Term, 0, len(core)), core...)
	return core, minimal
}

// again asks for refutations that need less.
type again struct {
	s           *Solver
	ctx         context.Context
	constrained bool // by the clause
	clause      []term.Term
}

func (a *again) check(core []term.Term) sat.Status {
	if a.constrained {
		a.s.Constrain(a.clause...)
	}
	st := a.s.Check(a.ctx, core...).Status
	if st == sat.Unsat {
		a.constrained = a.s.ConstraintFailed()
	}
	return st
}

func (a *again) minimize(core []term.Term) (_ []term.Term, minimal bool) {
	for a.check(core) == sat.Unsat {
		less := a.s.Core()
		if len(less) >= len(core) {
			break
		}
		core = less
	}
	minimal = true
	tried := map[term.Term]bool{}
	for i := len(core) - 1; i >= 0; i-- {
		if tried[core[i]] {
			continue
		}
		tried[core[i]] = true
		switch a.check(slices.Delete(slices.Clone(core), i, i+1)) {
		case sat.Unsat:
			core = a.s.Core()
			i = len(core)
		case sat.Unknown:
			if a.ctx.Err() != nil || a.s.isDead() {
				return core, false
			}
			minimal = false
		}
	}
	return core, minimal
}
