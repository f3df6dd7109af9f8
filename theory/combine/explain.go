package combine

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/term"
)

// Explain implements sat.Propagator.
func (e *Engine) Explain(l sat.Lit, token uint32, dst []sat.Lit) ([]sat.Lit, sat.Origin) {
	r := e.reasons[token]
	a := &e.ants
	a.Lits, a.Eqs = a.Lits[:0], a.Eqs[:0]
	a.Cert = e.certs.lend()
	if r.plugin >= 0 {
		e.plugins[r.plugin].ExplainLit(l, r.why, a)
	} else {
		e.g.ExplainDecided(r.node, e.g.Lit(r.node) == l, a)
	}
	e.target = l
	e.g.ExplainAt(r.at, a, e)
	e.target = sat.NoLit
	from := len(dst)
	dst = e.dedupe(a.Lits, dst)
	if a.Cert == nil {
		return dst, 0
	}
	e.certifyClause(a.Cert, "explanation", dst[from:], l)
	return dst, e.certs.origin(a.Cert)
}

// ExplainMerge implements euf.TheoryExplainer.
func (e *Engine) ExplainMerge(plugin int, a, b theory.Point, why theory.Reason, dst *theory.Antecedents) {
	e.plugins[plugin].ExplainEq(a, b, why, dst)
}

// Usable implements euf.TheoryExplainer. A conflict may use every true literal.
func (e *Engine) Usable(l sat.Lit) (level int, ok bool) {
	ok = e.sat.Value(l) == sat.True &&
		(e.target == sat.NoLit || e.sat.Value(e.target) != sat.True || e.sat.Before(l, e.target))
	return e.sat.LevelOf(l.Var()), ok
}

// pluginConflict makes a conflict clause of what a plugin found inconsistent.
func (e *Engine) pluginConflict(why *theory.Antecedents, id lemmaKind) {
	if e.failed {
		return
	}
	e.counted("theory conflict", id)
	if why.Cert == nil {
		why.Cert = e.certs.lend()
	}
	e.g.Explain(why, e)
	e.setConflict(why, id)
}

// egraphConflict makes a conflict clause of what the e-graph could not merge.
func (e *Engine) egraphConflict() {
	if e.failed {
		return
	}
	e.counted("theory conflict", eufConflict)
	a := &e.ants
	a.Lits, a.Eqs = a.Lits[:0], a.Eqs[:0]
	a.Cert = e.certs.lend()
	e.g.Conflict(a, e)
	e.setConflict(a, eufConflict)
}

// setConflict makes the conflict clause, the negated literals of an explanation, and takes
// over its certificate.
func (e *Engine) setConflict(why *theory.Antecedents, id lemmaKind) {
	e.checkAntecedents(why.Lits)
	e.confl = e.dedupe(why.Lits, e.confl[:0])
	e.conflCert, why.Cert = why.Cert, nil
	if e.conflCert != nil {
		e.certifyClause(e.conflCert, e.kinds.names[id], e.confl, sat.NoLit)
	}
	for i, l := range e.confl {
		e.confl[i] = l.Not()
	}
	e.failed = true
}

// dedupe appends lits to dst, each once.
func (e *Engine) dedupe(lits, dst []sat.Lit) []sat.Lit {
	e.seenLit = term.Extend(e.seenLit, len(e.atoms))
	e.seenNow++
	for _, l := range lits {
		if e.seenLit[l.Var()] != e.seenNow {
			e.seenLit[l.Var()] = e.seenNow
			dst = append(dst, l)
		}
	}
	return dst
}
