package euf

import (
	"slices"

	"github.com/muster-smt/muster/sat/invariant"
	"github.com/muster-smt/muster/theory"
)

// An equality that has two derivations, as on both sides of a diamond, leads to two
// conflicts, so a chain of n diamonds leads to 2^n. The paths of their explanations
// part at one node and meet again at another: such a pair of nodes is a join. An
// atom between them stands for all ways from one to the other (shortcut.go), and then
// conflicts mention only joins.

// Join is a pair of nodes that different paths connect: value(A) = value(B) + Off.
type Join struct {
	A, B theory.Node
	Off  int64
}

const (
	manyJoins   = 8       // how often a join must appear before it is reported
	joinWindow  = 1 << 12 // paths after which counts are halved: a join must appear often, not long
	pathSlots   = 1 << 10 // paths remembered
	joinSlots   = 1 << 12 // joins counted
	pathNodes   = 1 << 20 // nodes of all paths remembered
	longestPath = 1 << 14 // nodes of a path worth remembering
)

// joins finds joins in the paths that explanations take.
type joins struct {
	slots  []uint16        // by hash of the ends of a path: its number in paths, plus one; 0: none
	paths  [][]theory.Node // the last one of each slot in use
	places []uint16        // by hash of a join: its number in count, plus one; 0: none
	count  []joinCount     // of each place in use
	nodes  int             // of all paths
	noted  int             // paths since counts were halved
	found  []Join
	stops  []theory.Node // of the path under way
}

// joinCount says how often a join appeared since it is counted; a is less than b.
type joinCount struct {
	a, b theory.Node
	n    int32
}

// TakeJoins returns the joins found since the last call, valid until the next explanation.
func (g *EGraph) TakeJoins() []Join {
	f := g.joins.found
	g.joins.found = f[:0]
	return f
}

func pairHash(a, b theory.Node) uint32 {
	if a > b {
		a, b = b, a
	}
	h := (uint64(a)<<32 | uint64(b)) * 0x9e3779b97f4a7c15
	return uint32(h >> 40)
}

// notePath compares the present path with the last one between the same ends. place has
// its nodes, and stops those where an edge or an atom ends.
func (g *EGraph) notePath() {
	j := &g.joins
	stops := j.stops
	if len(stops) > longestPath {
		return
	}
	if j.slots == nil {
		j.slots, j.places = make([]uint16, pathSlots), make([]uint16, joinSlots)
	}
	if j.noted++; j.noted == joinWindow {
		j.noted = 0
		for i := range j.count {
			j.count[i].n /= 2
		}
	}
	a, b := stops[0], stops[len(stops)-1]
	k := &j.slots[pairHash(a, b)%pathSlots]
	if *k == 0 {
		j.paths = append(j.paths, nil)
		*k = uint16(len(j.paths))
	}
	slot := &j.paths[*k-1]
	if old := *slot; len(old) > 1 {
		switch c, d := old[0], old[len(old)-1]; {
		case c == a && d == b:
			g.compare(old)
		case c == b && d == a:
			slices.Reverse(old)
			g.compare(old)
		}
	}
	j.nodes += len(stops) - len(*slot)
	*slot = append((*slot)[:0], stops...)
	if j.nodes > pathNodes {
		clear(j.slots)
		j.paths, j.nodes = nil, 0
	}
}

// compare counts the pairs of nodes between which the present path and an old one, in
// the same direction, differ.
func (g *EGraph) compare(old []theory.Node) {
	last, lastPlace := 0, int32(0)
	for i := 1; i < len(old); i++ {
		at := g.place[old[i]]
		if at == 0 || at < lastPlace {
			continue
		}
		if i > last+1 || at > lastPlace+1 {
			g.countJoin(old[last], old[i])
		}
		last, lastPlace = i, at
	}
}

func (g *EGraph) countJoin(a, b theory.Node) {
	if g.hasAtom(a, b) {
		return
	}
	k := &g.joins.places[pairHash(a, b)%joinSlots]
	if *k == 0 {
		g.joins.count = append(g.joins.count, joinCount{})
		*k = uint16(len(g.joins.count))
	}
	c := &g.joins.count[*k-1]
	if c.a != min(a, b) || c.b != max(a, b) {
		if c.n > 1 {
			c.n--
			return
		}
		*c = joinCount{min(a, b), max(a, b), 0}
	}
	if c.n++; c.n == manyJoins || invariant.Enabled {
		c.n = 0
		g.joins.found = append(g.joins.found, Join{a, b, g.Offset(a) - g.Offset(b)})
	}
}

// hasAtom reports whether one of the newest atoms of a or b is between them.
func (g *EGraph) hasAtom(a, b theory.Node) bool {
	return g.atomTo(a, b) || g.atomTo(b, a)
}

func (g *EGraph) atomTo(a, b theory.Node) bool {
	if int(a) >= len(g.short.head) || g.nodes[a].isVal {
		return false
	}
	left := maxShortcuts
	for k := g.short.head[a]; k != 0 && left > 0; left-- {
		s := &g.short.all[k-1]
		if s.other == b {
			return true
		}
		k = s.next
	}
	return false
}
