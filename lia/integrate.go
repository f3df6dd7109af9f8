package lia

import (
	"github.com/muster-smt/muster/theory"
)

// integrate makes the solution of the tableau integral, or sends a conflict or lemma
// (Progress); GaveUp means that the budget is spent.
func (t *tableau) integrate() theory.Status {
	if _, _, ok := t.fractional(); !ok {
		return theory.Consistent
	}
	if !t.tab.GCDTest() {
		t.conflict(byGCD)
		return theory.Progress
	}
	t.tab.Patch()
	if _, _, ok := t.fractional(); !ok {
		return theory.Consistent
	}
	if !t.tab.Diophantine() {
		t.conflict(byGCD)
		return theory.Progress
	}
	if t.dive() {
		return theory.Consistent
	}
	if t.cutCliques() {
		return theory.Progress
	}
	n, _, ok := t.fractional()
	if !ok { // the dive moved the solution
		return theory.Consistent
	}
	if !t.mayBranch() {
		return t.giveUp()
	}
	if t.roundRow(t.columns[n].v) {
		return theory.Progress
	}
	if t.branches%refinePeriod == 0 && t.refineEarly() {
		return theory.Progress
	}
	t.tab.Vertex(t.columns[n].v)
	n, q, ok := t.fractional()
	if !ok {
		return theory.Consistent
	}
	if t.branchOnDirection(t.columns[n].v) {
		return theory.Progress
	}
	if t.branches%cutPeriod == 0 && t.cut(t.columns[n].v) {
		return theory.Progress
	}
	if t.branchOnForm(t.columns[n].v) {
		return theory.Progress
	}
	if t.branch(n, q) {
		return theory.Progress
	}
	return t.giveUp()
}
