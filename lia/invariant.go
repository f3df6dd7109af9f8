package lia

import (
	"fmt"

	"github.com/muster-smt/muster/sat/invariant"
	"github.com/muster-smt/muster/theory"
)

// checkPeriod is the number of backtracks per check of the invariants in builds with
// the tag "invariants".
const checkPeriod = 64

// mustHold panics if an invariant is broken.
func (s *Solver) mustHold() {
	if s.backtracks++; !invariant.Enabled || s.backtracks%checkPeriod != 0 {
		return
	}
	if err := s.Invariants(); err != nil {
		panic("lia: " + err.Error())
	}
}

// Invariants returns the first broken invariant, or nil. The e-graph and the
// plugin must be in step, as they are after Backtrack. It takes time
// linear in the number of nodes and is meant for tests and builds with the
// tag "invariants".
func (s *Solver) Invariants() error {
	members := make([]int, len(s.nodes)) // by root
	for n := range s.nodes {
		if s.nodes[n].kind != foreign {
			members[s.host.Root(theory.Node(n))]++
		}
	}
	active := 0
	for i := range s.nodes {
		n, x := theory.Node(i), &s.nodes[i]
		if x.active {
			active++
		}
		if x.kind == foreign {
			continue
		}
		if s.host.Root(x.ring) != s.host.Root(n) {
			return fmt.Errorf("node %d: its successor %d in the ring is in another class", n, x.ring)
		}
		if s.host.Root(n) == n {
			if err := s.checkClass(n, members[n]); err != nil {
				return err
			}
		}
	}
	if active != len(s.actives) {
		return fmt.Errorf("%d nodes are active, %d listed", active, len(s.actives))
	}
	if len(s.trail) == 0 && (len(s.recs) > 1 || active > 0) && len(s.marks) == 0 {
		return fmt.Errorf("the trail is empty, but there are %d bounds and %d active nodes", len(s.recs)-1, active)
	}
	for _, p := range s.all() {
		if err := p.invariants(); err != nil {
			return err
		}
	}
	return nil
}

// checkClass checks the class with root r, of which members are attached.
func (s *Solver) checkClass(r theory.Node, members int) error {
	c := &s.class[r]
	if c.rep != 0 && (!s.nodes[c.rep].active || s.host.Root(c.rep) != r) {
		return fmt.Errorf("class %d: representative %d", r, c.rep)
	}
	if c.rep != 0 && s.nodes[c.rep].kind == sum {
		for m := s.nodes[c.rep].ring; m != c.rep; m = s.nodes[m].ring {
			if s.nodes[m].active && s.nodes[m].kind != sum {
				return fmt.Errorf("class %d: the sum %d represents the term %d", r, c.rep, m)
			}
		}
	}
	for _, id := range [...]recID{c.lo, c.hi} {
		if id == 0 {
			continue
		}
		if id&permanent == 0 && int(id) >= len(s.recs) {
			return fmt.Errorf("class %d: bound record %d of %d", r, id, len(s.recs))
		}
		b := s.rec(id)
		val := c.loVal
		if b.upper {
			val = c.hiVal
		}
		if s.host.Root(b.node) != r || val != b.val-s.host.Offset(b.node) || b.upper != (id == c.hi) {
			return fmt.Errorf("class %d: bound %d, record %d of node %d says %d", r, val, id, b.node, b.val)
		}
	}
	for n := s.nodes[r].ring; ; n = s.nodes[n].ring {
		if members--; n == r || members < 0 {
			break
		}
	}
	if members != 0 {
		return fmt.Errorf("class %d: ring and class differ by %d members", r, members)
	}
	return nil
}

// Undone returns an error that names what is left at level 0 when nothing is relevant.
func (s *Solver) Undone() error {
	if len(s.marks) > 0 {
		return nil
	}
	for i := range s.nodes {
		n, x, c := theory.Node(i), &s.nodes[i], &s.class[i]
		if x.kind != foreign && x.ring != n || x.active || s.pending[i] || c.rep != 0 {
			return fmt.Errorf("lia: node %d: ring %d, active %v, pending %v, representative %d", n, x.ring, x.active,
				s.pending[i], c.rep)
		}
		for _, id := range [...]recID{c.lo, c.hi} {
			if id != 0 && id&permanent == 0 {
				return fmt.Errorf("lia: node %d has the bound %d", n, id)
			}
		}
	}
	left := len(s.trail) + s.passing() + len(s.pend) + len(s.rel) + len(s.asserted) + len(s.diseqs) + len(s.nonlin) +
		len(s.actives)
	queued := len(s.syncs.items) + len(s.linkage.items) + len(s.work.items) + len(s.wide.items)
	if left > 0 || queued > 0 || s.conflicting {
		return fmt.Errorf("lia: %d records and %d events are left, conflict %v", left, queued, s.conflicting)
	}
	for _, p := range s.all() {
		if err := p.undone(); err != nil {
			return err
		}
	}
	return nil
}

// passing returns the number of records that do not rest on permanent bounds alone. Those that
// do are reasons of literals at level 0, and stay.
func (s *Solver) passing() int {
	n := 0
	for _, r := range s.recs[1:] {
		if r.kind != recApart || r.a&permanent == 0 || r.b&permanent == 0 {
			n++
		}
	}
	return n
}
