package solver

import (
	"github.com/muster-smt/muster/bv"
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/term"
)

// What is asserted decides which backend a check uses. Bit-vectors without other theories, with
// arrays and functions over them, are blasted (package bv); everything without bit-vectors goes
// to the combination of theories. What needs both goes there, too, with bit-vectors as one of
// the theories (bv/plugin).

// way is the backend of a check.
type way uint8

const (
	combined way = iota // the combination of theories
	mixed               // with bit-vectors
	direct              // the blaster
)

// content says what occurs in formulas, as a set of bits.
type content uint8

const (
	hasBits  content = 1 << iota // a bit-vector
	hasOther                     // something that package bv does not know
	scanned                      // of a term: its content is known
)

// contents finds what occurs in terms.
type contents struct {
	st *term.Store
	of []content // by term

	looked bool // see Solver.rescan
}

// add returns what occurs in t. Before the first bit-vector it is nothing.
func (c *contents) add(t term.Term) content {
	if !c.st.HasBitVecs() {
		return 0
	}
	c.of = term.Extend(c.of, c.st.Len())
	for u := range term.BottomUp(t, c.st.Args, func(u term.Term) bool { return c.of[u] != 0 }) {
		all := c.node(u) | scanned
		for _, a := range c.st.Args(u) {
			all |= c.of[a]
		}
		c.of[u] = all
	}
	return c.of[t] &^ scanned
}

// node returns what a term is without its arguments.
func (c *contents) node(t term.Term) content {
	sort := c.st.Sort(t)
	out := c.sort(sort)
	switch c.st.Op(t) {
	case term.OpBvToInt, term.OpIntToBv:
		out |= hasOther
	}
	return out
}

// sort returns what the terms of a sort need.
func (c *contents) sort(s term.Sort) content {
	switch c.st.SortKind(s) {
	case term.KindBitVec:
		return hasBits
	case term.KindInt, term.KindReal:
		return hasOther
	case term.KindArray:
		index, elm := c.st.ArraySorts(s)
		if c.st.IsArray(index) {
			return hasOther | c.sort(index) | c.sort(elm)
		}
		return c.sort(index) | c.sort(elm)
	}
	return 0
}

// rescan finds what occurs in everything that is in force, when there are bit-vectors for the
// first time: until then nobody looked.
func (s *Solver) rescan() {
	s.contents.looked = true
	s.content = 0
	for _, a := range s.flow {
		s.content |= s.contents.add(a.given)
	}
	for i := range s.facts.guards {
		for _, a := range s.facts.guards[i].facts {
			s.content |= s.contents.add(a.given)
		}
	}
	next := 0
	for i := range s.scopes {
		for ; next < s.scopes[i].live; next++ {
			s.content |= s.contents.add(s.live[next].given)
		}
		s.scopes[i].content = s.content
	}
	for _, a := range s.live[next:] {
		s.content |= s.contents.add(a.given)
	}
}

// choose returns the way for what is asserted and assumed.
func (s *Solver) choose(assumptions []term.Term) way {
	if s.st.HasBitVecs() && !s.contents.looked {
		s.rescan()
	}
	all := s.content
	for _, t := range assumptions {
		all |= s.contents.add(t)
	}
	switch {
	case all&hasBits == 0:
		return combined
	case all&hasOther != 0 || s.opt.Cone || s.opt.Combine || s.opt.Certify != nil:
		return mixed
	}
	return direct
}

// take changes the way, and gives the new backend what is in force. It reports whether there was
// anything to change.
func (s *Solver) take(w way) bool {
	if w == s.way {
		return false
	}
	s.past = stat.Sum(s.past, s.counted())
	s.wakeAll()
	s.way = w
	s.begin()
	return true
}

// replace makes a new backend, and logs that it takes over.
func (s *Solver) replace() {
	s.proof.Engine(s.way == direct, bv.SmallArray(s.opt.Stress))
	s.logForms()
	s.backend = s.newBackend()
}

func (s *Solver) newBackend() backend {
	s.checker.Bits = s.way == direct
	if s.way == direct {
		return newBlaster(&s.common, s.inForce)
	}
	return newCombination(&s.common, s.way == mixed, s.pre != nil)
}

// verifies reports whether on a way only steps of simplification are taken that a checker verifies.
func (s *Solver) verifies(w way) bool { return w != combined && s.certifies() }
