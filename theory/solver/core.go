package solver

import (
	"context"
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/term"
)

// Core returns, after Unsat, assumptions that contradict the assertions together;
// none if the assertions alone are unsatisfiable.
func (s *Solver) Core() []term.Term {
	if s.core != nil {
		return slices.Clone(s.core)
	}
	inCore := map[sat.Lit]bool{}
	for _, l := range s.satCore().Core() {
		inCore[l] = true
	}
	var out []term.Term
	for _, a := range s.assumed {
		if inCore[a.l] {
			out = append(out, a.t)
			inCore[a.l] = false
		}
	}
	return out
}

// Cone returns the assertions that the last Unsat rests on, together with the
// assumptions of Core: the numbers of the calls of Assert and AssertFlow, from 1.
// It is nil unless Options.Cone is set.
func (s *Solver) Cone() []int32 { return s.e.Cone() }

// minimizeConflicts is the default limit of a check by MinimizeCore.
const minimizeConflicts = 2000

// MinimizeCore returns, after Unsat, a subset of Core that is also a core, and
// whether it is minimal: no member can be dropped. It first solves again on the core
// alone while that shrinks it, then without each member in turn, with at most the
// given number of conflicts per check (0: a default). Afterwards the answer is Unsat
// with the result as Core.
func (s *Solver) MinimizeCore(ctx context.Context, conflicts int64) (core []term.Term, minimal bool) {
	if s.last.Status != sat.Unsat || s.isDead() {
		return nil, false
	}
	if conflicts == 0 {
		conflicts = minimizeConflicts
	}
	before := s.budget
	s.budget.Conflicts = conflicts
	core, minimal = s.minimizeCore(ctx, s.Core())
	s.budget = before
	s.last = Result{Status: sat.Unsat}
	s.core = append(make([]term.Term, 0, len(core)), core...)
	return core, minimal
}

func (s *Solver) minimizeCore(ctx context.Context, core []term.Term) (_ []term.Term, minimal bool) {
	for s.Check(ctx, core...).Status == sat.Unsat {
		again := s.Core()
		if len(again) >= len(core) {
			break
		}
		core = again
	}
	minimal = true
	tried := map[term.Term]bool{}
	for i := len(core) - 1; i >= 0; i-- {
		if tried[core[i]] {
			continue
		}
		tried[core[i]] = true
		switch s.Check(ctx, slices.Delete(slices.Clone(core), i, i+1)...).Status {
		case sat.Unsat:
			core = s.Core()
			i = len(core)
		case sat.Unknown:
			if ctx.Err() != nil || s.isDead() {
				return core, false
			}
			minimal = false
		}
	}
	return core, minimal
}
