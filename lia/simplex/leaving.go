package simplex

import (
	"github.com/muster-smt/muster/sat/invariant"
	"github.com/muster-smt/muster/theory/num"
)

// Most checks take few pivots for a few new bounds, compared with the rows; they keep rows short. A
// check that takes longer is a linear program of its own. Then as many pivots as there are rows go to
// where most is gained: the variable with the greatest error leaves, and the one with the
// greatest coefficient in its row enters. After these the least variable leaves again, since
// the greatest error can go to and fro on dense rows.

// rule is how pivots are chosen.
type rule uint8

const (
	shortColumns rule = iota // the least variable leaves, one with a short column enters
	greatest                 // the greatest error leaves, the greatest coefficient enters
	coefficients             // the least variable leaves, the greatest coefficient enters
	bland                    // least variables leave and enter; this terminates
)

const (
	longAfter  = 30 // pivots of a check, and one for two rows, after which the rule greatest takes over
	blandAfter = 4  // pivots per row, and a hundred, after which Bland's rule does
)

// rule is the one for the next pivot of a check.
func (t *Tableau) rule(pivots int) rule {
	after := longAfter + len(t.rows)/2
	if invariant.Enabled {
		after = int(t.stats.Checks % 4) // so that small tests see all rules
	}
	switch {
	case pivots > 100+blandAfter*len(t.rows):
		return bland
	case pivots < after:
		return shortColumns
	case pivots <= after+len(t.rows):
		return greatest
	}
	return coefficients
}

// leaving takes a variable that may violate its bounds from the heap.
func (t *Tableau) leaving(r rule) Var {
	if r != greatest {
		return t.violated.pop()
	}
	best := NoVar
	var most num.Rat
	for _, v := range t.violated.vars {
		if t.vars[v].row < 0 {
			continue
		}
		if e := t.miss(v); e.Sign() > 0 && (best == NoVar || most.Less(e) || most.Equal(e) && v < best) {
			best, most = v, e
		}
	}
	if best == NoVar {
		return t.violated.pop()
	}
	t.violated.take(best)
	return best
}

// miss is how far v is from its bounds, infinitesimals apart.
func (t *Tableau) miss(v Var) num.Rat {
	x := &t.vars[v]
	if x.lo != 0 {
		if b := t.recs[x.lo].b; x.val.Less(b) {
			return b.Sub(x.val)
		}
	}
	if x.up != 0 {
		if b := t.recs[x.up].b; b.Less(x.val) {
			return x.val.Sub(b)
		}
	}
	return num.Rat{}
}
