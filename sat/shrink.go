package sat

import (
	"slices"

	"github.com/muster-smt/muster/sat/invariant"
)

// Shrinking (Fleury, Biere, SAT 2021): the literals of the learned clause that are of
// one level, a block, are replaced by a single one from which they follow, together with
// literals of lower levels that are in the clause or implied by it: the unique
// implication point of the block. The clause keeps its levels, and thus its glue.
// Literals of lower levels that are not implied are not added, so that it never grows.
// Not with a propagator, whose reasons would have to be explained for it.

// shrinker is the working memory of shrinking.
type shrinker struct {
	keys []uint64 // the learned literals but the first: level and trail position
	open []uint32 // trail positions still to resolve, a max-heap
	seen []Var    // variables with marks of the present block
	done bool     // the present learned clause is no subset of the resolvent
}

// shrink replaces the blocks of the learned clause, and sorts it by levels, the highest
// first.
func (s *Solver) shrink() {
	k := &s.shrinker
	k.done = false
	if s.theory.prop != nil || s.inproc.off || len(s.analysis.learnt) < 3 {
		return
	}
	k.keys = k.keys[:0]
	for _, l := range s.analysis.learnt[1:] {
		vd := &s.vars[l.Var()]
		k.keys = append(k.keys, uint64(vd.level)<<32|uint64(vd.pos))
	}
	slices.Sort(k.keys)
	kept := s.analysis.learnt[:1]
	for to := len(k.keys); to > 0; {
		from, level := to-1, k.keys[to-1]>>32
		for from > 0 && k.keys[from-1]>>32 == level {
			from--
		}
		block := k.keys[from:to]
		to = from
		if len(block) > 1 && int32(level) > s.assumptionLevel() {
			if pos, ok := s.blockUIP(block, int32(level)); ok {
				kept = append(kept, s.blockLiteral(pos, len(block)))
				continue
			}
		}
		for i := len(block) - 1; i >= 0; i-- {
			kept = append(kept, s.trail[uint32(block[i])].Not())
		}
	}
	s.analysis.learnt = kept
}

// blockLiteral is the literal that replaces a block of n literals. Its variable is bumped in
// focused search only: decisions come back to it, and in stable search that takes 4 times
// the conflicts on a formula of equalities, and no fewer on others.
func (s *Solver) blockLiteral(pos uint32, n int) Lit {
	s.stats.ShrunkenLiterals += int64(n - 1)
	l := s.trail[pos]
	if v := l.Var(); s.analysis.seen[v]&seenClause == 0 {
		s.shrinker.done = true
		s.analysis.seen[v] |= seenClause
		if s.mode.stable {
			s.minimizer.visited = append(s.minimizer.visited, v) // for clearSeen
		} else {
			s.analysis.analyzed = append(s.analysis.analyzed, v)
		}
	}
	return l.Not()
}

// blockUIP finds the trail position of the unique implication point of a block.
func (s *Solver) blockUIP(block []uint64, level int32) (pos uint32, ok bool) {
	k := &s.shrinker
	k.open = k.open[:0]
	for _, key := range block {
		s.openPosition(uint32(key))
	}
	for {
		pos = k.popOpen()
		if len(k.open) == 0 {
			ok = true
			break
		}
		if !s.openReason(s.trail[pos], level) {
			break
		}
	}
	for _, v := range k.seen {
		s.analysis.seen[v] &^= seenBlock
	}
	k.seen = k.seen[:0]
	return pos, ok
}

// openReason adds the literals of the reason of l that are of the level of the block. It
// returns false if one of a lower level is not implied by the learned clause.
func (s *Solver) openReason(l Lit, level int32) bool {
	if s.vars[l.Var()].ref == crefNone {
		return false
	}
	for _, q := range s.reasonSide(l.Var()) {
		v := q.Var()
		vd := &s.vars[v]
		switch {
		case q == l || vd.level == 0:
		case vd.level == level:
			s.openPosition(vd.pos)
		case s.analysis.seen[v]&(seenClause|seenRemovable) != 0:
		case s.analysis.seen[v]&seenPoison != 0 || s.beforeLevel(vd) || !s.implied(v):
			return false
		}
	}
	return true
}

// openPosition adds a literal of the block's level, unless it was there before.
func (s *Solver) openPosition(pos uint32) {
	v := s.trail[pos].Var()
	if s.analysis.seen[v]&seenBlock != 0 {
		return
	}
	s.analysis.seen[v] |= seenBlock
	k := &s.shrinker
	k.seen = append(k.seen, v)
	k.open = append(k.open, pos)
	i := len(k.open) - 1
	for i > 0 {
		p := (i - 1) >> 1
		if k.open[p] >= pos {
			break
		}
		k.open[i] = k.open[p]
		i = p
	}
	k.open[i] = pos
}

// popOpen removes the last position.
func (k *shrinker) popOpen() uint32 {
	h := k.open
	invariant.Check(len(h) > 0, "shrink: a block without literals")
	top, last := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	i := 0
	for {
		c := 2*i + 1
		if c >= len(h) {
			break
		}
		if c+1 < len(h) && h[c+1] > h[c] {
			c++
		}
		if h[c] <= last {
			break
		}
		h[i] = h[c]
		i = c
	}
	if len(h) > 0 {
		h[i] = last
	}
	k.open = h
	return top
}
