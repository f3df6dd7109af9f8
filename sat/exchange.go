package sat

import "slices"

// Exchange lets solvers of the same formula share what they learn (package
// portfolio). A solver calls it from Solve only.
//
// Every solver may use what another one derives. All steps, those of inprocessing too,
// follow by unit propagation, so each clause is implied by the formula, whatever the
// assumptions. A technique that adds clauses that are not implied (extended resolution,
// symmetry breaking) must be off with an Exchange. A solver that has removed variables
// or clauses turns each model of the rest into a model of the formula, and so of every
// clause that the formula implies: importing a clause without removed variables does
// not spoil that. A clause with a removed variable would bring it back, so it is not
// imported.
//
// The variables must be the same in all solvers, so none of them may have groups,
// activation literals or constraints, which make variables.
type Exchange interface {
	// Export offers a clause. The slice is valid during the call only.
	Export(id ClauseID, lits []Lit, glue int)
	// Import returns a clause of another solver, valid until the next call, or nil
	// if there is none at present. A Tracer gets it as a lemma before the next call.
	Import() []Lit
}

// sharing is how far the trail was exported.
type sharing struct {
	exported int // trail position up to which units were
}

// exchange exports the new literals of level 0. Then it imports clauses, at the current
// level, as learned clauses with their size as glue: most of them go soon unless they
// are used.
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
	return slices.ContainsFunc(lits, func(l Lit) bool { return s.ext.inactive[l.Var()] })
}
