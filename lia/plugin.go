package lia

import (
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/term"
)

// Solver is the plugin. Each embedded struct belongs to one file.
type Solver struct {
	host  Host
	terms *term.Store

	nodes []node  // by theory.Node
	class []class // by root
	atomTable
	records
	events
	procedures
	explanation
	model
	sums
	privacy
	nonlinear
	distinct distinctSets

	trail       []undo
	marks       []mark
	conflicting bool // until something is undone
	backtracks  int64
	stats       stats
}

type stats struct {
	asserts, bounds, propagated, merges, conflicts                               int64
	rowBounds, rows, links, branches, cuts, mixedCuts, trichotomies              int64
	divmods, nonlinear, models, gaveUp                                           int64
	dives, dived, toInts, forms, distinct, cliques, aside, asideSolved, declined int64
}

// mark is the state at the start of a level.
type mark struct {
	trail, recs, reals, rel, asserted, diseqs, nonlin int32
	syncs, linkage, work, wide                        queueMark
}

type undoKind uint8

const (
	undoLo     undoKind = iota // n's class had lower bound rec, val
	undoHi                     // n's class had upper bound rec, val
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

// Host is what the plugin needs.
type Host interface {
	theory.Host
	theory.Decider
	theory.Sharing
}

// The kinds of lemmas and conflicts.
const (
	byBounds     theory.LemmaID = iota // the bounds of a class cross
	bySimplex                          // an infeasible row
	byDifference                       // a cycle of differences of negative length
	byBranch                           // branch and bound
	byCut                              // a cutting plane
	byGCD                              // no integer solution of a row by divisibility
	byTrichotomy                       // a = b or a < b or b < a
	byDivMod                           // definition of div and mod by a constant
	byToInt                            // definition of the integral part of a Real
	byProduct                          // refinement of a product or of division by a variable
)

// New returns the plugin. Its host need not be ready yet.
func New(h Host) *Solver {
	s := &Solver{host: h}
	s.records.init()
	s.procedures.init(s)
	s.model.init()
	s.nonlinear.init()
	return s
}

// Name returns the plugin's name.
func (s *Solver) Name() string { return "lia" }

// Lemmas implements theory.Plugin.
func (s *Solver) Lemmas() []string {
	return []string{
		byBounds: "lia-bounds", bySimplex: "lia-simplex", byDifference: "lia-difference", byBranch: "lia-branch",
		byCut: "lia-cut", byGCD: "lia-gcd", byTrichotomy: "lia-trichotomy", byDivMod: "lia-divmod",
		byToInt: "lia-to-int", byProduct: "lia-nonlinear",
	}
}

// NewLevel begins a level.
func (s *Solver) NewLevel() {
	s.marks = append(s.marks, mark{
		trail: int32(len(s.trail)), recs: int32(len(s.recs)), reals: int32(len(s.reals)), rel: int32(len(s.rel)),
		asserted: int32(len(s.asserted)), diseqs: int32(len(s.diseqs)), nonlin: int32(len(s.nonlin)),
		syncs: s.syncs.mark(), linkage: s.linkage.mark(), work: s.work.mark(), wide: s.wide.mark(),
	})
	for _, p := range s.all() {
		p.push()
	}
}

// Backtrack undoes what happened above the given level.
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
	s.marks = s.marks[:level]
	for _, p := range s.all() {
		p.backtrack(level)
	}
	s.stale = s.stale || level < s.takenAt
	s.endVisit()
	s.dirty = true
	s.ready = false
	if level == 0 {
		s.refinements /= 2
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
	add("asserts", s.stats.asserts)
	add("class-bounds", s.stats.bounds)
	add("propagations", s.stats.propagated)
	add("merges", s.stats.merges)
	add("conflicts", s.stats.conflicts)
	add("row-bounds", s.stats.rowBounds)
	add("rows", s.stats.rows)
	add("links", s.stats.links)
	add("branches", s.stats.branches)
	add("branches-on-forms", s.stats.forms)
	add("cuts", s.stats.cuts)
	add("mixed-cuts", s.stats.mixedCuts)
	add("dives", s.stats.dives)
	add("dives-found", s.stats.dived)
	add("all-different", s.stats.distinct)
	add("clique-cuts", s.stats.cliques)
	add("trichotomies", s.stats.trichotomies)
	add("div-and-mod", s.stats.divmods)
	add("integral-parts", s.stats.toInts)
	add("nonlinear-lemmas", s.stats.nonlinear)
	add("models", s.stats.models)
	add("gave-up", s.stats.gaveUp)
	for _, p := range s.all() {
		p.addStats(add)
	}
}
