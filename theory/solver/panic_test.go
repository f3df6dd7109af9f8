package solver

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
)

// fuse panics at the n-th call of the plugins that have it.
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

// TestPluginPanics lets plugins panic in each of their calls once: that check and every
// later one answer with the internal fault.
func TestPluginPanics(t *testing.T) {
	const pigeons, holes = 4, 3
	run := func(n int) (calls int, first, second Result) {
		st := term.NewStore()
		s := New(st, Options{CheckModels: true})
		zero, wide := st.Int(0), st.FreshConst("wide", term.Bool)
		a := st.FreshConst("a", st.ArraySort(term.Int, term.Int))
		f := &fuse{left: n}
		plugins := s.backend.(*combination).Plugins()
		for i, p := range plugins {
			plugins[i] = bomb{p, f}
		}
		var xs, homes []term.Term
		for i := range pigeons {
			xs = append(xs, st.FreshConst(fmt.Sprint("x", i), term.Int))
			homes = append(homes, st.Select(a, xs[i]))
			s.Assert(st.And(st.Le(zero, homes[i]), st.Or(st.Lt(homes[i], st.Int(holes)), wide)))
			if i > 0 {
				s.Assert(st.Lt(xs[i-1], xs[i]))
			}
		}
		s.Assert(st.Distinct(homes...))
		first = s.Check(t.Context())
		if first.Status == sat.Sat {
			first = s.Check(t.Context(), st.Not(wide))
		}
		calls, f.left = f.calls, -1
		return calls, first, s.Check(t.Context(), st.Not(wide))
	}
	calls, first, second := run(-1)
	if first.Status != sat.Unsat || second.Status != sat.Unsat {
		t.Fatalf("%v, then %v, want unsat", first, second)
	}
	before := runtime.NumGoroutine()
	for n := 1; n <= calls; n += 1 + calls/150 {
		_, first, second := run(n)
		if first.Reason.Kind != reason.Internal || first.Reason.Stack == "" || first.Reason.Detail != "a bomb (please report it with the input)" || second != first {
			t.Errorf("call %d: %v, then %v", n, first, second)
		}
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d goroutines before, %d after", before, after)
	}
	t.Logf("%d calls", calls)
}
