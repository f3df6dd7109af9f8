package prog

import "slices"

// Clone returns a copy of a program that passes may change without an effect on p. They share the store and its terms.
func (p *Program) Clone() *Program {
	q := *p
	q.Vars, q.Globals, q.Consts, q.Axioms = slices.Clone(p.Vars), slices.Clone(p.Globals), slices.Clone(p.Consts),
		slices.Clone(p.Axioms)
	q.Procs = make([]*Proc, len(p.Procs))
	for i, x := range p.Procs {
		q.Procs[i] = x.clone()
	}
	return &q
}

func (p *Proc) clone() *Proc {
	q := *p
	q.Ins, q.Outs, q.Locals, q.Modifies = slices.Clone(p.Ins), slices.Clone(p.Outs), slices.Clone(p.Locals),
		slices.Clone(p.Modifies)
	q.Requires, q.Ensures = slices.Clone(p.Requires), slices.Clone(p.Ensures)
	q.Blocks = slices.Clone(p.Blocks)
	for i := range q.Blocks {
		b := &q.Blocks[i]
		b.Cmds, b.Succs = slices.Clone(b.Cmds), slices.Clone(b.Succs)
		for j := range b.Cmds {
			b.Cmds[j].Targets, b.Cmds[j].Values = slices.Clone(b.Cmds[j].Targets), slices.Clone(b.Cmds[j].Values)
		}
	}
	return &q
}
