package graph

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
