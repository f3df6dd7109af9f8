package spacer

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/learn"
)

// Queries that differ in numbers only are a sign of facts that are too special. After formsBefore of a form, one that
// leaves out what differs is asked first, for at most conjectureLimit answers, until that was wrong maxWrong times.
const (
	formsBefore     = 4
	conjectureLimit = 100
	maxWrong        = 3
)

// form is what queries that differ in numbers only have in common.
type form struct {
	lits  []term.Term // of the last one
	mods  []term.Term // in what it was congruent with the one before
	count int         // since the last conjecture that was wrong
	wrong int         // conjectures that were reachable, or took too long
}

// failed counts a conjecture that was wrong: another one is made of what comes after it.
func (f *form) failed() { f.count, f.wrong = 0, f.wrong+1 }

// conjecture returns a query that is more general than those of a form; nil if there is no reason for one (Vediramana
// Krishnan, Chen, Shoham and Gurfinkel, "Global guidance for local generalization in model checking", 2020). Of
// inequalities that differ it keeps the sums in which the numbers cancel, and of sums that are fixed to numbers with
// which two others in a row were congruent that they are congruent, too.
func (s *search) conjecture(q *query) *query {
	h := s.formOf(q)
	f := s.forms[h]
	if f == nil {
		f = &form{}
		s.forms[h] = f
	}
	last, mods := f.lits, f.mods
	st, a, b := s.sys.Store, without(q.lits, last), without(last, q.lits)
	f.lits, f.mods = q.lits, learn.Congruences(s.rw, st, a, b)
	if f.count++; f.count <= formsBefore || f.wrong >= maxWrong {
		return nil
	}
	same := common(q.lits, last)
	if len(same) == len(q.lits) {
		return nil
	}
	same = append(same, common(f.mods, mods)...)
	same = append(same, common(learn.Sums(s.rw, st, a), learn.Sums(s.rw, st, b))...)
	s.stats.conjectures++
	return &query{proc: q.proc, lits: same, bound: q.bound, from: q, about: f, left: conjectureLimit}
}

// givenUp reports whether a query is asked for the sake of a conjecture that takes too long, and counts an answer to
// it.
func (q *query) givenUp() bool {
	for c := q; c != nil; c = c.from {
		if c.about == nil {
			continue
		}
		if c.left--; c.left < 0 {
			if c.left == -1 {
				c.about.failed()
			}
			return true
		}
	}
	return false
}

// formOf returns a hash of a query that does not depend on numbers.
func (s *search) formOf(q *query) uint64 {
	h := uint64(q.proc)
	hashes := make([]uint64, len(q.lits))
	for i, t := range q.lits {
		hashes[i] = s.hash(t)
	}
	slices.Sort(hashes)
	for _, x := range hashes {
		h = mix(h, x)
	}
	return h
}

func mix(h, x uint64) uint64 { return (h ^ x) * 0x9E3779B97F4A7C15 >> 1 }

// hash returns a hash of a term that does not depend on numbers in it.
func (s *search) hash(t term.Term) uint64 {
	st := s.sys.Store
	known := func(u term.Term) bool { _, ok := s.hashes[u]; return ok }
	for u := range term.BottomUp(t, st.Args, known) {
		h := uint64(st.Op(u))
		switch {
		case st.IsValue(u):
		case st.IsConst(u):
			h = mix(h, uint64(u))
		case st.Op(u) == term.OpApp:
			h = mix(h, uint64(st.Sym(u)))
		}
		for _, a := range st.Args(u) {
			h = mix(h, s.hashes[a])
		}
		s.hashes[u] = h
	}
	return s.hashes[t]
}

// common returns the terms of a that are in b, without the others.
func common(a, b []term.Term) []term.Term {
	return slices.DeleteFunc(slices.Clone(a), func(t term.Term) bool { return !slices.Contains(b, t) })
}

// without returns the terms of a that are not in b.
func without(a, b []term.Term) []term.Term {
	return slices.DeleteFunc(slices.Clone(a), func(t term.Term) bool { return slices.Contains(b, t) })
}
