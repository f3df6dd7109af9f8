package lia

import (
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/term"
)

// An equality that arithmetic derives is passed to the e-graph, since atoms, congruence or
// other theories may follow from it. But a term of a pure problem of differences has
// nothing to gain: nobody but arithmetic looks at its value, and the atoms of its equalities
// are disequalities that were split, so that the inequalities of the split say all, with
// shorter explanations than paths through the e-graph have. Such a term is private, and is
// not merged with private ones or numerals.

// privacy remembers which terms are private.
type privacy struct {
	answers []privateAnswer // by node
}

// privateAnswer is valid in one state of the things that it depends on, which only grow.
type privateAnswer struct {
	state   int64
	private bool
}

// isPrivate reports whether n is private. A term that was merged is not, and none is before
// a disequality was split: other merges help more than they cost.
func (s *Solver) isPrivate(n theory.Node) bool {
	if s.stats.trichotomies == 0 || s.proc != procedure(&s.diff) || s.host.Next(n) != n {
		return false
	}
	s.answers = lengthen(s.answers, len(s.nodes), privateAnswer{})
	x := &s.answers[n]
	state := int64(s.host.NumNodes()) + int64(len(s.atoms)) + s.stats.trichotomies
	if x.state != state {
		x.state, x.private = state, s.looksPrivate(n)
	}
	return x.private
}

// looksPrivate is isPrivate for a node that is alone in its class.
func (s *Solver) looksPrivate(n theory.Node) bool {
	switch x := &s.nodes[n]; {
	case x.real:
		return false
	case x.kind == sum:
		return s.isUnused(n)
	case x.kind != opaque || s.terms.NumArgs(x.term) > 0:
		return false
	}
	equalities := 0
	for i := s.nodes[n].first; i >= 0; i = s.links[i].next {
		switch a := &s.atoms[s.links[i].atom]; {
		case a.kind == atomEq || a.kind == atomPair && !a.split:
			return false
		case a.kind == atomPair:
			equalities++
		}
	}
	for _, p := range s.host.Parents(n) {
		switch s.terms.Op(s.host.Term(p)) {
		case term.OpEq:
			equalities--
		case term.OpMul:
			for _, q := range s.host.Parents(s.host.Root(p)) {
				if s.host.Shared(p) || !s.isUnused(q) {
					return false
				}
			}
		case term.OpAdd:
			if !s.isUnused(p) {
				return false
			}
		default:
			return false
		}
	}
	return equalities == 0
}

// isUnused reports whether the sum n has no parents and is no side of an equality.
func (s *Solver) isUnused(n theory.Node) bool {
	return !s.host.Shared(n) && len(s.host.Parents(s.host.Root(n))) == 0
}
