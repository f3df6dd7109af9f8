package bv

// SetRoom leaves room for n words that stand for elements.
func (s *Solver) SetRoom(n int) { s.room = n }

// SetSmall sets the number of bits up to which arrays are words.
func (s *Solver) SetSmall(n int) { s.small = n }
