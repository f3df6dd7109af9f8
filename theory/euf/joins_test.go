package euf

import (
	"slices"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
)

// TestTakeJoins explains n0 = n1+1 = n4+4 by way of n2 and of n3 in turn: n1 and n4 are
// a join, but only until there is an atom between them.
func TestTakeJoins(t *testing.T) {
	w := newWorld()
	node := func(i int) theory.Node { return theory.Node(4 + i) }
	merge := func(i, j int) {
		w.g.MergeLit(theory.Point{Node: node(i)}, theory.Point{Node: node(j), Off: int64(j - i)}, sat.Var(1+10*i+j).Pos())
	}
	var found []Join
	explain := func(times int) {
		for k := range times {
			w.g.NewLevel()
			way := 2 + k%2
			merge(0, 1)
			merge(1, way)
			merge(way, 4)
			w.g.Propagate()
			var dst theory.Antecedents
			dst.Eq(node(4*(k%2)), node(4-4*(k%2))) // either direction
			w.g.Explain(&dst, &atoms{w, nil})
			found = append(found, w.g.TakeJoins()...)
			w.g.Backtrack(0)
		}
	}
	explain(1)
	if len(found) != 0 {
		t.Errorf("found %v on one path", found)
	}
	explain(manyJoins + 1)
	want := []Join{{node(1), node(4), 3}}
	for i, j := range found {
		if j.A > j.B {
			found[i] = Join{j.B, j.A, -j.Off}
		}
	}
	if found = slices.Compact(found); !slices.Equal(found, want) {
		t.Errorf("found %v, want %v", found, want)
	}
	w.g.SetLit(w.g.NewEq(0, theory.Point{Node: node(4)}, theory.Point{Node: node(1), Off: -3}), sat.Var(99).Pos())
	found = nil
	explain(4 * manyJoins)
	if len(found) != 0 {
		t.Errorf("found %v, which has an atom", found)
	}
}
