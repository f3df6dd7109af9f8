package validate

import (
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// eliminated are functions that are replaced by what quantified facts say they are. A map with infinitely many
// different elements is none that a model can have, nor is a function such as x+1; but what is left of the facts
// without them may have a model, and then there are such functions.
//
// If all that a fact demands of a function is a bound, or a value that it has not, the function may be chosen so
// (chosen): then the facts that are left are stronger than those given.
type eliminated struct {
	st     *term.Store
	mk     *rewrite.Rewriter
	chosen bool
	chose  bool // some equation is a choice
	defs   []*equation
}

// equation is a fact that defines a function, or the elements of the maps that it returns: forall params, index ::
// head = is.
type equation struct {
	fact   int // its index
	f      term.Sym
	params []term.Term
	index  term.Term // 0 for a function
	is     term.Term
}

const (
	eliminateRounds = 8   // how deep applications are nested
	eliminateCalls  = 500 // applications of all functions
)

// withoutDefinitions returns facts that can hold together exactly if those given can, or only if these can where
// functions are chosen, without the functions that some of these define. It returns nil if there are none.
func withoutDefinitions(st *term.Store, facts []term.Term, chosen bool) ([]term.Term, *eliminated) {
	e := &eliminated{st: st, mk: rewrite.New(st), chosen: chosen}
	for i, f := range facts {
		if d := e.equation(f); d != nil && !slices.ContainsFunc(e.defs, func(x *equation) bool { return x.f == d.f }) {
			d.fact = i
			e.defs = append(e.defs, d)
		}
	}
	for len(e.defs) > 0 {
		out, bad := e.replace(facts)
		if bad == nil {
			return out, e
		}
		e.defs = slices.DeleteFunc(e.defs, func(d *equation) bool { return d == bad })
	}
	return nil, nil
}

// equation returns what a fact defines; nil if it does not.
func (e *eliminated) equation(fact term.Term) *equation {
	st := e.st
	if st.Op(fact) != term.OpForall || !st.Ground(fact) {
		return nil
	}
	parts := st.Quant(fact)
	body, negated := parts.Body, false
	if st.Op(body) == term.OpNot {
		body, negated = st.Arg(body, 0), true
	}
	if e.chosen && (st.Op(body) == term.OpLe || st.Op(body) == term.OpEq && negated) &&
		st.Sort(st.Arg(body, 0)) == term.Int {
		return e.choice(parts.Vars, body, negated)
	}
	if st.Op(body) != term.OpEq {
		return e.defines(parts.Vars, body, st.Bool(!negated))
	}
	left, right := st.Arg(body, 0), st.Arg(body, 1)
	if negated && st.Sort(left) != term.Bool {
		return nil
	}
	for range 2 {
		is := right
		if negated {
			is = st.Not(right)
		}
		if d := e.defines(parts.Vars, left, is); d != nil {
			return d
		}
		left, right = right, left
	}
	return nil
}

// choice returns an equation that has a comparison of a function hold, or not: one side is then as great as the
// other, or greater by 1.
func (e *eliminated) choice(vars []term.Term, atom term.Term, negated bool) (d *equation) {
	left, right := e.st.Arg(atom, 0), e.st.Arg(atom, 1)
	at := func(head term.Term, n int64) term.Term {
		sub := term.NewSubst(e.st, e.mk)
		sub.Bind(head, e.mk.Int(n))
		return e.mk.Sub(sub.Apply(left), sub.Apply(right))
	}
	by := e.mk.Int(0)
	if negated {
		by = e.mk.Int(1)
	}
	e.st.Visit(func(t term.Term) bool {
		if op := e.st.Op(t); d != nil || op != term.OpApp && op != term.OpSelect || e.st.Sort(t) != term.Int {
			return d == nil
		}
		zero := at(t, 0)
		switch e.mk.Sub(at(t, 1), zero) { // left - right = zero + slope*t
		case e.mk.Int(1):
			d = e.defines(vars, t, e.mk.Sub(by, zero))
		case e.mk.Int(-1):
			d = e.defines(vars, t, e.mk.Sub(zero, by))
		}
		return d == nil
	}, left, right)
	e.chose = e.chose || d != nil
	return d
}

// defines returns the equation of a function of all variables, each once, or of the elements of a map that one returns.
func (e *eliminated) defines(vars []term.Term, head, is term.Term) *equation {
	st := e.st
	d := &equation{is: is}
	if st.Op(head) == term.OpSelect && st.Op(st.Arg(head, 1)) == term.OpBound {
		d.index, head = st.Arg(head, 1), st.Arg(head, 0)
	}
	if st.Op(head) != term.OpApp || d.index == 0 && st.NumArgs(head) == 0 {
		return nil
	}
	d.f, d.params = st.Sym(head), st.Args(head)
	bound := slices.Clone(d.params)
	if d.index != 0 {
		bound = append(bound, d.index)
	}
	if !slices.Equal(slices.Sorted(slices.Values(bound)), slices.Sorted(slices.Values(vars))) ||
		st.IsArray(st.Sort(is)) || e.uses(is, d.f) {
		return nil
	}
	return d
}

// uses reports whether a function occurs in a term.
func (e *eliminated) uses(t term.Term, f term.Sym) bool {
	return e.st.Any(func(t term.Term) bool { return e.st.Op(t) == term.OpApp && e.st.Sym(t) == f }, t)
}

// replace returns facts without the equations and what they define, or an equation that cannot be used.
func (e *eliminated) replace(facts []term.Term) ([]term.Term, *equation) {
	out := slices.Clone(facts)
	for _, d := range e.defs {
		out[d.fact] = e.st.True()
	}
	return e.expand(out)
}

// expand replaces applications until there are none, or returns an equation that cannot be used.
func (e *eliminated) expand(out []term.Term) ([]term.Term, *equation) {
	for range eliminateRounds {
		calls := 0
		sub := term.NewSubst(e.st, e.mk)
		var whole *equation // whose map is used as a whole, unless a read of it is replaced
		e.st.Visit(func(t term.Term) bool {
			if is := e.read(t); is != 0 {
				calls++
				sub.Bind(t, is)
			}
			return true
		}, out...)
		if calls == 0 {
			for _, d := range e.defs {
				if slices.ContainsFunc(out, func(t term.Term) bool { return e.uses(t, d.f) }) {
					whole = d
				}
			}
			return out, whole
		}
		if calls > eliminateCalls {
			break
		}
		for i, t := range out {
			if out[i] = sub.Apply(t); e.st.Op(out[i]) == term.OpForall && out[i] != t {
				parts := e.st.Quant(out[i])
				out[i] = e.st.Quantify(term.OpForall, term.Quant{Vars: parts.Vars, Body: parts.Body, Name: parts.Name})
			}
		}
	}
	return nil, e.defs[len(e.defs)-1]
}

// read returns what an application of a defined function is, or an element of a map that one returns, perhaps under
// stores; 0 if t is none.
func (e *eliminated) read(t term.Term) term.Term {
	switch e.st.Op(t) {
	case term.OpApp:
		if d := e.of(t); d != nil && d.index == 0 {
			return e.instance(d, t, 0)
		}
	case term.OpSelect:
		a, i := e.st.Arg(t, 0), e.st.Arg(t, 1)
		if d := e.of(a); d != nil && d.index != 0 {
			return e.instance(d, a, i)
		}
		for b := a; e.st.Op(b) == term.OpStore; {
			if b = e.st.Arg(b, 0); e.of(b) != nil {
				return e.mk.Ite(e.mk.Eq(i, e.st.Arg(a, 1)), e.st.Arg(a, 2), e.mk.Select(e.st.Arg(a, 0), i))
			}
		}
	}
	return 0
}

// of returns the equation of the function that t applies; nil if there is none.
func (e *eliminated) of(t term.Term) *equation {
	if e.st.Op(t) == term.OpApp {
		for _, d := range e.defs {
			if d.f == e.st.Sym(t) {
				return d
			}
		}
	}
	return nil
}

// instance returns what an application is, or its element at an index.
func (e *eliminated) instance(d *equation, app, index term.Term) term.Term {
	sub := term.NewSubst(e.st, e.mk)
	for k, p := range d.params {
		sub.Bind(p, e.st.Arg(app, k))
	}
	if d.index != 0 {
		sub.Bind(d.index, index)
	}
	return sub.Apply(d.is)
}

// complete gives the functions their values in a model of the facts without them: where the facts apply them, and at
// the indices where the facts read or write maps. It reports whether it could.
func (e *eliminated) complete(m *model.Model, facts []term.Term) bool {
	indices := map[term.Sort][]term.Term{}
	var apps []term.Term
	e.st.Visit(func(t term.Term) bool {
		if !e.st.Ground(t) {
			return true
		}
		if op := e.st.Op(t); op == term.OpSelect || op == term.OpStore {
			s := e.st.Sort(e.st.Arg(t, 0))
			indices[s] = append(indices[s], e.st.Arg(t, 1))
		}
		if e.of(t) != nil {
			apps = append(apps, t)
		}
		return true
	}, facts...)
	slices.Sort(apps) // what is inside has smaller numbers
	for _, t := range apps {
		if !e.evaluate(m, t, indices[e.st.Sort(t)]) {
			return false
		}
	}
	return true
}

// value evaluates a term in which defined functions may occur.
func (e *eliminated) value(m *model.Model, t term.Term) (x model.Value, ok bool) {
	out, bad := e.expand([]term.Term{t})
	if bad != nil {
		return x, false
	}
	x, err := m.Eval(out[0])
	return x, err == nil
}

// evaluate gives an application of a defined function its value.
func (e *eliminated) evaluate(m *model.Model, app term.Term, indices []term.Term) bool {
	d := e.of(app)
	args := make([]model.Value, e.st.NumArgs(app))
	for k, a := range e.st.Args(app) {
		x, err := m.Eval(a)
		if err != nil {
			return false
		}
		args[k] = x
	}
	if d.index == 0 {
		x, ok := e.value(m, e.instance(d, app, 0))
		if ok {
			m.SetFun(d.f, args, x)
		}
		return ok
	}
	value, err := m.Zero(e.st.Sort(app))
	if err != nil {
		return false
	}
	for _, t := range indices {
		i, err := m.Eval(t)
		x, ok := e.value(m, e.instance(d, app, t))
		if err != nil || !ok {
			return false
		}
		value = value.Store(i, x)
	}
	if len(args) == 0 {
		m.SetSym(d.f, value)
	} else {
		m.SetFun(d.f, args, value)
	}
	return true
}
