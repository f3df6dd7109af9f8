package solver

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/game"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/quant"
	"github.com/muster-smt/muster/theory/term"
)

// game returns the game that decides a universal quantifier of linear arithmetic with others inside; nil
// for what is left to package mbqi.
func (s *Solver) game(u quant.Universal) *game.Game {
	g, known := s.games[u.Body]
	if known {
		return g
	}
	if s.st.HasQuantifier(u.Body) && game.Supports(s.st, u.Body) {
		g = game.New(s.rw, true, u.Vars, u.Body, func() game.Solver { return s.opponent() })
	}
	if s.games == nil {
		s.games = map[term.Term]*game.Game{}
	}
	s.games[u.Body] = g
	return g
}

// opponent implements game.Solver.
type opponent struct {
	s     *Solver // for formulas without quantifiers
	owner *Solver
}

func (s *Solver) opponent() *opponent {
	o := &opponent{New(s.st, Options{Seed: s.opt.Seed, Without: s.opt.Without, NoPreprocess: true}), s}
	o.s.SetConflictBudget(nestedConflicts)
	return o
}

func (o *opponent) Assert(t term.Term) { o.s.Assert(t) }

func (o *opponent) Check(assumptions []term.Term) (satisfiable, known bool) {
	r := o.s.Check(o.owner.ctx, assumptions...)
	return r.Status == sat.Sat, r.Status != sat.Unknown
}

func (o *opponent) Core() []term.Term { return o.s.Core() }

func (o *opponent) Model() (*model.Model, error) { return o.s.Model() }
