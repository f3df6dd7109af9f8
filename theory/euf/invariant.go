package euf

import (
	"fmt"

	"github.com/muster-smt/muster/sat/invariant"
	"github.com/muster-smt/muster/theory"
)

// checkedNodes is the size up to which graphs are checked after backtracking.
const checkedNodes = 100

// check panics if classes, values, parents and table contradict each other.
// Nothing may be queued except what Backtrack queued itself.
func (g *EGraph) check() {
	if !invariant.Enabled || len(g.nodes) > checkedNodes {
		return
	}
	parents := make([]int, len(g.nodes))
	for n := theory.Node(1); int(n) < len(g.nodes); n++ {
		nd, root := &g.nodes[n], g.reps[n].root
		invariant.Check(g.reps[root].root == root, "euf: the root of a node is not a root")
		if root == n {
			g.checkClass(n)
		}
		if nd.inTab {
			invariant.Check(g.table.find(g, n) == n, "euf: an application is not found in the table")
		}
		for _, a := range g.argsOf(n) {
			parents[g.reps[a.Node].root]++
		}
	}
	for n := range g.nodes {
		if theory.Node(n) == g.reps[n].root {
			invariant.Check(parents[n] == g.parents.NumOf(uint32(n)), "euf: the parents of a class are incomplete")
		}
	}
}

func (g *EGraph) checkClass(root theory.Node) {
	size, value := uint32(0), theory.Node(0)
	for n := root; ; {
		nd := &g.reps[n]
		invariant.Check(nd.root == root, "euf: a member of a class has another root")
		if g.nodes[n].isVal {
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

// Undone returns an error that says what is left of merges when none stands: with
// no level open and nothing merged at level 0, the graph must be as if its nodes
// had just been created. Their congruences may be queued.
func (g *EGraph) Undone() error {
	if len(g.levels) > 0 || len(g.trail) > 0 {
		return nil
	}
	inTab, parents := 0, make([]int, len(g.nodes))
	for n := theory.Node(1); int(n) < len(g.nodes); n++ {
		nd, value := &g.nodes[n], theory.NoNode
		if nd.isVal {
			value = n
		}
		if nd.inTab {
			inTab++
		}
		if g.reps[n] != (rep{root: n, next: n}) || nd.size != 1 || nd.value != value || nd.up != theory.NoNode {
			return fmt.Errorf("euf: node %d is not alone: %+v %+v", n, g.reps[n], *nd)
		}
		for _, a := range g.argsOf(n) {
			parents[a.Node]++
		}
	}
	for n := range g.nodes {
		if parents[n] != g.parents.NumOf(uint32(n)) {
			return fmt.Errorf("euf: node %d has %d parents of %d", n, g.parents.NumOf(uint32(n)), parents[n])
		}
	}
	if len(g.removed) > 0 || g.hasConflict || inTab != g.table.live {
		return fmt.Errorf("euf: %d signatures removed, conflict %v, %d of %d in the table",
			len(g.removed), g.hasConflict, inTab, g.table.live)
	}
	return nil
}
