package passes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// PremiseKind says what a proof about a procedure may rest on.
type PremiseKind uint8

// The kinds.
const (
	PremiseRequires  PremiseKind = iota // of the procedure
	PremiseEnsures                      // of what it calls
	PremiseInvariant                    // of a loop
	PremiseAssume                       // an assumption, also a free invariant
	PremiseWhere
	PremiseAxiom
)

// Premise is something that is assumed if a constant is true (Options.Explain).
type Premise struct {
	Kind   PremiseKind
	Node   prog.NodeID // of what says it
	Clause prog.Pos    // where that is
	Proc   string      // PremiseEnsures: of which procedure
	Used   prog.VarID
}

// The kinds of obligations that only Options.Explain adds: they fail where control gets to.
const (
	ProbeBegin  ObligationKind = 100 + iota // behind the preconditions
	ProbeCall                               // before a call
	ProbeAfter                              // after the call of the probe before
	ProbeReturn                             // where the procedure returns
)

// premise returns a condition that is assumed, if somebody asks what a proof rests on only where a constant of its own
// says so. Conditions that are written in one place are one premise.
func (m *modular) premise(kind PremiseKind, cond term.Term, at prog.NodeID, proc string) term.Term {
	if !m.opt.Explain || cond == m.st.True() {
		return cond
	}
	same := func(p Premise) bool { return p.Kind == kind && p.Node == at && p.Proc == proc }
	if i := slices.IndexFunc(m.res.Premises, same); i >= 0 {
		return m.st.Implies(m.p.Var(m.res.Premises[i].Used).Term, cond)
	}
	used := m.p.NewVar(fmt.Sprintf("used_%d", len(m.res.Premises)), prog.Constant, term.Bool, at)
	m.p.Consts = append(m.p.Consts, used)
	m.res.Premises = append(m.res.Premises, Premise{kind, at, m.p.Pos(at), proc, used})
	return m.st.Implies(m.p.Var(used).Term, cond)
}

// premises makes contracts and axioms premises.
func (m *modular) premises() {
	if !m.opt.Explain {
		return
	}
	m.wheres = map[term.Term]prog.VarID{}
	for v := range m.p.Vars {
		if w := m.p.Wheres[prog.VarID(v)]; w != 0 && m.wheres[w] == 0 {
			m.wheres[w] = prog.VarID(v)
		}
	}
	clauses := func(kind PremiseKind, cs []prog.Contract, proc string) {
		for i := range cs {
			cs[i].Cond = m.premise(kind, cs[i].Cond, cs[i].Node, proc)
		}
	}
	clauses(PremiseRequires, m.q.Requires, "")
	called := map[prog.ProcID]bool{}
	for c := range m.q.Cmds {
		if c.Kind == prog.Call && !called[c.Callee] {
			called[c.Callee] = true
			callee := m.p.Procs[c.Callee]
			clauses(PremiseEnsures, callee.Ensures, callee.Name)
		}
	}
	for i, a := range m.p.Axioms {
		m.p.Axioms[i].Cond = m.premise(PremiseAxiom, a.Cond, a.Node, "")
	}
}

// isWhere reports whether a command assumes the where clause of a variable.
func (m *modular) isWhere(c *prog.Cmd) bool { return c.Kind == prog.Assume && m.wheres[c.Cond] != 0 }

// assumed returns a command of the present block that assumes something, as a premise if it is no condition of a
// branch.
func (m *modular) assumed(i int, c prog.Cmd) prog.Cmd {
	kind, at := PremiseAssume, c.Node
	switch b := &m.a.src; {
	case !m.opt.Explain, b.Dead && i == len(b.Cmds)-1:
		return c
	case c.Given:
		kind = PremiseInvariant
	case m.isWhere(&c):
		kind, at = PremiseWhere, m.p.Var(m.wheres[c.Cond]).Node
	case i == 0 && isBranch(b.Label):
		return c
	}
	c.Cond = m.premise(kind, c.Cond, at, "")
	return c
}

// isBranch reports whether a block of this name begins with the condition of an if or a while.
func isBranch(label string) bool {
	suffixes := []string{"_Then", "_Else", "_LoopDone", "_LoopBody"}
	return slices.ContainsFunc(suffixes, func(x string) bool { return strings.HasSuffix(label, x) })
}

// probe adds an obligation that fails where control gets to, if somebody asks what a proof rests on.
func (m *modular) probe(kind ObligationKind, at prog.NodeID) {
	if m.opt.Explain {
		m.oblige(Obligation{kind, at, at}, m.st.False(), &prog.Cmd{})
	}
}

// isProbe reports whether an obligation is no part of the program.
func (o Obligation) isProbe() bool { return o.Kind >= ProbeBegin }
