package driver

import (
	"context"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/prog"
)

// Choice is a constant with the value that Houdini has chosen.
type Choice struct {
	Name  string
	Value bool
}

// houdini checks the procedures under choices of constants, as Boogie's Houdini does (Flanagan and Leino, "Houdini, an
// Annotation Assistant for ESC/Java", FME 2001): at first all are true, and one that stands before a clause that is not
// proved becomes false, until what is left is proved together, or fails whatever is chosen.
func (m *modular) houdini(ctx context.Context, chosen []*prog.Proc) error {
	done := m.Done
	m.Done, m.refuted = nil, map[prog.VarID]bool{}
	for {
		if err := m.all(ctx, chosen); err != nil {
			return err
		}
		if m.rep.Stopped || !m.refute() {
			break
		}
	}
	p := m.loaded.prep.Program
	for _, v := range p.Chosen {
		m.rep.Chosen = append(m.rep.Chosen, Choice{p.Var(v).Name, !m.refuted[v]})
	}
	for _, r := range m.rep.Procs {
		if done != nil {
			done(r)
		}
	}
	return nil
}

// refute gives up the constants before clauses that are not proved, and reports whether there are any. Where a
// procedure is not checked at all, none is proved.
func (m *modular) refute() (any bool) {
	p := m.loaded.prep.Program
	give := func(v prog.VarID) {
		any = any || !m.refuted[v]
		m.refuted[v] = true
	}
	for _, r := range m.rep.Procs {
		if r.Why.Kind != reason.None {
			for _, v := range p.Chosen {
				give(v)
			}
		}
		for i := range r.Failures {
			f := &r.Failures[i]
			if v, ok := p.Guards[f.clause]; ok && f.Result.Verdict() != verifier.Safe {
				give(v)
			}
		}
	}
	return any
}

// fix gives the constants their values.
func (m *modular) fix(p *prog.Program) {
	if !m.Houdini {
		return
	}
	for _, v := range p.Chosen {
		t := p.Var(v).Term
		if m.refuted[v] {
			t = p.Store.Not(t)
		}
		p.Axioms = append(p.Axioms, prog.Axiom{Cond: t, Node: p.Var(v).Node})
	}
}
