package lia

import (
	"cmp"
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/num"
)

const (
	mostDiffering   = 1 << 14 // disequalities that sets are looked for in
	largestDistinct = 128
)

// distinctSets are sets of integers, each less an offset of its own, that differ in pairs by
// disequalities asserted at the lowest levels. A set that has more members than values by
// its bounds is a conflict, which splits on single disequalities take exponentially many
// steps to find.
type distinctSets struct {
	sets    []distinctSet
	apart   apartness
	from    int // the number of disequalities that they were made of
	windows []window
}

// distinctSet is a set in which each two members differ, and what its bounds were when it was last
// found to have room.
type distinctSet struct {
	members []member
	mark    uint64
}

// member is the integer node - off.
type member struct {
	node theory.Node
	off  int64
}

// window is where a member may be.
type window struct {
	member
	lo, hi     int64
	loID, hiID recID
}

// pigeonhole reports a conflict if a set has more members than values; it returns whether there was one.
func (s *Solver) pigeonhole() bool {
	if n := s.lowestApart(); n > s.distinct.from || n < s.distinct.from && len(s.marks) < 2 {
		s.distinct.from = n
		s.findDistinct()
	}
	for i := range s.distinct.sets {
		if !s.conflicting && s.tooMany(&s.distinct.sets[i]) {
			return true
		}
	}
	return false
}

// lowestApart returns the number of disequalities at levels 0 and 1, where scopes are asserted.
func (s *Solver) lowestApart() int {
	if len(s.marks) > 1 {
		return int(s.marks[1].diseqs)
	}
	return len(s.diseqs)
}

// apartness is the graph of disequalities: for each node, those that it is in, in order.
type apartness map[theory.Node][]disequality // never ranged over

// disequality says that a node is not the integer node + off, by atom i.
type disequality struct {
	member
	atom int32
}

func compareMembers(a disequality, b member) int {
	return cmp.Or(cmp.Compare(a.node, b.node), cmp.Compare(a.off, b.off))
}

func (g apartness) connect(x, y theory.Node, c int64, i int32) {
	m := member{y, c}
	if k, found := slices.BinarySearchFunc(g[x], m, compareMembers); !found {
		g[x] = slices.Insert(g[x], k, disequality{m, i})
	}
}

// differ returns the atom by which a and b differ.
func (g apartness) differ(a, b member) (atom int32, ok bool) {
	k, found := slices.BinarySearchFunc(g[a.node], member{b.node, a.off - b.off}, compareMembers)
	if !found {
		return 0, false
	}
	return g[a.node][k].atom, true
}

// findDistinct finds some maximal sets that have all triangles of disequalities of the lowest
// levels.
func (s *Solver) findDistinct() {
	c := &s.distinct
	c.sets, c.apart = c.sets[:0], apartness{}
	if c.from < 3 || c.from > mostDiffering {
		return
	}
	pairs := make([]int32, 0, c.from)
	for _, i := range s.diseqs[:c.from] {
		if a := &s.atoms[i]; a.kind == atomPair && !s.nodes[a.x].real {
			c.apart.connect(a.x, a.y, a.c, i)
			c.apart.connect(a.y, a.x, -a.c, i)
			pairs = append(pairs, i)
		}
	}
	done := make(map[int32]bool, len(pairs)) // by atom; never ranged over
	for _, i := range pairs {
		if a := &s.atoms[i]; !done[i] && !s.host.Stopped() {
			if set := c.apart.largest(member{a.x, a.c}, member{a.y, 0}, done); len(set) > 2 {
				c.sets = append(c.sets, distinctSet{members: set})
			}
		}
	}
}

// largest returns a maximal set that x and y are in, and marks the atoms by which its members
// differ.
func (g apartness) largest(x, y member, done map[int32]bool) []member {
	set := []member{x, y}
	for _, e := range g[x.node] {
		z := member{e.node, x.off - e.off}
		if len(set) < largestDistinct && !slices.ContainsFunc(set, func(m member) bool {
			_, differ := g.differ(m, z)
			return m.node == z.node || !differ
		}) {
			set = append(set, z)
		}
	}
	for j, x := range set {
		for _, y := range set[:j] {
			i, _ := g.differ(x, y)
			done[i] = true
		}
	}
	return set
}

// tooMany reports a conflict if the members of c that must be in some interval are more
// than its values; it returns whether there was one.
func (s *Solver) tooMany(c *distinctSet) bool {
	windows := s.distinct.windows[:0]
	mark := uint64(len(c.members))
	for _, m := range c.members {
		lo, loID := s.lower(m.node)
		hi, hiID := s.upper(m.node)
		if loID != 0 && hiID != 0 {
			windows = append(windows, window{m, lo - m.off, hi - m.off, loID, hiID})
			mark = (mark*31+uint64(lo))*31 + uint64(hi)
		}
	}
	s.distinct.windows = windows
	if len(windows) < 3 || mark == c.mark {
		return false
	}
	slices.SortStableFunc(windows, func(a, b window) int { return cmp.Compare(a.hi, b.hi) })
	for i := range windows {
		from, inside := windows[i].lo, int64(0)
		for j := range windows {
			if p := &windows[j]; p.lo >= from {
				if inside++; p.hi-from < inside-1 {
					return s.failDistinct(from, p.hi)
				}
			}
		}
	}
	c.mark = mark
	return false
}

// failDistinct reports the conflict that there are more members between from and to than values.
// It returns false if a disequality holds no longer.
func (s *Solver) failDistinct(from, to int64) bool {
	inside := slices.DeleteFunc(s.distinct.windows, func(p window) bool { return p.lo < from || p.hi > to })
	inside = inside[:min(int64(len(inside)), to-from+2)]
	s.begin()
	for i := range inside {
		for j := range inside[:i] {
			k, ok := s.distinct.apart.differ(inside[i].member, inside[j].member)
			if l := s.atoms[k].lit.Not(); ok && s.host.Value(l) == sat.True {
				s.ante.Lit(l)
			} else {
				return false
			}
		}
	}
	one := num.RatFromInt64(1)
	var premises []cert.Premise
	for i := range inside {
		p := &inside[i]
		for side, id := range [...]recID{p.loID, p.hiID} {
			s.because(id)
			s.ante.Eq(s.rec(id).node, p.node)
			if c := s.ante.Cert; c != nil {
				q := s.boundPremise(id, p.node, side == 1, one, c)
				q.Of = s.host.Maker().Add(s.nodeTerm(p.node), s.terms.Int(-p.off))
				premises = append(premises, q)
			}
		}
	}
	if c := s.ante.Cert; c != nil {
		c.Add(cert.Step{Kind: cert.Pigeonhole, From: premises})
	}
	s.stats.distinct++
	s.fail(byBounds)
	return true
}
