package passes

import (
	"fmt"
	"slices"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier/graph"
	"github.com/muster-smt/muster/verifier/prog"
)

const (
	// maxSplit bounds the blocks of one procedure whose loops get one head each, and what it takes to find these.
	maxSplit = 500_000
	// maxCopies bounds the blocks of a whole program's procedure that are copied for that.
	maxCopies = 64
)

func (s *state) tooManyBlocks(q *prog.Proc) error {
	return s.errorf(q.Node, "unsupported: the loops of %s are nested so deeply that they become more than %d blocks",
		q.Name, maxSplit)
}

// makeReducible gives each loop of q one head. What enters a loop elsewhere goes to copies of its blocks, from where it
// gets to the head or out (node splitting: A. V. Aho, M. S. Lam, R. Sethi, J. D. Ullman, "Compilers", 9.7), since then
// one invariant describes the loop. Copies of copies may be exponentially many, so where some are not enough, a loop
// gets a new head that says by which block to go on.
func (s *state) makeReducible(q *prog.Proc, copies int) error {
	for n := 0; ; n++ {
		scc, ok := irreducible(q)
		switch {
		case s.ctx.Err() != nil:
			return reason.Of(limit.ContextReason(s.ctx))
		case !ok:
			return s.errorf(q.Node, "unsupported: the loops of %s are nested too deeply", q.Name)
		case scc == nil:
			dropUnreached(q)
			s.irreducible += min(n, 1)
			return nil
		}
		if more := len(scc) - 1; more <= copies {
			copies -= more
			scc = headed(q, scc, prog.Propose)
			for _, b := range scc[1:] {
				s.copied[q.Blocks[b].Node] = true
			}
			split(q, scc)
		} else {
			s.selectEntry(q, scc)
		}
	}
}

// headed returns a loop with its head at the front: the first block, in reverse postorder, by which it is entered and
// that begins with an invariant, which is a command of some kind; if there is none, the first by which it is entered,
// at which executions step by step count iterations, too (graph.BackEdges).
func headed(q *prog.Proc, scc []int32, invariant prog.CmdKind) []int32 {
	f := newFlow(q)
	f.predecessors()
	for _, e := range f.entries(scc) {
		if b := &q.Blocks[e]; slices.ContainsFunc(b.Cmds[:prefix(b)],
			func(c prog.Cmd) bool { return c.Kind == invariant }) {
			return front(scc, e)
		}
	}
	return scc
}

// irreducible returns a maximal strongly connected set of blocks that has
// several entries, the one that comes first in reverse postorder at the front;
// nil if there is none. Outer loops come first; inside a loop with one entry
// the back edges to it do not count. ok is false if the loops are nested too
// deeply.
func irreducible(q *prog.Proc) (scc []int32, ok bool) {
	f := newFlow(q)
	f.predecessors()
	isHead := make([]bool, len(q.Blocks))
	region := make([]int32, len(q.Blocks)) // the last set that the block was put into
	sets := [][]int32{f.order}
	g := graph.NewComponents[int32](len(q.Blocks))
	work := 0
	for k := 0; k < len(sets); k++ {
		if work += len(sets[k]); work > maxSplit {
			return nil, false
		}
		for _, b := range sets[k] {
			region[b] = int32(k)
		}
		for _, c := range g.Of(sets[k], func(b int32) (inside []int32) {
			for _, t := range q.Blocks[b].Succs {
				if region[t] == int32(k) && !isHead[t] {
					inside = append(inside, t)
				}
			}
			return inside
		}) {
			if len(c) == 1 {
				continue
			}
			e := f.entries(c)
			if len(e) > 1 {
				return front(c, e[0]), true
			}
			isHead[e[0]] = true
			sets = append(sets, c)
		}
	}
	return nil, true
}

// entries returns the blocks by which control enters a set, in reverse postorder.
func (f *flow) entries(set []int32) []int32 {
	in := map[int32]bool{}
	for _, b := range set {
		in[b] = true
	}
	var es []int32
	for _, b := range set {
		entered := b == 0
		for _, p := range f.preds[b] {
			entered = entered || !in[p]
		}
		if entered {
			es = append(es, b)
		}
	}
	slices.SortFunc(es, func(a, b int32) int { return int(f.num[a] - f.num[b]) })
	return es
}

// front returns the list with b moved to the front.
func front(list []int32, b int32) []int32 {
	i := slices.Index(list, b)
	list[0], list[i] = list[i], list[0]
	return list
}

// split copies the blocks of a loop but for its head, which is the first one.
func split(q *prog.Proc, scc []int32) {
	copies := map[int32]int32{}
	for i, b := range scc[1:] {
		copies[b] = int32(len(q.Blocks) + i)
	}
	redirect := func(succs []int32) []int32 {
		out := slices.Clone(succs)
		for i, t := range out {
			if c, ok := copies[t]; ok {
				out[i] = c
			}
		}
		return out
	}
	for i := range q.Blocks {
		if _, inside := copies[int32(i)]; !inside && int32(i) != scc[0] {
			q.Blocks[i].Succs = redirect(q.Blocks[i].Succs)
		}
	}
	for _, b := range scc[1:] {
		c := q.Blocks[b]
		c.Label, c.Cmds, c.Succs = fmt.Sprintf("%s#1", c.Label), slices.Clone(c.Cmds), redirect(c.Succs)
		q.Blocks = append(q.Blocks, c)
	}
}
