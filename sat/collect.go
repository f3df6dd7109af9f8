package sat

import "slices"

// Dead clauses stay in the arena until there are enough of them. Then a collection moves
// the others to a new arena.

// collector schedules the removal of satisfied clauses and of garbage.
type collector struct {
	satisfiedTo int // level-0 trail length when satisfied clauses were last dropped; -1: not all of them were
	slack       int // fewer words of garbage are not collected
}

const (
	collectThreshold = 4 // garbage above one part in this many is collected
	collectSlack     = 1 << 12
)

// dropSatisfied kills the clauses that are true at level 0, if level 0 has grown.
// After a stop some may be left.
func (s *Solver) dropSatisfied() {
	root := s.rootSize()
	if root == s.collects.satisfiedTo {
		return
	}
	s.collects.satisfiedTo = root
	for ref := cref(arenaStart); int(ref) < len(s.db.arena); ref += cref(hdrWords + s.db.arena[ref]) {
		if s.scanStopped() {
			s.collects.satisfiedTo = -1
			return
		}
		if *s.meta(ref)&(metaDead|metaLate|metaLock) != 0 {
			continue
		}
		if s.fixedTrue(s.lits(ref)) {
			s.kill(ref)
		}
	}
}

// flushDead removes all references to dead clauses, and collects their space if that
// is worthwhile.
func (s *Solver) flushDead() {
	s.flushWatches()
	s.db.learned = slices.DeleteFunc(s.db.learned, func(ref cref) bool { return *s.meta(ref)&metaDead != 0 })
	s.reportForgotten()
	s.dropUses()
	if s.db.waste*collectThreshold > len(s.db.arena) && s.db.waste > s.collects.slack {
		s.collect()
	}
}

// collect moves the live clauses to a new arena. No watch or reason may refer to a dead
// clause.
func (s *Solver) collect() {
	defer s.endStage(s.beginStage(stageCollect))
	s.stats.Collections++
	s.forgetWitnesses()
	old := s.db.arena
	moved := make([]Lit, arenaStart, len(old)-s.db.waste+len(old)/8)
	for ref := cref(arenaStart); int(ref) < len(old); {
		n := hdrWords + cref(old[ref])
		if old[ref+offMeta]&metaDead == 0 {
			to := Lit(len(moved))
			moved = append(moved, old[ref:ref+n]...)
			old[ref+offID] = to // the new place, read by relocate
		}
		ref += n
	}
	relocate := func(ref cref) cref { return cref(old[ref+offID]) }
	if s.rewatching.left > 0 {
		s.loseWatches() // they are at the old places
	}
	for l := range s.watches.lists {
		if s.rewatching.left > 0 {
			break
		}
		if s.scanStopped() {
			s.loseWatches()
			break
		}
		ws := s.watches.of(Lit(l))
		for i := range ws {
			flag := ws[i].ref & binaryFlag
			ws[i].ref = relocate(ws[i].ref&^binaryFlag) | flag
		}
	}
	for _, l := range s.trail {
		if vd := &s.vars[l.Var()]; vd.ref >= arenaStart {
			vd.ref = relocate(vd.ref)
		}
	}
	for i := range s.db.learned {
		s.db.learned[i] = relocate(s.db.learned[i])
	}
	for i := range s.theory.lemmas.list {
		s.theory.lemmas.list[i].ref = relocate(s.theory.lemmas.list[i].ref)
	}
	for i := range s.theory.uses.list {
		s.theory.uses.list[i].ref = relocate(s.theory.uses.list[i].ref)
	}
	for i := range s.late.list {
		s.late.list[i].ref = relocate(s.late.list[i].ref)
	}
	if d := s.elim.dense; d != nil {
		for i := range d.clauses {
			if ref := d.clauses[i].ref; ref != crefNone {
				d.clauses[i].ref = relocate(ref)
			}
		}
	}
	s.db.arena = moved
	s.db.waste = 0
	if !s.conflict.found {
		s.conflict.lits = nil // it may point into the old arena
	}
}
