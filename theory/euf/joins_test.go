package euf

import (
	"slices"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/invariant"
	"github.com/muster-smt/muster/theory"
)

// detours explains n0 = n1+1 = n4+4 by way of n2 and of n3 in turn.
type detours struct{ *world }

func (d detours) node(i int) theory.Node { return theory.Node(4 + i) }

func (d detours) merge(i, j int) {
	d.g.MergeLit(theory.Point{Node: d.node(i)}, theory.Point{Node: d.node(j), Off: int64(j - i)}, sat.Var(1+10*i+j).Pos())
}

// explain returns the joins found in so many explanations.
func (d detours) explain(times int) (found []Join) {
	for k := range times {
		d.g.NewLevel()
		way := 2 + k%2
		d.merge(0, 1)
		d.merge(1, way)
		d.merge(way, 4)
		d.g.Propagate()
		var dst theory.Antecedents
		dst.Eq(d.node(4*(k%2)), d.node(4-4*(k%2))) // either direction
		d.g.Explain(&dst, &atoms{d.world, nil, nil})
		found = append(found, d.g.TakeJoins()...)
		d.g.Backtrack(0)
	}
	return found
}

// TestTakeJoins looks for the join of n1 and n4, which is found only until there is an
// atom between them.
func TestTakeJoins(t *testing.T) {
	w := detours{newWorld()}
	if found := w.explain(1); len(found) != 0 {
		t.Errorf("found %v on one path", found)
	}
	found := w.explain(manyJoins + 1)
	want := []Join{{w.node(1), w.node(4), 3}}
	for i, j := range found {
		if j.A > j.B {
			found[i] = Join{j.B, j.A, -j.Off}
		}
	}
	if found = slices.Compact(found); !slices.Equal(found, want) {
		t.Errorf("found %v, want %v", found, want)
	}
	w.g.SetLit(w.g.NewEq(0, theory.Point{Node: w.node(4)}, theory.Point{Node: w.node(1), Off: -3}), sat.Var(99).Pos())
	if found := w.explain(4 * manyJoins); len(found) != 0 {
		t.Errorf("found %v, which has an atom", found)
	}
}

// TestRareJoins sees a join four times in each window: it gets no atom.
func TestRareJoins(t *testing.T) {
	if invariant.Enabled {
		t.Skip("with the build tag, joins count at once")
	}
	w := detours{newWorld()}
	for range 10 {
		if found := w.explain(4); len(found) != 0 {
			t.Fatalf("found %v", found)
		}
		w.g.joins.noted = joinWindow - 1
	}
}
