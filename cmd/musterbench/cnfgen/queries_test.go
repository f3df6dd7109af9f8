package cnfgen

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/dimacs"
)

// TestSessions asks small sessions of each family and compares with the answers expected.
func TestSessions(t *testing.T) {
	for i, f := range sessions {
		var text bytes.Buffer
		s := newSession(&text, rand.New(rand.NewPCG(1, uint64(i))))
		f.make(s, 4000, 60)
		if err := s.out.Flush(); err != nil {
			t.Fatal(err)
		}
		var expected []string
		for line := range strings.Lines(text.String()) {
			if want, ok := strings.CutPrefix(line, Expected); ok {
				expected = append(expected, strings.TrimSpace(want))
			}
		}
		formula, err := dimacs.Read(&text, f.name)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(formula.Queries); n < 60 || n != len(expected) || formula.Len() < 4000 {
			t.Errorf("%s: %d queries, %d answers expected, %d clauses", f.name, n, len(expected), formula.Len())
		}
		solver := sat.New(sat.Options{})
		load := formula.Loader(solver)
		for j, q := range formula.Queries {
			load(q.Clauses)
			if got := solver.Solve(nil, q.Assumptions, sat.Budget{}).String(); got != expected[j] {
				t.Errorf("%s, query %d: %s, expected %s", f.name, j+1, got, expected[j])
			}
		}
	}
}
