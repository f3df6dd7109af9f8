package combine

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
)

// host is what one plugin sees of the engine.
type host struct {
	e     *Engine
	index int
}

var _ interface {
	theory.Host
	theory.CandidateModel
	theory.Decider
	theory.Definer
	theory.FiniteSorts
	theory.LemmaUse
	theory.Sharing
	theory.Witnesses
} = (*host)(nil)

func (h *host) Root(n theory.Node) theory.Node           { return h.e.g.Root(n) }
func (h *host) Offset(n theory.Node) int64               { return h.e.g.Offset(n) }
func (h *host) Same(a, b theory.Point) bool              { return h.e.g.Same(a, b) }
func (h *host) Apart(a, b theory.Point) bool             { return h.e.g.Apart(a, b) }
func (h *host) Const(p theory.Point) (int64, bool)       { return h.e.g.Const(p) }
func (h *host) Next(n theory.Node) theory.Node           { return h.e.g.Next(n) }
func (h *host) Parents(r theory.Node) []theory.Node      { return h.e.g.Parents(r) }
func (h *host) Term(n theory.Node) term.Term             { return h.e.g.Term(n) }
func (h *host) Args(n theory.Node) []theory.Point        { return h.e.g.Args(n) }
func (h *host) Lookup(t term.Term) (theory.Point, bool)  { return h.e.point(t) }
func (h *host) IsRelevant(n theory.Node) bool            { return h.e.rel.node[n] }
func (h *host) Shared(n theory.Node) bool                { return h.e.nodes[n].shared }
func (h *host) NumNodes() int                            { return h.e.g.NumNodes() }
func (h *host) Maker() theory.Maker                      { return h.e.mk }
func (h *host) Value(l sat.Lit) sat.Value                { return h.e.sat.Value(l) }
func (h *host) Stopped() bool                            { return h.e.lim.Stopped() }
func (h *host) Incomplete(why reason.Reason)             { h.e.lacks(why) }
func (h *host) Prefer(l sat.Lit)                         { h.e.sat.SetPhase(l.Var(), !l.Sign()) }
func (h *host) Node(t term.Term) theory.Point            { return h.e.intern(t) }
func (h *host) Candidate(p theory.Point) (num.Rat, bool) { return h.e.candidate(p) }
func (h *host) NewCertificate() *cert.Certificate        { return h.e.certs.lend() }

func (h *host) Propagate(l sat.Lit, why theory.Reason) {
	h.e.imply(l, cause{plugin: int8(h.index), why: why})
}

func (h *host) Merge(a, b theory.Point, why theory.Reason) { h.e.g.MergeTheory(a, b, h.index, why) }

func (h *host) Split(l sat.Lit) {
	if h.e.sat.Value(l) == sat.Undef {
		h.e.Splits++
		h.Prefer(l)
		h.e.splits = append(h.e.splits, l)
	}
}

func (h *host) Count(number uint32) { h.e.number = number }

func (h *host) Used(yield func(number uint32)) { h.e.sat.Used(yield) }

func (h *host) Lit(t term.Term) sat.Lit { return h.e.Lit(t) }

func (h *host) Private(gate uint32) sat.Var {
	a := atom{kind: private, owner: nobody}
	if h.e.log != nil {
		a.term = h.e.st.FreshConst("gate", term.Bool)
		h.e.opt.Proof.Gate(a.term, gate)
	}
	return h.e.newVar(a)
}

func (h *host) Define(c *cert.Certificate, lits ...sat.Lit) {
	h.e.rel.notices++
	if c == nil {
		h.e.add(lits, definition(0))
		return
	}
	h.e.add(lits, h.e.certs.origin(h.e.certifyLemma(c, lits, gateDef)))
}

func (h *host) Circuit(t term.Term, opaque bool) { h.e.opt.Proof.Circuit(t, opaque) }

func (h *host) Want(v sat.Var, n theory.Node) {
	h.e.rel.notices++
	h.e.atoms[v].node = n
	h.e.sat.Offer(v)
}

func (h *host) kind(id theory.LemmaID) lemmaKind { return h.e.kinds.of[h.index][id] }

func (h *host) Conflict(why *theory.Antecedents, id theory.LemmaID) {
	h.e.pluginConflict(why, h.kind(id))
}

func (h *host) Lemma(lits []sat.Lit, id theory.LemmaID, c *cert.Certificate) theory.LemmaStatus {
	return h.e.queueLemma(lits, h.kind(id), c)
}

func (h *host) LemmaWhile(lits []sat.Lit, first sat.Lit, id theory.LemmaID, c *cert.Certificate, when ...theory.While) {
	h.e.queueWhile(when, lits, first, h.kind(id), c)
}

func (h *host) Values(s term.Sort) []term.Term { return h.e.claims.values(s) }

func (h *host) Witness(a, b term.Term) term.Term {
	w := h.e.opt.Symbols.Diff(h.e.st, a, b)
	h.e.opt.Proof.Witness(a, b, w)
	return w
}
