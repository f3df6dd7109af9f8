package passes

import (
	"slices"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier/graph"
	"github.com/muster-smt/muster/verifier/prog"
)

const (
	// maxSplit bounds the blocks of one procedure that is checked by its contract, whose loops get one head each.
	maxSplit = 500_000
	// maxCopies bounds the blocks that are copied to give a loop of a whole program one entry.
	maxCopies = 64
	// maxRegions bounds the blocks of the regions in which loops are looked for, each of which is a loop in another one.
	maxRegions = 10_000_000
)

func (s *state) tooManyBlocks(q *prog.Proc) error {
	return s.errorf(q.Node, "unsupported: the loops of %s are nested so deeply that they become more than %d blocks",
		q.Name, maxSplit)
}

// makeReducible gives each loop of q one head. What enters a loop elsewhere goes to copies of its blocks, from where it
// gets to the head or out (node splitting: A. V. Aho, M. S. Lam, R. Sethi, J. D. Ullman, "Compilers", 9.7), since then
// one invariant describes the loop. Copies of copies may be exponentially many, so where some are not enough, the loop
// stays as it is and gets a new head that says by which block to go on.
func (s *state) makeReducible(q *prog.Proc, copying bool) error {
	if reducible(q) {
		return nil
	}
	x := newReducer(s, q, prog.Propose)
	if copying {
		x.left = max(maxCopies, len(q.Blocks))
	}
	ok := x.reduce([]region{x.whole()})
	switch {
	case s.ctx.Err() != nil:
		return reason.Of(limit.ContextReason(s.ctx))
	case !ok:
		return s.errorf(q.Node, "unsupported: the loops of %s are nested too deeply", q.Name)
	}
	for _, b := range x.copies {
		s.copied[q.Blocks[b].Node] = true
	}
	s.irreducible++
	dropUnreached(q)
	return nil
}

// reducible reports whether each loop has one entry: control goes back only to blocks that it has been at.
func reducible(q *prog.Proc) bool {
	f := newFlow(q)
	f.predecessors()
	preds := make([][]int32, len(f.order))
	for i, b := range f.order {
		for _, p := range f.preds[b] {
			preds[i] = append(preds[i], f.num[p])
		}
	}
	idom := graph.Dominators(preds)
	for t := range preds {
		for _, p := range preds[t] {
			if int(p) >= t && !dominates(idom, int32(t), p) {
				return false
			}
		}
	}
	return true
}

// dominates reports whether a node of a graph is on each way from its first node to another one.
func dominates(idom []int32, t, p int32) bool {
	for p > t {
		p = idom[p]
	}
	return p == t
}

// reducer gives each loop of a procedure one head, outer loops first. Each step costs what the loop has of blocks and
// edges, so the whole what the loops have together.
type reducer struct {
	*state
	q         *prog.Proc
	invariant prog.CmdKind // what an invariant is
	preds     [][]int32
	isHead    []bool
	comps     *graph.Components[int32]
	room      int // how many blocks comps has tables for

	regions int32
	in      []int32 // by block: the number of the region that was arranged last with it
	pos     []int32 // by block: its place in that, 0 if no start leads to it
	work    int     // blocks of the regions

	left   int  // how many blocks may be copied
	trying bool // copies are tried: it is undone if they are too many
	copies []int32
	log    []changed // while copies are tried
}

// region is a set of blocks in which loops are looked for, and by which of them it is entered.
type region struct{ blocks, starts []int32 }

// changed is what a block was.
type changed struct {
	block  int32
	succs  []int32
	preds  []int32
	isHead bool
}

func newReducer(s *state, q *prog.Proc, invariant prog.CmdKind) *reducer {
	f := newFlow(q)
	f.predecessors()
	n := len(q.Blocks)
	return &reducer{state: s, q: q, invariant: invariant, preds: f.preds, isHead: make([]bool, n), in: make([]int32, n),
		pos: make([]int32, n)}
}

// whole returns the region of all blocks.
func (x *reducer) whole() region { return region{newFlow(x.q).order, []int32{0}} }

// arrange returns those blocks of a region that its starts lead to, in reverse postorder of a search as newFlow's.
func (x *reducer) arrange(r region) []int32 {
	x.regions++
	for i, b := range r.blocks {
		x.in[b], x.pos[b] = x.regions, int32(i+1)
	}
	next := make([][]int32, 1+len(r.blocks))
	local := func(bs []int32) (out []int32) {
		for _, b := range slices.Backward(bs) {
			if x.in[b] == x.regions {
				out = append(out, x.pos[b])
			}
		}
		return out
	}
	next[0] = local(r.starts)
	for i, b := range r.blocks {
		next[1+i] = local(x.q.Blocks[b].Succs)
	}
	order, _ := graph.DepthFirst(len(next), func(i int32) []int32 { return next[i] })
	out := make([]int32, len(order)-1)
	for i, k := range order[1:] {
		out[i] = r.blocks[k-1]
	}
	for _, b := range r.blocks {
		x.pos[b] = 0
	}
	for i, b := range out {
		x.pos[b] = int32(i + 1)
	}
	return out
}

// has reports whether a block is in the region that was arranged last, and reached there.
func (x *reducer) has(b int32) bool { return x.in[b] == x.regions && x.pos[b] > 0 }

// reduce gives the loops in some regions one head each. While copies are tried it reports whether they are few enough.
func (x *reducer) reduce(regions []region) bool {
	for ; len(regions) > 0; regions = regions[1:] {
		blocks := x.arrange(regions[0])
		if x.work += len(blocks); x.work > maxRegions || x.ctx.Err() != nil {
			return false
		}
		for _, c := range x.loopsIn(blocks) {
			starts := x.entries(c)
			if len(starts) == 1 {
				x.makeHead(starts[0])
				regions = append(regions, region{c, starts})
				continue
			}
			inner, ok := x.enterOnce(c, starts)
			if !ok {
				return false
			}
			regions = append(regions, inner...)
		}
	}
	return true
}

// enterOnce gives a loop with several entries one head. It returns where other loops may be, and reports whether there
// are few enough copies.
func (x *reducer) enterOnce(c, starts []int32) ([]region, bool) {
	if x.trying {
		return x.split(c, starts)
	}
	left, mark, copies := x.left, len(x.q.Blocks), len(x.copies)
	x.trying, x.left = true, min(left, maxCopies)
	inner, ok := x.split(c, starts)
	ok = ok && x.reduce(inner)
	x.trying = false
	if ok {
		x.log, x.left = nil, left-(len(x.copies)-copies)
		return nil, true
	}
	x.undo(mark, copies)
	x.left = left
	if x.work > maxRegions || x.ctx.Err() != nil {
		return nil, false
	}
	return []region{x.selectEntry(c, starts)}, true
}

// undo undoes what was tried: what is left is the first blocks and copies.
func (x *reducer) undo(blocks, copies int) {
	for _, c := range slices.Backward(x.log) {
		if int(c.block) < blocks {
			x.q.Blocks[c.block].Succs, x.preds[c.block], x.isHead[c.block] = c.succs, c.preds, c.isHead
		}
	}
	clear(x.q.Blocks[blocks:])
	x.q.Blocks, x.preds, x.isHead = x.q.Blocks[:blocks], x.preds[:blocks], x.isHead[:blocks]
	x.in, x.pos, x.copies, x.log = x.in[:blocks], x.pos[:blocks], x.copies[:copies], nil
}

// save notes what a block is before it changes.
func (x *reducer) save(b int32) {
	if x.trying {
		x.log = append(x.log, changed{b, x.q.Blocks[b].Succs, x.preds[b], x.isHead[b]})
	}
}

// add appends a block.
func (x *reducer) add(b prog.Block, preds []int32) int32 {
	x.q.Blocks = append(x.q.Blocks, b)
	x.preds, x.isHead = append(x.preds, preds), append(x.isHead, false)
	x.in, x.pos = append(x.in, 0), append(x.pos, 0)
	return int32(len(x.q.Blocks) - 1)
}

func (x *reducer) makeHead(b int32) {
	x.save(b)
	x.isHead[b] = true
}

// redirect has a block go to another one in place of t.
func (x *reducer) redirect(b, t, instead int32) {
	x.save(b)
	succs := slices.Clone(x.q.Blocks[b].Succs)
	succs[slices.Index(succs, t)] = instead
	x.q.Blocks[b].Succs = succs
}

// loopsIn returns the maximal loops of the region that was arranged last. Edges to heads, which are at its front, do
// not count.
func (x *reducer) loopsIn(blocks []int32) [][]int32 {
	if n := len(x.q.Blocks); n > x.room {
		x.room = 2 * n
		x.comps = graph.NewComponents[int32](x.room)
	}
	all := x.comps.Of(blocks, func(b int32) (inside []int32) {
		for _, t := range x.q.Blocks[b].Succs {
			if x.has(t) && !x.isHead[t] {
				inside = append(inside, t)
			}
		}
		return inside
	})
	return slices.DeleteFunc(all, func(c []int32) bool { return len(c) == 1 })
}

// entries returns the blocks by which control enters a loop, in the order of its region.
func (x *reducer) entries(c []int32) (starts []int32) {
	x.regions++
	for _, b := range c {
		x.in[b] = x.regions
	}
	for _, b := range c {
		outside := func(p int32) bool { return x.in[p] != x.regions }
		if b == 0 || slices.ContainsFunc(x.preds[b], outside) {
			starts = append(starts, b)
		}
	}
	slices.SortFunc(starts, func(a, b int32) int { return int(x.pos[a] - x.pos[b]) })
	return starts
}

// headOf returns the first entry, in reverse postorder, that begins with an invariant. If there is none, it is the
// first entry, at which executions step by step count iterations, too (graph.BackEdges).
func (x *reducer) headOf(starts []int32) int32 {
	i := slices.IndexFunc(starts, func(e int32) bool {
		b := &x.q.Blocks[e]
		return slices.ContainsFunc(b.Cmds[:prefix(b)], func(c prog.Cmd) bool { return c.Kind == x.invariant })
	})
	return starts[max(i, 0)]
}

// split makes an entry of a loop its head, and copies the blocks by which control gets from the other entries to the
// head or out. It reports whether that many may be copied. There may be loops in both regions that it returns.
func (x *reducer) split(c, starts []int32) ([]region, bool) {
	head := x.headOf(starts)
	but := func(list []int32) []int32 {
		return slices.DeleteFunc(slices.Clone(list), func(b int32) bool { return b == head })
	}
	others := but(starts)
	rest := x.arrange(region{but(c), others})
	if len(rest) > x.left {
		return nil, false
	}
	x.left -= len(rest)
	x.makeHead(head)
	first := int32(len(x.q.Blocks))
	copied := func(list []int32) []int32 {
		out := slices.Clone(list)
		for i, b := range out {
			if x.has(b) {
				out[i] = first + x.pos[b] - 1
			}
		}
		return out
	}
	for i, b := range rest {
		var within, outside []int32
		for _, p := range x.preds[b] {
			if p == head || x.in[p] == x.regions {
				within = append(within, p)
				continue
			}
			x.redirect(p, b, first+int32(i))
			outside = append(outside, p)
		}
		x.save(b)
		x.preds[b] = within
		k := x.q.Blocks[b]
		k.Cmds, k.Succs = slices.Clone(k.Cmds), copied(k.Succs)
		x.copies = append(x.copies, x.add(k, outside))
	}
	made := copied(rest)
	for _, b := range made {
		for _, t := range x.q.Blocks[b].Succs {
			x.save(t)
			x.preds[t] = append(x.preds[t], b)
		}
	}
	return []region{{c, []int32{head}}, {made, copied(others)}}, true
}
