package sat

import "slices"

// Reserve makes room for variables, and for clauses with so many literals in all. It
// changes no answer, but saves what growing costs: copies, and memory for the old lists
// beside the new ones. Before the first clause it also lets the next Solve attach the clauses
// all at once, with as many places as they need and binary clauses first.
func (s *Solver) Reserve(vars, clauses, literals int) {
	s.edit("Reserve")
	reserve(&s.vals, 2*vars)
	reserve(&s.vars, vars)
	reserve(&s.trail, vars)
	reserve(&s.watches.lists, 2*vars)
	reserve(&s.analysis.seen, vars)
	reserve(&s.analysis.stamps, vars)
	reserve(&s.phases.saved, vars)
	reserve(&s.wait.forbidden, 2*vars)
	reserve(&s.theory.observed, vars)
	reserve(&s.theory.offered, vars)
	reserve(&s.heap.act, vars)
	reserve(&s.heap.pos, vars)
	reserve(&s.heap.list, vars)
	reserve(&s.ext.inactive, vars)
	reserve(&s.ext.frozen, vars)
	reserve(&s.groups.role, vars)
	if s.tracer != nil {
		reserve(&s.proof.unitID, vars)
	}
	words := hdrWords*clauses + literals
	reserve(&s.db.arena, words+words/16) // and some learned clauses
	if len(s.db.arena) == arenaStart && s.level == 0 {
		s.loseWatches()
	}
}

// lengthen makes a list at least n long; what is new is x. It serves lists that many solvers
// never need.
func lengthen[T any](list []T, n int, x T) []T {
	if n <= len(list) {
		return list
	}
	list = slices.Grow(list, n-len(list))
	for len(list) < n {
		list = append(list, x)
	}
	return list
}

// reserve makes room for n more entries.
func reserve[T any](list *[]T, n int) { *list = slices.Grow(*list, n) }
