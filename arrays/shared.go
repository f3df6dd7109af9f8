package arrays

import (
	"fmt"

	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
)

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

// sharedViolations distinguishes classes that would get one value in the model
// although functions or other arrays may treat them as different. This takes the
// values themselves: one class may have by its default what another has by its
// entries.
func (s *Solver) sharedViolations() (violated, progress bool) {
	if !s.sharedSorts() {
		return false, false
	}
	v := &s.view
	seen, count := map[string]theory.Node{}, 0
	for c, r := range v.roots {
		if s.shared[s.classSort(int32(c))] && s.foreign(r) {
			count++
		}
	}
	if count < 2 {
		return false, false
	}
	s.beginValues()
	defer func() { s.built.valid = false }() // these values are candidates only
	if s.evaluate(s.candidateValue) != nil {
		return true, false
	}
	for c, r := range v.roots {
		sort := s.classSort(int32(c))
		if !s.shared[sort] || !s.foreign(r) {
			continue
		}
		key := fmt.Sprintf("%d %s", sort, s.built.byClass[c].Key())
		q, ok := seen[key]
		if !ok {
			seen[key] = r
			continue
		}
		violated = true
		a, b := s.leastTerm(q), s.leastTerm(r)
		// Not by the rewriter, which turns a = store(a,i,v) into an equality of
		// elements: the classes have to become one.
		progress = s.differ(s.st.Eq(min(a, b), max(a, b)), a, b) || progress
	}
	return violated, progress
}

// candidateValue returns the value that theory/combine will give to a point that is
// not an array in the candidate model.
func (s *Solver) candidateValue(p theory.Point) (model.Value, bool) {
	switch sort := s.sortOf(p); sort {
	case term.Int:
		n, ok := s.host.Candidate(p)
		return model.Int(n.Num()), ok
	case term.Real:
		n, ok := s.host.Candidate(p)
		return model.Rat(n), ok
	case term.Bool:
		r := s.host.Root(p.Node)
		t := r == s.host.Root(theory.True)
		return model.Bool(t), t || r == s.host.Root(theory.False)
	default:
		if s.st.IsBitVec(sort) {
			n, ok := s.host.Candidate(p)
			return model.Bits(s.st, sort, n.Num()), ok
		}
		return model.Elem(sort, int(s.host.Root(p.Node))), true
	}
}

func (s *Solver) classSort(c int32) term.Sort {
	return s.st.Sort(s.host.Term(s.view.roots[c]))
}

// freshDefault reports whether weakly equivalent classes of this sort get a
// default that no other array has.
func (s *Solver) freshDefault(o term.Sort) bool {
	index, elm := s.st.ArraySorts(o)
	return s.shared[o] && isNumber(index) && isNumber(elm)
}

// isNumber reports whether a sort has infinitely many values, of which a new one
// is easy to name.
func isNumber(o term.Sort) bool { return o == term.Int || o == term.Real }

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
