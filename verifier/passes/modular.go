package passes

import (
	"fmt"
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// ObligationKind says what a procedure has to establish.
type ObligationKind uint8

// The kinds.
const (
	CheckAssert     ObligationKind = iota // an assert
	CheckRequires                         // a requires, at a call
	CheckEnsures                          // an ensures, at a return
	CheckEntry                            // an invariant, where its loop is entered
	CheckMaintained                       // an invariant, after an iteration
)

// String returns the kind as answers have it.
func (k ObligationKind) String() string {
	return [...]string{"assert", "requires", "ensures", "invariant on entry", "invariant maintained"}[k]
}

// Obligation is what a procedure has to establish if it is checked by its contract.
type Obligation struct {
	Kind   ObligationKind
	At     prog.NodeID // of the assert, call, return or invariant
	Clause prog.NodeID // where it is written
}

// modularTable returns the passes for Options.Modular: others give the program its meaning.
func modularTable(rows []pass) []pass {
	first := slices.IndexFunc(rows, func(x pass) bool { return x.name == "number" })
	return append([]pass{
		{"entry", (*state).chooseEntry},
		{"modular", (*state).modularise},
		{"reach", (*state).keepReachable},
	}, rows[first:]...)
}

// modularise makes the question whether the entry, when its preconditions hold, can violate something that it has to
// establish, where calls do what the contract of their callee says, and loops what their invariants say. So nothing is
// called that has a body, and there is no loop. Each obligation is a target (targets.go): a failure sets the flag and
// returns; nothing else returns.
func (s *state) modularise() error {
	m := &modular{state: s, clauses: map[int32]Obligation{}}
	if err := m.isolate(); err != nil {
		return err
	}
	m.endPaths()
	if err := m.cutLoops(); err != nil {
		return err
	}
	if m.q.Selective {
		m.selectIn(m.q)
	}
	s.res.Cut, s.res.Clauses = m.p.Clone(), m.clauses
	m.encode()
	s.count("obligations", len(s.res.Obligations))
	return nil
}

// modular is the work of the pass.
type modular struct {
	*state
	q       *prog.Proc
	clauses map[int32]Obligation // by Cmd.ID of an assertion that stands for a clause; others have none
	wheres  map[term.Term]prog.VarID
	sub     *term.Subst
	a       *asserter
}

// isolate gives the entry a copy of its own, in place of calls those bodies that are inlined, and leaves to all other
// procedures their contracts.
func (m *modular) isolate() error {
	q := *m.p.Procs[m.p.Entry]
	copyBlocks(&q)
	q.Candidates = nil
	m.q, m.p.Procs[m.p.Entry] = &q, &q
	m.sub = term.NewSubst(m.st, m.st)
	if q.Unsupported != nil {
		return q.Unsupported
	}
	if err := m.inlineCalls(); err != nil {
		return err
	}
	twin := prog.NoProc
	for i, c := range m.p.Procs {
		if prog.ProcID(i) != q.ID {
			d := *c
			d.Blocks, d.Locals, d.Candidates = nil, nil, nil
			m.p.Procs[i] = &d
		}
	}
	for c := range q.Cmds {
		if c.Kind != prog.Call {
			continue
		}
		if c.Async {
			return m.errorf(c.Node, "unsupported: an asynchronous call, in a procedure that is checked by its contract")
		}
		if c.Callee == q.ID {
			if twin == prog.NoProc {
				twin = m.twin()
			}
			c.Callee = twin
		}
	}
	return nil
}

// twin returns what recursive calls of the entry call: a procedure with its contract.
func (m *modular) twin() prog.ProcID {
	t := &prog.Proc{
		ID: prog.ProcID(len(m.p.Procs)), Name: m.q.Name, CountName: m.q.CountName, Modifies: m.q.Modifies, Node: m.q.Node,
	}
	m.sub.Reset()
	m.fresh(&t.Ins, m.q.Ins, prog.In)
	m.fresh(&t.Outs, m.q.Outs, prog.Out)
	clauses := func(cs []prog.Contract) (out []prog.Contract) {
		for _, c := range cs {
			c.Cond = m.sub.Apply(c.Cond)
			out = append(out, c)
		}
		return out
	}
	t.Requires, t.Ensures = clauses(m.q.Requires), clauses(m.q.Ensures)
	m.p.Procs = append(m.p.Procs, t)
	return t.ID
}

// fresh adds copies of variables to a list, and has the substitution replace them.
func (m *modular) fresh(to *[]prog.VarID, vars []prog.VarID, kind prog.VarKind) {
	for _, v := range vars {
		d := *m.p.Var(v)
		w := m.p.NewVar(d.Name, kind, m.p.Sort(v), d.Node)
		m.sub.Bind(d.Term, m.p.Var(w).Term)
		*to = append(*to, w)
	}
}

// encode makes the obligations targets, and returns the end of what has failed.
func (m *modular) encode() {
	q := m.q
	m.a = &asserter{state: m.state, q: q}
	m.a.flag = m.p.NewVar(m.freshGlobal("assertion_failed"), prog.Global, term.Bool, 0)
	m.p.Globals = append(m.p.Globals, m.a.flag)
	q.Modifies = append(slices.Clip(q.Modifies), m.a.flag)
	for _, c := range m.p.Procs {
		c.Requires, c.Ensures = slices.Clone(c.Requires), slices.Clone(c.Ensures)
	}
	m.premises()
	for i := range len(q.Blocks) {
		m.block(i)
	}
	m.a.entry(q)
	q.Ensures, q.Requires = nil, freed(q.Requires)
	for _, c := range m.p.Procs {
		if c != q {
			c.Requires, c.Ensures = nil, freed(c.Ensures) // what is free is not assumed by callers
		}
	}
	m.res.Flag, m.res.Asserts = m.a.flag, len(m.res.Obligations)
}

func (m *modular) block(i int) {
	a := m.a
	a.src, a.cur, a.cut = m.q.Blocks[i], i, 0
	b := &m.q.Blocks[i]
	b.Cmds, b.Succs, b.Dead = nil, nil, false
	begun := i > 0
	for j := range a.src.Cmds {
		c := a.src.Cmds[j]
		if !begun && !m.isWhere(&c) {
			begun = true
			m.probe(ProbeBegin, m.q.Node)
		}
		switch c.Kind {
		case prog.Assert:
			o, ok := m.clauses[c.ID]
			if !ok {
				o = Obligation{CheckAssert, c.Node, c.Node}
			}
			m.oblige(o, c.Cond, &c)
		case prog.Call:
			m.call(c)
		case prog.Propose:
		case prog.Assume:
			a.emit(m.assumed(j, c))
		default:
			a.emit(c)
		}
	}
	if !begun {
		m.probe(ProbeBegin, m.q.Node)
	}
	returns := len(a.src.Succs) == 0 && !a.src.Dead
	if returns {
		m.probe(ProbeReturn, a.src.End)
		for _, e := range m.contract(m.q, nil) {
			if e.Free {
				a.emit(prog.Cmd{Kind: prog.Assume, Cond: e.Cond, Node: e.Node})
				continue
			}
			m.oblige(Obligation{CheckEnsures, a.src.End, e.Node}, e.Cond, &prog.Cmd{})
		}
	}
	b = &m.q.Blocks[a.cur]
	b.Succs, b.Dead = a.src.Succs, a.src.Dead
	if returns {
		m.kill(b)
	}
}

func (m *modular) call(c prog.Cmd) {
	callee, under := m.p.Procs[c.Callee], c.Cond
	c.Cond = 0
	for _, r := range m.contract(callee, &c) {
		m.bindIns(m.sub, callee, c.Values)
		cond := m.sub.Apply(r.Cond)
		if !r.Free {
			m.oblige(Obligation{CheckRequires, c.Node, r.Node}, m.unless(under, cond), &prog.Cmd{})
		}
		if r.Free || under != 0 {
			m.a.emit(prog.Cmd{Kind: prog.Assume, Cond: cond, Node: c.Node})
		}
	}
	m.probe(ProbeCall, c.Node)
	m.a.emit(c)
	m.probe(ProbeAfter, c.Node)
}

// bindIns has a substitution replace the parameters of a procedure by the arguments of a call.
func (s *state) bindIns(sub *term.Subst, callee *prog.Proc, args []term.Term) {
	sub.Reset()
	for i, v := range callee.Ins {
		sub.Bind(s.p.Var(v).Term, args[i])
	}
}

// oblige has the execution fail here if the condition does not hold and somebody asks about it. If it goes on, the
// condition holds, as in Boogie, unless the source says otherwise of the assertion.
func (m *modular) oblige(o Obligation, cond term.Term, c *prog.Cmd) {
	if cond == m.st.True() {
		return
	}
	n := len(m.res.Targets)
	asked := m.p.NewVar(fmt.Sprintf("asked_%d", n), prog.Constant, term.Bool, o.At)
	m.p.Consts = append(m.p.Consts, asked)
	m.res.Targets = append(m.res.Targets, Target{Proc: m.q.Name, Block: m.a.src.Label, Pos: m.p.Pos(o.At), Asked: asked})
	m.res.Obligations = append(m.res.Obligations, o)
	after := cond
	if o.isProbe() || c.Loose {
		after = m.st.True()
	}
	m.a.fork(o.At, after,
		prog.Cmd{Kind: prog.Assume, Cond: m.p.Var(asked).Term, Node: o.At},
		prog.Cmd{Kind: prog.Assume, Cond: m.st.Not(cond), Label: c.Label, Node: o.Clause},
		prog.Cmd{Kind: prog.Assign, Targets: []prog.VarID{m.a.flag}, Values: []term.Term{m.st.True()}, Node: o.At})
}
