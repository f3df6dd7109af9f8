package combine

import (
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/proof"
	"github.com/muster-smt/muster/theory/term"
)

// proofLog is the sat.Tracer that writes the proof. The SAT solver numbers the clauses and
// passes their origins on.
type proofLog struct {
	e     *Engine
	w     *proof.Writer
	lits  []cert.Literal // scratch
	last  sat.ClauseID   // the clause derived last, or the empty one
	empty bool           // last is the empty clause
}

// The origin of a clause says in two bits what it is; the rest is the number of the
// assertion that it belongs to, or of its certificate. Derived clauses have no origin.
const (
	fromInput sat.Origin = 1 + iota
	fromDefinition
	fromTheory
	originBits = 2
)

// input is the origin of a clause of assertion n.
func input(n int32) sat.Origin { return sat.Origin(n)<<originBits | fromInput }

// definition is the origin of a clause that defines the formula of its first literal, for
// assertion n.
func definition(n int32) sat.Origin { return sat.Origin(n)<<originBits | fromDefinition }

// theoryOrigin is the origin of a clause that has certificate k.
func theoryOrigin(k uint32) sat.Origin { return sat.Origin(k)<<originBits | fromTheory }

// assertion returns the assertion that a clause belongs to, or 0.
func assertion(from sat.Origin) int32 {
	if from&(1<<originBits-1) == fromTheory {
		return 0
	}
	return int32(from >> originBits)
}

// tracers passes the events of a proof to several tracers.
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

// tracer makes the tracer of the SAT solver; nil if none is requested.
func (e *Engine) tracer() sat.Tracer {
	var ts tracers
	if e.opt.Cone {
		e.cone = newCone()
		ts = append(ts, e.cone)
	}
	if e.opt.Proof != nil {
		e.log = &proofLog{e: e, w: e.opt.Proof}
		e.certs.traced = true
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

// Antecedents implements sat.Tracer.
func (p *proofLog) Antecedents() bool { return true }

// Axiom implements sat.Tracer.
func (p *proofLog) Axiom(id sat.ClauseID, lits []sat.Lit, _ bool, from sat.Origin) {
	if len(lits) == 0 {
		p.last, p.empty = id, true
	}
	switch from & (1<<originBits - 1) {
	case fromDefinition:
		p.w.Definition(id, p.formulas(lits))
	case fromTheory:
		k := uint32(from >> originBits)
		p.w.Theory(id, p.e.certs.kept[k])
		p.e.certs.drop(k)
	default:
		p.w.Input(id, assertion(from), p.formulas(lits))
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

// logAnswer ends a check. The clause that refutes the assumptions is deleted, since no
// later check uses it; two complementary assumptions need none.
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
