package sat

import (
	"maps"
	"slices"

	"github.com/muster-smt/muster/sat/limit"
)

// MinimizeCore makes the core of the last Solve, which returned Unsat, smaller: it
// leaves out each assumption in turn, the last one first, and keeps out those
// without which the others cannot hold either. The budget is for all of it; what is
// left is shared among the assumptions still to try, and Unknown keeps one in. It
// reports whether the core is minimal, that is, no part of it is a core; if not
// WhyUnknown says why. The model of the last Sat stays.
//
// A core that needs the constraint is minimised together with the constraint.
func (s *Solver) MinimizeCore(lim *limit.Limit, budget Budget) (minimal bool) {
	s.require(stateUnsat, "MinimizeCore")
	core, failed, start, why := slices.Clone(s.core), s.constraint.failed, s.stats, limit.None
	needed := make(map[Lit]bool) // not left out, for all that is known
	for len(needed) < len(core) {
		share, spent := s.share(budget, start, len(core)-len(needed))
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

// share is the n-th part of what is left of a budget since start, or why nothing is.
func (s *Solver) share(b Budget, start Stats, n int) (Budget, limit.Reason) {
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
	part(&b.Conflicts, s.stats.Conflicts-start.Conflicts, limit.Conflicts)
	part(&b.Decisions, s.stats.Decisions-start.Decisions, limit.Decisions)
	part(&b.Propagations, s.stats.Propagations-start.Propagations, limit.Propagations)
	return b, spent
}
