package passes

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/graph"
	"github.com/muster-smt/muster/verifier/prog"
)

// entered is a loop with several entries that gets a head in front of them. Before control goes to the head, a local of
// the procedure is set to the number of the entry that is next. An iteration ends where control goes back to an entry:
// by an edge that leads up in reverse postorder, as edges to the head of a loop with one entry do.
type entered struct {
	*reducer
	entries  []int32
	selector prog.VarID
	head     int32
	loop     []int32 // the blocks, with those that are made
}

// selectEntry gives a loop a new head. The first block of q is in no loop with several entries: all that is reached is
// reached from there.
func (x *reducer) selectEntry(c, starts []int32) region {
	blocks := x.arrange(region{c, starts})
	e := &entered{reducer: x, entries: append(slices.Clip(starts), x.tangled(blocks, starts)...), loop: slices.Clone(c)}
	e.selector = x.p.NewVar(x.q.Blocks[starts[0]].Label+"_entry", prog.Local, term.Int, 0)
	x.q.Locals = append(slices.Clip(x.q.Locals), e.selector)
	if x.res.Selectors == nil {
		x.res.Selectors = map[prog.VarID]bool{}
	}
	x.res.Selectors[e.selector] = true
	e.addHead()
	for i := range e.entries {
		e.enter(i)
	}
	return region{e.loop, []int32{e.head}}
}

// tangled returns the blocks, besides those by which control enters a region, to which it goes back from where it need
// not have been at them: the entries of loops with several that are in the loop, but not in another one that has one.
// They become entries, too, since a loop that says by which of all these to go on is smaller than loops in loops are.
func (x *reducer) tangled(blocks, starts []int32) (out []int32) {
	preds := make([][]int32, 1+len(blocks)) // by place in the region; 0 stands for what is outside
	for i, b := range blocks {
		for _, p := range x.preds[b] {
			if x.has(p) {
				preds[1+i] = append(preds[1+i], x.pos[p])
			}
		}
	}
	for _, b := range starts {
		preds[x.pos[b]] = append(preds[x.pos[b]], 0)
	}
	idom := graph.Dominators(preds)
	inner := make([]bool, len(preds)) // in a loop with one entry
	for t := int32(1); int(t) < len(preds); t++ {
		back := slices.DeleteFunc(slices.Clone(preds[t]), func(p int32) bool { return p < t })
		switch {
		case inner[t] || len(back) == 0 || slices.Contains(preds[t], 0):
		case slices.ContainsFunc(back, func(p int32) bool { return !dominates(idom, t, p) }):
			out = append(out, blocks[t-1])
		default:
			for len(back) > 0 {
				p := back[len(back)-1]
				if back = back[:len(back)-1]; p != t && !inner[p] {
					inner[p] = true
					back = append(back, preds[p]...)
				}
			}
		}
	}
	return out
}

// block appends a block that no trace shows. The head has the label of the first entry, since that names the loop.
func (x *entered) block(like int32, suffix string, c []prog.Cmd, preds, succs []int32) int32 {
	b := &x.q.Blocks[like]
	return x.add(prog.Block{Label: b.Label + suffix, Node: b.Node, Cut: true, Inner: true, Cmds: c, Succs: succs}, preds)
}

// selects returns the formula that an entry is next.
func (x *entered) selects(i int) term.Term {
	return x.st.Eq(x.p.Var(x.selector).Term, x.st.Int(int64(i)))
}

// addHead adds the head, with the ways to the entries. What an entry proposes as an invariant is proposed there of the
// executions that go on with it.
func (x *entered) addHead() {
	x.head = x.block(x.entries[0], "", nil, nil, nil)
	x.loop = append(x.loop, x.head)
	x.makeHead(x.head)
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
		c := []prog.Cmd{{Kind: prog.Assume, Cond: x.selects(i), Node: b.Node}}
		way := x.block(e, "_enter", c, []int32{x.head}, []int32{e})
		x.loop = append(x.loop, way)
		x.q.Blocks[x.head].Succs = append(x.q.Blocks[x.head].Succs, way)
	}
	x.q.Blocks[x.head].Trips = trips
}

// enter has control go through the head where it enters the loop by an entry or goes back to it: by one block outside,
// and one inside, which is part of the loop.
func (x *entered) enter(i int) {
	e := x.entries[i]
	preds := []int32{x.q.Blocks[x.head].Succs[i]}
	var outside, inside []int32
	for _, b := range x.preds[e] {
		switch {
		case !x.has(b):
			outside = append(outside, b)
		case x.pos[e] > x.pos[b]:
			preds = append(preds, b)
		default:
			inside = append(inside, b)
		}
	}
	x.preds[e] = preds
	if len(outside) > 0 {
		x.set(i, outside)
	}
	if len(inside) > 0 {
		x.loop = append(x.loop, x.set(i, inside))
	}
}

// set adds a block in which an entry becomes the next one, between some blocks and the head.
func (x *entered) set(i int, preds []int32) int32 {
	e := x.entries[i]
	c := prog.Cmd{Kind: prog.Assign, Targets: []prog.VarID{x.selector}, Values: []term.Term{x.st.Int(int64(i))},
		Node: x.q.Blocks[e].Node}
	way := x.block(e, "_select", []prog.Cmd{c}, preds, []int32{x.head})
	for _, b := range preds {
		x.redirect(b, e, way)
	}
	x.preds[x.head] = append(x.preds[x.head], way)
	return way
}
