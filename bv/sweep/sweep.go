package sweep

import (
	"math/rand/v2"

	"github.com/muster-smt/muster/bv/aig"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
)

const (
	moreConflicts = 3   // times as many for each question of the next pass
	pollEvery     = 256 // nodes
)

// Stats counts what a Sweeper has done.
type Stats struct {
	Ticks   int64 // of SAT cores and simulation
	Asked   int64 // questions
	Proved  int64 // of them, those that proved two gates equal
	Refuted int64 // those whose model distinguishes two gates
	Unknown int64 // those that were given up
	Hashed  int64 // images of gates that became equal since those of their inputs are
	Passes  int64 // over all gates
}

// Options of a Sweeper.
type Options struct {
	Seed uint64 // equal seeds give equal runs
	// Stress makes do with few patterns, questions of few conflicts, and cores of few gates, so
	// that small graphs exercise all there is. It is for tests.
	Stress bool
}

// Sweeper finds equal gates of one graph, which may grow.
type Sweeper struct {
	Stats Stats

	opt      Options
	g        *aig.Graph
	cone     []bool // by node: it is swept
	patterns patterns
	classes  classes
	prover   prover
	lim      *limit.Limit // of the run in progress

	// The reduced graph.
	small *aig.Graph
	image []aig.Lit // by node of g: its gate in small; none if it has none yet
	equal []aig.Lit // by node of small: a smaller literal that it is equal to, or itself

	// The pass.
	at        uint32 // where it goes on
	conflicts int64  // for a question
	weakest   int64  // the fewest for one that was given up
	failed    []bool // by node: the question about it was given up
	open      int    // how many were
	stale     bool   // the classes are not those of the whole cone
	done      bool   // no question of the last pass was given up
}

// none is no literal.
const none = ^aig.Lit(0)

// New returns a Sweeper of g that has nothing to sweep.
func New(g *aig.Graph, opt Options) *Sweeper {
	s := &Sweeper{opt: opt, g: g, small: aig.New(), equal: []aig.Lit{aig.False}}
	s.patterns = patterns{rng: rand.New(rand.NewPCG(opt.Seed, 1)), first: randomRows, most: maxRows}
	if opt.Stress {
		s.patterns.first, s.patterns.most, s.patterns.same = 1, 4, true
	}
	s.Add(0)
	return s
}

// Start is about how many ticks a run that begins with new classes takes before its first question.
func (s *Sweeper) Start() int64 {
	return int64(max(s.patterns.first, len(s.patterns.rows))) * simulationTicks(s.g)
}

// Add adds a node and all that it depends on to what is swept. The next run begins a new pass.
func (s *Sweeper) Add(n uint32) {
	for len(s.cone) < s.g.Len() {
		s.cone = append(s.cone, false)
		s.image = append(s.image, none)
		s.failed = append(s.failed, false)
	}
	if s.cone[n] {
		return
	}
	s.stale = true
	s.cone[n] = true
	work := []uint32{n}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, l := range s.g.Fanins(n) {
			if m := l.Node(); !s.cone[m] {
				s.cone[m] = true
				work = append(work, m)
			}
		}
	}
}

// Class returns a literal that shows what n is equal to: two nodes with one literal are equal,
// and with opposite ones opposite; a node of the constants' is constant. It is a literal of
// another graph, and may change in the next run. There is none for a node that no run has come to.
func (s *Sweeper) Class(n uint32) (l aig.Lit, ok bool) {
	if int(n) >= len(s.image) || s.image[n] == none {
		return 0, false
	}
	return s.find(s.image[n]), true
}

// Done reports whether nothing is left to prove.
func (s *Sweeper) Done() bool { return s.done && !s.stale }

// Run sweeps with an effort of about so many ticks, a question of which may have so many conflicts.
func (s *Sweeper) Run(lim *limit.Limit, ticks, conflicts int64) {
	s.lim = lim
	end := s.Stats.Ticks + ticks
	if s.stale && !s.begin() {
		return
	}
	s.conflicts = max(s.conflicts, conflicts)
	for !s.done && s.pass(end) {
		switch {
		case s.open == 0:
			s.done = true
		case s.conflicts < moreConflicts*s.weakest:
			return
		}
		s.Stats.Passes++
		s.restart()
	}
}

// restart makes the next pass begin.
func (s *Sweeper) restart() {
	s.at, s.open = 0, 0
	clear(s.failed)
}

// begin makes the classes of the cone, for a new pass. It returns false if it was stopped.
func (s *Sweeper) begin() bool {
	if !s.classify() {
		return false
	}
	s.stale, s.done = false, false
	s.conflicts = 0
	s.restart()
	return true
}

// pass goes on with the pass. It returns false if it was stopped before the end.
func (s *Sweeper) pass(end int64) bool {
	for ; int(s.at) < len(s.cone); s.at++ {
		if s.at%pollEvery == 0 && s.lim.Stopped() {
			return false
		}
		if s.cone[s.at] && !s.node(s.at, end) {
			return false
		}
	}
	return true
}

// node sweeps a node. It returns false if it was stopped before it was done.
func (s *Sweeper) node(n uint32, end int64) bool {
	s.rebuild(n)
	for !s.failed[n] {
		r, opposite := s.classes.first(n)
		a, b := s.find(s.image[n]), s.find(s.image[r])
		if a.Node() == b.Node() {
			return true
		}
		if s.Stats.Ticks >= end || s.lim.Stopped() {
			return false
		}
		if opposite {
			b = b.Not()
		}
		s.Stats.Asked++
		switch s.ask(a, b) {
		case sat.Unsat:
			s.Stats.Proved++
			s.unite(a, b)
			return true
		case sat.Sat:
			s.Stats.Refuted++
			s.refute()
			if now, _ := s.classes.first(n); now == r {
				panic("sweep: a model distinguishes nothing")
			}
		default:
			s.Stats.Unknown++
			if s.lim.Stopped() {
				return false
			}
			if s.open == 0 || s.conflicts < s.weakest {
				s.weakest = s.conflicts
			}
			s.failed[n] = true
			s.open++
		}
	}
	return true
}

// rebuild makes the image of a node from those of its inputs, as they are now.
func (s *Sweeper) rebuild(n uint32) {
	old := s.image[n]
	k := s.g.Kind(n)
	if k == aig.Input && old != none {
		return
	}
	before := s.small.Len()
	l := s.gate(k, s.g.Fanins(n))
	for len(s.equal) < s.small.Len() {
		s.equal = append(s.equal, aig.Lit(len(s.equal))<<1)
	}
	switch {
	case old != none:
		s.unite(old, l)
	case s.small.Len() == before:
		s.Stats.Hashed++
	}
	s.image[n] = l
}

// gate makes a gate of the reduced graph, given the inputs of one of g.
func (s *Sweeper) gate(k aig.Kind, in []aig.Lit) aig.Lit {
	var x [3]aig.Lit
	for i, l := range in {
		x[i] = s.find(s.image[l.Node()] ^ l&1)
	}
	switch k {
	case aig.Input:
		return s.small.Input()
	case aig.And:
		return s.small.And(x[0], x[1])
	case aig.Xor:
		return s.small.Xor(x[0], x[1])
	case aig.Xor3:
		return s.small.Xor3(x[0], x[1], x[2])
	case aig.Ite:
		return s.small.Ite(x[0], x[1], x[2])
	case aig.Maj:
		return s.small.Maj(x[0], x[1], x[2])
	}
	return aig.False
}

// find returns what stands for all that is equal to a literal.
func (s *Sweeper) find(l aig.Lit) aig.Lit {
	for {
		r := s.equal[l.Node()]
		if r.Node() == l.Node() {
			return l
		}
		s.equal[l.Node()] = s.equal[r.Node()] ^ r&1
		l = r ^ l&1
	}
}

// unite notes that two literals are equal.
func (s *Sweeper) unite(a, b aig.Lit) {
	a, b = s.find(a), s.find(b)
	if a < b {
		a, b = b, a
	}
	if a.Node() != b.Node() {
		s.equal[a.Node()] = b ^ a&1
	}
}
