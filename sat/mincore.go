package sat

import (
	"maps"
	"slices"

	"github.com/muster-smt/muster/sat/limit"
)

// MinimizeCore makes the core of the last Solve, which returned Unsat, smaller. It
// leaves out each assumption in turn, the last one first, and drops it if the others
// are still unsatisfiable. The budget is for all of these solves: what is left is
// divided equally among the assumptions still to try, and one is kept if its solve is
// Unknown. It reports whether the core is minimal: no proper subset is a core. If not,
// WhyUnknown says why.
//
// A core that needs the constraint is minimized together with the constraint.
func (s *Solver) MinimizeCore(lim *limit.Limit, budget Budget) (minimal bool) {
	s.require(stateUnsat, "MinimizeCore")
	if s.rec != nil {
		s.rec.minimize(budget)
	}
	core, failed, start, why := slices.Clone(s.core), s.constraint.failed, s.stats, limit.None
	needed := make(map[Lit]bool) // assumptions that were tried and kept
	for len(needed) < len(core) {
		share, spent := budget.Share(start, s.stats, len(core)-len(needed))
		if spent != limit.None {
			why = spent
			break
		}
		i := len(core) - 1
		for needed[core[i]] {
			i--
		}
		s.constraint.given = failed
		switch s.solve(lim, slices.Delete(slices.Clone(core), i, i+1), share) {
		case Unsat:
			core, failed = append(core[:0], s.core...), s.constraint.failed
			maps.DeleteFunc(needed, func(a Lit, _ bool) bool { return !slices.Contains(core, a) })
			continue
		case Unknown:
			why = s.stop.why
		}
		if lim.Stopped() {
			break
		}
		needed[core[i]] = true
	}
	s.backToRoot()
	s.core, s.constraint.failed, s.stop.why = core, failed, why
	s.state = stateUnsat
	return why == limit.None
}

// Share is one n-th of what is left of a budget, where the counters were start when it
// began, but for bytes. If nothing is left it returns why.
func (b Budget) Share(start, now Stats, n int) (Budget, limit.Reason) {
	spent := limit.None
	part := func(bound *int64, used int64, why limit.Reason) {
		if *bound <= 0 {
			return
		}
		left := *bound - used
		if left <= 0 && spent == limit.None {
			spent = why
		}
		*bound = max(1, left/int64(n))
	}
	part(&b.Conflicts, now.Conflicts-start.Conflicts, limit.Conflicts)
	part(&b.Decisions, now.Decisions-start.Decisions, limit.Decisions)
	part(&b.Propagations, now.Propagations-start.Propagations, limit.Propagations)
	return b, spent
}
