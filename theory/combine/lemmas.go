package combine

import (
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
)

// queueLemma keeps a lemma until all plugins have had their turn.
func (e *Engine) queueLemma(lits []sat.Lit, id theory.LemmaID, d *cert.Certificate) theory.LemmaStatus {
	off := len(e.lits)
	e.lits = append(e.lits, lits...)
	c := e.lits[off:]
	slices.Sort(c)
	c = slices.Compact(c)
	e.lits = e.lits[:off+len(c)]
	if old, ok := e.find(c); ok && e.rel.clauses[old].active {
		e.lits = e.lits[:off]
		e.certs.take(d)
		return theory.LemmaLive
	}
	e.lemmas = append(e.lemmas, queuedLemma{uint32(off), uint32(len(c)), id, e.certifyLemma(d, c, id)})
	return theory.LemmaNew
}

// sendLemmas adds the queued lemmas and makes them live.
func (e *Engine) sendLemmas() {
	for i := range e.lemmas {
		q := &e.lemmas[i]
		c := e.lits[q.off : q.off+q.n]
		id, old := e.find(c)
		if old {
			e.Resent++
		} else {
			id = e.remember(c)
			e.LemmaCount[q.id]++
			e.rel.told++
			e.add(c, e.certs.origin(q.cert))
			q.cert = nil
		}
		e.activate(id)
	}
	e.dropLemmas()
}

// split makes l's variable eligible for decision until it has a value: l or not l is an
// active clause of relevancy, but not of the SAT solver.
func (e *Engine) split(l sat.Lit) {
	c := []sat.Lit{min(l, l.Not()), max(l, l.Not())}
	id, old := e.find(c)
	if !old {
		id = e.remember(c)
	}
	e.activate(id)
}

func hashLits(c []sat.Lit) uint64 {
	h := uint64(len(c))
	for _, l := range c {
		h = (h ^ uint64(l)) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return h
}

// find returns the lemma with these sorted literals.
func (e *Engine) find(c []sat.Lit) (uint32, bool) {
	for _, id := range e.known[hashLits(c)] {
		if slices.Equal(e.rel.lits(&e.rel.clauses[id]), c) {
			return id, true
		}
	}
	return 0, false
}

func (e *Engine) remember(c []sat.Lit) uint32 {
	id := e.addClause(sat.NoLit, c)
	h := hashLits(c)
	e.known[h] = append(e.known[h], id)
	return id
}
