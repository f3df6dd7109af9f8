package sat

// refute makes a core of a conflict at or below the assumption level.
func (s *Solver) refute() {
	if s.level == 0 && s.ok {
		s.settleRoot() // a proof ends with the empty clause
	}
	s.markCore(s.conflict.lits)
	s.collectCore(NoLit)
	if s.tracer != nil {
		s.traceCore(s.conflict.lits, s.conflict.id, NoLit)
	}
	s.clearSeen()
	if len(s.core) == 0 {
		s.ok = false
	}
}

// refuteAssumption makes a core for the assumption a, which is false.
func (s *Solver) refuteAssumption(a Lit) {
	s.markCore([]Lit{a})
	v := a.Var()
	if s.vars[v].level > 0 && s.vars[v].ref == crefNone {
		// Both a and its negation are assumptions: no clause takes part.
		s.analysis.seen[v] |= seenCore
		s.core = append(s.core[:0], a.Not(), a)
		s.clearSeen()
		return
	}
	if s.analysis.seen[v] == 0 {
		s.analysis.analyzed = append(s.analysis.analyzed, v)
	}
	s.analysis.seen[v] |= seenCore
	s.collectCore(a)
	if s.tracer != nil {
		s.traceCore([]Lit{a}, 0, NoLit)
	}
	s.clearSeen()
}

// markCore marks the assumptions on which the false literals from depend.
func (s *Solver) markCore(from []Lit) {
	if s.level == 0 {
		return
	}
	for _, l := range from {
		s.seeCore(l)
	}
	for i := len(s.trail) - 1; i >= int(s.levels[0]); i-- {
		l := s.trail[i]
		v := l.Var()
		if s.analysis.seen[v] == 0 {
			continue
		}
		if s.vars[v].ref == crefTheory {
			s.explain(l)
		}
		c, _ := s.reason(v)
		if c == nil {
			s.analysis.seen[v] |= seenCore
			continue
		}
		for _, q := range c {
			if q != l {
				s.seeCore(q)
			}
		}
	}
}

func (s *Solver) seeCore(l Lit) {
	v := l.Var()
	if s.analysis.seen[v] == 0 && s.vars[v].level > 0 {
		s.analysis.seen[v] = seenClause
		s.analysis.analyzed = append(s.analysis.analyzed, v)
	}
}

// collectCore collects the marked assumptions in the owner's order. Failed is the one
// that is false, if any; if its negation is assumed too, that is not in the core.
func (s *Solver) collectCore(failed Lit) {
	s.core = s.core[:0]
	for _, a := range s.assumptions.wanted {
		if s.analysis.seen[a.Var()]&seenCore != 0 && (a == failed || a != failed.Not() && s.vals[a] == True) {
			s.analysis.seen[a.Var()] &^= seenCore
			s.used(a.Var())
			s.core = append(s.core, a)
		}
	}
}

// traceCore derives the clause of the core's negations, and of one more literal
// if that is not NoLit.
func (s *Solver) traceCore(from []Lit, last ClauseID, more Lit) {
	if len(s.core) == 0 && !s.ok {
		return // the empty clause was an axiom
	}
	c, stop := s.analysis.learnt[:0], s.scratch.lits[:0]
	for _, a := range s.core {
		c = append(c, a.Not())
		if s.vals[a] == True {
			stop = append(stop, a)
		}
	}
	if more != NoLit {
		c = append(c, more)
	}
	s.analysis.learnt, s.scratch.lits = c, stop
	ants := s.antecedents(from, last, stop)
	s.tracer.Derived(s.nextID(), c, ants)
}

// Core is, after Unsat, a set of assumptions that cannot hold together, in the
// order in which they were given; empty if no assumption is needed. If the
// constraint failed they cannot hold together with it.
func (s *Solver) Core() []Lit { return s.core }
