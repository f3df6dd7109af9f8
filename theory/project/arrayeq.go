package project

import (
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// arrayEqualities takes equalities of arrays apart in which something to eliminate occurs:
// disequalities all at once, or one equality.
func (r *run) arrayEqualities() bool {
	apart := map[int]bool{}
	var more []term.Term
	for i, t := range r.lits {
		atom := r.st.Atom(t)
		if !r.isDirty(t) || !r.isArrayEq(atom) || atom == t && r.st.Op(t) == term.OpEq {
			continue
		}
		apart[i] = true
		r.differ(atom, &more)
	}
	if len(apart) > 0 {
		r.exchange(apart, more)
		return true
	}
	for i, t := range r.lits {
		if r.isDirty(t) && r.isArrayEq(t) && r.arrayEquality(i) {
			return true
		}
	}
	return false
}

// exchange replaces literals by formulas.
func (r *run) exchange(old map[int]bool, by []term.Term) {
	r.replace(func(i int, t term.Term) term.Term {
		if old[i] {
			return 0
		}
		return t
	})
	r.add(by...)
}

func (r *run) isArrayEq(t term.Term) bool {
	op := r.st.Op(t)
	return (op == term.OpEq || op == term.OpDistinct) && r.st.IsArray(r.st.Sort(r.st.Arg(t, 0)))
}

// differ adds that each two of the arrays of an equality, which is false, or a distinct differ at
// an index, for which a constant stands.
func (r *run) differ(t term.Term, more *[]term.Term) {
	args := r.st.Args(t)
	for i, a := range args {
		for _, b := range args[i+1:] {
			k := r.fresh("differ", r.difference(r.value(a), r.value(b)))
			*more = append(*more, r.st.Not(r.rw.Eq(r.rw.Select(a, k), r.rw.Select(b, k))))
		}
	}
}

// difference returns an index at which two array values differ.
func (r *run) difference(v, w model.Value) model.Value {
	var at model.Value
	used := map[string]bool{}
	for _, a := range []model.Value{v, w} {
		a.Entries(func(i, _ model.Value) bool {
			if !v.Select(i).Equal(w.Select(i)) {
				at = i
			}
			used[i.Key()] = true
			return !at.IsValid()
		})
		if at.IsValid() {
			return at
		}
	}
	index, _ := r.st.ArraySorts(v.Sort())
	for n := int64(0); ; n++ {
		if u := r.nth(index, n); !used[u.Key()] {
			return u
		}
	}
}

// nth returns one value of a sort after the other; after the last one, any.
func (r *run) nth(sort term.Sort, n int64) model.Value {
	st := r.st
	switch st.SortKind(sort) {
	case term.KindBool:
		return model.Bool(n > 0)
	case term.KindInt:
		return model.Int64(n)
	case term.KindReal:
		return model.Rat(num.RatFromInt64(n))
	case term.KindBitVec:
		return model.Bits(st, sort, num.FromInt64(n))
	case term.KindArray:
		index, elm := st.ArraySorts(sort)
		k := r.size(elm)
		if k == 0 {
			return model.ConstArray(st, sort, r.nth(elm, n))
		}
		a := model.ConstArray(st, sort, r.nth(elm, 0)) // the elements at the first indices are the digits of n
		for i := int64(0); n > 0; i++ {
			a = a.Store(r.nth(index, i), r.nth(elm, n%k))
			n /= k
		}
		return a
	}
	return model.Elem(sort, int(n))
}

// size returns the number of values of a sort, 0 if there are infinitely or very many.
func (r *run) size(sort term.Sort) int64 {
	const many = 1 << 20
	switch r.st.SortKind(sort) {
	case term.KindBool:
		return 2
	case term.KindBitVec:
		if n := int64(1) << min(r.st.Width(sort), 30); n < many {
			return n
		}
	case term.KindArray:
		index, elm := r.st.ArraySorts(sort)
		i, k := r.size(index), r.size(elm)
		if i == 0 || k == 0 {
			return 0
		}
		n := int64(1)
		for ; i > 0 && n < many; i-- {
			n *= k
		}
		if n < many {
			return n
		}
	}
	return 0
}

// write is an element of a chain of stores.
type write struct{ index, elm term.Term }

// chain splits stores from the array below them; the outermost comes first.
func (r *run) chain(a term.Term) (base term.Term, writes []write) {
	for r.st.Op(a) == term.OpStore {
		writes = append(writes, write{r.st.Arg(a, 1), r.st.Arg(a, 2)})
		a = r.st.Arg(a, 0)
	}
	return a, writes
}

// arrayEquality takes the i-th literal, an equality of arrays, apart: into equalities of elements
// at the indices of writes, and one of the arrays below the writes at all other indices. That one
// is solved, if one of them is a constant to eliminate. It returns false if the equality has to
// wait until what occurs in indices has been eliminated.
func (r *run) arrayEquality(i int) bool {
	st := r.st
	s, t := st.Arg(r.lits[i], 0), st.Arg(r.lits[i], 1)
	a, left := r.chain(s)
	b, right := r.chain(t)
	var g groups
	var more []term.Term
	elms := [2][]term.Term{} // by side and group: what is written
	for side, ws := range [][]write{left, right} {
		for _, w := range ws {
			k := r.groupOf(&g, w.index, &more)
			for len(elms[side]) <= k {
				elms[side] = append(elms[side], 0)
			}
			if elms[side][k] == 0 {
				elms[side][k] = w.elm
			}
		}
	}
	at := func(side, k int, base term.Term) term.Term {
		if k < len(elms[side]) && elms[side][k] != 0 {
			return elms[side][k]
		}
		return r.rw.Select(base, g.all[k].index)
	}
	for k := range g.all {
		more = append(more, r.rw.Eq(at(0, k, a), at(1, k, b)))
	}
	more = append(more, r.apart(&g))
	if a == b {
		r.exchange(map[int]bool{i: true}, more)
		return true
	}
	for _, pair := range [][2]term.Term{{a, b}, {b, a}} {
		if r.isVar(pair[0]) && r.solveArray(i, pair[0], pair[1], &g, more) {
			return true
		}
	}
	if len(g.all) == 0 || r.isDirty(a) || r.isDirty(b) {
		return false
	}
	for k := range g.all {
		if r.isDirty(g.all[k].index) {
			return false
		}
		b = r.rw.Store(b, g.all[k].index, r.rw.Select(a, g.all[k].index))
	}
	r.exchange(map[int]bool{i: true}, append(more, r.rw.Eq(a, b)))
	return true
}

// solveArray replaces x, which equals b but for the indices of groups, by writes to b, and the
// i-th literal by more. It returns false if x occurs in b or an index other than in a read.
func (r *run) solveArray(i int, x, b term.Term, g *groups, more []term.Term) bool {
	pure := r.mapping(func(t term.Term) term.Term {
		if r.st.Op(t) != term.OpSelect || r.st.Arg(t, 0) != x {
			return t
		}
		c := r.fresh("read", r.value(t))
		more = append(more, r.rw.Eq(c, t))
		return c
	})
	u := pure.apply(b)
	indices := make([]term.Term, len(g.all))
	for k := range g.all {
		indices[k] = pure.apply(g.all[k].index)
		if r.occurs(x, indices[k]) {
			return false
		}
	}
	if r.occurs(x, u) {
		return false
	}
	a := r.value(x)
	for k := range g.all {
		u = r.rw.Store(u, indices[k], r.fresh("element", a.Select(g.all[k].value)))
	}
	r.define(x, u)
	r.exchange(map[int]bool{i: true}, more)
	r.sub.Reset()
	r.sub.Bind(x, u)
	r.substituted()
	return true
}
