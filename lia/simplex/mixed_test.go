package simplex

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/muster-smt/muster/theory/num"
)

// mixed is a small problem over integers in [-reach, reach] and reals, with
// strict bounds.
type mixed struct {
	t           *Tableau
	ints, reals int
	rows        []constraint
	ok          bool // no assertion failed
	rounded     int
}

// constraint says that the sum of c*x is at most (or less than) b.
type constraint struct {
	c      []num.Rat
	b      num.Rat
	strict bool
}

func (c constraint) String() string {
	if c.strict {
		return fmt.Sprintf("%v < %v", c.c, c.b)
	}
	return fmt.Sprintf("%v <= %v", c.c, c.b)
}

func newMixed(r *rand.Rand) *mixed {
	m := &mixed{t: New(), ints: 1 + r.Intn(2), reals: 1 + r.Intn(2), ok: true}
	m.t.pivotOnly = r.Intn(2) == 0
	n := m.ints + m.reals
	var why Reason
	add := func(v Var, c []num.Rat, b num.Rat, strict, upper bool) {
		why++
		x := constraint{c, b, strict}
		if upper {
			m.ok = m.ok && m.t.AssertUpper(v, b, strict, why)
		} else {
			m.ok = m.ok && m.t.AssertLower(v, b, strict, why)
			x = constraint{b: b.Neg(), strict: strict}
			for _, k := range c {
				x.c = append(x.c, k.Neg())
			}
		}
		m.rows = append(m.rows, x)
	}
	for i := range n {
		v := m.t.NewVar(i < m.ints)
		c := make([]num.Rat, n)
		c[i] = rat(1)
		if i < m.ints {
			add(v, c, rat(-reach), false, false)
			add(v, c, rat(reach), false, true)
		} else if r.Intn(2) == 0 {
			add(v, c, rat(r.Int63n(7)-3), r.Intn(2) == 0, r.Intn(2) == 0)
		}
	}
	for range 1 + r.Intn(5) {
		c := make([]num.Rat, n)
		var ms []Monomial
		for i := range c {
			c[i] = num.FromInts(num.FromInt64(r.Int63n(7)-3), num.FromInt64(1+r.Int63n(3)))
			ms = append(ms, Monomial{Var(i), c[i]})
		}
		v := m.t.NewRow(ms)
		b := num.FromInts(num.FromInt64(r.Int63n(13)-6), num.FromInt64(1+r.Int63n(2)))
		upper := r.Intn(2) == 0
		add(v, c, b, r.Intn(2) == 0, upper)
		if r.Intn(3) == 0 {
			add(v, c, b, r.Intn(4) == 0, !upper)
		}
	}
	return m
}

// feasible decides the problem: all integer points, then Fourier-Motzkin.
func (m *mixed) feasible() bool {
	x := make([]int64, m.ints)
	var walk func(i int) bool
	walk = func(i int) bool {
		if i == m.ints {
			return eliminate(m.at(x), m.reals)
		}
		for x[i] = -reach; x[i] <= reach; x[i]++ {
			if walk(i + 1) {
				return true
			}
		}
		return false
	}
	return walk(0)
}

// at substitutes values for the integers.
func (m *mixed) at(x []int64) []constraint {
	var out []constraint
	for _, w := range m.rows {
		b := w.b
		for i, v := range x {
			b = b.Sub(w.c[i].Mul(rat(v)))
		}
		out = append(out, constraint{w.c[m.ints:], b, w.strict})
	}
	return out
}

// eliminate reports whether constraints on n reals have a solution.
func eliminate(cs []constraint, n int) bool {
	if n == 0 {
		for _, c := range cs {
			if s := c.b.Sign(); s < 0 || s == 0 && c.strict {
				return false
			}
		}
		return true
	}
	var out, low, high []constraint
	for _, c := range cs {
		switch k := c.c[n-1]; k.Sign() {
		case 0:
			out = append(out, c)
		case 1:
			high = append(high, c)
		default:
			low = append(low, c)
		}
	}
	for _, a := range low {
		for _, b := range high {
			f, g := b.c[n-1], a.c[n-1].Neg()
			x := constraint{c: make([]num.Rat, n), b: a.b.Mul(f).Add(b.b.Mul(g)), strict: a.strict || b.strict}
			for i := range x.c {
				x.c[i] = a.c[i].Mul(f).Add(b.c[i].Mul(g))
			}
			out = append(out, x)
		}
	}
	return eliminate(out, n-1)
}

func (m *mixed) solve(depth int, cuts *int) (bool, error) {
	t := m.t
	if depth > 40 {
		return false, fmt.Errorf("branching does not end")
	}
	if t.Check(nil) == Infeasible || !t.GCDTest() {
		return false, nil
	}
	t.Patch()
	v, _, ok := t.fractional()
	if !ok {
		return true, m.holds()
	}
	if !t.Diophantine() {
		return false, nil
	}
	if err := atVertex(t, v); err != nil {
		return false, err
	}
	v, x, ok := t.fractional()
	if !ok {
		return true, m.holds()
	}
	if depth == 0 && *cuts > 0 {
		cut, ok := t.Round(v)
		if ok {
			m.rounded++
		} else {
			cut, ok = t.Cut(v)
		}
		if ok {
			*cuts--
			if len(cut.Terms) == 0 || !t.AssertLower(t.NewRow(cut.Terms), cut.K, false, 1<<30) {
				return false, nil
			}
			return m.solve(depth, cuts)
		}
	}
	k := num.RatFromInt(x.Floor())
	for _, upper := range []bool{true, false} {
		level := t.Level()
		t.Push()
		if upper {
			ok = t.AssertUpper(v, k, false, 1<<30)
		} else {
			ok = t.AssertLower(v, k.Add(rat(1)), false, 1<<30)
		}
		var err error
		if ok {
			none := 0
			ok, err = m.solve(depth+1, &none)
		}
		t.Backtrack(level)
		if ok || err != nil {
			return ok, err
		}
	}
	return false, nil
}

// holds verifies the assignment with a concrete epsilon.
func (m *mixed) holds() error {
	eps := m.t.Epsilon()
	x := make([]num.Rat, m.ints+m.reals)
	for i := range x {
		v := m.t.Value(Var(i))
		x[i] = v.R.AddMul(v.D, eps)
		if i < m.ints && !x[i].IsInt() {
			return fmt.Errorf("integer %d is %v", i, x[i])
		}
	}
	for _, w := range m.rows {
		sum := w.b.Neg()
		for i, c := range w.c {
			sum = sum.AddMul(c, x[i])
		}
		if s := sum.Sign(); s > 0 || s == 0 && w.strict {
			return fmt.Errorf("%v violates %v", x, w)
		}
	}
	return nil
}

// TestMixedByElimination compares branching and cuts over integers and reals,
// with strict bounds, with all integer points and Fourier-Motzkin elimination.
func TestMixedByElimination(t *testing.T) {
	sat, cuts, rounded := 0, int64(0), 0
	const seeds = 1500
	for seed := range int64(seeds) {
		m := newMixed(rand.New(rand.NewSource(seed)))
		want := m.feasible()
		maxCuts := 5
		got, err := false, error(nil)
		if m.ok {
			got, err = m.solve(0, &maxCuts)
		}
		if err == nil && got != want {
			err = fmt.Errorf("solved %v, elimination says %v", got, want)
		}
		if err == nil {
			err = m.t.Invariants()
		}
		if err != nil {
			t.Fatalf("seed %d: %d integers, %v: %v", seed, m.ints, m.rows, err)
		}
		rounded += m.rounded
		if cuts += m.t.Stats().Cuts; got {
			sat++
		}
	}
	t.Logf("%d satisfiable, %d cuts, %d by rounding", sat, cuts, rounded)
	if sat < seeds/5 || sat > seeds*4/5 || cuts < 50 || rounded < 50 {
		t.Errorf("the problems are too easy: %d satisfiable, %d cuts, %d by rounding", sat, cuts, rounded)
	}
}
