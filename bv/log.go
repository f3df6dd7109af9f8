package bv

import (
	"github.com/muster-smt/muster/bv/aig"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/proof"
)

// proofLog is the sat.Tracer that writes the proof (theory/proof): its literals are gates, since
// a variable stands for one gate permanently.
type proofLog struct {
	s     *Solver
	w     *proof.Writer
	gate  []aig.Lit         // by variable
	tag   int32             // the assertion whose clauses are added
	why   *cert.Certificate // of the lemma that is added, or nil
	lits  []aig.Lit         // scratch
	last  sat.ClauseID
	empty bool // last is the empty clause
}

// newVar notes that a variable stands for the gate that is being defined.
func (p *proofLog) newVar(v sat.Var) {
	for int(v) >= len(p.gate) {
		p.gate = append(p.gate, 0)
	}
	p.gate[v] = aig.Lit(p.s.cnf.At()) << 1
}

// Antecedents implements sat.Tracer.
func (p *proofLog) Antecedents() bool { return true }

// Axiom implements sat.Tracer. Clauses are handed over by cnf only.
func (p *proofLog) Axiom(id sat.ClauseID, lits []sat.Lit, _ bool, _ sat.Origin) {
	if len(lits) == 0 {
		p.last, p.empty = id, true
	}
	if root, ok := p.s.cnf.AtRoot(); ok {
		p.w.InputGates(id, p.tag, root, p.gates(lits))
	} else if p.why != nil {
		p.w.TheoryGates(id, p.why, p.gates(lits))
	} else {
		p.w.DefinitionGates(id, p.gates(lits))
	}
}

// Derived implements sat.Tracer.
func (p *proofLog) Derived(id sat.ClauseID, lits []sat.Lit, antecedents []sat.ClauseID) {
	p.last, p.empty = id, len(lits) == 0
	p.w.DerivedGates(id, p.gates(lits), antecedents)
}

// Deleted implements sat.Tracer.
func (p *proofLog) Deleted(id sat.ClauseID, _ []sat.Lit) { p.w.Delete(id) }

func (p *proofLog) gates(lits []sat.Lit) []aig.Lit {
	p.lits = p.lits[:0]
	for _, l := range lits {
		g := p.gate[l.Var()]
		if l.Sign() {
			g = g.Not()
		}
		p.lits = append(p.lits, g)
	}
	return p.lits
}

// LogAnswer ends a check. The clause that refutes the assumptions is deleted, since no later
// check uses it; two complementary assumptions need none.
func (s *Solver) LogAnswer(st sat.Status) {
	p := s.log
	if p == nil {
		return
	}
	core := p.last
	if a := s.sat.Core(); len(a) == 2 && a[0] == a[1].Not() {
		core = 0
	}
	p.w.Answer(st, core)
	if st == sat.Unsat && core != 0 && !p.empty {
		p.w.Delete(core)
	}
}

// Spoiled reports whether a new Solver must take over: the graph is no longer that of the log,
// because a circuit was interrupted; or a formula is Opaque.
func (s *Solver) Spoiled() bool { return s.spoiled }
