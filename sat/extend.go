package sat

import (
	"slices"

	"github.com/muster-smt/muster/sat/invariant"
)

// A variable that inprocessing removes from the formula leaves a record: the clauses
// that contained it then, or define it. They give it a value in models, and come back
// when the owner uses the variable again (Fazekas, Biere, Scholl, SAT 2019). Clauses
// that were removed because a literal blocks them (blocked.go) have a record of that
// literal. If a model makes one of them false, the literal becomes true. They come back
// with a clause or an assumption that has the negated literal. Since clauses of records
// may come back, they are not deleted from the proof.

// extension is the stack of records, and says which variables are removed or must not be.
type extension struct {
	inactive []bool  // by variable: removed from the formula
	frozen   []bool  // by variable: must not be removed
	freezes  []int32 // by variable, as far as need be: calls of Freeze without a Melt
	place    []int32 // by variable, as far as need be: its record, if it has one
	blocked  []int32 // by literal, as far as need be: its last record of blocked clauses
	records  []record
	words    []Lit   // clauses: size, id, literals, that of the variable first
	pending  []int32 // records to restore
}

const noRecord = -1

// record is what was removed in one step.
type record struct {
	v        Var   // 0: restored
	lit      Lit   // of v: it blocks the clauses; NoLit: v was removed
	before   int32 // the previous record of clauses that lit blocks
	from, to int   // in words
}

func (e *extension) grow() {
	e.inactive = append(e.inactive, false)
	e.frozen = append(e.frozen, false)
}

// removable reports whether v may be removed now.
func (s *Solver) removable(v Var) bool {
	return !s.ext.inactive[v] && !s.ext.frozen[v] && !s.theory.observed[v] && s.vals[v.Pos()] == Undef
}

// freezeWanted freezes the variables of the assumptions and of the constraint, and
// returns those that were not frozen before.
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

// beginRecord removes v from the formula and begins its record.
func (s *Solver) beginRecord(v Var) {
	e := &s.ext
	invariant.Check(!e.inactive[v], "beginRecord: the variable is out already")
	e.inactive[v] = true
	e.place = lengthen(e.place, int(v)+1, noRecord)
	e.place[v] = int32(len(e.records))
	e.records = append(e.records, record{v: v, from: len(e.words), to: len(e.words)})
}

// beginBlocked begins a record of clauses that l blocks.
func (s *Solver) beginBlocked(l Lit) {
	e := &s.ext
	e.blocked = lengthen(e.blocked, int(l)+1, noRecord)
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

// next returns the clause at i, and where the next one is.
func (e *extension) next(i int) (c []Lit, id ClauseID, after int) {
	after = i + 2 + int(e.words[i])
	return e.words[i+2 : after : after], ClauseID(e.words[i+1]), after
}

// extend extends a model of the formula to the records, the last one first.
func (s *Solver) extend() {
	e := &s.ext
	for i := len(e.records) - 1; i >= 0; i-- {
		r := e.records[i]
		if r.v == 0 {
			continue
		}
		l := s.falseWithout(r)
		if l == NoLit && r.lit == NoLit {
			l = s.PhaseLit(r.v) // either value will do
		}
		if l != NoLit {
			s.model.values[l.Var()] = value(l)
		}
	}
}

// mayChange reports whether records may change the value of v in a model.
func (e *extension) mayChange(v Var) bool {
	blocks := func(l Lit) bool { return int(l) < len(e.blocked) && e.blocked[l] != noRecord }
	return e.inactive[v] || blocks(v.Pos()) || blocks(v.Neg())
}

// falseWithout returns the literal of the record's variable in a clause whose other
// literals are all false in the model, or NoLit if there is no such clause.
func (s *Solver) falseWithout(r record) Lit {
	for at := r.from; at < r.to; {
		c, _, after := s.ext.next(at)
		at = after
		if !slices.ContainsFunc(c[1:], func(q Lit) bool { return s.ModelValue(q) == True }) {
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
