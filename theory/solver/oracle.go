package solver

import (
	"context"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/game"
	"github.com/muster-smt/muster/theory/mbqi"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/quant"
	"github.com/muster-smt/muster/theory/term"
)

const (
	// nestedConflicts and nestedModels bound a question about one quantifier in one
	// model.
	nestedConflicts = 20_000
	nestedModels    = 100
	// maxNesting bounds the depth of questions within questions: quantifiers inside a
	// quantifier's body.
	maxNesting = 4
	// frequentModels is in how many models of a check arrays hold elsewhere what is frequent, before it is what is new.
	frequentModels = 5
)

// checkQuantifiers looks for violated instances of the active universal quantifiers
// in the candidate model. If there are none, the completed candidate is the model of
// the answer. Spent means that a limit is reached.
func (s *Solver) checkQuantifiers(qs []quant.Universal, name func(model.Value) (term.Term, bool)) (instances [][]term.Term, satisfied, spent bool) {
	if s.candidates++; s.modelBudget > 0 && s.candidates > s.modelBudget {
		return nil, false, true
	}
	m, err := s.e.Model()
	if err != nil {
		return nil, false, false
	}
	p, err := s.checker.Complete(m)
	if err != nil {
		return nil, false, false
	}
	p.Negative = s.candidates > frequentModels && s.candidates%2 == 0
	out := make([][]term.Term, len(qs))
	satisfied = true
	for i, u := range qs {
		if s.ctx.Err() != nil {
			return nil, false, true
		}
		if g := s.game(u); g != nil {
			terms, verdict := g.Violation(m)
			if verdict != game.Unknown {
				satisfied = satisfied && verdict == game.Holds
				out[i] = terms
				continue
			}
			s.games[u.Body] = nil
		}
		q := mbqi.Quantifier{Vars: u.Vars, Body: u.Body}
		values, verdict := p.Check(q)
		if verdict == mbqi.Holds {
			continue
		}
		satisfied = false
		if verdict != mbqi.Violated {
			continue
		}
		if terms, ok := p.Terms(q, values, name); ok {
			out[i] = terms
		}
	}
	if satisfied {
		s.verified, s.verifiedAt = m, s.e.Checks[theory.Last]
	}
	return out, satisfied, false
}

// question returns a solver for a question about one quantifier in one model. The
// question is simplified already: preprocessing would only take its chains of
// if-then-else apart.
func (s *Solver) question() mbqi.Solver {
	n := New(s.st, Options{Seed: s.opt.Seed, Without: s.opt.Without, NoPreprocess: true, Candidates: s.nesting+1 >= maxNesting})
	n.nesting = s.nesting + 1
	n.SetConflictBudget(nestedConflicts)
	n.SetModelBudget(nestedModels)
	return &question{s: n, ctx: s.ctx}
}

// question implements mbqi.Solver.
type question struct {
	s   *Solver
	ctx context.Context
	m   *model.Model
}

func (q *question) Assert(t term.Term) { q.s.Assert(t) }

func (q *question) Check() (satisfiable, known bool) {
	r := q.s.Check(q.ctx)
	return r.Status == sat.Sat, r.Status != sat.Unknown
}

func (q *question) Value(t term.Term) (model.Value, error) {
	if q.m == nil {
		m, err := q.s.Model()
		if err != nil {
			return model.Value{}, err
		}
		q.m = m
	}
	return q.m.Eval(t)
}
