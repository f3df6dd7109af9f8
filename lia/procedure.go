package lia

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/num"
)

// procedure decides the linear constraints between active terms. There are two
// implementations: differences (a graph) and tableau. Exactly one is in charge. When
// attach, sync, tie or assertReal returns false, the constraint is beyond the graph, and
// the Solver hands over to the tableau.
type procedure interface {
	// attach makes the active node n take part.
	attach(n theory.Node) bool
	// watch announces that the Real n got its first atom: its bounds matter from now on.
	watch(n theory.Node)
	// sync asserts the bounds of n's class, for a Real its numeral.
	sync(n theory.Node) bool
	// tie asserts the difference of two active members of a class.
	tie(x, y theory.Node) bool
	// assertReal asserts a bound of a Real, which is record id.
	assertReal(n theory.Node, b *bound, id recID) bool
	// disequal announces the asserted disequality that is atom i.
	disequal(i int32)

	// check decides over the rationals what is asserted, with at most the given number
	// of pivots. It reports conflicts, and clears dirty if there is none.
	check(pivots int64)
	// derive propagates implied bounds and equalities; it reports whether there were
	// new bounds.
	derive() bool
	// splitEarly splits on disequalities before a model violates them.
	splitEarly()
	// integrate makes the values of Ints integral (Consistent), or sends a conflict or
	// lemma (Progress), or runs out of budget (GaveUp).
	integrate() theory.Status

	// bound returns the present bound of the Real n on one side and its record, 0
	// if there is none.
	bound(n theory.Node, upper bool) (bound, recID)
	// chooseValues prepares the values of Solver.tracked.
	chooseValues()
	// value returns the value of an active node.
	value(n theory.Node) num.Rat

	// explain adds the antecedents of the record r, which this procedure derived.
	explain(r *rec, dst *theory.Antecedents)
	// premises returns the bounds that the last explanation or conflict is the sum of.
	premises(c *cert.Certificate) []cert.Premise

	push()
	backtrack(level int)
	invariants() error
	undone() error
	addStats(add func(name string, n int64))
}

// procedures holds both procedures and the switch from the graph to the tableau. The
// graph hands over when a constraint is beyond it: a sum that is not a difference, an
// equality of two sums that are not congruent, more than difference.MaxVars
// terms, or a bound that is too large. From then on the tableau does everything: the two
// never share the work.
type procedures struct {
	proc procedure // the one in charge
	diff differences
	rows tableau

	dirty bool // proc has bounds that check has not seen

	// The tableau took over the active terms at level takenAt. It is stale if it has to
	// take them over (again): after the handover, and when that level was undone.
	takenAt int
	stale   bool
}

func (p *procedures) init(s *Solver) {
	p.diff.init(s)
	p.rows.init(s)
	p.proc = &p.diff
}

// both returns the procedures. Even the one that is not in charge explains what it has
// derived and follows the levels.
func (p *procedures) both() [2]procedure { return [2]procedure{&p.diff, &p.rows} }

// handOver puts the tableau in charge, permanently.
func (s *Solver) handOver() {
	if s.proc != procedure(&s.rows) {
		s.proc, s.stale = &s.rows, true
	}
}

// takeOver gives the tableau the active terms and their constraints.
func (s *Solver) takeOver() {
	s.stale, s.takenAt = false, len(s.marks)
	for _, n := range s.actives {
		s.rows.attach(n)
		s.syncs.push(n)
		if rep := s.class[s.host.Root(n)].rep; rep != n {
			s.linkage.push([2]theory.Node{rep, n})
		}
	}
	for _, l := range s.asserted { // Reals have no class bounds to take them from
		if a := s.atomOfLit(l); (a.kind == atomUpper || a.kind == atomLower) && !s.conflicting {
			s.assertReal(a, l)
		}
	}
}

// deriver returns the procedure that derived a record of the given kind, or nil.
func (p *procedures) deriver(k recKind) procedure {
	switch k {
	case recRow, recOffset:
		return &p.rows
	case recPath, recCycle:
		return &p.diff
	}
	return nil
}

// update passes new bounds and ties on to proc. False means that there was nothing new,
// or a conflict.
func (s *Solver) update() bool {
	for !s.conflicting {
		switch {
		case s.stale:
			s.takeOver()
		case s.syncs.more():
			s.sync(s.syncs.pop())
		case s.linkage.more():
			p := s.linkage.pop()
			s.tie(p[0], p[1])
		default:
			return s.dirty
		}
	}
	return false
}

// sync passes the class bounds of n on to proc, if n is active.
func (s *Solver) sync(n theory.Node) {
	x := &s.nodes[n]
	if !x.active || x.real && s.class[s.host.Root(n)].lo == 0 {
		return
	}
	if !s.proc.sync(n) {
		s.handOver()
	}
}

// tie passes the difference of two active members of a class on to proc. Members of a
// fixed class have it by their bounds.
func (s *Solver) tie(x, y theory.Node) {
	if !s.isFixed(s.host.Root(x)) && !s.proc.tie(x, y) {
		s.handOver()
	}
}

// assertReal asserts the bound of a Real that the literal l of atom a states.
func (s *Solver) assertReal(a *atom, l sat.Lit) {
	n := a.x
	s.activate(n)
	if s.stale {
		return // takeOver asserts it
	}
	b := s.boundBy(a, l)
	id := s.record(rec{kind: recAtom, node: n, lit: l, upper: b.upper, strict: b.strict})
	if !s.proc.assertReal(n, &b, id) {
		s.handOver()
	}
}

// assertBig asserts a bound that is no machine word, which needs the tableau.
func (s *Solver) assertBig(a *atom, l sat.Lit) {
	s.handOver()
	s.activate(a.x)
	s.rows.assertBig(a, l)
}

// feed updates proc and runs its check if anything is new.
func (s *Solver) feed(pivots int64) {
	if s.update() {
		s.proc.check(pivots)
	}
}
