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
	round := 0
	for b.Loop() {
		round++
		t.Push()
		t.AssertEqual(xs[0], rat(5), 1)
		for i, r := range rows {
			t.Push()
			t.AssertEqual(r, rat(int64((i+round)%7-3)), Reason(i+2))
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
		if !t.fixedVar(&t.vars[xs[n]]) {
			b.Fatal("not fixed")
		}
		t.Backtrack(0)
	}
}

// BenchmarkSparse walks randomly over bounds of sparse rows with small
// coefficients, as a SAT solver would: assert a few, check, go back.
func BenchmarkSparse(b *testing.B)      { walk(b, 300, 600, 1000, 0) }
func BenchmarkSparseTight(b *testing.B) { walk(b, 300, 600, 10, 0) }
func BenchmarkSparseLarge(b *testing.B) { walk(b, 10000, 20000, 100, 0) }

// BenchmarkSparseLocal has rows over neighbouring variables only, as programs do.
func BenchmarkSparseLocal(b *testing.B) { walk(b, 10000, 20000, 20, 12) }

func walk(b *testing.B, n, m int, most int64, near int) {
	r := rand.New(rand.NewSource(7))
	t := New()
	var vs []Var
	for range n {
		vs = append(vs, t.NewVar(true))
	}
	for range m {
		var ms []Monomial
		first := r.Intn(n)
		for range 2 + r.Intn(3) {
			c := int64(1 - 2*r.Intn(2))
			if r.Intn(8) == 0 {
				c *= int64(2 + r.Intn(7))
			}
			v := r.Intn(n)
			if near > 0 {
				v = min(first+r.Intn(near), n-1)
			}
			ms = append(ms, Monomial{vs[v], rat(c)})
		}
		vs = append(vs, t.NewRow(ms))
	}
	conflicts := 0
	var farkas []Farkas
	b.ReportAllocs()
	for b.Loop() {
		t.Push()
		ok := true
		for range 1 + r.Intn(20) {
			v, k := vs[r.Intn(len(vs))], rat(r.Int63n(2*most+1)-most)
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

// planted asserts bounds of all rows of a random local problem that has a
// planted solution, another one each time, in random order with a check each,
// so that the tableau becomes full.
func planted(b *testing.B, n, m, near int, slackness int64) {
	r := rand.New(rand.NewSource(3))
	t := New()
	var vs []Var
	for range n {
		vs = append(vs, t.NewVar(true))
	}
	rows := make([][]Monomial, m)
	for i := range rows {
		first := r.Intn(n)
		for range 2 + r.Intn(2) {
			c := int64(1 - 2*r.Intn(2))
			v := min(first+r.Intn(near), n-1)
			rows[i] = append(rows[i], Monomial{vs[v], rat(c)})
		}
		vs = append(vs, t.NewRow(rows[i]))
	}
	order := r.Perm(m)
	value := make([]int64, n)
	entries, active := 0, 0
	b.ReportAllocs()
	for b.Loop() {
		for i := range value {
			value[i] = r.Int63n(2001) - 1000
		}
		for k, i := range order {
			if k%5 == 0 {
				t.Push()
			}
			sum := int64(0)
			for _, x := range rows[i] {
				c, _ := x.C.Int64()
				sum += c * value[x.V]
			}
			s, low := vs[n+i], r.Int63n(slackness+1)
			ok := true
			switch r.Intn(3) {
			case 0:
				ok = t.AssertLower(s, rat(sum-low), false, 1)
			case 1:
				ok = t.AssertUpper(s, rat(sum+low), false, 1)
			default:
				ok = t.AssertLower(s, rat(sum-low), false, 1) && t.AssertUpper(s, rat(sum+slackness-low), false, 1)
			}
			if !ok || t.Check(nil) != Feasible {
				b.Fatal("infeasible")
			}
		}
		for i := range t.rows {
			if t.rows[i].base != NoVar {
				active++
				entries += len(t.rows[i].es)
			}
		}
		t.Backtrack(0)
	}
	s := t.Stats()
	b.ReportMetric(float64(s.Pivots)/float64(b.N), "pivots")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(s.Pivots), "ns/pivot")
	b.ReportMetric(float64(entries)/float64(active), "entries/row")
}

func BenchmarkPlantedLocal(b *testing.B)  { planted(b, 1000, 2000, 12, 20) }
func BenchmarkPlantedTight(b *testing.B)  { planted(b, 1000, 2000, 12, 0) }
func BenchmarkPlantedRandom(b *testing.B) { planted(b, 300, 600, 300, 20) }
