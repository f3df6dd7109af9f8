package sat_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/muster-smt/muster/fuzz/gen/clauses"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
)

// TestInprocessing solves circuits with random constraints, incrementally and under
// assumptions, with and without a propagator, and compares with a solver without
// inprocessing. It evaluates models and checks proofs. Some solves are stopped first, at
// any poll.
func TestInprocessing(t *testing.T) {
	var total sat.Stats
	for seed := range uint64(600) { // some techniques find something in two runs only
		st, err := circuitRun(seed)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		total.Failed += st.Failed
		total.Transitive += st.Transitive
		total.Substituted += st.Substituted
		total.Eliminated += st.Eliminated
		total.Congruent += st.Congruent
		total.GateUnits += st.GateUnits
		total.Swept += st.Swept
		total.SweptUnits += st.SweptUnits
		total.Definitions += st.Definitions
		total.Gates += st.Gates
		total.Restored += st.Restored
		total.Blocked += st.Blocked
		total.Unblocked += st.Unblocked
		total.Subsumed += st.Subsumed
		total.Strengthened += st.Strengthened
		total.XorEquivalences += st.XorEquivalences
		total.Vivified += st.Vivified
		total.OnTheFly += st.OnTheFly
		total.Lucky += st.Lucky
		total.ShrunkenLiterals += st.ShrunkenLiterals
		total.Reused += st.Reused
	}
	t.Logf("%+v", total)
	if min(total.Failed, total.Transitive, total.Substituted, total.Eliminated, total.Gates, total.Restored, total.Blocked, total.Unblocked, total.Subsumed, total.Strengthened, total.XorEquivalences, total.Vivified, total.Reused, total.OnTheFly, total.Lucky, total.ShrunkenLiterals, total.Congruent, total.GateUnits, total.Swept, total.SweptUnits, total.Definitions) == 0 {
		t.Errorf("a technique found nothing: %+v", total)
	}
}

// passenger is a Propagator that does nothing.
type passenger struct{}

func (passenger) Assign([]sat.Lit)                                                   {}
func (passenger) NewLevel()                                                          {}
func (passenger) Backtrack(int)                                                      {}
func (passenger) Propagate()                                                         {}
func (passenger) Final() sat.Final                                                   { return sat.FinalSat }
func (passenger) Explain(_ sat.Lit, _ uint32, dst []sat.Lit) ([]sat.Lit, sat.Origin) { return dst, 0 }

// steward is one that is a Decider: every variable is eligible.
type steward struct{ passenger }

func (steward) Eligible(sat.Var) (sat.Lit, bool) { return sat.NoLit, true }
func (steward) MayWait(sat.Lit) bool             { return true }

func circuitRun(seed uint64) (sat.Stats, error) {
	r := rand.New(rand.NewPCG(seed, 9))
	p := newTee()
	s, plain := sat.New(sat.Options{Tracer: p, Stress: true}), sat.New(sat.Options{})
	plain.Plain()
	inputs, n := 8+r.IntN(8), 20+r.IntN(60)
	for range inputs + n {
		v := s.NewVar()
		plain.NewVar()
		if seed%4 > 1 && r.IntN(4) == 0 {
			s.Observe(v)
		}
	}
	switch seed % 4 {
	case 1:
		s.Connect(steward{})
		for v := range inputs + n {
			s.Offer(sat.Var(1 + v))
		}
	case 2, 3:
		s.Connect(passenger{})
	}
	var all [][]sat.Lit
	add := func(c []sat.Lit) {
		all = append(all, c)
		s.Add(c, sat.Irredundant)
		plain.Add(c, sat.Irredundant)
	}
	for _, c := range clauses.Circuit(r, inputs, n) {
		add(c)
	}
	for range 8 {
		for range r.IntN(1 + n/3) {
			add(randomLits(r, inputs+n, 2+r.IntN(3)))
		}
		assumptions := randomLits(r, inputs+n, r.IntN(3))
		var lim limit.Limit
		lim.Count(limit.NewCountdown(1+r.Int64N(1+r.Int64N(5000)), limit.Interrupt))
		if r.IntN(2) == 0 {
			s.Solve(&lim, assumptions, sat.Budget{})
		}
		got, want := s.Solve(nil, assumptions, sat.Budget{}), plain.Solve(nil, assumptions, sat.Budget{})
		if got != want {
			return s.Stats(), fmt.Errorf("%v, want %v", got, want)
		}
		holds := func(l sat.Lit) bool { return s.ModelValue(l) == sat.True }
		for _, c := range all {
			if got == sat.Sat && !slices.ContainsFunc(c, holds) {
				return s.Stats(), fmt.Errorf("the model does not satisfy %v", c)
			}
		}
		for _, a := range assumptions {
			if got == sat.Sat && !holds(a) {
				return s.Stats(), fmt.Errorf("the model does not satisfy the assumption %v", a)
			}
		}
		if got == sat.Unsat && plain.Solve(nil, s.Core(), sat.Budget{}) != sat.Unsat {
			return s.Stats(), fmt.Errorf("core %v can hold", s.Core())
		}
		if err := p.err(); err != nil {
			return s.Stats(), err
		}
		if !s.Okay() {
			break
		}
	}
	return s.Stats(), nil
}

// A learned clause that subsumes an irredundant one must stay.
func TestSubsumedByLearned(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 4))
	s := sat.New(sat.Options{Stress: true})
	s.Connect(steward{})
	const vars, owned = 60, 20
	for v := range vars {
		s.NewVar()
		s.Offer(sat.Var(1 + v))
	}
	var all [][]sat.Lit
	for range owned {
		c := randomLits(r, 20, 5)
		all = append(all, c)
		s.Add(c, sat.Irredundant)
		s.Add(c[:4], sat.Learned)
	}
	for range 12 {
		for range 14 { // gives conflicts
			c := randomLits(r, 40, 3)
			for i := range c {
				c[i] += 2 * owned
			}
			s.AddClause(c...)
		}
		s.Solve(nil, nil, sat.Budget{Conflicts: 300})
		for _, c := range all {
			var not []sat.Lit
			for _, l := range c {
				not = append(not, l.Not())
			}
			if st := s.Solve(nil, not, sat.Budget{}); st != sat.Unsat {
				t.Fatalf("%v: clause %v is lost", st, c)
			}
		}
	}
	if s.Stats().Subsumed == 0 {
		t.Error("nothing was subsumed")
	}
}
