package cnfgen

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/dimacs"
)

// TestFamilies solves a small formula of each family.
func TestFamilies(t *testing.T) {
	for _, c := range []struct {
		name  string
		sizes []int
	}{{"mulcommute", []int{3}}, {"factor", []int{6, 8}}, {"counter", []int{3}}, {"fifo", []int{5}}, {"pigeon", []int{5}}, {"parity", []int{10}}, {"random", []int{40}}} {
		for _, f := range families {
			if f.name != c.name {
				continue
			}
			for _, n := range c.sizes {
				gates := newCircuit(rand.New(rand.NewPCG(1, uint64(n))))
				expected := f.make(gates, n)
				var text bytes.Buffer
				if err := gates.write(&text, expected); err != nil {
					t.Fatal(err)
				}
				formula, err := dimacs.Read(&text, f.name)
				if err != nil {
					t.Fatal(err)
				}
				s := sat.New(sat.Options{})
				formula.Load(s)
				if got := s.Solve(nil, nil, sat.Budget{}).String(); got != expected && expected != "unknown" {
					t.Errorf("%s %d: %s, expected %s", f.name, n, got, expected)
				}
			}
		}
	}
}

// TestCounterFull checks that a counter can be full after enough steps: then that
// it is not before says something.
func TestCounterFull(t *testing.T) {
	c := newCircuit(nil)
	state := c.zeros(2)
	for range 3 {
		state = c.increment(state, c.input())
	}
	c.add(c.and(state[0], state[1]))
	var text bytes.Buffer
	if err := c.write(&text, "sat"); err != nil {
		t.Fatal(err)
	}
	formula, err := dimacs.Read(&text, "counter")
	if err != nil {
		t.Fatal(err)
	}
	s := sat.New(sat.Options{})
	formula.Load(s)
	if s.Solve(nil, nil, sat.Budget{}) != sat.Sat {
		t.Error("a counter of two bits is not full after three steps")
	}
}
