package sat_test

import (
	"slices"
	"testing"

	"github.com/muster-smt/muster/sat"
)

// counting is a Propagator whose first final check adds counted clauses.
type counting struct {
	s       *sat.Solver
	clauses [][]sat.Lit
}

func (p *counting) Assign([]sat.Lit) {}
func (p *counting) NewLevel()        {}
func (p *counting) Backtrack(int)    {}
func (p *counting) Propagate()       {}

func (p *counting) Explain(sat.Lit, uint32, []sat.Lit) ([]sat.Lit, sat.Origin) {
	panic("nothing was propagated")
}

func (p *counting) Final() sat.Final {
	if len(p.clauses) == 0 {
		return sat.FinalSat
	}
	for i, c := range p.clauses {
		p.s.AddCounted(c, uint32(10+i), 0)
	}
	p.clauses = nil
	return sat.FinalContinue
}

// TestUsed: counted clauses that a conflict resolves are reported, once.
func TestUsed(t *testing.T) {
	s := sat.New(sat.Options{})
	a, b, c, d := s.NewVar().Pos(), s.NewVar().Pos(), s.NewVar().Pos(), s.NewVar().Pos()
	p := &counting{s: s}
	s.Connect(p)
	for _, l := range []sat.Lit{a, b, c, d} {
		s.Observe(l.Var())
		s.Offer(l.Var())
		s.SetPhase(l.Var(), true)
	}
	used := func() (out []uint32) {
		s.Used(func(n uint32) { out = append(out, n) })
		return out
	}
	// c and d are true after the first final check, so the second clause is false.
	p.clauses = [][]sat.Lit{{b, c, d}, {a.Not(), b.Not(), c.Not()}, {a.Not(), b.Not(), c, d.Not()}, {a.Not(), c, d}, {a, b, c}}
	if got := s.Solve(nil, nil, sat.Budget{}); got != sat.Sat {
		t.Fatal(got)
	}
	got := used()
	if !slices.Contains(got, 11) || slices.Contains(got, 10) || slices.Contains(got, 14) || !slices.IsSorted(got) {
		t.Errorf("used: %v", got)
	}
	e, f := s.NewVar().Pos(), s.NewVar().Pos() // another conflict
	s.AddClause(e, f)
	s.AddClause(e.Not(), f)
	s.AddClause(e, f.Not())
	s.AddClause(e.Not(), f.Not())
	before := s.Stats().Conflicts
	if got := s.Solve(nil, nil, sat.Budget{}); got != sat.Unsat || s.Stats().Conflicts == before {
		t.Fatal(got)
	}
	if again := used(); len(again) > 0 {
		t.Errorf("used again: %v", again)
	}
}
