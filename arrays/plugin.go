package arrays

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/term"
)

// kind is the role of a node in this plugin.
type kind uint8

const (
	kindNone  kind = iota
	kindArray      // a term of array sort that is neither of the next two
	kindStore
	kindConst
	kindSelect
)

// event is something that Propagate has to process.
type event struct {
	kind eventKind
	node theory.Node // or the variable of an array equality
}

type eventKind uint8

const (
	evStore    eventKind = iota // a store became relevant
	evConst                     // a constant array became relevant
	evRead                      // a select became relevant
	evJoin                      // node is the root of a class that grew
	evIndex                     // the index of a select became equal to others
	evDisequal                  // an array equality became false
)

type recKind uint8

const (
	recRing     recKind = iota // a ring changed: ring, a, b
	recRelevant                // one more node in relevant
	recActive                  // one more active quantifier
)

// record is an undo record.
type record struct {
	kind recKind
	ring uint8
	a, b theory.Node
}

// mark is the state at the start of a level.
type mark struct {
	trail, events, head, reasons, steps int32
}

// Rings of nodes by class: the relevant members that are stores or constant
// arrays, the relevant selects from the class, the relevant stores over it, and
// the relevant selects and stores at indices of the class.
const (
	ringMembers = iota
	ringReads
	ringUsers
	ringIndices
	numRings
)

// Solver is the plugin.
type Solver struct {
	host Host
	st   *term.Store
	// frequent makes the most frequent known element of arrays their default in
	// models, where the choice is free.
	frequent bool
	latest   func() bool // see PreferFrequent

	kinds    []kind // by node
	rings    [numRings]ring
	relevant []theory.Node // relevant arrays and selects, in order
	events   []event
	head     int
	trail    []record
	levels   []mark

	eqs       []arrayEq // by variable
	witnesses []witness
	wtable    map[[2]term.Term]int32
	known     []known
	over      map[uint64]int32 // store node and index term to known
	agreed    map[uint64]int32 // store or read and index term to known

	quants    []quantifier
	quantOf   map[sat.Var]int32
	pieces    map[term.Term]*piecewise // nil: not piecewise
	active    []int32                  // indices of the active quantifiers
	instances map[instanceKey]int32    // to known
	depth     map[term.Term]int32      // of indices that rules made
	subst     *term.Subst

	reasons []cause // of merges; Reason 0 is an axiom
	steps   []step

	walk    walker
	through bool // see ReadThrough
	view    view
	// shared[s] says whether arrays of sort s may be distinguished by other means
	// than reads.
	shared    []bool
	anyShared bool
	sorts     int // number of sorts and symbols in shared
	syms      int
	built     values
	gaveUp    bool // the last check left violations: the values are a guess

	stats stats
}

// arrayEq is an equality atom between arrays.
type arrayEq struct {
	t    term.Term
	l    sat.Lit
	sent bool // the extensionality lemma has been sent
}

// witness is the index at which two different arrays differ.
type witness struct {
	a, b, index term.Term
}

type stats struct {
	stores, reads, walks, steps, found, again, checks, violations, instances int64
}

// Host is what the plugin needs.
type Host interface {
	theory.Host
	theory.CandidateModel
	theory.Decider
	theory.FiniteSorts
	theory.Witnesses
}

// The kinds of lemmas.
const (
	readOver       theory.LemmaID = iota // i = j or select(store(a,i,v),j) = select(a,j)
	extensionality                       // a = b or they differ at a witness
	instance                             // of a quantifier
)

// New returns a plugin for host.
func New(host Host) *Solver {
	st := host.Maker().Terms()
	return &Solver{
		host: host, st: st, wtable: map[[2]term.Term]int32{}, over: map[uint64]int32{}, agreed: map[uint64]int32{},
		quantOf: map[sat.Var]int32{}, pieces: map[term.Term]*piecewise{}, instances: map[instanceKey]int32{},
		depth: map[term.Term]int32{},
		subst: term.NewSubst(st, plainReads{host.Maker(), st}),
	}
}

// PreferFrequent makes arrays hold in models, at unconstrained indices, what they hold most often elsewhere: more
// quantifiers are true then. Once latest returns true, it is what they hold at the index that came last: that may
// be an instance of a quantifier which what is frequent violates.
func (s *Solver) PreferFrequent(latest func() bool) { s.frequent, s.latest = true, latest }

// Name implements theory.Plugin.
func (s *Solver) Name() string { return "arrays" }

// Lemmas implements theory.Plugin.
func (s *Solver) Lemmas() []string {
	return []string{readOver: "array-read-over", extensionality: "array-extensionality", instance: "quant-instance"}
}

// Claims implements theory.Plugin: all array terms, and reads of any sort.
func (s *Solver) Claims() theory.Claims {
	return theory.Claims{
		Kinds: []term.SortKind{term.KindArray},
		Ops:   []term.Op{term.OpSelect},
		Atoms: []term.Op{term.OpForall},
	}
}

// NewLevel implements theory.Plugin.
func (s *Solver) NewLevel() {
	s.levels = append(s.levels, mark{
		trail: int32(len(s.trail)), events: int32(len(s.events)), head: int32(s.head),
		reasons: int32(len(s.reasons)), steps: int32(len(s.steps)),
	})
}

// Backtrack implements theory.Plugin. What Propagate did above the level is undone
// elsewhere, so it will process the events again that made it do so.
func (s *Solver) Backtrack(level int) {
	m := s.levels[level]
	s.levels = s.levels[:level]
	s.walk.changes++
	for len(s.trail) > int(m.trail) {
		r := s.trail[len(s.trail)-1]
		s.trail = s.trail[:len(s.trail)-1]
		switch r.kind {
		case recRing:
			s.rings[r.ring].undo(r.a, r.b)
		case recRelevant:
			s.relevant = s.relevant[:len(s.relevant)-1]
		case recActive:
			s.quants[s.active[len(s.active)-1]].active = false
			s.active = s.active[:len(s.active)-1]
		}
	}
	s.events = s.events[:m.events]
	s.head = min(s.head, int(m.head))
	s.reasons = s.reasons[:m.reasons]
	s.steps = s.steps[:m.steps]
	s.built.valid = false
	s.checkRings()
}

// Stats implements theory.Plugin.
func (s *Solver) Stats(add func(name string, n int64)) {
	add("stores", s.stats.stores)
	add("reads", s.stats.reads)
	add("walks", s.stats.walks)
	add("walk-steps", s.stats.steps)
	add("walk-found", s.stats.found)
	add("lemmas-again", s.stats.again)
	add("checks", s.stats.checks)
	add("violations", s.stats.violations)
	add("rule-instances", s.stats.instances)
}
