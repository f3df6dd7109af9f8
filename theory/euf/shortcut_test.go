package euf

import (
	"slices"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/invariant"
	"github.com/muster-smt/muster/theory"
)

// atoms is a world in which some literals may explain, those of level 0 unless the level is
// given.
type atoms struct {
	*world
	usable []sat.Lit
	level  map[sat.Lit]int
}

func (a *atoms) Usable(l sat.Lit) (level int, ok bool) {
	return a.level[l], slices.Contains(a.usable, l)
}

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
		w.g.Explain(&dst, &atoms{w, c.usable, nil})
		slices.Sort(dst.Lits)
		if !slices.Equal(dst.Lits, c.want) {
			t.Errorf("with %v: %v, want %v", c.usable, dst.Lits, c.want)
		}
	}
}

// TestOlder explains n0 = n4, merged step by step at levels 1 to 4, and an atom n1 = n3
// that is true since some level: the atom stands for its part of the path unless that is
// from lower levels, which depends on the literals of the merges.
func TestOlder(t *testing.T) {
	w := newWorld()
	node := func(i int) theory.Node { return theory.Node(4 + i) }
	merge := func(i int) sat.Lit { return sat.Var(1 + i).Pos() }
	for i := range 4 {
		w.g.NewLevel()
		w.g.MergeLit(theory.Point{Node: node(i)}, theory.Point{Node: node(i + 1)}, merge(i))
		w.g.Propagate()
	}
	atom := sat.Var(20).Pos()
	w.g.SetLit(w.g.NewEq(0, theory.Point{Node: node(1)}, theory.Point{Node: node(3)}), atom)
	w.g.Propagate()
	edges := []sat.Lit{merge(0), merge(1), merge(2), merge(3)}
	short := []sat.Lit{merge(0), merge(3), atom}
	for _, c := range []struct {
		atom, second, third int // levels of literals
		want                []sat.Lit
	}{
		{4, 2, 3, edges}, // merges of levels 2 and 3 are older than level 4
		{3, 2, 3, short},
		{2, 2, 3, short},
		{3, 2, 2, edges}, // the third merge came late
		{2, 2, 2, short},
		{2, 1, 1, edges},
		{1, 1, 1, short},
		{0, 1, 1, short},
	} {
		ex := &atoms{w, append(edges, atom), map[sat.Lit]int{atom: c.atom, merge(1): c.second, merge(2): c.third}}
		var dst theory.Antecedents
		dst.Eq(node(4), node(0))
		w.g.Explain(&dst, ex)
		slices.Sort(dst.Lits)
		if !slices.Equal(dst.Lits, c.want) {
			t.Errorf("%+v: %v", c, dst.Lits)
		}
	}
}

// TestDates: with the build tag invariants, what is true since a merge may not explain what
// was concluded before.
func TestDates(t *testing.T) {
	w := newWorld()
	w.g.MergeLit(theory.Point{Node: 4}, theory.Point{Node: 5}, sat.Var(1).Pos())
	w.g.Propagate()
	between := w.g.Now()
	w.g.MergeLit(theory.Point{Node: 5}, theory.Point{Node: 6}, sat.Var(2).Pos())
	w.g.Propagate()
	explain := func(n theory.Node) (panicked bool) {
		defer func() { panicked = recover() != nil }()
		var dst theory.Antecedents
		dst.Eq(4, n)
		w.g.ExplainAt(between, &dst, w)
		return false
	}
	if explain(5) {
		t.Error("a merge may not explain what was concluded after it")
	}
	if explain(6) != invariant.Enabled {
		t.Error("a merge explains what was concluded before it")
	}
}
