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

// The search for a model of a path, or a refutation, is limited by the number of models in which its quantifiers are checked, and by
// polls, of which there are some 100,000 to 500,000 in a second: small programs need hundreds.
const (
	pathModels  = 30
	pathPolls   = 25_000
	modelPolls  = 1_000_000 // if functions on bits have their meaning
	refutePolls = 5_000_000 // if quantifiers have none
)

// PathAnswer is what Path finds out.
type PathAnswer struct {
	Status sat.Status   // sat.Unknown if the budget was spent
	Model  *model.Model // if it is sat.Sat: all facts hold in it, for all values that their quantifiers range over
	Core   []int        // if it is sat.Unsat: the indices of facts that contradict each other
}

// Path decides, within a budget, whether the facts about the path of an execution can hold together.
//
// Functions on bits are interpreted as such, if that is a model (bitwise.go).
//
// Engines have quantifiers instantiated by their patterns only, and replay what comes out (verifier/witness); where the replay
// cannot check a quantified assumption for all values, nothing says that there is an execution. This solver is a fresh
// one, knows no relevancy, and checks quantifiers in its models.
func Path(ctx context.Context, st *term.Store, facts []term.Term) PathAnswer {
	if m := simpler(ctx, st, facts, false); m != nil {
		return PathAnswer{Status: sat.Sat, Model: m}
	}
	a := decide(ctx, st, facts)
	if a.Status == sat.Unknown {
		if m := simpler(ctx, st, facts, true); m != nil {
			return PathAnswer{Status: sat.Sat, Model: m}
		}
	}
	return a
}

// simpler returns a model of facts, if it finds one without the functions that they define, or for which a choice satisfies them, and with others
// as operations on bits; nil if there are no such functions either.
func simpler(ctx context.Context, st *term.Store, facts []term.Term, chosen bool) *model.Model {
	rest, e := withoutDefinitions(st, facts, chosen)
	if e == nil {
		rest = facts
	}
	bits, ok := withoutBits(ctx, st, rest)
	if ok {
		rest = bits
	}
	if e == nil && !ok || chosen && (e == nil || !e.chose) {
		return nil
	}
	m := modelOf(ctx, st, rest)
	if m == nil || e != nil && !e.complete(m, facts) {
		return nil
	}
	return m
}

// modelOf returns a model of facts, or nil if the budget is too small or there is none.
func modelOf(ctx context.Context, st *term.Store, facts []term.Term) *model.Model {
	ctx, cancel := limit.NewCountdown(modelPolls, limit.Steps).Context(ctx)
	defer cancel()
	s := solver.New(st, solver.Options{})
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

// decide asks a solver, within a budget, whether facts can hold together: first whether instances at the terms that matter refute them, for
// which quantifiers need no meaning.
func decide(ctx context.Context, st *term.Store, facts []term.Term) PathAnswer {
	instances := relevantInstances(st, facts)
	opaque := opaque(st, facts, instances)
	if a := ask(ctx, st, opaque[:len(facts)], opaque[len(facts):], refutePolls); a.Status == sat.Unsat {
		return a
	}
	return ask(ctx, st, facts, instances, pathPolls)
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
func ask(ctx context.Context, st *term.Store, facts, valid []term.Term, polls int64) PathAnswer {
	ctx, cancel := limit.NewCountdown(polls, limit.Steps).Context(ctx)
	defer cancel()
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
