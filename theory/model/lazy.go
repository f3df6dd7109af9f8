package model

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
)

// Source gives a model what it is asked for, when it is asked.
type Source interface {
	// Const returns the value of a constant; it is invalid if the source has none.
	Const(t term.Term) (Value, error)
	// Fun calls set for each point at which the source has the value of a function.
	Fun(f term.Sym, set func(args []Value, v Value)) error
	// Zeros returns a model that has the source's results of divisions by zero.
	Zeros() (*Model, error)
}

// lazy is the state of a model with a Source.
type lazy struct {
	src    Source
	consts []term.Sym       // those that have a value
	funs   []term.Sym       // those of which the source was asked
	asked  term.Paged[bool] // by symbol: it is in funs
	zeros  bool             // the source was asked for divisions by zero
	broken error            // of the source
}

// Forget takes back all that a model with a Source has, whoever assigned it, so that it can
// be used again without new tables. It costs what was assigned.
func (m *Model) Forget() {
	l := m.lazy
	for _, f := range l.consts {
		*m.consts.Ref(uint32(f)) = Value{}
	}
	for _, f := range l.funs {
		*m.funs.Ref(uint32(f)), *l.asked.Ref(uint32(f)) = nil, false
	}
	if l.zeros {
		m.takeZeros(New(m.st, Options{}))
	}
	l.consts, l.funs, l.zeros, l.broken = l.consts[:0], l.funs[:0], false, nil
	m.ev.forget()
}

// Keep returns a model of its own with what m has of some symbols, and of divisions by zero. It stays when the source
// of m has ended.
func (m *Model) Keep(syms []term.Sym) *Model {
	n := New(m.st, Options{Strict: m.opt.Strict})
	n.zeros = slices.Clone(m.zeros)
	m.fetchZeros()
	n.takeZeros(m)
	for _, f := range syms {
		if params, _ := m.st.SymSorts(f); len(params) == 0 {
			if v, ok := m.Const(f); ok {
				n.put(f, v)
			}
		} else if fn := m.Fun(f); fn != nil {
			g := n.fun(f)
			for _, e := range fn.entries {
				g.set(e.Args, e.Value)
			}
			g.def = fn.def
		}
	}
	return n
}

// takeZeros takes over another model's results of divisions by zero.
func (m *Model) takeZeros(z *Model) { m.div0, m.mod0, m.quo0 = z.div0, z.mod0, z.quo0 }

// put assigns a constant.
func (m *Model) put(f term.Sym, v Value) {
	c := m.consts.Ref(uint32(f))
	if m.lazy != nil && !c.IsValid() {
		m.lazy.consts = append(m.lazy.consts, f)
	}
	*c = v
}

// fetch asks the source for a constant that has no value.
func (m *Model) fetch(f term.Sym) (Value, bool) {
	l := m.lazy
	if l == nil || l.broken != nil {
		return Value{}, false
	}
	v, err := l.src.Const(m.st.App(f))
	switch {
	case err != nil:
		l.broken = err
	case v.IsValid():
		m.put(f, v)
	}
	return v, v.IsValid() && err == nil
}

// fetchFun asks the source for a function, once.
func (m *Model) fetchFun(f term.Sym) {
	l := m.lazy
	if l == nil {
		return
	}
	asked := l.asked.Ref(uint32(f))
	if *asked {
		return
	}
	*asked = true
	l.funs = append(l.funs, f)
	if l.broken != nil {
		return
	}
	fn := &Func{}
	if l.broken = l.src.Fun(f, fn.set); l.broken != nil || len(fn.entries) == 0 {
		return
	}
	if m.opt.Fill {
		fn.def = mostFrequent(fn.entries)
	}
	*m.funs.Ref(uint32(f)) = fn
}

// fetchZeros asks the source for divisions by zero, once.
func (m *Model) fetchZeros() {
	l := m.lazy
	if l == nil || l.zeros || l.broken != nil {
		return
	}
	l.zeros = true
	z, err := l.src.Zeros()
	if l.broken = err; err == nil {
		m.takeZeros(z)
	}
}

// broken returns the error of the source, if there was one.
func (m *Model) broken() error {
	if m.lazy == nil {
		return nil
	}
	return m.lazy.broken
}
