package sat_test

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/sat"
)

// groupRounds opens and closes groups of random clauses over 60 common variables and
// some of the group. It returns the number of variables, the bytes that the solver
// counts, and those of the heap, after a third of the rounds and at the end.
func groupRounds(t *testing.T, rounds int, opt sat.Options) (early, late [3]int64) {
	t.Helper()
	s := sat.New(opt)
	for range 60 {
		s.NewVar()
	}
	r := rand.New(rand.NewPCG(1, 5))
	for range 150 {
		s.Add(randomLits(r, 60, 3), sat.Irredundant)
	}
	answers := map[sat.Status]int{}
	for i := range rounds {
		s.Push()
		own := []sat.Lit{s.NewVar().Pos(), s.NewVar().Pos(), s.NewVar().Pos()}
		for range 40 + r.IntN(100) {
			s.Add(append(randomLits(r, 60, 2), own[r.IntN(3)]^sat.Lit(r.IntN(2))), sat.Irredundant)
		}
		answers[s.Solve(nil, randomLits(r, 60, 1), sat.Budget{})]++
		s.Pop()
		if i == rounds/3 {
			early = memory(s)
		}
	}
	if min(answers[sat.Sat], answers[sat.Unsat]) < rounds/20 {
		t.Errorf("one-sided answers: %v", answers)
	}
	return early, memory(s)
}

func memory(s *sat.Solver) [3]int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	st := s.Stats()
	runtime.KeepAlive(s)
	return [3]int64{st.Variables, st.Bytes, int64(m.HeapAlloc)}
}

// Rounds of Push and Pop leave nothing behind.
func TestGroupsAreFlat(t *testing.T) {
	rounds := extent.Of(1500, 10000)
	for _, stress := range []bool{false, true} {
		early, late := groupRounds(t, rounds, sat.Options{Stress: stress})
		t.Logf("stress %v: variables, bytes, heap: %v after a third, %v at the end", stress, early, late)
		if late[0] > 300 || late[0] > early[0]+20 {
			t.Errorf("variables: %d, then %d", early[0], late[0])
		}
		for _, i := range []int{1, 2} {
			if late[i] > early[i]+early[i]/2+200_000 {
				t.Errorf("bytes: %d, then %d", early[i], late[i])
			}
		}
		rounds = rounds / 10
	}
}

// The same for activation literals, which are retired in any order.
func TestActivationIsFlat(t *testing.T) {
	s := sat.New(sat.Options{})
	for range 50 {
		s.NewVar()
	}
	r := rand.New(rand.NewPCG(2, 5))
	var acts []sat.Lit
	for range 3000 {
		a := s.Activate()
		acts = append(acts, a)
		for range 20 {
			s.Add(append(randomLits(r, 50, 3), a.Not()), sat.Irredundant)
		}
		if st := s.Solve(nil, acts, sat.Budget{}); st == sat.Unsat || len(acts) == 12 {
			if core := s.Core(); st == sat.Unsat && !slices.Contains(core, a) {
				t.Fatalf("the core %v has not the last group", core)
			}
			i := r.IntN(len(acts))
			if st == sat.Unsat {
				i = len(acts) - 1
			}
			s.Retire(acts[i])
			acts = slices.Delete(acts, i, i+1)
		}
	}
	if st := s.Stats(); st.Variables > 120 || st.Irredundant > 1000 {
		t.Errorf("%d variables, %d clauses", st.Variables, st.Irredundant)
	}
}

// timid is a Propagator that tries nothing, but only when no decision is made yet.
type timid struct {
	passenger
	tries int
}

func (*timid) Tries() bool   { return true }
func (*timid) Expects() bool { return false }

func (x *timid) Try(depth int) sat.Lit {
	if x.tries++; x.tries > 100 {
		panic("it tries again and again")
	}
	return sat.NoLit
}

// TestConstrainTrier: what is tried comes before the decision for the constraint.
func TestConstrainTrier(t *testing.T) {
	x := &timid{}
	s := sat.New(sat.Options{Stress: true})
	s.Connect(x)
	a, b := s.NewVar().Pos(), s.NewVar().Pos()
	s.Constrain(a, b)
	if st := s.Solve(nil, nil, sat.Budget{}); st != sat.Sat || x.tries == 0 {
		t.Errorf("%v after %d tries", st, x.tries)
	}
}

func TestConstrain(t *testing.T) {
	s := sat.New(sat.Options{})
	a, b, c := s.NewVar().Pos(), s.NewVar().Pos(), s.NewVar().Pos()
	s.AddClause(a.Not(), b.Not())
	s.Constrain(b, c)
	if st := s.Solve(nil, []sat.Lit{a, c.Not()}, sat.Budget{}); st != sat.Unsat || !s.ConstraintFailed() || len(s.Core()) != 2 {
		t.Errorf("%v, core %v", st, s.Core())
	}
	if st := s.Solve(nil, []sat.Lit{a, c.Not()}, sat.Budget{}); st != sat.Sat {
		t.Errorf("%v: the constraint held for more than one Solve", st)
	}
	s.Constrain(b, c)
	if st := s.Solve(nil, []sat.Lit{a, b}, sat.Budget{}); st != sat.Unsat || s.ConstraintFailed() {
		t.Errorf("%v, the constraint has no part in it", st)
	}
	s.Constrain(c)
	s.Constrain()
	if st := s.Solve(nil, nil, sat.Budget{}); st != sat.Unsat || !s.ConstraintFailed() || len(s.Core()) > 0 || !s.Okay() {
		t.Errorf("%v under the constraint of no literals", st)
	}
	if st := s.Solve(nil, nil, sat.Budget{}); st != sat.Sat {
		t.Error(st)
	}
}

// A core of thousands of assumptions becomes minimal, and keeps its order.
func TestMinimizeCore(t *testing.T) {
	s := sat.New(sat.Options{})
	var assumptions, needed []sat.Lit
	for range 60 {
		assumptions = append(assumptions, s.NewVar().Pos())
	}
	// Two refutations, with 2 and with 58 assumptions.
	for i := range 58 {
		x := s.NewVar()
		if i > 0 {
			s.AddClause((x - 1).Neg(), assumptions[i].Not(), x.Pos())
		} else {
			s.AddClause(assumptions[i].Not(), x.Pos())
		}
		if i == 57 {
			s.AddClause(x.Neg())
		}
	}
	needed = []sat.Lit{assumptions[3], assumptions[59]}
	s.AddClause(needed[0].Not(), needed[1].Not())
	if st := s.Solve(nil, assumptions, sat.Budget{}); st != sat.Unsat {
		t.Fatal(st)
	}
	if n := len(s.Core()); n > 2 && s.MinimizeCore(nil, sat.Budget{Propagations: 1}) {
		t.Errorf("a core of %d literals is minimal after one propagation", n)
	}
	if !s.MinimizeCore(nil, sat.Budget{}) || len(s.Core()) != 2 && len(s.Core()) != 58 || !slices.IsSorted(s.Core()) {
		t.Errorf("core %v", s.Core())
	}
	if st := s.Solve(nil, s.Core(), sat.Budget{}); st != sat.Unsat {
		t.Error(st)
	}
}
