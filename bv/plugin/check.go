package plugin

import (
	"github.com/muster-smt/muster/bv/blast"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
)

// Check implements theory.Plugin.
func (s *Solver) Check(e theory.Effort) theory.Status {
	if e != theory.Full || len(s.relevant) == 0 {
		return theory.Consistent
	}
	s.stats.checks++
	if s.wantInputs() {
		return theory.Progress
	}
	s.evaluate()
	if a := s.wrongOutput(); a != nil {
		if !s.want(func(x variable) theory.Node { return s.nodeOf(s.st.Arg(a.t, 0)) }) {
			panic("bits: the gates of an atom have the wrong values")
		}
		return theory.Progress
	}
	if s.link() {
		return theory.Progress
	}
	s.model.stands = true
	why := s.missing()
	if s.model.partial = why.Kind != reason.None; s.model.partial {
		s.host.Incomplete(why)
		return theory.GaveUp
	}
	return theory.Consistent
}

// missing says why something relevant is left out: a term or an atom has no circuit, because that is
// too large, or a word is too wide for a number.
func (s *Solver) missing() reason.Reason {
	large := reason.Reason{Kind: reason.Unsupported, Detail: blast.WhyTooLarge}
	for _, n := range s.relevant {
		switch {
		case s.isWord(n) && !s.hasWord(n):
			return large
		case !s.isWord(n) && !s.isLinked(n):
			return reason.Reason{Kind: reason.Unsupported}
		}
	}
	for _, l := range s.asserted {
		if !s.atom(l).defined {
			return large
		}
	}
	return reason.Reason{}
}

// isWord reports whether the term of a node is a bit-vector.
func (s *Solver) isWord(n theory.Node) bool { return s.st.Op(s.host.Term(n)) != term.OpBvToInt }

// wantInputs wants what is relevant and has no value, if an input is among it.
func (s *Solver) wantInputs() bool {
	open := false
	for i, n := range s.inputs {
		if !s.host.IsRelevant(n) {
			continue
		}
		if l := s.cnf.Known(s.g.InputLit(i)); l != sat.NoLit && s.host.Value(l) == sat.Undef {
			open = true
			break
		}
	}
	return open && s.want(func(x variable) theory.Node {
		if s.host.IsRelevant(x.owner) {
			return x.owner
		}
		return theory.NoNode
	})
}

// want wants the variables without a value for which node returns one; false if there are
// none.
func (s *Solver) want(node func(variable) theory.Node) bool {
	before := s.stats.wanted
	for _, x := range s.vars {
		if s.host.Value(x.v.Pos()) != sat.Undef {
			continue
		}
		if n := node(x); n != theory.NoNode {
			s.stats.wanted++
			s.host.Want(x.v, n)
		}
	}
	return s.stats.wanted > before
}

// wrongOutput returns an asserted atom whose circuit does not give its value, if there is one.
func (s *Solver) wrongOutput() *atom {
	for _, l := range s.asserted {
		if a := s.atom(l); a.defined && s.holds(a.out) == (l != a.l) {
			return a
		}
	}
	return nil
}

// link makes the bits of class members equal, where they are not.
func (s *Solver) link() bool {
	linked := false
	for _, n := range s.relevant {
		if !s.isWord(n) || !s.hasWord(n) {
			continue
		}
		m := s.model.first(s.host.Root(n), n)
		if m == n || s.sameBits(m, n) {
			continue
		}
		a, b := s.host.Term(m), s.host.Term(n)
		// Not by the rewriter: the classes have to be those of its sides.
		at := s.atom(s.host.Lit(s.st.Eq(min(a, b), max(a, b))))
		if at.defined {
			// It is true, but the gates do not know it.
			if !s.want(func(variable) theory.Node { return n }) {
				panic("bits: the gates of an equality have the wrong values")
			}
			return true
		}
		s.stats.links++
		linked = s.define(at) || linked
	}
	return linked
}
