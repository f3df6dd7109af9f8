package passes

import "github.com/muster-smt/muster/verifier/prog"

// compress merges every block with its successor if there is no other way out
// of the one nor into the other.
func (s *state) compress() error {
	before, after := 0, 0
	for _, q := range s.p.Procs {
		before += len(q.Blocks)
		s.mergeChains(q)
		after += len(q.Blocks)
	}
	s.count("blocks before", before)
	s.count("blocks after", after)
	return nil
}

func (s *state) mergeChains(q *prog.Proc) {
	if len(q.Blocks) < 2 {
		return
	}
	preds := make([]int32, len(q.Blocks))
	preds[0] = 1
	for i := range q.Blocks {
		for _, t := range q.Blocks[i].Succs {
			preds[t]++
		}
	}
	next := func(b int32) int32 { // the block that b is merged with, or -1
		if succs := q.Blocks[b].Succs; len(succs) == 1 && preds[succs[0]] == 1 {
			return succs[0]
		}
		return -1
	}
	merged := make([]bool, len(q.Blocks))
	for i := range q.Blocks {
		if t := next(int32(i)); t >= 0 {
			merged[t] = true
		}
	}
	for i := range q.Blocks {
		if merged[i] {
			continue
		}
		cmds, origin, last := 0, 0, int32(i)
		for t := last; t >= 0; t = next(t) {
			cmds += len(q.Blocks[t].Cmds)
			origin += len(q.Blocks[t].Origin)
			last = t
		}
		if last == int32(i) {
			continue
		}
		b := &q.Blocks[i]
		all, from := make([]prog.Cmd, 0, cmds), make([]int32, 0, origin)
		for t := int32(i); t >= 0; t = next(t) {
			all = append(all, q.Blocks[t].Cmds...)
			from = append(from, q.Blocks[t].Origin...)
		}
		// The chain is read no more: its later blocks are removed.
		b.Cmds, b.Origin = all, from
		b.Succs, b.Dead = q.Blocks[last].Succs, q.Blocks[last].Dead
	}
	removeBlocks(q, func(b int32) bool { return !merged[b] })
}

// dropBranches removes a branch to an empty block if another leads to the same
// place without doing anything more.
func (s *state) dropBranches() error {
	dropped := 0
	for _, q := range s.p.Procs {
		for {
			n := s.emptyBranches(q)
			if n == 0 {
				break
			}
			dropped += n
			s.mergeChains(q)
		}
	}
	s.count("branches", dropped)
	return nil
}

// emptyBranches makes one round over q and returns the number of edges removed.
func (s *state) emptyBranches(q *prog.Proc) int {
	const returns = -1
	n := 0
	empty := func(t int32) bool {
		b := &q.Blocks[t]
		return len(b.Cmds) == 0 && len(b.Succs) <= 1
	}
	target := func(t int32) int32 {
		switch b := &q.Blocks[t]; {
		case !empty(t):
			return t
		case len(b.Succs) == 0:
			return returns
		default:
			return b.Succs[0]
		}
	}
	for i := range q.Blocks {
		succs := q.Blocks[i].Succs
		if len(succs) < 2 {
			continue
		}
		var kept []int32
		for k, t := range succs {
			double := false
			for m, o := range succs {
				// Of two equals the shorter way stays, else the first.
				same := o == target(t) || target(o) == target(t) && m < k && empty(o)
				double = double || m != k && empty(t) && same
			}
			if !double {
				kept = append(kept, t)
			}
		}
		if n += len(succs) - len(kept); len(kept) < len(succs) {
			q.Blocks[i].Succs = kept
		}
	}
	if n > 0 {
		f := newFlow(q)
		removeBlocks(q, func(b int32) bool { return f.num[b] >= 0 })
	}
	return n
}
