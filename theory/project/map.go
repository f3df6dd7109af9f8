package project

import "github.com/muster-smt/muster/theory/term"

// mapping rewrites terms bottom up: an image is made of the images of the arguments, and then
// what visit returns for it. Only terms with something to eliminate are visited.
type mapping struct {
	r     *run
	visit func(t term.Term) term.Term
	memo  map[term.Term]term.Term // never ranged over
	work  []frame
	vals  []term.Term
}

func (r *run) mapping(visit func(t term.Term) term.Term) *mapping {
	return &mapping{r: r, visit: visit, memo: map[term.Term]term.Term{}}
}

func (m *mapping) apply(t term.Term) term.Term {
	m.work, m.vals = m.work[:0], m.vals[:0]
	m.enter(t)
	st := m.r.st
	for len(m.work) > 0 {
		f := &m.work[len(m.work)-1]
		if f.next < st.NumArgs(f.t) {
			f.next++
			m.enter(st.Arg(f.t, f.next-1))
			continue
		}
		done := *f
		m.work = m.work[:len(m.work)-1]
		u := done.t
		for i, a := range st.Args(done.t) {
			if a != m.vals[done.base+i] {
				u = m.r.rw.Rebuild(done.t, m.vals[done.base:])
				break
			}
		}
		u = m.visit(u)
		m.memo[done.t] = u
		m.vals = append(m.vals[:done.base], u)
	}
	return m.vals[0]
}

func (m *mapping) enter(t term.Term) {
	if u, ok := m.memo[t]; ok {
		m.vals = append(m.vals, u)
	} else if !m.r.isDirty(t) {
		m.vals = append(m.vals, t)
	} else {
		m.work = append(m.work, frame{t: t, base: len(m.vals)})
	}
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
