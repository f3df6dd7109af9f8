package solver_test

import (
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// counter returns a counter of a solver.
func counter(t *testing.T, s *solver.Solver, name string) int64 {
	t.Helper()
	for _, c := range s.Stats() {
		if c.Name == name {
			return c.Value
		}
	}
	t.Fatalf("no counter %s", name)
	return 0
}

// TestSweepAgrees: sessions in which guards are refuted, and what sleeps is mentioned again,
// have the answers of a solver that keeps everything, which one with Options.Cone does, and
// models of all that was asserted.
func TestSweepAgrees(t *testing.T) {
	rounds := extent.Of(30, 200)
	swept, asleep := int64(0), int64(0)
	for seed := range uint64(rounds) {
		st := term.NewStore()
		r := rand.New(rand.NewPCG(seed, 17))
		lazy := solver.New(st, solver.Options{NoPreprocess: true, CheckModels: true, Stress: true, Seed: seed})
		keeps := solver.New(st, solver.Options{Cone: true, Seed: seed})
		f := st.FreshFun("f", []term.Sort{term.Int}, term.Int)
		a := st.FreshConst("a", st.ArraySort(term.Int, term.Int))
		var guards, refuted, definitions, ints, arrays, all []term.Term
		var scopes []int
		arrays = append(arrays, a)
		for range 3 {
			ints = append(ints, st.FreshConst("x", term.Int))
		}
		pick := func(ts []term.Term) term.Term { return ts[r.IntN(len(ts))] }
		value := func() term.Term {
			switch x := pick(ints); r.IntN(5) {
			case 0:
				return st.App(f, x)
			case 1:
				return st.Add(x, st.Int(int64(r.IntN(3))))
			case 2:
				return st.Select(pick(arrays), x)
			case 3:
				return st.Add(x, pick(ints))
			default:
				return x
			}
		}
		atom := func() term.Term {
			var l term.Term
			switch r.IntN(3) {
			case 0:
				l = st.Le(value(), value())
			case 1:
				l = st.Eq(value(), value())
			default: // never positive, or the flow would not follow
				if len(guards) == 0 {
					return st.Eq(value(), st.Int(0))
				}
				return st.Not(pick(guards))
			}
			if r.IntN(2) == 0 {
				return st.Not(l)
			}
			return l
		}
		assert := func(x term.Term) {
			lazy.Assert(x)
			keeps.Assert(x)
			all = append(all, x)
		}
		flow := func(x term.Term) {
			lazy.AssertFlow(x)
			keeps.AssertFlow(x)
		}
		check := func(assumptions ...term.Term) {
			t.Helper()
			got, want := lazy.Check(t.Context(), assumptions...), keeps.Check(t.Context(), assumptions...)
			if got.Status != want.Status || got.Status == sat.Unknown {
				t.Fatalf("seed %d: %v, want %v", seed, got, want)
			}
			if got.Status != sat.Sat {
				return
			}
			m, err := lazy.Model()
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			for _, x := range append(assumptions, all...) {
				if ok, err := m.EvalBool(x); err != nil || !ok {
					t.Fatalf("seed %d: %s is %v, %v in the model", seed, st.String(x), ok, err)
				}
			}
		}
		for range 60 {
			switch r.IntN(10) {
			case 0, 1, 2, 3: // an instance, below another one
				g := st.FreshConst("g", term.Bool)
				c := st.FreshConst("c", term.Int)
				b := st.FreshConst("b", st.ArraySort(term.Int, term.Int))
				if r.IntN(2) == 0 {
					assert(st.Eq(c, value()))
				} else { // defined in a circle, of one or two
					d := c
					if r.IntN(2) == 0 {
						d = st.FreshConst("d", term.Int)
						assert(st.Eq(d, st.App(f, c)))
					}
					assert(st.Eq(c, st.App(f, d)))
				}
				assert(st.Eq(b, st.Store(pick(arrays), value(), c)))
				if len(scopes) == 0 {
					definitions = append(definitions, all[len(all)-2:]...)
				}
				ints, arrays = append(ints, c), append(arrays, b)
				for range 1 + r.IntN(3) {
					assert(st.Or(st.Not(g), atom(), atom()))
				}
				if len(guards) > 0 {
					above := pick(guards)
					flow(st.Or(st.Not(g), above))
					assert(st.Or(st.Not(above), g, atom()))
				} else {
					assert(g)
				}
				guards = append(guards, g)
				lazy.Prefer(g, r.IntN(2) == 0)
			case 4, 5: // refute one, but not the entry
				if len(guards) > 1 {
					g := pick(guards[1:])
					x := value()
					assert(st.Or(st.Not(g), st.Lt(x, st.Int(0))))
					assert(st.Or(st.Not(g), st.Lt(st.Int(0), x)))
					check()
					if len(scopes) == 0 {
						refuted = append(refuted, g)
					}
				}
			case 6:
				if assert(st.Or(atom(), atom(), atom())); len(refuted) > 0 {
					assert(st.Or(pick(refuted), atom(), atom()))
				}
			case 7:
				scopes = append(scopes, len(all))
				lazy.Push()
				keeps.Push()
			case 8:
				if n := len(scopes) - 1; n >= 0 {
					all, scopes = all[:scopes[n]], scopes[:n]
					lazy.Pop()
					keeps.Pop()
				}
			default:
				check(atom(), atom())
				if len(definitions) > 0 {
					check(st.Not(pick(definitions)))
					assert(st.Or(st.Not(pick(definitions)), atom()))
				}
				if len(refuted) > 0 {
					lazy.Prefer(pick(refuted), true)
					check(pick(refuted))
				}
			}
		}
		check()
		swept += counter(t, lazy, "assertions-swept")
		asleep += counter(t, lazy, "definitions-asleep")
	}
	if swept < int64(5*rounds) || asleep < int64(rounds) {
		t.Errorf("only %d assertions were swept and %d definitions slept in %d sessions", swept, asleep, rounds)
	}
}

// TestSweepThenBits: what sleeps in the combination of theories is in force when bit-vectors
// come, and another engine takes over.
func TestSweepThenBits(t *testing.T) {
	st := term.NewStore()
	s := solver.New(st, solver.Options{NoPreprocess: true, CheckModels: true, Stress: true})
	u := st.UninterpretedSort("U")
	f := st.FreshFun("f", []term.Sort{u}, u)
	a, c, g := st.FreshConst("a", u), st.FreshConst("c", u), st.FreshConst("g", term.Bool)
	s.Assert(st.Eq(c, st.App(f, a)))
	s.Assert(st.Or(st.Not(g), st.Eq(c, a)))
	s.Assert(st.Not(g))
	for range 2 {
		if r := s.Check(t.Context()); r.Status != sat.Sat {
			t.Fatal(r)
		}
	}
	if counter(t, s, "definitions-asleep") == 0 {
		t.Fatal("nothing sleeps")
	}
	x := st.FreshConst("x", st.BitVecSort(2))
	s.Assert(st.BvUle(x, st.BvNot(x)))
	if r := s.Check(t.Context()); r.Status != sat.Sat {
		t.Fatal(r)
	}
	m, err := s.Model()
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := m.EvalBool(st.Eq(c, st.App(f, a))); err != nil || !ok {
		t.Errorf("the definition that slept is %v, %v in the model", ok, err)
	}
	if r := s.Check(t.Context(), st.Not(st.Eq(c, st.App(f, a)))); r.Status != sat.Unsat {
		t.Errorf("%v under the negation of the definition that slept", r)
	}
}

// TestSweepSimplifies: a definition that wakes reaches the engine as simplified as others do.
func TestSweepSimplifies(t *testing.T) {
	st := term.NewStore()
	s := solver.New(st, solver.Options{CheckModels: true, Stress: true})
	c, x, y := st.FreshConst("c", term.Int), st.FreshConst("x", term.Int), st.FreshConst("y", term.Int)
	g, h := st.FreshConst("g", term.Bool), st.FreshConst("h", term.Bool)
	s.Assert(st.Eq(c, st.Ite(st.Le(x, x), st.Int(0), y)))
	s.AssertFlow(st.Or(st.Not(g), h))
	s.Assert(st.Not(g))
	if r := s.Check(t.Context()); r.Status != sat.Sat {
		t.Fatal(r)
	}
	if counter(t, s, "definitions-asleep") == 0 {
		t.Fatal("nothing sleeps")
	}
	s.Assert(st.Eq(st.FreshConst("z", term.Int), c))
	if r := s.Check(t.Context()); r.Status != sat.Sat {
		t.Error(r)
	}
}

// TestSweepReached: a constant that is asserted is reached, also while that sleeps.
func TestSweepReached(t *testing.T) {
	st := term.NewStore()
	s := solver.New(st, solver.Options{NoPreprocess: true, Combine: true, Stress: true})
	c, d, g := st.FreshConst("c", term.Bool), st.FreshConst("d", term.Bool), st.FreshConst("g", term.Bool)
	s.Assert(c)
	s.Assert(st.Not(d))
	s.Assert(st.Or(st.Not(g), st.Eq(st.FreshConst("x", term.Int), st.Int(1))))
	s.Assert(st.Not(g))
	for range 2 {
		if r := s.Check(t.Context()); r.Status != sat.Sat {
			t.Fatal(r)
		}
	}
	if counter(t, s, "definitions-asleep") < 2 {
		t.Fatal("nothing sleeps")
	}
	if !s.Reached(c) || s.Reached(d) {
		t.Errorf("c, which is asserted: %v; d, which is denied: %v", s.Reached(c), s.Reached(d))
	}
}
