package interp

import (
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// reading is what a command reads, as far as the program says it.
type reading struct {
	vars     []readVar
	elements []readElement
	calls    []term.Term // of functions
}

// readVar is a variable that is read, as a whole or in parts.
type readVar struct {
	ref   prog.Ref
	t     term.Term
	whole bool
}

// readElement is an element of a map that is read: t, of the map ref, at some indices.
type readElement struct {
	t   term.Term
	ref prog.Ref
	at  []term.Term
}

// reads returns what a command reads, if ReplayOptions.Values is set: the values of the variables in terms, and of
// the elements of maps. The terms are the new values of the targets, if there are any; they are the same whenever the
// command is executed.
func (r *replayer) reads(c *prog.Cmd, ts []term.Term, targets []prog.VarID) []Binding {
	if !r.opt.Values {
		return nil
	}
	x, ok := r.readings[c]
	if !ok {
		x = r.reading(ts, targets)
		r.readings[c] = x
	}
	if len(x.vars)+len(x.elements)+len(x.calls) == 0 {
		return nil
	}
	bs := make([]Binding, 0, len(x.vars)+len(x.elements))
	for _, v := range x.vars {
		if y, ok := r.env.Get(v.t); ok {
			bs = append(bs, Binding{Var: v.ref.Var(), Old: v.ref.Old(), Value: y, Part: y.Kind() == model.KindArray && !v.whole})
		}
	}
	for i := range x.elements {
		if b, ok := r.element(&x.elements[i]); ok {
			bs = append(bs, b)
		}
	}
	for _, t := range x.calls {
		if y, err := r.env.Eval(t); err == nil {
			if of := r.application(t); of != nil {
				bs = append(bs, Binding{Value: y, Of: of})
			}
		}
	}
	return bs
}

// maxCalls limits the applications of functions that the trace has of a command.
const maxCalls = 8

// calls returns the applications of functions of the source in terms.
func (r *replayer) calls(ts []term.Term) (out []term.Term) {
	if len(r.p.Functions) == 0 {
		return nil
	}
	seen := map[term.Term]bool{}
	r.st.Visit(func(t term.Term) bool {
		if seen[t] {
			return false
		}
		seen[t] = true
		if r.st.Op(t) == term.OpApp && r.st.NumArgs(t) > 0 && r.st.Ground(t) && r.p.Functions[r.st.Sym(t)] != "" &&
			len(out) < maxCalls {
			out = append(out, t)
		}
		return true
	}, ts...)
	return out
}

// application evaluates the arguments of an application; it returns nil if they have no values.
func (r *replayer) application(t term.Term) *Application {
	a := &Application{Fun: r.st.Sym(t)}
	for _, x := range r.st.Args(t) {
		v, err := r.env.Eval(x)
		if err != nil {
			return nil
		}
		a.Args = append(a.Args, v)
	}
	return a
}

// lambdas returns which of the terms are lambda expressions, if ReplayOptions.Values is set; others are nil.
func (r *replayer) lambdas(ts []term.Term) []*Application {
	if !r.opt.Values || len(r.p.Lambdas) == 0 {
		return nil
	}
	out := make([]*Application, len(ts))
	for i, t := range ts {
		if r.st.Op(t) != term.OpApp {
			continue
		}
		if _, ok := r.p.Lambdas[r.st.Sym(t)]; ok {
			out[i] = r.application(t)
		}
	}
	return out
}

// asLambdas says of new values which of them are lambda expressions.
func asLambdas(bs []Binding, vars []prog.VarID, lambdas []*Application) {
	for i := range bs {
		if k := slices.Index(vars, bs[i].Var); k >= 0 && k < len(lambdas) {
			bs[i].Of = lambdas[k]
		}
	}
}

// reading returns what terms read.
func (r *replayer) reading(ts []term.Term, targets []prog.VarID) *reading {
	whole, elements := r.parts(r.besides(ts, targets))
	x := &reading{elements: elements, calls: r.calls(ts)}
	for _, t := range ts {
		for _, ref := range r.uses.Of(t) {
			v := r.p.Term(ref)
			x.vars = append(x.vars, readVar{ref, v, whole[v]})
		}
	}
	return x
}

// besides returns what new values of targets depend on beside the maps that they change.
func (r *replayer) besides(ts []term.Term, targets []prog.VarID) (out []term.Term) {
	for i, t := range ts {
		if i < len(targets) {
			for r.st.Op(t) == term.OpStore {
				out = append(out, r.st.Args(t)[1:]...)
				t = r.st.Args(t)[0]
			}
			if t == r.p.Vars[targets[i]].Term {
				continue
			}
		}
		out = append(out, t)
	}
	return out
}

// stored returns the indices at which new values of targets differ from what these are, if ReplayOptions.Values is set.
func (r *replayer) stored(ts []term.Term, targets []prog.VarID) map[prog.VarID][]model.Value {
	if !r.opt.Values {
		return nil
	}
	var out map[prog.VarID][]model.Value
	for k, v := range targets {
		t := ts[k]
		var at []model.Value
		for ; r.st.Op(t) == term.OpStore; t = r.st.Args(t)[0] {
			i, err := r.env.Eval(r.st.Args(t)[1])
			if err != nil {
				break
			}
			if !slices.ContainsFunc(at, i.Equal) {
				at = append(at, i)
			}
		}
		if t == r.p.Vars[v].Term && len(at) > 0 {
			if out == nil {
				out = map[prog.VarID][]model.Value{}
			}
			slices.Reverse(at)
			out[v] = at
		}
	}
	return out
}

// parts returns which elements of maps terms read, and the terms of which they may read all.
func (r *replayer) parts(work []term.Term) (whole map[term.Term]bool, elements []readElement) {
	whole = map[term.Term]bool{}
	seen := map[term.Term]bool{}
	for len(work) > 0 {
		t := work[len(work)-1]
		work = work[:len(work)-1]
		if r.st.Op(t) != term.OpSelect {
			if !whole[t] {
				whole[t] = true
				work = append(work, r.st.Args(t)...)
			}
			continue
		}
		if seen[t] {
			continue
		}
		seen[t] = true
		e, ok := r.elementOf(t)
		if ok {
			elements = append(elements, e)
		}
		for r.st.Op(t) == term.OpSelect {
			work = append(work, r.st.Args(t)[1])
			t = r.st.Args(t)[0]
		}
		if !ok {
			work = append(work, t)
		}
	}
	return whole, elements
}

// elementOf returns what element of a variable t is; it is none if it depends on what is bound.
func (r *replayer) elementOf(t term.Term) (e readElement, ok bool) {
	if !r.st.Ground(t) || r.st.IsArray(r.st.Sort(t)) {
		return e, false
	}
	e.t = t
	for r.st.Op(t) == term.OpSelect {
		e.at = append(e.at, r.st.Args(t)[1])
		t = r.st.Args(t)[0]
	}
	slices.Reverse(e.at)
	refs := r.uses.Of(t)
	if len(refs) != 1 || r.p.Term(refs[0]) != t {
		return e, false
	}
	e.ref = refs[0]
	return e, true
}

// element returns the value of an element of a variable, if it has one.
func (r *replayer) element(e *readElement) (b Binding, ok bool) {
	x, err := r.env.Eval(e.t)
	if err != nil {
		return b, false
	}
	b = Binding{Var: e.ref.Var(), Old: e.ref.Old(), Value: x, At: make([]model.Value, len(e.at))}
	for k, t := range e.at {
		if b.At[k], err = r.env.Eval(t); err != nil {
			return b, false
		}
	}
	return b, true
}

// valuesOf returns the values of variables.
func (r *replayer) valuesOf(vars []prog.VarID) []Binding {
	bs := make([]Binding, 0, len(vars))
	for _, v := range vars {
		if x, ok := r.env.Get(r.p.Vars[v].Term); ok {
			bs = append(bs, Binding{Var: v, Value: x})
		}
	}
	return bs
}
