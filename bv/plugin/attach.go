package plugin

import (
	"github.com/muster-smt/muster/bv/aig"
	"github.com/muster-smt/muster/bv/blast"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/term"
)

// Attach implements theory.Plugin. A node costs nothing before it is relevant.
func (s *Solver) Attach(theory.Node, term.Term) {}

// AddAtom implements theory.Plugin.
func (s *Solver) AddAtom(t term.Term, l sat.Lit) {
	for len(s.atomOf) <= int(l.Var()) {
		s.atomOf = append(s.atomOf, 0)
	}
	if s.atomOf[l.Var()] == 0 {
		s.atoms = append(s.atoms, atom{t: t, l: l})
		s.atomOf[l.Var()] = int32(len(s.atoms))
	}
}

// Relevant implements theory.Plugin.
func (s *Solver) Relevant(n theory.Node) { s.relevant = append(s.relevant, n) }

// Assert implements theory.Plugin.
func (s *Solver) Assert(l sat.Lit) {
	s.asserted = append(s.asserted, l)
	s.model.stands = false
}

// nodeOf returns the node of a term that has one.
func (s *Solver) nodeOf(t term.Term) theory.Node {
	p, _ := s.host.Lookup(t)
	return p.Node
}

// hasWord reports whether a node has its word, and makes room for it if it has none.
func (s *Solver) hasWord(n theory.Node) bool {
	if int(n) >= len(s.at) {
		s.at = append(s.at, make([]uint32, max(s.host.NumNodes(), 2*len(s.at))-len(s.at))...)
	}
	return s.at[n] != 0
}

// word returns the word of a node that has one.
func (s *Solver) word(n theory.Node) []aig.Lit {
	from := int(s.at[n] - 1)
	return s.pool[from : from+s.st.WidthOf(s.host.Term(n))]
}

// wordOf returns the word of a term that has one.
func (s *Solver) wordOf(t term.Term) []aig.Lit { return s.word(s.nodeOf(t)) }

// isOperator reports whether the word of a term is made of those of its arguments. Reads and
// if-then-else terms, of which package blast makes circuits, too, are not the plugin's.
func (s *Solver) isOperator(t term.Term) bool {
	op := s.st.Op(t)
	return op >= term.OpBits && op <= term.OpBvSmulo
}

// make makes the words of a node and of what it is made from. It returns false if it was
// stopped, or if one is too large.
func (s *Solver) make(n theory.Node) bool {
	if s.hasWord(n) {
		return true
	}
	below := func(n theory.Node) (nodes []theory.Node) {
		if t := s.host.Term(n); s.isOperator(t) {
			for _, a := range s.st.Args(t) {
				nodes = append(nodes, s.nodeOf(a))
			}
		}
		return nodes
	}
	for n := range term.BottomUp(n, below, s.hasWord) {
		t := s.host.Term(n)
		w, ok := s.circuit(n, t)
		if !ok {
			return false
		}
		s.at[n] = uint32(len(s.pool)) + 1
		s.pool = append(s.pool, w...)
		s.stats.words++
	}
	return true
}

// circuit returns the word of a node whose arguments have theirs.
func (s *Solver) circuit(n theory.Node, t term.Term) ([]aig.Lit, bool) {
	if !s.isOperator(t) {
		s.host.Circuit(t, true)
		w := make([]aig.Lit, s.st.WidthOf(t))
		for k := range w {
			w[k] = s.g.Input()
			s.inputs = append(s.inputs, n)
		}
		return w, true
	}
	return s.build(t)
}

// build makes the circuit of a term whose arguments have their words. It returns false if it was
// stopped, or if the circuit is too large.
func (s *Solver) build(t term.Term) ([]aig.Lit, bool) {
	if blast.TooLarge(s.st, t, s.g.Len()) {
		return nil, false
	}
	before := s.g.Len()
	w := s.ops.Circuit(t)
	if s.c.Interrupted() {
		s.g.Truncate(before) // the log of a proof knows whole circuits only
		s.newBuilder()
		return nil, false
	}
	s.host.Circuit(t, false)
	return w, true
}

// define makes the literal of an atom equivalent to its circuit. It returns false if it was
// stopped, or if the circuit is too large.
func (s *Solver) define(a *atom) bool {
	if a.defined {
		return true
	}
	args := s.st.Args(a.t)
	for _, x := range args {
		if !s.make(s.nodeOf(x)) {
			return false
		}
	}
	if !a.built {
		w, ok := s.build(a.t)
		if !ok {
			return false
		}
		a.out, a.built = w[0], true
	}
	s.owner = s.nodeOf(args[0])
	l := s.cnf.Lit(a.out)
	if l == sat.NoLit {
		return false
	}
	a.defined = true
	s.host.Define(nil, a.l.Not(), l)
	s.host.Define(nil, a.l, l.Not())
	s.stats.atoms++
	return true
}
