package lia

import (
	"fmt"

	"github.com/muster-smt/muster/sat/invariant"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/num"
)

// sums remembers what sums consist of, and which of them were found to hold: a final
// check evaluates only sums in which a value has changed since.
//
// Time is counted in candidates. A value is compared with the one seen before at most once
// in each, when a sum asks for it. So a sum that held no earlier than its values changed
// holds.
type sums struct {
	summands []monomial // of all sums that were asked for
	parts    []span     // by node
	clock    uint32     // of candidates
	looks    []look     // by node
	held     []uint32   // by node: the candidate in which the sum held last; 0: none
}

// span is where the summands of a node are; it is empty before they were asked for.
type span struct{ at, n int32 }

// look is the value that a node had in the candidate looked, since the candidate changed.
type look struct {
	looked, changed uint32
	val             num.Rat
}

// sumOf returns the summands of the sum n, which the caller must not change.
func (s *Solver) sumOf(n theory.Node) []monomial {
	if int(n) < len(s.parts) {
		if p := s.parts[n]; p.n > 0 {
			return s.summands[p.at:][:p.n:p.n]
		}
	}
	ms := s.monomials(n, nil)
	s.parts = lengthen(s.parts, len(s.nodes), span{})
	s.parts[n] = span{int32(len(s.summands)), int32(len(ms))}
	s.summands = append(s.summands, ms...)
	return ms
}

// newCandidate begins a new time: all values may have changed.
func (s *Solver) newCandidate() {
	s.clock++
	s.looks, s.held = lengthen(s.looks, len(s.nodes), look{}), lengthen(s.held, len(s.nodes), 0)
}

// changedAt returns when the value of n changed last. A node without a value changes all
// the time.
func (s *Solver) changedAt(n theory.Node) uint32 {
	x := &s.looks[n]
	if x.looked == s.clock {
		return x.changed
	}
	v, ok := s.Candidate(n)
	if !ok || x.looked == 0 || !v.Equal(x.val) {
		x.changed, x.val = s.clock, v
	}
	x.looked = s.clock
	return x.changed
}

// stillHolds is sumHolds, but it does not evaluate n if none of the values has changed since
// it held.
func (s *Solver) stillHolds(n theory.Node) bool {
	ms := s.sumOf(n)
	changed := s.changedAt(n)
	for i := range ms {
		changed = max(changed, s.changedAt(ms[i].node))
	}
	if s.held[n] < changed {
		if !s.sumHolds(n) {
			return false
		}
		s.held[n] = s.clock
	} else if invariant.Enabled && !s.sumHolds(n) {
		panic(fmt.Sprintf("lia: sum %d held in candidate %d, its values changed in %d, but it does not hold", n, s.held[n],
			changed))
	}
	return true
}

// sumHolds reports whether the candidate gives n the sum of its terms.
func (s *Solver) sumHolds(n theory.Node) bool {
	v, _ := s.Candidate(n)
	w, ok := s.sumValue(n)
	return ok && v.Equal(w)
}

// sumValue adds up the candidate values of the terms of n.
func (s *Solver) sumValue(n theory.Node) (v num.Rat, ok bool) {
	ms := s.sumOf(n)
	for i := range ms {
		m := &ms[i]
		x, ok := s.Candidate(m.node)
		if !ok {
			return v, false
		}
		v = v.AddMul(m.coeff, x.Add(intOf(m.off)))
	}
	return v, true
}
