package lia

import (
	"github.com/muster-smt/muster/lia/simplex"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/num"
)

const (
	deepestDive  = 60 // roundings of one dive
	divePivots   = 500
	longestPause = 64 // checks without a dive, after failed dives
)

// diving counts the checks without a dive: those left, and those after the next failure.
type diving struct{ pause, nextPause int }

// dive looks for an integer point by rounding one fractional term after the other inside the
// tableau; it reports whether it found one. The bounds that it tries are retracted, but the
// point stays, since it satisfies the remaining ones too. So such a model needs no splits, each
// of which would go through the SAT search and a check of all theories. Failed dives cause
// longer and longer pauses.
func (t *tableau) dive() bool {
	if t.pause > 0 {
		t.pause--
		return false
	}
	t.stats.dives++
	level := t.tab.Level()
	found := t.descend()
	t.tab.Backtrack(level)
	if found {
		t.stats.dived++
		t.nextPause = 0
		return true
	}
	t.nextPause = min(2*t.nextPause+1, longestPause)
	t.pause = t.nextPause
	return false
}

func (t *tableau) descend() bool {
	t.spent, t.limit = 0, divePivots
	for range deepestDive {
		n, q, ok := t.fractional()
		if !ok {
			return true
		}
		up := nearerAbove(q)
		if !t.plunge(n, q, up) && !t.plunge(n, q, !up) {
			return false
		}
		t.tab.Patch()
	}
	return false
}

// plunge fixes n at the integer above or below its value q, if that is feasible.
func (t *tableau) plunge(n theory.Node, q simplex.Value, up bool) bool {
	k := q.Floor()
	if up {
		k = k.Add(num.FromInt64(1))
	}
	t.tab.Push()
	if t.tab.AssertEqual(t.columns[n].v, num.RatFromInt(k), 0) && t.tab.Check(t.spend) == simplex.Feasible {
		return true
	}
	t.tab.Backtrack(t.tab.Level() - 1)
	return false
}

// nearerAbove reports whether q is nearer to the integer above than to the one below.
func nearerAbove(q simplex.Value) bool {
	return q.R.Sub(num.RatFromInt(q.Floor())).Cmp(num.FromInts(num.FromInt64(1), num.FromInt64(2))) > 0
}
