package passes

import (
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// body is a procedure body over small numbers: first globals, by their index,
// then, from the next word on, everything else that occurs.
type body struct {
	q     *prog.Proc
	words int     // of a set of the numbers
	flow  []int32 // blocks in topological order
	first []int32 // by block: the index of its first command
	ins   []int32 // by formal: its number, -1 if it does not occur
	outs  []int32
	old   map[int32]int32 // by global, only those whose old value occurs

	// By command: the numbers of its targets, and its first slot. A slot is a
	// term that is read: the condition, or one for each value.
	targets [][]int32
	slot    []int32
	off     []int32 // by slot: where its numbers begin in reads
	reads   []int32
	marks   []int32 // scratch
}

// gen adds to set what a slot reads.
func (b *body) gen(slot int32, set bitset) {
	for _, k := range b.reads[b.off[slot]:b.off[slot+1]] {
		set.add(k)
	}
}

// numbering builds bodies.
type numbering struct {
	*liveness
	dense []int32 // by prog.Ref: its number + 1
	used  []prog.Ref
	next  int32
}

func newNumbering(l *liveness) *numbering {
	return &numbering{liveness: l, dense: make([]int32, 2*len(l.p.Vars))}
}

// number returns the number of a reference's target; -1 for a constant of the program.
func (n *numbering) number(r prog.Ref) int32 {
	switch v := n.p.Var(r.Var()); {
	case v.Kind == prog.Constant:
		return -1
	case v.Kind == prog.Global && !r.Old():
		return n.index[r.Var()]
	}
	if n.dense[r] == 0 {
		n.next++
		n.dense[r] = n.next
		n.used = append(n.used, r)
	}
	return n.dense[r] - 1
}

func (n *numbering) body(q *prog.Proc) *body {
	for _, r := range n.used {
		n.dense[r] = 0
	}
	n.used, n.next = n.used[:0], int32(64*n.liveness.words)
	b := &body{q: q, flow: newFlow(q).order, first: make([]int32, len(q.Blocks)), old: map[int32]int32{}}
	for i := range q.Blocks {
		b.first[i] = int32(len(b.slot))
		for j := range q.Blocks[i].Cmds {
			n.command(b, &q.Blocks[i].Cmds[j])
		}
	}
	b.off = append(b.off, int32(len(b.reads)))
	b.ins, b.outs = n.known(q.Ins), n.known(q.Outs)
	for _, r := range n.used {
		if r.Old() {
			b.old[n.index[r.Var()]] = n.dense[r] - 1
		}
	}
	b.words = int(n.next+63) / 64
	return b
}

func (n *numbering) known(vs []prog.VarID) []int32 {
	out := make([]int32, len(vs))
	for i, v := range vs {
		out[i] = n.dense[prog.Now(v)] - 1
	}
	return out
}

func (n *numbering) command(b *body, c *prog.Cmd) {
	b.slot = append(b.slot, int32(len(b.off)))
	if c.Kind == prog.Assume {
		n.read(b, c.Cond)
	}
	for _, t := range c.Values {
		n.read(b, t)
	}
	var targets []int32
	if len(c.Targets) > 0 {
		targets = make([]int32, len(c.Targets))
	}
	for i, v := range c.Targets {
		targets[i] = n.number(prog.Now(v))
	}
	b.targets = append(b.targets, targets)
}

// read begins a slot for a term.
func (n *numbering) read(b *body, t term.Term) {
	b.off = append(b.off, int32(len(b.reads)))
	for _, r := range n.uses.Of(t) {
		if k := n.number(r); k >= 0 {
			b.reads = append(b.reads, k)
		}
	}
}
