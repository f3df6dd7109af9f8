package quant

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/term"
)

// TestCondition compares the condition of an instance with the relevance of all nodes of
// its match, for random nodes, and random relevant ones with what is below them.
func TestCondition(t *testing.T) {
	for seed := range int64(2000) {
		rng := rand.New(rand.NewSource(seed))
		w := &world{points: map[term.Term]theory.Point{}}
		m := &Matcher{host: w}
		for range 4 { // none, true, false, zero
			w.make(0, nil)
		}
		var all []theory.Node
		for len(all) < 10 {
			var args []theory.Point
			for range min(len(all), rng.Intn(3)) {
				args = append(args, theory.Point{Node: all[rng.Intn(len(all))]})
			}
			all = append(all, w.make(0, args))
		}
		var nodes []theory.Node
		for range 1 + rng.Intn(4) {
			nodes = append(nodes, all[rng.Intn(len(all))])
		}
		c := m.condition(2, nodes)
		if c.Lit != 2 {
			t.Fatalf("seed %d: the literal is %v", seed, c.Lit)
		}
		for range 20 {
			relevant := make([]bool, len(w.args))
			for i := len(all) - 1; i >= 0; i-- {
				n := all[i]
				relevant[n] = relevant[n] || rng.Intn(3) == 0
				for _, p := range w.args[n] {
					relevant[p.Node] = relevant[p.Node] || relevant[n]
				}
			}
			holds := func(ns []theory.Node) bool {
				return !slices.ContainsFunc(ns, func(n theory.Node) bool { return n != theory.NoNode && !relevant[n] })
			}
			if got, want := holds(c.Nodes[:]), holds(nodes); got != want {
				t.Fatalf("seed %d: condition %v of nodes %v is %v", seed, c.Nodes, nodes, got)
			}
		}
	}
}
