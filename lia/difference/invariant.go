package difference

import (
	"fmt"

	"github.com/muster-smt/muster/sat/invariant"
)

// mustHold panics, in builds with the tag "invariants", if something is left
// at level 0, where nothing was asserted.
func (g *common) mustHold(undone func() error) {
	if invariant.Enabled && len(g.marks) == 0 && len(g.edges) == 0 {
		if err := undone(); err != nil {
			panic("difference: " + err.Error())
		}
	}
}

// Invariants returns the first broken invariant, or nil: the matrix is closed,
// and its entries are those of its records.
func (g *Graph) Invariants() error {
	for a := range g.n {
		for b := range g.n {
			i := a*g.stride + b
			r := g.last[i]
			switch {
			case r == 0 && a == b && g.dist[i] != 0, r == 0 && a != b && g.dist[i] != Infinite:
				return fmt.Errorf("entry %d, %d is %d without a record", a, b, g.dist[i])
			case r == 0:
			case r >= g.records.n || g.records.at(r).dist != g.dist[i] || g.records.at(r).pair != pairOf(Var(a), Var(b)):
				return fmt.Errorf("entry %d, %d is %d, its record %d of %d differs", a, b, g.dist[i], r, g.records.n)
			}
		}
	}
	for _, e := range g.edges {
		if g.Bound(e.X, e.Y) > e.C {
			return fmt.Errorf("edge %v is not in the matrix", e)
		}
		for a := range Var(g.n) {
			if d := g.Bound(a, e.X); d != Infinite && d+e.C < g.Bound(a, e.Y) {
				return fmt.Errorf("the path from %d through %v is shorter than %d", a, e, g.Bound(a, e.Y))
			}
		}
	}
	return nil
}

// undone returns an error if something is left at level 0, of that many records too, and else the broken invariant.
func (g *common) undone(records int, broken func() error) error {
	switch {
	case len(g.marks) > 0:
		return nil
	case len(g.edges)+len(g.news)+len(g.equal)+records > 0:
		return fmt.Errorf("%d edges, %d records, %d pending bounds and %d equalities are left", len(g.edges), records,
			len(g.news), len(g.equal))
	}
	return broken()
}

// Undone returns an error that names what is left when nothing is asserted.
func (g *Graph) Undone() error { return g.undone(int(g.records.n)-1, g.Invariants) }

// Invariants returns the first broken invariant, or nil: the values satisfy the edges, each edge is listed at both
// ends, and no edge makes a path to or from the origin shorter.
func (g *Sparse) Invariants() error {
	listed := 0
	for v := range g.values {
		for end := range g.ends {
			for i := g.ends[end].first[v]; i != 0; i = g.ends[end].next[i-1] {
				if e := g.edges[i-1]; int(e.X) != v && end == endX || int(e.Y) != v && end == endY {
					return fmt.Errorf("edge %v is listed at %d", e, v)
				}
				listed++
			}
		}
	}
	if listed != 2*len(g.edges) {
		return fmt.Errorf("%d ends of %d edges are listed", listed, len(g.edges))
	}
	for i, e := range g.edges {
		if g.values[e.X]-g.values[e.Y] > e.C {
			return fmt.Errorf("edge %v: the values are %d and %d", e, g.values[e.X], g.values[e.Y])
		}
		n := g.records.n
		g.extend(int32(i))
		if g.records.n > n {
			return fmt.Errorf("edge %v makes the path of %d shorter", e, g.records.at(n).v)
		}
	}
	return nil
}

// Undone returns an error that names what is left when nothing is asserted.
func (g *Sparse) Undone() error { return g.undone(int(g.records.n)-1, g.Invariants) }
