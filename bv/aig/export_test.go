package aig

// Poll makes the translation poll after each n steps, a power of two.
func (c *CNF) Poll(n uint32) { c.pollMask = n - 1 }

// Displaced is the mean distance of gates from the slot of their hash.
func (g *Graph) Displaced() float64 {
	mask, sum := uint64(len(g.table)-1), uint64(0)
	for i, e := range g.table {
		if e != 0 {
			sum += (uint64(i) - e>>32) & mask
		}
	}
	return float64(sum) / float64(g.gates)
}
