package smt

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/combine"
	"github.com/muster-smt/muster/theory/term"
)

// fuse panics in the n-th call of the plugins that it is in.
type fuse struct{ left, calls int }

func (f *fuse) tick() {
	f.calls++
	if f.left--; f.left == 0 {
		panic("a bomb")
	}
}

// bomb is a plugin with a fuse.
type bomb struct {
	theory.Plugin
	*fuse
}

func (b bomb) AddAtom(t term.Term, l sat.Lit)            { b.tick(); b.Plugin.AddAtom(t, l) }
func (b bomb) NewLevel()                                 { b.tick(); b.Plugin.NewLevel() }
func (b bomb) Backtrack(level int)                       { b.tick(); b.Plugin.Backtrack(level) }
func (b bomb) Relevant(n theory.Node)                    { b.tick(); b.Plugin.Relevant(n) }
func (b bomb) Assert(l sat.Lit)                          { b.tick(); b.Plugin.Assert(l) }
func (b bomb) Merged(root, other theory.Node, off int64) { b.tick(); b.Plugin.Merged(root, other, off) }
func (b bomb) Propagate()                                { b.tick(); b.Plugin.Propagate() }
func (b bomb) Check(e theory.Effort) theory.Status       { b.tick(); return b.Plugin.Check(e) }
func (b bomb) ExplainLit(l sat.Lit, why theory.Reason, dst *theory.Antecedents) {
	b.tick()
	b.Plugin.ExplainLit(l, why, dst)
}
func (b bomb) ExplainEq(x, y theory.Point, why theory.Reason, dst *theory.Antecedents) {
	b.tick()
	b.Plugin.ExplainEq(x, y, why, dst)
}

// arrayBomb is that for arrays.
type arrayBomb struct {
	combine.ArrayPlugin
	*fuse
}

func (b arrayBomb) Propagate()                          { b.tick(); b.ArrayPlugin.Propagate() }
func (b arrayBomb) Check(e theory.Effort) theory.Status { b.tick(); return b.ArrayPlugin.Check(e) }
func (b arrayBomb) Backtrack(level int)                 { b.tick(); b.ArrayPlugin.Backtrack(level) }

// TestPluginPanics has plugins panic in each of their calls once: that is a fault of the
// check, and the session answers the next one, with a new solver.
func TestPluginPanics(t *testing.T) {
	const pigeons, holes = 4, 3
	run := func(n int) (f *fuse, s *Session, first Result, err error) {
		st := NewStore()
		s = NewSession(st, Config{CheckModels: true})
		all, wide := st.IntVal(0), st.Bool("wide")
		a := ArrayOf(st.IntSort(), st.IntSort()).Const("a")
		s.Assert(st.Int("x").Ge(all))
		s.Check(context.Background()) // makes the solver
		f = &fuse{left: n}
		plugins := s.main.sol.e.Plugins()
		for i, p := range plugins {
			switch p := p.(type) {
			case combine.ArrayPlugin:
				plugins[i] = arrayBomb{p, f}
			case theory.Plugin:
				plugins[i] = bomb{p, f}
			}
		}
		var homes []Int
		for i := range pigeons {
			x := st.Int(fmt.Sprint("x", i))
			homes = append(homes, a.Select(x))
			s.Assert(a.Select(x).Ge(all).And(a.Select(x).Lt(st.IntVal(holes)).Or(wide)))
			s.Assert(x.Add(st.IntVal(1)).Le(st.Int(fmt.Sprint("x", i+1))))
		}
		s.Assert(Distinct(homes[0], homes[1:]...))
		first, err = s.Check(context.Background())
		if err == nil && first.Status == Sat {
			first, err = s.Check(context.Background(), wide.Not())
		}
		f.left = -1
		if err == nil {
			return f, s, first, nil
		}
		for _, q := range []struct {
			assume Bool
			want   sat.Status
		}{{wide.Not(), Unsat}, {wide, Sat}} {
			if r, err := s.Check(context.Background(), q.assume); err != nil || r.Status != q.want {
				t.Errorf("after call %d: %v (%v), want %v", n, r, err, q.want)
			}
		}
		return f, s, first, err
	}
	f, _, r, err := run(-1)
	if err != nil || r.Status != Unsat {
		t.Fatalf("%v (%v), want unsat", r, err)
	}
	before := runtime.NumGoroutine()
	for n := 1; n <= f.calls; n += 1 + f.calls/150 {
		_, _, r, err := run(n)
		if err == nil || !strings.HasPrefix(err.Error(), "smt: internal error: a bomb (please report it with the input)") {
			t.Errorf("call %d: %v, %v", n, r, err)
		}
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d goroutines before, %d after", before, after)
	}
	t.Logf("%d calls", f.calls)
}
