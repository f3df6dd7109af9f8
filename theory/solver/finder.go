package solver

import (
	"context"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/term"
)

// A proof costs much of what makes the search fast: most of preprocessing, rules that the log's
// checker does not know, lemmas in place of circuits, sweeping. But a model needs no log. So under
// a proof package bv is asked only after a model finder: a solver without a log for the same assertions.
// Its model, evaluated, is the answer. Whatever else it finds, the solver with the log decides.
//
// Over the scripts of the bench's quantifier-free logics of bit-vectors where either takes 0.1 s of
// CPU, a check with a proof takes 1.95 times as long as one without (geometric mean; 2.54 without the
// model finder): where the answer is sat 1.39 (2.70), else 2.56 (2.40). Other numbers of conflicts are in
// docs/history/experiments.md.

const (
	finderConflicts = 100     // in one check
	finderFirst     = 1 << 21 // propagations in all checks,
	finderShare     = 4       // and one for so many of the solver with the log
	finderLeast     = 1 << 12 // for which it is worth the while
)

// finder is a solver without a proof log that looks for models.
type finder struct {
	s      *Solver // nil before it is needed
	scopes []scope // that it has, those of the solver with the log
	live   int     // assertions that it has
	spent  int64   // propagations
	need   int64   // those for which it is worth the while to go on
	found  bool    // it has answered the last check
	models int64   // checks that it has answered
}

// findsModel reports whether the model finder has found a model.
func (s *Solver) findsModel(ctx context.Context, assumptions []term.Term) bool {
	c := &s.finder
	c.found = false
	if !s.backend.traits().finder || s.proof == nil || s.opt.NoPreprocess || len(s.flow) > 0 {
		return false
	}
	left := finderFirst + s.backend.SAT().Stats().Propagations/finderShare - c.spent
	if left < max(finderLeast, c.need) {
		return false
	}
	if c.s == nil {
		opt := s.opt
		opt.Proof, opt.CheckModels = nil, false
		c.s = New(s.st, opt)
	}
	c.follow(s)
	c.s.budget = sat.Budget{Conflicts: finderConflicts, Propagations: left}
	if n := s.budget.Conflicts; n > 0 {
		c.s.budget.Conflicts = min(n, finderConflicts)
	}
	c.s.modelBudget = s.modelBudget
	before := c.s.propagations()
	c.found = c.s.Check(ctx, assumptions...).Status == sat.Sat
	s.fault = c.s.fault
	used := c.s.propagations() - before
	c.spent += used
	c.need = 2 * used // so that checks without an answer together take twice as long as the last one
	return c.found
}

// found answers a check by the model finder's model.
func (s *Solver) found(assumptions []term.Term) Result {
	s.finder.models++
	s.proof.Query(assumptions, s.forms(assumptions))
	s.proof.Answer(sat.Sat, 0)
	s.sat = len(s.scopes)
	return s.answer(Result{Status: sat.Sat}, assumptions)
}

// follow gives the model finder what is in force.
func (c *finder) follow(s *Solver) {
	common := 0
	for common < min(len(c.scopes), len(s.scopes)) && c.scopes[common].guard == s.scopes[common].guard {
		common++
	}
	for n := len(c.scopes) - 1; n >= common; n-- {
		c.live = min(c.live, c.scopes[n].live)
		c.scopes = c.scopes[:n]
		c.s.Pop()
	}
	for ; ; common++ {
		end := len(s.live)
		if common < len(s.scopes) {
			end = s.scopes[common].live
		}
		for ; c.live < end; c.live++ {
			c.s.Assert(s.live[c.live].given)
		}
		if common == len(s.scopes) {
			return
		}
		c.scopes = append(c.scopes, s.scopes[common])
		c.s.Push()
	}
}

// propagations returns how many the SAT cores of all engines have made.
func (s *Solver) propagations() int64 {
	n := s.backend.SAT().Stats().Propagations
	for _, c := range s.past {
		if c.Name == "propagations" {
			n += c.Value
		}
	}
	return n
}
