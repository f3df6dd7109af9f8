package game

import "github.com/muster-smt/muster/theory/term"

// maxCubes bounds the disjunction that Eliminate returns.
const maxCubes = 2000

// Eliminate returns a formula without quantifiers over the free constants that holds where the variables of
// the quantifier have values as the first player wants them; false if it finds none. Questions after it have no
// meaning.
func (g *Game) Eliminate() (term.Term, bool) {
	var cubes []term.Term
	for range maxCubes {
		w, verdict := g.play(nil, true)
		switch verdict {
		case Unknown:
			return 0, false
		case Holds:
			return g.rw.Or(cubes...), true
		}
		r, err := g.projector.Project(w.m, w.lits, g.isFree)
		if err != nil || !r.Exact {
			return 0, false
		}
		cube := g.rw.And(r.Cube...)
		cubes = append(cubes, cube)
		g.players[0].solver.Assert(g.rw.Not(cube))
	}
	return 0, false
}
