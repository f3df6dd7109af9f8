package sat

import (
	"math"
	"math/rand/v2"
	"testing"
)

// eliminateNow runs elimination alone.
func eliminateNow(s *Solver, ticks int64) {
	s.Reset()
	s.begin(nil, nil, Budget{})
	if s.propagate() && s.clean() {
		s.eliminate(ticks)
		s.propagateRoot()
	}
	s.end()
}

// gates adds a circuit of n conjunctions of random earlier variables.
func gates(s *Solver, r *rand.Rand, inputs, n int) {
	for range inputs {
		s.NewVar()
	}
	for range n {
		a := Lit(2 + r.IntN(2*s.NumVars()))
		b := Lit(2 + r.IntN(2*s.NumVars()))
		g := s.NewVar().Pos()
		s.AddClause(g.Not(), a)
		s.AddClause(g.Not(), b)
		s.AddClause(g, a.Not(), b.Not())
	}
}

// The first round has an effort for each literal, so that it comes far on large formulas
// too.
func TestEliminateMuch(t *testing.T) {
	s := New(Options{})
	s.inproc.off = true
	gates(s, rand.New(rand.NewPCG(1, 1)), 1000, 30000)
	if eliminateNow(s, 0); s.Stats().Eliminated > 0 {
		t.Error("variables were eliminated before there was a search")
	}
	s.stats.Ticks = 1 << 20
	eliminateNow(s, 0)
	if n := s.Stats().Eliminated; n < 25000 {
		t.Errorf("%d variables were eliminated", n)
	}
	if s.Solve(nil, nil, Budget{}) != Sat {
		t.Error("not sat")
	}
}

// Effort that does not pay for the lists is saved, and a round goes on where the one
// before stopped.
func TestEliminateResumes(t *testing.T) {
	s := New(Options{})
	s.inproc.off = true
	gates(s, rand.New(rand.NewPCG(1, 2)), 100, 3000)
	s.elim.ran = true
	eliminateNow(s, 100)
	if n := s.Stats().Eliminated; n > 0 || s.elim.saved != 100 {
		t.Fatalf("%d variables were eliminated, and %d ticks are left", n, s.elim.saved)
	}
	rounds := 0
	for ; s.elim.bound == 0 && rounds < 100; rounds++ {
		s.Reset()
		s.begin(nil, nil, Budget{})
		if !s.propagate() || !s.clean() {
			t.Fatal("unsat")
		}
		d := s.enterDense()
		s.eliminateAll(d, s.stats.Ticks+4000)
		s.leaveDense()
		s.end()
	}
	if n := s.Stats().Eliminated; n < 2500 || rounds < 3 || s.elim.bound != 1 {
		t.Errorf("%d variables were eliminated in %d rounds, and the bound is %d", n, rounds, s.elim.bound)
	}
	s.elim.bound = eliminateBound
	for v := range s.elim.done {
		s.elim.done[v] = true
	}
	before := s.Stats().Ticks
	if eliminateNow(s, 1<<40); s.Stats().Ticks > before+1000 {
		t.Error("the lists were made though there is nothing to try")
	}
	if s.Solve(nil, nil, Budget{}) != Sat {
		t.Error("not sat")
	}
}

// A variable that was tried is tried again when one of its clauses is gone, and not before;
// in a later round, if this one ends.
func TestEliminateAgain(t *testing.T) {
	for _, later := range []bool{false, true} {
		s := New(Options{})
		s.inproc.off = true
		s.elim.ran, s.elim.bound = true, eliminateBound
		v := s.NewVar()
		frozen := func() Lit {
			x := s.NewVar()
			s.Freeze(x)
			return x.Pos()
		}
		other := func() { // a variable to eliminate, so that there is a round
			w := s.NewVar()
			s.AddClause(w.Pos(), frozen())
			s.AddClause(w.Neg(), frozen())
		}
		a := frozen()
		for range 10 {
			s.AddClause(v.Pos(), a, frozen())
			s.AddClause(v.Neg(), frozen(), frozen())
		}
		for i := range int64(2) {
			other()
			if eliminateNow(s, 1<<40); s.Stats().Eliminated != 1+i || !s.elim.done[v] {
				t.Fatalf("%d variables were eliminated; v is done: %t", s.Stats().Eliminated, s.elim.done[v])
			}
		}
		other()
		s.AddClause(v.Pos(), a) // subsumes ten clauses
		if later {
			s.Reset()
			s.begin(nil, nil, Budget{})
			s.clean()
			d := s.enterDense()
			s.backward(d, math.MaxInt64)
			s.leaveDense()
			s.end()
		}
		if eliminateNow(s, 1<<40); s.Stats().Eliminated != 4 || s.Stats().Subsumed != 10 {
			t.Errorf("%d variables were eliminated, %d clauses subsumed", s.Stats().Eliminated, s.Stats().Subsumed)
		}
	}
}
