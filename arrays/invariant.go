package arrays

import (
	"github.com/muster-smt/muster/sat/invariant"
	"github.com/muster-smt/muster/theory"
)

// checkRings checks, under the invariants build tag, that the members of a
// root's lists belong to its class.
func (s *Solver) checkRings() {
	if !invariant.Enabled {
		return
	}
	for k := range s.rings {
		for n, h := range s.rings[k].head {
			root := theory.Node(n)
			if h == 0 || s.host.Root(root) != root {
				continue
			}
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
