package graph

import "slices"

// Edge leads from one node to another.
type Edge struct{ From, To int32 }

// DepthFirst searches n nodes from node 0 on. It returns those that it reaches in reverse postorder, and the edges that
// lead back to a node on the path of the search: to the heads of loops.
func DepthFirst(n int, succs func(int32) []int32) (order []int32, back []Edge) {
	const unseen, open, done = 0, 1, 2
	state := make([]byte, n)
	type frame struct{ node, next int32 }
	stack := []frame{{0, 0}}
	state[0] = open
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if out := succs(top.node); int(top.next) < len(out) {
			to := out[top.next]
			top.next++
			switch state[to] {
			case unseen:
				state[to] = open
				stack = append(stack, frame{to, 0})
			case open:
				back = append(back, Edge{top.node, to})
			}
			continue
		}
		order = append(order, top.node)
		state[top.node] = done
		stack = stack[:len(stack)-1]
	}
	slices.Reverse(order)
	return order, back
}

// BackEdges returns the edges that lead back to the heads of loops, in a search that takes the last way first. So of
// loops with several entries those are heads that verifier/passes makes heads.
func BackEdges(n int, succs func(int32) []int32) []Edge {
	reversed := make([][]int32, n)
	for i := range reversed {
		reversed[i] = slices.Clone(succs(int32(i)))
		slices.Reverse(reversed[i])
	}
	_, back := DepthFirst(n, func(i int32) []int32 { return reversed[i] })
	return back
}

// Preds returns, for each of n nodes, those with an edge to it, in order.
func Preds(n int, succs func(int32) []int32) [][]int32 {
	preds := make([][]int32, n)
	for i := range int32(n) {
		for _, t := range succs(i) {
			preds[t] = append(preds[t], i)
		}
	}
	return preds
}
