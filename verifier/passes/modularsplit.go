package passes

import (
	"slices"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier/prog"
)

// splitLoops leaves one head to each loop, as makeReducible does with copies.
func (m *modular) splitLoops() error {
	x := newReducer(m.state, m.q, prog.Assert)
	x.trying, x.left = true, maxSplit-len(m.q.Blocks)
	if x.reduce([]region{x.whole()}) {
		return nil
	}
	if m.ctx.Err() != nil {
		return reason.Of(limit.ContextReason(m.ctx))
	}
	return m.tooManyBlocks(m.q)
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
