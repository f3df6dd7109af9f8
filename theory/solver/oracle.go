package solver

import (
	"errors"

	"github.com/muster-smt/muster/sat"
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

// errSpent says that no more models are to be checked.
var errSpent = errors.New("no more models are checked")

// naming finds a term that has a value in a candidate model.
type naming = func(model.Value) (term.Term, bool)

// violations looks for instances of universal quantifiers that a candidate model violates, and
// returns their terms. If there are none, the completed candidate is the model of the answer.
func (c *common) violations(
	candidate func() (*model.Model, error), qs []quant.Universal, name naming,
) (instances [][]term.Term, satisfied bool, err error) {
	if c.candidates++; c.modelBudget > 0 && c.candidates > c.modelBudget {
		return nil, false, errSpent
	}
	m, err := candidate()
	if err != nil {
		return nil, false, err
	}
	p, err := c.checker.Complete(m)
	if err != nil {
		return nil, false, err
	}
	p.Negative = c.candidates > frequentModels && c.candidates%2 == 0
	instances = make([][]term.Term, len(qs))
	satisfied = true
	for i, u := range qs {
		if c.ctx.Err() != nil {
			return nil, false, errSpent
		}
		if g := c.game(u); g != nil {
			terms, verdict := g.Violation(m)
			if verdict != game.Unknown {
				satisfied = satisfied && verdict == game.Holds
				instances[i] = terms
				continue
			}
			c.games[u.Body] = nil
		}
		q := mbqi.Quantifier(u)
		values, verdict := p.Check(q)
		if verdict == mbqi.Holds {
			continue
		}
		satisfied = false
		if verdict != mbqi.Violated {
			continue
		}
		if terms, ok := p.Terms(q, values, name); ok {
			instances[i] = terms
		}
	}
	if satisfied {
		c.verified = m
	}
	return instances, satisfied, nil
}

// question returns a solver for a question about one quantifier in one model. The
// question is simplified already: preprocessing would only take its chains of
// if-then-else apart.
func (c *common) question() *nested {
	n := c.nested(c.nesting+1 >= maxNesting)
	n.nesting = c.nesting + 1
	n.SetModelBudget(nestedModels)
	return n
}

// nested is a solver for questions of another one. It implements mbqi.Solver and game.Solver.
type nested struct {
	*Solver
	owner *common
}

func (c *common) nested(candidates bool) *nested {
	n := New(c.st, Options{Seed: c.opt.Seed, Without: c.opt.Without, NoPreprocess: true, Candidates: candidates})
	n.SetConflictBudget(nestedConflicts)
	return &nested{n, c}
}

func (n *nested) Check(assumptions []term.Term) (satisfiable, known bool) {
	r := n.Solver.Check(n.owner.ctx, assumptions...)
	return r.Status == sat.Sat, r.Status != sat.Unknown
}
