package bv

import (
	"github.com/muster-smt/muster/bv/aig"
	"github.com/muster-smt/muster/bv/sweep"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
)

const (
	firstSweep        = 500  // conflicts of the search before the first sweep
	sweepEvery        = 2    // times what they were at the last one, and half of it again
	firstShare        = 250  // thousandths of the search's effort that the first sweep may take
	leastShare        = 30   // that those take in the end which find little
	mostShare         = 2000 // and those that find much
	sweepYield        = 3    // a sweep finds much if one question of so many proves something
	searchQuestion    = 8    // a question may have one conflict for so many of the search,
	questionConflicts = 1000 // or so many
	stressTicks       = 2000 // of the sweep before each check of stress
)

// merger states to the SAT core which gates are equal, as far as sweeping proves it.
type merger struct {
	opt     sweep.Options // with Stress gates are swept at once and often
	sweeper *sweep.Sweeper
	known   int    // nodes of the graph when the sweeper last got them
	stated  []bool // by node: the SAT core knows a smaller one that it is equal to
	next    int64  // conflicts of the search at which a sweep is due
	share   int64  // thousandths of the effort since the last sweep that one may take
	paid    int64  // ticks of the search that sweeps so far are a share of
	checks  int64  // under stress
	merged  int64
}

// search is the SAT core's Solve, with sweeps and local search in between if it takes long. Under a
// proof there are none: the log would have to have the proofs of sweeps.
func (s *Solver) search(assumptions []sat.Lit, budget sat.Budget) sat.Status {
	m := &s.merger
	if s.log != nil {
		return s.sat.Solve(s.lim, assumptions, budget)
	}
	if m.opt.Stress {
		m.checks++
		s.sweep(stressTicks, m.checks)
	}
	if m.next == 0 {
		m.next = firstSweep
	}
	start := s.sat.Stats()
	for {
		now := s.sat.Stats()
		b, _ := budget.Share(start, now, 1)
		sweeps := within(&b.Conflicts, m.next-now.Conflicts)
		walks := !s.walker.over && within(&b.Propagations, s.walker.next-now.Propagations)
		st := s.sat.Solve(s.lim, assumptions, b)
		if st != sat.Unknown {
			return st
		}
		why := s.sat.WhyUnknown()
		sweeps = sweeps && why == limit.Conflicts
		if !sweeps && !(walks && why == limit.Propagations) {
			return st
		}
		if s.walkShare() {
			return sat.Sat
		}
		if sweeps {
			s.sweepShare()
		}
	}
}

// within makes a part of a budget at most so much. It returns false if it is no more anyway.
func within(part *int64, most int64) bool {
	most = max(1, most)
	if *part > 0 && *part <= most {
		return false
	}
	*part = most
	return true
}

// sweepShare sweeps with a share of the effort of the search since the last time. The share is
// larger as long as sweeps find much.
func (s *Solver) sweepShare() {
	m := &s.merger
	now := s.sat.Stats()
	m.next = now.Conflicts + now.Conflicts/sweepEvery
	if m.share == 0 {
		m.share = firstShare
	}
	ticks := (now.Ticks + now.SimplifyTicks - m.paid) * m.share / 1000
	if ticks < m.sweeper.Start() {
		return
	}
	m.paid = now.Ticks + now.SimplifyTicks
	few := now.Conflicts * m.share / 1000
	asked, proved := s.sweep(ticks, min(few, max(questionConflicts, now.Conflicts/searchQuestion)))
	if sweepYield*proved >= asked {
		m.share = min(4*m.share, mostShare)
	} else {
		m.share = max(m.share/2, leastShare)
	}
}

// sweep sweeps the gates that have variables, and states to the SAT core what is equal. It returns how
// many questions there were, and how many of them proved something.
func (s *Solver) sweep(ticks, conflicts int64) (asked, proved int64) {
	m := &s.merger
	// To begin again with a few more gates would cost more than they are worth.
	if n := s.g.Len(); m.opt.Stress || n-m.known > m.known/8 || n > m.known && m.sweeper.Done() {
		m.known = n
		for k := range uint32(n) {
			if s.cnf.Known(aig.Lit(k)<<1) != sat.NoLit {
				m.sweeper.Add(k)
			}
		}
	}
	before := m.sweeper.Stats
	m.sweeper.Run(s.lim, ticks, conflicts)
	if m.sweeper.Stats.Proved+m.sweeper.Stats.Hashed > before.Proved+before.Hashed {
		s.state()
	}
	return m.sweeper.Stats.Asked - before.Asked, m.sweeper.Stats.Proved - before.Proved
}

// state adds to the SAT core, for each gate with a variable, that it equals the first one that it is equal to.
// This follows from definitions, so it survives scopes.
func (s *Solver) state() {
	m := &s.merger
	m.stated = append(m.stated, make([]bool, s.g.Len()-len(m.stated))...)
	first := map[uint32]aig.Lit{0: aig.False}
	for n := range uint32(s.g.Len()) {
		l := aig.Lit(n) << 1
		r, ok := m.sweeper.Class(n)
		if x := s.cnf.Known(l); !ok || x == sat.NoLit {
			continue
		}
		f, ok := first[r.Node()]
		if !ok {
			first[r.Node()] = l ^ r&1
			continue
		}
		if !m.stated[n] {
			m.stated[n] = true
			m.merged++
			s.stateEqual(l, f^r&1)
		}
	}
}

// stateEqual adds the clauses that make two gates equal, or one a constant.
func (s *Solver) stateEqual(l, f aig.Lit) {
	x := s.cnf.Known(l)
	switch f {
	case aig.True:
		s.sat.AddClause(x)
	case aig.False:
		s.sat.AddClause(x.Not())
	default:
		y := s.cnf.Known(f)
		s.sat.AddClause(x.Not(), y)
		s.sat.AddClause(x, y.Not())
	}
}

// Sweeps returns what sweeping has done, and for how many gates the SAT core got an equality.
func (s *Solver) Sweeps() (st sweep.Stats, merged int64) {
	return s.merger.sweeper.Stats, s.merger.merged
}
