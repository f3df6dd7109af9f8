package smt_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/muster-smt/muster/theory/check"
	"github.com/muster-smt/muster/theory/reason"
	smtscript "github.com/muster-smt/muster/theory/script"
	"github.com/muster-smt/muster/theory/smt"
)

// puzzles makes random formulas over one store, from any goroutine.
type puzzles struct {
	st   *smt.Store
	x    []smt.Int
	p    []smt.Bool
	a    []smt.Array[smt.Int, smt.Int]
	f    smt.Fun1[smt.Int, smt.Int]
	elem []smt.Elem
}

func newPuzzles(st *smt.Store) *puzzles {
	g := &puzzles{st: st, f: smt.NewFun1("f", st.IntSort(), st.IntSort())}
	for i := range 4 {
		g.x = append(g.x, st.Int(fmt.Sprint("x", i)))
		g.p = append(g.p, st.Bool(fmt.Sprint("p", i)))
		g.a = append(g.a, smt.ArrayOf(st.IntSort(), st.IntSort()).Const(fmt.Sprint("a", i)))
		g.elem = append(g.elem, st.Sort("U").Const(fmt.Sprint("u", i)))
	}
	return g
}

func (g *puzzles) num(r *rand.Rand) smt.Int {
	x := g.x[r.IntN(4)]
	switch r.IntN(5) {
	case 0:
		return x.Add(g.st.IntVal(int64(r.IntN(5) - 2)))
	case 1:
		return g.f.At(x)
	case 2:
		return g.a[r.IntN(4)].Store(g.x[0], x).Select(g.x[r.IntN(4)])
	case 3:
		return x.Add(g.x[r.IntN(4)])
	}
	return x
}

func (g *puzzles) formula(r *rand.Rand) smt.Bool {
	atom := func() smt.Bool {
		switch r.IntN(6) {
		case 0:
			return g.p[r.IntN(4)]
		case 1:
			return g.num(r).Eq(g.num(r))
		case 2:
			return g.elem[r.IntN(4)].Ne(g.elem[r.IntN(4)])
		}
		return g.num(r).Lt(g.num(r))
	}
	f := atom()
	if r.IntN(2) == 0 {
		f = f.Not()
	}
	return f.Or(atom(), atom().Not())
}

// play runs a random script on a session. Models must satisfy all assertions, unsat must
// hold for a fork and for the core alone, and the script of WriteSMTLIB must have the
// same answer.
func (g *puzzles) play(t *testing.T, seed uint64) {
	ctx := t.Context()
	r := rand.New(rand.NewPCG(seed, 1))
	s := smt.NewSession(g.st, smt.Config{CheckModels: true})
	for range 30 {
		switch r.IntN(6) {
		case 0:
			s.Push()
		case 1:
			if s.Depth() > 0 {
				s.Pop()
			}
		default:
			s.Assert(g.formula(r))
			s.Assert(g.formula(r))
		}
		if r.IntN(3) == 0 {
			g.verify(t, ctx, s, []smt.Bool{g.p[0], g.formula(r)})
		}
	}
}

func (g *puzzles) verify(t *testing.T, ctx context.Context, s *smt.Session, assume []smt.Bool) {
	t.Helper()
	answer, err := s.Check(ctx, assume...)
	if err != nil {
		t.Error(err)
		return
	}
	if other, err := s.Fork().Check(ctx, assume...); err != nil || other.Status != answer.Status {
		t.Errorf("%v, its fork %v (%v)", answer, other, err)
	}
	switch answer.Status {
	case smt.Sat:
		m, err := s.Model()
		if err != nil {
			t.Error(err)
			return
		}
		for _, f := range slices.Concat(assertions(s), assume) {
			if ok, err := m.Bool(f); !ok || err != nil {
				t.Errorf("%v is %v in the model (%v)", f, ok, err)
			}
		}
	case smt.Unsat:
		core, err := s.Core(ctx)
		if err != nil {
			t.Error(err)
			return
		}
		again := smt.NewSession(g.st, smt.Config{})
		for id, f := range s.Assertions {
			if slices.Contains(core.Assertions, id) {
				again.Assert(f)
			}
		}
		if r, err := again.Check(ctx, core.Assumptions...); r.Status != smt.Unsat {
			t.Errorf("the core is %v (%v)", r, err)
		}
	}
	var text, out strings.Builder
	if err := s.WriteSMTLIB(&text, assume...); err != nil {
		t.Error(err)
	}
	if _, err := smtscript.Run(ctx, "written", strings.NewReader(text.String()), &out, smtscript.Options{}); err != nil || strings.TrimSpace(out.String()) != answer.Status.String() {
		t.Errorf("the script is %s (%v), not %v\n%s", out.String(), err, answer, text.String())
	}
}

func assertions(s *smt.Session) []smt.Bool {
	var all []smt.Bool
	for _, f := range s.Assertions {
		all = append(all, f)
	}
	return all
}

// Sessions over one store run at the same time, under -race too.
func TestSharedStore(t *testing.T) {
	st := smt.NewStore()
	var wg sync.WaitGroup
	for k := range uint64(4) {
		wg.Go(func() {
			g := newPuzzles(st)
			for seed := range uint64(3) {
				g.play(t, 10*k+seed)
			}
		})
	}
	wg.Wait()
}

// misused runs f, which must panic with a *Misuse, and returns its message.
func misused(f func()) (why string) {
	defer func() {
		var m *smt.Misuse
		if err, ok := recover().(error); ok && errors.As(err, &m) {
			why = m.Why
		}
	}()
	f()
	return "nothing"
}

func TestMisuse(t *testing.T) {
	st, other := smt.NewStore(), smt.NewStore()
	x := st.Int("x")
	s := smt.NewSession(st, smt.Config{})
	for i, c := range []struct {
		f    func()
		want string
	}{
		{func() { x.Add(smt.Int{}) }, "argument 2 is the zero term"},
		{func() { smt.Int{}.Add(x) }, "argument 1 is the zero term"},
		{func() { x.Lt(other.Int("x")) }, "argument 2 is of another store"},
		{func() { s.Assert(other.Bool("b")) }, "a term of another store"},
		{func() { s.Assert(smt.Bool{}) }, "the zero term"},
		{func() { s.Assert(smt.Bool(x)) }, "a term of sort Int is not a formula"},
		{func() { s.Check(t.Context(), smt.Bool{}) }, "the zero term"},
		{func() { s.Pop() }, "no scope is open"},
		{func() { st.Bool("x") }, "it is already declared with other sorts"},
		{func() { st.Sort("U").Const("u").Eq(st.Sort("V").Const("v")) }, "argument 2 is of sort V, want U"},
		{func() { st.Forall([]smt.Expr{st.IntVal(1)}, st.Bool("b")) }, "variable 1 is not a constant"},
		{func() { smt.Substitute(x, []smt.Expr{x}, nil) }, "1 variables, 0 terms"},
		{func() { smt.Substitute(x, []smt.Expr{x}, []smt.Expr{st.Bool("b")}) }, "argument 1 is of sort Bool, want Int"},
		{func() { smt.Substitute(x, []smt.Expr{x, x}, []smt.Expr{x, x}) }, "variable 2 is listed twice"},
		{func() { smt.Substitute(x, []smt.Expr{x.Neg()}, []smt.Expr{x}) }, "variable 1 is not a constant"},
		{func() { smt.Substitute(x, []smt.Expr{x}, []smt.Expr{other.Int("x")}) }, "argument 1 is of another store"},
		{func() { smt.Substitute(smt.Int{}, []smt.Expr{x}, []smt.Expr{x}) }, "the zero term"},
		{func() {
			for range s.Models(t.Context(), x) {
				s.Push()
			}
		}, "the session is in use: by another goroutine, or by the loop over Models that this call is in"},
	} {
		if got := misused(c.f); got != c.want {
			t.Errorf("%d: %s, want %s", i, got, c.want)
		}
	}
	if _, err := s.Core(t.Context()); err == nil {
		t.Error("a core without unsat")
	}
	if s.Depth() != 0 {
		t.Error("a panic in a loop over models leaves a scope")
	}
	if r, err := s.Check(t.Context()); r.Status != smt.Sat || err != nil {
		t.Errorf("after misuse: %v, %v", r, err)
	}
}

// After a cancelled context and after a limit a session answers as before.
func TestStopped(t *testing.T) {
	st := smt.NewStore()
	p, q := st.Bool("p"), st.Bool("q") // preprocessing does not see that the numbers have no room
	var hard []smt.Bool
	x := make([]smt.Int, 14)
	for i := range x {
		x[i] = st.IntSort().Fresh("x")
		hard = append(hard, x[i].Ge(st.IntVal(0)), x[i].Lt(st.IntVal(13)))
		for j := range i {
			hard = append(hard, x[i].Lt(x[j]).Or(x[j].Lt(x[i])))
		}
	}
	for name, c := range map[string]struct {
		cfg  smt.Config
		wait time.Duration
		want reason.Kind
	}{
		"conflicts": {cfg: smt.Config{Conflicts: 3}, want: reason.Conflicts},
		"timeout":   {cfg: smt.Config{Timeout: 20 * time.Millisecond}, want: reason.Timeout},
		"memory":    {cfg: smt.Config{Memory: 1}, want: reason.Memory},
		"cancel":    {wait: 20 * time.Millisecond},
	} {
		s := smt.NewSession(st, c.cfg)
		s.Push()
		s.Assert(st.And(p.Or(q), p.Implies(st.And(hard...)), q.Implies(st.And(hard...))))
		ctx := context.Background()
		if c.wait > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, c.wait)
			defer cancel()
		}
		r, err := s.Check(ctx)
		if r.Status != smt.Unknown || r.Reason.Kind != c.want || (err != nil) != (c.wait > 0) {
			t.Errorf("%s: %v, %v", name, r, err)
		}
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", name, err)
		}
		s.Pop()
		if c.cfg.Memory == 0 {
			s.Assert(x[0].Lt(x[1]))
			if r, err := s.Check(context.Background()); r.Status != smt.Sat || err != nil {
				t.Errorf("%s: afterwards %v, %v", name, r, err)
			}
		}
	}
}

// heap returns the bytes of live objects.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// A session keeps no terms of popped scopes: its copies are dropped with the kernel.
func TestSessionRounds(t *testing.T) {
	st := smt.NewStore()
	s := smt.NewSession(st, smt.Config{})
	x, f := st.Int("x"), smt.NewFun1("f", st.IntSort(), st.IntSort())
	s.Assert(x.Gt(st.IntVal(0)))
	var heaps []int64
	for i := range 1500 {
		s.Push()
		for k := range 3 {
			s.Assert(f.At(x.Add(st.IntVal(int64(i*3 + k)))).Gt(st.IntVal(int64(i))))
		}
		if r, err := s.Check(t.Context()); r.Status != smt.Sat || err != nil {
			t.Fatal(r, err)
		}
		s.Pop()
		if i%500 == 499 {
			heaps = append(heaps, heap())
		}
	}
	// Each round leaves 12 terms in the store of the caller.
	if d := heaps[2] - heaps[1]; d > 2<<20 {
		t.Errorf("the heap grew by %d bytes in 500 rounds", d)
	}
	if n := s.Stats().Get("checks"); n != 1500 {
		t.Errorf("%d checks", n)
	}
	t.Log(heaps, s.Stats().Get("terms"))
	runtime.KeepAlive(s)
}

// TestProductsWithoutEnd: checks with products share no budget, so there may be any number
// of them.
func TestProductsWithoutEnd(t *testing.T) {
	st := smt.NewStore()
	x, y := st.Int("x"), st.Int("y")
	s := smt.NewSession(st, smt.Config{})
	s.Assert(x.Gt(st.IntVal(1)))
	s.Assert(y.Gt(st.IntVal(1)))
	s.Assert(x.Lt(st.IntVal(6)))
	s.Assert(y.Lt(st.IntVal(6)))
	for i := range 400 {
		s.Push()
		p := int64([]int{7, 11, 13, 17}[i%4])
		s.Assert(x.Mul(y).Eq(st.IntVal(p)))
		r, err := s.Check(t.Context())
		if err != nil || r.Status != smt.Unsat {
			t.Fatal(i, r, err)
		}
		s.Pop()
	}
}

// TestCoreInterrupted: a core whose first step is interrupted has all assertions.
func TestCoreInterrupted(t *testing.T) {
	st := smt.NewStore()
	x := st.Int("x")
	s := smt.NewSession(st, smt.Config{})
	s.Assert(x.Gt(st.IntVal(3)))
	s.Assert(x.Lt(st.IntVal(10)))
	s.Assert(x.Lt(st.IntVal(3)))
	if r, err := s.Check(t.Context()); err != nil || r.Status != smt.Unsat {
		t.Fatal(r, err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	for _, ask := range []func() (smt.Core, error){
		func() (smt.Core, error) { return s.Core(ended) },
		func() (smt.Core, error) { return s.MinimizeCore(ended, 0) },
	} {
		if core, err := ask(); err != nil || len(core.Assertions) != 3 || core.Minimal {
			t.Error(core, err)
		}
	}
	if core, err := s.MinimizeCore(t.Context(), 0); err != nil || len(core.Assertions) != 2 || !core.Minimal {
		t.Error(core, err)
	}
}

// brokenPipe refuses every byte.
type brokenPipe struct{}

var errBroken = errors.New("broken pipe")

func (brokenPipe) Write([]byte) (int, error) { return 0, errBroken }

// TestSessionProof verifies the log of a session that rebuilds its solver on the
// way, and of one that asks once, against the script that it writes.
func TestSessionProof(t *testing.T) {
	st := smt.NewStore()
	x := st.Int("x")
	var log bytes.Buffer
	s := smt.NewSession(st, smt.Config{Proof: &log})
	s.Assert(x.Gt(st.IntVal(3)))
	for i := range int64(60) {
		s.Push()
		y := st.Int(fmt.Sprint("y", i))
		for k := range int64(20) {
			s.Assert(x.Add(y).Lt(st.IntVal(i + k)).Or(y.Gt(st.IntVal(0))))
		}
		s.Assert(x.Lt(st.IntVal(i % 5)))
		if r, err := s.Check(t.Context()); err != nil || r.Status != smt.Unsat {
			t.Fatal(i, r, err)
		}
		if _, err := s.MinimizeCore(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		f := s.Fork()
		f.Pop()
		if r, err := f.Check(t.Context()); err != nil || r.Status != smt.Sat {
			t.Fatal(i, r, err)
		}
		s.Pop()
	}
	rep, err := check.Log(t.Context(), &log)
	if err != nil || rep.Unsat != 60 || rep.TrustedLemmas() > 0 {
		t.Error(err, rep.Unsat, rep.TrustedLemmas())
	}

	once := smt.NewSession(st, smt.Config{Proof: &log})
	once.Assert(x.Gt(st.IntVal(3)))
	once.Assert(x.Lt(st.IntVal(4)))
	if r, err := once.Check(t.Context()); err != nil || r.Status != smt.Unsat {
		t.Fatal(r, err)
	}
	var script bytes.Buffer
	if err := once.WriteSMTLIB(&script); err != nil {
		t.Fatal(err)
	}
	if rep, err := check.Script(t.Context(), "script", &script, &log); err != nil || rep.Unsat != 1 {
		t.Error(err, rep.Unsat)
	}

	broken := smt.NewSession(st, smt.Config{Proof: brokenPipe{}})
	broken.Assert(x.Lt(x))
	if _, err := broken.Check(t.Context()); !errors.Is(err, errBroken) {
		t.Error(err)
	}
}

// TestModelOfSorts: a function without entries has the least element of the model
// everywhere, also in the copy that a session returns, where elements have
// other numbers.
func TestModelOfSorts(t *testing.T) {
	st := smt.NewStore()
	u := st.Sort("U")
	w, x, v := u.Const("w"), u.Const("x"), u.Const("v")
	k, err := st.Declare("k", []smt.AnySort{st.IntSort().AnySort, st.BoolSort().AnySort}, u.AnySort)
	if err != nil {
		t.Fatal(err)
	}
	q := st.Int("q")
	kq, err := k.Apply(q.Untyped(), st.BoolVal(true).Untyped())
	if err != nil {
		t.Fatal(err)
	}
	p, err := st.Declare("p", []smt.AnySort{u.AnySort}, st.BoolSort().AnySort)
	if err != nil {
		t.Fatal(err)
	}
	some := func(e smt.Elem) smt.Bool {
		f, err := p.Apply(e.Untyped())
		if err != nil {
			t.Fatal(err)
		}
		return smt.Bool{Term: f}
	}
	constant := st.Forall([]smt.Expr{q}, smt.Elem{Term: kq}.Eq(v))
	for _, first := range []smt.Elem{w, x, v} {
		s := smt.NewSession(st, smt.Config{CheckModels: true})
		s.Assert(some(first))
		s.Assert(w.Ne(x).And(x.Ne(v), v.Ne(w)))
		if r, err := s.Check(t.Context(), constant); err != nil || r.Status != smt.Sat {
			t.Errorf("%v %v", r, err)
		}
	}
}
