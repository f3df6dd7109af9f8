package sat

// Plain turns inprocessing off.
func (s *Solver) Plain() { s.inproc.off = true }

// Unlucky makes the search begin without trying its luck.
func (s *Solver) Unlucky() { s.luck.next = noLuck }
