package arrays

import (
	"slices"

	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/term"
)

// entry is the value number that a class has at an index value.
type entry struct{ key, val int32 }

// sharedSorts brings s.shared up to date: the array sorts whose values are
// arguments of functions, or indices or elements of arrays.
func (s *Solver) sharedSorts() bool {
	for len(s.shared) < s.st.NumSorts() {
		s.shared = append(s.shared, false)
	}
	for ; s.syms < s.st.NumSyms(); s.syms++ {
		args, _ := s.st.SymSorts(term.Sym(s.syms))
		for _, a := range args {
			s.share(a)
		}
	}
	for ; s.sorts < s.st.NumSorts(); s.sorts++ {
		if o := term.Sort(s.sorts); s.sorts > 0 && s.st.IsArray(o) {
			index, elm := s.st.ArraySorts(o)
			s.share(index)
			s.share(elm)
		}
	}
	return s.anyShared
}

func (s *Solver) share(o term.Sort) {
	if s.st.IsArray(o) {
		s.shared[o], s.anyShared = true, true
	}
}

// sharedViolations tells classes apart that would get one value in the model
// though functions or other arrays may see them as different.
func (s *Solver) sharedViolations() (violated, progress bool) {
	if !s.sharedSorts() {
		return false, false
	}
	v := &s.view
	classes, values := s.sharedValues()
	for i, c := range classes {
		for j, d := range classes[:i] {
			if s.classSort(c) != s.classSort(d) || !slices.Equal(values[i], values[j]) {
				continue
			}
			violated = true
			a, b := s.leastTerm(v.roots[c]), s.leastTerm(v.roots[d])
			if s.differ(s.host.Maker().Eq(a, b), a, b) {
				progress = true
			}
		}
	}
	return violated, progress
}

func (s *Solver) classSort(c int32) term.Sort {
	return s.st.Sort(s.host.Term(s.view.roots[c]))
}

// sharedValues returns the classes that are seen by others than reads and
// stores over them, with what their values will be: first an entry for the
// default, then the entries that differ from it.
func (s *Solver) sharedValues() (classes []int32, values [][]entry) {
	v := &s.view
	at := make([]int32, len(v.roots))
	for c, r := range v.roots {
		if s.shared[s.classSort(int32(c))] && s.foreign(r) {
			classes = append(classes, int32(c))
			values = append(values, []entry{{-1, s.defaultKey(int32(c))}})
			at[c] = int32(len(classes))
		}
	}
	if len(classes) < 2 {
		return nil, nil
	}
	for _, g := range v.groups {
		v.seed(g)
		key := v.sources[g.from].key
		v.spread(key)
		for _, c := range v.queue {
			val := v.seeds[v.label[c]-1].val
			if k := at[c]; k != 0 && values[k-1][0].val != val {
				values[k-1] = append(values[k-1], entry{key, val})
			}
		}
	}
	return classes, values
}

// defaultKey numbers the default of a class's component: the value of its
// constant arrays, a value of its own if there will be one, or -1.
func (s *Solver) defaultKey(c int32) int32 {
	v := &s.view
	comp := v.find(c)
	if k := v.constsOf(comp); len(k) > 0 {
		return k[0].val
	}
	if s.freshDefault(s.classSort(c)) {
		return -2 - comp
	}
	return -1
}

// freshDefault reports whether weakly equivalent classes of this sort get a
// default that no other array has.
func (s *Solver) freshDefault(o term.Sort) bool {
	index, elm := s.st.ArraySorts(o)
	return s.shared[o] && index == term.Int && elm == term.Int
}

// foreign reports whether the class is an argument of a relevant function, or
// an index or element.
func (s *Solver) foreign(root theory.Node) bool {
	for _, p := range s.host.Parents(root) {
		if !s.host.IsRelevant(p) {
			continue
		}
		args := s.host.Args(p)
		switch s.st.Op(s.host.Term(p)) {
		case term.OpApp, term.OpConstArray:
			return true
		case term.OpSelect, term.OpStore:
			for _, a := range args[1:] {
				if s.host.Root(a.Node) == root {
					return true
				}
			}
		}
	}
	return false
}

// leastTerm returns the oldest term of a class, so that the same classes get
// the same lemma.
func (s *Solver) leastTerm(root theory.Node) term.Term {
	least := s.host.Term(root)
	for n := s.host.Next(root); n != root; n = s.host.Next(n) {
		if t := s.host.Term(n); t != 0 && s.host.IsRelevant(n) {
			least = min(least, t)
		}
	}
	return least
}
