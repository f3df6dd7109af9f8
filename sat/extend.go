package sat

import (
	"slices"

	"github.com/muster-smt/muster/sat/invariant"
)

// A variable that inprocessing takes out of the formula leaves a record: the
// clauses that contained it then, or define it. They give it a value in models,
// and come back when the owner speaks of the variable again (Fazekas, Biere,
// Scholl, SAT 2019). In a proof they are never deleted.

// extension is the stack of records.
type extension struct {
	gone    []bool  // by variable: out of the formula
	frozen  []bool  // by variable: stays, for the owner may speak of it
	freezes []int32 // by variable: calls of Freeze without a Melt
	place   []int32 // by variable: its record, if it has one
	records []record
	words   []Lit // clauses as size, id, literals, that of the variable first
	pending []Var
}

const noRecord = -1

type record struct {
	v        Var // 0: restored
	from, to int // in words
}

func (e *extension) grow() {
	e.gone = append(e.gone, false)
	e.frozen = append(e.frozen, false)
	e.freezes = append(e.freezes, 0)
	e.place = append(e.place, noRecord)
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
	return !s.ext.gone[v] && !s.ext.frozen[v] && !s.observed[v] && s.vals[v.Pos()] == Undef
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
	freeze(s.wanted)
	if s.demand.inForce {
		freeze(s.demand.lits)
	}
	return frozen
}

// beginRecord begins the record of v, which is out of the formula from now on.
func (s *Solver) beginRecord(v Var) {
	e := &s.ext
	invariant.Check(!e.gone[v], "beginRecord: the variable is out already")
	e.gone[v] = true
	e.place[v] = int32(len(e.records))
	e.records = append(e.records, record{v, len(e.words), len(e.words)})
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

// restore brings a variable back, and with it those in the clauses of its
// record. They stay from then on.
func (s *Solver) restore(v Var) {
	e := &s.ext
	if !e.gone[v] {
		return
	}
	if e.place[v] == noRecord {
		panic("sat: a variable of a group that was popped")
	}
	e.pending = append(e.pending[:0], v)
	e.gone[v] = false
	for len(e.pending) > 0 {
		v := e.pending[len(e.pending)-1]
		e.pending = e.pending[:len(e.pending)-1]
		s.restoreRecord(v)
	}
	s.cleanTo, s.simplTo = 0, 0
	for len(e.records) > 0 && e.records[len(e.records)-1].v == 0 {
		e.words = e.words[:e.records[len(e.records)-1].from]
		e.records = e.records[:len(e.records)-1]
	}
}

func (s *Solver) restoreRecord(v Var) {
	e := &s.ext
	s.stats.Restored++
	e.frozen[v] = true
	s.heap.insert(v)
	i := e.place[v]
	e.place[v] = noRecord
	r := e.records[i]
	e.records[i].v = 0
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
			if e.gone[l.Var()] {
				e.gone[l.Var()] = false
				e.pending = append(e.pending, l.Var())
			}
		}
		s.enlist(s.newClause(c, Irredundant, len(c), id))
	}
}

// fixedTrue reports whether a literal of c is true at level 0.
func (s *Solver) fixedTrue(c []Lit) bool {
	for _, l := range c {
		if s.FixedValue(l) == True {
			return true
		}
	}
	return false
}

// keepVars brings all variables back, for good: the owner asks what is implied.
func (s *Solver) keepVars() {
	s.inproc.keep = true
	s.restoreGone()
}

func (s *Solver) restoreGone() {
	for n := len(s.ext.records); n > 0; n = len(s.ext.records) {
		s.restore(s.ext.records[n-1].v)
	}
}

// restoreAll brings the variables of the literals back.
func (s *Solver) restoreAll(lits []Lit) {
	if len(s.ext.records) == 0 {
		return
	}
	for _, l := range lits {
		s.restore(l.Var())
	}
}

// extend gives the variables that are out of the formula their values in the
// model: the last one to leave comes first.
func (s *Solver) extend() {
	e := &s.ext
	value := func(l Lit) Value {
		if l.Sign() {
			return -s.model[l.Var()]
		}
		return s.model[l.Var()]
	}
	for i := len(e.records) - 1; i >= 0; i-- {
		r := e.records[i]
		if r.v == 0 {
			continue
		}
		l := s.PhaseLit(r.v)
		for at := r.from; at < r.to; {
			c, _, after := e.next(at)
			at = after
			holds := false
			for _, q := range c[1:] {
				if value(q) == True {
					holds = true
					break
				}
			}
			if !holds {
				l = c[0]
				break // no clause needs the opposite
			}
		}
		s.model[r.v] = True
		if l.Sign() {
			s.model[r.v] = False
		}
	}
}

func (e *extension) clone() extension {
	return extension{
		gone:    slices.Clone(e.gone),
		frozen:  slices.Clone(e.frozen),
		freezes: slices.Clone(e.freezes),
		place:   slices.Clone(e.place),
		records: slices.Clone(e.records),
		words:   slices.Clone(e.words),
	}
}
