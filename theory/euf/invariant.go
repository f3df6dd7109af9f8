package euf

import (
	"github.com/muster-smt/muster/sat/invariant"
	"github.com/muster-smt/muster/theory"
)

// checkedNodes is the size up to which a graph is checked after backtracking.
const checkedNodes = 100

// check panics if classes, values, parents and table contradict each other.
// Nothing may be queued but what Backtrack queued itself.
func (g *EGraph) check() {
	if !invariant.Enabled || len(g.nodes) > checkedNodes {
		return
	}
	parents := make([]int, len(g.nodes))
	for n := theory.Node(1); int(n) < len(g.nodes); n++ {
		nd := &g.nodes[n]
		invariant.Check(g.nodes[nd.root].root == nd.root, "euf: the root of a node is no root")
		if nd.root == n {
			g.checkClass(n)
		}
		if nd.inTab {
			invariant.Check(g.table.find(g, n) == n, "euf: an application is not found in the table")
		}
		for _, a := range g.argsOf(n) {
			parents[g.nodes[a.Node].root]++
		}
	}
	for n := range g.nodes {
		if theory.Node(n) == g.nodes[n].root {
			invariant.Check(parents[n] == len(g.nodes[n].parent), "euf: the parents of a class are incomplete")
		}
	}
}

func (g *EGraph) checkClass(root theory.Node) {
	size, value := uint32(0), theory.Node(0)
	for n := root; ; {
		nd := &g.nodes[n]
		invariant.Check(nd.root == root, "euf: a member of a class has another root")
		if nd.isVal {
			value = n
		}
		if size++; size > uint32(len(g.nodes)) {
			break
		}
		if n = nd.next; n == root {
			break
		}
	}
	invariant.Check(size == g.nodes[root].size, "euf: a class has not the size that it says")
	invariant.Check(value == g.nodes[root].value, "euf: a class has not the value that it says")
}
