package graph

import "slices"

// Components computes strongly connected components (Tarjan, "Depth-first search and linear graph algorithms", 1972).
// Its tables serve any number of searches.
type Components[N ~int32] struct {
	index []int32 // 0: not seen
	low   []int32
	on    []bool
	open  []N
	stack []frame[N]
	count int32
}

// frame is a node that was entered.
type frame[N ~int32] struct {
	node N
	out  []N // the nodes that it leads to and that are to come
}

// NewComponents returns tables for nodes that are less than n.
func NewComponents[N ~int32](n int) *Components[N] {
	return &Components[N]{index: make([]int32, n), low: make([]int32, n), on: make([]bool, n)}
}

// Of returns the components of what some nodes lead to, each after those that it leads to, with the node that was
// reached first in front.
func (g *Components[N]) Of(nodes []N, succs func(N) []N) (comps [][]N) {
	g.count = 0
	for _, root := range nodes {
		if g.index[root] == 0 {
			g.enter(root, succs)
		}
		for len(g.stack) > 0 {
			f := &g.stack[len(g.stack)-1]
			v := f.node
			if len(f.out) > 0 {
				t := f.out[0]
				f.out = f.out[1:]
				if g.index[t] == 0 {
					g.enter(t, succs)
				} else if g.on[t] {
					g.low[v] = min(g.low[v], g.index[t])
				}
				continue
			}
			g.stack = g.stack[:len(g.stack)-1]
			if len(g.stack) > 0 {
				up := g.stack[len(g.stack)-1].node
				g.low[up] = min(g.low[up], g.low[v])
			}
			if g.low[v] == g.index[v] {
				comps = append(comps, g.close(v))
			}
		}
	}
	for _, c := range comps {
		for _, v := range c {
			g.index[v] = 0
		}
	}
	return comps
}

func (g *Components[N]) enter(v N, succs func(N) []N) {
	g.count++
	g.index[v], g.low[v], g.on[v] = g.count, g.count, true
	g.open = append(g.open, v)
	g.stack = append(g.stack, frame[N]{v, succs(v)})
}

// close removes the component whose first node is v from the open nodes.
func (g *Components[N]) close(v N) []N {
	k := len(g.open) - 1
	for g.open[k] != v {
		k--
	}
	comp := slices.Clone(g.open[k:])
	for _, b := range comp {
		g.on[b] = false
	}
	g.open = g.open[:k]
	return comp
}
