package passes

import (
	"fmt"
	"slices"

	"github.com/muster-smt/muster/verifier/prog"
)

// maxUnrolled bounds the blocks that unrolling may make of one procedure.
const maxUnrolled = 200_000

// makeReducible unrolls the loops of q that have several entries, so that a
// back edge to the first of these is followed at most Bound times.
func (s *state) makeReducible(q *prog.Proc) error {
	unrolled := false
	for {
		scc := irreducible(q)
		if scc == nil {
			break
		}
		unrolled = true
		if len(q.Blocks)+s.opt.Bound*len(scc) > maxUnrolled {
			return s.errorf(q.Pos, "unsupported: the irreducible loops of %s unroll to more than %d blocks", q.Name, maxUnrolled)
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
// the edges back to it do not count.
func irreducible(q *prog.Proc) []int32 {
	f := newFlow(q)
	f.predecessors()
	isHead := make([]bool, len(q.Blocks))
	region := make([]int32, len(q.Blocks)) // the set that the block was last put into
	sets := [][]int32{f.order}
	for k := 0; k < len(sets); k++ {
		for _, b := range sets[k] {
			region[b] = int32(k)
		}
		for _, c := range components(len(q.Blocks), sets[k], func(b int32, visit func(int32)) {
			for _, t := range q.Blocks[b].Succs {
				if region[t] == int32(k) && !isHead[t] {
					visit(t)
				}
			}
		}) {
			if len(c) == 1 {
				continue
			}
			e := f.entries(c)
			if len(e) > 1 {
				return front(c, e[0])
			}
			isHead[e[0]] = true
			sets = append(sets, c)
		}
	}
	return nil
}

// entries returns the blocks of a set that control enters it by, in reverse postorder.
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
// first leads to the next copy, and from the last copy nowhere.
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
			c.Cmds = append([]prog.Cmd(nil), c.Cmds...)
			q.Blocks = append(q.Blocks, c)
		}
	}
	f := newFlow(q)
	removeBlocks(q, func(b int32) bool { return f.num[b] >= 0 })
}

// components returns the strongly connected components of the nodes listed
// (Tarjan, "Depth-first search and linear graph algorithms", 1972), those that
// others lead to first.
func components(n int, nodes []int32, succs func(int32, func(int32))) [][]int32 {
	index := make([]int32, n) // 0: not seen
	low := make([]int32, n)
	on := make([]bool, n)
	var open []int32
	var comps [][]int32
	type frame struct {
		node int32
		out  []int32
	}
	var stack []frame
	count := int32(0)
	enter := func(v int32) {
		count++
		index[v], low[v], on[v] = count, count, true
		open = append(open, v)
		var out []int32
		succs(v, func(t int32) { out = append(out, t) })
		stack = append(stack, frame{v, out})
	}
	for _, root := range nodes {
		if index[root] != 0 {
			continue
		}
		enter(root)
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			v := f.node
			if len(f.out) > 0 {
				t := f.out[0]
				f.out = f.out[1:]
				if index[t] == 0 {
					enter(t)
				} else if on[t] {
					low[v] = min(low[v], index[t])
				}
				continue
			}
			stack = stack[:len(stack)-1]
			if len(stack) > 0 {
				up := stack[len(stack)-1].node
				low[up] = min(low[up], low[v])
			}
			if low[v] != index[v] {
				continue
			}
			k := len(open) - 1
			for open[k] != v {
				k--
			}
			comp := append([]int32(nil), open[k:]...)
			for _, b := range comp {
				on[b] = false
			}
			open = open[:k]
			comps = append(comps, comp)
		}
	}
	return comps
}
