package sat

import "github.com/muster-smt/muster/sat/invariant"

// Freeze keeps inprocessing from taking v out of the formula, until as many calls
// of Melt. Where that has happened already v comes back.
func (s *Solver) Freeze(v Var) {
	s.require(stateIdle, "Freeze")
	s.requireLive([]Lit{v.Pos()}, "Freeze")
	s.restore(v)
	s.ext.frozen[v] = true
	s.ext.freezes[v]++
}

// Melt takes one Freeze of v back. After the last one inprocessing may take v out
// of the formula again, also if v stayed since it came back.
func (s *Solver) Melt(v Var) {
	s.require(stateIdle, "Melt")
	if s.ext.freezes[v] == 0 {
		invariant.Check(false, "Melt: the variable is not frozen")
		return
	}
	s.ext.freezes[v]--
	s.ext.frozen[v] = s.ext.freezes[v] > 0
}

// restore brings a variable back, and clauses that its literals block, and with
// them all that the clauses of their records speak of. It stays from then on.
func (s *Solver) restore(v Var) {
	s.recall(v.Pos())
	s.recall(v.Neg())
	s.restorePending()
}

// recall makes the records pending that must not stay if a clause of the formula has l.
func (s *Solver) recall(l Lit) {
	e := &s.ext
	if v := l.Var(); e.inactive[v] {
		if e.place[v] == noRecord {
			panic("sat: a variable of a group that was popped")
		}
		e.inactive[v] = false
		e.pending = append(e.pending, e.place[v])
		e.place[v] = noRecord
	}
	for i := e.blocked[l^1]; i != noRecord; i = e.records[i].before {
		e.pending = append(e.pending, i)
	}
	e.blocked[l^1] = noRecord
}

func (s *Solver) restorePending() {
	e := &s.ext
	if len(e.pending) == 0 {
		return
	}
	for len(e.pending) > 0 {
		i := e.pending[len(e.pending)-1]
		e.pending = e.pending[:len(e.pending)-1]
		s.restoreRecord(i)
	}
	s.inproc.cleanTo, s.collects.satisfiedTo = 0, 0
	for len(e.records) > 0 && e.records[len(e.records)-1].v == 0 {
		e.words = e.words[:e.records[len(e.records)-1].from]
		e.records = e.records[:len(e.records)-1]
	}
}

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
			// Also: it may speak of a variable that went with its group.
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

// keepVars brings all variables back, for good: the owner asks what is implied.
func (s *Solver) keepVars() {
	s.inproc.keep = true
	s.restoreAllVars()
}

func (s *Solver) restoreAllVars() {
	for n := len(s.ext.records); n > 0; n = len(s.ext.records) {
		s.restore(s.ext.records[n-1].v)
	}
}

// restoreBlocked brings the clauses that literals block back.
func (s *Solver) restoreBlocked() {
	for _, r := range s.ext.records {
		if r.v != 0 && r.lit != NoLit {
			s.recall(r.lit.Not())
		}
	}
	s.restorePending()
}

// restoreFor prepares for a clause or assumptions of the literals: it brings back
// their variables, and clauses that the negations of the literals block.
func (s *Solver) restoreFor(lits []Lit) {
	if len(s.ext.records) == 0 {
		return
	}
	for _, l := range lits {
		s.recall(l)
		s.restorePending()
	}
}
