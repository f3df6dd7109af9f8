package vc

import (
	"slices"

	"github.com/muster-smt/muster/verifier/graph"
)

// Cycles returns the cycles of the call graph, callees first. A procedure that does not call itself is one alone.
func Cycles(sys *System) [][]ProcID {
	all, calls := make([]ProcID, len(sys.Procs)), make([][]ProcID, len(sys.Procs))
	for i, p := range sys.Procs {
		all[i] = ProcID(i)
		for k := range p.Sites {
			calls[i] = append(calls[i], p.Sites[k].Callee)
		}
	}
	cycles := graph.NewComponents[ProcID](len(all)).Of(all, func(p ProcID) []ProcID { return calls[p] })
	for _, c := range cycles {
		slices.Reverse(c)
	}
	return cycles
}
