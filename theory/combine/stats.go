package combine

import "github.com/muster-smt/muster/sat"

// atomCount counts atoms, and those that were relevant at some time during the
// last check, which the theories had to deal with.
type atomCount struct {
	made   int64
	always int64    // relevant at level 0
	live   int64    // relevant above level 0
	now    int64    // relevant above level 0 at some time during this check
	seen   []uint32 // by variable: the last check in which it was relevant above level 0
	check  uint32
}

// nextCheck starts counting for another check.
func (c *atomCount) nextCheck() {
	c.check++
	c.now = c.live
}

// relevant counts the variable of an atom that became relevant.
func (c *atomCount) relevant(v sat.Var, level0 bool) {
	for len(c.seen) <= int(v) {
		c.seen = append(c.seen, 0)
	}
	seen := c.seen[v] == c.check
	if level0 {
		c.always++
		if seen {
			c.now--
		}
		return
	}
	c.live++
	if !seen {
		c.seen[v] = c.check
		c.now++
	}
}

// undone counts an atom that is no longer relevant.
func (c *atomCount) undone(v sat.Var) {
	c.live--
	c.seen[v] = c.check
}

// NumClauses returns the number of clauses that relevancy keeps.
func (e *Engine) NumClauses() int { return len(e.rel.clauses) }

// Recalled returns how often a forgotten lemma was added again.
func (e *Engine) Recalled() int64 { return e.forget.recalled }

// Atoms returns the number of theory atoms, and of those that were relevant at some time
// during the last check.
func (e *Engine) Atoms() (total, relevant int64) {
	return e.count.made, e.count.always + e.count.now
}
