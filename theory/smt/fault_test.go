package smt_test

import (
	"context"
	"errors"
	"testing"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/smt"
)

// fuse is a context that panics at its n-th call.
type fuse struct {
	context.Context
	left, calls *int
}

func (f fuse) tick() {
	*f.calls++
	if *f.left--; *f.left == 0 {
		panic("a bomb")
	}
}

func (f fuse) Err() error {
	f.tick()
	return f.Context.Err()
}

func (f fuse) Value(key any) any {
	f.tick()
	return f.Context.Value(key)
}

// TestFaults lets a check panic inside the solver: the check returns an error, and the
// session answers the next one with a new solver.
func TestFaults(t *testing.T) {
	run := func(n int) (s *smt.Session, r smt.Result, calls int, err error) {
		st := smt.NewStore()
		s = smt.NewSession(st, smt.Config{})
		x, zero := st.Int("x"), st.IntVal(0)
		f := smt.NewFun1("f", st.IntSort(), st.IntSort())
		s.Assert(st.Forall([]smt.Expr{x}, f.At(x).Ge(zero)))
		s.Push()
		s.Assert(f.At(zero).Lt(st.IntVal(2)))
		r, err = s.Check(fuse{t.Context(), &n, &calls})
		for _, q := range []struct {
			assume smt.Bool
			want   smt.Result
		}{{f.At(zero).Gt(st.IntVal(1)), smt.Result{Status: smt.Unsat}}, {f.At(zero).Eq(st.IntVal(1)), smt.Result{Status: smt.Sat}}} {
			if r, err := s.Check(t.Context(), q.assume); err != nil || r != q.want {
				t.Errorf("after call %d: %v (%v), want %v", n, r, err, q.want)
			}
		}
		return s, r, calls, err
	}
	_, r, calls, err := run(-1)
	if r.Status != smt.Sat || err != nil || calls < 5 {
		t.Fatalf("%v (%v) with %d calls, want sat with at least 5", r, err, calls)
	}
	for n := 2; n <= calls; n++ { // the first one is the session's
		_, r, _, err := run(n)
		if why := (smt.Reason{}); !errors.As(err, &why) || why.Kind != reason.Internal || why.Detail != "a bomb (please report it with the input)" || err.Error() != "smt: "+why.Report() {
			t.Errorf("call %d: %v, %v", n, r, err)
		}
	}
}
