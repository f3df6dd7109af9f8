package interp

import (
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// definitions judges axioms that define values (prog.Axiom.Defines). What an execution has evaluated extends to a
// model of them if they hold there: a map has any elements that it has not been asked for, and a value any other that
// its constructors make. So they are confirmed by their instances, unless something else says what is not evaluated:
// a quantified assumption about values of the sort, or, for maps, that two are equal or differ, or are arguments or
// indices.
type definitions struct {
	sorts     map[term.Sort]bool // of the values that axioms define, with the elements of maps
	entangled bool               // something else is about such values
}

// newDefinitions returns the definitions of a program.
func newDefinitions(p *prog.Program) *definitions {
	d := &definitions{sorts: map[term.Sort]bool{}}
	for _, a := range p.Axioms {
		for s := a.Defines; s != term.NoSort && !d.sorts[s]; {
			d.sorts[s] = true
			if !p.Store.IsArray(s) {
				break
			}
			_, s = p.Store.ArraySorts(s)
			if !p.Store.IsArray(s) {
				break
			}
		}
	}
	if len(d.sorts) > 0 {
		each(p, func(t term.Term) { d.entangled = d.entangled || d.compares(p.Store, t) })
	}
	return d
}

// each visits all formulas and terms of a program but its axioms.
func each(p *prog.Program, f func(term.Term)) {
	var roots []term.Term
	for _, q := range p.Procs {
		roots = slices.AppendSeq(roots, q.Terms)
	}
	p.Store.Visit(func(t term.Term) bool {
		f(t)
		return true
	}, roots...)
}

// compares reports whether a term is about a defined map as a whole.
func (d *definitions) compares(st *term.Store, t term.Term) bool {
	whole := func(a term.Term) bool { return st.IsArray(st.Sort(a)) && d.sorts[st.Sort(a)] }
	switch st.Op(t) {
	case term.OpEq, term.OpDistinct, term.OpApp:
		return slices.ContainsFunc(st.Args(t), whole)
	case term.OpSelect, term.OpStore:
		return whole(st.Arg(t, 1))
	}
	return false
}

// about reports whether a quantifier is about defined values.
func (d *definitions) about(st *term.Store, q term.Term) bool {
	found := false
	st.Visit(func(t term.Term) bool {
		found = found || d.sorts[st.Sort(t)]
		return !found
	}, q, st.Quant(q).Body)
	for _, v := range st.Quant(q).Vars {
		found = found || d.sorts[st.Sort(v)]
	}
	return found
}

// touch takes note that a formula was evaluated with the values of an environment.
func (r *replayer) touch(t term.Term, env *model.Env) {
	before := r.env
	r.env = env
	r.st.Visit(func(t term.Term) bool {
		r.note(t)
		return true
	}, t)
	r.env = before
}
