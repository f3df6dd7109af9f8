package sat_test

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/muster-smt/muster/sat"
)

// TestBytes bounds what a variable and a clause of three literals cost: a list that grows
// without need, or has an entry for each variable without being needed, would be noticed.
func TestBytes(t *testing.T) {
	const vars, clauses = 8000, 30400
	r := rand.New(rand.NewPCG(1, 2))
	var lists [][]sat.Lit
	for range clauses {
		lists = append(lists, []sat.Lit{sat.Lit(2 + r.IntN(2*vars)), sat.Lit(2 + r.IntN(2*vars)), sat.Lit(2 + r.IntN(2*vars))})
	}
	held := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	for _, c := range []struct {
		name                   string
		reserve                bool
		conflicts              int64
		perVariable, perClause int64
	}{
		{"empty", true, 0, 80, 0},
		{"reserved", true, 1, 90, 52},
		{"grown", false, 1, 110, 70},
		{"searched", true, 2100, 150, 75},
	} {
		before := held()
		s := sat.New(sat.Options{})
		n := clauses
		if c.perClause == 0 {
			n = 0
		}
		if c.reserve {
			s.Reserve(vars, n, 3*n)
		}
		for range vars {
			s.NewVar()
		}
		for _, l := range lists[:n] {
			s.Add(l, sat.Irredundant)
		}
		if c.conflicts > 0 {
			s.Solve(nil, nil, sat.Budget{Conflicts: c.conflicts})
		}
		got, limit := held()-before, c.perVariable*vars+c.perClause*int64(n)
		st := s.Stats()
		t.Logf("%s: %d bytes of %d, estimate %d, %d conflicts, %d rounds", c.name, got, limit, st.Bytes, st.Conflicts, st.Rounds)
		if got > limit {
			t.Errorf("%s: %d bytes, want at most %d", c.name, got, limit)
		}
		if st.Bytes < got*2/3 || st.Bytes > got*7/4 {
			t.Errorf("%s: %d bytes, but Stats.Bytes is %d", c.name, got, st.Bytes)
		}
		runtime.KeepAlive(s)
	}
	runtime.KeepAlive(lists)
}
