package bv

// SetRoom leaves room for n words that stand for elements.
func (s *Solver) SetRoom(n int) { s.room = n }

// SetSmall sets the number of bits up to which arrays are words.
func (s *Solver) SetSmall(n int) { s.small = n }

// SetMost sets the number of gates that the circuit of a product or division may have.
func (s *Solver) SetMost(n int64) { s.abstract.most = n }

// Remembered returns the number of assertions that are remembered.
func (s *Solver) Remembered() int { return len(s.roots) + len(s.pending) }
