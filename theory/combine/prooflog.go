package combine

import (
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/proof"
	"github.com/muster-smt/muster/theory/term"
)

// proofLog is the sat.Tracer that writes the proof. The SAT solver numbers the
// clauses; the engine says, before it hands one over, where that comes from.
type proofLog struct {
	e      *Engine
	w      *proof.Writer
	tag    int32 // the assertion at work, counted from 1; 0: none
	origin origin
	cert   *cert.Certificate // of the theory's clause
	lits   []cert.Literal    // scratch
	last   sat.ClauseID      // the clause derived last, or the empty one
	empty  bool              // last is the empty clause
}

// origin says where the next clause comes from.
type origin uint8

const (
	fromInput origin = iota
	fromDefinition
	fromTheory
)

// tracers hands the events of a proof to all.
type tracers []sat.Tracer

func (ts tracers) Antecedents() bool {
	return slices.ContainsFunc(ts, sat.Tracer.Antecedents)
}

func (ts tracers) Axiom(id sat.ClauseID, lits []sat.Lit, lemma bool, from sat.Origin) {
	for _, t := range ts {
		t.Axiom(id, lits, lemma, from)
	}
}

func (ts tracers) Derived(id sat.ClauseID, lits []sat.Lit, antecedents []sat.ClauseID) {
	for _, t := range ts {
		t.Derived(id, lits, antecedents)
	}
}

func (ts tracers) Deleted(id sat.ClauseID, lits []sat.Lit) {
	for _, t := range ts {
		t.Deleted(id, lits)
	}
}

// tracer makes those who listen to the SAT solver; nil if there are none.
func (e *Engine) tracer() sat.Tracer {
	var ts tracers
	if e.opt.Cone {
		e.cone = newCone()
		ts = append(ts, e.cone)
	}
	if e.opt.Proof != nil {
		e.log = &proofLog{e: e, w: e.opt.Proof}
		ts = append(ts, e.log)
	}
	switch len(ts) {
	case 0:
		return nil
	case 1:
		return ts[0]
	}
	return ts
}

// originInput says that the next clause is a piece of the assertion at work.
func (e *Engine) originInput() {
	if e.log != nil {
		e.log.origin = fromInput
	}
}

// originDefinition says that the next clause is a piece of the definition of
// its first literal's formula.
func (e *Engine) originDefinition() {
	if e.log != nil {
		e.log.origin = fromDefinition
	}
}

// originTheory says that c tells why the next clause is valid.
func (e *Engine) originTheory(c *cert.Certificate) {
	if e.log != nil {
		e.log.origin, e.log.cert = fromTheory, c
	}
}

// Antecedents implements sat.Tracer.
func (p *proofLog) Antecedents() bool { return true }

// Axiom implements sat.Tracer.
func (p *proofLog) Axiom(id sat.ClauseID, lits []sat.Lit, _ bool, _ sat.Origin) {
	if len(lits) == 0 {
		p.last, p.empty = id, true
	}
	switch p.origin {
	case fromDefinition:
		p.w.Definition(id, p.formulas(lits))
	case fromTheory:
		p.w.Theory(id, p.cert)
		p.cert = nil
	default:
		p.w.Input(id, p.tag, p.formulas(lits))
	}
}

// Derived implements sat.Tracer.
func (p *proofLog) Derived(id sat.ClauseID, lits []sat.Lit, antecedents []sat.ClauseID) {
	p.last, p.empty = id, len(lits) == 0
	p.w.Derived(id, p.formulas(lits), antecedents)
}

// Deleted implements sat.Tracer.
func (p *proofLog) Deleted(id sat.ClauseID, _ []sat.Lit) { p.w.Delete(id) }

func (p *proofLog) formulas(lits []sat.Lit) []cert.Literal {
	p.lits = p.lits[:0]
	for _, l := range lits {
		p.lits = append(p.lits, p.e.formula(l))
	}
	return p.lits
}

// logAnswer ends a check. The clause that refutes assumptions is of no use
// later; two that contradict each other need none.
func (e *Engine) logAnswer(s sat.Status) {
	p := e.log
	if p == nil {
		return
	}
	core := p.last
	if a := e.sat.Core(); len(a) == 2 && a[0] == a[1].Not() {
		core = 0
	}
	p.w.Answer(s, core)
	if s == sat.Unsat && core != 0 && !p.empty {
		p.w.Delete(core)
	}
}

// Simplified implements cnf.Sink.
func (e *Engine) Simplified(from, to term.Term) { e.opt.Proof.Simplified(from, to) }

// Skolem implements cnf.Sink.
func (e *Engine) Skolem(q term.Term, constants []term.Term, body term.Term) {
	e.opt.Proof.Skolem(q, constants, body)
}

// Tagged implements cnf.Sink.
func (e *Engine) Tagged(t term.Term, f term.Sym) { e.opt.Proof.Tagged(t, f) }

// Witness implements theory.Host.
func (h *host) Witness(a, b term.Term) term.Term {
	w := h.opt.Symbols.Diff(h.st, a, b)
	h.opt.Proof.Witness(a, b, w)
	return w
}
