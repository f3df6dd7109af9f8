package passes

import (
	"fmt"
	"slices"

	"github.com/muster-smt/muster/verifier/graph"
	"github.com/muster-smt/muster/verifier/prog"
)

// maxUnrolled bounds the blocks into which the loops of one procedure are unrolled.
const maxUnrolled = 500_000

func (s *state) tooManyBlocks(q *prog.Proc) error {
	return s.errorf(q.Node, "unsupported: the loops of %s are nested so deeply that they become more than %d blocks",
		q.Name, maxUnrolled)
}

// makeReducible unrolls the loops of q that have several entries, so that a
// back edge to the first of these is followed at most Bound times.
func (s *state) makeReducible(q *prog.Proc) error {
	unrolled := false
	for {
		scc, ok := irreducible(q)
		if !ok {
			return s.tooManyBlocks(q)
		}
		if scc == nil {
			break
		}
		unrolled = true
		if len(q.Blocks)+s.opt.Bound*len(scc) > maxUnrolled {
			return s.tooManyBlocks(q)
		}
		s.unroll(q, scc)
	}
	if unrolled {
		s.res.Unrolled = append(s.res.Unrolled, q.Name)
	}
	return nil
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
		if work += len(sets[k]); work > maxUnrolled {
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

// unroll copies the blocks of scc Bound times; an edge from one of them to the
// first leads to the next copy, and to nowhere from the last copy.
func (s *state) unroll(q *prog.Proc, scc []int32) {
	in := map[int32]int{}
	for i, b := range scc {
		in[b] = i
	}
	base := int32(len(q.Blocks))
	layer := func(k int, b int32) int32 { // the copy of b in layer k
		if k == 0 {
			return b
		}
		return base + int32((k-1)*len(scc)+in[b])
	}
	original := make([]prog.Block, len(scc))
	for i, b := range scc {
		original[i] = q.Blocks[b]
	}
	for k := 0; k <= s.opt.Bound; k++ {
		for i, b := range scc {
			c := original[i]
			c.Succs = nil
			for _, t := range original[i].Succs {
				_, inside := in[t]
				switch {
				case !inside:
					c.Succs = append(c.Succs, t)
				case t != scc[0]:
					c.Succs = append(c.Succs, layer(k, t))
				case k < s.opt.Bound:
					c.Succs = append(c.Succs, layer(k+1, t))
				}
			}
			if len(c.Succs) == 0 && len(original[i].Succs) > 0 {
				s.kill(&c)
			}
			if k == 0 {
				q.Blocks[b] = c
				continue
			}
			c.Label = fmt.Sprintf("%s#%d", c.Label, k)
			c.Cmds = slices.Clone(c.Cmds)
			q.Blocks = append(q.Blocks, c)
		}
	}
	dropUnreached(q)
}
