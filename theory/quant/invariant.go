package quant

import "fmt"

// Undone returns what is left when nothing is relevant.
func (m *Matcher) Undone() error {
	if len(m.levels) > 0 {
		return nil
	}
	for i := range m.quants {
		if m.quants[i].active {
			return fmt.Errorf("quant: quantifier %d is active", i)
		}
	}
	for i, list := range m.lists {
		if len(list) > 0 {
			return fmt.Errorf("quant: list %d has %d nodes", i, len(list))
		}
	}
	for i := range m.insts {
		if m.insts[i].live != 0 {
			return fmt.Errorf("quant: instance %d is live", i)
		}
	}
	if left := len(m.active) + len(m.trail) + len(m.live) + len(m.fresh) + m.head; left > 0 {
		return fmt.Errorf("quant: %d records are left", left)
	}
	return nil
}
