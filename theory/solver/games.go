package solver

import (
	"github.com/muster-smt/muster/theory/game"
	"github.com/muster-smt/muster/theory/quant"
)

// game returns the game that decides a universal quantifier of linear arithmetic with others inside; nil
// for what is left to package mbqi.
func (c *common) game(u quant.Universal) *game.Game {
	g, known := c.games[u.Body]
	if known {
		return g
	}
	if c.st.HasQuantifier(u.Body) && game.Supports(c.st, u.Body) {
		g = game.New(c.rw, true, u.Vars, u.Body, c.opponent)
	}
	c.games[u.Body] = g
	return g
}

// opponent returns a solver for formulas without quantifiers.
func (c *common) opponent() game.Solver { return c.nested(false) }
