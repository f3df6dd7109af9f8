package sat

import "github.com/muster-smt/muster/sat/invariant"

// AddClause adds an irredundant clause. See Add.
func (s *Solver) AddClause(lits ...Lit) bool { return s.Add(lits, Irredundant) }

// Add adds a clause: between solves to the innermost open group, if there is one, and
// during a search from the propagator's Propagate and Final to no group. It returns
// false once the clauses are known to be unsatisfiable without assumptions.
//
// The trail stays, between solves too. A clause that is a unit propagates at the current
// level, even if its other literals are false at a lower one, and does so again when
// backtracking unassigns its literal. A clause that is false is a conflict, after the
// callback returns or in the next Solve.
func (s *Solver) Add(lits []Lit, kind ClauseKind) bool { return s.AddFrom(lits, kind, 0) }

// AddFrom is Add of a clause with an origin for the Tracer.
func (s *Solver) AddFrom(lits []Lit, kind ClauseKind, from Origin) bool {
	s.require(stateIdle|statePropagate|stateFinal, "Add")
	if s.idle() {
		s.state = stateInput
		if s.rec != nil {
			s.rec.list("", lits)
		}
		if s.opt.ForgetTrail || s.model.lucky {
			s.backToRoot()
		}
		s.requireLive(lits, "Add")
		lits = s.inGroup(lits)
	}
	s.add(lits, kind, from)
	return s.ok
}

// add adds a clause to no group, after restoring what it needs.
func (s *Solver) add(lits []Lit, kind ClauseKind, from Origin) cref {
	if !s.ok {
		return crefNone
	}
	s.stats.Added++
	s.restoreFor(lits)
	return s.addNormal(lits, kind, from)
}

// addNormal adds the normal form of a clause without removed variables. It returns the
// clause unless none is needed: then level 0 satisfies it, or contradicts it.
func (s *Solver) addNormal(lits []Lit, kind ClauseKind, from Origin) cref {
	c, redundant := s.normalize(lits)
	var id ClauseID
	if s.tracer != nil {
		id = s.traceAdded(lits, c, kind, from, redundant)
	}
	if redundant {
		return crefNone
	}
	switch {
	case len(c) == 0:
		s.ok = false
		s.setConflict(nil, crefNone, id)
		return crefNone
	case len(c) == 1 && s.level == 0 && s.vals[c[0]] == Undef:
		if s.tracer != nil {
			s.proof.unitID[c[0].Var()] = id
		}
		s.assign(c[0], crefNone, 0)
		return crefNone
	}
	ref := s.newClause(c, kind, len(c), id)
	s.enlist(ref)
	return ref
}

// normalize removes duplicates and literals that are false at level 0. The second result
// is true if the clause is a tautology or true at level 0.
func (s *Solver) normalize(lits []Lit) ([]Lit, bool) {
	const pos, neg = 1, 2
	c := s.scratch.lits[:0]
	redundant := false
	for _, l := range lits {
		invariant.Check(l.Var() > 0 && int(l.Var()) < len(s.vars), "Add: unknown variable")
		v := l.Var()
		bit := uint8(pos)
		if l.Sign() {
			bit = neg
		}
		if s.analysis.seen[v] == bit {
			continue
		}
		if s.analysis.seen[v] != 0 {
			redundant = true
			break
		}
		value := s.FixedValue(l)
		if value != Undef && s.tracer != nil && int(s.vars[v].pos) >= s.root.settled {
			value = Undef // the proof has no unit clause of it yet
		}
		switch value {
		case True:
			redundant = true
		case Undef:
			s.analysis.seen[v] = bit
			c = append(c, l)
		}
	}
	s.scratch.lits = c
	for _, l := range c {
		s.analysis.seen[l.Var()] = 0
	}
	return c, redundant
}
