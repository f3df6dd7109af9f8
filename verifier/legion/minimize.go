package legion

import "github.com/muster-smt/muster/verifier/inline"

// Budgets of minimization, in conflicts and checks. The Legion paper found
// that the choice of the core hardly matters; its size does, for all of it is
// inlined. Measured on drivers, more than this costs more than it saves: the
// solver's cores are small to begin with, and a check that comes out
// satisfiable builds a whole model for nothing.
const (
	largeCore     = 50 // cores from this size on are solved again first
	resolves      = 2
	resolveBudget = 2000
	deletions     = 24
	deleteBudget  = 200
	lastBudget    = 20000
)

// minimize makes a core smaller: a large one by solving again on it alone,
// any by leaving out one site after the other until that fails, within budgets.
func minimize(run *inline.Run, core []inline.SiteID) []inline.SiteID {
	for i := 0; i < resolves && len(core) >= largeCore; i++ {
		out := run.CheckWithin(core, resolveBudget)
		if out.Status != inline.StatusUnsat {
			break
		}
		smaller := run.Core()
		if len(smaller) == len(core) {
			break
		}
		core = smaller
	}
	// What was stamped last is the most likely to be superfluous.
	for tries := 0; len(core) > 1 && tries < deletions; tries++ {
		if out := run.CheckWithin(core[:len(core)-1], deleteBudget); out.Status != inline.StatusUnsat {
			break
		}
		core = run.Core()
	}
	return core
}
