package bv_test

import (
	"testing"

	"github.com/muster-smt/muster/bv"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// distributes returns that x*(y+z) and x*y+x*z are equal, and that they are if x is odd.
func distributes(st *term.Store, width int) (all, odd term.Term) {
	word := st.BitVecSort(width)
	x, y, z := st.FreshConst("x", word), st.FreshConst("y", word), st.FreshConst("z", word)
	all = st.Eq(st.BvMul(x, st.BvAdd(y, z)), st.BvAdd(st.BvMul(x, y), st.BvMul(x, z)))
	return all, st.Or(all, st.Eq(st.Extract(0, 0, x), st.Uint(1, 0)))
}

// TestSweepScopes: gates that are found equal under one guard are equal under the others, and
// what is asserted under a guard makes none equal.
func TestSweepScopes(t *testing.T) {
	all := int64(0)
	for seed := range uint64(3) {
		st := term.NewStore()
		law, odd := distributes(st, 3)
		s := bv.New(rewrite.New(st), bv.Options{Seed: seed, Stress: true})
		guards := []term.Term{st.FreshConst("g", term.Bool), st.FreshConst("g", term.Bool), st.FreshConst("g", term.Bool)}
		a := st.FreshConst("a", st.BitVecSort(3))
		s.AssertUnder(guards[0], st.Not(law))
		s.AssertUnder(guards[1], st.Eq(a, st.Uint(3, 3)))
		s.AssertUnder(guards[2], st.Eq(a, st.Uint(3, 5)))
		for k := range 12 {
			if k == 6 {
				s.AssertUnder(guards[1], st.Not(odd))
			}
			want := sat.Sat
			if k%3 == 0 || k%3 == 1 && k > 6 {
				want = sat.Unsat
			}
			if got := s.Check([]sat.Lit{s.Lit(guards[k%3])}, sat.Budget{}); got != want {
				t.Fatalf("seed %d: check %d: %v, want %v", seed, k, got, want)
			}
		}
		_, merged := s.Sweeps()
		all += merged
	}
	if all == 0 {
		t.Error("nothing was merged")
	}
}

// TestSweepBudget: sweeps neither lengthen a search with a budget nor keep it from its end.
func TestSweepBudget(t *testing.T) {
	st := term.NewStore()
	all, _ := distributes(st, 12)
	s := bv.New(rewrite.New(st), bv.Options{})
	s.Assert(st.Not(all))
	for _, b := range []sat.Budget{{Conflicts: 300}, {Conflicts: 900}, {Conflicts: 1500}, {Decisions: 2000}, {Propagations: 100000}} {
		before := s.SAT().Stats()
		st, why := s.Check(nil, b), limit.Conflicts
		after := s.SAT().Stats()
		switch {
		case b.Decisions > 0:
			why = limit.Decisions
		case b.Propagations > 0:
			why = limit.Propagations
		case after.Conflicts-before.Conflicts < b.Conflicts || after.Conflicts-before.Conflicts > b.Conflicts+1:
			t.Errorf("%+v: %d conflicts", b, after.Conflicts-before.Conflicts)
		}
		if st != sat.Unknown || s.SAT().WhyUnknown() != why {
			t.Errorf("%+v: %v, %v", b, st, s.SAT().WhyUnknown())
		}
	}
	if swept, _ := s.Sweeps(); swept.Asked == 0 {
		t.Error("no sweep")
	}
}
