package solver

import "github.com/muster-smt/muster/theory/term"

// A fact sleeps until its guard is assumed for the first time: the engine does not know it, so
// it costs nothing. Where a new engine takes over (renew.go) the facts whose guards were not
// assumed lately sleep again, and if they outweigh what is used, that is a reason to renew.
// While only facts mention a guard, a model without it makes it false, which satisfies them;
// anything else that mentions the guard wakes its facts (wake).

// guardedFacts are the facts of AssertGuarded.
type guardedFacts struct {
	guards []factGuard
	of     map[term.Term]int32 // by guard: its number; never ranged over
	awake  int
	looked int64 // the check that looked for facts that are not used
}

// factGuard is a guard with its facts.
type factGuard struct {
	act    term.Term
	facts  []assertion // without the guard
	awake  bool        // the engine has them
	used   int64       // the last check that assumed the guard
	weight int         // what they have added to the engine
}

// dormant is the number of checks after which a fact may sleep again.
const dormant = 256

// AssertGuarded adds the fact that t holds if act does, a Boolean constant. It is for facts of
// which each check assumes a few by their guards: the others sleep, and cost nothing, if nothing
// but facts mentions their guards. To assert (not act) drops them. In a scope, under a proof, with
// preprocessing or without relevancy it is an assertion like any other.
func (s *Solver) AssertGuarded(act, t term.Term) {
	if len(s.scopes) > 0 || s.pre != nil || s.proof != nil || s.opt.NoRelevancy {
		s.Assert(s.st.Or(s.st.Not(act), t))
		return
	}
	s.change()
	s.content |= s.contents.add(t)
	a := assertion{s.rw.Simplify(t), s.nextTag(), t}
	s.guarded(func() {
		g := s.factGuard(act)
		g.facts = append(g.facts, a)
		switch {
		case s.take(s.choose(nil)): // begin has given it to the engine
		case g.awake:
			s.wake(a.t)
			g.weight += s.weighed(func() { s.assertFact(g, a) })
		case !s.sleeps():
			s.wakeFacts(g)
		case s.mentioned(act):
			s.wakeFacts(g)
			s.wake(a.t)
		default:
			if _, ok := s.asleep.at[act]; ok {
				s.wake(act)
			}
		}
	})
}

// sleeps reports whether facts may sleep.
func (s *Solver) sleeps() bool { return s.backend.traits().relevancy }

// factGuard returns the entry of a guard.
func (s *Solver) factGuard(act term.Term) *factGuard {
	f := &s.facts
	if f.of == nil {
		f.of = map[term.Term]int32{}
		s.markAwake()
	}
	i, ok := f.of[act]
	if !ok {
		i = int32(len(f.guards))
		f.of[act] = i
		f.guards = append(f.guards, factGuard{act: act, used: s.checks})
	}
	return &f.guards[i]
}

// markAwake finds what is mentioned by what is in force, and wakes that.
func (s *Solver) markAwake() {
	s.asleep.awake.Seen.Clear()
	for _, a := range s.flow {
		s.wake(a.t)
	}
	for i := 0; i < len(s.live); i++ { // it may grow
		s.wake(s.live[i].t)
	}
	for _, a := range s.awakeFacts() {
		s.wake(a.t)
	}
}

// mentioned reports whether anything but facts mentions a guard, or the engine knows it.
func (s *Solver) mentioned(act term.Term) bool {
	return s.asleep.awake.Seen.Has(act) || s.backend.knows(act)
}

// weighed returns how much f adds to the engine.
func (s *Solver) weighed(f func()) int {
	before := s.backend.weight()
	f()
	return s.backend.weight() - before
}

// assertFact gives the engine a fact.
func (s *Solver) assertFact(g *factGuard, a assertion) {
	s.backend.Tag(a.tag)
	if s.sleeps() {
		s.backend.AssertUnder(g.act, s.form(s.way, a))
	} else { // what is under a guard counts only where that is assumed
		s.backend.Assert(s.st.Or(s.st.Not(g.act), s.form(s.way, a)))
	}
}

// wakeFacts gives the engine the facts of a guard.
func (s *Solver) wakeFacts(g *factGuard) {
	g.awake = true
	s.facts.awake++
	g.weight = s.weighed(func() {
		for _, a := range g.facts {
			s.assertFact(g, a)
		}
	})
}

// awakeFacts returns the facts that the engine has.
func (s *Solver) awakeFacts() (out []assertion) {
	for i := range s.facts.guards {
		if g := &s.facts.guards[i]; g.awake {
			out = append(out, g.facts...)
		}
	}
	return out
}

// heard returns what must not be put to sleep because of facts: what those that are awake say,
// and the guards, whose definitions decide whether facts hold.
func (s *Solver) heard() []assertion {
	out := s.awakeFacts()
	for i := range s.facts.guards {
		out = append(out, assertion{t: s.facts.guards[i].act})
	}
	return out
}

// useGuard notes that a guard is assumed.
func (s *Solver) useGuard(act term.Term) {
	if i, ok := s.facts.of[act]; ok {
		s.facts.guards[i].used = s.checks
	}
}

// forbidsFacts reports whether t is the negation of a guard, which wakes nothing.
func (s *Solver) forbidsFacts(t term.Term) bool {
	if s.st.Op(t) != term.OpNot {
		return false
	}
	act := s.st.Arg(t, 0)
	_, ok := s.facts.of[act]
	_, defined := s.asleep.at[act]
	return ok && !defined
}

// dropFacts forgets the facts of a guard that is false.
func (s *Solver) dropFacts(act term.Term) {
	f := &s.facts
	i, ok := f.of[act]
	if !ok {
		return
	}
	if f.guards[i].awake {
		f.awake--
	}
	last := len(f.guards) - 1
	f.guards[i] = f.guards[last]
	f.of[f.guards[i].act] = i
	f.guards[last] = factGuard{}
	f.guards = f.guards[:last]
	delete(f.of, act)
}

// idle returns the weight of the facts that may sleep again, now and then.
func (s *Solver) idle() int {
	f := &s.facts
	if f.awake == 0 || !s.sleeps() || s.checks < f.looked+dormant && !s.eager() {
		return 0
	}
	f.looked = s.checks
	n := 0
	for i := range f.guards {
		if g := &f.guards[i]; g.awake && s.isIdle(g) {
			n += g.weight
		}
	}
	return n
}

func (s *Solver) isIdle(g *factGuard) bool {
	if s.eager() {
		return g.used < s.checks
	}
	return g.used+dormant < s.checks
}

// beginFacts gives a new engine the facts that are used.
func (s *Solver) beginFacts() {
	f := &s.facts
	f.awake = 0
	for i := range f.guards {
		g := &f.guards[i]
		if g.awake = !s.sleeps() || g.awake && !s.isIdle(g); g.awake {
			s.wakeFacts(g)
		}
	}
	if len(f.guards) > 0 && s.sleeps() {
		s.markAwake()
	}
}
