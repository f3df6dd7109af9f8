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
		forms[j] = l.form(j)
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
