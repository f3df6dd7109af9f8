package lia

import "github.com/muster-smt/muster/theory"

func (s *Solver) refine() theory.Status {
	if len(s.nonlin) > 0 {
		s.host.Incomplete(theory.IncompleteNonlinear)
		return theory.GaveUp
	}
	return theory.Consistent
}
