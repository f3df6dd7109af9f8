package vc

// Closure returns the procedures that roots reach by calls, callees before callers where calls are
// not recursive.
func Closure(sys *System, roots []ProcID) []ProcID {
	type frame struct {
		id   ProcID
		site int
	}
	seen := make([]bool, len(sys.Procs))
	var out []ProcID
	var stack []frame
	enter := func(id ProcID) {
		if !seen[id] {
			seen[id] = true
			stack = append(stack, frame{id: id})
		}
	}
	for _, r := range roots {
		enter(r)
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			if sites := sys.Procs[f.id].Sites; f.site < len(sites) {
				f.site++
				enter(sites[f.site-1].Callee)
				continue
			}
			out = append(out, f.id)
			stack = stack[:len(stack)-1]
		}
	}
	return out
}
