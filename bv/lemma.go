package bv

import (
	"slices"

	"github.com/muster-smt/muster/bv/aig"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/term"
)

// lemma is a valid clause that excludes an assignment.
type lemma struct {
	clause []cert.Literal
	why    *cert.Certificate // nil if no proof is written
}

// learn makes a lemma; steps certify it.
func (s *Solver) learn(name string, clause []cert.Literal, steps func(*cert.Certificate)) {
	m := lemma{clause: clause}
	if s.log != nil {
		m.why = &cert.Certificate{Name: name, Rule: cert.Refutation, Clause: clause}
		s.stated(m.why)
		steps(m.why)
	}
	s.refiner.lemmas = append(s.refiner.lemmas, m)
}

// stated certifies that words are equal, or not, where a literal says so in another form.
func (s *Solver) stated(c *cert.Certificate) {
	for _, e := range s.refiner.stated {
		if slices.Contains(c.Clause, not(e.Lit)) {
			c.Add(e)
		} else if slices.Contains(c.Clause, e.Lit) {
			c.Add(cert.Step{Kind: cert.ByLiteral, A: s.st.Eq(e.A, e.B), B: s.st.False(), Lit: not(e.Lit)})
		}
	}
	s.refiner.stated = s.refiner.stated[:0]
}

// addLemma adds the clause of a lemma. It returns false if it was stopped.
func (s *Solver) addLemma(m lemma) bool {
	lits := make([]sat.Lit, 0, len(m.clause))
	for _, l := range m.clause {
		if !s.blast(l.T) {
			return false
		}
		switch g := s.bit(l); g {
		case aig.True:
			return true
		case aig.False:
		default:
			m := s.cnf.Lit(g)
			if m == sat.NoLit {
				return false
			}
			lits = append(lits, m)
		}
	}
	if s.log != nil {
		s.log.why = m.why
		defer func() { s.log.why = nil }()
	}
	s.sat.AddClause(lits...)
	return true
}

// witnesses introduces an index for each equality of arrays at which they differ if it is false.
// It returns false if it was stopped.
func (s *Solver) witnesses() bool {
	for len(s.differ) > 0 {
		e := s.differ[0]
		at := s.witness(e.x, e.y)
		s.apart[e.equal] = at
		m := lemma{clause: []cert.Literal{{T: e.equal}, {T: s.equals(s.st.Select(e.x, at), s.st.Select(e.y, at)), Neg: true}}}
		if s.log != nil {
			m.why = &cert.Certificate{Name: "extensionality"}
			m.why.Axiom(cert.Extensionality, m.clause, e.x, e.y, at)
		}
		if !s.addLemma(m) {
			return false
		}
		s.differ = s.differ[1:]
	}
	return true
}

// farSteps is the number of steps from which on an access gets reads of its own on its way. One
// clause about the whole way would exclude too little.
const farSteps = 3

// far reports whether an access has come a long way.
func (s *Solver) far(k int32) bool {
	for n := 0; n < farSteps; n++ {
		if k = s.refiner.accesses[k].from; k < 0 {
			return false
		}
	}
	return true
}

// follow adds a read to each array on the way of an access, with a lemma for each step.
func (s *Solver) follow(k int32) {
	r := &s.refiner
	var way []int32
	for a := k; a >= 0; a = r.accesses[a].from {
		way = append(way, a)
	}
	slices.Reverse(way)
	last := r.accesses[way[0]].read
	for _, a := range way[1:] {
		t := s.st.Select(s.arrays[r.accesses[a].array].t, s.reads[last].index)
		if !s.blast(t) {
			return
		}
		next := s.readOf[t]
		s.step(last, next, a)
		last = next
	}
}

// step adds the lemmas that a read and the one after the last step of access k have the same
// value.
func (s *Solver) step(from, to, k int32) {
	x, y, a := s.reads[from], s.reads[to], s.refiner.accesses[k]
	why := not(a.cond)
	if a.past != 0 {
		why = s.same(x.index, s.st.Arg(a.past, 1))
	}
	s.learn("step", []cert.Literal{why, {T: s.equals(x.value, y.value)}}, func(c *cert.Certificate) {
		c.Add(cert.Step{Kind: cert.ReadPath, A: x.value, B: y.value, Path: reversed(s.cross(c, k)),
			Ends: [2]term.Term{s.readTerm(&x), y.value}})
	})
	if a.past != 0 && s.array(a.past) == x.array { // downwards
		v := s.st.Arg(a.past, 2)
		differ := not(s.same(x.index, s.st.Arg(a.past, 1)))
		s.learn("hit", []cert.Literal{differ, {T: s.equals(x.value, v)}}, func(c *cert.Certificate) {
			c.Add(cert.Step{Kind: cert.ReadPath, A: x.value, B: v, Ends: [2]term.Term{s.readTerm(&x), a.past}})
		})
	}
}

// path appends the negated conditions under which an access came to its array.
func (s *Solver) path(c []cert.Literal, k int32) []cert.Literal {
	for a := s.refiner.accesses[k]; ; a = s.refiner.accesses[a.from] {
		switch {
		case a.past != 0:
			c = append(c, s.same(s.reads[a.read].index, s.st.Arg(a.past, 1)))
		case a.cond.T != 0:
			c = append(c, not(a.cond))
		}
		if a.from < 0 {
			return c
		}
	}
}

// back returns the stores on the way from the array of an access back to where it is a read, and
// certifies the other steps.
func (s *Solver) back(c *cert.Certificate, k int32) []cert.Cross {
	var out []cert.Cross
	for ; s.refiner.accesses[k].from >= 0; k = s.refiner.accesses[k].from {
		out = append(out, s.cross(c, k)...)
	}
	return out
}

// cross returns the store between the array of an access and the one before, or certifies that
// these are equal.
func (s *Solver) cross(c *cert.Certificate, k int32) []cert.Cross {
	a := s.refiner.accesses[k]
	if a.past != 0 {
		return []cert.Cross{{Store: a.past, Up: s.array(a.past) != a.array}}
	}
	s.branch(c, a.ite, a.cond)
	return nil
}

// branch certifies that an if-then-else of arrays is the branch that its condition chooses.
func (s *Solver) branch(c *cert.Certificate, ite term.Term, cond cert.Literal) {
	if ite == 0 {
		return
	}
	t := s.st.Arg(ite, 1)
	if cond.Neg {
		t = s.st.Arg(ite, 2)
	}
	c.Add(cert.Step{Kind: cert.Branch, A: ite, B: t})
}

// reversed returns the way back.
func reversed(path []cert.Cross) []cert.Cross {
	out := slices.Clone(path)
	slices.Reverse(out)
	for i := range out {
		out[i].Up = !out[i].Up
	}
	return out
}

// readTerm returns a read as a term, also of what a store wrote.
func (s *Solver) readTerm(x *read) term.Term {
	return s.st.Select(s.arrays[x.array].t, x.index)
}

// same returns a formula that two words are equal. Rewriting often decides it, or makes it
// simpler than the words are: (bvadd p i) and (bvadd p j) are equal if i and j are. For a proof the
// log's checker must find so, too.
//
// Rewriting may use what the present assignment does not respect yet, such as that a read of a
// store is what was stored. Then the words are compared: a lemma must exclude the assignment.
func (s *Solver) same(x, y term.Term) cert.Literal {
	r := &s.refiner
	t := s.rw.Eq(x, y)
	if s.log != nil && !s.verifies(t, s.st.Eq(x, y)) {
		return cert.Literal{T: s.equals(x, y)}
	}
	if s.blast(t) {
		r.values = s.g.Extend(r.inputs, r.values)
		if r.holds(s.word(t)[0]) == s.alike(x, y) {
			l := cert.Literal{T: t}
			if s.log != nil {
				r.stated = append(r.stated, cert.Step{Kind: cert.ByLiteral, A: x, B: y, Lit: l})
			}
			return l
		}
	}
	return cert.Literal{T: s.equals(x, y)}
}

// unless appends the literal that two terms differ, if they are not the same one.
func (s *Solver) unless(c []cert.Literal, x, y term.Term) []cert.Literal {
	switch {
	case x == y:
		return c
	case s.isArray(x):
		return append(c, cert.Literal{T: s.equals(x, y), Neg: true})
	}
	return append(c, not(s.same(x, y)))
}

func not(l cert.Literal) cert.Literal { return cert.Literal{T: l.T, Neg: !l.Neg} }
