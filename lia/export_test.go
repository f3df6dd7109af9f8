package lia

// Limit makes the matrix of differences small, so that the sparse graph gets the problems of tests, and lets it set one constraint
// aside for so many terms.
func (s *Solver) Limit(matrix, share int) { s.limits = limits{matrix, share} }
