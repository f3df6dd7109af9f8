package legion

import "github.com/muster-smt/muster/verifier/inline"

// Budgets, in conflicts and checks. The Legion paper found that the choice of
// the core hardly matters; its size does, for all of it is inlined.
const (
	resolves      = 3 // re-solves on the core alone
	resolveBudget = 2000
	deletions     = 24 // checks that leave out one site
	deleteBudget  = 200
	lastBudget    = 20000
)

// minimize makes a core smaller: first by solving again on the core alone,
// then by leaving out one site after the other, within budgets.
func minimize(run *inline.Run, core []inline.SiteID) []inline.SiteID {
	for i := 0; i < resolves && len(core) > 1; i++ {
		out := run.CheckWithin(core, resolveBudget)
		if out.Status != inline.StatusUnsat {
			break
		}
		smaller := run.Core()
		shrunk := len(smaller) < len(core)
		core = smaller
		if !shrunk {
			break
		}
	}
	return deleteSites(run, core)
}

// deleteSites leaves out one site at a time, deepest first: what was opened
// last is the most likely to be superfluous.
func deleteSites(run *inline.Run, core []inline.SiteID) []inline.SiteID {
	tries := 0
	for i := len(core) - 1; i >= 0 && len(core) > 1 && tries < deletions; i-- {
		tries++
		rest := make([]inline.SiteID, 0, len(core)-1)
		rest = append(append(rest, core[:i]...), core[i+1:]...)
		if out := run.CheckWithin(rest, deleteBudget); out.Status == inline.StatusUnsat {
			core = run.Core()
			i = min(i, len(core))
		}
	}
	return core
}
