package sat

import "github.com/muster-smt/muster/sat/invariant"

// conflict is a false clause, with which analysis starts.
type conflict struct {
	found bool
	lits  []Lit // may point into the arena
	ref   cref  // crefNone for a clause that is not in the arena
	id    ClauseID
	buf   []Lit // of clauses that are not in the arena
}

// analysis is the working memory of conflict analysis.
type analysis struct {
	seen     []uint8  // by variable: marks, all 0 between analyses
	analyzed []Var    // variables with marks
	learnt   []Lit    // the clause learned, the asserting literal first
	open     int      // marked literals of the conflict level still to resolve
	stamps   []uint32 // by level: stamp, if a clause has a literal of that level
	stamp    uint32
}

func (a *analysis) init() {
	a.seen = make([]uint8, 1)
	a.stamps = make([]uint32, 2)
}

func (a *analysis) grow() {
	a.seen = append(a.seen, 0)
	a.stamps = append(a.stamps, 0)
}

// growLevel makes room for the stamp of a level: there can be more levels than
// variables, since a level may be empty.
func (a *analysis) growLevel(level int32) {
	if int(level) >= len(a.stamps) {
		a.stamps = append(a.stamps, 0)
	}
}

// Marks of analysis.seen.
const (
	seenClause     = 1 << 0 // resolved or in the learned clause
	seenRemovable  = 1 << 1 // false whenever the learned clause's other literals are
	seenPoison     = 1 << 2 // minimization has failed to show that it is implied
	seenCore       = 1 << 3
	seenReasonSide = 1 << 4 // only in the reason of a learned literal
	seenBlock      = 1 << 5 // between a block of the learned clause and what replaces it
)

// resolveConflict learns from s.conflict and backjumps, or assigns the waiting
// assumption that was violated. It returns false if the conflict refutes the assumptions
// or the clauses.
func (s *Solver) resolveConflict() bool {
	if s.wait.violated != NoLit {
		return s.assumeViolated()
	}
	s.conflict.found = false
	s.stats.Conflicts++
	s.stats.TrailSum += int64(len(s.trail))
	level := int32(0)
	for _, l := range s.conflict.lits {
		invariant.Check(s.vals[l] == False, "resolveConflict: a literal is not false")
		level = max(level, s.vars[l.Var()].level)
	}
	s.stats.LevelSum += int64(level)
	if s.mode.stable {
		s.restarts.tick()
		s.updateTargetAndBest()
	}
	s.backtrack(level)
	if level <= s.assumptionLevel() {
		s.refute()
		return false
	}
	s.analyze()
	s.minimize()
	s.minimizeByTheory()
	s.shrink()
	s.seeReasonSide()
	s.learn()
	s.bumpAnalyzed()
	s.clearSeen()
	s.compactExplanations()
	return true
}

// analyze resolves the conflict to its first unique implication point. The
// learned clause is in analysis.learnt, the asserting literal first.
func (s *Solver) analyze() {
	s.analysis.learnt = append(s.analysis.learnt[:0], NoLit)
	s.analysis.open = 0
	if s.conflict.ref != crefNone {
		s.useClause(s.conflict.ref)
	}
	for _, l := range s.conflict.lits {
		s.see(l)
	}
	fly := s.theory.prop == nil && !s.inproc.off
	s.startOnTheFly()
	for i := len(s.trail) - 1; ; i-- {
		l := s.trail[i]
		if s.analysis.seen[l.Var()]&seenClause == 0 || s.vars[l.Var()].level < s.level {
			continue // not marked, or an out-of-order assumption
		}
		s.analysis.open--
		if s.analysis.open == 0 {
			s.analysis.learnt[0] = l.Not()
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
	if s.analysis.seen[v]&seenClause != 0 || vd.level == 0 {
		return
	}
	s.analysis.seen[v] |= seenClause
	s.analysis.analyzed = append(s.analysis.analyzed, v)
	if vd.level == s.level {
		s.analysis.open++
	} else {
		s.analysis.learnt = append(s.analysis.learnt, l)
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
	if vd.other != NoLit {
		if s.theory.prop != nil {
			s.useClause(vd.ref) // its use may be reported; it is never reduced
		}
		s.see(vd.other)
		return
	}
	s.useClause(vd.ref)
	for _, q := range s.lits(vd.ref) {
		if q != l {
			s.see(q)
		}
	}
}

// useClause notes that a clause took part in a conflict: a learned one survives the next
// reductions, and its glue may have become smaller.
func (s *Solver) useClause(ref cref) {
	m := s.meta(ref)
	*m |= metaUse
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

// computeGlue counts the decision levels of a clause, without level 0 and the
// assumption level.
func (s *Solver) computeGlue(c []Lit) int {
	s.analysis.stamp++
	if s.analysis.stamp == 0 {
		clear(s.analysis.stamps)
		s.analysis.stamp = 1
	}
	s.analysis.stamps[0] = s.analysis.stamp
	if s.assumptionLevel() == 1 {
		s.analysis.stamps[1] = s.analysis.stamp
	}
	glue := 0
	for _, l := range c {
		level := s.vars[l.Var()].level
		if s.analysis.stamps[level] != s.analysis.stamp {
			s.analysis.stamps[level] = s.analysis.stamp
			glue++
		}
	}
	return glue
}

// hugeClause is the size from which on a learned clause is dropped soon unless it is used: a
// few thousand of them would outweigh the formula.
const hugeClause = 1000

// learn adds the learned clause, backjumps and asserts its first literal.
func (s *Solver) learn() {
	c := s.analysis.learnt
	glue := s.computeGlue(c)
	s.restarts.updateGlue(glue)
	s.stats.Learned++
	s.stats.LearnedLiterals += int64(len(c))
	s.stats.GlueSum += int64(glue)
	back := int32(0)
	for i := 1; i < len(c); i++ {
		if level := s.vars[c[i].Var()].level; level > back {
			back = level
			c[1], c[i] = c[i], c[1]
		}
	}
	s.stats.JumpSum += int64(s.level - back)
	if s.log != nil {
		s.logConflict(c, glue, back)
	}
	s.deriveShorter()
	id := s.traceLearned(c)
	if s.opt.Exchange != nil && len(c) > 1 {
		s.opt.Exchange.Export(id, c, glue)
	}
	s.backtrack(back)
	if len(c) == 1 {
		if s.tracer != nil {
			s.proof.unitID[c[0].Var()] = id
		}
		s.shorten()
		s.assign(c[0], crefNone, 0)
		return
	}
	ref := s.newClause(c, s.fly.kind, glue, id)
	if m := s.meta(ref); s.fly.kind == Learned && len(c) >= hugeClause {
		*m &^= usedMask
	} else if s.fly.kind == Learned {
		*m |= 2 << usedShift
	}
	s.attach(ref)
	s.shorten()
	var other Lit
	if len(c) == 2 {
		other = c[1]
	}
	s.assign(c[0], ref, other)
}

// reasonSideFactor bounds the variables that seeReasonSide adds: at most this many for
// each one of the conflict.
const reasonSideFactor = 10

// seeReasonSide adds the variables in the reasons of the learned literals to those
// that are bumped, unless there are too many (Liang et al., SAT 2016).
func (s *Solver) seeReasonSide() {
	if s.theory.prop != nil || s.inproc.off {
		return
	}
	n := len(s.analysis.analyzed)
	for _, l := range s.analysis.learnt {
		for _, q := range s.reasonSide(l.Var()) {
			if v := q.Var(); s.analysis.seen[v]&(seenClause|seenReasonSide) == 0 && s.vars[v].level > 0 {
				s.analysis.seen[v] |= seenReasonSide
				s.analysis.analyzed = append(s.analysis.analyzed, v)
			}
		}
		if len(s.analysis.analyzed) > (1+reasonSideFactor)*n {
			s.minimizer.visited = append(s.minimizer.visited, s.analysis.analyzed[n:]...) // for clearSeen
			s.analysis.analyzed = s.analysis.analyzed[:n]
			return
		}
	}
}

func (s *Solver) bumpAnalyzed() {
	for _, v := range s.analysis.analyzed {
		s.bumpVar(v)
		s.used(v)
	}
	s.decayActivities()
}

func (s *Solver) clearSeen() {
	for _, v := range s.analysis.analyzed {
		s.analysis.seen[v] = 0
	}
	for _, v := range s.minimizer.visited {
		s.analysis.seen[v] = 0
	}
	s.analysis.analyzed = s.analysis.analyzed[:0]
	s.minimizer.visited = s.minimizer.visited[:0]
}

// setConflict records a false clause. Id is needed only if there is no ref.
func (s *Solver) setConflict(lits []Lit, ref cref, id ClauseID) {
	if ref != crefNone {
		id = s.clauseID(ref)
	}
	s.conflict.found, s.conflict.lits, s.conflict.ref, s.conflict.id = true, lits, ref, id
}
