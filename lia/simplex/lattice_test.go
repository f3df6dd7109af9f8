package simplex

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/muster-smt/muster/theory/num"
)

// TestLattice reduces the lattices of random equations and checks, with rational
// Gram-Schmidt vectors, what reduction promises; and that the forms of the
// kernel tell different solutions in a box apart, while the other forms do not.
func TestLattice(t *testing.T) {
	kernels := 0
	for seed := range int64(400) {
		r := rand.New(rand.NewSource(seed))
		n, m := 1+r.Intn(5), 1+r.Intn(3)
		largest := []int64{3, 20, 100_000, 1 << 40}[r.Intn(4)]
		equations := matrix(m, n)
		for _, e := range equations {
			for i := range e {
				e[i] = num.FromInt64(r.Int63n(2*largest+1) - largest)
			}
		}
		if m > 1 && r.Intn(2) == 0 {
			copy(equations[1], equations[0]) // dependent
		}
		weights := make([]num.Int, n)
		for i := range weights {
			weights[i] = num.FromInt64(1 << (2 * r.Intn(4)))
		}
		l := newLattice(equations, weights, nil)
		if !l.reduce(nil) {
			t.Fatal("stopped")
		}
		kernels += l.kernel()
		if err := l.verify(equations); err != nil {
			t.Fatalf("seed %d: equations %v, basis %v: %v", seed, equations, l.basis, err)
		}
	}
	if kernels < 400 {
		t.Errorf("%d coordinates are too few", kernels)
	}
}

func (l *lattice) verify(equations [][]num.Int) error {
	n := len(l.basis)
	kernel := l.kernel()
	if rank := rankOf(equations); kernel != n-rank {
		return fmt.Errorf("%d coordinates, the equations have rank %d", kernel, rank)
	}
	for i, b := range l.basis {
		for j, e := range equations {
			if !dot(b, e).Equal(l.image[i][j]) {
				return fmt.Errorf("image %d", i)
			}
		}
	}
	forms := slices.Clone(l.dual)
	for j := range kernel {
		forms[j], _ = l.form(j, nil)
	}
	for i := range n {
		for j := range n {
			is := dot(l.basis[i], forms[j])
			if (i < kernel || j >= kernel) && !is.Equal(num.FromInt64(map[bool]int64{true: 1}[i == j])) {
				return fmt.Errorf("form %d of vector %d is %v", j, i, is)
			}
		}
	}
	// Gram-Schmidt: gs[i] is the squared length of the orthogonal part of vector i.
	mu := make([][]num.Rat, n)
	gs := make([]num.Rat, n)
	for i := range n {
		mu[i] = make([]num.Rat, n)
		gs[i] = num.RatFromInt(l.product(i, i))
		for j := range i {
			c := num.RatFromInt(l.product(i, j))
			for k := range j {
				c = c.Sub(mu[i][k].Mul(mu[j][k]).Mul(gs[k]))
			}
			mu[i][j] = c.Div(gs[j])
			gs[i] = gs[i].Sub(mu[i][j].Mul(c))
			if num.FromInts(num.FromInt64(1), num.FromInt64(2)).Less(mu[i][j].Abs()) {
				return fmt.Errorf("vector %d can be shorter by %d", i, j)
			}
		}
		if i > 0 {
			q := num.FromInts(num.FromInt64(3), num.FromInt64(4)).Sub(mu[i][i-1].Mul(mu[i][i-1]))
			if gs[i].Less(q.Mul(gs[i-1])) {
				return fmt.Errorf("Lovász's condition fails at %d", i)
			}
		}
	}
	return nil
}

// rankOf returns the rank of a matrix.
func rankOf(rows [][]num.Int) int {
	var m [][]num.Rat
	for _, r := range rows {
		var x []num.Rat
		for _, c := range r {
			x = append(x, num.RatFromInt(c))
		}
		m = append(m, x)
	}
	rank := 0
	for col := range m[0] {
		p := slices.IndexFunc(m[rank:], func(r []num.Rat) bool { return !r[col].IsZero() })
		if p < 0 {
			continue
		}
		m[rank], m[rank+p] = m[rank+p], m[rank]
		for _, r := range m[rank+1:] {
			k := r[col].Div(m[rank][col]).Neg()
			for i := range r {
				r[i] = r[i].AddMul(k, m[rank][i])
			}
		}
		if rank++; rank == len(m) {
			break
		}
	}
	return rank
}

// TestFrobenius has 1000003x + 1000081y = 1000082000159 for natural numbers, which has no
// solution although the bounds leave a million values: one split refutes it.
func TestFrobenius(t *testing.T) {
	tb := New()
	x, y := tb.NewVar(true), tb.NewVar(true)
	s := tb.NewRow([]Monomial{{x, rat(1000003)}, {y, rat(1000081)}})
	tb.AssertEqual(s, rat(1000082000159), 1)
	tb.AssertLower(x, rat(0), false, 2)
	tb.AssertLower(y, rat(0), false, 3)
	if tb.Check(nil) != Feasible {
		t.Fatal("not feasible")
	}
	v, _, ok := tb.fractional()
	if !ok {
		t.Fatal("integral")
	}
	form, q, ok := tb.Direction(v, nil)
	if !ok || len(form) != 2 || q.IsInt() {
		t.Fatalf("form %v with the value %v", form, q)
	}
	d := tb.NewRow(form)
	for _, upper := range []bool{true, false} {
		tb.Push()
		if upper {
			tb.AssertUpper(d, num.RatFromInt(q.Floor()), false, 4)
		} else {
			tb.AssertLower(d, num.RatFromInt(q.Ceil()), false, 4)
		}
		if tb.Check(nil) != Infeasible {
			t.Errorf("%v has a solution with upper bound %v", form, upper)
		}
		tb.Backtrack(tb.Level() - 1)
	}
}

// TestNarrowRows has rows of three natural numbers that leave a few values of their sum, and
// splits on directions until there is a solution or none. Enumeration must agree, and few
// splits must do.
func TestNarrowRows(t *testing.T) {
	solved, refuted, directions := 0, 0, 0
	for seed := range int64(100) {
		r := rand.New(rand.NewSource(seed))
		var a [3]int64
		for i := range a {
			a[i] = 300 + r.Int63n(500)
		}
		least := 2000 + r.Int63n(4000)
		most := least + 1 + r.Int63n(4)
		want := false
		for x := int64(0); a[0]*x <= most; x++ {
			for y := int64(0); a[0]*x+a[1]*y <= most; y++ {
				rest := least - a[0]*x - a[1]*y
				z := max(0, (rest+a[2]-1)/a[2])
				want = want || a[0]*x+a[1]*y+a[2]*z <= most
			}
		}
		tb := New()
		var ms []Monomial
		for i := range a {
			v := tb.NewVar(true)
			tb.AssertLower(v, rat(0), false, 1)
			ms = append(ms, Monomial{v, rat(a[i])})
		}
		s := tb.NewRow(ms)
		tb.AssertLower(s, rat(least), false, 2)
		tb.AssertUpper(s, rat(most), false, 3)
		splits := 200
		if got := tb.splitUntil(&splits); got != want || splits <= 0 {
			t.Fatalf("seed %d: %d to %d by %v: solution %t, expected %t, %d splits left", seed, least, most, a, got, want, splits)
		}
		if directions += int(tb.stats.Directions); want {
			solved++
		} else {
			refuted++
		}
	}
	if solved < 10 || refuted < 10 || directions < 30 {
		t.Errorf("%d solved, %d refuted, %d directions", solved, refuted, directions)
	}
}

// splitUntil reports whether there is an integer solution. It splits on directions, or
// on a variable where there is none.
func (t *Tableau) splitUntil(splits *int) bool {
	if t.Check(nil) != Feasible {
		return false
	}
	v, at, ok := t.fractional()
	if !ok {
		return true
	}
	if *splits--; *splits <= 0 {
		return false
	}
	q, d := at.R, v
	if form, value, ok := t.Direction(v, nil); ok {
		q, d = value, t.NewRow(form)
	}
	defer t.Backtrack(t.Level())
	t.Push()
	if t.AssertUpper(d, num.RatFromInt(q.Floor()), false, 4) && t.splitUntil(splits) {
		return true
	}
	t.Backtrack(t.Level() - 1)
	t.Push()
	return t.AssertLower(d, num.RatFromInt(q.Ceil()), false, 5) && t.splitUntil(splits)
}

// TestManySystems has more systems than are kept: the oldest ones are found again.
func TestManySystems(t *testing.T) {
	tb := New()
	var pairs []Var
	for i := range int64(mostSystems + 20) {
		x, y := tb.NewVar(true), tb.NewVar(true)
		s := tb.NewRow([]Monomial{{x, rat(1009 + 2*i)}, {y, rat(1011 + 2*i)}})
		tb.AssertEqual(s, rat(1009*2003/2), 1)
		tb.AssertLower(x, rat(0), false, 2)
		tb.AssertLower(y, rat(0), false, 3)
		pairs = append(pairs, x, y)
	}
	if tb.Check(nil) != Feasible {
		t.Fatal("not feasible")
	}
	for range 2 {
		found := 0
		for i, v := range pairs {
			if tb.Value(v).IsInt() {
				continue
			}
			form, q, ok := tb.Direction(v, nil)
			if !ok || q.IsInt() || len(form) != 2 || form[0].V != pairs[i&^1] {
				t.Fatalf("form %v with the value %v for the pair of %d", form, q, v)
			}
			found++
			if n := len(tb.directions.systems); n == 0 || n > mostSystems {
				t.Fatalf("%d systems", n)
			}
		}
		if found <= mostSystems {
			t.Fatalf("%d systems are too few", found)
		}
	}
	stop := func(int64) bool { return false }
	tb.directions.systems = nil
	for _, v := range pairs {
		if _, _, ok := tb.Direction(v, stop); ok || len(tb.directions.systems) > 0 {
			t.Fatal("a direction after a stop")
		}
	}
}
