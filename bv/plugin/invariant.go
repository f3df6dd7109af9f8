package plugin

import "fmt"

// Undone says what is left when nothing is relevant.
func (s *Solver) Undone() error {
	if n := len(s.relevant) + len(s.asserted) + s.made + s.defined + len(s.levels); n > 0 {
		return fmt.Errorf("bits: %d relevant terms and %d atoms are left", len(s.relevant), len(s.asserted))
	}
	return nil
}
