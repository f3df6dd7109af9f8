package sat_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/muster-smt/muster/fuzz/gen/clauses"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
)

// pigeons adds clauses by which n pigeons fit into n-1 holes if guard holds.
func pigeons(s *sat.Solver, n int, guard sat.Lit) {
	var p [][]sat.Lit
	for range n {
		var holes []sat.Lit
		for range n - 1 {
			holes = append(holes, s.NewVar().Pos())
		}
		p = append(p, holes)
		s.Add(append([]sat.Lit{guard.Not()}, holes...), sat.Irredundant)
	}
	for i := range p {
		for j := range i {
			for h := range p[i] {
				s.AddClause(p[i][h].Not(), p[j][h].Not())
			}
		}
	}
}

// Thousands of assumptions are one level, and the core is the guard.
func TestAssumptionsAreOneLevel(t *testing.T) {
	s := sat.New(sat.Options{})
	guard := s.NewVar().Pos()
	pigeons(s, 7, guard)
	var assumptions []sat.Lit
	for range 3000 {
		assumptions = append(assumptions, s.NewVar().Pos())
	}
	if st := s.Solve(nil, assumptions, sat.Budget{}); st != sat.Sat {
		t.Fatal(st)
	}
	for _, a := range assumptions {
		if s.LevelOf(a.Var()) != 1 {
			t.Fatalf("assumption at level %d", s.LevelOf(a.Var()))
		}
	}
	before := s.Stats().Propagations
	if s.Solve(nil, append(assumptions, guard), sat.Budget{}); !slices.Equal(s.Core(), []sat.Lit{guard}) {
		t.Fatalf("core %v", s.Core())
	}
	if n := s.Stats().Propagations - before; n == 0 {
		t.Fatalf("%d propagations", n)
	}
	if st := s.Solve(nil, assumptions, sat.Budget{}); st != sat.Sat {
		t.Fatal(st)
	}
}

// The trail of a subset of the assumptions is kept.
func TestTrailIsKept(t *testing.T) {
	s := sat.New(sat.Options{})
	var assumptions []sat.Lit
	for range 1000 {
		assumptions = append(assumptions, s.NewVar().Pos())
	}
	s.Solve(nil, assumptions, sat.Budget{})
	v := s.NewVar()
	before := s.Stats().Propagations
	s.AddClause(v.Pos(), assumptions[3].Not())
	if st := s.Solve(nil, append(assumptions, s.NewVar().Neg()), sat.Budget{}); st != sat.Sat {
		t.Fatal(st)
	}
	if n := s.Stats().Propagations - before; n > 5 {
		t.Fatalf("%d propagations, as if from scratch", n)
	}
	if s.ModelValue(v.Pos()) != sat.True {
		t.Fatal("the clause added at the assumption level did not propagate")
	}
}

func TestLimits(t *testing.T) {
	s := sat.New(sat.Options{})
	guard := s.NewVar().Pos()
	pigeons(s, 12, guard)
	assume := []sat.Lit{guard}
	for _, c := range []struct {
		budget sat.Budget
		want   limit.Reason
	}{
		{sat.Budget{Conflicts: 50}, limit.Conflicts},
		{sat.Budget{Decisions: 50}, limit.Decisions},
		{sat.Budget{Propagations: 500}, limit.Propagations},
		{sat.Budget{Bytes: s.Stats().Bytes + 10_000}, limit.Memory},
	} {
		before := s.Stats()
		if st := s.Solve(nil, assume, c.budget); st != sat.Unknown || s.WhyUnknown() != c.want {
			t.Errorf("%v, %v, want %v", st, s.WhyUnknown(), c.want)
		}
		after := s.Stats()
		if b := c.budget.Conflicts; b > 0 && after.Conflicts-before.Conflicts != b {
			t.Errorf("%d conflicts, budget %d", after.Conflicts-before.Conflicts, b)
		}
		if s.Level() != 0 {
			t.Errorf("level %d after a limit", s.Level())
		}
	}
	var lim limit.Limit
	lim.Count(limit.NewCountdown(5000, limit.Memory))
	if st := s.Solve(&lim, assume, sat.Budget{}); st != sat.Unknown || s.WhyUnknown() != limit.Memory {
		t.Errorf("%v, %v", st, s.WhyUnknown())
	}
	if st := s.Solve(nil, []sat.Lit{guard.Not()}, sat.Budget{}); st != sat.Sat {
		t.Errorf("%v after the stops", st)
	}
}

// A stop at any of its polls ends a search over a large circuit with inprocessing at every
// restart, and the solver can be used again.
func TestStop(t *testing.T) {
	for _, p := range []*tee{nil, newTee()} {
		opt := sat.Options{Stress: true}
		if p != nil {
			opt.Tracer = p
		}
		s := sat.New(opt)
		r := rand.New(rand.NewPCG(3, 11))
		const inputs, n = 500, 3000
		for range inputs + n {
			s.NewVar()
		}
		for _, c := range clauses.Circuit(r, inputs, n) {
			s.Add(c, sat.Irredundant)
		}
		before := sat.Lit(2 * s.NumVars())
		for range 300 {
			s.NewVar()
		}
		for range 1278 { // about the threshold
			c := clauses.Distinct(r, 300, 3)
			for i := range c {
				c[i] += before
			}
			s.AddClause(c...)
		}
		guard := s.NewVar().Pos()
		for i := range 12 {
			var lim limit.Limit
			lim.Count(limit.NewCountdown(int64(1+700*i), limit.Interrupt))
			if st := s.Solve(&lim, []sat.Lit{guard}, sat.Budget{}); st != sat.Unknown || s.WhyUnknown() != limit.Interrupt {
				t.Fatalf("%v because of %v", st, s.WhyUnknown())
			}
		}
		t.Logf("proof %v: %d rounds of inprocessing", p != nil, s.Stats().Rounds)
		if st := s.Solve(nil, []sat.Lit{guard.Not(), guard}, sat.Budget{}); st != sat.Unsat || !s.Okay() {
			t.Errorf("%v after the stops", st)
		}
		if p != nil && p.err() != nil {
			t.Error(p.err())
		}
	}
}

// Equal seeds give equal statistics, different seeds different runs.
func TestDeterminism(t *testing.T) {
	run := func(seed uint64) sat.Stats {
		s := sat.New(sat.Options{Seed: seed})
		guard := s.NewVar().Pos()
		pigeons(s, 8, guard)
		s.Solve(nil, []sat.Lit{guard}, sat.Budget{})
		return s.Stats()
	}
	if a, b := run(7), run(7); a != b {
		t.Errorf("equal seeds differ:\n%+v\n%+v", a, b)
	}
	if a, b := run(7), run(8); a == b {
		t.Error("the seed has no influence")
	}
}

func TestPhases(t *testing.T) {
	s := sat.New(sat.Options{})
	a, b, c := s.NewVar(), s.NewVar(), s.NewVar()
	s.AddClause(a.Pos(), b.Pos(), c.Pos())
	s.SetPhase(a, true)
	s.Bump(c)
	s.SetPhase(c, true)
	for range 2 {
		if s.Solve(nil, nil, sat.Budget{}); s.ModelValue(a.Pos()) != sat.True || s.ModelValue(b.Pos()) != sat.False {
			t.Fatal("the phases were not followed")
		}
		if s.LevelOf(c) != 1 {
			t.Fatal("the bumped variable was not decided first")
		}
		// A phase set for an assigned variable survives backtracking.
		s.SetPhase(b, false)
	}
	s.SetPhase(a, false)
	s.Reset() // or the decision stays
	if s.Solve(nil, nil, sat.Budget{}); s.ModelValue(a.Pos()) != sat.False {
		t.Fatal("the hint was overwritten")
	}
}

func TestImply(t *testing.T) {
	s := sat.New(sat.Options{})
	a, b, c, d := s.NewVar().Pos(), s.NewVar().Pos(), s.NewVar().Pos(), s.NewVar().Pos()
	s.AddClause(a.Not(), b)
	s.AddClause(b.Not(), c.Not(), d)
	for _, step := range []struct {
		assume []sat.Lit
		want   sat.Status
		lits   []sat.Lit
	}{
		{[]sat.Lit{a}, sat.Unknown, []sat.Lit{a, b}},
		{[]sat.Lit{a, c}, sat.Sat, []sat.Lit{c, d}},
		{[]sat.Lit{a}, sat.Unknown, []sat.Lit{a, b}},
		{[]sat.Lit{a, c, d.Not()}, sat.Unsat, nil},
		{nil, sat.Unknown, nil},
	} {
		st, lits := s.Imply(nil, step.assume, nil)
		if st != step.want || !slices.Equal(lits, step.lits) {
			t.Errorf("under %v: %v %v, want %v %v", step.assume, st, lits, step.want, step.lits)
		}
		if st == sat.Sat && !slices.Equal(s.Reason(d, nil), []sat.Lit{b, c}) && !slices.Equal(s.Reason(d, nil), []sat.Lit{c, b}) {
			t.Errorf("reason of d: %v", s.Reason(d, nil))
		}
	}
}
