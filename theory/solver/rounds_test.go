package solver_test

import (
	"runtime"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// heap returns the bytes of live objects.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestRounds: rounds of push, assert, check and pop hold only what is live, although
// each round's formulas are new to the engine and make lemmas, constants and nodes, and
// although some assertions stay.
func TestRounds(t *testing.T) {
	st := term.NewStore()
	s := solver.New(st, solver.Options{})
	arr := st.ArraySort(term.Int, term.Int)
	f := st.DeclareFun("f", []term.Sort{term.Int}, term.Int)
	x, y := st.FreshConst("x", term.Int), st.FreshConst("y", term.Int)
	a, b := st.FreshConst("a", arr), st.FreshConst("b", arr)
	s.Assert(st.Le(x, st.App(f, y)))
	s.Push()
	s.Assert(st.Eq(st.Select(a, x), y))
	// Terms stay in the store, so rounds draw from a pool.
	pool := make([]term.Term, 500)
	for i := range pool {
		n, m := st.Int(int64(i)), st.Int(int64(i*7))
		pool[i] = st.Le(n, st.Add(x, st.App(f, st.Add(y, m))))
		if i%20 == 0 {
			pool[i] = st.Or(st.Eq(st.Store(a, n, x), b), st.Not(st.Eq(st.Store(a, m, y), b)))
		}
	}
	const early, late = 1000, 4000 // 10,000: the heap is the same
	var heaps, terms [2]int64
	for i := range late {
		s.Push()
		s.Assert(pool[i%len(pool)])
		if r := s.Check(t.Context()); r.Status != sat.Sat {
			t.Fatalf("round %d: %v (%s)", i, r.Status, r.Reason)
		}
		s.Pop()
		for k, at := range []int{early, late} {
			if i+1 == at {
				heaps[k], terms[k] = heap(), counters(s)["terms"]
			}
		}
	}
	c := counters(s)
	t.Logf("heap %v, terms %v, %d renewals, %d nodes, %d variables", heaps, terms, c["renewals"], c["nodes"], c["variables"])
	if c["checks"] != late || c["final-checks"] < late {
		t.Errorf("%d checks, %d final ones: sums were lost", c["checks"], c["final-checks"])
	}
	if c["renewals"] == 0 {
		t.Error("no renewal")
	}
	if d := heaps[1] - heaps[0]; d > 1<<20 {
		t.Errorf("the heap grew by %d bytes", d)
	}
	runtime.KeepAlive(s)
}
