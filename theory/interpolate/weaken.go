package interpolate

import (
	"slices"

	"github.com/muster-smt/muster/theory/linear"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// Weakener eliminates local symbols from literals, as the search for an interpolant does.
type Weakener struct {
	s    *search
	vars []map[term.Sort]term.Term // bound variables, by number and sort; never ranged over
}

// NewWeakener returns a Weakener for the terms of a rewriter. Once stop, which is polled, returns true, calls
// eliminate no more.
func NewWeakener(rw *rewrite.Rewriter, local func(term.Sym) bool, stop func() bool) *Weakener {
	st := rw.Terms()
	return &Weakener{s: &search{sub: term.NewSubst(st, rw), Interpolator: &Interpolator{st: st, rw: rw},
		words: &vocabulary{st: st, local: local}, stop: stop}}
}

// Weaken returns literals without local symbols that follow from others. What cannot be eliminated is dropped.
func (w *Weakener) Weaken(lits []term.Term) []term.Term { return w.s.weaken(lits) }

// weaken returns literals over the vocabulary that a core implies: what is local is eliminated
// by steps each of which only loses something. So there is no model in it, unlike in a projection.
func (s *search) weaken(core []term.Term) []term.Term {
	lits := s.divide(s.solve(core))
	for i, t := range lits {
		lits[i] = s.apart(t)
	}
	return s.cleaned(s.linear(lits))
}

// cleaned returns the literals over the vocabulary.
func (s *search) cleaned(lits []term.Term) []term.Term {
	out := make([]term.Term, 0, len(lits))
	for _, t := range lits {
		if s.clean(t) && t != s.st.True() {
			out = append(out, t)
		}
	}
	return out
}

// divide replaces a local integer of which an equation says a multiple over the vocabulary by the quotient, where it
// is more than a summand; the equation becomes that the division has no remainder.
func (s *search) divide(lits []term.Term) []term.Term {
	for i, t := range lits {
		if s.st.Op(t) != term.OpEq || s.st.Sort(s.st.Arg(t, 0)) != term.Int || s.clean(t) {
			continue
		}
		q := s.sum(s.rw.Sub(s.st.Arg(t, 0), s.st.Arg(t, 1)))
		m, single := q.local.Single()
		if !single || !s.st.IsConst(m.Term) || !s.buried(m.Term, lits) {
			continue
		}
		by := s.rw.Number(term.Int, m.Coeff.Neg())
		s.sub.Reset()
		s.sub.Bind(m.Term, s.rw.Div(q.rest, by))
		for k, u := range lits {
			lits[k] = s.sub.Apply(u)
		}
		lits[i] = s.rw.Eq(s.rw.Mod(q.rest, by), s.rw.Number(term.Int, num.Rat{}))
	}
	return lits
}

// buried reports whether a constant occurs in literals elsewhere than as a summand.
func (s *search) buried(c term.Term, lits []term.Term) bool {
	return slices.ContainsFunc(lits, func(t term.Term) bool {
		r, ok := s.row(t)
		if !ok {
			return s.within(c, t)
		}
		return slices.ContainsFunc(r.local.Monomials, func(m linear.Monomial) bool {
			return m.Term != c && s.within(c, m.Term)
		})
	})
}

// within reports whether a occurs in b.
func (s *search) within(a, b term.Term) bool {
	return s.st.Any(func(t term.Term) bool { return t == a }, b)
}

// apart weakens a disequality of applications to that of the only arguments that differ, as long
// as something in it is local.
func (s *search) apart(t term.Term) term.Term {
	st := s.st
	for st.Op(t) == term.OpNot && st.Op(st.Arg(t, 0)) == term.OpEq && !s.clean(t) {
		l, r := st.Arg(st.Arg(t, 0), 0), st.Arg(st.Arg(t, 0), 1)
		i := s.difference(l, r)
		if i < 0 {
			break
		}
		t = st.Not(s.rw.Eq(st.Arg(l, i), st.Arg(r, i)))
	}
	return t
}

// difference returns in which argument two applications of the same function differ; -1 if they
// are not, or differ in more than one.
func (s *search) difference(l, r term.Term) int {
	st := s.st
	op := st.Op(l)
	if op != st.Op(r) || op != term.OpSelect && op != term.OpStore && (op != term.OpApp || st.Sym(l) != st.Sym(r)) {
		return -1
	}
	found := -1
	for i := range st.NumArgs(l) {
		if st.Arg(l, i) == st.Arg(r, i) {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = i
	}
	return found
}
