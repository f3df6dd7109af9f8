package proof

import (
	"fmt"

	"github.com/muster-smt/muster/sat"
)

// Definitions of fresh variables extend the formula conservatively: each of its models
// remains one if only these variables change. That stays true when axioms are added, as
// long as no axiom has such a variable. So a checker of a proof that is being made
// remembers them while there are clauses with them. DRAT keeps units that are deleted, so
// it checks definitions in files only.

// definitions counts the clauses with defined variables.
type definitions struct {
	clauses map[sat.Var]int
}

// begin notes that the variable of l is being defined. It is new, or being defined
// already.
func (d *definitions) begin(l sat.Lit, c *base) error {
	v := l.Var()
	if _, known := d.clauses[v]; known {
		return nil
	}
	if len(c.having(l)) > 0 || len(c.having(l.Not())) > 0 {
		return fmt.Errorf("variable %d is defined, but is not fresh", v)
	}
	if d.clauses == nil {
		d.clauses = map[sat.Var]int{}
	}
	d.clauses[v] = 0
	return nil
}

// count counts a clause that was added or removed.
func (d *definitions) count(lits []sat.Lit, by int) {
	if len(d.clauses) == 0 {
		return
	}
	for _, l := range lits {
		if n, ok := d.clauses[l.Var()]; !ok {
			continue
		} else if n += by; n > 0 {
			d.clauses[l.Var()] = n
		} else {
			delete(d.clauses, l.Var())
		}
	}
}

// axiom checks that an axiom has no defined variable.
func (d *definitions) axiom(lits []sat.Lit) error {
	for _, l := range lits {
		if d.clauses[l.Var()] > 0 {
			return fmt.Errorf("the axiom %v has variable %d, which was defined", dimacs(lits), l.Var())
		}
	}
	return nil
}

// Defined implements sat.Definer. The clause must have the RAT property.
//
//muster:requires len(lits) > 0
func (c *LRAT) Defined(id sat.ClauseID, lits []sat.Lit, blocked []sat.ClauseID) {
	if err := c.defs.begin(lits[0], &c.base); err != nil && c.err == nil {
		c.err = err
	}
	c.hints = c.hints[:0]
	for _, b := range blocked {
		c.hints = append(c.hints, -int64(b))
	}
	c.derive(id, lits, c.hints, true)
}
