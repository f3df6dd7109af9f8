package combine

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/invariant"
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

// checkJustified: every active clause has a literal that is true and relevant.
func (e *Engine) checkJustified() {
	if !invariant.Enabled {
		return
	}
	for i := range e.rel.clauses {
		c := &e.rel.clauses[i]
		if !c.active {
			continue
		}
		ok := false
		for _, l := range e.rel.lits(c) {
			ok = ok || e.Reached(l)
		}
		invariant.Check(ok, "combine: an active clause is not justified in a model")
	}
}
