package euf

import (
	"slices"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
)

// atoms is a world in which some literals may explain.
type atoms struct {
	*world
	usable []sat.Lit
}

func (a *atoms) Usable(l sat.Lit) bool { return slices.Contains(a.usable, l) }

// TestShortcut explains the ends of a chain n0 = n1+1 = n2+2 = n3+3 = n4+4 by
// its merges, by an atom over its middle, and never by one with another offset.
func TestShortcut(t *testing.T) {
	w := newWorld()
	node := func(i int) theory.Node { return theory.Node(4 + i) }
	for i := range 4 {
		w.g.MergeLit(theory.Point{Node: node(i)}, theory.Point{Node: node(i + 1), Off: 1}, sat.Var(1+i).Pos())
	}
	right, wrong := sat.Var(20).Pos(), sat.Var(21).Pos()
	w.g.SetLit(w.g.NewEq(0, theory.Point{Node: node(1)}, theory.Point{Node: node(3), Off: 2}), right)
	w.g.SetLit(w.g.NewEq(0, theory.Point{Node: node(1)}, theory.Point{Node: node(3), Off: 1}), wrong)
	w.g.Propagate()
	for _, c := range []struct{ usable, want []sat.Lit }{
		{nil, []sat.Lit{2, 4, 6, 8}},
		{[]sat.Lit{right}, []sat.Lit{2, 8, right}},
		{[]sat.Lit{wrong}, []sat.Lit{2, 4, 6, 8}},
	} {
		var dst theory.Antecedents
		dst.Eq(node(0), node(4))
		w.g.Explain(&dst, &atoms{w, c.usable})
		slices.Sort(dst.Lits)
		if !slices.Equal(dst.Lits, c.want) {
			t.Errorf("with %v: %v, want %v", c.usable, dst.Lits, c.want)
		}
	}
}
