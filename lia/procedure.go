package lia

import (
	"github.com/muster-smt/muster/lia/difference"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/num"
)

// procedure decides the linear constraints between active terms. There are three
// implementations: differences (a matrix), sparse (a graph) and tableau. Exactly one is in charge. When
// attach, sync, tie or assertReal returns false, the constraint is beyond the procedure, and
// the Solver hands over to the next one. Nothing is beyond the tableau.
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

// procedures holds the procedures and the switch from one to the next. The matrix hands over when a constraint is
// beyond it: a sum that is not a difference, an equality of two sums that are not congruent, more than
// difference.MaxVars terms, or a bound that is too large. The sparse graph sets few such sums aside (sparse.go), but
// takes no Reals. When more is beyond it, the tableau does everything, for the rest of the run: no two share the work.
// Only where the values of the graph do not satisfy what was set aside does the tableau decide a single check.
type procedures struct {
	proc procedure // the one in charge
	diff differences
	thin sparse
	rows tableau

	dirty bool // proc has bounds that check has not seen

	// proc took over the active terms at level takenAt. It is stale if it has to
	// take them over (again): after the handover, and when that level was undone.
	takenAt int
	stale   bool

	visiting bool // the tableau is in charge until something is undone

	limits limits
}

// Limit makes the matrix of differences small, so that the sparse graph gets small problems, and lets it set one
// constraint aside for so many terms: for tests.
func (s *Solver) Limit(matrix, share int) { s.limits = limits{matrix, share} }

// limits say what is too much for a procedure.
type limits struct {
	matrix int // variables of the matrix, at most difference.MaxVars
	share  int // terms of the sparse graph for each constraint that it sets aside
}

func (p *procedures) init(s *Solver) {
	p.diff.init(s)
	p.thin.init(s)
	p.rows.init(s)
	p.proc = &p.diff
	p.limits = limits{matrix: difference.MaxVars, share: 16}
}

// all returns the procedures. Even those that are not in charge explain what they have
// derived and follow the levels.
func (p *procedures) all() [3]procedure { return [3]procedure{&p.diff, &p.thin, &p.rows} }

// handOver puts the next procedure in charge, permanently.
func (s *Solver) handOver() {
	if s.proc == procedure(&s.diff) {
		s.proc, s.stale = &s.thin, true
	} else {
		s.handOverToRows()
	}
}

// handOverToRows puts the tableau in charge.
func (s *Solver) handOverToRows() {
	s.visiting = false
	if s.proc != procedure(&s.rows) {
		s.proc, s.stale = &s.rows, true
	}
}

// visitRows puts the tableau in charge of the present final check.
func (s *Solver) visitRows() {
	s.proc, s.stale, s.visiting = &s.rows, true, true
}

// endVisit puts the sparse graph in charge again.
func (s *Solver) endVisit() {
	if s.visiting {
		s.proc, s.stale, s.visiting = &s.thin, true, false
	}
}

// takeOver gives the procedure in charge the active terms and their constraints.
func (s *Solver) takeOver() {
	s.stale, s.takenAt = false, len(s.marks)
	for _, n := range s.actives {
		if !s.proc.attach(n) {
			s.handOver()
			return // it takes them over in turn
		}
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
	case recChain, recPair, recSum:
		return &p.thin
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
	s.handOverToRows()
	s.activate(a.x)
	s.rows.assertBig(a, l)
}

// feed updates proc and runs its check if anything is new.
func (s *Solver) feed(pivots int64) {
	if s.update() {
		s.proc.check(pivots)
	}
}
