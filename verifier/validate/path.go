package validate

import (
	"context"
	"slices"
	"strconv"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// The search for a model of a path, or a refutation, is limited by the number of models in which its quantifiers are
// checked, and by polls, of which there are some 100,000 to 500,000 in a second: small programs need hundreds.
const (
	pathModels  = 30
	pathPolls   = 25_000
	modelPolls  = 3_000_000 // if functions on bits have their meaning
	refutePolls = 5_000_000 // if quantifiers have none
)

// PathAnswer is what Path finds out.
type PathAnswer struct {
	Status sat.Status   // sat.Unknown if the budget was spent
	Model  *model.Model // if it is sat.Sat: all facts hold in it, for all values that their quantifiers range over
	Core   []int        // if it is sat.Unsat: the indices of facts that contradict each other
	Polls  int64        // that the answer took
}

// Path decides, within a budget, whether the facts about the path of an execution can hold together.
//
// Functions on bits are interpreted as such, if that is a model (bitwise.go).
//
// Engines have quantifiers instantiated by their patterns only, and replay what comes out (verifier/witness); where
// the replay cannot check a quantified assumption for all values, nothing says that there is an execution. This
// solver is a fresh one, knows no relevancy, and checks quantifiers in its models.
func Path(ctx context.Context, st *term.Store, facts []term.Term) PathAnswer {
	p := &pathSearch{ctx: ctx, st: st}
	a := p.decide(facts)
	a.Polls = p.polls
	return a
}

// pathSearch looks for a model or a refutation.
type pathSearch struct {
	ctx   context.Context
	st    *term.Store
	polls int64 // so far
}

// within returns a context that ends after so many polls; end counts those that it took.
func (p *pathSearch) within(polls int64) (ctx context.Context, end func()) {
	budget := limit.NewCountdown(polls, limit.Steps)
	ctx, cancel := budget.Context(p.ctx)
	return ctx, func() {
		cancel()
		p.polls += polls - max(budget.Left(), 0)
	}
}

// decide asks for a model without the functions that facts define, then for a refutation or a model of all, then for
// a model with functions chosen.
func (p *pathSearch) decide(facts []term.Term) PathAnswer {
	if m := p.simpler(facts, false); m != nil {
		return PathAnswer{Status: sat.Sat, Model: m}
	}
	a := p.whole(facts)
	if a.Status == sat.Unknown {
		if m := p.simpler(facts, true); m != nil {
			return PathAnswer{Status: sat.Sat, Model: m}
		}
	}
	return a
}

// simpler returns a model of facts, if it finds one without the functions that they define, or for which a choice
// satisfies them, and with others as operations on bits; nil if there are no such functions either.
func (p *pathSearch) simpler(facts []term.Term, chosen bool) *model.Model {
	rest, e := withoutDefinitions(p.st, facts, chosen)
	if e == nil {
		rest = facts
	}
	bits, ok := withoutBits(p.ctx, p.st, rest)
	if ok {
		rest = bits
	}
	if e == nil && !ok || chosen && (e == nil || !e.chose) {
		return nil
	}
	m := p.modelOf(rest)
	if m == nil || e != nil && !e.complete(m, facts) {
		return nil
	}
	return m
}

// modelOf returns a model of facts, or nil if the budget is too small or there is none.
func (p *pathSearch) modelOf(facts []term.Term) *model.Model {
	ctx, end := p.within(modelPolls)
	defer end()
	s := solver.New(p.st, solver.Options{})
	s.SetModelBudget(pathModels)
	for _, f := range facts {
		s.Assert(f)
	}
	if s.Check(ctx).Status != sat.Sat {
		return nil
	}
	m, err := s.Model()
	if err != nil {
		return nil
	}
	return m
}

// whole asks a solver, within a budget, whether facts can hold together: first whether instances at the terms that
// matter refute them, for which quantifiers need no meaning, then whether those do that are about symbols in common.
func (p *pathSearch) whole(facts []term.Term) PathAnswer {
	instances := relevantInstances(p.st, facts)
	opaque := opaque(p.st, facts, instances)
	if a := p.ask(opaque[:len(facts)], opaque[len(facts):], refutePolls); a.Status == sat.Unsat {
		return a
	}
	for _, of := range components(p.st, facts) {
		list := make([]term.Term, len(of))
		for i, k := range of {
			list[i] = facts[k]
		}
		if a := p.ask(list, nil, pathPolls); a.Status == sat.Unsat {
			for i, k := range a.Core {
				a.Core[i] = of[k]
			}
			return a
		}
	}
	return p.ask(facts, instances, pathPolls)
}

// opaque returns formulas with constants in place of their quantifiers.
func opaque(st *term.Store, lists ...[]term.Term) []term.Term {
	all := slices.Concat(lists...)
	sub := term.NewSubst(st, st)
	st.Visit(func(t term.Term) bool {
		if op := st.Op(t); op != term.OpForall && op != term.OpExists {
			return true
		}
		sub.Bind(t, st.FreshConst("quantifier", term.Bool))
		return false
	}, all...)
	for i, t := range all {
		all[i] = sub.Apply(t)
	}
	return all
}

// ask asks a solver whether facts can hold beside formulas that always do.
func (p *pathSearch) ask(facts, valid []term.Term, polls int64) PathAnswer {
	ctx, end := p.within(polls)
	defer end()
	st := p.st
	s := solver.New(st, solver.Options{NoRelevancy: true})
	s.SetModelBudget(pathModels)
	names := make([]term.Term, len(facts))
	index := map[term.Term]int{}
	for i, f := range facts {
		names[i] = st.FreshConst("fact"+strconv.Itoa(i), term.Bool)
		index[names[i]] = i
		s.Assert(st.Or(st.Not(names[i]), f))
	}
	for _, t := range valid {
		s.Assert(t)
	}
	r := s.Check(ctx, names...)
	a := PathAnswer{Status: r.Status}
	switch r.Status {
	case sat.Sat:
		m, err := s.Model()
		if err != nil {
			return PathAnswer{}
		}
		a.Model = m
	case sat.Unsat:
		for _, c := range s.Core() {
			a.Core = append(a.Core, index[c])
		}
	}
	return a
}
