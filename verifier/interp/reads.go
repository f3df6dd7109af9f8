package interp

import (
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// reads returns what a command reads, if ReplayOptions.Values is set: the values of the variables in terms, and of the elements of maps. The terms
// are the new values of the targets, if there are any.
func (r *replayer) reads(ts []term.Term, targets []prog.VarID) []Binding {
	if !r.opt.Values {
		return nil
	}
	whole, elements := r.parts(r.besides(ts, targets))
	var bs []Binding
	for _, t := range ts {
		for _, ref := range r.uses.Of(t) {
			v := r.p.Term(ref)
			if x, ok := r.env.Get(v); ok {
				bs = append(bs, Binding{Var: ref.Var(), Old: ref.Old(), Value: x, Part: x.Kind() == model.KindArray && !whole[v]})
			}
		}
	}
	return append(bs, elements...)
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

// parts returns which elements of maps terms read, and the terms of which they may read all.
func (r *replayer) parts(work []term.Term) (whole map[term.Term]bool, elements []Binding) {
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
		b, ok := r.element(t)
		if ok {
			elements = append(elements, b)
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

// element returns the value of an element of a variable; there is none if it depends on what is bound.
func (r *replayer) element(t term.Term) (b Binding, ok bool) {
	x, err := r.env.Eval(t)
	if err != nil || x.Kind() == model.KindArray {
		return b, false
	}
	b.Value = x
	for r.st.Op(t) == term.OpSelect {
		i, err := r.env.Eval(r.st.Args(t)[1])
		if err != nil {
			return b, false
		}
		b.At = append(b.At, i)
		t = r.st.Args(t)[0]
	}
	slices.Reverse(b.At)
	refs := r.uses.Of(t)
	if len(refs) != 1 || r.p.Term(refs[0]) != t {
		return b, false
	}
	b.Var, b.Old = refs[0].Var(), refs[0].Old()
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
