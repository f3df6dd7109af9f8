package passes

import (
	"fmt"
	"slices"

	"github.com/muster-smt/muster/verifier/prog"
)

// splitLoops leaves one head to each loop. What enters a loop by another block goes to copies of the blocks of the
// loop, from where it gets to the head or out (node splitting: A. V. Aho, M. S. Lam, R. Sethi, J. D. Ullman,
// "Compilers", 9.7). The head is the first block, in reverse postorder, by which the loop is entered and that begins
// with an invariant; if there is none, the first by which it is entered.
func (m *modular) splitLoops() error {
	for {
		scc, ok := irreducible(m.q)
		switch {
		case !ok || len(m.q.Blocks)+len(scc) > maxUnrolled:
			return m.tooManyBlocks(m.q)
		case scc == nil:
			return nil
		}
		f := newFlow(m.q)
		f.predecessors()
		for _, e := range f.entries(scc) {
			if b := &m.q.Blocks[e]; slices.ContainsFunc(b.Cmds[:prefix(b)],
				func(c prog.Cmd) bool { return c.Kind == prog.Assert }) {
				scc = front(scc, e)
				break
			}
		}
		split(m.q, scc)
	}
}

// split copies the blocks of a loop but for its head, which is the first one.
func split(q *prog.Proc, scc []int32) {
	copies := map[int32]int32{}
	for i, b := range scc[1:] {
		copies[b] = int32(len(q.Blocks) + i)
	}
	redirect := func(succs []int32) []int32 {
		out := slices.Clone(succs)
		for i, t := range out {
			if c, ok := copies[t]; ok {
				out[i] = c
			}
		}
		return out
	}
	for i := range q.Blocks {
		if _, inside := copies[int32(i)]; !inside && int32(i) != scc[0] {
			q.Blocks[i].Succs = redirect(q.Blocks[i].Succs)
		}
	}
	for _, b := range scc[1:] {
		c := q.Blocks[b]
		c.Label, c.Cmds, c.Succs = fmt.Sprintf("%s#1", c.Label), slices.Clone(c.Cmds), redirect(c.Succs)
		q.Blocks = append(q.Blocks, c)
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
