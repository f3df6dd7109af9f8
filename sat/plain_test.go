package sat

// Plain turns inprocessing off.
func (s *Solver) Plain() { s.inproc.off = true }

// Unaided leaves out lucky assignments and the congruence closure.
func (s *Solver) Unaided() { s.luck.next, s.closures.left = noLuck, noLuck }

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
