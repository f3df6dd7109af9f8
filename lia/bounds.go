package lia

import (
	"github.com/muster-smt/muster/lia/simplex"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/num"
)

// recID names a record; 0 is none.
type recID uint32

// permanent marks records that no backtracking removes.
const permanent recID = 1 << 31

type recKind uint8

const (
	recAlways  recKind = iota // an axiom
	recAtom                   // the literal lit bounds node
	recNotHere                // bound a is val∓1, and lit excludes that value
	recRow                    // derived by the tableau
	recApart                  // not a bound: a is above b, or a below b, so that an equality is false
	recFixed                  // not a bound: a and b leave one value
	recOffset                 // not a bound: an equality from the tableau, of node and other or a number in reals
	recPath                   // derived by the matrix of differences
	recCycle                  // not a bound: an equality from the matrix, with the tokens tok and b
	recChain                  // derived by the sparse graph
	recPair                   // not a bound: an equality from the sparse graph, likewise
	recSum                    // derived from a sum that is set aside, and the causes from a to b
)

// rec is a bound of a node (value >= val, or <= val if upper) and why it
// holds, or another reason. For a Real, val is an index into reals; it is unused if the
// bound comes from a literal or a numeral (see valueOf).
type rec struct {
	kind   recKind
	upper  bool
	strict bool
	depth  uint8 // length of the chain of rows that tightened each other's bounds
	node   theory.Node
	other  theory.Node // recNotHere: the side of lit's atom in node's class; recApart: the node of b
	lit    sat.Lit
	a, b   recID
	tok    simplex.Token
	val    int64
}

// records holds bounds and other reasons, and the classes with new ones.
type records struct {
	recs  []rec     // 0 is unused
	reals []num.Rat // of records that are bounds of Reals
	fixed []rec     // permanent records

	pend    []classRange // classes whose bounds changed, with what they were
	pending []bool       // by node: in pend
}

func (r *records) init() { r.recs = make([]rec, 1) }

func (s *records) rec(id recID) *rec {
	if id&permanent != 0 {
		return &s.fixed[id&^permanent]
	}
	return &s.recs[id]
}

func (s *records) record(r rec) recID {
	s.recs = append(s.recs, r)
	return recID(len(s.recs) - 1)
}

// lower returns the lower bound that n has from its class; record 0 means none.
func (s *Solver) lower(n theory.Node) (int64, recID) {
	c := &s.class[s.host.Root(n)]
	return c.loVal + s.host.Offset(n), c.lo
}

// upper returns the upper bound that n has from its class; record 0 means none.
func (s *Solver) upper(n theory.Node) (int64, recID) {
	c := &s.class[s.host.Root(n)]
	return c.hiVal + s.host.Offset(n), c.hi
}

// isFixed reports whether bounds leave one value for the class with root r.
func (s *Solver) isFixed(r theory.Node) bool {
	c := &s.class[r]
	return c.lo != 0 && c.hi != 0 && c.loVal == c.hiVal
}

// stronger reports whether r is stronger than the bound of its class.
func (s *Solver) stronger(r *rec) bool {
	if r.upper {
		v, id := s.upper(r.node)
		return id == 0 || r.val < v
	}
	v, id := s.lower(r.node)
	return id == 0 || r.val > v
}

// tighten records r if it is stronger than the bound of its class. The caller must
// call settle.
func (s *Solver) tighten(r rec) {
	if s.conflicting || r.val <= -maxBound || r.val >= maxBound || !s.stronger(&r) {
		return
	}
	s.stats.bounds++
	root, off := s.host.Root(r.node), s.host.Offset(r.node)
	was := s.rangeOf(root)
	id := s.record(r)
	if r.upper {
		s.setUpper(root, id, r.val-off)
	} else {
		s.setLower(root, id, r.val-off)
	}
	s.bounded(root)
	if !s.pending[root] {
		s.pending[root] = true
		s.pend = append(s.pend, was)
	}
}

func (s *Solver) setLower(root theory.Node, id recID, val int64) {
	c := &s.class[root]
	s.trail = append(s.trail, undo{kind: undoLo, n: root, rec: c.lo, val: c.loVal})
	c.lo, c.loVal = id, val
}

func (s *Solver) setUpper(root theory.Node, id recID, val int64) {
	c := &s.class[root]
	s.trail = append(s.trail, undo{kind: undoHi, n: root, rec: c.hi, val: c.hiVal})
	c.hi, c.hiVal = id, val
}

// bounded checks whether the changed bounds of a class cross or meet.
func (s *Solver) bounded(root theory.Node) {
	c := &s.class[root]
	if c.lo == 0 || c.hi == 0 || c.loVal < c.hiVal {
		return
	}
	if c.loVal > c.hiVal {
		s.begin()
		s.because(c.lo)
		s.because(c.hi)
		s.ante.Eq(s.rec(c.lo).node, s.rec(c.hi).node)
		if proof := s.ante.Cert; proof != nil {
			from := s.bothPremises(c.lo, c.hi, s.rec(c.lo).node, false, proof)
			proof.Add(cert.Step{Kind: cert.Contradiction, From: from})
		}
		s.fail(byBounds)
		return
	}
	if _, known := s.host.Const(theory.Point{Node: root}); known {
		return
	}
	if s.isPrivate(root) {
		return
	}
	lo := s.rec(c.lo)
	if hi := s.rec(c.hi); lo.kind == recAlways && hi.kind == recAlways && lo.node == hi.node &&
		s.nodes[lo.node].kind == numeral {
		return // the numeral is a member already
	}
	why := rec{kind: recFixed, node: lo.node, a: c.lo, b: c.hi, val: lo.val}
	if -theory.MaxOffset < lo.val && lo.val < theory.MaxOffset {
		s.mergePoints(theory.Point{Node: lo.node}, theory.Point{Node: theory.Zero, Off: lo.val}, why)
	} else {
		s.wide.push(s.record(why))
	}
}

// mergePoints merges two points by a reason, which it records.
func (s *Solver) mergePoints(a, b theory.Point, why rec) {
	s.stats.merges++
	s.host.Merge(a, b, theory.Reason(s.record(why)))
}

// Merged joins the bounds and rings of two classes.
func (s *Solver) Merged(root, other theory.Node, off int64) {
	if s.conflicting || int(root) >= len(s.nodes) || int(other) >= len(s.nodes) ||
		s.nodes[root].kind == foreign || s.nodes[other].kind == foreign {
		return
	}
	s.ready = false
	rc, oc := &s.class[root], &s.class[other]
	rootNews, otherNews := false, false
	if s.host.Root(theory.Zero) == root {
		rootNews = s.holdsZero(other)
		otherNews = !rootNews
	}
	// value(other) = value(root) + off
	switch {
	case oc.lo != 0 && (rc.lo == 0 || oc.loVal-off > rc.loVal):
		s.setLower(root, oc.lo, oc.loVal-off)
		rootNews = true
	case rc.lo != 0 && (oc.lo == 0 || rc.loVal > oc.loVal-off):
		otherNews = true
	}
	switch {
	case oc.hi != 0 && (rc.hi == 0 || oc.hiVal-off < rc.hiVal):
		s.setUpper(root, oc.hi, oc.hiVal-off)
		rootNews = true
	case rc.hi != 0 && (oc.hi == 0 || rc.hiVal < oc.hiVal-off):
		otherNews = true
	}
	if rootNews {
		s.bounded(root)
	}
	if !s.conflicting && rootNews {
		s.visitRing(everywhere(root))
	}
	if !s.conflicting && otherNews {
		s.visitRing(everywhere(other))
	}
	if rep := s.class[other].rep; rep != 0 {
		s.joinRep(root, rep)
	}
	a, b := &s.nodes[root], &s.nodes[other]
	a.ring, b.ring = b.ring, a.ring
	s.trail = append(s.trail, undo{kind: undoMerge, n: root, m: other})
	s.settle()
}

// holdsZero reports whether Zero is in the ring of n.
func (s *Solver) holdsZero(n theory.Node) bool {
	for m := n; m != theory.Zero; {
		if m = s.nodes[m].ring; m == n {
			return false
		}
	}
	return true
}

// joinRep joins n with the representative of the class r, or makes it the representative
// if there is none. A term that is no sum takes precedence: the graph of differences ties
// such terms to each other, but a sum to nothing.
func (s *Solver) joinRep(r, n theory.Node) {
	c := &s.class[r]
	old := c.rep
	if old == 0 || s.nodes[old].kind == sum && s.nodes[n].kind != sum {
		s.trail = append(s.trail, undo{kind: undoRep, n: r, m: old})
		c.rep = n
	}
	if old != 0 {
		s.linkage.push([2]theory.Node{old, n})
	}
}
