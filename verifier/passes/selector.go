package passes

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// entered is a loop with several entries that gets a head in front of them. Before control goes to the head, a local of
// the procedure is set to the number of the entry that is next. An iteration ends where control goes back to an entry:
// by an edge that leads up in reverse postorder, as edges to the head of a loop with one entry do.
type entered struct {
	*state
	q        *prog.Proc
	flow     *flow
	in       map[int32]bool // the blocks of the loop; never ranged over
	entries  []int32
	selector prog.VarID
	head     int32
}

// selectEntry gives a loop of q a new head. The first block of q is in no loop with several entries: all that is
// reached is reached from there.
func (s *state) selectEntry(q *prog.Proc, scc []int32) {
	x := &entered{state: s, q: q, flow: newFlow(q), in: map[int32]bool{}}
	x.flow.predecessors()
	for _, b := range scc {
		x.in[b] = true
	}
	x.entries = x.flow.entries(scc)
	name := q.Blocks[x.entries[0]].Label + "_entry"
	x.selector = s.p.NewVar(name, prog.Local, term.Int, 0)
	q.Locals = append(slices.Clip(q.Locals), x.selector)
	if s.res.Selectors == nil {
		s.res.Selectors = map[prog.VarID]bool{}
	}
	s.res.Selectors[x.selector] = true
	x.makeHead(name)
	for i := range x.entries {
		x.enter(i)
	}
}

// redirect has a block go to another one in place of t.
func redirect(b *prog.Block, t, instead int32) {
	if i := slices.Index(b.Succs, t); i >= 0 {
		b.Succs[i] = instead
	}
}

// block appends a block that no trace shows.
func (x *entered) block(label string, like int32, c []prog.Cmd, succs ...int32) int32 {
	x.q.Blocks = append(x.q.Blocks, prog.Block{Label: label, Node: x.q.Blocks[like].Node, Cut: true, Inner: true, Cmds: c,
		Succs: succs})
	return int32(len(x.q.Blocks) - 1)
}

// selects returns the formula that an entry is next.
func (x *entered) selects(i int) term.Term {
	return x.st.Eq(x.p.Var(x.selector).Term, x.st.Int(int64(i)))
}

// makeHead makes the head, with the ways to the entries. What an entry proposes as an invariant is proposed there of
// the executions that go on with it.
func (x *entered) makeHead(name string) {
	x.head = x.block(name, x.entries[0], nil)
	trips := 0
	for i, e := range x.entries {
		b := &x.q.Blocks[e]
		trips = max(trips, b.Trips)
		for _, c := range b.Cmds[:prefix(b)] {
			if c.Kind == prog.Propose {
				c.Cond = x.st.Implies(x.selects(i), c.Cond)
				x.q.Blocks[x.head].Cmds = append(x.q.Blocks[x.head].Cmds, c)
			}
		}
		way := x.block(b.Label+"_enter", e, []prog.Cmd{{Kind: prog.Assume, Cond: x.selects(i), Node: b.Node}}, e)
		x.q.Blocks[x.head].Succs = append(x.q.Blocks[x.head].Succs, way)
	}
	x.q.Blocks[x.head].Trips = trips
}

// enter has control go through the head where it enters the loop by an entry or goes back to it.
func (x *entered) enter(i int) {
	e := x.entries[i]
	set := func() int32 { // one from outside, and one from inside, which is part of the loop
		c := prog.Cmd{Kind: prog.Assign, Targets: []prog.VarID{x.selector}, Values: []term.Term{x.st.Int(int64(i))},
			Node: x.q.Blocks[e].Node}
		return x.block(x.q.Blocks[e].Label+"_select", e, []prog.Cmd{c}, x.head)
	}
	outside, inside := int32(-1), int32(-1)
	for _, b := range x.flow.preds[e] {
		way := &outside
		switch {
		case x.in[b] && x.flow.num[e] > x.flow.num[b]:
			continue
		case x.in[b]:
			way = &inside
		}
		if *way < 0 {
			*way = set()
		}
		x.q.Blocks[b].Succs = slices.Clone(x.q.Blocks[b].Succs)
		redirect(&x.q.Blocks[b], e, *way)
	}
}
