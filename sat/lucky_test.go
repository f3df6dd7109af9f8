package sat_test

import (
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/fuzz/gen/clauses"
	"github.com/muster-smt/muster/sat"
)

// load adds clauses of signed numbers, and makes their variables.
func load(s *sat.Solver, cs ...[]int) {
	for _, c := range cs {
		var lits []sat.Lit
		for _, n := range c {
			l := sat.FromDimacs(n)
			for sat.Var(s.NumVars()) < l.Var() {
				s.NewVar()
			}
			lits = append(lits, l)
		}
		s.AddClause(lits...)
	}
}

// Formulas that one of the lucky assignments satisfies are answered without a decision.
func TestLucky(t *testing.T) {
	for name, cs := range map[string][][]int{
		"all false":     {{-1, 2}, {-2, 3, -4}, {1, -3}},
		"all true":      {{1, -2}, {2, -3, 4}, {-1, 3}},
		"forward false": {{1, 2}, {-2, -3}, {3, 4, -1}, {2, -4}, {1, 2, 3}},
		"forward true":  {{-1, 2}, {-2, -3}, {3, 4, -1}, {3, 5}, {-5, -1, 3, 4}},
		"backward":      {{4, 3}, {-3, -2}, {2, 1}, {-4, 3}, {-1, -3, 4, 2}, {1, 2, 3}, {-2, 1}},
		"flip":          {{1, 2, 3}, {1, 2, -3}, {-2, 4, 5}, {-2, 4, -5}, {-4, 6}},
		"failed":        {{1, 2}, {1, -2}, {-1, 3, 4}},
		"one each":      {{1, 2, -3}, {-1, 3, 4}, {-4, -2, 1}, {2, 3}, {-2, -3}},
	} {
		s := sat.New(sat.Options{})
		load(s, cs...)
		if st := s.Solve(nil, nil, sat.Budget{}); st != sat.Sat || s.Stats().Lucky != 1 || s.Stats().Decisions != 0 {
			t.Errorf("%s: %v, %+v", name, st, s.Stats())
		}
		for _, c := range cs {
			ok := false
			for _, n := range c {
				ok = ok || s.ModelValue(sat.FromDimacs(n)) == sat.True
			}
			if !ok {
				t.Errorf("%s: the model does not satisfy %v", name, c)
			}
		}
		if st := s.Solve(nil, []sat.Lit{s.PhaseLit(1).Not()}, sat.Budget{}); st == sat.Unknown {
			t.Errorf("%s: %v", name, st)
		}
	}
}

// The literal that satisfies a clause need not be one that it watches when all variables
// are false: a clause that is added later must not go on from there.
func TestLuckyThenClause(t *testing.T) {
	s := sat.New(sat.Options{})
	load(s, []int{1, 2, -3})
	s.Solve(nil, nil, sat.Budget{})
	load(s, []int{2, 3})
	if st := s.Solve(nil, nil, sat.Budget{}); st != sat.Sat || s.ModelValue(sat.FromDimacs(3)) == sat.True &&
		s.ModelValue(sat.FromDimacs(1)) == sat.False && s.ModelValue(sat.FromDimacs(2)) == sat.False {
		t.Errorf("%v: the model does not satisfy 1 2 -3", st)
	}
}

// The gates of a circuit follow from its inputs, whatever these are, and their numbers
// are smaller.
func TestLuckyCircuit(t *testing.T) {
	s := sat.New(sat.Options{})
	for _, c := range clauses.Circuit(rand.New(rand.NewPCG(1, 2)), 100, 3000) {
		for _, l := range c {
			for sat.Var(s.NumVars()) < l.Var() {
				s.NewVar()
			}
		}
		s.AddClause(c...)
	}
	if st := s.Solve(nil, nil, sat.Budget{}); st != sat.Sat || s.Stats().Lucky != 1 || s.Stats().Decisions != 0 {
		t.Errorf("%v, %+v", st, s.Stats())
	}
}

// Failed literals of the first decisions stay, and may refute the clauses.
func TestLuckyUnsat(t *testing.T) {
	p := newTee()
	s := sat.New(sat.Options{Tracer: p})
	load(s, []int{1, 2, 3}, []int{1, 2, -3}, []int{1, -2, 3}, []int{1, -2, -3, 4}, []int{1, -4, -2}, []int{1, 4, 3}, []int{-1, 5, 6}, []int{-1, 5, -6}, []int{-5, 7}, []int{-5, -7})
	if st := s.Solve(nil, nil, sat.Budget{}); st != sat.Unsat || p.err() != nil {
		t.Errorf("%v, %v", st, p.err())
	}
}
