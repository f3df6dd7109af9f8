package sat_test

import (
	"testing"

	"github.com/muster-smt/muster/sat"
)

// addClauses adds clauses of signed numbers.
func addClauses(s *sat.Solver, vars int, cs ...[]int) {
	for range vars {
		s.NewVar()
	}
	for _, c := range cs {
		var lits []sat.Lit
		for _, x := range c {
			lits = append(lits, sat.FromDimacs(x))
		}
		s.AddClause(lits...)
	}
}

// The second output is the same function as the first one by other clauses: closure of
// gates does not see it, nor does propagation.
var majorities = [][]int{
	{-4, 1, 2}, {-4, 1, 3}, {-4, 2, 3}, {4, -1, -2}, {4, -1, -3}, {4, -2, -3}, // 4 = majority(1, 2, 3)
	{-6, 2, 3}, {6, -2}, {6, -3}, {-7, 2}, {-7, 3}, {7, -2, -3}, // 6 = 2 or 3, 7 = 2 and 3
	{-5, -1, 6}, {-5, 1, 7}, {5, -1, -6}, {5, 1, -7}, // 5 = (1 ? 6 : 7)
}

func TestSweep(t *testing.T) {
	for _, tt := range []struct {
		name         string
		vars         int
		clauses      [][]int
		swept, units int64
		status       sat.Status
	}{
		{"equal functions", 7, majorities, 1, 0, sat.Sat},
		{"exclusive or of equal functions", 8, append([][]int{{-8, 4, 5}, {-8, -4, -5}, {8, 4, -5}, {8, -4, 5}}, majorities...), 0, 1, sat.Sat},
		{"equal functions differ", 7, append([][]int{{4, 5}, {-4, -5}}, majorities...), 0, 0, sat.Unsat},
		{"negated literals are equal", 3, [][]int{{1, 2, 3}, {1, 2, -3}, {-1, -2, 3}, {-1, -2, -3}}, 1, 0, sat.Sat},
		{"nothing", 3, [][]int{{1, 2, 3}, {-1, -2, -3}}, 0, 0, sat.Sat},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newTee()
			s := sat.New(sat.Options{Tracer: p, Stress: true})
			addClauses(s, tt.vars, tt.clauses...)
			st := s.Sweep()
			if st.Swept < tt.swept || st.SweptUnits < tt.units || tt.swept+tt.units == 0 && tt.status == sat.Sat && st.Swept+st.SweptUnits > 0 {
				t.Errorf("%d equivalences and %d units, want %d and %d", st.Swept, st.SweptUnits, tt.swept, tt.units)
			}
			if tt.status == sat.Unsat && s.Solve(nil, nil, sat.Budget{Decisions: 1}) != sat.Unsat {
				t.Error("not refuted")
			}
			if got := s.Solve(nil, nil, sat.Budget{}); got != tt.status {
				t.Errorf("%v, want %v", got, tt.status)
			}
			if err := p.err(); err != nil {
				t.Error(err)
			}
		})
	}
}

// A variable whose clauses are no gate, but define it, is eliminated by few resolvents. One
// whose clauses force it is a unit.
func TestDefinition(t *testing.T) {
	majority := majorities[:6]
	cs := [][]int{{4, 10, 11}, {4, 12, 13}, {-4, 14, 15}} // with the others 11 resolvents for 9 clauses
	for _, tt := range []struct {
		name               string
		clauses            [][]int
		definitions, fixed int64
	}{
		{"majority", append(cs, majority...), 1, 0},
		{"no definition", append(cs, majority[1:]...), 0, 0},
		{"a unit", append(cs, []int{4, 1, 2, 3}, []int{4, 1, 2, -3}, []int{4, 1, -2, 3}, []int{4, 1, -2, -3},
			[]int{-4, 11, 15},
			[]int{4, -1, 2, 3}, []int{4, -1, 2, -3}, []int{4, -1, -2, 3}, []int{4, -1, -2, -3}), 0, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newTee()
			s := sat.New(sat.Options{Tracer: p})
			addClauses(s, 15, tt.clauses...)
			st := s.EliminateVar(4)
			if st.Definitions != tt.definitions || int64(st.Fixed) != tt.fixed {
				t.Errorf("%d definitions and %d units, want %d and %d", st.Definitions, st.Fixed, tt.definitions, tt.fixed)
			}
			if got := s.Solve(nil, nil, sat.Budget{}); got != sat.Sat {
				t.Errorf("%v", got)
			}
			for _, c := range tt.clauses {
				holds := false
				for _, x := range c {
					holds = holds || s.ModelValue(sat.FromDimacs(x)) == sat.True
				}
				if !holds {
					t.Errorf("the model does not satisfy %v", c)
				}
			}
			if err := p.err(); err != nil {
				t.Error(err)
			}
		})
	}
}

// An equivalence of frozen variables, which substitution leaves, is found once.
func TestSweepFrozen(t *testing.T) {
	s := sat.New(sat.Options{Stress: true})
	addClauses(s, 7, majorities...)
	for v := range 7 {
		s.Freeze(sat.Var(1 + v))
	}
	if got := s.Sweep().Swept; got != 1 {
		t.Fatalf("%d equivalences, want 1", got)
	}
	if st := s.Sweep(); st.Swept != 1 || st.Irredundant != int64(len(majorities)+2) {
		t.Errorf("%d equivalences and %d clauses after another round, want 1 and %d", st.Swept, st.Irredundant, len(majorities)+2)
	}
}
