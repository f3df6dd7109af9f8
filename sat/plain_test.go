package sat

// Plain turns inprocessing off.
func (s *Solver) Plain() { s.inproc.off = true }
