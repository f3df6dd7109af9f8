package legion

import "github.com/muster-smt/muster/verifier/inline"

// Budgets, in conflicts and checks.
const (
	smallCore     = 4 // cores below this size are left as they are
	resolves      = 2
	resolveBudget = 2000
	lastBudget    = 20000
)

// minimize makes a core smaller by solving again on it alone while that helps.
//
// The Legion paper found that the choice of the core hardly matters; its size
// does, for all of it is inlined. But a check that leaves out a site costs ten
// times what the instance costs that it may save: it begins the search anew, or
// comes out satisfiable and builds a whole model for nothing. On the core
// itself, which is known to suffice, the solver has the refutation at hand.
func minimize(run *inline.Run, core []inline.SiteID) []inline.SiteID {
	for i := 0; i < resolves && len(core) >= smallCore; i++ {
		if out := run.CheckWithin(core, resolveBudget); out.Status != inline.StatusUnsat {
			break
		}
		smaller := run.Core()
		if len(smaller) == len(core) {
			break
		}
		core = smaller
	}
	return core
}
