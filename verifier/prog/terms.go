package prog

import "github.com/muster-smt/muster/theory/term"

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

// Terms calls yield for what the procedure requires and ensures, and for the terms of its
// commands, in order. Candidates are not among them.
func (q *Proc) Terms(yield func(term.Term) bool) {
	for _, contracts := range [...][]Contract{q.Requires, q.Ensures} {
		for _, c := range contracts {
			if !yield(c.Cond) {
				return
			}
		}
	}
	for i := range q.Blocks {
		for j := range q.Blocks[i].Cmds {
			for t := range q.Blocks[i].Cmds[j].Terms {
				if !yield(t) {
					return
				}
			}
		}
	}
}
