package sat

import "github.com/muster-smt/muster/sat/invariant"

// checkedVars is the number of variables above which nothing is checked.
const checkedVars = 2000

// checkUndone checks, in builds with the tag "invariants", that a solver at level 0
// keeps no state of the search above it.
func (s *Solver) checkUndone() {
	if !invariant.Enabled || len(s.vars) > checkedVars {
		return
	}
	invariant.Check(s.level == 0 && len(s.levels) == 0 && len(s.assumptions.inForce)+len(s.assumptions.outOfOrder) == 0,
		"Reset: a level is open")
	known := make([]bool, len(s.vars))
	for i, l := range s.trail {
		vd := &s.vars[l.Var()]
		known[l.Var()] = true
		invariant.Check(s.vals[l] == True && s.vals[l.Not()] == False, "Reset: a literal of the trail is not true")
		invariant.Check(vd.level == 0 && int(vd.pos) == i, "Reset: a literal of the trail has another level or place")
	}
	explained, live := 0, 0
	for v := Var(1); int(v) < len(s.vars); v++ {
		invariant.Check(s.analysis.seen[v] == 0, "Reset: a mark of conflict analysis is left")
		if known[v] {
			if s.vars[v].ref == crefExplained {
				explained++
				live += explHeader + int(s.expl.records[s.vars[v].other])
			}
			continue
		}
		invariant.Check(s.vals[v.Pos()] == Undef && s.vals[v.Neg()] == Undef,
			"Reset: a variable has a value, but is not on the trail")
		invariant.Check(s.theory.decider != nil || s.heap.pos[v] >= 0 || s.ext.inactive[v],
			"Reset: an open variable is not in the heap")
	}
	for i, v := range s.heap.list {
		invariant.Check(int(s.heap.pos[v]) == i, "Reset: the heap has a variable at another place")
	}
	invariant.Check(s.head <= len(s.trail) && s.theory.notified <= len(s.trail) && s.root.settled <= len(s.trail),
		"Reset: a head is beyond the trail")
	invariant.Check(s.expl.live == explained, "Reset: explanations are left")
	invariant.Check(s.expl.waste+live == len(s.expl.records), "Reset: waste of explanations is counted wrong")
	invariant.Check(s.theory.falsified == NoLit && (!s.conflict.found || !s.ok), "Reset: a conflict is left")
	s.checkWatched()
	for _, e := range s.theory.reportedLate {
		invariant.Check(s.vals[e.lit] == True && e.level == 0, "Reset: a report of a level that is undone")
	}
}

// checkCandidate checks that the candidate satisfies all irredundant clauses.
func (s *Solver) checkCandidate() {
	if !invariant.Enabled || len(s.vars) > checkedVars {
		return
	}
	for ref := cref(arenaStart); int(ref) < len(s.db.arena); ref += cref(hdrWords + s.db.arena[ref]) {
		invariant.Check(*s.meta(ref)&(metaDead|metaRedun) != 0 || s.witnessedWithout(ref, NoLit),
			"Solve: the candidate breaks a clause")
	}
}

// checkUnfixed checks that clauses may be watched by their first two literals without
// propagating the trail again.
func (s *Solver) checkUnfixed() {
	if !invariant.Enabled || len(s.vars) > checkedVars {
		return
	}
	for ref := cref(arenaStart); int(ref) < len(s.db.arena); ref += cref(hdrWords + s.db.arena[ref]) {
		if c := s.lits(ref); *s.meta(ref)&(metaDead|metaLate) == 0 && !s.fixedTrue(c) {
			invariant.Check(s.vals[c[0]] == Undef && s.vals[c[1]] == Undef, "rewatch: a false literal would watch a clause")
		}
	}
}

// checkWatched checks that each clause is watched by its first two literals, and by no
// others, unless the solver is unsatisfiable or the watches are being rebuilt.
func (s *Solver) checkWatched() {
	if !s.ok || s.rewatching.left >= countWatches {
		return
	}
	watched := make(map[cref]int)
	for l := range s.watches.lists {
		for _, w := range s.watches.of(Lit(l)) {
			ref := w.ref &^ binaryFlag
			c := s.lits(ref)
			invariant.Check(*s.meta(ref)&(metaDead|metaLate) == 0, "Reset: a clause is watched that should not be")
			invariant.Check(c[0] == Lit(l) || c[1] == Lit(l), "Reset: a clause is watched by another literal")
			watched[ref]++
		}
	}
	for ref := cref(arenaStart); int(ref) < len(s.db.arena); ref += cref(hdrWords + s.db.arena[ref]) {
		if *s.meta(ref)&(metaDead|metaLate) == 0 && !s.rewatching.toCome(ref, s.db.arena[ref] == 2) {
			invariant.Check(watched[ref] == 2, "Reset: a clause is not watched by two literals")
		}
	}
}
