package combine

import (
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/invariant"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
)

// lemmaKind is a kind of lemmas and conflicts, an index into lemmaKinds.
type lemmaKind uint16

// The kinds that the engine has itself.
const (
	eufConflict lemmaKind = iota // congruence: two different values in one class
	iteDef                       // definition of an if-then-else term
	gateDef                      // a clause of theory.Definer
)

// lemmaKinds are the kinds of the engine, then those of plugins, with the numbers of new
// lemmas and conflicts. Kinds with one name are one.
type lemmaKinds struct {
	names []string
	count []int64
	of    [][]lemmaKind // by plugin and theory.LemmaID
}

func newLemmaKinds() (k lemmaKinds) {
	for _, name := range [...]string{eufConflict: "euf-conflict", iteDef: "ite-def", gateDef: "gate-def"} {
		k.named(name)
	}
	return k
}

// add adds the kinds of the next plugin.
func (k *lemmaKinds) add(names []string) {
	var of []lemmaKind
	for _, name := range names {
		of = append(of, k.named(name))
	}
	k.of = append(k.of, of)
}

// named returns the kind with a name, a new one if there is none.
func (k *lemmaKinds) named(name string) lemmaKind {
	i := slices.Index(k.names, name)
	if i < 0 {
		i = len(k.names)
		k.names, k.count = append(k.names, name), append(k.count, 0)
	}
	return lemmaKind(i)
}

// counted counts a lemma or conflict.
func (e *Engine) counted(what string, kind lemmaKind) {
	e.kinds.count[kind]++
	if e.steps != nil {
		e.steps.Debug(what, "kind", e.kinds.names[kind])
	}
}

// Lemmas calls yield with each kind of lemmas and conflicts, and how many there were that
// were new.
func (e *Engine) Lemmas(yield func(name string, n int64)) {
	for i, name := range e.kinds.names {
		yield(name, e.kinds.count[i])
	}
}

// queueLemma keeps a lemma until all plugins have had their turn.
func (e *Engine) queueLemma(lits []sat.Lit, id lemmaKind, d *cert.Certificate) theory.LemmaStatus {
	off := len(e.lits)
	c := e.queueLits(lits)
	if old, ok := e.find(c); ok && e.rel.clauses[old].active {
		e.lits = e.lits[:off]
		e.certs.take(d)
		return theory.LemmaLive
	}
	e.lemmas = append(e.lemmas, queuedLemma{off: uint32(off), n: uint32(len(c)), id: id, cert: e.certifyLemma(d, c, id),
		number: e.number})
	return theory.LemmaNew
}

// queueWhile keeps a lemma that will be live whenever one of the conditions holds. No conflict
// drops it. If first is not NoLit, it is decided before the other literal: its negation
// implies that, so none of the others has to be offered.
func (e *Engine) queueWhile(when []theory.While, lits []sat.Lit, first sat.Lit, id lemmaKind, d *cert.Certificate) {
	off := len(e.lits)
	c := e.queueLits(lits)
	invariant.Check(first == sat.NoLit || len(c) <= 2, "combine: one of more than two literals is the first")
	if _, old := e.find(c); old {
		e.certs.take(d)
		d = nil
	} else {
		d = e.certifyLemma(d, c, id)
	}
	e.lemmas = append(e.lemmas, queuedLemma{uint32(off), uint32(len(c)), first, id, when, false, d, e.number})
}

// queueLits appends the literals of a lemma, sorted, to those of the queue.
func (e *Engine) queueLits(lits []sat.Lit) []sat.Lit {
	off := len(e.lits)
	e.lits = append(e.lits, lits...)
	c := e.lits[off:]
	slices.Sort(c)
	c = slices.Compact(c)
	e.lits = e.lits[:off+len(c)]
	return c
}

// sendLemmas adds the queued lemmas and makes them live.
func (e *Engine) sendLemmas() {
	for i := range e.lemmas {
		q := &e.lemmas[i]
		c := e.lits[q.off : q.off+q.n]
		id, old := e.find(c)
		if old {
			e.Resent++
			e.certs.take(q.cert)
		} else {
			id = e.remember(c)
			e.rel.clauses[id].first = q.first
			e.counted("lemma", q.id)
			e.rel.notices++
			e.addLemma(id, q.number, q.cert)
		}
		for _, w := range q.when {
			e.require(id, w)
		}
		if !q.late {
			e.activate(id)
		}
	}
	e.lemmas, e.lits = e.lemmas[:0], e.lits[:0]
	e.addBack()
}

// dropLemmas empties the queue, except for the lemmas that are never lost.
func (e *Engine) dropLemmas() {
	kept, end := 0, uint32(0)
	for _, q := range e.lemmas {
		if len(q.when) == 0 {
			e.certs.take(q.cert)
			continue
		}
		copy(e.lits[end:], e.lits[q.off:q.off+q.n])
		q.off, q.late = end, true
		end += q.n
		e.lemmas[kept] = q
		kept++
	}
	e.lemmas, e.lits = e.lemmas[:kept], e.lits[:end]
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
