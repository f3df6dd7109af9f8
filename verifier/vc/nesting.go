package vc

import "math"

// Unlimited is what Nesting returns of numbers that are too large for a level.
const Unlimited = math.MaxInt32 - 1

// Nesting returns a number of recursive calls, of which the caller and the callee are in one cycle of the call graph:
// in no execution of the entry within a recursion bound are more of them open at a time.
//
// The calls that are open at a time are a way through the call graph from the entry. Of the calls under one name, the
// n-th on a way is within the bound if n is at most the bound and the ExtraBound of its callee. The last one of them
// in a cycle is, so there are at most as many in the cycle as the bound and the greatest ExtraBound of its procedures
// with that name; the sum over its names limits the calls that lead to procedures of the cycle. A way never comes
// back to a cycle, and it comes there by a call that is not recursive, but to the cycle of the entry, where it
// begins. So the recursive calls in a cycle are at most one less than that sum, and the sum itself in that of the
// entry; and those of all cycles are no more than the most along one way from cycle to cycle. A procedure that does
// not call itself, directly or not, is called by no recursive call.
//
// No way may have as many, since a name may occur in several cycles, and a cycle may have no way that uses up all
// names.
func Nesting(sys *System, bound int) int32 {
	cycles := Cycles(sys)
	of := make([]int, len(sys.Procs))
	for i, procs := range cycles {
		for _, id := range procs {
			of[id] = i
		}
	}
	most := make([]int64, len(cycles)) // by cycle: on ways from there on; callees come first
	for i, procs := range cycles {
		within, below := false, int64(0)
		for _, id := range procs {
			for k := range sys.Procs[id].Sites {
				if c := of[sys.Procs[id].Sites[k].Callee]; c == i {
					within = true
				} else {
					below = max(below, most[c])
				}
			}
		}
		if most[i] = below; within {
			calls := callsIn(sys, procs, bound)
			if i != of[sys.Entry] {
				calls = max(0, calls-1)
			}
			most[i] = min(below+calls, Unlimited)
		}
	}
	return int32(most[of[sys.Entry]])
}

// callsIn limits the calls of some procedures that are open at a time within a recursion bound.
func callsIn(sys *System, procs []ProcID, bound int) (calls int64) {
	extra := map[string]int64{} // by name; never ranged over
	for _, id := range procs {
		p := sys.Procs[id]
		extra[p.CountName] = max(extra[p.CountName], int64(min(p.ExtraBound, Unlimited)))
	}
	counted := map[string]bool{}
	for _, id := range procs {
		if name := sys.Procs[id].CountName; !counted[name] {
			counted[name] = true
			calls = min(calls+max(0, int64(min(bound, Unlimited))+extra[name]), Unlimited)
		}
	}
	return calls
}
