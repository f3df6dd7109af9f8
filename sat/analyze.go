package sat

import "github.com/muster-smt/muster/sat/invariant"

// Marks of Solver.seen.
const (
	seenClause    = 1 << 0 // resolved or in the learned clause
	seenRemovable = 1 << 1 // implied by the learned clause's other literals
	seenPoison    = 1 << 2 // not implied, as far as minimisation knows
	seenCore      = 1 << 3
	seenBeside    = 1 << 4 // in the reason of a learned literal
)

// resolveConflict learns from s.conflict and backjumps, or gives way to an
// assumption. It returns false if the conflict refutes the assumptions, or the clauses.
func (s *Solver) resolveConflict() bool {
	if s.met != NoLit {
		return s.giveWay()
	}
	s.hasConflict = false
	s.stats.Conflicts++
	level := int32(0)
	for _, l := range s.conflict {
		invariant.Check(s.vals[l] == False, "resolveConflict: a literal is not false")
		level = max(level, s.vars[l.Var()].level)
	}
	s.restarts.seeTrail(s)
	s.backtrack(level)
	if level <= s.assumptionLevel() {
		s.refute()
		return false
	}
	s.analyze()
	s.minimize()
	s.seeBeside()
	s.learn()
	s.bumpAnalyzed()
	s.clearSeen()
	s.compactExplanations()
	return true
}

// assumptionLevel is 1 while assumptions are in force, else 0.
func (s *Solver) assumptionLevel() int32 {
	if len(s.assumed) > 0 {
		return 1
	}
	return 0
}

// analyze resolves the conflict to its first unique implication point. The
// learned clause is in s.learnt, the asserting literal first.
func (s *Solver) analyze() {
	s.learnt = append(s.learnt[:0], NoLit)
	s.open = 0
	if s.conflictRef != crefNone {
		s.useClause(s.conflictRef)
	}
	for _, l := range s.conflict {
		s.see(l)
	}
	fly := s.prop == nil && !s.inproc.off
	s.startOnTheFly()
	for i := len(s.trail) - 1; ; i-- {
		l := s.trail[i]
		if s.seen[l.Var()]&seenClause == 0 || s.vars[l.Var()].level < s.level {
			continue // not marked, or a tardy assumption
		}
		s.open--
		if s.open == 0 {
			s.learnt[0] = l.Not()
			return
		}
		n := s.resolventSize()
		s.seeReason(l)
		if fly {
			s.seeResolvent(l, n)
		}
	}
}

// see marks a false literal of the resolvent.
func (s *Solver) see(l Lit) {
	v := l.Var()
	vd := &s.vars[v]
	if s.seen[v]&seenClause != 0 || vd.level == 0 {
		return
	}
	s.seen[v] |= seenClause
	s.analyzed = append(s.analyzed, v)
	if vd.level == s.level {
		s.open++
	} else {
		s.learnt = append(s.learnt, l)
	}
}

// seeReason resolves with the reason of the true literal l.
func (s *Solver) seeReason(l Lit) {
	vd := &s.vars[l.Var()]
	if vd.ref == crefTheory {
		s.explain(l)
	}
	switch {
	case vd.ref == crefNone:
		invariant.Check(false, "analyze: a decision has no reason")
		return
	case vd.ref == crefExplained:
		for _, q := range s.explained(vd.other) {
			if q != l {
				s.see(q)
			}
		}
		return
	}
	s.useClause(vd.ref)
	if vd.other != NoLit {
		s.see(vd.other)
		return
	}
	for _, q := range s.lits(vd.ref) {
		if q != l {
			s.see(q)
		}
	}
}

// useClause notes that a learned clause took part in a conflict: its glue may
// have become smaller, and it survives the next reductions.
func (s *Solver) useClause(ref cref) {
	m := s.meta(ref)
	if *m&metaRedun == 0 {
		return
	}
	glue := int(*m >> glueShift)
	if glue > glueTier1 {
		if g := s.computeGlue(s.lits(ref)); g < glue {
			*m = *m&(1<<glueShift-1) | Lit(g)<<glueShift
			glue = g
		}
	}
	used := Lit(1)
	if glue <= glueTier2 {
		used = 2
	}
	*m = *m&^usedMask | used<<usedShift
}

// computeGlue counts the decision levels of a clause, the assumption level aside.
func (s *Solver) computeGlue(c []Lit) int {
	s.stamp++
	if s.stamp == 0 {
		clear(s.stamps)
		s.stamp = 1
	}
	s.stamps[0] = s.stamp
	if s.assumptionLevel() == 1 {
		s.stamps[1] = s.stamp
	}
	glue := 0
	for _, l := range c {
		level := s.vars[l.Var()].level
		if s.stamps[level] != s.stamp {
			s.stamps[level] = s.stamp
			glue++
		}
	}
	return glue
}

// learn installs the learned clause: it backjumps and asserts its first literal.
func (s *Solver) learn() {
	c := s.learnt
	glue := s.computeGlue(c)
	s.restarts.seeGlue(glue)
	s.stats.Learned++
	s.stats.LearnedLiterals += int64(len(c))
	back := int32(0)
	for i := 1; i < len(c); i++ {
		if level := s.vars[c[i].Var()].level; level > back {
			back = level
			c[1], c[i] = c[i], c[1]
		}
	}
	s.deriveShorter()
	var id ClauseID
	if s.tracer != nil {
		ants := s.antecedents(s.conflict, s.conflictID, c)
		id = s.nextID()
		s.tracer.Derived(id, c, ants)
	}
	if s.opt.Exchange != nil && len(c) > 1 {
		s.opt.Exchange.Export(id, c, glue)
	}
	s.backtrack(back)
	if len(c) == 1 {
		if s.tracer != nil {
			s.unitID[c[0].Var()] = id
		}
		s.shorten()
		s.assign(c[0], crefNone, 0)
		return
	}
	ref := s.newClause(c, s.fly.kind, glue, id)
	if s.fly.kind == Learned {
		*s.meta(ref) |= 2 << usedShift
	}
	s.attach(ref)
	s.shorten()
	var other Lit
	if len(c) == 2 {
		other = c[1]
	}
	s.assign(c[0], ref, other)
}

// besideFactor bounds the variables beside a conflict by those in it.
const besideFactor = 10

// seeBeside counts the variables in the reasons of the learned literals as
// analyzed too, if they are not too many (Liang et al., SAT 2016).
func (s *Solver) seeBeside() {
	if s.prop != nil || s.inproc.off {
		return
	}
	n := len(s.analyzed)
	for _, l := range s.learnt {
		c, _ := s.reason(l.Var())
		for _, q := range c {
			if v := q.Var(); s.seen[v]&(seenClause|seenBeside) == 0 && s.vars[v].level > 0 {
				s.seen[v] |= seenBeside
				s.analyzed = append(s.analyzed, v)
			}
		}
		if len(s.analyzed) > (1+besideFactor)*n {
			s.minimized = append(s.minimized, s.analyzed[n:]...) // for clearSeen
			s.analyzed = s.analyzed[:n]
			return
		}
	}
}

func (s *Solver) bumpAnalyzed() {
	for _, v := range s.analyzed {
		s.bumpVar(v)
		s.used(v)
	}
	s.decayActivities()
}

func (s *Solver) clearSeen() {
	for _, v := range s.analyzed {
		s.seen[v] = 0
	}
	for _, v := range s.minimized {
		s.seen[v] = 0
	}
	s.analyzed = s.analyzed[:0]
	s.minimized = s.minimized[:0]
}
