package learn

import (
	"context"
	"testing"

	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/native"
)

// frames returns an empty store for the system of counting, what that returns, and literals that say that more than a number is returned.
func frames(t *testing.T) (f *Frames, out term.Term, more func(n int64) []term.Term) {
	sys, out := counting()
	st := sys.Store
	f = NewFrames(sys, inline.Config{
		NewSolver: func(st *term.Store) (inline.Solver, error) { return native.New(st, solver.Options{}), nil },
		NewMaker:  func(st *term.Store) term.Maker { return rewrite.New(st) },
	})
	t.Cleanup(f.Close)
	return f, out, func(n int64) []term.Term { return []term.Term{st.Not(st.Le(out, st.Int(n)))} }
}

// TestInductive: of facts of several levels, those that are inductive together hold for all levels, and the others stay as they are.
func TestInductive(t *testing.T) {
	f, _, more := frames(t)
	f.Add(1, more(3), 3) // not inductive
	f.Add(1, more(5), 5) // it would be with the one before
	f.Add(1, more(7), 0) // by itself
	if err := f.Inductive(context.Background(), 100); err != nil {
		t.Fatal(err)
	}
	for n, level := range map[int64]int32{3: 3, 5: 5, 7: AllLevels} {
		if !f.Excludes(1, more(n), level) || level < AllLevels && f.Excludes(1, more(n), level+1) {
			t.Errorf("the level of more than %d is not %d", n, level)
		}
	}
	f.Add(1, more(9), 2)
	if err := f.Inductive(context.Background(), 1); err != nil {
		t.Fatal(err)
	}
	if f.Excludes(1, more(9), AllLevels) {
		t.Error("more than 9 holds at all levels, after one question")
	}
}

// TestPropagate: a fact of a lower level is raised if it refutes what is assumed, and follows.
func TestPropagate(t *testing.T) {
	f, _, more := frames(t)
	f.Add(1, more(0), 0)
	f.Add(1, more(1), 0)
	p, err := f.Pred(1)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		n      int64
		raised bool
	}{{1, true}, {0, false}} {
		if ok, err := p.Propagate(context.Background(), 1, p.Hold(nil, more(c.n))); ok != c.raised || err != nil {
			t.Errorf("more than %d: %v, %v", c.n, ok, err)
		}
		if f.Excludes(1, more(c.n), 1) != c.raised {
			t.Errorf("more than %d is at level 1: %v", c.n, !c.raised)
		}
	}
}
