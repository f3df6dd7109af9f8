package bv

// SetRoom leaves room for n words that stand for elements.
func (s *Solver) SetRoom(n int) { s.room = n }
