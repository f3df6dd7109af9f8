package sat

import (
	"log/slog"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/sat/stat"
)

// Solver is an incremental CDCL solver. It is not safe for concurrent use; a
// limit.Limit given to Solve may be stopped from anywhere.
//
// The assignment, the clauses and their watches are shared by all techniques. All
// other state is in one field per technique, whose type is declared in the file of the
// technique.
type Solver struct {
	opt    Options
	tracer Tracer
	log    *slog.Logger // nil: nobody wants it
	rec    *recorder    // likewise
	state  state        // see state.go
	ok     bool         // false: unsatisfiable without assumptions
	stats  Stats
	lim    *limit.Limit // of the call in progress

	// Assignment.
	vals   []Value // by literal
	vars   []varData
	trail  []Lit
	levels []int32 // trail length at which level i+1 begins
	level  int32   // len(levels)
	head   int     // trail position up to which units are propagated
	root   root

	// Clauses.
	db         clauseDB
	watches    watchLists // by literal: the clauses that it watches
	rewatching rewatching
	late       lateClauses

	// Search.
	stop        stopCheck
	conflict    conflict
	analysis    analysis
	minimizer   minimizer
	shrinker    shrinker
	superfluous superfluous
	fly         onTheFly
	heap        decisionHeap
	phases      phases
	mode        modes
	restarts    restarts
	rephases    rephases
	reduces     reduces
	repairs     repairer
	collects    collector

	// The question and the answer.
	assumptions assumptions
	wait        waiting
	constraint  constraint
	groups      groups
	model       model
	core        []Lit

	// Inprocessing.
	luck     luck
	inproc   inprocessing
	probing  prober
	linear   gauss
	counting counting
	graph    implications
	viv      vivifier
	closures closures
	fwdSaved int64 // effort that forward subsumption has not spent
	small    small
	sweeps   sweeps
	elim     eliminator
	blocking blocker
	ext      extension

	// Others.
	theory  theoryLink
	trial   trial
	expl    explanations
	proof   proofState
	sharing sharing
	stages  stages
	scratch scratch
}

// varData is what analysis needs to know about an assigned variable.
type varData struct {
	level int32
	pos   uint32 // trail position
	ref   cref   // why it holds
	other Lit    // binary clause: its false literal; theory: the reason token
}

// scratch is working memory that is valid within one function of a technique.
type scratch struct {
	lits []Lit
	ids  []ClauseID
}

// New returns a solver without variables and clauses.
func New(opt Options) *Solver {
	s := &Solver{
		opt:    opt,
		tracer: opt.Tracer,
		log:    stat.Debug(opt.Log),
		state:  stateInput,
		ok:     true,
		vals:   make([]Value, 2),
		vars:   make([]varData, 1),
	}
	s.db.init()
	s.watches.grow()
	s.analysis.init()
	s.heap.init(opt.Seed)
	s.phases.grow(false)
	s.wait.init()
	s.theory.grow(false)
	s.expl.slack = explanationSlack
	s.proof.init(opt.Tracer)
	s.ext.grow()
	s.groups.init()
	s.mode.init(opt.Mode)
	s.restarts.init()
	s.reduces.init()
	s.repairs.init()
	s.collects.slack = collectSlack
	s.rephases.init()
	s.inproc.init()
	s.linear.init()
	s.stages.init()
	if opt.Stress {
		s.stress()
	}
	return s
}

// NumVars is the number of variables.
func (s *Solver) NumVars() int { return len(s.vars) - 1 }

// NewVar makes a variable, if possible with the number of one that was removed with a
// group. It may be called at any time except in Explain. While a group is open, a
// variable that is made between solves belongs to it.
func (s *Solver) NewVar() Var {
	s.require(^stateExplain, "NewVar")
	v := s.newVar()
	if s.rec != nil && s.idle() {
		s.rec.variable("var", v)
	}
	return v
}

func (s *Solver) newVar() Var {
	v := s.reuseVar()
	if v == 0 {
		v = s.makeVar()
	}
	if g := &s.groups; len(g.open) > 0 && s.idle() {
		top := &g.open[len(g.open)-1]
		top.vars = append(top.vars, v)
	}
	return v
}

// makeVar makes a variable with a new number.
func (s *Solver) makeVar() Var {
	v := Var(len(s.vars))
	s.vals = append(s.vals, Undef, Undef)
	s.vars = append(s.vars, varData{})
	s.watches.grow()
	s.analysis.grow()
	s.phases.grow(s.opt.Phase)
	s.wait.grow()
	s.theory.grow(s.theory.decider == nil)
	if s.tracer != nil {
		s.proof.unitID = append(s.proof.unitID, 0)
	}
	s.heap.grow()
	s.ext.grow()
	s.groups.role = append(s.groups.role, roleOwner)
	switch {
	case s.opt.Seed != 0:
		s.heap.perturb(v)
	case s.theory.prop == nil:
		s.heap.rank(v)
	}
	if s.theory.decider == nil {
		s.heap.insert(v)
	}
	return v
}

// Value is the current value of l. After Solve returned Sat, or Unknown because
// of FinalUnknown, the last assignment can be read until the next call that changes the
// solver. Without a propagator a model may need fewer variables than there are; ModelValue
// has values for all.
func (s *Solver) Value(l Lit) Value {
	if s.state == stateSat {
		return s.shownValue(l)
	}
	return s.vals[l]
}

// Before reports whether l was assigned before m; both are assigned.
func (s *Solver) Before(l, m Lit) bool { return s.vars[l.Var()].pos < s.vars[m.Var()].pos }

// Decided reports whether v was assigned by a decision.
func (s *Solver) Decided(v Var) bool {
	level := s.vars[v].level
	return s.vals[v.Pos()] != Undef && level > s.assumptionLevel() && s.trail[s.levels[level-1]].Var() == v
}

// Level is the current decision level. Assumptions are on level 1.
func (s *Solver) Level() int { return int(s.level) }

// LevelOf is the level at which v was assigned, or -1.
func (s *Solver) LevelOf(v Var) int {
	if s.vals[v.Pos()] == Undef {
		return -1
	}
	return int(s.vars[v].level)
}

// Reset goes back to level 0: it undoes the trail that the last Solve left in place.
func (s *Solver) Reset() {
	s.edit("Reset")
	s.rec.line("reset", nil)
	s.backToRoot()
	s.checkUndone()
}

// Okay is false once the clauses are known to be unsatisfiable without assumptions.
func (s *Solver) Okay() bool { return s.ok }
