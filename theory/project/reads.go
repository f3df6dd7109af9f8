package project

import (
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
)

// arrays eliminates constants of array sorts: it resolves reads over writes as the model says,
// solves equalities of arrays but for finitely many indices, and at last, when only reads of a
// constant are left, makes each a constant of its own.
func (r *run) arrays() bool {
	return r.resolveReads() || r.arrayEqualities() || r.separateReads()
}

// resolveReads replaces reads of writes, and adds the equalities and disequalities of indices that
// decide them.
func (r *run) resolveReads() bool {
	if !r.anyDirty(func(t term.Term) bool { return r.isReadOfWrite(t) }) {
		return false
	}
	var sides []term.Term
	r.replaceDirty(r.mapping(func(t term.Term) term.Term { return r.resolve(t, &sides) }), &sides)
	return true
}

// anyDirty reports whether a term with something to eliminate satisfies f.
func (r *run) anyDirty(f func(t term.Term) bool) bool {
	found := false
	r.st.Visit(func(t term.Term) bool {
		if found || !r.isDirty(t) {
			return false
		}
		found = f(t)
		return !found
	}, r.lits...)
	return found
}

// isReadOfWrite reports whether t reads a store; reads of constant arrays are not canonical.
func (r *run) isReadOfWrite(t term.Term) bool {
	return r.st.Op(t) == term.OpSelect && r.st.Op(r.st.Arg(t, 0)) == term.OpStore
}

// resolve returns what the model reads, if t is a read of a write.
func (r *run) resolve(t term.Term, sides *[]term.Term) term.Term {
	st := r.st
	if !r.isReadOfWrite(t) {
		return t
	}
	a, j := st.Arg(t, 0), st.Arg(t, 1)
	for ; st.Op(a) == term.OpStore && !r.ends(); a = st.Arg(a, 0) {
		c := r.rw.Eq(st.Arg(a, 1), j)
		if r.value(st.Arg(a, 1)).Equal(r.value(j)) {
			*sides = append(*sides, c)
			return st.Arg(a, 2)
		}
		if c != st.False() {
			*sides = append(*sides, st.Not(c))
		}
	}
	return r.rw.Select(a, j)
}

// group is what the model takes for one index.
type group struct {
	index term.Term
	value model.Value
	elm   term.Term
}

// groups are indices by their values in the model.
type groups struct {
	all    []group
	byHash map[uint64][]int // never ranged over
}

// find returns the number of the group with this value, or -1.
func (g *groups) find(v model.Value) int {
	for _, i := range g.byHash[v.Hash()] {
		if g.all[i].value.Equal(v) {
			return i
		}
	}
	return -1
}

// of returns the number of the group of an index, perhaps a new one. What makes the index belong
// to it goes to sides.
func (r *run) groupOf(g *groups, index term.Term, sides *[]term.Term) int {
	v := r.value(index)
	i := g.find(v)
	if i >= 0 {
		*sides = append(*sides, r.rw.Eq(index, g.all[i].index))
		return i
	}
	if g.byHash == nil {
		g.byHash = map[uint64][]int{}
	}
	g.byHash[v.Hash()] = append(g.byHash[v.Hash()], len(g.all))
	g.all = append(g.all, group{index: index, value: v})
	return len(g.all) - 1
}

// apart returns the formula that the indices of groups differ.
func (r *run) apart(g *groups) term.Term {
	indices := make([]term.Term, len(g.all))
	for i := range g.all {
		indices[i] = g.all[i].index
	}
	return r.rw.Distinct(indices...)
}

// separateReads replaces the reads of the array constants that occur nowhere else by constants,
// one for each index that the model distinguishes.
func (r *run) separateReads() bool {
	arrays := r.onlyRead()
	if len(arrays) == 0 {
		return false
	}
	read := map[term.Term]*groups{}
	for _, x := range arrays {
		read[x] = &groups{}
	}
	var sides []term.Term
	r.replaceDirty(r.mapping(func(t term.Term) term.Term {
		if r.st.Op(t) != term.OpSelect || read[r.st.Arg(t, 0)] == nil {
			return t
		}
		g := read[r.st.Arg(t, 0)]
		i := r.groupOf(g, r.st.Arg(t, 1), &sides)
		if g.all[i].elm == 0 {
			g.all[i].elm = r.fresh("read", r.value(t))
		}
		return g.all[i].elm
	}), &sides)
	for _, x := range arrays {
		g := read[x]
		t := r.st.ConstArray(r.st.Sort(x), g.all[0].elm)
		for _, e := range g.all[1:] {
			t = r.st.Store(t, e.index, e.elm)
		}
		r.define(x, t)
		r.add(r.apart(g))
	}
	return true
}

// onlyRead returns the array constants to eliminate that occur in reads only.
func (r *run) onlyRead() []term.Term {
	var met []term.Term
	other := map[term.Term]bool{}
	r.st.Visit(func(t term.Term) bool {
		if !r.isDirty(t) {
			return false
		}
		for i, x := range r.st.Args(t) {
			if !r.st.IsArray(r.st.Sort(x)) || !r.isVar(x) {
				continue
			}
			if r.st.Op(t) != term.OpSelect || i > 0 {
				other[x] = true
			} else if !other[x] {
				met = append(met, x)
			}
		}
		return true
	}, r.lits...)
	var out []term.Term
	for _, x := range met {
		if !other[x] {
			other[x] = true
			out = append(out, x)
		}
	}
	return out
}
