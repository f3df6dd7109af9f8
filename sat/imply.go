package sat

import "github.com/muster-smt/muster/sat/limit"

// Imply propagates the assumptions without a decision. It returns Unsat (see Core) if
// that refutes them, Sat if it assigns every variable and there is no propagator, else
// Unknown. It appends to dst the literals that became true: only the new ones if the
// assumptions include those of the call before. The assumption level stays in place
// for Value, LevelOf and Reason until the next call that changes the solver. Imply
// brings all removed variables back permanently.
func (s *Solver) Imply(lim *limit.Limit, assumptions, dst []Lit) (Status, []Lit) {
	s.requireWhole("Imply")
	s.edit("Imply")
	s.requireLive(assumptions, "Imply")
	if s.rec == nil {
		return s.implyAll(lim, assumptions, dst)
	}
	s.rec.list("imply", assumptions)
	s.rec.ask()
	st, dst := s.implyAll(lim, assumptions, dst)
	if st != Unknown || s.stop.why != limit.None { // else it is no answer
		s.rec.answer(st)
	}
	return st, dst
}

// implyAll is Imply without recording it.
func (s *Solver) implyAll(lim *limit.Limit, assumptions, dst []Lit) (Status, []Lit) {
	s.core = s.core[:0]
	s.stop.why = limit.None
	if !s.ok {
		s.backToRoot()
		return Unsat, dst
	}
	s.keepVars()
	s.assumptions.scopes.givenN = 0
	s.begin(lim, assumptions, Budget{})
	s.wait.off = true
	from := len(dst)
	st, dst := s.imply(dst)
	dst = append(dst[:from], s.withoutGroups(dst[from:])...)
	if s.stop.seen {
		s.stop.why = lim.Reason()
	}
	s.wait.off = false
	s.end()
	if st == Unsat {
		s.backToRoot()
	}
	return st, dst
}

func (s *Solver) imply(dst []Lit) (Status, []Lit) {
	s.backtrack(s.assumptionLevel())
	old := len(s.trail)
	resumed := s.level > 0
	if !s.resume() {
		return Unsat, dst
	}
	if resumed && s.level == 0 {
		old = 0
	}
	for {
		switch {
		case !s.propagate():
			if !s.resolveConflict() {
				return Unsat, dst
			}
		case s.stop.seen:
			return Unknown, dst
		case s.assuming():
			if !s.assume() {
				return Unsat, dst
			}
		default:
			dst = append(dst, s.trail[min(old, len(s.trail)):]...)
			if s.theory.prop == nil && s.complete() {
				s.saveModel()
				return Sat, dst
			}
			return Unknown, dst
		}
	}
}

// complete reports whether every variable is assigned that may be in a clause.
func (s *Solver) complete() bool {
	if len(s.trail)+s.groups.out < s.NumVars() {
		return false
	}
	for v := Var(1); int(v) < len(s.vars); v++ {
		if s.vals[v.Pos()] == Undef && !s.ext.inactive[v] {
			return false
		}
	}
	return true
}

// Reason appends to dst the true literals from which the clause that is the reason of
// the true literal l implies it. There are none for a decision, an assumption, a
// literal at level 0 and one that the propagator enqueued.
func (s *Solver) Reason(l Lit, dst []Lit) []Lit {
	if s.vals[l] != True {
		return dst
	}
	c, _ := s.reason(l.Var())
	for _, q := range c {
		if q != l {
			dst = append(dst, q.Not())
		}
	}
	return dst
}
