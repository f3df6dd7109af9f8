package spacer

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
)

// Queries that differ in numbers only are a sign of facts that are too special. After formsBefore of a form, one that leaves out
// what differs is asked first, for at most conjectureLimit answers.
const (
	formsBefore     = 4
	conjectureLimit = 100
)

// form is what queries that differ in numbers only have in common.
type form struct {
	lits  []term.Term // of the last one
	count int
	wrong bool // what they have in common is reachable, or it takes too long to know
}

// conjecture returns a query that is more general than those of a form; nil if there is no reason for one (Vediramana Krishnan,
// Chen, Shoham and Gurfinkel, "Global guidance for local generalization in model checking", 2020).
func (s *search) conjecture(q *query) *query {
	h := s.formOf(q)
	f := s.forms[h]
	if f == nil {
		f = &form{}
		s.forms[h] = f
	}
	last := f.lits
	f.lits = q.lits
	if f.count++; f.count <= formsBefore || f.wrong {
		return nil
	}
	same := slices.DeleteFunc(slices.Clone(q.lits), func(t term.Term) bool { return !slices.Contains(last, t) })
	if len(same) == len(q.lits) {
		return nil
	}
	s.stats.conjectures++
	return &query{proc: q.proc, lits: same, bound: q.bound, from: q, about: f, left: conjectureLimit}
}

// givenUp reports whether a query is asked for the sake of a conjecture that takes too long, and counts an answer to it.
func (q *query) givenUp() bool {
	for c := q; c != nil; c = c.from {
		if c.about == nil {
			continue
		}
		if c.left--; c.left < 0 {
			c.about.wrong = true
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
	stack := []term.Term{t}
	for len(stack) > 0 {
		u := stack[len(stack)-1]
		if _, ok := s.hashes[u]; ok {
			stack = stack[:len(stack)-1]
			continue
		}
		h, ready := uint64(st.Op(u)), true
		switch {
		case st.IsValue(u):
		case st.IsConst(u):
			h = mix(h, uint64(u))
		case st.Op(u) == term.OpApp:
			h = mix(h, uint64(st.Sym(u)))
		}
		for _, a := range st.Args(u) {
			x, ok := s.hashes[a]
			if !ok {
				stack, ready = append(stack, a), false
			}
			h = mix(h, x)
		}
		if ready {
			s.hashes[u] = h
		}
	}
	return s.hashes[t]
}
