package arrays

import (
	"github.com/muster-smt/muster/sat/invariant"
	"github.com/muster-smt/muster/theory"
)

// checkRings checks, under the invariants build tag, that only roots have
// lists, and that the members of a list belong to its class.
func (s *Solver) checkRings() {
	if !invariant.Enabled {
		return
	}
	for k := range s.rings {
		for n, h := range s.rings[k].head {
			if h == 0 {
				continue
			}
			root := theory.Node(n)
			invariant.Check(s.host.Root(root) == root, "arrays: a list at a node that is no root")
			for m := h; ; {
				of := m
				if k != ringMembers {
					of = s.array(m)
				}
				invariant.Check(s.host.Root(of) == root, "arrays: a list of another class")
				if m = s.rings[k].next[m]; m == h {
					break
				}
			}
		}
	}
}
