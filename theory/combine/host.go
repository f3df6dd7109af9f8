package combine

import (
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// host is what one plugin sees of the engine.
type host struct {
	*Engine
	index int
}

var _ theory.Host = (*host)(nil)

func (h *host) Root(n theory.Node) theory.Node           { return h.g.Root(n) }
func (h *host) Offset(n theory.Node) int64               { return h.g.Offset(n) }
func (h *host) Same(a, b theory.Point) bool              { return h.g.Same(a, b) }
func (h *host) Apart(a, b theory.Point) bool             { return h.g.Apart(a, b) }
func (h *host) Const(p theory.Point) (int64, bool)       { return h.g.Const(p) }
func (h *host) Next(n theory.Node) theory.Node           { return h.g.Next(n) }
func (h *host) Size(n theory.Node) int                   { return h.g.Size(n) }
func (h *host) Parents(r theory.Node) []theory.Node      { return h.g.Parents(r) }
func (h *host) Term(n theory.Node) term.Term             { return h.g.Term(n) }
func (h *host) Args(n theory.Node) []theory.Point        { return h.g.Args(n) }
func (h *host) Lookup(t term.Term) (theory.Point, bool)  { return h.point(t) }
func (h *host) IsRelevant(n theory.Node) bool            { return h.rel.node[n] }
func (h *host) Shared(n theory.Node) bool                { return h.shared[n] }
func (h *host) NumNodes() int                            { return h.g.NumNodes() }
func (h *host) Terms() *term.Store                       { return h.st }
func (h *host) Maker() theory.Maker                      { return h.mk }
func (h *host) Value(l sat.Lit) sat.Value                { return h.sat.Value(l) }
func (h *host) Level() int                               { return h.sat.Level() }
func (h *host) Stopped() bool                            { return h.lim.Stopped() }
func (h *host) Incomplete(why theory.IncompleteReason)   { h.missing[why] = true }
func (h *host) Prefer(l sat.Lit)                         { h.sat.SetPhase(l.Var(), !l.Sign()) }
func (h *host) Node(t term.Term) theory.Point            { return h.intern(t) }
func (h *host) Candidate(p theory.Point) (num.Rat, bool) { return h.candidate(p) }
func (h *host) Propagate(l sat.Lit, why theory.Reason) {
	h.imply(l, reason{plugin: int8(h.index), why: why})
}
func (h *host) Merge(a, b theory.Point, why theory.Reason) { h.g.MergeTheory(a, b, h.index, why) }

func (h *host) Lit(t term.Term) sat.Lit {
	l := h.cnf.Lit(t)
	h.link()
	return l
}

func (h *host) Conflict(why *theory.Antecedents, id theory.LemmaID) {
	if h.failed {
		return
	}
	h.LemmaCount[id]++
	if why.Cert == nil {
		why.Cert = h.certs.lend()
	}
	h.g.Explain(why, h.Engine)
	h.setConflict(why, id)
}

func (h *host) Lemma(lits []sat.Lit, id theory.LemmaID, c *cert.Certificate) theory.LemmaStatus {
	return h.queueLemma(lits, id, c)
}

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

// sendLemmas makes the queued lemmas live.
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

// split makes l's variable eligible for decision until it has a value.
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
