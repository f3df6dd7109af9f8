package gini_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	upstream "github.com/go-air/gini"
	"github.com/go-air/gini/gen"
	"github.com/go-air/gini/inter"
	"github.com/go-air/gini/logic"
	"github.com/go-air/gini/z"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/gini"
)

// solver is the complete interface of gini.
type solver interface {
	inter.S
	inter.Activatable
}

// makers make the solvers that must behave in the same way in all uses.
var makers = map[string]func() solver{
	"gini":   func() solver { return upstream.New() },
	"muster": func() solver { return gini.NewSolver() },
	"stress": func() solver { return gini.Wrap(sat.New(sat.Options{Stress: true})) },
}

func panics(f func()) (did bool) {
	defer func() { did = recover() != nil }()
	f()
	return false
}

// uses are ways in which gini is used, most of them those of its own tests.
var uses = []struct {
	name string
	use  func(t *testing.T, s solver)
}{
	{"contradiction", func(t *testing.T, s solver) {
		add(s, []z.Lit{3})
		add(s, []z.Lit{2})
		if s.Solve() != -1 || len(s.Why(nil)) != 0 {
			t.Error("not unsat, or for a reason")
		}
	}},
	{"the empty clause", func(t *testing.T, s solver) {
		s.Add(z.LitNull)
		add(s, []z.Lit{17})
		if s.Solve() != -1 {
			t.Error("sat")
		}
	}},
	{"variables as they come", func(t *testing.T, s solver) {
		add(s, []z.Lit{20, 50, 15000})
		if s.Solve() != 1 || s.MaxVar() != 7500 {
			t.Errorf("not sat, or up to %v", s.MaxVar())
		}
		if m := s.Lit(); m != z.Var(7501).Pos() {
			t.Errorf("the new literal is %v", m)
		}
	}},
	{"pigeons", func(t *testing.T, s solver) {
		gen.Php(s, 6, 5)
		if s.Solve() != -1 {
			t.Error("sat")
		}
	}},
	{"assumptions", func(t *testing.T, s solver) {
		gen.BinCycle(s, 100)
		for i := range 10 {
			u, v := z.Var((i+4)%10+1), z.Var((i+1)%10+1)
			s.Assume(u.Pos(), v.Neg())
			if s.Solve() != -1 || len(s.Why(nil)) != 2 {
				t.Fatalf("why: %v", s.Why(nil))
			}
			s.Assume(u.Pos())
			if s.Solve() != 1 || len(s.Why(nil)) != 0 || !s.Value(v.Pos()) || s.Value(v.Neg()) {
				t.Fatal("not sat, or not in a cycle")
			}
		}
	}},
	{"why appends", func(t *testing.T, s solver) {
		add(s, []z.Lit{2, 4})
		s.Assume(3, 5)
		if s.Solve() != -1 {
			t.Fatal("sat")
		}
		if why := s.Why(nil); len(why) != 2 || !slices.Contains(why, 3) || !slices.Contains(why, 5) {
			t.Errorf("why: %v", why)
		}
	}},
	{"contrary assumptions", func(t *testing.T, s solver) {
		add(s, []z.Lit{2, 4})
		s.Assume(6, 7)
		if s.Solve() != -1 {
			t.Fatal("sat")
		}
		if why := s.Why(nil); len(why) != 2 || !slices.Contains(why, 6) || !slices.Contains(why, 7) {
			t.Errorf("why: %v", why)
		}
	}},
	{"clauses between solves", func(t *testing.T, s solver) {
		in, out, x := s.Lit(), s.Lit(), s.Lit()
		add(s, []z.Lit{in.Not(), out})
		add(s, []z.Lit{in.Not(), x})
		if s.Solve() != 1 {
			t.Error("unsat")
		}
		add(s, []z.Lit{in})
		add(s, []z.Lit{out})
		if s.Solve() != 1 || !s.Value(x) {
			t.Error("unsat, or x is false")
		}
	}},
	{"test, untest", func(t *testing.T, s solver) {
		gen.BinCycle(s, 10)
		if res, out := s.Test([]z.Lit{}); res != 0 || len(out) != 0 {
			t.Fatalf("%d, %v", res, out)
		}
		s.Assume(z.Var(4).Pos())
		res, out := s.Test([]z.Lit{})
		if res != 1 || len(out) != 10 {
			t.Fatalf("%d, %v", res, out)
		}
		for _, m := range out {
			want := 1
			if m == z.Var(4).Pos() {
				want = 0
			}
			if why := s.Reasons(nil, m); len(why) != want || !s.Value(m) || s.Value(m.Not()) {
				t.Fatalf("%v because of %v", m, why)
			}
		}
		if s.Untest() != 0 || s.Value(z.Var(4).Pos()) || s.Untest() != 0 {
			t.Error("untest")
		}
		if !panics(func() { s.Untest() }) {
			t.Error("Untest without Test")
		}
	}},
	{"tested assumptions stay", func(t *testing.T, s solver) {
		add(s, []z.Lit{2, 4, 6})
		s.Assume(3)
		if res, out := s.Test(nil); res != 0 || out != nil {
			t.Fatalf("%d, %v", res, out)
		}
		s.Assume(5)
		if s.Solve() != 1 || !s.Value(6) {
			t.Error("3 and 5 leave 6")
		}
		if s.Solve() != 1 || s.Value(2) {
			t.Error("3 has gone")
		}
		s.Assume(5, 7)
		if s.Solve() != -1 || len(s.Why(nil)) != 3 {
			t.Errorf("why: %v", s.Why(nil))
		}
		if s.Untest() != 0 {
			t.Error("untest")
		}
		s.Assume(5, 7)
		if s.Solve() != 1 || !s.Value(2) {
			t.Error("3 has not gone")
		}
	}},
	{"scopes in scopes", func(t *testing.T, s solver) {
		add(s, []z.Lit{3, 4})
		add(s, []z.Lit{5, 6})
		add(s, []z.Lit{7, 9})
		add(s, []z.Lit{4, 10})
		s.Assume(2)
		if res, out := s.Test([]z.Lit{}); res != 0 || !slices.Equal(out, []z.Lit{2, 4, 6, 9}) {
			t.Fatalf("%d, %v", res, out)
		}
		s.Assume(10)
		if res, out := s.Test([]z.Lit{}); res != 1 || !slices.Equal(out, []z.Lit{10}) {
			t.Fatalf("%d, %v", res, out)
		}
		if s.Untest() != 0 || s.Value(10) || !s.Value(9) {
			t.Fatal("the first scope")
		}
		s.Assume(8)
		if res, _ := s.Test(nil); res != -1 || len(s.Why(nil)) != 2 {
			t.Fatalf("%d, %v", res, s.Why(nil))
		}
		for range 2 {
			if s.Untest() != 0 {
				t.Fatal("untest")
			}
		}
		s.Assume(8)
		if s.Solve() != 1 || s.Value(2) {
			t.Error("8 without 2")
		}
	}},
	{"solve in scopes", func(t *testing.T, s solver) {
		gen.Php(s, 6, 6)
		s.Assume(z.Var(1).Pos())
		if res, _ := s.Test(nil); res != 0 {
			t.Fatal(res)
		}
		s.Assume(z.Var(8).Pos())
		if res, _ := s.Test(nil); res != 0 {
			t.Fatal(res)
		}
		if s.Solve() != 1 || !s.Value(z.Var(1).Pos()) || !s.Value(z.Var(8).Pos()) || s.Untest() != 0 {
			t.Fatal("two scopes")
		}
		s.Assume(z.Var(8).Neg())
		if s.Solve() != 1 || !s.Value(z.Var(1).Pos()) || s.Value(z.Var(8).Pos()) || s.Untest() != 0 {
			t.Fatal("one scope")
		}
	}},
	{"activation", func(t *testing.T, s solver) {
		for i := range 30 {
			add(s, []z.Lit{z.Var(i + 1).Neg(), z.Var(i + 2).Pos()})
		}
		if s.Solve() != 1 {
			t.Fatal("unsat")
		}
		for range 100 {
			s.Add(z.Var(32).Pos())
			harmless := s.Activate()
			s.Add(z.Var(2).Pos())
			s.Add(z.Var(3).Pos())
			harm0 := s.Activate()
			s.Add(z.Var(30).Neg())
			s.Add(z.Var(31).Neg())
			harm1 := s.Activate()
			s.Assume(harmless, harm0, harm1)
			if s.Solve() != -1 || len(s.Why(nil)) != 2 {
				t.Fatalf("why: %v", s.Why(nil))
			}
			s.Deactivate(harmless)
			s.Assume(harm0, harm1)
			if s.Solve() != -1 {
				t.Fatal("sat")
			}
			s.Assume(harm0)
			if s.Solve() != 1 {
				t.Fatal("unsat")
			}
			s.Deactivate(harm0)
			s.Deactivate(harm1)
			if s.Solve() != 1 {
				t.Fatal("unsat without harm")
			}
		}
		if s.MaxVar() > 100 {
			t.Errorf("%v variables: activation literals are not used again", s.MaxVar())
		}
	}},
	{"one literal for many clauses", func(t *testing.T, s solver) {
		act := s.ActivationLit()
		for i := range 5 {
			s.Add(z.Var(10 + i).Pos())
			s.ActivateWith(act)
		}
		s.Assume(z.Var(13).Neg())
		if s.Solve() != 1 {
			t.Fatal("it is active")
		}
		s.Assume(act, z.Var(13).Neg())
		if s.Solve() != -1 || len(s.Why(nil)) != 2 {
			t.Fatalf("why: %v", s.Why(nil))
		}
		s.Deactivate(act)
		s.Assume(z.Var(13).Neg())
		if s.Solve() != 1 {
			t.Fatal("it is still active")
		}
	}},
	{"what a test forbids", func(t *testing.T, s solver) {
		m := s.ActivationLit()
		s.Assume(s.Lit())
		s.Test(nil)
		s.Add(s.Lit())
		for name, f := range map[string]func(){
			"Activate": func() { s.Activate() }, "ActivateWith": func() { s.ActivateWith(m) },
			"ActivationLit": func() { s.ActivationLit() }, "Deactivate": func() { s.Deactivate(m) },
		} {
			if !panics(f) {
				t.Error(name)
			}
		}
	}},
	{"activation of the empty clause", func(t *testing.T, s solver) {
		if !panics(func() { s.Activate() }) {
			t.Error("no panic")
		}
	}},
	{"copies", func(t *testing.T, s solver) {
		add(s, []z.Lit{2, 4})
		c := s.SCopy()
		add(s, []z.Lit{3})
		add(c, []z.Lit{5})
		if s.Solve() != 1 || c.Solve() != 1 || !s.Value(4) || !c.Value(2) || c.Value(4) {
			t.Error("they are not independent")
		}
		add(c, []z.Lit{3})
		if c.Solve() != -1 || s.Solve() != 1 {
			t.Error("they are not independent")
		}
	}},
	{"copy of a solve that pauses", func(t *testing.T, s solver) {
		gen.Php(s, 8, 7)
		s.Assume(z.Var(1).Pos())
		run := s.GoSolve()
		if res, ok := run.Pause(); ok {
			other := s.SCopy().GoSolve()
			run.Unpause()
			if a, b := run.Wait(), other.Wait(); a != -1 || b != -1 {
				t.Errorf("%d, %d", a, b)
			}
		} else if res != -1 {
			t.Error(res)
		}
	}},
	{"in the background", func(t *testing.T, s solver) {
		gen.Seed(1)
		gen.HardRand3Cnf(s, 6000)
		run := s.GoSolve()
		for range 3 {
			if res, done := run.Test(); res != 0 || done {
				t.Fatal("too soon to be believable")
			}
		}
		if res := run.Try(5 * time.Millisecond); res != 0 {
			t.Error(res)
		}
		if s.Try(0) != 0 || s.Try(5*time.Millisecond) != 0 || s.GoSolve().Stop() != 0 {
			t.Error("solved")
		}
	}},
	{"circuits", func(t *testing.T, s solver) {
		c := logic.NewC()
		var in []z.Lit
		for range 12 {
			in = append(in, c.Lit())
		}
		cards := c.CardSort(in)
		few, many := cards.Leq(4), cards.Geq(4)
		c.ToCnfFrom(s, few, many)
		s.Assume(few, many)
		if s.Solve() != 1 {
			t.Fatal("unsat")
		}
		n := 0
		for _, m := range in {
			if s.Value(m) {
				n++
			}
		}
		if n != 4 {
			t.Errorf("%d inputs are true", n)
		}
		s.Assume(append(in[:4:4], few, in[7])...)
		if s.Solve() != -1 {
			t.Error("sat")
		}
	}},
	{"random formulas in scopes", func(t *testing.T, s solver) {
		r := rand.New(rand.NewPCG(1, 2))
		const n = 50
		for range 4*n - 10 {
			add(s, []z.Lit{z.Lit(2 + r.IntN(2*n)), z.Lit(2 + r.IntN(2*n)), z.Lit(2 + r.IntN(2*n))})
		}
		if res, _ := s.Test(nil); res == -1 {
			return
		}
		for i := range 10 {
			s.Assume(z.Var(i+1).Neg(), z.Var(i+2).Pos())
			if res, _ := s.Test(nil); res == 0 && s.Solve() == 0 {
				t.Fatal("unknown")
			}
			if s.Untest() == -1 {
				if s.Untest() == -1 {
					return
				}
			}
		}
	}},
}

func TestUses(t *testing.T) {
	for name, maker := range makers {
		for _, u := range uses {
			t.Run(name+"/"+u.name, func(t *testing.T) { u.use(t, maker()) })
		}
	}
}
