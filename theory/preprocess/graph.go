package preprocess

import "slices"

// mostEdges bounds the edges of a graph, counted from both ends.
const mostEdges = 1 << 17

// graph says which of some numbers exclude each other.
type graph struct {
	next  [][]int32 // by number: its neighbours, in order
	edges int
}

// connect notes that x and y exclude each other.
func (g *graph) connect(x, y int32) {
	if x == y || g.edges >= mostEdges {
		return
	}
	for n := int(max(x, y)) + 1 - len(g.next); n > 0; n-- {
		g.next = append(g.next, nil)
	}
	for _, e := range [...][2]int32{{x, y}, {y, x}} {
		if k, found := slices.BinarySearch(g.next[e[0]], e[1]); !found {
			g.next[e[0]] = slices.Insert(g.next[e[0]], k, e[1])
			g.edges++
		}
	}
}

func (g *graph) connected(x, y int32) bool {
	_, found := slices.BinarySearch(g.next[x], y)
	return found
}

// cliques calls f with some maximal cliques, in which all edges are, until f
// returns false.
func (g *graph) cliques(f func([]int32) bool) {
	done := make(map[[2]int32]bool) // never ranged over
	for i := range g.next {
		x := int32(i)
		for _, y := range g.next[x] {
			if y < x || done[[2]int32{x, y}] {
				continue
			}
			clique := []int32{x, y}
			for _, z := range g.next[x] {
				if z != y && !slices.ContainsFunc(clique, func(m int32) bool { return !g.connected(z, m) }) {
					clique = append(clique, z)
				}
			}
			slices.Sort(clique)
			for j, z := range clique {
				for _, m := range clique[:j] {
					done[[2]int32{m, z}] = true
				}
			}
			if !f(clique) {
				return
			}
		}
	}
}
