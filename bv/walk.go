package bv

import (
	"github.com/muster-smt/muster/bv/local"
	"github.com/muster-smt/muster/sat/invariant"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

const (
	firstWalk  = 120_000 // ticks of local search before there are clauses
	sizeWalk   = 4       // but at most so many for one that the start has taken: circuits cost as much
	shareWalk  = 20      // it may take one tick for so many of the SAT core's
	nextWalk   = 1 << 20 // propagations of the SAT core between walks, at least,
	walkEvery  = 4       // or so much of what they were; sweeps interrupt it, too
	leastWalk  = 1000    // ticks for which it is worth the while
	checkTicks = 16      // for a node whose value is evaluated again
	stressWalk = 3000    // instead of firstWalk, under stress
)

// walker is local search over what is asserted and assumed in a check.
type walker struct {
	search   *local.Search // nil if there is none
	first    int64         // ticks before there are clauses
	stress   bool          // then it takes part in every second check only
	checks   uint64
	formulas []term.Term
	begun    bool  // in this check
	over     bool  // local search takes no more part in this check
	next     int64 // propagations of the SAT core at which a share is due
	need     int64 // ticks for which it is worth the while to start
	found    bool  // it has answered the last check
	checked  int64 // ticks of collecting formulas, and of evaluating them
}

func newWalker(st *term.Store, opt Options) walker {
	w := walker{first: firstWalk, next: nextWalk, stress: opt.Stress, checks: opt.Seed}
	if opt.Stress {
		w.first = stressWalk
	}
	if !opt.NoLocal {
		w.search = local.New(st, opt.Seed)
	}
	return w
}

// Walks returns what local search has done.
func (s *Solver) Walks() local.Stats {
	if s.walker.search == nil {
		return local.Stats{}
	}
	return s.walker.search.Stats
}

// beginWalk looks for a model by local search, before there are clauses. It reports whether it
// has found one.
func (s *Solver) beginWalk() bool {
	w := &s.walker
	w.begun, w.over, w.found = false, w.search == nil, false
	if w.checks++; w.stress {
		w.over = w.over || w.checks&1 != 0
	}
	return s.goOnWalking()
}

// walkShare takes local search further after a part of the search of the SAT core. It reports
// whether it has found a model.
func (s *Solver) walkShare() bool {
	now := s.sat.Stats().Propagations
	s.walker.next = now + max(nextWalk, now/walkEvery)
	return s.goOnWalking()
}

// walkTicks returns how many ticks local search may take now.
func (s *Solver) walkTicks() int64 {
	now := s.sat.Stats()
	return s.walker.first + (now.Ticks+now.SimplifyTicks)/shareWalk - s.walker.search.Stats.Ticks - s.walker.checked
}

// goOnWalking takes local search further, as far as its share of the effort goes. It reports
// whether it has found a model.
func (s *Solver) goOnWalking() bool {
	w := &s.walker
	if w.over {
		return false
	}
	ticks := s.walkTicks()
	if ticks < leastWalk || !w.begun && ticks < w.need {
		return false
	}
	if !w.begun {
		if !s.walkable() {
			w.over = true
			return false
		}
		before := w.search.Stats.Ticks
		if !w.search.Start(s.lim, w.formulas, ticks) {
			if w.over = !w.search.Short(); !w.over {
				w.need = 2 * ticks // so that all starts together take twice as long as the last one
			}
			return false
		}
		w.begun = true
		used := w.search.Stats.Ticks - before
		w.need = 2 * used // the next check begins again
		ticks = min(ticks-used, sizeWalk*used)
	}
	if !w.search.Run(s.lim, ticks) {
		return false
	}
	w.found = s.walkHolds()
	invariant.Check(w.found, "local search has found a model")
	w.over = !w.found
	return w.found
}

// walkable collects what must hold in this check. It returns false if that is more than formulas
// for local search.
func (s *Solver) walkable() bool {
	w := &s.walker
	w.formulas = w.formulas[:0]
	for _, l := range s.assumed {
		if t, ok := s.formulas[l]; ok {
			w.formulas = append(w.formulas, t)
		} else if t, ok = s.formulas[l.Not()]; ok {
			w.formulas = append(w.formulas, s.st.Not(t))
		} else {
			return false
		}
	}
	active := map[term.Term]bool{} // never ranged over
	for _, t := range w.formulas {
		active[t] = true
	}
	for _, r := range s.roots {
		active[r.t] = active[r.t] || r.under == 0
	}
	for _, p := range s.pending {
		active[p.t] = active[p.t] || p.guard == 0
	}
	add := func(guard, t term.Term) {
		switch {
		case guard == 0 || active[guard]:
			w.formulas = append(w.formulas, t)
		case !active[s.st.Not(guard)]:
			active[s.st.Not(guard)] = true
			w.formulas = append(w.formulas, s.st.Not(guard))
		}
	}
	for _, r := range s.roots {
		add(r.under, r.t)
	}
	for _, p := range s.pending {
		if p.lemma != nil {
			return false
		}
		add(p.guard, p.t)
	}
	w.checked += int64(len(w.formulas))
	return true
}

// walkHolds evaluates what must hold in the model of local search.
func (s *Solver) walkHolds() bool {
	m := s.walkedModel()
	s.walker.checked += int64(s.walker.search.Nodes()) * checkTicks
	for _, t := range s.walker.formulas {
		if ok, err := m.EvalBool(t); err != nil || !ok {
			return false
		}
	}
	return true
}

// walkedModel returns the model of local search.
func (s *Solver) walkedModel() *model.Model {
	m := model.New(s.st, model.Options{})
	s.walker.search.Values(func(t term.Term, w num.Word) {
		if s.st.Sort(t) == term.Bool {
			m.SetConst(t, model.Bool(w.IsOne()))
		} else {
			m.SetConst(t, model.Bits(s.st, s.st.Sort(t), w.Int()))
		}
	})
	return m
}
