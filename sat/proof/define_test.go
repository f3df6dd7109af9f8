package proof

import (
	"testing"

	"github.com/muster-smt/muster/sat"
)

// TestDefined defines variables and adds axioms with them, before and after the
// definition was deleted.
func TestDefined(t *testing.T) {
	lit := sat.FromDimacs
	define := func(c *LRAT, from sat.ClauseID, x, a, b sat.Lit) {
		c.Defined(from, []sat.Lit{x.Not(), a}, nil)
		c.Defined(from+1, []sat.Lit{x.Not(), b}, nil)
		c.Defined(from+2, []sat.Lit{x, a.Not(), b.Not()}, []sat.ClauseID{from, from + 1})
	}
	remove := func(c *LRAT, from sat.ClauseID, x, a, b sat.Lit) {
		c.Deleted(from, []sat.Lit{x.Not(), a})
		c.Deleted(from+1, []sat.Lit{x.Not(), b})
		c.Deleted(from+2, []sat.Lit{x, a.Not(), b.Not()})
	}
	for _, test := range []struct {
		name string
		make func(c *LRAT)
		ok   bool
	}{
		{"definition", func(c *LRAT) { define(c, 2, lit(4), lit(1), lit(-2)) }, true},
		{"of an old variable", func(c *LRAT) { define(c, 2, lit(-3), lit(1), lit(-2)) }, false},
		{"blocked clauses missing", func(c *LRAT) {
			c.Defined(2, []sat.Lit{lit(-4), lit(1)}, nil)
			c.Defined(3, []sat.Lit{lit(4), lit(2)}, nil)
		}, false},
		{"axiom with it", func(c *LRAT) {
			define(c, 2, lit(4), lit(1), lit(2))
			c.Axiom(5, []sat.Lit{lit(-4), lit(3)}, false, 0)
		}, false},
		{"lemma with it", func(c *LRAT) {
			define(c, 2, lit(4), lit(1), lit(2))
			c.Axiom(5, []sat.Lit{lit(4)}, true, 0)
		}, false},
		{"axiom without it", func(c *LRAT) {
			define(c, 2, lit(4), lit(1), lit(2))
			c.Axiom(5, []sat.Lit{lit(-1), lit(3)}, false, 0)
		}, true},
		{"axiom after deletion", func(c *LRAT) {
			define(c, 2, lit(4), lit(1), lit(2))
			remove(c, 2, lit(4), lit(1), lit(2))
			c.Axiom(5, []sat.Lit{lit(-4), lit(3)}, false, 0)
		}, true},
		{"again after deletion", func(c *LRAT) {
			define(c, 2, lit(4), lit(1), lit(2))
			remove(c, 2, lit(4), lit(1), lit(2))
			define(c, 5, lit(-4), lit(3), lit(2))
		}, true},
		{"axiom while a derived clause has it", func(c *LRAT) {
			define(c, 2, lit(4), lit(1), lit(2))
			c.Derived(5, []sat.Lit{lit(-4), lit(1), lit(3)}, []sat.ClauseID{2})
			remove(c, 2, lit(4), lit(1), lit(2))
			c.Axiom(6, []sat.Lit{lit(-4), lit(3)}, false, 0)
		}, false},
	} {
		c := NewLRAT()
		c.Axiom(1, []sat.Lit{lit(1), lit(2), lit(3)}, false, 0)
		test.make(c)
		if (c.Err() == nil) != test.ok {
			t.Errorf("%s: %v", test.name, c.Err())
		}
	}
}
