package sat

import (
	"github.com/muster-smt/muster/sat/invariant"
	"github.com/muster-smt/muster/sat/limit"
)

// Solver is an incremental CDCL solver. It is not safe for concurrent use; a
// limit.Limit given to Solve may be stopped from anywhere.
type Solver struct {
	opt    Options
	tracer Tracer
	state  state // see state.go
	ok     bool  // false: unsatisfiable without assumptions

	// Assignment.
	vals      []Value // by literal
	vars      []varData
	trail     []Lit
	levels    []int32 // trail length at which level i+1 begins
	level     int32   // len(levels)
	head      int     // trail position up to which units are propagated
	settled   int     // level-0 trail position up to which reasons are dropped
	exported  int     // the same, for units that were shared
	unitID    []ClauseID
	assumed   []Lit   // what level 1 was opened with
	tardy     []Lit   // those of them that were made true above level 1
	avoided   []bool  // by literal: its negation is an assumption that waits (wait.go)
	met       Lit     // an avoided literal that became true, or NoLit
	lastUse   []int64 // by variable: the Solve that had use for its assumption; 0: none had it
	noWait    bool    // in Imply
	waitAfter int64   // but for tests a constant
	observed  []bool
	offered   []bool // with a Decider: not dropped since it was offered

	// Clauses.
	arena      []Lit
	waste      int // words of garbage clauses in arena
	watches    [][]watch
	learned    []cref
	numIrred   int
	lastID     ClauseID
	flipped    bool // the trail is that of a model, but not of the search
	late       []lateClause
	lateDirty  bool // late must be looked at before propagating
	rewatching rewatching
	simplTo    int // level-0 trail length when satisfied clauses were last removed
	cleanTo    int // level-0 trail length when false literals were last removed

	// Search.
	phases   []uint8
	heap     varHeap
	bump     float64
	mode     modes
	restarts restarts
	reduces  reduces
	target   target
	rephases rephases
	inproc   inprocessing
	viv      vivifier
	elim     eliminator
	blocking blocker
	fwd      forward
	graph    implications
	ext      extension
	rng      uint64
	lim      *limit.Limit
	budget   Budget
	start    Stats // counters when Solve began
	why      limit.Reason
	stopSeen bool
	wanted   []Lit // what this Solve assumes: the open groups, and the owner's assumptions
	core     []Lit
	demand   constraint
	groups   groups
	model    []Value

	// Conflict analysis.
	hasConflict bool
	conflict    []Lit // may point into the arena
	conflictRef cref
	conflictID  ClauseID
	conflictBuf []Lit
	seen        []uint8
	analyzed    []Var // variables with seen set by analyze
	minimized   []Var // variables with seen set by minimisation only
	learnt      []Lit
	open        int // literals of the conflict level still to resolve
	fly         onTheFly
	stamps      []uint32
	stamp       uint32
	stack       []minFrame
	addBuf      []Lit
	groupBuf    []Lit
	addIDs      []ClauseID

	// Theory.
	prop         Propagator
	decider      Decider
	notified     int
	news         []Lit
	missed       []Lit // assigned and observed, but not reported
	early        []earlyLit
	denied       Lit
	deniedReason uint32
	explainBuf   []Lit
	expl         []Lit
	explLive     int
	explWaste    int
	explSlack    int // records below this are not compacted
	offers       int64

	chain chainBuilder
	stats Stats
}

// varData is what analysis wants to know about an assigned variable.
type varData struct {
	level int32
	pos   uint32 // trail position
	ref   cref   // why it holds
	other Lit    // binary clause: its false literal; theory: the reason token
}

// New returns a solver without variables and clauses.
func New(opt Options) *Solver {
	s := &Solver{
		opt:       opt,
		tracer:    opt.Tracer,
		state:     stateInput,
		ok:        true,
		vals:      make([]Value, 2),
		vars:      make([]varData, 1),
		arena:     make([]Lit, arenaStart, 1024),
		watches:   make([][]watch, 2),
		phases:    make([]uint8, 1),
		avoided:   make([]bool, 2),
		waitAfter: waitAfter,
		lastUse:   make([]int64, 1),
		observed:  make([]bool, 1),
		offered:   make([]bool, 1),
		seen:      make([]uint8, 1),
		stamps:    make([]uint32, 2),
		unitID:    make([]ClauseID, 1),
		bump:      1,
		rng:       opt.Seed,
		explSlack: 1 << 14,
	}
	s.chain.wanted = s.tracer != nil && s.tracer.Antecedents()
	if invariant.Enabled {
		s.waitAfter = -1 // all tests see assumptions wait
	}
	s.heap.grow()
	s.ext.grow()
	s.groups.role, s.groups.least = make([]role, 1), recycleLeast
	s.mode.init(opt.Mode)
	s.restarts.init()
	s.reduces.init()
	s.rephases.init()
	s.inproc.init()
	if opt.Stress {
		s.stress()
	}
	return s
}

// NumVars is the number of variables.
func (s *Solver) NumVars() int { return len(s.vars) - 1 }

// NewVar makes a variable, with the number of one that went with a group if there
// is any. It may be called at any time but in Explain. In an open group it is a
// variable of the group.
func (s *Solver) NewVar() Var {
	s.require(^stateExplain, "NewVar")
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

// makeVar makes a variable with a number of its own.
func (s *Solver) makeVar() Var {
	v := Var(len(s.vars))
	s.vals = append(s.vals, Undef, Undef)
	s.vars = append(s.vars, varData{})
	s.watches = append(s.watches, nil, nil)
	s.avoided = append(s.avoided, false, false)
	s.lastUse = append(s.lastUse, 0)
	s.phases = append(s.phases, phaseOf(s.opt.Phase))
	s.observed = append(s.observed, false)
	s.offered = append(s.offered, s.decider == nil)
	s.seen = append(s.seen, 0)
	s.stamps = append(s.stamps, 0)
	if s.tracer != nil {
		s.unitID = append(s.unitID, 0)
	}
	s.heap.grow()
	s.ext.grow()
	s.groups.role = append(s.groups.role, roleOwner)
	if s.opt.Seed != 0 {
		s.heap.act[v] = float64(s.random()>>44) * 1e-9
	}
	if s.decider == nil {
		s.heap.insert(v)
	}
	return v
}

// random is a xorshift generator; only a Seed other than 0 uses it.
func (s *Solver) random() uint64 {
	s.rng ^= s.rng << 13
	s.rng ^= s.rng >> 7
	s.rng ^= s.rng << 17
	return s.rng
}

// Value is the present value of l. After Solve returned Sat, or Unknown because
// of FinalUnknown, the whole last assignment can be read until the next call
// that changes the solver.
func (s *Solver) Value(l Lit) Value { return s.vals[l] }

// Before reports whether l was assigned before m; both are assigned.
func (s *Solver) Before(l, m Lit) bool { return s.vars[l.Var()].pos < s.vars[m.Var()].pos }

// FixedValue is the value of l at level 0.
func (s *Solver) FixedValue(l Lit) Value {
	if s.vars[l.Var()].level != 0 {
		return Undef
	}
	return s.vals[l]
}

// Decided reports whether v has its value by a decision.
func (s *Solver) Decided(v Var) bool {
	level := s.vars[v].level
	return s.vals[v.Pos()] != Undef && level > s.assumptionLevel() && s.trail[s.levels[level-1]].Var() == v
}

// Level is the present decision level. Assumptions live on level 1.
func (s *Solver) Level() int { return int(s.level) }

// LevelOf is the level at which v was assigned, or -1.
func (s *Solver) LevelOf(v Var) int {
	if s.vals[v.Pos()] == Undef {
		return -1
	}
	return int(s.vars[v].level)
}

// ModelValue is the value of l in the last model; Undef before the first Sat,
// for a variable that the model left open, and for one made later.
func (s *Solver) ModelValue(l Lit) Value {
	if int(l.Var()) >= len(s.model) {
		return Undef
	}
	if v := s.model[l.Var()]; l.Sign() {
		return -v
	} else {
		return v
	}
}

// Core is, after Unsat, a set of assumptions that cannot hold together, in the
// order in which they were given; empty if no assumption is needed. If the
// constraint failed they cannot hold together with it.
func (s *Solver) Core() []Lit { return s.core }

// Reset undoes the trail that the last Solve left in place: level 0 again.
func (s *Solver) Reset() {
	s.edit("Reset")
	s.backToRoot()
	s.checkUndone()
}

// Okay is false once the clauses are unsatisfiable without assumptions.
func (s *Solver) Okay() bool { return s.ok }

// WhyUnknown says why the last Solve returned Unknown.
func (s *Solver) WhyUnknown() limit.Reason { return s.why }

// A phase is the value to try first, and whether the owner set it while the
// variable was assigned: then the next backtracking does not overwrite it.
const (
	phaseTrue   = 1
	phaseHinted = 2
)

func phaseOf(positive bool) uint8 {
	if positive {
		return phaseTrue
	}
	return 0
}

// SetPhase sets the value that a decision on v tries first, until the search
// assigns v anew.
func (s *Solver) SetPhase(v Var, positive bool) {
	s.phases[v] = phaseOf(positive)
	if int(v) < len(s.target.phases) {
		s.target.phases[v] = 0
	}
	if s.vals[v.Pos()] != Undef {
		s.phases[v] |= phaseHinted
	}
}

// PhaseLit is the literal that a decision on v would choose.
func (s *Solver) PhaseLit(v Var) Lit { return Lit(v)<<1 | Lit(s.phases[v]&phaseTrue^1) }

// trueLit is the true literal of an assigned variable.
func (s *Solver) trueLit(v Var) Lit {
	if s.vals[v.Pos()] == True {
		return v.Pos()
	}
	return v.Neg()
}
