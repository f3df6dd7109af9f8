package passes

import (
	"slices"

	"github.com/muster-smt/muster/verifier/prog"
)

// splitLoops leaves one head to each loop, as makeReducible does with copies.
func (m *modular) splitLoops() error {
	for {
		scc, ok := irreducible(m.q)
		switch {
		case !ok || len(m.q.Blocks)+len(scc) > maxSplit:
			return m.tooManyBlocks(m.q)
		case scc == nil:
			return nil
		}
		split(m.q, headed(m.q, scc, prog.Assert))
	}
}

// joinHeads moves the conditions of a block to the head of a loop if that has nothing else and leads to nowhere else,
// as Boogie joins such blocks: they are invariants, too.
func (m *modular) joinHeads(loops []*loop) {
	f := newFlow(m.q)
	f.predecessors()
	for _, l := range loops {
		h := &m.q.Blocks[l.header]
		for next := h; prefix(next) == len(next.Cmds) && len(next.Succs) == 1; {
			t := next.Succs[0]
			if t == l.header || len(f.preds[t]) != 1 {
				break
			}
			next = &m.q.Blocks[t]
			n := prefix(next)
			h.Cmds = append(slices.Clip(h.Cmds), next.Cmds[:n]...)
			if next.Cmds = next.Cmds[n:]; len(next.Cmds) > 0 {
				break
			}
		}
	}
}
