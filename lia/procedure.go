package lia

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/num"
)

// procedure decides the linear constraints between active terms. There are two:
// differences, a graph, and tableau. Exactly one is at work; a method that returns
// false says that the constraint is beyond it, and the Solver hands over.
type procedure interface {
	// attach makes the active node n take part.
	attach(n theory.Node) bool
	// watch asks for the bounds of the Real n, which has its first atom.
	watch(n theory.Node)
	// sync takes the bounds of n's class, or its numeral if n is a Real.
	sync(n theory.Node) bool
	// tie takes the distance of two active members of a class.
	tie(x, y theory.Node) bool
	// assertReal takes a bound of a Real, which is record id.
	assertReal(n theory.Node, b *bound, id recID) bool
	// disequal announces the asserted disequality that is atom i.
	disequal(i int32)

	// check refutes what is asserted over the rationals, if it can within the pivots
	// given; if it finishes, nothing is dirty.
	check(pivots int64)
	// derive gets bounds and equalities; it reports whether there were any.
	derive() bool
	// splitEarly splits on disequalities before a model violates them.
	splitEarly()
	// integrate makes the values of Ints integral, or sends what may help: Progress
	// then, and GaveUp when the budget is spent.
	integrate() theory.Status

	// bound returns the present bound of the Real n on one side and its record; 0
	// if there is none.
	bound(n theory.Node, upper bool) (bound, recID)
	// chooseValues prepares the values of Solver.tracked.
	chooseValues()
	// value returns the value of an active node.
	value(n theory.Node) num.Rat

	// explain adds the antecedents of the record r, which this procedure derived.
	explain(r *rec, dst *theory.Antecedents)
	// premises returns the bounds that the last explain or conflict added up.
	premises(c *cert.Certificate) []cert.Premise

	push()
	backtrack(level int)
	invariants() error
	undone() error
	addStats(add func(name string, n int64))
}

// procedures holds both procedures and the switch from the graph to the tableau. The
// graph hands over when a constraint is beyond it: a sum that is no difference, an
// equality between two sums that are not congruent, more than difference.MaxVars
// terms, a bound that is too large. The tableau then has all the work: they never
// share it.
type procedures struct {
	proc procedure // the one at work
	diff differences
	rows tableau

	dirty bool // proc has bounds that check has not seen

	// The tableau took what was active at level takenAt. It is stale if it has to
	// take it (again): after the handover, and when that level was undone.
	takenAt int
	stale   bool
}

func (p *procedures) init(s *Solver) {
	p.diff.init(s)
	p.rows.init(s)
	p.proc = &p.diff
}

// both returns the procedures: the one that is not at work still explains what it
// derived, and follows the levels.
func (p *procedures) both() [2]procedure { return [2]procedure{&p.diff, &p.rows} }

// handOver puts the tableau in the place of the graph, for good.
func (s *Solver) handOver() {
	if s.proc != procedure(&s.rows) {
		s.proc, s.stale = &s.rows, true
	}
}

// takeOver gives the tableau what is active at this level.
func (s *Solver) takeOver() {
	s.stale, s.takenAt = false, len(s.marks)
	for _, n := range s.actives {
		s.rows.attach(n)
		s.syncs.push(n)
		if rep := s.class[s.host.Root(n)].rep; rep != n {
			s.linkage.push([2]theory.Node{rep, n})
		}
	}
	for _, l := range s.asserted { // classes of Reals have no bounds
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

// tell gives proc the news. False says that there was nothing new, or a conflict.
func (s *Solver) tell() bool {
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

// sync brings the bounds of the active node n up to date.
func (s *Solver) sync(n theory.Node) {
	x := &s.nodes[n]
	if !x.active || x.real && s.class[s.host.Root(n)].lo == 0 {
		return
	}
	if !s.proc.sync(n) {
		s.handOver()
	}
}

// tie gives proc the distance of two active members of a class. The members of a
// class with a known value have it by their bounds.
func (s *Solver) tie(x, y theory.Node) {
	if !s.isFixed(s.host.Root(x)) && !s.proc.tie(x, y) {
		s.handOver()
	}
}

// assertReal gives proc the bound of a Real that an atom says.
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

// assertBig gives the tableau a bound that is no machine word.
func (s *Solver) assertBig(a *atom, l sat.Lit) {
	s.handOver()
	s.activate(a.x)
	s.rows.assertBig(a, l)
}

// feed gives proc the news and checks it.
func (s *Solver) feed(pivots int64) {
	if s.tell() {
		s.proc.check(pivots)
	}
}
