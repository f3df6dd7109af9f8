package model

import (
	"fmt"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// Env binds constants and bound variables to values that change over time, in
// front of a model that gives the rest: the state of a program, or the values
// that a quantifier is tried on. Envs that share one Model also
// share its memo of values.
type Env struct {
	m    *Model
	vals map[term.Sym]Value // never ranged over
}

// NewEnv returns an environment without bindings.
func (m *Model) NewEnv() *Env { return &Env{m: m, vals: map[term.Sym]Value{}} }

// Model returns the model behind e.
func (e *Env) Model() *Model { return e.m }

// Set binds t, a constant or a bound variable.
func (e *Env) Set(t term.Term, v Value) {
	if st := e.m.st; v.sort != st.Sort(t) {
		panic(fmt.Sprintf("model: value of sort %s bound to a term of sort %s", st.SortString(v.sort),
			st.SortString(st.Sort(t))))
	}
	e.vals[e.sym(t)] = v
	// Nothing that is remembered depends on a constant that was never evaluated, as a new
	// one that is to stand for a term.
	if ev := &e.m.ev; !e.m.st.IsConst(t) || ev.remembers(t) {
		e.forget()
	}
}

// Unset removes the binding of t.
func (e *Env) Unset(t term.Term) {
	delete(e.vals, e.sym(t))
	e.forget()
}

// Get returns the binding of t.
func (e *Env) Get(t term.Term) (Value, bool) {
	v, ok := e.vals[e.sym(t)]
	return v, ok
}

// Clone returns a copy of e that changes independently.
func (e *Env) Clone() *Env {
	c := e.m.NewEnv()
	for f, v := range e.vals { // the order does not matter: it fills a map
		c.vals[f] = v
	}
	return c
}

// Eval evaluates t, whose constants and free bound variables are looked up in
// e first.
func (e *Env) Eval(t term.Term) (Value, error) { return e.m.ev.run(e.m, e, t) }

func (e *Env) sym(t term.Term) term.Sym {
	st := e.m.st
	switch {
	case st.Op(t) == term.OpBound:
		return st.BoundSym(t)
	case st.IsConst(t):
		return st.Sym(t)
	}
	panic("model: binding of a term that is neither constant nor bound variable")
}

func (e *Env) forget() {
	if e.m.ev.owner == e {
		e.m.ev.forget()
	}
}

// Eval evaluates t, which must not have free bound variables.
func (m *Model) Eval(t term.Term) (Value, error) { return m.ev.run(m, nil, t) }

// EvalBool evaluates a formula.
func (m *Model) EvalBool(t term.Term) (bool, error) {
	v, err := m.Eval(t)
	return v.IsTrue(), err
}

// EvalInt evaluates an Int term.
func (m *Model) EvalInt(t term.Term) (num.Int, error) {
	v, err := m.Eval(t)
	return v.n, err
}

// EvalQuant evaluates the body of quantifier q under each of the given
// instances, values of its bound variables, in an environment that extends e
// (which may be nil). For forall it returns the number of the first instance
// under which the body is false, for exists the first under which it is true;
// -1 if there is none.
func (m *Model) EvalQuant(e *Env, q term.Term, instances [][]Value) (int, error) {
	quant := m.st.Quant(q)
	looked := m.st.Op(q) == term.OpExists
	inner := m.NewEnv()
	if e != nil {
		inner = e.Clone()
	}
	for i, values := range instances {
		if len(values) != len(quant.Vars) {
			return -1, fmt.Errorf("model: instance of %d values for %d bound variables", len(values), len(quant.Vars))
		}
		for k, x := range quant.Vars {
			inner.Set(x, values[k])
		}
		v, err := inner.Eval(quant.Body)
		if err != nil {
			return -1, err
		}
		if v.IsTrue() == looked {
			return i, nil
		}
	}
	return -1, nil
}
