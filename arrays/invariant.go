package arrays

import (
	"fmt"

	"github.com/muster-smt/muster/sat/invariant"
	"github.com/muster-smt/muster/theory"
)

// checkRings checks, under the invariants build tag, that the lists of each class
// have exactly its relevant nodes.
func (s *Solver) checkRings() {
	if !invariant.Enabled {
		return
	}
	var want [numRings]map[theory.Node]int // by root
	for k := range want {
		want[k] = map[theory.Node]int{}
	}
	for _, n := range s.relevant {
		switch s.kinds[n] {
		case kindStore:
			want[ringMembers][s.host.Root(n)]++
			want[ringUsers][s.host.Root(s.array(n))]++
			want[ringIndices][s.host.Root(s.index(n).Node)]++
		case kindConst:
			want[ringMembers][s.host.Root(n)]++
		case kindSelect:
			want[ringReads][s.host.Root(s.array(n))]++
			want[ringIndices][s.host.Root(s.index(n).Node)]++
		}
	}
	for k := range s.rings {
		for n, h := range s.rings[k].head[:min(len(s.rings[k].head), s.host.NumNodes())] {
			if root := theory.Node(n); (h != 0 || want[k][root] > 0) && s.host.Root(root) == root {
				invariant.Check(s.ringSize(k, root) == want[k][root], "arrays: a list of another length than its class demands")
			}
		}
	}
}

// ringSize counts list k of the class with this root.
func (s *Solver) ringSize(k int, root theory.Node) int {
	n := 0
	for m := range s.rings[k].all(root) {
		n++
		of := m
		switch k {
		case ringReads, ringUsers:
			of = s.array(m)
		case ringIndices:
			of = s.index(m).Node
		}
		invariant.Check(s.host.Root(of) == root && n <= len(s.relevant), "arrays: a list of another class")
	}
	return n
}

// Undone returns an error that names what is left when nothing is relevant.
func (s *Solver) Undone() error {
	if len(s.levels) > 0 {
		return nil
	}
	for k := range s.rings {
		for n, h := range s.rings[k].head {
			if h != 0 {
				return fmt.Errorf("arrays: list %d of node %d begins with %d", k, n, h)
			}
		}
	}
	if left := len(s.relevant) + len(s.events) + s.head + len(s.trail) + len(s.reasons) + len(s.steps); left > 0 {
		return fmt.Errorf("arrays: %d records are left", left)
	}
	return nil
}
