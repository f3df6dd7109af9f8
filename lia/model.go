package lia

import (
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/num"
)

// Free classes get values base, base+stride, ...: numbers that hardly occur in
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
	stamp     []uint32  // by root: cand is of the model now
	cand      []num.Rat // by root
	eps       num.Rat   // what stands for an infinitesimal
	free      []theory.Node
	tracked   []theory.Node // active representatives
	multiples []theory.Node // without rows
	isFree    []uint32      // by root, as stamp
	used      map[int64]struct{}
	forbidden []int64
	mono      []monomial
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

// buildModel chooses the values. If it is stopped there may be none.
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
	if s.graphing() {
		s.chooseDistances()
	} else {
		s.noteTracked()
	}
	for _, n := range s.tracked {
		if s.host.Stopped() {
			return // long numbers take time
		}
		s.setCandidate(s.host.Root(n), s.trackedPoint(n).Sub(intOf(s.host.Offset(n))))
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

// trackedPoint returns the value of an active node.
func (s *Solver) trackedPoint(n theory.Node) num.Rat {
	if s.graphing() {
		return s.distanceOf(n)
	}
	return s.fromTableau(n, s.pointOf(n))
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
	for len(m.stamp) < len(s.nodes) {
		m.stamp = append(m.stamp, 0)
		m.isFree = append(m.isFree, 0)
		m.cand = append(m.cand, num.Rat{})
	}
	m.eps = s.tab.Epsilon()
	clear(m.used)
	m.free, m.tracked, m.multiples = m.free[:0], m.tracked[:0], m.multiples[:0]
}

// pointOf returns the value of n's variable in the tableau, an integer if n is one.
func (s *Solver) pointOf(n theory.Node) num.Rat {
	x := s.tab.Value(s.nodes[n].sv)
	if s.nodes[n].real {
		return x.R.AddMul(x.D, s.eps)
	}
	return ratOf(x.Floor())
}

func (s *Solver) setCandidate(r theory.Node, v num.Rat) {
	s.cand[r] = v
	if w, ok := v.Int64(); ok {
		s.used[w] = struct{}{}
	}
}

// choose returns a value within the bounds of the class r that no other class
// has, if it finds one, and that is not forbidden; false if it finds none of
// the latter.
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
		if !s.isForbidden(v) {
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

func (s *Solver) isForbidden(v int64) bool {
	for _, w := range s.forbidden {
		if v == w {
			return true
		}
	}
	return false
}

// noteTracked notes the values that the tableau gives. (Moving its variables
// apart, where that costs nothing, was tried: 85% of the time of a widening run
// on drivers went there, and it saved no lemmas worth speaking of.)
func (s *Solver) noteTracked() {
	for _, n := range s.tracked {
		if s.host.Stopped() {
			return
		}
		if v, ok := s.trackedValue(n); ok {
			s.used[v] = struct{}{}
		}
	}
}

// trackedValue returns the value of the root of n's class in the tableau.
func (s *Solver) trackedValue(n theory.Node) (int64, bool) {
	r := s.tab.Value(s.nodes[n].sv)
	if !r.IsInt() {
		return 0, false
	}
	return s.fromTableau(n, r.R).Sub(intOf(s.host.Offset(n))).Int64()
}

// separate repairs asserted disequalities that the candidate violates by
// other values for free classes, else by lemmas; it reports whether any was
// sent.
func (s *Solver) separate() bool {
	sent := 0
	for _, i := range s.diseqs {
		a := &s.atoms[i]
		if !s.violates(a) || s.repair(a.x) || s.repair(a.y) {
			continue
		}
		if s.trichotomy(a) {
			if sent++; sent == splitsAtOnce {
				break
			}
		}
	}
	return sent > 0
}

// splitViolated sends lemmas for the asserted disequalities that the values of
// multiples violate; it reports whether any was sent.
func (s *Solver) splitViolated() bool {
	sent := 0
	for _, i := range s.diseqs {
		if a := &s.atoms[i]; s.violates(a) && s.trichotomy(a) {
			if sent++; sent == splitsAtOnce {
				break
			}
		}
	}
	return sent > 0
}

// violates reports whether the candidate makes an equality atom true.
func (s *Solver) violates(a *atom) bool {
	x, ok1 := s.Candidate(a.x)
	y, ok2 := s.Candidate(a.y)
	return ok1 && ok2 && x.Equal(y.Add(intOf(a.c)))
}

// repair looks for a value of n's class, if it is free, that no asserted
// disequality forbids.
func (s *Solver) repair(n theory.Node) bool {
	r := s.host.Root(n)
	if s.isFree[r] != s.now {
		return false
	}
	s.forbidden = s.forbidden[:0]
	for _, i := range s.diseqs {
		a := &s.atoms[i]
		// value(x) = value(y) + c is forbidden
		if rx, ry := s.host.Root(a.x), s.host.Root(a.y); rx == r && ry != r {
			s.forbid(a.y, a.c-s.host.Offset(a.x))
		} else if ry == r && rx != r {
			s.forbid(a.x, -a.c-s.host.Offset(a.y))
		}
	}
	v, ok := s.choose(r, int(r))
	if ok {
		s.setCandidate(r, intOf(v))
	}
	return ok
}

func (s *Solver) forbid(n theory.Node, off int64) {
	if v, ok := s.Candidate(n); ok {
		if w, ok := v.Add(intOf(off)).Int64(); ok {
			s.forbidden = append(s.forbidden, w)
		}
	}
}
