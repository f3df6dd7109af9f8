package arrays

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/term"
)

// Limits of the cheap propagation. The final check finds what it misses.
const (
	walkVisits = 1024 // classes that one walk visits
	walkReads  = 64   // reads that it compares in one class
	joinReads  = 32   // reads of a class that walk again when it has grown
)

// visit is a class that a walk has reached: that of its member array, by step from
// the visit before.
type visit struct {
	array theory.Node
	from  int32
	step  step
}

// walker is the state of the walks along stores.
type walker struct {
	visits []visit
	seen   []uint32 // by root
	now    uint32
	// A read does not walk again while no class of arrays or indices has changed.
	changes int64   // of such classes, undone ones included
	walked  []int64 // by read: changes at its last walk, plus one
}

func (w *walker) begin(nodes int) {
	w.visits = w.visits[:0]
	if len(w.seen) < nodes {
		w.seen = append(w.seen, make([]uint32, nodes+nodes/2-len(w.seen))...)
	}
	w.now++
}

// again reports whether something has changed since a read walked last, and notes that it
// walks now.
func (w *walker) again(r theory.Node) bool {
	w.walked = grown(w.walked, int(r)+1)
	if w.walked[r] == w.changes+1 {
		return false
	}
	w.walked[r] = w.changes + 1
	return true
}

// Propagate implements theory.Plugin.
func (s *Solver) Propagate() {
	for s.head < len(s.events) && !s.host.Stopped() {
		e := s.events[s.head]
		s.head++
		switch e.kind {
		case evStore:
			s.readStored(e.node)
			s.constReads(s.host.Root(e.node))
		case evConst:
			s.constReads(s.host.Root(e.node))
		case evRead:
			s.constReads(s.host.Root(s.array(e.node)))
			s.walkFrom(e.node)
		case evIndex:
			s.walkFrom(e.node)
		case evJoin:
			if s.host.Root(e.node) == e.node {
				s.joined(e.node)
			}
		case evDisequal:
			s.separate(&s.eqs[sat.Var(e.node)])
		}
	}
}

// readStored creates select(store(a,j,v),j), without simplifying it, and merges it
// with v. Congruence does the rest.
func (s *Solver) readStored(n theory.Node) {
	p := s.host.Node(s.st.Select(s.host.Term(n), s.indexTerm(n)))
	if v := s.host.Args(n)[2]; !s.host.Same(p, v) {
		s.host.Merge(p, v, 0)
	}
}

// joined processes a class that has grown.
func (s *Solver) joined(root theory.Node) {
	s.constReads(root)
	h := s.rings[ringReads].of(root)
	if h == 0 || s.rings[ringMembers].of(root) == 0 && s.rings[ringUsers].of(root) == 0 {
		return
	}
	r := h
	for range joinReads {
		s.walkFrom(r)
		if r = s.rings[ringReads].next[r]; r == h {
			return
		}
	}
}

// constReads gives all reads of a class with a constant array, and what stores
// put into it, the constant's element.
func (s *Solver) constReads(root theory.Node) {
	c := s.constIn(root)
	if c == 0 {
		return
	}
	v := s.host.Args(c)[0]
	for r := range s.rings[ringReads].all(root) {
		if !s.host.Same(theory.Point{Node: r}, v) {
			s.mergeAlong(cause{kind: endConst, from: r, end: c}, 0, theory.Point{Node: r}, v)
		}
	}
	for m := range s.rings[ringMembers].all(root) {
		s.constMember(c, m)
	}
}

// constMember merges the element of constant array c with that of another
// constant array, or with what a store puts into it, of the same class.
func (s *Solver) constMember(c, m theory.Node) {
	if c == m {
		return
	}
	w := s.host.Args(m)[0]
	if s.kinds[m] == kindStore {
		w = s.host.Args(m)[2]
	}
	if v := s.host.Args(c)[0]; !s.host.Same(v, w) {
		s.mergeAlong(cause{kind: endConst, from: c, end: m}, 0, v, w)
	}
}

// constIn returns a relevant constant array of a class, or 0.
func (s *Solver) constIn(root theory.Node) theory.Node {
	for m := range s.rings[ringMembers].all(root) {
		if s.kinds[m] == kindConst {
			return m
		}
	}
	return 0
}

// walkFrom searches for values of read r along stores at other indices.
func (s *Solver) walkFrom(r theory.Node) {
	start := s.host.Root(s.array(r))
	if s.rings[ringMembers].of(start) == 0 && s.rings[ringUsers].of(start) == 0 || !s.walk.again(r) {
		return
	}
	s.stats.walks++
	w := &s.walk
	w.begin(s.host.NumNodes())
	w.seen[start] = w.now
	w.visits = append(w.visits, visit{array: s.array(r), from: -1})
	for at := 0; at < len(w.visits) && at < walkVisits; at++ {
		if at == 0 || !s.meets(r, int32(at)) {
			s.follow(r, int32(at))
		}
	}
	s.stats.steps += int64(len(w.visits))
}

// follow adds the classes one store further.
func (s *Solver) follow(r theory.Node, at int32) {
	c := s.host.Root(s.walk.visits[at].array)
	for m := range s.rings[ringMembers].all(c) {
		if s.kinds[m] == kindStore {
			s.cross(r, at, m, false)
		}
	}
	for m := range s.rings[ringUsers].all(c) {
		s.cross(r, at, m, true)
	}
}

// cross visits the class beyond store m if m's index differs from r's.
func (s *Solver) cross(r theory.Node, at int32, m theory.Node, up bool) {
	w := &s.walk
	if at == 0 {
		s.again(m, r)
	}
	to := m
	if !up {
		to = s.array(m)
	}
	root := s.host.Root(to)
	if w.seen[root] == w.now || len(w.visits) >= walkVisits {
		return
	}
	if st, ok := s.apart(s.index(r), s.indexTerm(r), m); ok {
		st.up = up
		w.seen[root] = w.now
		w.visits = append(w.visits, visit{array: to, from: at, step: st})
	}
}

// apart reports whether index i, the point of term t, is known, for a reason that can be
// explained, to differ from that of store m.
func (s *Solver) apart(i theory.Point, t term.Term, m theory.Node) (step, bool) {
	j := s.index(m)
	st := step{store: m}
	if !s.host.Apart(i, j) {
		return st, false
	}
	ri, rj := s.host.Root(i.Node), s.host.Root(j.Node)
	if ri == rj {
		return st, true
	}
	if t, f := s.host.Root(theory.True), s.host.Root(theory.False); ri == t && rj == f || ri == f && rj == t {
		st.truth = 1
		if ri == f {
			st.truth = 2
		}
		return st, true
	}
	eq := s.host.Maker().Eq(t, s.indexTerm(m))
	if s.st.IsValue(eq) {
		return st, false // a numeral too large for an offset: left to the final check
	}
	st.lit = s.host.Lit(eq).Not()
	return st, s.host.Value(st.lit) == sat.True
}

// meets merges r with what the visited class has at r's index; false if nothing is
// known there.
func (s *Solver) meets(r theory.Node, at int32) bool {
	c := s.host.Root(s.walk.visits[at].array)
	i := s.index(r)
	for m := range s.rings[ringMembers].all(c) {
		switch {
		case s.kinds[m] == kindConst:
			s.found(cause{kind: endConst, from: r, end: m}, at, s.host.Args(m)[0])
			return true
		case s.host.Same(i, s.index(m)):
			s.found(cause{kind: endStore, from: r, end: m}, at, s.host.Args(m)[2])
			return true
		}
	}
	compared := 0
	for q := range s.rings[ringReads].all(c) {
		if s.host.Same(i, s.index(q)) {
			s.found(cause{kind: endRead, from: r, end: q}, at, theory.Point{Node: q})
			return true
		}
		if compared++; compared == walkReads {
			break
		}
	}
	return false
}

func (s *Solver) found(why cause, at int32, v theory.Point) {
	r := theory.Point{Node: why.from}
	if s.host.Same(r, v) {
		return
	}
	s.stats.found++
	s.mergeAlong(why, at, r, v)
}

// mergeAlong merges x and v, for the path of the walk that leads to visit at.
func (s *Solver) mergeAlong(why cause, at int32, x, v theory.Point) {
	why.first = uint32(len(s.steps))
	for at > 0 {
		s.steps = append(s.steps, s.walk.visits[at].step)
		at = s.walk.visits[at].from
	}
	why.n = uint32(len(s.steps)) - why.first
	s.reasons = append(s.reasons, why)
	s.host.Merge(x, v, theory.Reason(len(s.reasons)))
}
