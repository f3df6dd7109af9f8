package sat

// Inprocessing decides on levels of its own, above level 0: the propagator is
// not told, and phases and the decision heap stay as the search left them.

// quietDecide opens a level with the decision l.
func (s *Solver) quietDecide(l Lit) {
	s.levels = append(s.levels, int32(len(s.trail)))
	s.level++
	if int(s.level) >= len(s.stamps) {
		s.stamps = append(s.stamps, 0)
	}
	s.assign(l, crefNone, 0)
}

// quietBacktrack undoes quiet levels.
func (s *Solver) quietBacktrack(level int32) {
	if s.level <= level {
		return
	}
	from := int(s.levels[level])
	for _, l := range s.trail[from:] {
		s.vals[l] = Undef
		s.vals[l^1] = Undef
	}
	s.trail = s.trail[:from]
	s.levels = s.levels[:level]
	s.level = level
	s.head = min(s.head, from)
}

// propagateRoot propagates at level 0. After false there is a conflict, which
// the search refutes.
func (s *Solver) propagateRoot() bool {
	if s.hasConflict || !s.propagateUnits() {
		return false
	}
	s.settleRoot()
	return true
}

// rootUnit makes l true at level 0, where id is the clause that says so, and
// propagates.
func (s *Solver) rootUnit(l Lit, id ClauseID) bool {
	if s.vals[l] == Undef {
		s.rootAssign(l, id)
	}
	return s.propagateRoot()
}

func (s *Solver) rootAssign(l Lit, id ClauseID) {
	if s.tracer != nil {
		s.unitID[l.Var()] = id
	}
	s.assign(l, crefNone, 0)
}

// blame collects the quiet decisions on which the false literals from rest, but
// not the literal except. It reports whether the clause avoid took part.
func (s *Solver) blame(from []Lit, except Lit, avoid cref, dst []Lit) ([]Lit, bool) {
	used := false
	for _, l := range from {
		if l != except {
			s.seeFinal(l)
		}
	}
	for i := 0; i < len(s.analyzed); i++ {
		v := s.analyzed[i]
		ref := s.vars[v].ref
		if ref == crefNone {
			dst = append(dst, s.trueLit(v).Not())
			continue
		}
		used = used || ref == avoid
		for _, q := range s.lits(ref) {
			s.seeFinal(q)
		}
	}
	s.clearSeen()
	return dst, used
}
