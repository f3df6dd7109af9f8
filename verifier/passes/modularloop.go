package passes

import (
	"slices"

	"github.com/muster-smt/muster/verifier/prog"
)

// loopHead is the head of a loop that is cut.
type loopHead struct {
	*loop
	invariants []prog.Cmd   // the assertions with which the head begins
	changed    []prog.VarID // by the loop
}

// cutLoops has each loop begin in any state that its invariants allow, and end after an iteration. The invariants are
// the assertions with which its head begins; assumptions among them are free invariants.
func (m *modular) cutLoops() error {
	if err := m.splitLoops(); err != nil {
		return err
	}
	m.newStart(m.q)
	dropUnreached(m.q)
	heads := make([]*loopHead, len(m.q.Blocks))
	found := loops(m.q)
	m.joinHeads(found)
	for _, l := range found {
		h := &loopHead{loop: l, changed: m.changed(l)}
		for _, c := range m.q.Blocks[l.header].Cmds[:prefix(&m.q.Blocks[l.header])] {
			if c.Kind == prog.Assert {
				h.invariants = append(h.invariants, c)
			}
		}
		heads[l.header] = h
	}
	for i := range heads {
		for k, t := range m.q.Blocks[i].Succs {
			if heads[t] != nil {
				m.q.Blocks[i].Succs[k] = m.edge(int32(i), heads[t])
			}
		}
	}
	for _, h := range heads {
		if h != nil {
			m.begin(h)
		}
	}
	return nil
}

// prefix returns how many conditions a block begins with.
func prefix(b *prog.Block) int {
	n := slices.IndexFunc(b.Cmds, func(c prog.Cmd) bool {
		return c.Kind != prog.Assert && c.Kind != prog.Assume && c.Kind != prog.Propose
	})
	if n < 0 {
		return len(b.Cmds)
	}
	return n
}

// changed returns what a loop may change.
func (m *modular) changed(l *loop) (out []prog.VarID) {
	seen := map[prog.VarID]bool{}
	add := func(vars []prog.VarID) {
		for _, v := range vars {
			if !seen[v] {
				seen[v] = true
				out = append(out, v)
			}
		}
	}
	for _, b := range l.blocks {
		for i := range m.q.Blocks[b].Cmds {
			c := &m.q.Blocks[b].Cmds[i]
			if add(c.Targets); c.Kind == prog.Call {
				add(m.p.Procs[c.Callee].Modifies)
			}
		}
	}
	return out
}

// edge returns a new block between a block and the head of a loop, where the invariants have to hold.
func (m *modular) edge(from int32, h *loopHead) int32 {
	b := prog.Block{Label: m.q.Blocks[from].Label + "_edge", Node: m.q.Blocks[from].Node, Cut: true,
		Succs: []int32{h.header}}
	again := slices.Contains(h.sources, from)
	for _, c := range h.invariants {
		o := Obligation{CheckEntry, c.Node, c.Node}
		if again {
			o.Kind = CheckMaintained
		}
		b.Cmds = append(b.Cmds, m.clause(o, c))
	}
	if again {
		m.kill(&b)
	}
	m.q.Blocks = append(m.q.Blocks, b)
	return int32(len(m.q.Blocks) - 1)
}

// clause returns an assertion that stands for an obligation.
func (m *modular) clause(o Obligation, c prog.Cmd) prog.Cmd {
	c.Kind, c.ID = prog.Assert, int32(len(m.clauses)+1)
	m.clauses[c.ID] = o
	return c
}

// begin has the head of a loop begin with any values of what the loop changes that satisfy the invariants.
func (m *modular) begin(h *loopHead) {
	b := &m.q.Blocks[h.header]
	var cmds []prog.Cmd
	if len(h.changed) > 0 {
		cmds = append(cmds, prog.Cmd{Kind: prog.Havoc, Targets: h.changed, Node: b.Node})
	}
	for _, v := range h.changed {
		if w := m.p.Wheres[v]; w != 0 {
			cmds = append(cmds, prog.Cmd{Kind: prog.Assume, Cond: w, Node: b.Node})
		}
	}
	n := prefix(b)
	for i, c := range b.Cmds {
		if i < n && c.Kind == prog.Assert {
			c.Kind, c.ID, c.Given = prog.Assume, 0, true
		}
		cmds = append(cmds, c)
	}
	b.Cmds = cmds
}
