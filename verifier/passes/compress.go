package passes

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// compress merges every block with its successor if there is no other edge out of
// the one or into the other.
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
	preds := jumps(q)
	preds[0]++
	follower := func(b int32) int32 { // the block that b is merged with, or -1
		if succs := q.Blocks[b].Succs; len(succs) == 1 && preds[succs[0]] == 1 {
			return succs[0]
		}
		return -1
	}
	merged := make([]bool, len(q.Blocks))
	for i := range q.Blocks {
		if t := follower(int32(i)); t >= 0 {
			merged[t] = true
		}
	}
	for i := range q.Blocks {
		if merged[i] {
			continue
		}
		cmds, origin, last := 0, 0, int32(i)
		for t := last; t >= 0; t = follower(t) {
			cmds += len(q.Blocks[t].Cmds)
			origin += len(q.Blocks[t].Origin)
			last = t
		}
		if last == int32(i) {
			continue
		}
		b := &q.Blocks[i]
		all, from := make([]prog.Cmd, 0, cmds), make([]int32, 0, origin)
		for t := int32(i); t >= 0; t = follower(t) {
			all = append(all, q.Blocks[t].Cmds...)
			from = append(from, q.Blocks[t].Origin...)
		}
		// The later blocks of the chain are not read again: they are removed.
		b.Cmds, b.Origin = all, from
		b.Succs, b.Dead = q.Blocks[last].Succs, q.Blocks[last].Dead
	}
	removeBlocks(q, func(b int32) bool { return !merged[b] })
}

// dropBranches removes branches that make no difference: one to an empty block
// if another leads to the same place without doing anything more, and several
// that lead to the same place under conditions one of which always holds.
// Origin does not list the way through the latter; a replay finds it by the
// conditions.
func (s *state) dropBranches() error {
	dropped, joined := 0, 0
	for _, q := range s.p.Procs {
		for range maxRounds {
			n, m := s.emptyBranches(q), s.completeBranches(q)
			if n+m == 0 {
				break
			}
			dropped, joined = dropped+n, joined+m
			dropUnreached(q)
			s.mergeChains(q)
		}
	}
	s.count("empty", dropped)
	s.count("complete", joined)
	return nil
}

const (
	// maxBranches bounds the successors of blocks whose branches are compared.
	maxBranches = 64
	// maxRounds bounds the depth of nested branches that are dissolved.
	maxRounds = 100
)

// jumps counts, for each block, those that go on there.
func jumps(q *prog.Proc) []int32 {
	n := make([]int32, len(q.Blocks))
	for i := range q.Blocks {
		for _, t := range q.Blocks[i].Succs {
			n[t]++
		}
	}
	return n
}

// returns stands for a return where a block is expected.
const returns = -1

// emptyBranches makes one round over q and returns the number of edges removed.
func (s *state) emptyBranches(q *prog.Proc) int {
	n := 0
	empty := func(t int32) bool {
		b := &q.Blocks[t]
		return len(b.Cmds) == 0 && len(b.Succs) <= 1
	}
	target := func(t int32) int32 {
		if empty(t) {
			return next(q, t)
		}
		return t
	}
	for i := range q.Blocks {
		succs := q.Blocks[i].Succs
		if len(succs) < 2 || len(succs) > maxBranches {
			continue
		}
		var kept []int32
		for k, t := range succs {
			double := false
			for m, o := range succs {
				// Of two equivalent ways the shorter stays, or else the first.
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
	return n
}

// next returns the successor of block t, which has at most one.
func next(q *prog.Proc, t int32) int32 {
	if len(q.Blocks[t].Succs) == 0 {
		return returns
	}
	return q.Blocks[t].Succs[0]
}

// completeBranches makes one round over q and returns the number of branches
// replaced: of successors that only make assumptions and lead to the same place,
// and whose conditions cover all cases, one stays, without condition.
func (s *state) completeBranches(q *prog.Proc) int {
	preds := jumps(q)
	n := 0
	for i := range q.Blocks {
		succs := q.Blocks[i].Succs
		if len(succs) > maxBranches {
			continue
		}
		for k, t := range succs {
			if !s.onlyAssumes(q, t, preds) {
				continue
			}
			cases := []term.Term{s.condition(&q.Blocks[t])}
			group := map[int32]bool{}
			for _, o := range succs[k+1:] {
				if s.onlyAssumes(q, o, preds) && next(q, o) == next(q, t) {
					cases = append(cases, s.condition(&q.Blocks[o]))
					group[o] = true
				}
			}
			if len(group) == 0 || s.rw.Or(cases...) != s.st.True() {
				continue
			}
			var kept []int32
			for _, o := range succs {
				if !group[o] {
					kept = append(kept, o)
				}
			}
			q.Blocks[i].Succs = kept
			q.Blocks[t].Cmds, q.Blocks[t].Origin = nil, []int32{}
			n += len(group)
			break
		}
	}
	return n
}

// onlyAssumes reports whether t has one way in, one way out, and only assumptions.
func (s *state) onlyAssumes(q *prog.Proc, t int32, preds []int32) bool {
	b := &q.Blocks[t]
	if preds[t] != 1 || len(b.Succs) > 1 || b.Dead || len(b.Cmds) == 0 {
		return false
	}
	return !slices.ContainsFunc(b.Cmds, func(c prog.Cmd) bool { return c.Kind != prog.Assume })
}

// condition returns the conjunction of a block's assumptions.
func (s *state) condition(b *prog.Block) term.Term {
	conds := make([]term.Term, len(b.Cmds))
	for j := range b.Cmds {
		conds[j] = b.Cmds[j].Cond
	}
	return s.rw.And(conds...)
}
