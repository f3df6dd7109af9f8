package sat_test

import (
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/muster-smt/muster/sat"
)

// bomber is a Propagator by which each variable with an odd number implies the next one.
// It panics in its n-th callback.
type bomber struct {
	s     *sat.Solver
	left  int
	calls [8]int // by callback
	queue []sat.Lit
}

const (
	inAssign = iota
	inNewLevel
	inBacktrack
	inPropagate
	inFinal
	inExplain
	inEligible
)

func (b *bomber) tick(where int) {
	b.calls[where]++
	if b.left--; b.left == 0 {
		panic(b)
	}
}

func (b *bomber) Assign(lits []sat.Lit) {
	b.tick(inAssign)
	for _, l := range lits {
		if v := l.Var(); !l.Sign() && v%2 == 1 {
			b.queue = append(b.queue, (v + 1).Pos())
		}
	}
}
func (b *bomber) NewLevel()     { b.tick(inNewLevel) }
func (b *bomber) Backtrack(int) { b.tick(inBacktrack); b.queue = b.queue[:0] }
func (b *bomber) Propagate() {
	b.tick(inPropagate)
	for _, l := range b.queue {
		if b.s.Value(l) != sat.True && !b.s.Enqueue(l, 7) {
			break
		}
	}
	b.queue = b.queue[:0]
}
func (b *bomber) Final() sat.Final { b.tick(inFinal); return sat.FinalSat }
func (b *bomber) Explain(l sat.Lit, _ uint32, dst []sat.Lit) ([]sat.Lit, sat.Origin) {
	b.tick(inExplain)
	return append(dst, (l.Var() - 1).Pos()), 0
}
func (b *bomber) Eligible(sat.Var) (sat.Lit, bool) { b.tick(inEligible); return sat.NoLit, true }
func (b *bomber) MayWait(sat.Lit) bool             { return true }

// TestPanics makes each callback of a search panic once: the panic passes through Solve,
// which panics from then on, and no goroutine is left.
func TestPanics(t *testing.T) {
	const vars = 24
	recovered := func(f func()) (x any) {
		defer func() { x = recover() }()
		f()
		return nil
	}
	run := func(n int) (b *bomber, s, clone *sat.Solver, x any) {
		r := rand.New(rand.NewPCG(4, 2))
		s = sat.New(sat.Options{Stress: true})
		for range vars {
			s.NewVar()
		}
		for range 70 {
			s.Add(randomLits(r, vars, 3), sat.Irredundant)
		}
		clone = s.Clone()
		b = &bomber{s: s, left: n}
		s.Connect(b)
		for v := sat.Var(1); v <= vars; v++ {
			s.Observe(v)
			s.Offer(v)
		}
		x = recovered(func() {
			for range 6 {
				s.Solve(nil, randomLits(r, vars, 2), sat.Budget{})
			}
		})
		return b, s, clone, x
	}
	whole, _, clone, _ := run(-1)
	want := clone.Solve(nil, nil, sat.Budget{})
	total := 0
	for where, n := range whole.calls[:inEligible+1] {
		if total += n; n == 0 {
			t.Errorf("callback %d is never called", where)
		}
	}
	before := runtime.NumGoroutine()
	for n := 1; n <= total; n++ {
		b, s, clone, x := run(n)
		if x != b {
			t.Fatalf("callback %d: %v, want the propagator's panic", n, x)
		}
		for name, ask := range map[string]func(){
			"Solve": func() { s.Solve(nil, nil, sat.Budget{}) },
			"Imply": func() { s.Imply(nil, nil, nil) },
		} {
			if text, _ := recovered(ask).(string); !strings.Contains(text, ": "+name+" in state ") {
				t.Errorf("callback %d: %s afterwards: %v", n, name, text)
			}
		}
		if st := clone.Solve(nil, nil, sat.Budget{}); st != want {
			t.Errorf("callback %d: the clone says %v, want %v", n, st, want)
		}
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d goroutines before, %d after", before, after)
	}
	t.Logf("%d callbacks: %v", total, whole.calls)
}
