package simplex

import (
	"math/rand"
	"testing"
)

// chain is x0 <= x1 + c1 <= ... with difference rows, as unrolled loops have.
func chain(n int) (*Tableau, []Var, []Var) {
	t := New()
	xs := []Var{t.NewVar(true)}
	var rows []Var
	for i := range n {
		xs = append(xs, t.NewVar(true))
		rows = append(rows, t.NewRow([]Monomial{{xs[i+1], rat(1)}, {xs[i], rat(-1)}}))
	}
	return t, xs, rows
}

// BenchmarkChain asserts the rows of a chain one by one with a check each,
// then a contradiction at the end, and backtracks.
func BenchmarkChain(b *testing.B) {
	const n = 200
	t, xs, rows := chain(n)
	b.ReportAllocs()
	for b.Loop() {
		t.Push()
		t.AssertEqual(xs[0], rat(5), 1)
		for i, r := range rows {
			t.Push()
			t.AssertEqual(r, rat(int64(i%7-3)), Reason(i+2))
			if t.Check(nil) != Feasible {
				b.Fatal("infeasible")
			}
		}
		t.Push()
		if t.AssertUpper(xs[n], rat(-10000), false, 9999) && t.Check(nil) != Infeasible {
			b.Fatal("feasible")
		}
		t.Backtrack(0)
	}
	b.ReportMetric(float64(t.Stats().Pivots)/float64(t.Stats().Checks), "pivots/check")
}

// BenchmarkChainPropagate fixes a chain by bound propagation alone.
func BenchmarkChainPropagate(b *testing.B) {
	const n = 200
	t, xs, rows := chain(n)
	for _, x := range xs {
		t.Watch(x, true)
	}
	var implied []Implied
	b.ReportAllocs()
	for b.Loop() {
		t.Push()
		for i, r := range rows {
			t.AssertEqual(r, rat(int64(i%7-3)), Reason(i+2))
		}
		t.AssertEqual(xs[0], rat(5), 1)
		for {
			var ok bool
			if implied, ok = t.PropagateBounds(implied[:0]); !ok {
				b.Fatal("conflict")
			}
			if len(implied) == 0 {
				break
			}
			for _, p := range implied {
				if p.Upper {
					t.AssertUpper(p.V, p.B, p.Strict, 1)
				} else {
					t.AssertLower(p.V, p.B, p.Strict, 1)
				}
			}
		}
		if !t.IsFixed(xs[n]) {
			b.Fatal("not fixed")
		}
		t.Backtrack(0)
	}
}

// BenchmarkSparse walks randomly over bounds of sparse rows with small
// coefficients, as a SAT solver would: assert a few, check, go back.
func BenchmarkSparse(b *testing.B) {
	const n, m = 300, 600
	r := rand.New(rand.NewSource(7))
	t := New()
	var vs []Var
	for range n {
		vs = append(vs, t.NewVar(true))
	}
	for range m {
		var ms []Monomial
		for range 2 + r.Intn(3) {
			c := int64(1 - 2*r.Intn(2))
			if r.Intn(8) == 0 {
				c *= int64(2 + r.Intn(7))
			}
			ms = append(ms, Monomial{vs[r.Intn(n)], rat(c)})
		}
		vs = append(vs, t.NewRow(ms))
	}
	conflicts := 0
	var farkas []Farkas
	b.ReportAllocs()
	for b.Loop() {
		t.Push()
		ok := true
		for range 1 + r.Intn(5) {
			v, k := vs[r.Intn(len(vs))], rat(int64(r.Intn(2001)-1000))
			if r.Intn(2) == 0 {
				ok = ok && t.AssertLower(v, k, false, 1)
			} else {
				ok = ok && t.AssertUpper(v, k, false, 1)
			}
		}
		if ok && t.Check(nil) == Infeasible {
			ok = false
		}
		if !ok {
			conflicts++
			farkas = t.Conflict(farkas[:0])
			t.Backtrack(max(0, t.Level()-1-r.Intn(8)))
		}
	}
	s := t.Stats()
	b.ReportMetric(float64(s.Pivots)/float64(s.Checks), "pivots/check")
	b.ReportMetric(float64(conflicts)/float64(s.Checks), "conflicts/check")
}
