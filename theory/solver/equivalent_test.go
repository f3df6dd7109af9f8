package solver_test

import (
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// round is a step of SHA-256, as the standard says or optimised, on eight words and what is added.
func round(st *term.Store, v [8]term.Term, k term.Term, optimised bool) [8]term.Term {
	rotate := func(n int, x term.Term) term.Term { return st.RotateRight(n, x) }
	xor, and, or, add := st.BvXor, st.BvAnd, st.BvOr, st.BvAdd
	a, b, c, e, f, g, h := v[0], v[1], v[2], v[4], v[5], v[6], v[7]
	var t1, t2 term.Term
	if optimised {
		s1 := rotate(6, xor(e, rotate(5, xor(e, rotate(14, e)))))
		s0 := rotate(2, xor(a, rotate(11, xor(a, rotate(9, a)))))
		t1 = add(add(s1, k), add(h, xor(g, and(e, xor(f, g)))))
		t2 = add(s0, or(and(a, b), and(c, or(a, b))))
	} else {
		t1 = add(h, xor(rotate(6, e), rotate(11, e), rotate(25, e)), xor(and(e, f), and(st.BvNot(e), g)), k)
		t2 = add(xor(rotate(2, a), rotate(13, a), rotate(22, a)), xor(and(a, b), and(a, c), and(b, c)))
	}
	return [8]term.Term{add(t1, t2), a, b, c, add(v[3], t1), e, f, g}
}

// TestEquivalences: pairs of computations with equal results are found equal with few conflicts.
func TestEquivalences(t *testing.T) {
	for _, c := range []struct {
		name      string
		conflicts int64
		pair      func(st *term.Store) (x, y term.Term)
	}{
		{"rotations", 100, func(st *term.Store) (x, y term.Term) {
			word := st.BitVecSort(64)
			x = st.FreshConst("x", word)
			from, sum := x, st.Uint(64, 0)
			for range 32 {
				n := st.FreshConst("n", word)
				x, sum = st.ExtRotateLeft(x, n), st.BvAdd(sum, n)
			}
			n := st.BvAnd(sum, st.Uint(64, 63))
			back := st.BvAnd(st.BvSub(st.Uint(64, 64), n), st.Uint(64, 63))
			return x, st.BvOr(st.BvShl(from, n), st.BvLshr(from, back))
		}},
		{"distributivity", 20000, func(st *term.Store) (x, y term.Term) {
			word := st.BitVecSort(10)
			a, b, c := st.FreshConst("a", word), st.FreshConst("b", word), st.FreshConst("c", word)
			// Choices are not multiplied out.
			times := func(u, v term.Term) term.Term {
				sum := st.Uint(10, 0)
				for k := range 10 {
					row := st.BvShl(v, st.Uint(10, uint64(k)))
					sum = st.BvAdd(sum, st.Ite(st.Eq(st.Extract(k, k, u), st.Uint(1, 1)), row, st.Uint(10, 0)))
				}
				return sum
			}
			return times(a, st.BvAdd(b, c)), st.BvAdd(times(a, b), times(a, c))
		}},
		{"SHA-256", 20000, func(st *term.Store) (x, y term.Term) {
			var u, v [8]term.Term
			for i := range u {
				u[i] = st.FreshConst("v", st.BitVecSort(32))
				v[i] = u[i]
			}
			for range 3 {
				k := st.FreshConst("k", st.BitVecSort(32))
				u, v = round(st, u, k, false), round(st, v, k, true)
			}
			return st.Concat(u[:]...), st.Concat(v[:]...)
		}},
	} {
		st := term.NewStore()
		s := solver.New(st, solver.Options{})
		s.SetConflictBudget(c.conflicts)
		x, y := c.pair(st)
		s.Assert(st.Distinct(x, y))
		if r := s.Check(t.Context()); r.Status != sat.Unsat {
			t.Errorf("%s: %s", c.name, r)
		}
	}
}
