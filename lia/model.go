package lia

import (
	"slices"

	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/num"
)

// Free classes get the values base, base+stride, ...: numbers rare in
// programs, so that values are equal only if they have to be.
const (
	modelBase    = 1_000_003
	modelStride  = 10_007
	modelTries   = 300
	splitsAtOnce = 8 // disequalities split on in one check
)

// model is the candidate model: a value for every class with a relevant
// member.
type model struct {
	ready     bool
	now       uint32
	stamp     []uint32  // by root: the model that cand belongs to
	cand      []num.Rat // by root
	free      []theory.Node
	tracked   []theory.Node // active representatives
	multiples []theory.Node // without rows
	isFree    []uint32      // by root: the model in which the class is free
	used      map[int64]struct{}
	forbidden []int64
}

func (m *model) init() { m.used = map[int64]struct{}{} }

func intOf(v int64) num.Rat { return num.RatFromInt64(v) }

// Candidate returns the value of n in the candidate model.
func (s *Solver) Candidate(n theory.Node) (num.Rat, bool) {
	if n == theory.Zero {
		return num.Rat{}, true
	}
	if !s.ready || int(n) >= len(s.nodes) || s.nodes[n].kind == foreign {
		return num.Rat{}, false
	}
	r := s.host.Root(n)
	if int(r) >= len(s.stamp) || s.stamp[r] != s.now {
		return num.Rat{}, false
	}
	return s.cand[r].Add(intOf(s.host.Offset(n))), true
}

// buildModel chooses the values. If it is stopped there may be no model.
func (s *Solver) buildModel() {
	s.startModel()
	for _, n := range s.rel {
		r := s.host.Root(n)
		if s.nodes[n].kind == multiple && !s.isFixed(r) && s.class[r].rep == 0 {
			s.multiples = append(s.multiples, n)
		}
		if s.stamp[r] == s.now {
			continue
		}
		s.stamp[r] = s.now
		c := &s.class[r]
		switch {
		case s.isFixed(r) && s.nodes[n].real:
			s.setCandidate(r, s.numeralOf(c))
		case s.isFixed(r):
			s.setCandidate(r, intOf(c.loVal))
		case c.rep != 0:
			s.tracked = append(s.tracked, c.rep)
		default:
			s.isFree[r] = s.now
			s.free = append(s.free, r)
		}
	}
	s.proc.chooseValues()
	for _, n := range s.tracked {
		if s.host.Stopped() {
			return // arithmetic on long numbers takes time
		}
		s.setCandidate(s.host.Root(n), s.proc.value(n).Sub(intOf(s.host.Offset(n))))
	}
	for _, n := range s.multiples {
		s.isFree[s.host.Root(n)] = 0
	}
	for i, r := range s.free {
		s.forbidden = s.forbidden[:0]
		v, _ := s.choose(r, i)
		s.setCandidate(r, intOf(v))
	}
	s.ready = true
	s.evalMultiples()
	s.fit()
}

// evalMultiples gives the multiples without rows their values.
func (s *Solver) evalMultiples() {
	for _, n := range s.multiples {
		if s.host.Stopped() {
			return
		}
		if v, ok := s.sumValue(n); ok {
			s.setCandidate(s.host.Root(n), v.Sub(intOf(s.host.Offset(n))))
		}
	}
}

func (s *Solver) startModel() {
	m := &s.model
	m.now++
	n := len(s.nodes)
	m.stamp, m.isFree, m.cand = lengthen(m.stamp, n, 0), lengthen(m.isFree, n, 0), lengthen(m.cand, n, num.Rat{})
	clear(m.used)
	m.free, m.tracked, m.multiples = m.free[:0], m.tracked[:0], m.multiples[:0]
}

func (s *Solver) setCandidate(r theory.Node, v num.Rat) {
	s.cand[r] = v
	if w, ok := v.Int64(); ok {
		s.used[w] = struct{}{}
	}
}

// choose returns a value within the bounds of the class r that is not forbidden and
// that, if possible, no other class has; false if it finds only forbidden ones.
func (s *Solver) choose(r theory.Node, rank int) (int64, bool) {
	c := &s.class[r]
	v, step := int64(modelBase+modelStride*rank), int64(1)
	switch {
	case c.lo != 0 && c.hi != 0:
		if v < c.loVal || v > c.hiVal {
			v = c.loVal + int64(modelStride*rank)%min(c.hiVal-c.loVal+1, 1<<40)
		}
	case c.lo != 0 && v < c.loVal:
		v = c.loVal + int64(modelStride*rank)
	case c.hi != 0 && v > c.hiVal:
		v, step = c.hiVal-int64(modelStride*rank), -1
	}
	found, best := false, v
	for range modelTries {
		if !slices.Contains(s.forbidden, v) {
			if _, used := s.used[v]; !used {
				return v, true
			}
			if !found {
				found, best = true, v
			}
		}
		v += step
		if c.hi != 0 && v > c.hiVal {
			if v = c.loVal; c.lo == 0 {
				v, step = c.hiVal, -1
			}
		}
	}
	return best, found
}
