package graph

// InnerHeads returns, for each head to which an edge of BackEdges leads, the heads of the loops in that of the head:
// when control is there again, they begin again, wherever they are entered next. A loop consists of the nodes that
// lead back to the head by nodes that the search reaches from there (P. Havlak, "Nesting of reducible and irreducible
// loops", 1997).
func InnerHeads(n int, succs func(int32) []int32) map[int32][]int32 {
	back := BackEdges(n, succs)
	first, last := spans(n, succs)
	preds := Preds(n, succs)
	inner := map[int32][]int32{}
	from := map[int32][]int32{} // by head: where the edges to it begin
	var heads []int32
	for _, e := range back {
		if from[e.To] == nil {
			heads = append(heads, e.To)
		}
		inner[e.To], from[e.To] = nil, append(from[e.To], e.From)
	}
	seen := make([]int32, n) // by node: the last head whose loop it was found to be in, plus one
	for _, h := range heads {
		seen[h] = h + 1
		for work := from[h]; len(work) > 0; {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			if seen[b] == h+1 || first[b] < first[h] || first[b] > last[h] {
				continue
			}
			seen[b] = h + 1
			if _, ok := inner[b]; ok {
				inner[h] = append(inner[h], b)
			}
			work = append(work, preds[b]...)
		}
	}
	return inner
}

// spans numbers nodes as the search of BackEdges meets them, from 1 on, and returns the numbers of each node and of the
// last one that is met before the search leaves it; 0 for nodes that are not reached.
func spans(n int, succs func(int32) []int32) (first, last []int32) {
	first, last = make([]int32, n), make([]int32, n)
	type frame struct {
		node int32
		left []int32
	}
	next := int32(0)
	stack := []frame{}
	enter := func(v int32) {
		next++
		first[v] = next
		stack = append(stack, frame{v, succs(v)})
	}
	enter(0)
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		k := len(top.left) - 1
		if k < 0 {
			last[top.node] = next
			stack = stack[:len(stack)-1]
			continue
		}
		to := top.left[k]
		top.left = top.left[:k]
		if first[to] == 0 {
			enter(to)
		}
	}
	return first, last
}
