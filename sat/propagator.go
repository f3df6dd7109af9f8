package sat

import (
	"slices"

	"github.com/muster-smt/muster/sat/invariant"
)

// Propagator is a theory (or a combination of them) that searches along. All
// its methods are called by the solver, from the goroutine that called Solve.
// The package documentation says which solver methods each of them may use.
type Propagator interface {
	// Assign reports newly assigned observed literals in trail order. It is
	// called at each fixpoint of unit propagation, before Propagate. A literal
	// whose variable was observed only after its assignment is reported again
	// when backtracking has undone the level at which it was reported.
	Assign(lits []Lit)
	// NewLevel says that a decision level was opened.
	NewLevel()
	// Backtrack says that all literals above level are unassigned now.
	Backtrack(level int)
	// Propagate may call Enqueue, Conflict, Add and NewVar. The solver then
	// propagates units again and calls it again, until nothing new happens.
	Propagate()
	// Explain appends to dst true literals, all assigned before l, whose
	// conjunction implies l. It is called in conflict analysis, and with a
	// Tracer also for literals propagated at level 0. The origin is that of the
	// clause, for the Tracer.
	Explain(l Lit, reason uint32, dst []Lit) ([]Lit, Origin)
	// Final is called when nothing is left to decide.
	Final() Final
}

// Decider is implemented by a Propagator that wants to say which variables the
// search may decide. With a Decider connected variables enter the decision
// heap by Offer only, and again when backtracking unassigns them, as long as
// Eligible has not dropped them since.
type Decider interface {
	// Eligible is asked about the most active unassigned variable of the heap.
	// False drops it from the heap until it is offered again. True decides the
	// returned literal, which may be of another unassigned variable; NoLit
	// stands for v in its saved phase. Stable search decides v in its target or
	// saved phase whatever the sign of the literal.
	Eligible(v Var) (Lit, bool)
	// MayWait is asked about an open assumption that was of no use lately: true
	// says that nothing has to be true because of it, so that it may wait until
	// the search makes it false, or has found a model.
	MayWait(a Lit) bool
}

// Final is a propagator's answer when nothing is left to decide.
type Final int8

const (
	// FinalContinue says that clauses, a conflict or an offered variable came.
	FinalContinue Final = iota
	// FinalSat accepts the assignment.
	FinalSat
	// FinalUnknown gives up: Solve returns Unknown and leaves the trail in place.
	FinalUnknown
)

// Connect attaches the propagator, which observes nothing yet. If p is a Decider
// the decision heap starts empty.
func (s *Solver) Connect(p Propagator) {
	s.edit("Connect")
	invariant.Check(s.prop == nil, "Connect: a propagator is connected already")
	s.backToRoot()
	s.prop = p
	s.restoreBlocked()
	if d, ok := p.(Decider); ok {
		s.restoreGone()
		s.decider = d
		s.heap.clear()
		clear(s.offered)
	}
}

// Disconnect takes the propagator away; another one may be connected. What was
// learned from it stays.
func (s *Solver) Disconnect() {
	s.edit("Disconnect")
	if s.prop != nil {
		s.backToRoot()
		s.explainRoot()
		s.unplug()
	}
}

// explainRoot asks the propagator for what it may yet be asked at level 0.
func (s *Solver) explainRoot() {
	if s.ok && s.level == 0 {
		s.settleRoot()
	}
}

// unplug forgets the propagator. The solver is at level 0, and settled.
func (s *Solver) unplug() {
	if s.decider != nil {
		for v := Var(1); int(v) < len(s.vars); v++ {
			s.offered[v] = true
			if s.vals[v.Pos()] == Undef {
				s.heap.insert(v)
			}
		}
	}
	s.prop, s.decider = nil, nil
	clear(s.observed)
	s.missed, s.early = s.missed[:0], s.early[:0]
	s.notified = 0
}

// Observe makes assignments of v be reported to the propagator.
func (s *Solver) Observe(v Var) {
	s.require(stateIdle|statePropagate|stateFinal|stateAssign|stateDecide, "Observe")
	if s.observed[v] {
		return
	}
	s.observed[v] = true
	s.restore(v)
	// The notification head has passed the variable already: report it apart.
	if vd := &s.vars[v]; s.vals[v.Pos()] != Undef && int(vd.pos) < s.notified {
		s.missed = append(s.missed, s.trueLit(v))
	}
}

// Unobserve ends that. If v has a value the solver goes back to level 0, since what
// was propagated may rest on it. A value at level 0 is reported anew if v is
// observed again.
func (s *Solver) Unobserve(v Var) {
	s.edit("Unobserve")
	if !s.observed[v] {
		return
	}
	if s.vals[v.Pos()] != Undef {
		s.backToRoot()
		s.explainRoot()
	}
	s.observed[v] = false
	s.missed = slices.DeleteFunc(s.missed, func(l Lit) bool { return l.Var() == v })
	s.early = slices.DeleteFunc(s.early, func(e earlyLit) bool { return e.lit.Var() == v })
}

// Observed reports whether v is observed.
func (s *Solver) Observed(v Var) bool { return s.observed[v] }

// Enqueue is theory propagation: l holds now, and Explain can say why when it
// is asked with the same reason token. It returns false if l is false already;
// then the solver asks Explain at once after the callback and treats the
// clause as a conflict.
func (s *Solver) Enqueue(l Lit, reason uint32) bool {
	s.require(statePropagate|stateFinal, "Enqueue")
	switch s.vals[l] {
	case True:
		return true
	case False:
		if s.denied == NoLit {
			s.denied, s.deniedReason = l, reason
		}
		return false
	}
	s.stats.TheoryPropagations++
	s.restore(l.Var())
	s.assign(l, crefTheory, Lit(reason))
	return true
}

// Conflict reports a clause all of whose literals are false now, with its origin.
// A clause that is not false is added as a learned clause instead.
func (s *Solver) Conflict(lits []Lit, from Origin) {
	s.require(statePropagate|stateFinal, "Conflict")
	for _, l := range lits {
		if s.vals[l] != False {
			invariant.Check(false, "Conflict: a literal is not false")
			s.AddFrom(lits, Learned, from)
			return
		}
	}
	if s.hasConflict {
		return
	}
	s.stats.TheoryConflicts++
	var id ClauseID
	if s.tracer != nil {
		id = s.traceAxiom(lits, Learned, from)
	}
	s.conflictBuf = append(s.conflictBuf[:0], lits...)
	s.setConflict(s.conflictBuf, crefNone, id)
}

// Offer inserts v into the decision heap, or, if v has a value, sees to it that
// backtracking does. Without a Decider that is needless.
func (s *Solver) Offer(v Var) {
	s.require(^stateExplain, "Offer")
	s.offers++
	s.offered[v] = true
	s.restore(v)
	if s.vals[v.Pos()] == Undef {
		s.heap.insert(v)
	}
}

// propagateTheory reports the news and calls the propagator once.
func (s *Solver) propagateTheory() {
	s.notify()
	s.state = statePropagate
	s.prop.Propagate()
	s.state = stateSearch
	s.settleDenied()
}

// settleDenied turns a theory propagation of a false literal into a conflict.
func (s *Solver) settleDenied() {
	l := s.denied
	if l == NoLit {
		return
	}
	s.denied = NoLit
	if s.hasConflict {
		return
	}
	s.stats.TheoryConflicts++
	ants, from := s.askExplain(l, s.deniedReason)
	s.conflictBuf = append(s.conflictBuf[:0], l)
	for _, a := range ants {
		s.conflictBuf = append(s.conflictBuf, a.Not())
	}
	var id ClauseID
	if s.tracer != nil {
		id = s.traceAxiom(s.conflictBuf, Learned, from)
	}
	s.setConflict(s.conflictBuf, crefNone, id)
}

// notify hands the observed part of the trail to the propagator.
func (s *Solver) notify() {
	news := s.news[:0]
	if len(s.missed) > 0 {
		for _, l := range s.missed {
			news = append(news, l)
			if s.vars[l.Var()].level < s.level {
				s.early = append(s.early, earlyLit{l, s.level})
			}
		}
		s.missed = s.missed[:0]
	}
	for _, l := range s.trail[s.notified:] {
		if s.observed[l.Var()] {
			news = append(news, l)
		}
	}
	s.notified = len(s.trail)
	s.news = news
	if len(news) > 0 {
		s.state = stateAssign
		s.prop.Assign(news)
		s.state = stateSearch
	}
}

// earlyLit is a literal that was assigned before it was observed, reported at
// a level above its own.
type earlyLit struct {
	lit      Lit
	reported int32
}

// renotify finds the early literals whose report backtracking has undone.
func (s *Solver) renotify() {
	missed := s.missed[:0]
	for _, l := range s.missed {
		if s.vals[l] == True {
			missed = append(missed, l)
		}
	}
	s.missed = missed
	kept := s.early[:0]
	for _, e := range s.early {
		switch {
		case s.vals[e.lit] != True:
		case e.reported > s.level:
			s.missed = append(s.missed, e.lit)
		default:
			kept = append(kept, e)
		}
	}
	s.early = kept
}

// askExplain calls the propagator's Explain. The result is valid until the next call.
func (s *Solver) askExplain(l Lit, reason uint32) ([]Lit, Origin) {
	s.stats.Explanations++
	before := s.state
	s.state = stateExplain
	lits, from := s.prop.Explain(l, reason, s.explainBuf[:0])
	s.explainBuf = lits
	s.state = before
	if invariant.Enabled {
		for _, a := range s.explainBuf {
			invariant.Check(s.vals[a] == True, "Explain: an antecedent is not true")
			invariant.Check(s.vals[l] != True || s.vars[a.Var()].pos < s.vars[l.Var()].pos,
				"Explain: an antecedent is not older than the literal")
		}
	}
	return s.explainBuf, from
}

// An explained theory propagation is kept as a record in s.expl while its
// literal is assigned: size, id, then the clause with the implied literal first.
const explHeader = 2

// explain replaces the lazy reason of the true literal l by its clause.
func (s *Solver) explain(l Lit) {
	vd := &s.vars[l.Var()]
	ants, from := s.askExplain(l, uint32(vd.other))
	off := len(s.expl)
	s.expl = append(s.expl, 0, 0, l)
	for _, a := range ants {
		if s.tracer == nil && s.vars[a.Var()].level == 0 {
			continue
		}
		s.expl = append(s.expl, a.Not())
	}
	s.expl[off] = Lit(len(s.expl) - off - explHeader)
	s.explLive++
	if s.tracer != nil {
		s.expl[off+1] = Lit(s.traceAxiom(s.expl[off+explHeader:], Learned, from))
	}
	vd.ref, vd.other = crefExplained, Lit(off)
}

// explained is the clause of an explained theory propagation.
func (s *Solver) explained(off Lit) []Lit {
	n := int(off) + explHeader
	return s.expl[n : n+int(s.expl[off])]
}

// forgetExplanation is called when a literal with an explained reason is unassigned.
func (s *Solver) forgetExplanation(off Lit) {
	if s.tracer != nil {
		s.tracer.Deleted(ClauseID(s.expl[off+1]), s.explained(off))
	}
	s.explLive--
	s.explWaste += int(s.expl[off]) + explHeader
	if s.explLive == 0 {
		s.expl = s.expl[:0]
		s.explWaste = 0
	}
}

// compactExplanations moves the live records together once most are dead.
func (s *Solver) compactExplanations() {
	if len(s.expl) <= s.explSlack || s.explWaste < len(s.expl)/2 {
		return
	}
	var moved []Lit
	for _, l := range s.trail {
		vd := &s.vars[l.Var()]
		if vd.ref != crefExplained {
			continue
		}
		off := int(vd.other)
		vd.other = Lit(len(moved))
		moved = append(moved, s.expl[off:off+explHeader+int(s.expl[off])]...)
	}
	s.expl = moved
	s.explWaste = 0
}
