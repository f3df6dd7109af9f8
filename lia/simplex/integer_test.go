package simplex

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/muster-smt/muster/theory/num"
)

// box is a small integer problem: variables in [-reach, reach], rows with
// bounds, all asserted at level 0, and all its points.
type box struct {
	forms  int
	t      *Tableau
	n      int
	rows   [][]int64
	vars   []Var // of the rows
	bounds map[Reason]func(x []int64) bool
	points [][]int64 // that satisfy everything
}

const reach = 3

func newBox(r *rand.Rand, n, rows int, largest int64) (*box, bool) {
	b := &box{t: New(), n: n, bounds: map[Reason]func([]int64) bool{}}
	b.t.pivotOnly = r.Intn(2) == 0
	var why Reason
	ok := true
	assert := func(v Var, upper bool, k int64, value func([]int64) int64) {
		why++
		if upper {
			ok = ok && b.t.AssertUpper(v, rat(k), false, why)
			b.bounds[why] = func(x []int64) bool { return value(x) <= k }
		} else {
			ok = ok && b.t.AssertLower(v, rat(k), false, why)
			b.bounds[why] = func(x []int64) bool { return value(x) >= k }
		}
	}
	for i := range n {
		v := b.t.NewVar(true)
		at := func(x []int64) int64 { return x[i] }
		assert(v, false, -reach, at)
		assert(v, true, reach, at)
	}
	for range rows {
		c := make([]int64, n)
		var ms []Monomial
		for i := range c {
			c[i] = r.Int63n(2*largest+1) - largest
			ms = append(ms, Monomial{Var(i), rat(c[i])})
		}
		v := b.t.NewRow(ms)
		b.rows, b.vars = append(b.rows, c), append(b.vars, v)
		sum := func(x []int64) (s int64) {
			for i := range c {
				s += c[i] * x[i]
			}
			return s
		}
		k := r.Int63n(4*largest+1) - 2*largest
		switch r.Intn(3) {
		case 0:
			assert(v, false, k, sum)
		case 1:
			assert(v, true, k, sum)
		default:
			assert(v, false, k, sum)
			assert(v, true, k, sum)
		}
	}
	x := make([]int64, n)
	b.enumerate(x, 0)
	return b, ok
}

func (b *box) enumerate(x []int64, i int) {
	if i == b.n {
		for _, holds := range b.bounds {
			if !holds(x) {
				return
			}
		}
		b.points = append(b.points, append([]int64(nil), x...))
		return
	}
	for x[i] = -reach; x[i] <= reach; x[i]++ {
		b.enumerate(x, i+1)
	}
}

// all calls f for the points that satisfy the given bounds.
func (b *box) all(fs []Farkas, f func(x []int64)) {
	x := make([]int64, b.n)
	var walk func(i int)
	walk = func(i int) {
		if i == b.n {
			for _, w := range fs {
				if !b.bounds[w.Why](x) {
					return
				}
			}
			f(x)
			return
		}
		for x[i] = -2 * reach; x[i] <= 2*reach; x[i]++ {
			walk(i + 1)
		}
	}
	walk(0)
}

// solve decides the problem by branching, with cuts as rows when useCuts.
func (b *box) solve(depth int, cuts *int, test func(string, []Farkas, *Inequality) error) (bool, error) {
	t := b.t
	if depth > 60 {
		return false, fmt.Errorf("branching does not end")
	}
	if t.Check(nil) == Infeasible {
		return false, nil
	}
	if t.pivotOnly && !t.Diophantine() || !t.GCDTest() {
		return false, test("gcd", t.Conflict(nil), nil)
	}
	t.Patch()
	v, _, ok := t.fractional()
	if !ok {
		return true, nil
	}
	if !t.Diophantine() {
		return false, test("gcd", t.Conflict(nil), nil)
	}
	if err := atVertex(t, v); err != nil {
		return false, err
	}
	v, x, ok := t.fractional()
	if !ok {
		return true, nil
	}
	if depth == 0 && *cuts > 0 {
		if cut, ok := t.Cut(v); ok {
			*cuts--
			if err := test("cut", cut.Why, &cut); err != nil {
				return false, err
			}
			if len(cut.Terms) > 0 {
				s := t.NewRow(cut.Terms)
				if !t.AssertLower(s, cut.K, false, 1<<30) {
					return false, nil
				}
				return b.solve(depth, cuts, test)
			}
		}
	}
	form, q, isForm := t.Direction(v, nil)
	if !isForm {
		form, q, isForm = t.Form(v)
	}
	if isForm {
		b.forms++
		if v, x = t.NewRow(form), (Value{R: q}); q.IsInt() || !t.Value(v).R.Equal(q) {
			return false, fmt.Errorf("%v has the value %v, not %v", form, t.Value(v), q)
		}
	}
	floor := num.RatFromInt(x.Floor())
	for _, upper := range []bool{true, false} {
		t.Push()
		level := t.Level()
		var ok bool
		if upper {
			ok = t.AssertUpper(v, floor, false, 1<<30)
		} else {
			ok = t.AssertLower(v, floor.Add(rat(1)), false, 1<<30)
		}
		var err error
		if ok {
			none := 0
			ok, err = b.solve(depth+1, &none, func(string, []Farkas, *Inequality) error { return nil })
		}
		t.Backtrack(level - 1)
		if ok || err != nil {
			return ok, err
		}
	}
	return false, nil
}

// atVertex calls Vertex and checks that all bounds hold.
func atVertex(t *Tableau, v Var) error {
	t.Vertex(v)
	for i := range t.vars {
		x := Var(i)
		if t.vars[i].row == dormant {
			continue
		}
		if t.belowLower(x) || t.aboveUpper(x) {
			return fmt.Errorf("at the vertex %d has the value %v", x, t.Value(x))
		}
	}
	return t.Invariants()
}

// TestIntegersByEnumeration compares branch and bound, with the GCD test and
// cuts, with all points of the box, and verifies each GCD conflict and each
// cut for all points of a larger box that satisfy its bounds.
func TestIntegersByEnumeration(t *testing.T) {
	cuts, gcds, dios, forms, directions, sat := 0, 0, 0, 0, 0, 0
	for seed := range int64(4000) {
		r := rand.New(rand.NewSource(seed))
		b, ok := newBox(r, 2+r.Intn(2), 1+r.Intn(4), int64(2+r.Intn(9)))
		maxCuts := 5
		solved := false
		var err error
		if ok {
			solved, err = b.solve(0, &maxCuts, func(kind string, why []Farkas, cut *Inequality) error {
				for _, w := range why {
					if b.bounds[w.Why] == nil {
						return nil // it depends on an earlier cut
					}
				}
				bad := 0
				b.all(why, func(x []int64) {
					if kind == "gcd" {
						bad++
						return
					}
					var sum num.Rat
					for _, m := range cut.Terms {
						c, y := m.C, int64(0)
						if int(m.V) < b.n {
							y = x[m.V]
						} else {
							for k, v := range b.vars {
								if v == m.V {
									for i := range x {
										y += b.rows[k][i] * x[i]
									}
								}
							}
						}
						sum = sum.AddMul(c, rat(y))
					}
					if sum.Less(cut.K) {
						bad++
					}
				})
				if bad > 0 {
					return fmt.Errorf("%s %v, %v: %d points contradict it", kind, why, cut, bad)
				}
				return nil
			})
		}
		if err == nil && solved != (len(b.points) > 0) {
			err = fmt.Errorf("solved %v, but there are %d solutions", solved, len(b.points))
		}
		if err == nil {
			err = b.t.Invariants()
		}
		if err != nil {
			t.Fatalf("seed %d: rows %v: %v", seed, b.rows, err)
		}
		s := b.t.Stats()
		cuts, gcds, dios = cuts+int(s.Cuts), gcds+int(s.GCDConflicts), dios+int(s.DioConflicts)
		forms += b.forms
		directions += int(s.Directions)
		if solved {
			sat++
		}
	}
	t.Logf("%d satisfiable, %d cuts, %d gcd conflicts, %d of systems, %d forms, %d of them coordinates", sat, cuts, gcds, dios, forms, directions)
	if forms-directions < 20 || directions < 10 || cuts < 50 || gcds < 50 || dios < 50 || sat < 50 {
		t.Errorf("the problems are too easy")
	}
}

func TestGCDConflict(t *testing.T) {
	tb := New()
	x, y := tb.NewVar(true), tb.NewVar(true)
	s := tb.NewRow([]Monomial{{x, rat(4)}, {y, rat(6)}})
	tb.AssertEqual(s, rat(7), 1)
	tb.AssertLower(x, rat(0), false, 2)
	if tb.Check(nil) != Feasible {
		t.Fatal("the rationals satisfy 4x + 6y = 7")
	}
	if tb.GCDTest() {
		t.Fatal("4x + 6y = 7 passes the GCD test")
	}
	for _, f := range tb.Conflict(nil) {
		if f.Why != 1 {
			t.Errorf("conflict blames %v", f)
		}
	}
}

// TestDiophantine has x = 1 modulo 4 and x = 3 modulo 6 (which are consistent), and then
// 3y - x = 1, so that x = 2 modulo 3.
func TestDiophantine(t *testing.T) {
	tb := New()
	x, y, p, q := tb.NewVar(true), tb.NewVar(true), tb.NewVar(true), tb.NewVar(true)
	for i, row := range [][]Monomial{{{x, rat(1)}, {p, rat(-4)}}, {{x, rat(1)}, {q, rat(-6)}}, {{y, rat(3)}, {x, rat(-1)}}} {
		tb.AssertEqual(tb.NewRow(row), rat([]int64{1, 3, 1}[i]), Reason(i+1))
		if tb.Check(nil) != Feasible {
			t.Fatal("the rationals satisfy all rows")
		}
		if holds := tb.Diophantine(); holds != (i < 2) {
			t.Errorf("%d rows have a solution: %v", i+1, holds)
		}
	}
	for _, f := range tb.Conflict(nil) {
		if f.Why == 1 {
			t.Errorf("conflict blames %v", f)
		}
	}
}

// TestMixedDiophantine has r + s = 2x + 1/2, 3r - s = 4y + 1/2 and r - s = 2z for real r and s,
// so that x = 2y - 2z, an equation over integers that the reals hide; and then x is odd.
func TestMixedDiophantine(t *testing.T) {
	tb := New()
	x, y, z, h := tb.NewVar(true), tb.NewVar(true), tb.NewVar(true), tb.NewVar(true)
	r, s, u := tb.NewVar(false), tb.NewVar(false), tb.NewVar(false)
	frac := func(n, d int64) num.Rat { return num.FromInts(num.FromInt64(n), num.FromInt64(d)) }
	rows := []struct {
		form []Monomial
		is   num.Rat
	}{
		{[]Monomial{{r, rat(1)}, {s, rat(1)}, {x, rat(-2)}}, frac(1, 2)},
		{[]Monomial{{u, rat(1)}, {h, rat(2)}}, frac(1, 3)},
		{[]Monomial{{r, rat(3)}, {s, rat(-1)}, {y, rat(-4)}}, frac(1, 2)},
		{[]Monomial{{r, rat(1)}, {s, rat(-1)}, {z, rat(-2)}}, rat(0)},
		{[]Monomial{{x, rat(1)}, {h, rat(-2)}}, rat(1)},
	}
	for i, row := range rows {
		tb.AssertEqual(tb.NewRow(row.form), row.is, Reason(i+1))
		if tb.Check(nil) != Feasible {
			t.Fatal("the rationals satisfy all rows")
		}
		if holds := tb.Diophantine(); holds != (i < len(rows)-1) {
			t.Errorf("%d rows have a solution: %v", i+1, holds)
		}
	}
	blamed := map[Reason]bool{}
	for _, f := range tb.Conflict(nil) {
		blamed[f.Why] = true
	}
	if blamed[2] || len(blamed) != 4 {
		t.Errorf("conflict blames %v", blamed)
	}
}

// fractional returns the integer variable to branch on and its value, which
// is no integer; false if all integer variables have integer values. It
// prefers the variable with the smallest range between its bounds, then the
// oldest.
func (t *Tableau) fractional() (Var, Value, bool) {
	best := NoVar
	var bestRange num.Rat
	bounded := false
	for i := range t.vars {
		v := &t.vars[i]
		if v.flags&isInt == 0 || v.def >= 0 || v.row < nonbasic || t.AtInteger(Var(i)) {
			continue
		}
		if v.lo != 0 && v.up != 0 {
			width := t.recs[v.up].b.Sub(t.recs[v.lo].b)
			if !bounded || width.Less(bestRange) {
				best, bestRange, bounded = Var(i), width, true
			}
		} else if best == NoVar {
			best = Var(i)
		}
	}
	if best == NoVar {
		return NoVar, Value{}, false
	}
	return best, t.Value(best), true
}
