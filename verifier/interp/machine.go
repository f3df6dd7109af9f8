package interp

import (
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// machine is the state of an execution: the values of all variables, and a log
// by which changes are undone.
type machine struct {
	p       *prog.Program
	st      *term.Store
	env     *model.Env
	uses    *prog.Uses
	log     []undo // kept while logging is positive
	logging int
	olds    [][]prog.VarID // by procedure: the globals whose value at entry it mentions
	scans   []bool         // by procedure: olds is known
}

// undo is the former value of a term; invalid if it had none.
type undo struct {
	t   term.Term
	old model.Value
}

func newMachine(p *prog.Program, m *model.Model) *machine {
	return &machine{
		p: p, st: p.Store, env: m.NewEnv(), uses: prog.NewUses(p),
		olds: make([][]prog.VarID, len(p.Procs)), scans: make([]bool, len(p.Procs)),
	}
}

// bind gives the constant t a value.
func (m *machine) bind(t term.Term, v model.Value) {
	if m.logging > 0 {
		old, _ := m.env.Get(t)
		m.log = append(m.log, undo{t, old})
	}
	if !v.IsValid() {
		m.env.Unset(t)
		return
	}
	m.env.Set(t, v)
}

func (m *machine) set(v prog.VarID, x model.Value) { m.bind(m.p.Vars[v].Term, x) }

// back undoes the changes after the first n.
func (m *machine) back(n int) {
	for len(m.log) > n {
		u := m.log[len(m.log)-1]
		m.log = m.log[:len(m.log)-1]
		if u.old.IsValid() {
			m.env.Set(u.t, u.old)
		} else if _, ok := m.env.Get(u.t); ok {
			m.env.Unset(u.t)
		}
	}
}

// value returns the value of a variable; a variable without one gets one now.
func (m *machine) value(v prog.VarID) (model.Value, error) {
	t := m.p.Vars[v].Term
	if x, ok := m.env.Get(t); ok {
		return x, nil
	}
	return m.env.Eval(t)
}

// zero returns the value of a variable that nothing determines.
func (m *machine) zero(v prog.VarID) (model.Value, error) { return model.Zero(m.st, m.p.Sort(v)) }

// oldsOf returns the globals whose value at entry q mentions.
func (m *machine) oldsOf(q *prog.Proc) []prog.VarID {
	if !m.scans[q.ID] {
		m.olds[q.ID], m.scans[q.ID] = m.uses.Olds(q), true
	}
	return m.olds[q.ID]
}

// saved are the caller's values of what an instance of a procedure binds.
type saved struct {
	terms  []term.Term
	values []model.Value
}

// enter gives q's variables their values at entry: args to the formals, none
// to results and locals. Their values in the caller's instance are saved.
func (m *machine) enter(q *prog.Proc, args []model.Value) (saved, error) {
	var s saved
	keep := func(t term.Term) {
		old, _ := m.env.Get(t)
		s.terms = append(s.terms, t)
		s.values = append(s.values, old)
	}
	for _, g := range m.oldsOf(q) {
		v := &m.p.Vars[g]
		x, err := m.value(g)
		if err != nil {
			return s, err
		}
		keep(v.Old)
		m.bind(v.Old, x)
	}
	for i, v := range q.Ins {
		keep(m.p.Vars[v].Term)
		m.set(v, args[i])
	}
	for _, list := range [2][]prog.VarID{q.Outs, q.Locals} {
		for _, v := range list {
			x, err := m.zero(v)
			if err != nil {
				return s, err
			}
			keep(m.p.Vars[v].Term)
			m.set(v, x)
		}
	}
	return s, nil
}

// leave restores the caller's values.
func (m *machine) leave(s saved) {
	for i, t := range s.terms {
		m.bind(t, s.values[i])
	}
}

// values evaluates terms.
func (m *machine) values(ts []term.Term) ([]model.Value, error) {
	out := make([]model.Value, len(ts))
	for i, t := range ts {
		x, err := m.env.Eval(t)
		if err != nil {
			return nil, err
		}
		out[i] = x
	}
	return out, nil
}

// results returns the values of q's results.
func (m *machine) results(q *prog.Proc) ([]model.Value, error) {
	out := make([]model.Value, len(q.Outs))
	for i, v := range q.Outs {
		x, err := m.value(v)
		if err != nil {
			return nil, err
		}
		out[i] = x
	}
	return out, nil
}
