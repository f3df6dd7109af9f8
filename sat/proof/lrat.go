package proof

import (
	"fmt"

	"github.com/muster-smt/muster/sat"
)

// LRAT checks each derived clause by its antecedents.
type LRAT struct {
	clauses []clauseRef // by id
	arena   []sat.Lit
	vals    []sat.Value // by literal
	trail   []sat.Lit
	empty   bool
	steps   int
	lemmas  int
	err     error
}

type clauseRef struct {
	off  int32
	size int32 // -1: no such clause
}

// NewLRAT returns a checker that has seen nothing.
func NewLRAT() *LRAT { return &LRAT{} }

// Err is the first step that does not hold, or nil.
func (c *LRAT) Err() error { return c.err }

// Empty reports whether the empty clause is derived.
func (c *LRAT) Empty() bool { return c.empty }

// Steps is the number of derived clauses that were checked.
func (c *LRAT) Steps() int { return c.steps }

// Lemmas is the number of theory lemmas that were taken as axioms.
func (c *LRAT) Lemmas() int { return c.lemmas }

// Axiom implements sat.Tracer.
func (c *LRAT) Axiom(id sat.ClauseID, lits []sat.Lit, lemma bool) {
	if lemma {
		c.lemmas++
	}
	c.store(id, lits)
}

// Derived implements sat.Tracer.
func (c *LRAT) Derived(id sat.ClauseID, lits []sat.Lit, antecedents []sat.ClauseID) {
	if c.err != nil {
		return
	}
	c.steps++
	if err := c.check(lits, antecedents); err != nil {
		c.err = fmt.Errorf("clause %d %v from %v: %w", id, dimacs(lits), antecedents, err)
	}
	c.store(id, lits)
}

// Deleted implements sat.Tracer.
func (c *LRAT) Deleted(id sat.ClauseID, lits []sat.Lit) {
	if c.err != nil {
		return
	}
	stored, ok := c.get(id)
	if !ok {
		c.err = fmt.Errorf("deletion of clause %d, which does not exist", id)
		return
	}
	if len(stored) != len(lits) {
		c.err = fmt.Errorf("deletion of clause %d as %v, but it is %v", id, dimacs(lits), dimacs(stored))
		return
	}
	c.clauses[id].size = -1
}

func (c *LRAT) get(id sat.ClauseID) ([]sat.Lit, bool) {
	if id >= sat.ClauseID(len(c.clauses)) || c.clauses[id].size < 0 {
		return nil, false
	}
	r := c.clauses[id]
	return c.arena[r.off : r.off+r.size], true
}

func (c *LRAT) store(id sat.ClauseID, lits []sat.Lit) {
	for sat.ClauseID(len(c.clauses)) <= id {
		c.clauses = append(c.clauses, clauseRef{0, -1})
	}
	if c.clauses[id].size >= 0 && c.err == nil {
		c.err = fmt.Errorf("clause %d is there already", id)
	}
	c.clauses[id] = clauseRef{int32(len(c.arena)), int32(len(lits))}
	c.arena = append(c.arena, lits...)
	c.empty = c.empty || len(lits) == 0
}

// check assumes that lits are false and expects each antecedent to be a unit,
// the last one to be false.
func (c *LRAT) check(lits []sat.Lit, antecedents []sat.ClauseID) error {
	defer c.undo()
	for _, l := range lits {
		if c.value(l) == sat.True {
			return nil // a tautology
		}
		c.assign(l.Not())
	}
	for _, id := range antecedents {
		clause, ok := c.get(id)
		if !ok {
			return fmt.Errorf("there is no clause %d", id)
		}
		unit := sat.NoLit
		for _, l := range clause {
			switch v := c.value(l); {
			case v == sat.False || l == unit:
			case v == sat.True:
				return fmt.Errorf("clause %d is true", id)
			case unit != sat.NoLit:
				return fmt.Errorf("clause %d is no unit", id)
			default:
				unit = l
			}
		}
		if unit == sat.NoLit {
			return nil
		}
		c.assign(unit)
	}
	return fmt.Errorf("no conflict at the end")
}

func (c *LRAT) value(l sat.Lit) sat.Value {
	if int(l) < len(c.vals) {
		return c.vals[l]
	}
	return sat.Undef
}

func (c *LRAT) assign(l sat.Lit) {
	for len(c.vals) <= int(l|1) {
		c.vals = append(c.vals, sat.Undef)
	}
	c.vals[l], c.vals[l.Not()] = sat.True, sat.False
	c.trail = append(c.trail, l)
}

func (c *LRAT) undo() {
	for _, l := range c.trail {
		c.vals[l], c.vals[l.Not()] = sat.Undef, sat.Undef
	}
	c.trail = c.trail[:0]
}

func dimacs(lits []sat.Lit) []int {
	ns := make([]int, len(lits))
	for i, l := range lits {
		ns[i] = l.Dimacs()
	}
	return ns
}
