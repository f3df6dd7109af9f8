package sat

// Lucky phases: many formulas of applications have a model that needs no search. Before
// the first decision some assignments are tried, as in CaDiCaL (Biere et al., SAT
// Competition 2020): all variables false or all true; the same one
// after the other with propagation, in the order of their numbers and in reverse; and for
// each clause one literal of the sign that Horn clauses lack. A decision that ends in a
// conflict is taken back once and its negation decided.

// luck is what was tried.
type luck struct {
	next  int64 // Solves before the one that tries it; noLuck: none will
	every int64 // Solves from one try to the next; 0: there is one only
	flips int   // decisions that the assignment at hand took back
	end   int64 // ticks at which it gives up
}

const noLuck = 1<<63 - 1 // of luck.next

// Above these bounds the search does better.
const (
	maxFlips  = 1000     // luck.flips
	luckTicks = 10000000 // of all assignments, and one for each word of the clauses
)

// luckDue holds before the first search without a propagator and without assumptions,
// unless the owner has set phases.
func (s *Solver) luckDue() bool {
	return s.stats.Solves > s.luck.next && s.theory.prop == nil && !s.inproc.off && s.level == 0 &&
		len(s.assumptions.wanted) == 0 && !s.constraint.inForce && len(s.late.list) == 0
}

// tryLuck tries the assignments. If it returns true then one is a model, and is on the
// trail. Failed literals stay at level 0, and a conflict there is left to the search.
func (s *Solver) tryLuck() bool {
	if s.luck.next += s.luck.every; s.luck.every == 0 {
		s.luck.next = noLuck
	}
	defer s.endStage(s.beginStage(stageLucky))
	before := s.stats.Ticks
	s.luck.end = before + luckTicks + int64(len(s.db.arena))
	found := s.allAlike()
	for i := 0; i < 6 && !found && !s.conflict.found && !s.stop.seen; i++ {
		s.luck.flips = 0
		positive := i&1 != 0
		switch i >> 1 {
		case 0, 1:
			found = s.inTurn(i>>1 != 0, positive)
		case 2:
			found = s.oneEach(positive) && s.inTurn(false, !positive)
		}
		if !found {
			s.probeBacktrack(0)
		}
	}
	s.stats.SimplifyTicks += s.stats.Ticks - before
	s.stats.Ticks = before
	if found {
		s.stats.Lucky++
	}
	s.inproc.first = !found && s.luck.every == 0
	return found
}

// allAlike makes all variables false, or all true, if that satisfies the clauses.
func (s *Solver) allAlike() bool {
	can := [2]bool{true, true} // by the sign that true literals would have
	for ref := cref(arenaStart); int(ref) < len(s.db.arena); ref += cref(hdrWords + s.db.arena[ref]) {
		if s.lim.Stopped() {
			return false
		}
		if *s.meta(ref)&metaDead != 0 {
			continue
		}
		var has [2]bool
		for _, l := range s.lits(ref) {
			switch s.vals[l] {
			case True:
				has[0], has[1] = true, true
			case Undef:
				has[l&1] = true
			}
		}
		can[0], can[1] = can[0] && has[0], can[1] && has[1]
		if !can[0] && !can[1] {
			return false
		}
	}
	sign := Lit(0)
	if can[1] {
		sign = 1
	}
	for v := Var(1); int(v) < len(s.vars); v++ {
		if s.vals[v.Pos()] == Undef && !s.ext.inactive[v] {
			s.probeDecide(v.Pos() | sign)
		}
	}
	// A clause may be true by a literal of a higher level than the false ones that it
	// watches, so the search cannot go on from here.
	s.head = len(s.trail)
	s.model.lucky = true
	return true
}

// inTurn decides the variables one after the other. It returns false if it gives up.
func (s *Solver) inTurn(backward, positive bool) bool {
	n := Var(len(s.vars))
	for i := Var(1); i < n; i++ {
		v := i
		if backward {
			v = n - i
		}
		if s.vals[v.Pos()] != Undef || s.ext.inactive[v] {
			continue
		}
		l := v.Neg()
		if positive {
			l = v.Pos()
		}
		if !s.decideLucky(l) {
			return false
		}
	}
	return true
}

// oneEach decides a literal of the given sign in each clause that is not true. It returns
// false if it gives up.
func (s *Solver) oneEach(positive bool) bool {
	for ref := cref(arenaStart); int(ref) < len(s.db.arena); ref += cref(hdrWords + s.db.arena[ref]) {
		if s.lim.Stopped() {
			return false
		}
		if *s.meta(ref)&metaDead != 0 {
			continue
		}
		best := NoLit
		for _, l := range s.lits(ref) {
			if s.vals[l] == True {
				best = NoLit
				break
			}
			if s.vals[l] == Undef && l.Sign() != positive && best == NoLit {
				best = l
			}
		}
		if best != NoLit && !s.decideLucky(best) {
			return false
		}
	}
	return true
}

// decideLucky decides l, or its negation if that ends in a conflict. It returns false if
// both do, or if there were too many conflicts before.
func (s *Solver) decideLucky(l Lit) bool {
	s.probeDecide(l)
	if s.propagateUnits() {
		return !s.stop.seen
	}
	if s.level == 1 {
		return s.failed(l) && s.stats.Ticks < s.luck.end
	}
	s.conflict.found = false
	if s.luck.flips++; s.luck.flips > maxFlips || s.stats.Ticks > s.luck.end {
		return false
	}
	s.probeBacktrack(s.level - 1)
	s.probeDecide(l.Not())
	ok := s.propagateUnits()
	s.conflict.found = false
	return ok && !s.stop.seen
}
