package sat

// Plain turns inprocessing off.
func (s *Solver) Plain() { s.inproc.off = true }

// Unaided leaves out lucky assignments, the congruence closure and sweeping.
func (s *Solver) Unaided() { s.luck.next, s.closures.left, s.sweeps.left = noLuck, noLuck, noLuck }

// Congruence runs the closure of the gates.
func (s *Solver) Congruence() Stats {
	if s.propagateRoot() && s.clean() {
		s.congruence(0)
	}
	return s.Stats()
}

// CloseGates is Congruence without substitution.
func (s *Solver) CloseGates() Stats {
	if s.propagateRoot() && s.clean() {
		s.close()
	}
	return s.Stats()
}

// Sweep sweeps all variables.
func (s *Solver) Sweep() Stats {
	if s.propagateRoot() && s.clean() {
		s.sweeps.left = 0
		s.sweep(1 << 50)
	}
	return s.Stats()
}

// EliminateVar eliminates one variable.
func (s *Solver) EliminateVar(v Var) Stats {
	if s.propagateRoot() && s.clean() {
		s.watches.drop()
		s.loseWatches()
		d := s.enterDense()
		s.eliminateVar(d, v)
		s.leaveDense()
	}
	return s.Stats()
}
