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
	gone    []bool // by variable: out of the formula
	frozen  []bool // by variable: stays, for the owner may speak of it
	records []record
	words   []Lit // clauses as size, id, literals, that of the variable first
	pending []Var
}

type record struct {
	v        Var // 0: restored
	from, to int // in words
}

func (e *extension) grow() {
	e.gone = append(e.gone, false)
	e.frozen = append(e.frozen, false)
}

// Freeze keeps inprocessing from taking v out of the formula. Where that has
// happened already v comes back.
func (s *Solver) Freeze(v Var) {
	s.require(stateIdle, "Freeze")
	s.restore(v)
	s.ext.frozen[v] = true
}

// removable reports whether v may be taken out now.
func (s *Solver) removable(v Var) bool {
	return !s.ext.gone[v] && !s.ext.frozen[v] && s.vals[v.Pos()] == Undef
}

// freezeWanted freezes the variables of the present assumptions, and returns
// those that are not frozen for good.
func (s *Solver) freezeWanted() []Var {
	var frozen []Var
	for _, a := range s.wanted {
		if v := a.Var(); !s.ext.frozen[v] {
			s.ext.frozen[v] = true
			frozen = append(frozen, v)
		}
	}
	return frozen
}

// beginRecord begins the record of v, which is out of the formula from now on.
func (s *Solver) beginRecord(v Var) {
	e := &s.ext
	invariant.Check(!e.gone[v], "beginRecord: the variable is out already")
	e.gone[v] = true
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
	i := len(e.records) - 1
	for e.records[i].v != v {
		i--
	}
	r := e.records[i]
	e.records[i].v = 0
	for at := r.from; at < r.to; {
		c, id, after := e.next(at)
		for _, l := range c {
			if e.gone[l.Var()] {
				e.gone[l.Var()] = false
				e.pending = append(e.pending, l.Var())
			}
		}
		s.enlist(s.newClause(c, Irredundant, len(c), id))
		at = after
	}
}

// keepVars brings all variables back, for good: the owner asks what is implied.
func (s *Solver) keepVars() {
	s.inproc.keep = true
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
		records: slices.Clone(e.records),
		words:   slices.Clone(e.words),
	}
}
