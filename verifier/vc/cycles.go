package vc

// Cycles returns the cycles of the call graph, callees first (Tarjan). A procedure that does not call itself is one
// alone.
func Cycles(sys *System) [][]ProcID {
	n := len(sys.Procs)
	number := make([]int, n) // from 1, in order of visit
	low := make([]int, n)
	done := make([]bool, n)
	next := make([]int, n) // by procedure: the call site to follow next
	var out [][]ProcID
	var open []ProcID
	count := 0
	for root := range sys.Procs {
		if number[root] != 0 {
			continue
		}
		path := []ProcID{ProcID(root)}
		for len(path) > 0 {
			p := path[len(path)-1]
			if number[p] == 0 {
				count++
				number[p], low[p] = count, count
				open = append(open, p)
			}
			if sites := sys.Procs[p].Sites; next[p] < len(sites) {
				q := sites[next[p]].Callee
				next[p]++
				if number[q] == 0 {
					path = append(path, q)
				} else if !done[q] {
					low[p] = min(low[p], number[q])
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				above := path[len(path)-1]
				low[above] = min(low[above], low[p])
			}
			if low[p] != number[p] {
				continue
			}
			var c []ProcID
			for {
				q := open[len(open)-1]
				open = open[:len(open)-1]
				done[q] = true
				c = append(c, q)
				if q == p {
					break
				}
			}
			out = append(out, c)
		}
	}
	return out
}
