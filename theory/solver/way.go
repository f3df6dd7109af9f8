package solver

import (
	"github.com/muster-smt/muster/bv"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/term"
)

// What is asserted decides which engine a check uses. Bit-vectors without other theories, with
// arrays and functions over them, are blasted (package bv); everything without bit-vectors goes
// to the combination of theories. What needs both goes there, too, with bit-vectors as one of
// the theories (bv/plugin).

// way is the engine of a check.
type way uint8

const (
	combined way = iota // Solver.e
	mixed               // Solver.e with bit-vectors
	direct              // Solver.bits
)

// combines reports whether the combination of theories decides.
func (w way) combines() bool { return w == combined || w == mixed }

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
	if n := c.st.Len(); n > len(c.of) {
		c.of = append(c.of, make([]content, max(n, 2*len(c.of))-len(c.of))...)
	}
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

// take changes the way, and gives the new engine what is in force. It reports whether there was
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

func (s *Solver) newBits() *bv.Solver {
	return bv.New(s.rw, bv.Options{
		Seed: s.opt.Seed, Without: s.opt.Without, Stress: s.opt.Stress, Proof: s.proof, Log: s.opt.Log,
		Witness: s.difference, Verifies: s.checked.certs.Same,
	})
}

// difference returns the index at which two arrays differ, if they do.
func (s *Solver) difference(x, y term.Term) term.Term {
	w := s.symbols.Diff(s.st, x, y)
	s.proof.Witness(x, y, w)
	return w
}

// core returns the SAT core of the engine.
func (s *Solver) satCore() *sat.Solver {
	if s.way == direct {
		return s.bits.SAT()
	}
	return s.e.SAT()
}

// lit returns the literal of a formula.
func (s *Solver) lit(t term.Term) sat.Lit {
	if s.way == direct {
		return s.bits.Lit(s.resolved(t))
	}
	return s.e.Lit(t)
}

// knows reports whether the engine has met the guard of a scope.
func (s *Solver) knows(guard term.Term) bool {
	if s.way == direct {
		return s.bits.Guards(guard) || s.bits.Known(guard) != sat.NoLit
	}
	return s.e.Known(guard) != sat.NoLit
}
