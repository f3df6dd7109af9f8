package sat

import (
	"slices"

	"github.com/muster-smt/muster/sat/invariant"
)

// Freeze keeps inprocessing from removing v from the formula, until there were as many
// calls of Melt. If v was removed before, it comes back.
func (s *Solver) Freeze(v Var) {
	s.require(stateIdle, "Freeze")
	s.requireLive([]Lit{v.Pos()}, "Freeze")
	s.rec.variable("freeze", v)
	s.restore(v)
	s.ext.frozen[v] = true
	s.ext.freezes = lengthen(s.ext.freezes, int(v)+1, 0)
	s.ext.freezes[v]++
}

// Melt undoes one Freeze of v. After the last one inprocessing may remove v again,
// also if v was kept because it had come back.
func (s *Solver) Melt(v Var) {
	s.require(stateIdle, "Melt")
	if int(v) >= len(s.ext.freezes) || s.ext.freezes[v] == 0 {
		invariant.Check(false, "Melt: the variable is not frozen")
		return
	}
	s.rec.variable("melt", v)
	s.ext.freezes[v]--
	s.ext.frozen[v] = s.ext.freezes[v] > 0
}

// restore brings a variable and the clauses that its literals block back, and with
// them all that the clauses of their records need. It is frozen from then on.
func (s *Solver) restore(v Var) {
	s.recall(v.Pos())
	s.recall(v.Neg())
	s.restorePending()
}

// recall makes the records pending that must be restored if a clause of the formula has
// l: that of its variable, and those of clauses that its negation blocks.
func (s *Solver) recall(l Lit) {
	e := &s.ext
	if v := l.Var(); e.inactive[v] {
		if int(v) >= len(e.place) || e.place[v] == noRecord {
			panic("sat: a variable of a group that was popped")
		}
		s.closeModel()
		e.inactive[v] = false
		e.pending = append(e.pending, e.place[v])
		e.place[v] = noRecord
	}
	if int(l^1) >= len(e.blocked) || e.blocked[l^1] == noRecord {
		return
	}
	s.closeModel()
	for i := e.blocked[l^1]; i != noRecord; i = e.records[i].before {
		e.pending = append(e.pending, i)
	}
	e.blocked[l^1] = noRecord
}

// restorePending restores the pending records, and those that become pending by it.
func (s *Solver) restorePending() {
	e := &s.ext
	if len(e.pending) == 0 {
		return
	}
	var restored []record
	for len(e.pending) > 0 {
		i := e.pending[len(e.pending)-1]
		e.pending = e.pending[:len(e.pending)-1]
		restored = append(restored, e.records[i])
		s.restoreRecord(i)
	}
	slices.SortFunc(restored, func(a, b record) int { return b.from - a.from })
	s.extendCandidate(restored)
	s.inproc.cleanTo, s.collects.satisfiedTo = 0, 0
	for len(e.records) > 0 && e.records[len(e.records)-1].v == 0 {
		e.words = e.words[:e.records[len(e.records)-1].from]
		e.records = e.records[:len(e.records)-1]
	}
}

// restoreRecord puts the clauses of a record back into the formula.
func (s *Solver) restoreRecord(i int32) {
	e := &s.ext
	r := e.records[i]
	e.records[i].v = 0
	e.frozen[r.v] = true
	if r.lit == NoLit {
		s.stats.Restored++
		s.heap.insert(r.v)
	}
	for at := r.from; at < r.to; {
		c, id, after := e.next(at)
		at = after
		if s.fixedTrue(c) {
			// It may have a variable of a popped group, which must not come back.
			if s.tracer != nil {
				s.tracer.Deleted(id, c)
			}
			continue
		}
		for _, l := range c {
			s.recall(l)
		}
		if r.lit != NoLit {
			s.stats.Unblocked++
		}
		s.enlist(s.newClause(c, Irredundant, len(c), id))
	}
}

// keepVars brings all variables back permanently: Imply has to know all implications.
func (s *Solver) keepVars() {
	s.inproc.keep = true
	s.restoreAllVars()
}

// restoreAllVars restores all records, but for those of popped variables.
func (s *Solver) restoreAllVars() {
	s.purgePopped()
	for n := len(s.ext.records); n > 0; n = len(s.ext.records) {
		s.restore(s.ext.records[n-1].v)
	}
}

// restoreBlocked brings all blocked clauses back, but for those of popped variables.
func (s *Solver) restoreBlocked() {
	s.purgePopped()
	for _, r := range s.ext.records {
		if r.v != 0 && r.lit != NoLit {
			s.recall(r.lit.Not())
		}
	}
	s.restorePending()
}

// purgePopped removes the records of popped variables, which recycle may have left.
func (s *Solver) purgePopped() {
	if len(s.groups.retired) > 0 && len(s.ext.records) > 0 {
		s.purgeRecords()
	}
}

// restoreFor prepares for a clause of the literals, or for assuming them: it brings
// back their variables, and the clauses that the negated literals block.
func (s *Solver) restoreFor(lits []Lit) {
	if len(s.ext.records) == 0 {
		return
	}
	for _, l := range lits {
		s.recall(l)
		s.restorePending()
	}
}
