package sat

import (
	"slices"

	"github.com/muster-smt/muster/sat/invariant"
)

// Propagator is a theory, or a combination of theories, that takes part in the search.
// All its methods are called by the solver, from the goroutine that called Solve. The
// package documentation says which solver methods each of them may call.
type Propagator interface {
	// Assign reports newly assigned observed literals in trail order. It is
	// called at each fixpoint of unit propagation, before Propagate. A literal
	// whose variable was observed only after its assignment is reported again
	// when backtracking has undone the level at which it was reported.
	Assign(lits []Lit)
	// NewLevel reports that a decision level was opened.
	NewLevel()
	// Backtrack reports that all literals above level are unassigned now.
	Backtrack(level int)
	// Propagate may call Enqueue, Conflict, Add and NewVar. The solver then
	// propagates units again and calls it again, until nothing new happens.
	Propagate()
	// Explain appends to dst true literals, all assigned before l, whose
	// conjunction implies l. It is called in conflict analysis, and with a
	// Tracer also for literals propagated at level 0. The Tracer gets the origin
	// with the clause.
	Explain(l Lit, reason uint32, dst []Lit) ([]Lit, Origin)
	// Final is called when nothing is left to decide.
	Final() Final
}

// Decider is implemented by a Propagator that restricts which variables the search may
// decide. With a Decider, variables enter the decision heap only by Offer, and again
// when backtracking unassigns them, unless Eligible has dropped them since.
type Decider interface {
	// Eligible is called with the most active unassigned variable of the heap.
	// False drops it from the heap until it is offered again. With true the
	// literal is decided, which may be of another unassigned variable; NoLit
	// means v in its saved phase. For v itself stable search uses the target
	// phase, or else the saved phase, whatever the literal.
	Eligible(v Var) (Lit, bool)
	// MayWait is called with an unassigned assumption that was not used lately.
	// True means that nothing has to be true because of it, so that it may wait:
	// it is assigned when the search makes it false, or has found a model.
	MayWait(a Lit) bool
}

// Final is a propagator's answer when nothing is left to decide.
type Final int8

const (
	// FinalContinue goes on with the search: Final has added a clause, a conflict
	// or a theory propagation, or offered a variable.
	FinalContinue Final = iota
	// FinalSat accepts the assignment.
	FinalSat
	// FinalUnknown gives up: Solve returns Unknown and leaves the trail in place.
	FinalUnknown
)

// theoryLink is the state of the connection to a Propagator.
type theoryLink struct {
	prop      Propagator
	decider   Decider   // prop, if it is one
	minimizer Minimizer // prop, if it is one
	observed  []bool    // by variable
	offered   []bool    // by variable: with a Decider, not dropped since it was offered
	offers    int64     // calls of Offer
	lemmas    lemmas
	uses      uses

	// What Assign has to report: the observed literals of the trail from notified on, and
	// those that were assigned before that but observed later.
	notified     int
	unreported   []Lit
	reportedLate []lateReport
	batch        []Lit // argument of Assign

	// A literal that was enqueued while it was false, or NoLit.
	falsified       Lit
	falsifiedReason uint32
}

func (t *theoryLink) grow(offered bool) {
	t.observed = append(t.observed, false)
	t.offered = append(t.offered, offered)
}

// lateReport is a literal that was observed after it had been assigned, and then
// reported at a level above its own.
type lateReport struct {
	lit   Lit
	level int32 // at which it was reported
}

// Connect attaches the propagator, which observes nothing yet. If p is a Decider
// the decision heap starts empty.
func (s *Solver) Connect(p Propagator) {
	s.edit("Connect")
	invariant.Check(s.theory.prop == nil, "Connect: a propagator is connected already")
	s.backToRoot()
	s.theory.prop = p
	s.restoreBlocked()
	s.theory.lemmas.owner, _ = p.(Forgetter)
	s.trial.trier, _ = p.(Trier)
	s.theory.minimizer, _ = p.(Minimizer)
	if d, ok := p.(Decider); ok {
		s.restoreAllVars()
		s.theory.decider = d
		s.heap.clear()
		clear(s.theory.offered)
	}
}

// Disconnect removes the propagator; another one may be connected. What was learned
// with it stays.
func (s *Solver) Disconnect() {
	s.edit("Disconnect")
	if s.theory.prop != nil {
		s.backToRoot()
		s.explainRoot()
		s.unplug()
	}
}

// explainRoot gets the explanations of level-0 literals that a proof still needs.
func (s *Solver) explainRoot() {
	if s.ok && s.level == 0 {
		s.settleRoot()
	}
}

// unplug removes the propagator, after explainRoot.
func (s *Solver) unplug() {
	if s.theory.decider != nil {
		for v := Var(1); int(v) < len(s.vars); v++ {
			s.theory.offered[v] = true
			if s.vals[v.Pos()] == Undef {
				s.heap.insert(v)
			}
		}
	}
	s.theory.prop, s.theory.decider, s.theory.minimizer = nil, nil, nil
	s.theory.lemmas, s.theory.uses = lemmas{}, uses{}
	s.trial = trial{}
	clear(s.theory.observed)
	s.theory.unreported, s.theory.reportedLate = s.theory.unreported[:0], s.theory.reportedLate[:0]
	s.theory.notified = 0
}

// Observe requests that assignments of v are reported to the propagator, also if v is
// assigned already.
func (s *Solver) Observe(v Var) {
	s.require(stateIdle|statePropagate|stateFinal|stateAssign|stateDecide, "Observe")
	if s.theory.observed[v] {
		return
	}
	s.theory.observed[v] = true
	s.restore(v)
	// notify has passed the variable already.
	if vd := &s.vars[v]; s.vals[v.Pos()] != Undef && int(vd.pos) < s.theory.notified {
		s.theory.unreported = append(s.theory.unreported, s.trueLit(v))
	}
}

// Unobserve ends the reporting of v. If v is assigned the solver goes back to level 0,
// since theory propagations may depend on it. A value at level 0 is reported again if v
// is observed again.
func (s *Solver) Unobserve(v Var) {
	s.edit("Unobserve")
	if !s.theory.observed[v] {
		return
	}
	if s.vals[v.Pos()] != Undef {
		s.backToRoot()
		s.explainRoot()
	}
	s.theory.observed[v] = false
	s.theory.unreported = slices.DeleteFunc(s.theory.unreported, func(l Lit) bool { return l.Var() == v })
	s.theory.reportedLate = slices.DeleteFunc(s.theory.reportedLate, func(e lateReport) bool { return e.lit.Var() == v })
}

// Observed reports whether v is observed.
func (s *Solver) Observed(v Var) bool { return s.theory.observed[v] }

// Enqueue is theory propagation: it makes l true, and Explain can justify that when
// it is called with the same reason token. It returns false if l is false already;
// then the solver calls Explain directly after the callback, and the clause is a
// conflict.
func (s *Solver) Enqueue(l Lit, reason uint32) bool {
	s.require(statePropagate|stateFinal, "Enqueue")
	switch s.vals[l] {
	case True:
		return true
	case False:
		if s.theory.falsified == NoLit {
			s.theory.falsified, s.theory.falsifiedReason = l, reason
		}
		return false
	}
	s.stats.TheoryPropagations++
	s.restore(l.Var())
	s.assign(l, crefTheory, Lit(reason))
	return true
}

// Conflict reports a clause all of whose literals are false, with its origin. A clause
// that is not false is added as a learned clause instead.
func (s *Solver) Conflict(lits []Lit, from Origin) {
	s.require(statePropagate|stateFinal, "Conflict")
	for _, l := range lits {
		if s.vals[l] != False {
			invariant.Check(false, "Conflict: a literal is not false")
			s.AddFrom(lits, Learned, from)
			return
		}
	}
	if s.conflict.found {
		return
	}
	s.theoryConflict(append(s.conflict.buf[:0], lits...), from)
}

// theoryConflict reports a clause in conflict.buf that the propagator knows.
func (s *Solver) theoryConflict(lits []Lit, from Origin) {
	s.stats.TheoryConflicts++
	var id ClauseID
	if s.tracer != nil {
		id = s.traceAxiom(lits, Learned, from)
	}
	s.conflict.buf = lits
	s.setConflict(lits, crefNone, id)
}

// Offer inserts v into the decision heap, at once or, if v is assigned, when
// backtracking unassigns it. It is needed only with a Decider.
func (s *Solver) Offer(v Var) {
	s.require(^stateExplain, "Offer")
	s.theory.offers++
	s.theory.offered[v] = true
	s.restore(v)
	if s.vals[v.Pos()] == Undef {
		s.heap.insert(v)
	}
}

// propagateTheory reports new assignments and calls Propagate once.
func (s *Solver) propagateTheory() {
	s.notify()
	s.state = statePropagate
	s.theory.prop.Propagate()
	s.state = stateSearch
	s.settleFalsified()
}

// settleFalsified makes a conflict of a theory propagation of a false literal.
func (s *Solver) settleFalsified() {
	l := s.theory.falsified
	if l == NoLit {
		return
	}
	s.theory.falsified = NoLit
	if s.conflict.found {
		return
	}
	ants, from := s.askExplain(l, s.theory.falsifiedReason)
	lits := append(s.conflict.buf[:0], l)
	for _, a := range ants {
		lits = append(lits, a.Not())
	}
	s.theoryConflict(lits, from)
}

// notify reports newly assigned observed literals to the propagator.
func (s *Solver) notify() {
	batch := s.theory.batch[:0]
	if len(s.theory.unreported) > 0 {
		for _, l := range s.theory.unreported {
			batch = append(batch, l)
			if s.vars[l.Var()].level < s.level {
				s.theory.reportedLate = append(s.theory.reportedLate, lateReport{l, s.level})
			}
		}
		s.theory.unreported = s.theory.unreported[:0]
	}
	for _, l := range s.trail[s.theory.notified:] {
		if s.theory.observed[l.Var()] {
			batch = append(batch, l)
		}
	}
	s.theory.notified = len(s.trail)
	s.theory.batch = batch
	if len(batch) > 0 {
		s.state = stateAssign
		s.theory.prop.Assign(batch)
		s.state = stateSearch
	}
}

// renotify updates unreported and reportedLate after backtracking: literals whose
// report was undone have to be reported again.
func (s *Solver) renotify() {
	s.theory.unreported = slices.DeleteFunc(s.theory.unreported, func(l Lit) bool { return s.vals[l] != True })
	kept := s.theory.reportedLate[:0]
	for _, e := range s.theory.reportedLate {
		switch {
		case s.vals[e.lit] != True:
		case e.level > s.level:
			s.theory.unreported = append(s.theory.unreported, e.lit)
		default:
			kept = append(kept, e)
		}
	}
	s.theory.reportedLate = kept
}
