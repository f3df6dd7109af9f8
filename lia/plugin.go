package lia

import (
	"math"

	"github.com/muster-smt/muster/lia/difference"
	"github.com/muster-smt/muster/lia/simplex"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// budgets bound the work, by deterministic counts.
type budgets struct {
	cheap    int64 // pivots of one Propagate
	full     int64 // pivots of one Check
	branches int64 // branchings and cuts, until a model is found; restarts halve the count
	rounds   int64 // likewise rounds of refinement of nonlinear terms
}

// Solver is the plugin.
type Solver struct {
	host   theory.Host
	terms  *term.Store
	tab    *simplex.Tableau
	limits budgets

	nodes  []node  // by theory.Node
	class  []class // by root
	atoms  []atom
	atomOf []int32 // by sat.Var: index in atoms plus one
	links  []atomLink
	consts []num.Rat // constants of atoms, those of Ints if they are no machine words
	fresh  []int32   // atoms that came since the last Propagate

	recs  []rec     // bound records; 0 is unused
	reals []num.Rat // of records that are bounds of Reals
	fixed []rec     // records that hold always; see permanent
	trail []undo
	marks []mark

	pend     []theory.Node // classes whose bounds changed
	pending  []bool        // by node: in pend
	syncs    queue[theory.Node]
	linkage  queue[[2]theory.Node]
	work     queue[theory.Node] // relevant nodes that need a row or a lemma
	wide     queue[recID]       // fixed values that are no offsets, among them all of Reals
	apart    queue[int32]       // atoms of disequalities to split on at once
	rel      []theory.Node      // relevant nodes
	asserted []sat.Lit          // atoms, as literals
	diseqs   []int32            // atoms of asserted disequalities

	vars    []tabVar      // by simplex.Var
	actives []theory.Node // in the order of activation
	diffs   map[[2]theory.Node]simplex.Var
	dirty   bool // the tableau has bounds that Check has not seen
	spent   int64
	limit   int64
	polls   uint
	spendFn func(int64) bool

	conflicting bool
	ante        theory.Antecedents
	goal        [2]theory.Point // the equality to explain
	farkas      []simplex.Farkas
	implied     []simplex.Implied
	offsets     []simplex.Offset
	todo        []recID
	seen        []uint32 // by record: explained in round
	round       uint32

	differences
	model
	branches, backtracks int64
	nonlin               []theory.Node // nonlinear nodes, relevant now
	nlRounds             int64
	productBudget        int64 // lemmas about nonlinear terms that may still come
	pause, nextPause     int   // checks without a dive

	stats stats
}

type stats struct {
	asserts, bounds, propagated, merges, conflicts                  int64
	rowBounds, rows, links, branches, cuts, mixedCuts, trichotomies int64
	divmods, nonlinear, models, gaveUp                              int64
	dives, dived, toInts, forms                                     int64
}

// mark is the state at the start of a level.
type mark struct {
	trail, recs, reals, rel, asserted, diseqs, nonlin int32
	syncs, linkage, work, wide, apart                 queueMark
}

// queue is a list of events and how far they are handled. What is handled
// stays in it: backtracking may undo the handling but not the event.
type queue[T any] struct {
	items []T
	head  int
}

type queueMark struct{ n, head int32 }

func (q *queue[T]) push(x T)        { q.items = append(q.items, x) }
func (q *queue[T]) more() bool      { return q.head < len(q.items) }
func (q *queue[T]) mark() queueMark { return queueMark{int32(len(q.items)), int32(q.head)} }
func (q *queue[T]) reset(m queueMark) {
	q.items, q.head = q.items[:m.n], int(m.head)
}

func (q *queue[T]) pop() T {
	q.head++
	return q.items[q.head-1]
}

type undoKind uint8

const (
	undoLo     undoKind = iota // n's class had lower bound rec, val
	undoHi                     // likewise the upper bound
	undoMerge                  // the rings of n and m were joined
	undoRep                    // n's class had the representative m
	undoActive                 // n became active
)

type undo struct {
	kind undoKind
	n, m theory.Node
	rec  recID
	val  int64
}

// New returns the plugin. Its host need not be ready yet.
func New(h theory.Host) *Solver {
	s := &Solver{
		host:        h,
		tab:         simplex.New(),
		limits:      budgets{cheap: 200, full: 100_000, branches: 2000, rounds: 300},
		recs:        make([]rec, 1),
		differences: differences{graph: difference.New(), scaling: scaling{den: 1}},
		diffs:       map[[2]theory.Node]simplex.Var{},

		productBudget: math.MaxInt64,
	}
	s.spendFn = s.spend
	s.model.init()
	return s
}

// SetProductBudget limits the lemmas about nonlinear terms that are still to come. When
// they are spent, wrong products are left in the candidate.
func (s *Solver) SetProductBudget(n int64) { s.productBudget = n }

// ProductBudget is what is left of it.
func (s *Solver) ProductBudget() int64 { return s.productBudget }

// Name returns the plugin's name.
func (s *Solver) Name() string { return "lia" }

// pollEvery is how many steps of the tableau pass until the host is asked whether to
// stop. With long numbers they take time.
const pollEvery = 16

// spend counts pivots and ends long checks.
func (s *Solver) spend(n int64) bool {
	s.spent += n
	s.polls++
	return s.spent <= s.limit && !(s.polls%pollEvery == 0 && s.host.Stopped())
}

// NewLevel begins a level.
func (s *Solver) NewLevel() {
	s.marks = append(s.marks, mark{
		trail: int32(len(s.trail)), recs: int32(len(s.recs)), reals: int32(len(s.reals)), rel: int32(len(s.rel)),
		asserted: int32(len(s.asserted)), diseqs: int32(len(s.diseqs)), nonlin: int32(len(s.nonlin)),
		syncs: s.syncs.mark(), linkage: s.linkage.mark(), work: s.work.mark(), wide: s.wide.mark(), apart: s.apart.mark(),
	})
	s.tab.Push()
	s.graph.Push()
}

// Backtrack leaves the events of levels 0..level.
func (s *Solver) Backtrack(level int) {
	s.clearPending()
	s.conflicting = false
	if level >= len(s.marks) {
		return
	}
	m := &s.marks[level]
	for i := len(s.trail) - 1; i >= int(m.trail); i-- {
		s.undo(&s.trail[i])
	}
	s.trail = s.trail[:m.trail]
	s.recs = s.recs[:m.recs]
	s.reals = s.reals[:m.reals]
	s.rel = s.rel[:m.rel]
	s.asserted = s.asserted[:m.asserted]
	s.diseqs = s.diseqs[:m.diseqs]
	s.nonlin = s.nonlin[:m.nonlin]
	s.syncs.reset(m.syncs)
	s.linkage.reset(m.linkage)
	s.work.reset(m.work)
	s.wide.reset(m.wide)
	s.apart.reset(m.apart)
	s.marks = s.marks[:level]
	s.tab.Backtrack(level)
	s.graph.Backtrack(level)
	s.takeAgain = s.takeAgain || s.handed && level < s.handedAt
	s.dirty = true
	s.ready = false
	if level == 0 {
		s.branches /= 2
		s.nlRounds /= 2
	}
	s.mustHold()
}

func (s *Solver) undo(u *undo) {
	switch u.kind {
	case undoLo:
		c := &s.class[u.n]
		c.lo, c.loVal = u.rec, u.val
	case undoHi:
		c := &s.class[u.n]
		c.hi, c.hiVal = u.rec, u.val
	case undoMerge:
		a, b := &s.nodes[u.n], &s.nodes[u.m]
		a.ring, b.ring = b.ring, a.ring
	case undoRep:
		s.class[u.n].rep = u.m
	case undoActive:
		s.nodes[u.n].active = false
		s.actives = s.actives[:len(s.actives)-1]
	}
}

// Stats adds the counters.
func (s *Solver) Stats(add func(name string, n int64)) {
	t, g := s.tab.Stats(), s.graph.Stats()
	for _, c := range [...]struct {
		name string
		n    int64
	}{
		{"asserts", s.stats.asserts},
		{"class-bounds", s.stats.bounds},
		{"propagations", s.stats.propagated},
		{"merges", s.stats.merges},
		{"conflicts", s.stats.conflicts},
		{"row-bounds", s.stats.rowBounds},
		{"rows", s.stats.rows},
		{"links", s.stats.links},
		{"branches", s.stats.branches},
		{"branches-on-forms", s.stats.forms},
		{"cuts", s.stats.cuts},
		{"mixed-cuts", s.stats.mixedCuts},
		{"dives", s.stats.dives},
		{"dives-found", s.stats.dived},
		{"trichotomies", s.stats.trichotomies},
		{"div-and-mod", s.stats.divmods},
		{"integral-parts", s.stats.toInts},
		{"nonlinear-lemmas", s.stats.nonlinear},
		{"models", s.stats.models},
		{"gave-up", s.stats.gaveUp},
		{"edges", g.Edges},
		{"distances", g.Changes},
		{"pivots", t.Pivots},
		{"nudges", t.Nudged},
		{"checks", t.Checks},
		{"rows-activated", t.Activated},
		{"rows-dropped", t.Dropped},
		{"gcd-conflicts", t.GCDConflicts},
		{"diophantine-conflicts", t.DioConflicts},
		{"patches", t.Patched},
	} {
		add(c.name, c.n)
	}
}
