package validate

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
)

// components returns which facts are about symbols in common, directly or by others, where that parts them: what
// refutes those of one component has nothing to do with the others, such as axioms of datatypes that the path does
// not use. Those without a quantifier are decided with all facts, so they are left out.
func components(st *term.Store, facts []term.Term) [][]int {
	owner := map[term.Sym]int{} // the first fact with a symbol
	parent := make([]int, len(facts))
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	quantified := make([]bool, len(facts))
	for i, f := range facts {
		parent[i] = i
		st.Visit(func(t term.Term) bool {
			switch st.Op(t) {
			case term.OpForall, term.OpExists:
				quantified[i] = true
			case term.OpApp:
				if first, ok := owner[st.Sym(t)]; ok {
					parent[root(i)] = root(first)
				} else {
					owner[st.Sym(t)] = i
				}
			}
			return true
		}, f)
	}
	lists := map[int][]int{}
	has := map[int]bool{}
	var order []int
	for i := range facts {
		r := root(i)
		if lists[r] == nil {
			order = append(order, r)
		}
		lists[r] = append(lists[r], i)
		has[r] = has[r] || quantified[i]
	}
	if len(order) == 1 {
		return nil
	}
	order = slices.DeleteFunc(order, func(r int) bool { return !has[r] })
	out := make([][]int, len(order))
	for i, r := range order {
		out[i] = lists[r]
	}
	return out
}
