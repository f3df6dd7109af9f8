package bv_test

import (
	"testing"

	"github.com/muster-smt/muster/bv"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// TestWalkScopes: local search and the SAT core take turns while scopes are opened and closed and
// formulas are assumed, and all answers are those of a solver without local search.
func TestWalkScopes(t *testing.T) {
	answers, solved := map[sat.Status]int{}, int64(0)
	for seed := range uint64(60) {
		g := newGen(seed)
		g.plain, g.consts = true, g.consts[:5] // no arrays
		rw := rewrite.New(g.st)
		s := bv.New(rw, bv.Options{Seed: seed, Stress: seed%2 == 0})
		plain := bv.New(rw, bv.Options{NoLocal: true})
		var always []term.Term
		for range 6 {
			guard := g.st.FreshConst("guard", term.Bool)
			scope := append([]term.Term(nil), always...)
			for range 1 + g.IntN(2) {
				f := g.term(term.Bool, 3)
				s.AssertUnder(guard, f)
				plain.AssertUnder(guard, f)
				scope = append(scope, f)
			}
			assumed, all := []term.Term{guard}, scope
			if g.IntN(2) == 0 {
				a := g.term(term.Bool, 2)
				assumed, all = append(assumed, a), append(all, a)
			}
			check(t, g, s, seed, assumed, all, answers)
			var lits []sat.Lit
			for _, a := range assumed {
				lits = append(lits, plain.Lit(a))
			}
			st := s.Check([]sat.Lit{s.Lit(guard)}, sat.Budget{})
			if want := plain.Check(lits[:1], sat.Budget{}); st != want {
				t.Fatalf("seed %d: %v, want %v", seed, st, want)
			}
			if s.Check([]sat.Lit{s.Lit(guard).Not()}, sat.Budget{}) != plain.Check([]sat.Lit{lits[0].Not()}, sat.Budget{}) {
				t.Fatalf("seed %d: wrong without the scope", seed)
			}
			s.Assert(g.st.Not(guard)) // the scope is closed for good
			plain.Assert(g.st.Not(guard))
			if f := g.term(term.Bool, 2); g.IntN(3) == 0 {
				s.Assert(f)
				plain.Assert(f)
				always = append(always, f)
			}
		}
		solved += s.Walks().Solved
	}
	if answers[sat.Sat] < 100 || answers[sat.Unsat] < 50 || solved < 100 {
		t.Errorf("answers: %v, %d by local search", answers, solved)
	}
}

// TestForget: what was asserted in scopes that are closed is not remembered.
func TestForget(t *testing.T) {
	for _, noLocal := range []bool{false, true} { // it is clauses only without local search
		st := term.NewStore()
		x := st.FreshConst("x", st.BitVecSort(8))
		s := bv.New(rewrite.New(st), bv.Options{NoLocal: noLocal})
		for k := range uint64(10) {
			guard := st.FreshConst("guard", term.Bool)
			for n := range uint64(20) {
				s.AssertUnder(guard, st.Not(st.Eq(x, st.Uint(8, 20*k+n))))
			}
			if got := s.Check([]sat.Lit{s.Lit(guard)}, sat.Budget{}); got != sat.Sat {
				t.Fatal(got)
			}
			s.Assert(st.Not(guard))
		}
		if n := s.Remembered(); n > 30 {
			t.Errorf("%d assertions are remembered", n)
		}
		if solved := s.Walks().Solved; (solved > 0) == noLocal {
			t.Errorf("local search has solved %d checks", solved)
		}
	}
}

// TestWalkEffort: local search has a share of the effort, and ends with it.
func TestWalkEffort(t *testing.T) {
	st := term.NewStore()
	all, _ := distributes(st, 7)
	s := bv.New(rewrite.New(st), bv.Options{})
	s.Assert(st.Not(all))
	if got := s.Check(nil, sat.Budget{Conflicts: 3000}); got != sat.Unknown {
		t.Fatal(got)
	}
	core := s.SAT().Stats()
	if used, most := s.Walks().Ticks, 130_000+(core.Ticks+core.SimplifyTicks)/15; used < 100_000 || used > most {
		t.Errorf("%d ticks, at most %d", used, most)
	}
	var lim limit.Limit
	lim.Stop(limit.Timeout)
	s.Within(&lim)
	before := s.Walks().Ticks
	if s.Check(nil, sat.Budget{}) != sat.Unknown || s.Walks().Ticks > before {
		t.Error("a limit does not stop it")
	}
}

// TestWalkMany: many checks with the same assertions do not take long in local search.
func TestWalkMany(t *testing.T) {
	g := newGen(1)
	g.plain, g.consts = true, g.consts[:5]
	s := bv.New(rewrite.New(g.st), bv.Options{})
	p := g.st.FreshConst("p", term.Bool)
	for range 200 {
		s.Assert(g.st.Or(p, g.term(term.Bool, 4)))
	}
	for range 300 {
		if got := s.Check([]sat.Lit{s.Lit(p)}, sat.Budget{}); got != sat.Sat {
			t.Fatal(got)
		}
	}
	if used := s.Walks().Ticks; used > 140_000 {
		t.Errorf("%d ticks", used)
	}
}

// TestWalkAssertedGuard: what is under a guard counts if the guard is asserted.
func TestWalkAssertedGuard(t *testing.T) {
	st := term.NewStore()
	x, guard := st.FreshConst("x", st.BitVecSort(8)), st.FreshConst("guard", term.Bool)
	s := bv.New(rewrite.New(st), bv.Options{})
	s.AssertUnder(guard, st.Eq(x, st.Uint(8, 3)))
	s.Assert(guard)
	if got := s.Check(nil, sat.Budget{}); got != sat.Sat || s.Walks().Solved != 1 {
		t.Errorf("%v, %d by local search", got, s.Walks().Solved)
	}
	s.Assert(st.Not(st.Eq(x, st.Uint(8, 3))))
	if got := s.Check(nil, sat.Budget{}); got != sat.Unsat {
		t.Error(got)
	}
}
