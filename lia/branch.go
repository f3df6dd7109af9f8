package lia

import (
	"math"

	"github.com/muster-smt/muster/lia/simplex"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

const (
	firstBudget = 2000 // branchings and cuts until a model is found
	cutPeriod   = 4    // branchings per cut
)

// branching counts branchings and cuts since the last model; restarts halve the count. The
// budget doubles while the problem is bounded.
type branching struct{ branches, budget int64 }

func (b *branching) reset() { *b = branching{budget: firstBudget} }

// mayBranch counts a branching. When the budget is spent, branching goes on as long as every
// active Int has an upper and a lower bound, if only implied: then it comes to an
// end. Without bounds it may go on forever, although there is no solution.
func (t *tableau) mayBranch() bool {
	if t.branches++; t.branches <= t.budget {
		return true
	}
	var ints []simplex.Var
	for _, n := range t.actives {
		if !t.nodes[n].real {
			ints = append(ints, t.columns[n].v)
		}
	}
	t.spent, t.limit = 0, math.MaxInt64
	if !t.tab.Bounded(ints, t.spend) {
		return false
	}
	t.budget *= 2
	return true
}

// fractional returns the active Int term to branch on and its value in the
// tableau, which is no integer. It prefers a small range, then the oldest.
// Values of variables that are not active do not matter.
func (t *tableau) fractional() (best theory.Node, q simplex.Value, found bool) {
	var least num.Rat
	bounded := false
	for _, n := range t.actives {
		v := t.columns[n].v
		if t.nodes[n].real || t.tab.IsSlack(v) {
			continue
		}
		if t.tab.AtInteger(v) {
			continue
		}
		x := t.tab.Value(v)
		lo, ok1 := t.tab.Lower(v)
		hi, ok2 := t.tab.Upper(v)
		if ok1 && ok2 {
			if width := hi.B.Sub(lo.B); !bounded || width.Less(least) {
				best, q, least, bounded = n, x, width, true
			}
		} else if !found {
			best, q = n, x
		}
		found = true
	}
	return best, q, found
}

// branch splits on n <= k or n >= k+1 for the term n with the fractional value
// q; it reports whether the split is new.
func (t *tableau) branch(n theory.Node, q simplex.Value) bool {
	k := t.fromTableau(n, num.RatFromInt(q.Floor())).Num()
	return t.split(t.host.Maker().Le(t.nodes[n].term, t.terms.Numeral(k)), nearerAbove(q))
}

// branchOnForm splits on an integer combination whose value is fractional at the vertex
// of v's row (simplex.Tableau.Form). The split is a tautology, so it needs no certificate.
func (t *tableau) branchOnForm(v simplex.Var) bool {
	form, q, ok := t.tab.Form(v)
	return ok && t.splitForm(form, q)
}

// branchOnDirection splits on a coordinate of the solutions of v's equations
// (simplex.Tableau.Direction).
func (t *tableau) branchOnDirection(v simplex.Var) bool {
	t.spent, t.limit = 0, divePivots
	form, q, ok := t.tab.Direction(v, t.spend)
	return ok && t.splitForm(form, q)
}

// splitForm splits on an integer combination with the fractional value q.
func (t *tableau) splitForm(form []simplex.Monomial, q num.Rat) bool {
	in := simplex.Inequality{Terms: form, K: num.RatFromInt(q.Ceil())}
	if t.mixed(&in) {
		return false
	}
	sum, k, _ := t.cutTerm(&in, false)
	t.stats.forms++
	return t.split(t.host.Maker().Le(t.terms.Numeral(k.Num()), sum), !nearerAbove(simplex.Value{R: q}))
}

// split splits on f; the phase tried first is f or its negation.
func (t *tableau) split(f term.Term, negation bool) bool {
	l := t.host.Lit(f)
	if t.host.Value(l) == sat.Undef {
		near := l
		if negation {
			near = l.Not()
		}
		t.host.Prefer(near)
	}
	t.stats.branches++
	// A tautology needs no certificate.
	return t.host.Lemma([]sat.Lit{l, l.Not()}, byBranch, nil) == theory.LemmaNew || t.host.Value(l) == sat.Undef
}
