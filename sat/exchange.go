package sat

// Exchange is how solvers of the same formula share what they learn (package
// portfolio). A solver calls it from Solve only.
//
// What one solver derives every other one may use. All steps follow by unit
// propagation from the formula, those of inprocessing too, so each clause is
// implied by the formula alone, whatever the assumptions. A solver that has
// taken variables or clauses out makes of each model of what it has left a model of the
// formula, and so of what the formula implies: a clause without those variables
// adds nothing that could spoil the way back. One with such a variable would bring it back: it is left.
// The variables must be the same in all solvers, so none of them may have groups,
// activation literals or constraints, which make their own.
type Exchange interface {
	// Export offers a clause. The slice is valid during the call only.
	Export(id ClauseID, lits []Lit, glue int)
	// Import returns a clause of another solver, valid until the next call; nil
	// if there is none now. A Tracer gets it as a lemma before the next call.
	Import() []Lit
}

// sharing is what was exported.
type sharing struct {
	exported int // trail position up to which units were
}

// exchange exports what is new at level 0, and imports clauses, as those of a
// propagator, at the present level. They have to be of use to stay.
func (s *Solver) exchange() {
	for ; s.sharing.exported < s.root.settled; s.sharing.exported++ {
		l := s.trail[s.sharing.exported]
		s.opt.Exchange.Export(s.unitIDOf(l.Var()), s.trail[s.sharing.exported:s.sharing.exported+1:s.sharing.exported+1], 1)
	}
	for s.ok {
		c := s.opt.Exchange.Import()
		if c == nil {
			return
		}
		if s.anyInactive(c) {
			s.stats.ImportsLeft++
			continue
		}
		s.stats.Imported++
		s.addNormal(c, Learned, 0)
	}
}

func (s *Solver) unitIDOf(v Var) ClauseID {
	if s.tracer == nil {
		return 0
	}
	return s.proof.unitID[v]
}

func (s *Solver) anyInactive(lits []Lit) bool {
	for _, l := range lits {
		if s.ext.inactive[l.Var()] {
			return true
		}
	}
	return false
}
