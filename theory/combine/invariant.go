package combine

import (
	"fmt"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/invariant"
	"github.com/muster-smt/muster/theory/term"
)

// checkAntecedents: what is inconsistent must hold.
func (e *Engine) checkAntecedents(lits []sat.Lit) {
	if !invariant.Enabled {
		return
	}
	for _, l := range lits {
		invariant.Check(e.sat.Value(l) == sat.True, "combine: an antecedent of a conflict is not true")
	}
}

// checkUndone: with no level open nothing is left to be undone.
func (e *Engine) checkUndone() {
	r := &e.rel
	if !invariant.Enabled || len(r.levels) > 0 {
		return
	}
	invariant.Check(len(r.trail) == 0, "combine: the relevancy trail is not empty at level 0")
	invariant.Check(len(r.late) == 0, "combine: late definitions at level 0")
	for l, relevant := range r.lit {
		invariant.Check(!relevant || e.sat.Value(sat.Lit(l)) == sat.True, "combine: a relevant literal is not true")
	}
}

// checkJustified: every clause that must be active is, and every active clause has a
// literal that is true and relevant.
func (e *Engine) checkJustified() {
	if !invariant.Enabled {
		return
	}
	r := &e.rel
	for l := range uint32(r.defs.Len()) {
		for _, id := range r.defs.Of(l) {
			invariant.Check(!r.lit[l] || r.clauses[id].active, "combine: a clause is not active while its literal is relevant")
		}
	}
	for _, lists := range []*term.Lists[use]{&r.uses, &r.gated} {
		for i := range uint32(lists.Len()) {
			for _, u := range lists.Of(i) {
				invariant.Check(!r.holds(u.while) || r.clauses[u.id].active,
					"combine: a clause is not active while its condition holds")
			}
		}
	}
	for i := range r.clauses {
		c := &r.clauses[i]
		if !c.active {
			continue
		}
		ok := false
		for _, l := range r.lits(c) {
			ok = ok || e.Reached(l)
		}
		invariant.Check(ok, "combine: an active clause is not justified in a model")
	}
}

// undoable is a part that can report what is left in it when nothing is relevant.
type undoable interface{ Undone() error }

// undoneLits bounds the formulas of which checkEmpty checks every backtracking.
const undoneLits = 1000

// checkEmpty: if nothing is relevant at level 0, theories are as they were when
// their terms and atoms had just been made.
func (e *Engine) checkEmpty() {
	r := &e.rel
	if !invariant.Enabled || len(r.levels) > 0 || len(r.lit) > undoneLits || e.something() {
		return
	}
	// Reasons may be left: bounds that hold always imply atoms before a term is relevant.
	left := len(e.found) + len(e.ites) + len(e.splits) + len(r.queue) + r.head
	invariant.Check(left == 0 && !e.failed, "combine: news are left when nothing is relevant")
	for i := range r.clauses {
		c := &r.clauses[i]
		invariant.Check(c.guard == sat.NoLit && c.active || !c.active && !c.justified,
			"combine: a clause is active when nothing is relevant")
	}
	for n, relevant := range r.node {
		invariant.Check(!relevant, fmt.Sprintf("combine: node %d is relevant", n))
	}
	must := func(err error) {
		if err != nil {
			invariant.Check(false, err.Error())
		}
	}
	must(e.g.Undone())
	for _, p := range e.plugins {
		if u, ok := p.(undoable); ok {
			must(u.Undone())
		}
	}
}

// something reports whether a node, or more than the constant true, is relevant.
func (e *Engine) something() bool {
	n := 0
	for _, relevant := range e.rel.lit {
		if relevant {
			n++
		}
	}
	return n > 1 || len(e.rel.nodes) > 0
}
