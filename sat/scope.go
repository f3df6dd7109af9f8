package sat

import "slices"

// Some assumptions are scopes (Scopes): a stack, most of which is wanted again and again.
// A scope is assumed out of order (assume.go) at the beginning of a level. When it is not
// wanted any more, the trail below that level remains. After the trail was lost, scopes
// that were satisfiable are opened one by one, each when nothing is left to decide for
// those below it, so that their decisions come in this order again. That ends with the
// first conflict or clash; then all others are opened at once. So the cost of a Solve depends on
// the scopes that are new or were closed, not on how many are open.

// scopes is the state of the scopes among the assumptions.
type scopes struct {
	n, sat           int  // the first n assumptions are scopes; of these, the first sat were satisfiable
	givenN, givenSat int  // of the next Solve
	next             int  // the first one that is not open yet
	before           bool // the call before had scopes
}

// Scopes says that the first n assumptions of the next Solve are scopes: a stack, most of
// which was assumed by the calls before. The first sat of these were satisfiable together.
// A group is no scope, nor are assumptions above a group.
func (s *Solver) Scopes(n, sat int) {
	s.edit("Scopes")
	s.assumptions.scopes.givenN, s.assumptions.scopes.givenSat = n, sat
}

// beginScopes begins a call. At least one assumption is not a scope, so that the
// assumption level has one.
func (s *Solver) beginScopes() {
	q := &s.assumptions.scopes
	n := q.givenN
	if len(s.groups.open) > 0 || n >= len(s.assumptions.wanted) {
		n = 0
	}
	q.before, q.n, q.sat, q.next = q.n > 0, n, min(q.givenSat, n), n
	q.givenN, q.givenSat = 0, 0
}

// closeScopes goes back to below those among the assumptions in force that are not marked
// as wanted. It returns false if they are not all out of order.
func (s *Solver) closeScopes(unwanted int) bool {
	q := &s.assumptions
	first := slices.IndexFunc(q.outOfOrder, func(a Lit) bool { return !s.isMarked(a) })
	if first < 0 || !q.scopes.before {
		return false
	}
	for _, a := range q.outOfOrder[first:] {
		if !s.isMarked(a) {
			unwanted--
		}
	}
	level := s.placeLevel(q.outOfOrder[first].Var()) - 1
	if unwanted != 0 || level < 1 {
		return false
	}
	q.outOfOrder = q.outOfOrder[:first]
	s.backtrack(level)
	return true
}

// scopesInForce is the number of scopes that the trail has already.
func (s *Solver) scopesInForce() int {
	q := &s.assumptions
	for i, a := range q.wanted[:q.scopes.n] {
		if s.vals[a] != True || s.vars[a.Var()].level > 1 {
			return i
		}
	}
	return q.scopes.n
}

// deferScopes defers the scopes except for the first few, which are in force. It returns
// the assumptions that are to be assumed now.
func (s *Solver) deferScopes(open int) []Lit {
	q := &s.assumptions
	if open == 0 && (q.scopes.sat == 0 || s.stats.Conflicts > s.stop.start.Conflicts) {
		q.scopes.next = q.scopes.n
		return q.wanted
	}
	q.scopes.next = open
	q.inForce = append(q.inForce, q.wanted[:open]...)
	return q.wanted[q.scopes.n:]
}

// deferring holds while scopes are deferred.
func (s *Solver) deferring() bool {
	q := &s.assumptions.scopes
	return s.level > 0 && q.next < q.n
}

// opensScope holds if the next scope is to be opened at once.
func (s *Solver) opensScope() bool {
	return s.deferring() &&
		(s.assumptions.scopes.next >= s.assumptions.scopes.sat || s.stats.Conflicts > s.stop.start.Conflicts)
}

// openScope opens the next scope. It returns false if that is false.
func (s *Solver) openScope() bool {
	q := &s.assumptions
	a := q.wanted[q.scopes.next]
	if s.vals[a] != Undef && s.vars[a.Var()].level > 1 {
		q.scopes.sat = 0 // it clashes with decisions, so it comes before them
		s.backtrack(1)
		return true // what is reassumed is to be propagated first
	}
	q.scopes.next++
	q.inForce = append(q.inForce, a)
	switch s.vals[a] {
	case False:
		s.refuteAssumption(a)
		return false
	case Undef:
		s.openLevel()
		s.assumeOne(a)
	}
	return true
}
