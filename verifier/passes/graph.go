package passes

import (
	"slices"

	"github.com/muster-smt/muster/verifier/prog"
)

// flow is the control-flow graph of a procedure: the blocks that control can
// reach, in reverse postorder of a depth-first search.
type flow struct {
	q     *prog.Proc
	order []int32 // blocks in reverse postorder
	num   []int32 // by block: its index in order, -1 if control never reaches it
	preds [][]int32
}

// newFlow orders the blocks. In the reverse postorder of an acyclic graph
// every block comes after its predecessors.
func newFlow(q *prog.Proc) *flow {
	n := len(q.Blocks)
	f := &flow{q: q}
	if n == 0 {
		return f
	}
	const unseen, open = -1, -2
	f.num = slices.Repeat([]int32{unseen}, n)
	type frame struct{ block, next int32 }
	stack := []frame{{0, 0}}
	f.num[0] = open
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		succs := q.Blocks[top.block].Succs
		if int(top.next) < len(succs) {
			// The last successor first, so that the first comes first in the order.
			to := succs[len(succs)-1-int(top.next)]
			top.next++
			if f.num[to] == unseen {
				f.num[to] = open
				stack = append(stack, frame{to, 0})
			}
			continue
		}
		f.order = append(f.order, top.block)
		stack = stack[:len(stack)-1]
	}
	slices.Reverse(f.order)
	for i, b := range f.order {
		f.num[b] = int32(i)
	}
	return f
}

// predecessors fills f.preds, for reached blocks.
func (f *flow) predecessors() {
	count := make([]int32, len(f.q.Blocks))
	total := 0
	for _, b := range f.order {
		for _, t := range f.q.Blocks[b].Succs {
			count[t]++
			total++
		}
	}
	flat := make([]int32, total)
	f.preds = make([][]int32, len(f.q.Blocks))
	for i, c := range count {
		f.preds[i], flat = flat[:0:c], flat[c:]
	}
	for _, b := range f.order {
		for _, t := range f.q.Blocks[b].Succs {
			f.preds[t] = append(f.preds[t], b)
		}
	}
}

// cyclic reports whether there is a cycle.
func (f *flow) cyclic() bool {
	for _, b := range f.order {
		for _, t := range f.q.Blocks[b].Succs {
			if f.num[t] <= f.num[b] {
				return true
			}
		}
	}
	return false
}

// dropUnreached removes the blocks that control never reaches, and returns how many there were.
func dropUnreached(q *prog.Proc) int {
	f := newFlow(q)
	return removeBlocks(q, func(b int32) bool { return f.num[b] >= 0 })
}

// removeBlocks keeps only the blocks for which keep holds, which must include the
// entry. Edges to the others vanish.
func removeBlocks(q *prog.Proc, keep func(int32) bool) int {
	to := make([]int32, len(q.Blocks))
	n := int32(0)
	for i := range q.Blocks {
		to[i] = -1
		if keep(int32(i)) {
			to[i] = n
			n++
		}
	}
	removed := len(q.Blocks) - int(n)
	if removed == 0 {
		return 0
	}
	for i := range q.Blocks {
		if to[i] < 0 {
			continue
		}
		b := q.Blocks[i]
		succs := b.Succs[:0]
		for _, t := range b.Succs {
			if to[t] >= 0 {
				succs = append(succs, to[t])
			}
		}
		b.Succs = succs
		q.Blocks[to[i]] = b
	}
	clear(q.Blocks[n:])
	q.Blocks = q.Blocks[:n]
	return removed
}

// kill makes b a block whose end control never reaches.
func (s *state) kill(b *prog.Block) {
	b.Succs, b.Dead = nil, true
	if n := len(b.Cmds); n == 0 || b.Cmds[n-1].Kind != prog.Assume || b.Cmds[n-1].Cond != s.st.False() {
		b.Cmds = append(b.Cmds[:len(b.Cmds):len(b.Cmds)], prog.Cmd{Kind: prog.Assume, Cond: s.st.False(), Node: b.Node})
	}
}
