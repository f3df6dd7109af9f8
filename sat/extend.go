package sat

import (
	"slices"

	"github.com/muster-smt/muster/sat/invariant"
)

// A variable that inprocessing takes out of the formula leaves a record: the
// clauses that contained it then, or define it. They give it a value in models,
// and come back when the owner speaks of the variable again (Fazekas, Biere,
// Scholl, SAT 2019). Clauses that were taken out because a literal blocks them
// (blocked.go) have a record of that literal. If one of them is false in a model
// the literal becomes true. They come back with a clause or an assumption that has
// its negation. In a proof clauses of records are never deleted.

// extension is the stack of records.
type extension struct {
	inactive []bool  // by variable: out of the formula
	frozen   []bool  // by variable: stays, for the owner may speak of it
	freezes  []int32 // by variable: calls of Freeze without a Melt
	place    []int32 // by variable: its record, if it has one
	blocked  []int32 // by literal: the last record of clauses that it blocks
	records  []record
	words    []Lit   // clauses as size, id, literals, that of the variable first
	pending  []int32 // records to restore
}

const noRecord = -1

type record struct {
	v        Var   // 0: restored
	lit      Lit   // of v: it blocks the clauses; NoLit: v is out of the formula
	before   int32 // the record before of clauses that lit blocks
	from, to int   // in words
}

func (e *extension) grow() {
	e.inactive = append(e.inactive, false)
	e.frozen = append(e.frozen, false)
	e.freezes = append(e.freezes, 0)
	e.place = append(e.place, noRecord)
	e.blocked = append(e.blocked, noRecord, noRecord)
}

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

// removable reports whether v may be taken out now.
func (s *Solver) removable(v Var) bool {
	return !s.ext.inactive[v] && !s.ext.frozen[v] && !s.theory.observed[v] && s.vals[v.Pos()] == Undef
}

// freezeWanted freezes the variables of the present assumptions and of the
// constraint, and returns those that are not frozen for good.
func (s *Solver) freezeWanted() []Var {
	var frozen []Var
	freeze := func(lits []Lit) {
		for _, l := range lits {
			if v := l.Var(); !s.ext.frozen[v] {
				s.ext.frozen[v] = true
				frozen = append(frozen, v)
			}
		}
	}
	freeze(s.assumptions.wanted)
	if s.constraint.inForce {
		freeze(s.constraint.lits)
	}
	return frozen
}

// beginRecord begins the record of v, which is out of the formula from now on.
func (s *Solver) beginRecord(v Var) {
	e := &s.ext
	invariant.Check(!e.inactive[v], "beginRecord: the variable is out already")
	e.inactive[v] = true
	e.place[v] = int32(len(e.records))
	e.records = append(e.records, record{v: v, from: len(e.words), to: len(e.words)})
}

// beginBlocked begins a record of clauses that l blocks.
func (s *Solver) beginBlocked(l Lit) {
	e := &s.ext
	e.records = append(e.records, record{l.Var(), l, e.blocked[l], len(e.words), len(e.words)})
	e.blocked[l] = int32(len(e.records) - 1)
}

// recordClause adds a clause to the last record.
func (s *Solver) recordClause(c []Lit, id ClauseID) {
	e := &s.ext
	r := &e.records[len(e.records)-1]
	first := len(e.words) + 2
	e.words = append(e.words, Lit(len(c)), Lit(id))
	e.words = append(e.words, c...)
	for i := first; i < len(e.words); i++ {
		if e.words[i].Var() == r.v {
			e.words[first], e.words[i] = e.words[i], e.words[first]
		}
	}
	r.to = len(e.words)
}

// next is the clause at i, and where the one after it is.
func (e *extension) next(i int) (c []Lit, id ClauseID, after int) {
	after = i + 2 + int(e.words[i])
	return e.words[i+2 : after : after], ClauseID(e.words[i+1]), after
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

// extend makes a model of the formula one of the records, too, the last one first.
func (s *Solver) extend() {
	e := &s.ext
	for i := len(e.records) - 1; i >= 0; i-- {
		r := e.records[i]
		if r.v == 0 {
			continue
		}
		l := s.falseWithout(r)
		if l == NoLit && r.lit == NoLit {
			l = s.PhaseLit(r.v) // no clause needs the opposite
		}
		if l != NoLit {
			s.model.values[l.Var()] = True
			if l.Sign() {
				s.model.values[l.Var()] = False
			}
		}
	}
}

// falseWithout is the literal of the record's variable in a clause that the model
// makes false but for that literal. If there is none it is NoLit.
func (s *Solver) falseWithout(r record) Lit {
	for at := r.from; at < r.to; {
		c, _, after := s.ext.next(at)
		at = after
		holds := false
		for _, q := range c[1:] {
			if s.ModelValue(q) == True {
				holds = true
				break
			}
		}
		if !holds {
			return c[0]
		}
	}
	return NoLit
}

func (e *extension) clone() extension {
	return extension{
		inactive: slices.Clone(e.inactive),
		frozen:   slices.Clone(e.frozen),
		freezes:  slices.Clone(e.freezes),
		place:    slices.Clone(e.place),
		blocked:  slices.Clone(e.blocked),
		records:  slices.Clone(e.records),
		words:    slices.Clone(e.words),
	}
}
