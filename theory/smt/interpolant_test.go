package smt_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/smt"
)

func ExampleSession_Interpolant() {
	st := smt.NewStore()
	x, y, z := st.Int("x"), st.Int("y"), st.Int("z")
	s := smt.NewSession(st, smt.Config{})
	a := s.Assert(y.Eq(x.Mul(st.IntVal(2))))
	s.Assert(y.Eq(z.Mul(st.IntVal(2)).Add(st.IntVal(1))))
	i, err := s.Interpolant(context.Background(), a)
	fmt.Println(i, err)
	// Output:
	// (not (= (mod (+ y 1) 2) 0)) <nil>
}

func TestInterpolants(t *testing.T) {
	ctx := t.Context()
	st := smt.NewStore()
	x, y, z, w := st.Int("x"), st.Int("y"), st.Int("z"), st.Int("w")
	s := smt.NewSession(st, smt.Config{})
	a := s.Assert(x.Lt(y))
	b := s.Assert(y.Lt(z))
	s.Push()
	c := s.Assert(z.Lt(w))
	s.Assert(w.Lt(x))
	all, err := s.Interpolants(ctx, []smt.ID{a}, []smt.ID{b}, []smt.ID{c})
	if err != nil || len(all) != 2 {
		t.Fatal(all, err)
	}
	implies(t, st, x.Lt(y), all[0])
	implies(t, st, y.Lt(z).And(all[0]), all[1])
	implies(t, st, all[1], z.Lt(w).And(w.Lt(x)).Not())
	s.Pop()

	var bad *smt.Misuse
	if _, err := s.Interpolant(ctx, c); !errors.As(err, &bad) {
		t.Errorf("of another scope: %v", err)
	}
	if _, err := s.Interpolants(ctx, []smt.ID{a}, []smt.ID{a}); !errors.As(err, &bad) {
		t.Errorf("twice: %v", err)
	}
	if _, err := s.Interpolants(ctx); !errors.As(err, &bad) {
		t.Errorf("no parts: %v", err)
	}
	if _, err := s.Interpolant(ctx, a); !errors.Is(err, smt.ErrSatisfiable) {
		t.Errorf("satisfiable: %v", err)
	}
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := s.Interpolant(stopped, a); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func implies(t *testing.T, st *smt.Store, f, g smt.Bool) {
	t.Helper()
	s := smt.NewSession(st, smt.Config{})
	s.Assert(f)
	s.Assert(g.Not())
	if r, err := s.Check(t.Context()); err != nil || r.Status != smt.Unsat {
		t.Errorf("%v does not imply %v: %v %v", f, g, r, err)
	}
}

// Random assertions have an interpolant just if they contradict each other.
func TestRandomInterpolants(t *testing.T) {
	g := newPuzzles(smt.NewStore())
	found := 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 5))
		s := smt.NewSession(g.st, smt.Config{Conflicts: 2000})
		left, right := g.st.BoolVal(true), g.st.BoolVal(true)
		var ids []smt.ID
		for range 10 {
			f := g.num(r).Lt(g.num(r)).Or(g.elem[r.IntN(4)].Ne(g.elem[r.IntN(4)]).And(g.p[r.IntN(4)]))
			if id := s.Assert(f); r.IntN(2) == 0 {
				ids, left = append(ids, id), left.And(f)
			} else {
				right = right.And(f)
			}
		}
		answer, err := s.Check(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var why reason.Reason
		i, err := s.Interpolant(t.Context(), ids...)
		switch {
		case err == nil && answer.Status == smt.Unsat:
			found++
			implies(t, g.st, left, i)
			implies(t, g.st, i, right.Not())
		case errors.Is(err, smt.ErrSatisfiable) && answer.Status == smt.Sat:
		case errors.As(err, &why) && why.Kind != reason.Internal:
		default:
			t.Errorf("seed %d: %v, %v", seed, answer, err)
		}
	}
	if found < 5 {
		t.Errorf("only %d interpolants", found)
	}
}
