package prog

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
)

// Terms calls yield for the condition of the command, if it has one, and for its values.
func (c *Cmd) Terms(yield func(term.Term) bool) {
	if c.Cond != 0 && !yield(c.Cond) {
		return
	}
	for _, t := range c.Values {
		if !yield(t) {
			return
		}
	}
}

// Cmds calls yield for the commands of all blocks, in order.
func (q *Proc) Cmds(yield func(*Cmd) bool) {
	for i := range q.Blocks {
		for j := range q.Blocks[i].Cmds {
			if !yield(&q.Blocks[i].Cmds[j]) {
				return
			}
		}
	}
}

// Succs returns the blocks to which control goes from a block.
func (q *Proc) Succs(block int32) []int32 { return q.Blocks[block].Succs }

// Terms calls yield for what the procedure requires and ensures, and for the terms of its
// commands, in order. Candidates are not among them.
func (q *Proc) Terms(yield func(term.Term) bool) {
	for _, c := range slices.Concat(q.Requires, q.Ensures) {
		if !yield(c.Cond) {
			return
		}
	}
	for c := range q.Cmds {
		for t := range c.Terms {
			if !yield(t) {
				return
			}
		}
	}
}
