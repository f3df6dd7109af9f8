package rerun

// maxJoined limits the commands of a block that others are joined to, and these: what cannot be reached may go in a
// circle without a head.
const maxJoined = 64

// join appends to each block what follows it in any case, up to where control parts or a loop begins: control that
// passes from one block to the next costs as much as a command.
func (x *procedure) join() {
	parts := make([]block, len(x.blocks))
	copy(parts, x.blocks)
	for i := range x.blocks {
		b := &x.blocks[i]
		for !b.dead && b.marks == nil && len(b.succs) == 1 {
			next := &parts[b.succs[0]]
			if len(b.cmds)+len(next.cmds) > maxJoined || b.steps == maxJoined {
				break
			}
			cmds, steps := append(b.cmds[:len(b.cmds):len(b.cmds)], next.cmds...), b.steps+next.steps
			*b = *next
			b.cmds, b.steps = cmds, steps
		}
	}
}
