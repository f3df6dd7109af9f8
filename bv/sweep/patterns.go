package sweep

import (
	"math/rand/v2"

	"github.com/muster-smt/muster/bv/aig"
)

const (
	randomRows = 16
	maxRows    = 64
	tickNodes  = 16 // that are simulated in the time of a tick
	splitTick  = 8  // nodes that split looks at in the time of a tick
)

// patterns are values of all inputs, in rows of 64.
type patterns struct {
	rng   *rand.Rand
	first int        // rows at random
	most  int        // rows
	same  bool       // all patterns of a row are the same
	rows  [][]uint64 // a word for each input that there was
	next  int        // the row that the next one replaces, when there are many
}

// fill makes the first rows, and gives all rows words for so many inputs.
func (p *patterns) fill(inputs int) {
	for k := len(p.rows); k < p.first; k++ {
		row := p.random(inputs)
		if k%2 != 0 {
			p.thin(row, k/2%3)
		}
		p.rows = append(p.rows, row)
	}
	for k, row := range p.rows {
		for len(row) < inputs {
			row = append(row, p.rng.Uint64())
		}
		p.rows[k] = row
	}
}

// random returns a row of random patterns.
func (p *patterns) random(inputs int) []uint64 {
	row := make([]uint64, inputs)
	for i := range row {
		if row[i] = p.rng.Uint64(); p.same {
			row[i] = -(row[i] & 1)
		}
	}
	return row
}

// thin makes most values 0 in half of the patterns, and 1 in the others.
func (p *patterns) thin(row []uint64, degree int) {
	for i := range row {
		for range degree + 1 {
			row[i] &= p.rng.Uint64()
		}
		row[i] ^= 1<<32 - 1
	}
}

// flips returns in which patterns an input has another value than in a model: never in the first
// one, seldom in half of them.
func (p *patterns) flips() uint64 {
	if p.same {
		return 0
	}
	const seldom = 1<<32 - 1
	w := p.rng.Uint64() & p.rng.Uint64() & p.rng.Uint64()
	return w & (p.rng.Uint64()&p.rng.Uint64() | ^uint64(seldom)) &^ 1
}

// add keeps a row, in place of an old one if there are many.
func (p *patterns) add(row []uint64) {
	if len(p.rows) < p.most {
		p.rows = append(p.rows, row)
		return
	}
	p.rows[p.first+p.next] = row
	p.next = (p.next + 1) % (p.most - p.first)
}

// simulate gives all nodes their values at a row of patterns.
func (s *Sweeper) simulate(row []uint64) {
	s.classes.values = s.g.Simulate(row, s.classes.values)
	s.Stats.Ticks += simulationTicks(s.g)
}

// simulationTicks is what a simulation takes.
func simulationTicks(g *aig.Graph) int64 { return int64(g.Len()) / tickNodes }
