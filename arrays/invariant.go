package arrays

import (
	"fmt"

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

// Undone returns what is left when nothing is relevant.
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
	for i := range s.known {
		if s.known[i].live {
			return fmt.Errorf("arrays: lemma %d is live", i)
		}
	}
	if left := len(s.relevant) + len(s.events) + s.head + len(s.trail) + len(s.reasons) + len(s.steps); left > 0 {
		return fmt.Errorf("arrays: %d records are left", left)
	}
	return nil
}
