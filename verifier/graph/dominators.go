package graph

// InnerHeads returns, for each head of a loop, the heads of other loops to which every way from node 0 goes by it: when
// control is there again, these loops begin again, wherever they are entered next.
func InnerHeads(n int, succs func(int32) []int32, back []Edge) map[int32][]int32 {
	order, _ := DepthFirst(n, succs)
	at := make([]int32, n)
	preds := make([][]int32, len(order))
	for i, b := range order {
		at[b] = int32(i)
	}
	for i, b := range order {
		for _, t := range succs(b) {
			preds[at[t]] = append(preds[at[t]], int32(i))
		}
	}
	idom := Dominators(preds)
	inner := map[int32][]int32{}
	for _, e := range back {
		inner[e.To] = nil
	}
	seen := map[int32]bool{}
	for _, e := range back {
		if seen[e.To] {
			continue
		}
		seen[e.To] = true
		for d := at[e.To]; d > 0; {
			d = idom[d]
			if heads, ok := inner[order[d]]; ok {
				inner[order[d]] = append(heads, e.To)
			}
		}
	}
	return inner
}

// Dominators returns the immediate dominator of each node of a graph whose nodes are numbered in reverse postorder,
// from 0 on, and are all reached from there: 0 for node 0 (K. D. Cooper, T. J. Harvey, K. Kennedy, "A simple, fast
// dominance algorithm", 2001). It needs one pass, and more only where loops have several entries.
func Dominators(preds [][]int32) (idom []int32) {
	idom = make([]int32, len(preds))
	for i := range idom {
		idom[i] = -1
	}
	idom[0] = 0
	for changed := true; changed; {
		changed = false
		for i := 1; i < len(preds); i++ {
			d := int32(-1)
			for _, p := range preds[i] {
				switch {
				case idom[p] < 0:
				case d < 0:
					d = p
				default:
					for d != p {
						if d > p {
							d = idom[d]
						} else {
							p = idom[p]
						}
					}
				}
			}
			if idom[i] != d {
				idom[i], changed = d, true
			}
		}
	}
	return idom
}
