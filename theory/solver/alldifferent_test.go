package solver_test

import (
	"math/rand"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// certifiedSolver returns a solver that fails the test if a certificate is not accepted.
func certifiedSolver(t *testing.T, st *term.Store) *solver.Solver {
	checker := cert.NewChecker(st)
	return solver.New(st, solver.Options{NoPreprocess: true, CheckModels: true, Certify: func(c *cert.Certificate) {
		if v, err := checker.Check(c); v != cert.Accepted {
			t.Errorf("certificate %s: %v, %v", c.Name, v, err)
		}
	}})
}

// counted returns a counter of a solver.
func counted(s *solver.Solver, name string) int64 {
	for _, c := range s.Stats() {
		if c.Name == name {
			return c.Value
		}
	}
	return 0
}

// TestAllDifferent: integers that differ in pairs, less offsets, within windows that a
// literal chooses; brute force says whether there is room.
func TestAllDifferent(t *testing.T) {
	var conflicts, verdicts int64
	for seed := range int64(300) {
		r := rand.New(rand.NewSource(seed))
		st := term.NewStore()
		s := certifiedSolver(t, st)
		n := 4 + r.Intn(3)
		xs, offs := make([]term.Term, n), make([]int64, n)
		b := st.FreshConst("b", term.Bool)
		var lo, hi [2][]int64
		for i := range xs {
			xs[i], offs[i] = st.FreshConst("x", term.Int), int64(r.Intn(3))
			for k := range 2 {
				least := int64(r.Intn(2))
				lo[k], hi[k] = append(lo[k], least), append(hi[k], least+1+int64(r.Intn(n-3)))
				guard := b
				if k == 1 {
					guard = st.Not(b)
				}
				x := st.Sub(xs[i], st.Int(offs[i]))
				s.Assert(st.Or(guard, st.And(st.Le(st.Int(lo[k][i]), x), st.Le(x, st.Int(hi[k][i])))))
			}
		}
		apart := map[[2]int]bool{}
		for i := range n {
			for j := range i {
				if r.Intn(8) > 0 {
					apart[[2]int{i, j}] = true
					s.Assert(st.Not(st.Eq(st.Add(xs[i], st.Int(offs[j])), st.Add(xs[j], st.Int(offs[i])))))
				}
			}
		}
		var room func(k int, at []int64) bool
		room = func(k int, at []int64) bool {
			i := len(at)
			if i == n {
				return true
			}
			for v := lo[k][i]; v <= hi[k][i]; v++ {
				free := true
				for j, w := range at {
					free = free && !(v == w && apart[[2]int{i, j}])
				}
				if free && room(k, append(at, v)) {
					return true
				}
			}
			return false
		}
		want := sat.Unsat
		if room(0, nil) || room(1, nil) {
			want = sat.Sat
		}
		if got := s.Check(t.Context()); got.Status != want {
			t.Fatalf("seed %d: %v, want %v", seed, got, want)
		}
		if want == sat.Unsat {
			verdicts++
		}
		conflicts += counted(s, "lia-all-different")
	}
	if conflicts < 50 || verdicts < 50 {
		t.Errorf("%d conflicts, %d times no room", conflicts, verdicts)
	}
}

// TestAllDifferentScopes: too many integers for their values in a scope are not too many once the scope is closed.
func TestAllDifferentScopes(t *testing.T) {
	const n = 12
	st := term.NewStore()
	s := certifiedSolver(t, st)
	var xs []term.Term
	for range n + 1 {
		x := st.FreshConst("x", term.Int)
		s.Assert(st.And(st.Le(st.Int(1), x), st.Le(x, st.Int(n))))
		xs = append(xs, x)
	}
	for range 3 {
		s.Push()
		s.Assert(st.Distinct(xs...))
		if got := s.Check(t.Context()); got.Status != sat.Unsat {
			t.Errorf("%d integers of %d: %v", n+1, n, got)
		}
		s.Pop()
		s.Push()
		s.Assert(st.Distinct(xs[1:]...))
		if got := s.Check(t.Context()); got.Status != sat.Sat {
			t.Errorf("%d integers of %d: %v", n, n, got)
		}
		s.Pop()
	}
	if k := counted(s, "conflicts"); k > 40 {
		t.Errorf("%d conflicts", k)
	}
}

// TestCliques: at most one of some literals over 0 and 1 holds if that is so in pairs, some
// of which a literal chooses; brute force says whether the sums have a solution.
func TestCliques(t *testing.T) {
	var cliques, verdicts int64
	for seed := range int64(600) {
		r := rand.New(rand.NewSource(seed))
		st := term.NewStore()
		s := certifiedSolver(t, st)
		n := 4 + r.Intn(5)
		xs := make([]term.Term, n)
		b := st.FreshConst("b", term.Bool)
		for i := range xs {
			xs[i] = st.FreshConst("x", term.Int)
			s.Assert(st.And(st.Le(st.Int(0), xs[i]), st.Le(xs[i], st.Int(1))))
		}
		type sum struct {
			coeff []int64
			most  int64
			when  int // 0: always; 1: if b; 2: if not b
		}
		var sums []sum
		add := func(most int64, when int, coeff ...int64) {
			var ts []term.Term
			for i, k := range coeff {
				if k != 0 {
					ts = append(ts, st.Mul(st.Int(k), xs[i]))
				}
			}
			f := st.Le(st.Add(ts...), st.Int(most))
			switch when {
			case 1:
				f = st.Or(st.Not(b), f)
			case 2:
				f = st.Or(b, f)
			}
			s.Assert(f)
			sums = append(sums, sum{coeff, most, when})
		}
		negated := make([]bool, n)
		for i := range n {
			negated[i] = r.Intn(3) == 0
			for j := range i {
				if r.Intn(10) == 0 {
					continue
				}
				coeff, most := make([]int64, n), int64(1)
				for _, k := range [...]int{i, j} {
					if coeff[k] = 1; negated[k] {
						coeff[k] = -1
						most--
					}
				}
				add(most, r.Intn(3)*r.Intn(2), coeff...)
			}
		}
		for range 1 + r.Intn(3) {
			coeff, most := make([]int64, n), int64(-1-r.Intn(2))
			for i := range n {
				if coeff[i] = -int64(r.Intn(2)); negated[i] && coeff[i] != 0 {
					coeff[i] = 1
					most++
				}
			}
			add(most, r.Intn(3), coeff...)
		}
		want := sat.Unsat
		for v := range 2 << n {
			holds := true
			for _, u := range sums {
				var total int64
				for i, k := range u.coeff {
					total += k * int64(v>>i&1)
				}
				holds = holds && (total <= u.most || u.when == 1 && v>>n == 0 || u.when == 2 && v>>n == 1)
			}
			if holds {
				want = sat.Sat
				break
			}
		}
		if got := s.Check(t.Context()); got.Status != want {
			t.Fatalf("seed %d: %v, want %v", seed, got, want)
		}
		if want == sat.Unsat {
			verdicts++
		}
		cliques += counted(s, "lia-clique-cuts")
	}
	if cliques < 50 || verdicts < 50 {
		t.Errorf("%d cuts, %d times unsat", cliques, verdicts)
	}
}
