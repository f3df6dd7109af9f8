package lia

import (
	"github.com/muster-smt/muster/lia/simplex"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/num"
)

const (
	deepestDive  = 60 // roundings of one dive
	divePivots   = 500
	longestPause = 64 // checks without a dive, after dives that found nothing
)

// dive looks for an integer point by rounding one fractional term after the
// other inside the tableau; it reports whether there is one now. The bounds
// that it tries are gone afterwards, but the point stays: it satisfies the
// others as well. So a model needs no splits, each of which would go through
// the SAT search and a check of all theories. Dives that fail make pauses.
func (s *Solver) dive() bool {
	if s.pause > 0 {
		s.pause--
		return false
	}
	s.stats.dives++
	level := s.tab.Level()
	found := s.descend()
	s.tab.Backtrack(level)
	if found {
		s.stats.dived++
		s.nextPause = 0
		return true
	}
	s.nextPause = min(2*s.nextPause+1, longestPause)
	s.pause = s.nextPause
	return false
}

func (s *Solver) descend() bool {
	s.spent, s.limit = 0, divePivots
	for range deepestDive {
		n, q, ok := s.fractional()
		if !ok {
			return true
		}
		up := nearerAbove(q)
		if !s.plunge(n, q, up) && !s.plunge(n, q, !up) {
			return false
		}
		s.tab.Patch()
	}
	return false
}

// plunge gives n the integer above or below its value q.
func (s *Solver) plunge(n theory.Node, q simplex.Value, up bool) bool {
	k := q.Floor()
	if up {
		k = k.Add(num.FromInt64(1))
	}
	s.tab.Push()
	if s.tab.AssertEqual(s.nodes[n].sv, num.RatFromInt(k), 0) && s.tab.Check(s.spendFn) == simplex.Feasible {
		return true
	}
	s.tab.Backtrack(s.tab.Level() - 1)
	return false
}

// nearerAbove reports whether q is nearer to the integer above it.
func nearerAbove(q simplex.Value) bool {
	return q.R.Sub(num.RatFromInt(q.Floor())).Cmp(num.FromInts(num.FromInt64(1), num.FromInt64(2))) > 0
}
