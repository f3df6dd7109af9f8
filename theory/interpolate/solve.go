package interpolate

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
)

// solve replaces local terms by what equations say that they are.
func (s *search) solve(core []term.Term) []term.Term {
	return s.replace(core, func(term.Term) bool { return true })
}

// replace is solve for some terms. A context has a thousand literals and hundreds of equations, so what is known of a
// literal stays until a term in it is replaced.
func (s *search) replace(core []term.Term, which func(term.Term) bool) []term.Term {
	lits := slices.Clone(core)
	eqs := make([]equation, len(lits))
	for i, t := range lits {
		eqs[i] = s.equation(t, which)
	}
	for s.stop == nil || !s.stop() {
		at := best(eqs)
		if at < 0 {
			break
		}
		e := eqs[at]
		lits[at], eqs[at] = s.st.True(), equation{}
		s.sub.Reset()
		s.sub.Bind(e.from, e.to)
		for i, t := range lits {
			if s.occurs(e.from, t) {
				lits[i] = s.sub.Apply(t)
				eqs[i] = s.equation(lits[i], which)
			}
		}
	}
	return slices.DeleteFunc(lits, func(t term.Term) bool { return t == s.st.True() })
}

// equation says that a local term is another, in which it does not occur.
type equation struct {
	from, to term.Term
	rank     rank
}

// rank orders equations: those of constants come first, and of these those that say it in terms of the vocabulary.
type rank uint8

const (
	none rank = iota
	ofTerm
	ofConstant
	overVocabulary
)

// best returns the first equation of the highest rank; -1 if there is none.
func best(eqs []equation) int {
	at := -1
	for i := range eqs {
		if r := eqs[i].rank; r > none && (at < 0 || r > eqs[at].rank) {
			at = i
			if r == overVocabulary {
				break
			}
		}
	}
	return at
}

// equation returns what a literal says a local term is, if that is one of those.
func (s *search) equation(t term.Term, which func(term.Term) bool) equation {
	l, r := s.sides(t)
	if l == 0 || s.clean(t) {
		return equation{}
	}
	if s.isNumber(l) {
		l, r = s.isolate(l, r)
	} else if s.clean(l) || !s.st.IsConst(l) && s.st.IsConst(r) && !s.clean(r) {
		l, r = r, l
	}
	if l == 0 || s.clean(l) || !which(l) || s.within(l, r) {
		return equation{}
	}
	switch {
	case !s.st.IsConst(l):
		return equation{l, r, ofTerm}
	case s.clean(r):
		return equation{l, r, overVocabulary}
	}
	return equation{l, r, ofConstant}
}

// sides returns those of the equation that a literal is; 0 if it is none. A Boolean constant is true or false.
func (s *search) sides(t term.Term) (l, r term.Term) {
	st := s.st
	switch {
	case st.IsConst(t):
		return t, st.True()
	case st.Op(t) == term.OpNot && st.IsConst(st.Arg(t, 0)):
		return st.Arg(t, 0), st.False()
	case st.Op(t) != term.OpEq:
		return 0, 0
	}
	l, r = st.Arg(t, 0), st.Arg(t, 1)
	if st.Sort(l) == term.Bool && !(st.IsConst(l) && st.IsConst(r)) {
		return 0, 0
	}
	return l, r
}

// strangers returns what a term has that is not of the vocabulary.
func (s *search) strangers(t term.Term) []term.Sym {
	list, ok := s.known[t]
	if !ok {
		s.st.Visit(func(u term.Term) bool {
			if s.st.Op(u) == term.OpApp && !s.words.has(s.st.Sym(u)) && !slices.Contains(list, s.st.Sym(u)) {
				list = append(list, s.st.Sym(u))
			}
			return true
		}, t)
		if s.known == nil {
			s.known = map[term.Term][]term.Sym{}
		}
		s.known[t] = list
	}
	return list
}

// clean reports whether a term has nothing but members of the vocabulary.
func (s *search) clean(t term.Term) bool { return len(s.strangers(t)) == 0 }

// occurs reports whether a local term occurs in a literal.
func (s *search) occurs(local, t term.Term) bool {
	if s.st.IsConst(local) {
		return slices.Contains(s.strangers(t), s.st.Sym(local))
	}
	return !s.clean(t) && s.within(local, t)
}
