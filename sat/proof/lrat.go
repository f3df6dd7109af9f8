package proof

import (
	"errors"
	"fmt"

	"github.com/muster-smt/muster/sat"
)

// LRAT checks each derived clause by its antecedents.
type LRAT struct {
	base
	pages  []*page // clauses by id; nil if there are none
	spare  *page
	defs   definitions
	stamp  sat.Lit
	hints  []int64
	lemmas int
}

// page holds the places of clauses with pageSize consecutive ids.
type page struct {
	refs [pageSize]ref
	live int
}

const pageSize = 1 << 10

// MaxID bounds the ids of clauses.
const MaxID = 1<<32 - 1

// The words of a clause's header.
const (
	lratStamp = wordA // LRAT.stamp, if the last RAT step has hints for the clause
	lratID    = wordB
)

// NewLRAT returns a checker without clauses.
func NewLRAT() *LRAT { return &LRAT{base: base{vals: make([]sat.Value, 2)}} }

// Lemmas is the number of theory lemmas, which were not checked.
func (c *LRAT) Lemmas() int { return c.lemmas }

// Antecedents implements sat.Tracer.
func (c *LRAT) Antecedents() bool { return true }

// Axiom implements sat.Tracer.
func (c *LRAT) Axiom(id sat.ClauseID, lits []sat.Lit, lemma bool, _ sat.Origin) {
	if lemma {
		c.lemmas++
	}
	if err := c.defs.axiom(lits); err != nil && c.err == nil {
		c.err = err
	}
	c.store(id, lits)
}

// Derived implements sat.Tracer.
func (c *LRAT) Derived(id sat.ClauseID, lits []sat.Lit, antecedents []sat.ClauseID) {
	c.hints = c.hints[:0]
	for _, a := range antecedents {
		c.hints = append(c.hints, int64(a))
	}
	c.derive(id, lits, c.hints, false)
}

// derive checks a clause and stores it. In a RAT step a negative hint begins the hints
// for a clause to resolve with.
func (c *LRAT) derive(id sat.ClauseID, lits []sat.Lit, hints []int64, rat bool) {
	if c.err != nil {
		return
	}
	c.steps++
	err := c.check(lits, hints, rat)
	c.undo(0)
	c.store(id, lits)
	if err != nil {
		c.err = fmt.Errorf("clause %d %v from %v: %w", id, c.names.dimacs(lits), hints, err)
	}
}

// Deleted implements sat.Tracer.
func (c *LRAT) Deleted(id sat.ClauseID, lits []sat.Lit) {
	if c.err != nil {
		return
	}
	if r := c.get(int64(id)); r != 0 && len(c.arena.lits(r)) != len(lits) {
		c.err = fmt.Errorf("deletion of clause %d as %v, but it is %v", id, dimacs(lits), dimacs(c.arena.lits(r)))
		return
	}
	c.remove(int64(id))
}

// remove deletes a clause.
func (c *LRAT) remove(id int64) {
	r := c.get(id)
	if r == 0 {
		c.err = fmt.Errorf("deletion of clause %d, which does not exist", id)
		return
	}
	c.defs.count(c.arena.lits(r), -1)
	c.set(sat.ClauseID(id), 0)
	c.arena.kill(r)
	if c.arena.wasteful() {
		c.occ.drop()
		c.arena.compact(func(_, now ref) { c.set(sat.ClauseID(c.arena.words[now+lratID]), now) })
	}
}

// get returns the clause with an id, 0 if there is none.
func (c *LRAT) get(id int64) ref {
	p := uint64(id) / pageSize
	if p >= uint64(len(c.pages)) || c.pages[p] == nil {
		return 0
	}
	return c.pages[p].refs[id%pageSize]
}

// set sets the clause with an id, or none if r is 0. A page without clauses is freed.
func (c *LRAT) set(id sat.ClauseID, r ref) {
	p := id / pageSize
	if n := sat.ClauseID(len(c.pages)); n <= p {
		c.pages = append(c.pages, make([]*page, p+1-n)...)
	}
	at := c.pages[p]
	switch {
	case at != nil:
	case c.spare != nil:
		at, c.spare = c.spare, nil
	default:
		at = new(page)
	}
	c.pages[p] = at
	old := &at.refs[id%pageSize]
	if *old == 0 && r != 0 {
		at.live++
	} else if *old != 0 && r == 0 {
		at.live--
	}
	if *old = r; at.live == 0 {
		c.pages[p], c.spare = nil, at
	}
}

func (c *LRAT) store(id sat.ClauseID, lits []sat.Lit) {
	switch {
	case c.err != nil:
		return
	case id > MaxID:
		c.err = fmt.Errorf("clause %d has an id above %d", id, uint64(MaxID))
		return
	case c.get(int64(id)) != 0:
		c.err = fmt.Errorf("clause %d exists already", id)
		return
	}
	for _, l := range lits {
		for len(c.vals) <= int(l|1) {
			c.vals = append(c.vals, sat.Undef)
		}
	}
	r := c.arena.add(lits, 0, sat.Lit(id))
	c.set(id, r)
	c.occ.add(&c.arena, r)
	c.defs.count(lits, 1)
	c.empty = c.empty || len(lits) == 0
}

var errNoConflict = errors.New("no conflict at the end")

// check assumes that lits are false. Then each antecedent must be a unit, and the last
// one false. If there is no conflict and rat is set, all resolvents on the first literal
// must be refuted in this way.
func (c *LRAT) check(lits []sat.Lit, hints []int64, rat bool) error {
	for _, l := range lits {
		if c.value(l) == sat.True {
			return nil // a tautology
		}
		c.assign(l.Not())
	}
	rest, conflict, err := c.propagate(hints)
	if err != nil || conflict {
		return err
	}
	if !rat || len(lits) == 0 {
		return errNoConflict
	}
	c.rats++
	return c.resolvents(lits[0].Not(), rest)
}

// propagate follows hints up to a conflict or a negative hint.
func (c *LRAT) propagate(hints []int64) (rest []int64, conflict bool, err error) {
	for i, id := range hints {
		if id < 0 {
			return hints[i:], false, nil
		}
		r := c.get(id)
		if r == 0 {
			return nil, false, fmt.Errorf("there is no clause %d", id)
		}
		unit := sat.NoLit
		for _, l := range c.arena.lits(r) {
			switch v := c.vals[l]; {
			case v == sat.False || l == unit:
			case v == sat.True:
				return nil, false, fmt.Errorf("clause %d is true", id)
			case unit != sat.NoLit:
				return nil, false, fmt.Errorf("clause %d is not a unit", id)
			default:
				unit = l
			}
		}
		if unit == sat.NoLit {
			return hints[i+1:], true, nil
		}
		c.assign(unit)
	}
	return nil, false, nil
}

// resolvents checks that the resolvents with all clauses that have the literal n are
// refuted: by the hints after the clause's negated id, or because they have a true
// literal.
func (c *LRAT) resolvents(n sat.Lit, hints []int64) error {
	with := c.having(n)
	c.stamp++
	start := len(c.trail)
	for len(hints) > 0 {
		id := -hints[0]
		hints = hints[1:]
		r := c.get(id)
		if r == 0 {
			return fmt.Errorf("there is no clause %d", id)
		}
		c.arena.words[r+lratStamp] = c.stamp
		conflict := c.refuted(r, n)
		for _, l := range c.arena.lits(r) {
			if !conflict && l != n && c.vals[l] == sat.Undef {
				c.assign(l.Not())
			}
		}
		if !conflict {
			var err error
			if hints, conflict, err = c.propagate(hints); err != nil {
				return err
			}
		}
		if !conflict {
			return fmt.Errorf("no conflict at the end of the hints for clause %d", id)
		}
		for len(hints) > 0 && hints[0] > 0 {
			hints = hints[1:]
		}
		c.undo(start)
	}
	for _, r := range with {
		if c.arena.words[r+lratStamp] != c.stamp && !c.refuted(r, n) {
			return fmt.Errorf("%w, nor are there hints for clause %d", errNoConflict, c.arena.words[r+lratID])
		}
	}
	return nil
}

// refuted reports whether a clause has a true literal other than n.
func (c *LRAT) refuted(r ref, n sat.Lit) bool {
	for _, l := range c.arena.lits(r) {
		if l != n && c.vals[l] == sat.True {
			return true
		}
	}
	return false
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
