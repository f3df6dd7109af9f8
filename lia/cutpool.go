package lia

import (
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
)

const (
	firstCuts  = 32 // kept before any is of use
	cutsPerUse = 4  // kept for each that is
)

// cutPool counts the cuts that are kept: those that follow from literals asserted at level 0
// or in scopes stay live with these, through backtracking and later checks. The more of them
// are of use, the more are kept.
type cutPool struct{ kept, used int64 }

// keep sends a cut as a lemma that stays live while the newest of its premises holds. It
// returns false if it was kept before, a premise is a decision's or an equality of the e-graph,
// or there is no room.
func (t *tableau) keep(why *theory.Antecedents, cut sat.Lit, clause []sat.Lit) bool {
	a := t.atomOfLit(cut)
	if a == nil || a.cut != noCut || len(why.Eqs) > 0 || t.pool.kept >= firstCuts+cutsPerUse*t.pool.used {
		return false
	}
	low := t.asserted[:t.lowest()]
	newest := -1
	for _, l := range why.Lits {
		k := slices.Index(low, l)
		if k < 0 {
			return false
		}
		newest = max(newest, k)
	}
	if newest < 0 {
		return false
	}
	a.cut = unusedCut
	t.pool.kept++
	t.host.LemmaWhile(clause, sat.NoLit, byCut, why.Cert, theory.While{Lit: low[newest]})
	return true
}

// lowest returns how many literals were asserted at levels 0 and 1, where scopes are.
func (s *Solver) lowest() int {
	if len(s.marks) > 1 {
		return int(s.marks[1].asserted)
	}
	return len(s.asserted)
}

// cutUse says whether an atom is a kept cut, and of use.
type cutUse uint8

const (
	noCut cutUse = iota
	unusedCut
	usedCut
)

// useCut notes that an explanation names the literal l.
func (t *tableau) useCut(l sat.Lit) {
	if t.pool.kept == 0 {
		return
	}
	if a := t.atomOfLit(l); a.cut == unusedCut {
		a.cut = usedCut
		t.pool.used++
	}
}
