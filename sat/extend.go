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
