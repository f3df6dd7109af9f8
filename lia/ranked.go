package lia

import (
	"cmp"
	"math"
	"slices"

	"github.com/muster-smt/muster/theory"
)

// fewAtoms is how many atoms a node has before they are ranked.
const fewAtoms = 16

// ranked has the atoms of a node x that compare it with numbers, x <= c and x = c, by c. A bound that
// moves decides only those between where it was and where it is: otherwise a node that is apart from n
// numbers, in turn, would visit all n atoms n times.
type ranked struct {
	links  []int32 // of those atoms, by c
	others []int32
	known  int32 // the newest link that is in either
}

// classRange is the range in which bounds of a class were when its atoms were visited last.
type classRange struct {
	root   theory.Node
	lo, hi int64
}

// everywhere is the range of which nothing is known.
func everywhere(root theory.Node) classRange { return classRange{root, math.MinInt64, math.MaxInt64} }

// rangeOf returns the present bounds of a class.
func (s *Solver) rangeOf(root theory.Node) classRange {
	out, c := everywhere(root), &s.class[root]
	if c.lo != 0 {
		out.lo = c.loVal
	}
	if c.hi != 0 {
		out.hi = c.hiVal
	}
	return out
}

// ranking returns the atoms of a node by rank.
func (s *Solver) ranking(n theory.Node) *ranked {
	r := s.ranks[n]
	if r == nil {
		if s.ranks == nil {
			s.ranks = map[theory.Node]*ranked{}
		}
		r = &ranked{known: -1}
		s.ranks[n] = r
	}
	first := s.nodes[n].first
	for i := first; i != r.known; i = s.links[i].next {
		switch a := s.linked(i); a.kind {
		case atomLe, atomEq:
			at, _ := slices.BinarySearchFunc(r.links, a.c, s.compareLink)
			r.links = slices.Insert(r.links, at, i)
		default:
			r.others = append(r.others, i)
		}
	}
	r.known = first
	return r
}

func (s *Solver) linked(i int32) *atom { return &s.atoms[s.links[i].atom] }

func (s *Solver) compareLink(i int32, c int64) int { return cmp.Compare(s.linked(i).c, c) }

// visitMoved is visitAtoms for a node with many atoms, where the bounds of its class were was when they were visited
// last. It visits them in the same order.
func (s *Solver) visitMoved(n theory.Node, was classRange) {
	r, now, off := s.ranking(n), s.rangeOf(s.host.Root(n)), s.host.Offset(n)
	from := func(c int64) int { // the first atom at c or above
		if c != math.MinInt64 {
			c += off
		}
		at, _ := slices.BinarySearchFunc(r.links, c, s.compareLink)
		return at
	}
	past := func(c int64) int { // the first one above c
		if c == math.MaxInt64 {
			return len(r.links)
		}
		return from(c + 1)
	}
	list := append(s.moved[:0], r.others...)
	s.moved = nil // in use
	end := 0
	if now.lo != math.MinInt64 {
		end = past(now.lo)
		list = append(list, r.links[min(from(was.lo), end):end]...)
	}
	if now.hi != math.MaxInt64 {
		at := max(end, from(now.hi))
		list = append(list, r.links[at:max(at, past(was.hi))]...)
	}
	slices.SortFunc(list, func(i, k int32) int { return cmp.Compare(k, i) }) // the newest first
	for _, i := range list {
		if s.conflicting {
			break
		}
		s.visitAtom(s.linked(i))
	}
	s.moved = list
}
