package project

import "github.com/muster-smt/muster/theory/term"

// mapping rewrites terms bottom up: an image is made of the images of the arguments, and then
// what visit returns for it. Only terms with something to eliminate are visited.
type mapping struct {
	r     *run
	visit func(t term.Term) term.Term
	memo  map[term.Term]term.Term // never ranged over
	fold  term.Fold[term.Term]
}

func (r *run) mapping(visit func(t term.Term) term.Term) *mapping {
	return &mapping{r: r, visit: visit, memo: map[term.Term]term.Term{}}
}

func (m *mapping) apply(t term.Term) term.Term {
	known := func(t term.Term) (term.Term, bool) {
		if u, ok := m.memo[t]; ok {
			return u, true
		}
		return t, !m.r.isDirty(t)
	}
	image, _ := m.fold.Of(t, m.r.st.Args, known, func(t term.Term, args []term.Term) term.Term {
		m.memo[t] = m.visit(m.r.st.Renewed(m.r.rw, t, args))
		return m.memo[t]
	}, nil)
	return image
}

// replaceDirty maps all literals in which something to eliminate occurs, and adds what else
// the mapping demands.
func (r *run) replaceDirty(m *mapping, more *[]term.Term) {
	r.replace(func(_ int, t term.Term) term.Term {
		if !r.isDirty(t) {
			return t
		}
		return m.apply(t)
	})
	r.add(*more...)
}

// substituted applies the substitution to all literals.
func (r *run) substituted() {
	r.replace(func(_ int, t term.Term) term.Term {
		if !r.isDirty(t) {
			return t
		}
		return r.sub.Apply(t)
	})
}
