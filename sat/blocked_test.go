package sat

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// blockNow runs blocked clause elimination alone, with the variables of the
// assumptions frozen.
func blockNow(s *Solver, assumptions ...Lit) {
	s.Reset()
	s.restoreFor(assumptions)
	s.begin(nil, assumptions, Budget{})
	if s.propagate() && s.clean() {
		s.runTechnique(&technique{run: (*Solver).block, removes: true}, 1<<30)
	}
	s.end()
}

// Each of the two clauses of an exclusive or is blocked. They come back when a literal
// is used that the records would make false.
func TestBlocked(t *testing.T) {
	s := New(Options{})
	a, b := s.NewVar().Pos(), s.NewVar().Pos()
	s.inproc.off = true
	s.AddClause(a, b)
	s.AddClause(a.Not(), b.Not())
	blockNow(s, a, b)
	if n := s.Stats().Blocked; n != 0 {
		t.Fatalf("%d clauses are blocked by assumptions", n)
	}
	blockNow(s)
	if st := s.Stats(); st.Blocked != 2 || st.Irredundant != 0 {
		t.Fatalf("%d clauses are blocked, %d left, want 2 and 0", st.Blocked, st.Irredundant)
	}
	if s.Solve(nil, nil, Budget{}) != Sat || s.ModelValue(a) == s.ModelValue(b) || s.Value(a) != s.ModelValue(a) || s.Value(b) != s.ModelValue(b) {
		t.Fatalf("no model: %v %v", s.ModelValue(a), s.ModelValue(b))
	}
	for _, c := range [][]Lit{{a, b}, {a.Not(), b.Not()}} {
		if s.Solve(nil, c, Budget{}) != Unsat {
			t.Fatalf("%v can hold", c)
		}
	}
	if n := s.Stats().Unblocked; n != 2 {
		t.Fatalf("%d clauses came back, want 2", n)
	}
}

// A short clause stays if the negation of the literal that blocks it has several clauses.
func TestBlockedShort(t *testing.T) {
	for _, x := range []struct {
		size, against int
		blocked       int64
	}{
		{blockShort, blockFew, 1},
		{blockShort, blockFew + 1, 0},
		{blockShort + 1, blockFew + 1, 1},
	} {
		s := New(Options{})
		s.inproc.off = true
		newLit := func() Lit {
			v := s.NewVar()
			s.Freeze(v)
			return v.Pos()
		}
		l, other := s.NewVar().Pos(), newLit()
		c := []Lit{l}
		for len(c) < x.size {
			c = append(c, newLit())
		}
		s.AddClause(c...)
		s.AddClause(l, newLit()) // it is not blocked, and the negation of l blocks nothing
		for _, q := range c[1 : 1+x.against] {
			s.AddClause(l.Not(), q.Not(), other)
		}
		blockNow(s)
		if n := s.Stats().Blocked; n != x.blocked {
			t.Errorf("%d clauses are blocked, want %d: %+v", n, x.blocked, x)
		}
	}
}

// A clause that a variable of a group blocks goes with the group: Imply and Connect, which
// bring the others back, come before its record is recycled.
func TestBlockedPopped(t *testing.T) {
	for _, connect := range []bool{false, true} {
		s := New(Options{})
		s.inproc.off = true
		a := s.NewVar().Pos()
		s.Push()
		x := s.NewVar().Pos()
		s.AddClause(a, x)
		s.AddClause(a.Not(), x.Not())
		blockNow(s, a)
		if n := s.Stats().Blocked; n != 2 {
			t.Fatalf("%d clauses are blocked, want 2", n)
		}
		s.Pop()
		if connect {
			s.Connect(idle{})
		} else if st, _ := s.Imply(nil, nil, nil); st == Unsat {
			t.Fatal("Imply refutes no assumptions")
		}
		for _, l := range []Lit{a, a.Not()} {
			if s.Solve(nil, []Lit{l}, Budget{}) != Sat {
				t.Errorf("%v cannot hold", l)
			}
		}
	}
}

// idle is a Propagator that does nothing.
type idle struct{}

func (idle) Assign([]Lit)                                       {}
func (idle) NewLevel()                                          {}
func (idle) Backtrack(int)                                      {}
func (idle) Propagate()                                         {}
func (idle) Final() Final                                       { return FinalSat }
func (idle) Explain(_ Lit, _ uint32, dst []Lit) ([]Lit, Origin) { return dst, 0 }

// TestBlockedRandom adds clauses and solves under assumptions between rounds of blocked
// clause elimination, and compares with a solver that has none.
func TestBlockedRandom(t *testing.T) {
	var blocked, unblocked int64
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 5))
		s, plain := New(Options{Stress: seed%3 == 0}), New(Options{})
		plain.Plain()
		n := 4 + r.IntN(9)
		for range n {
			s.NewVar()
			plain.NewVar()
		}
		lits := func(k int) (c []Lit) {
			for range k {
				c = append(c, Lit(2+r.IntN(2*n)))
			}
			return c
		}
		var all [][]Lit
		for range 6 {
			for range r.IntN(2 * n) {
				c := lits(2 + r.IntN(3))
				all = append(all, c)
				s.AddClause(c...)
				plain.AddClause(c...)
			}
			if s.Okay() {
				blockNow(s, lits(r.IntN(2))...)
			}
			assumptions := lits(r.IntN(3))
			got, want := s.Solve(nil, assumptions, Budget{}), plain.Solve(nil, assumptions, Budget{})
			if got != want {
				t.Fatalf("seed %d: %v, want %v", seed, got, want)
			}
			if got != Sat {
				continue
			}
			holds := func(l Lit) bool { return s.ModelValue(l) == True }
			for _, c := range all {
				if !slices.ContainsFunc(c, holds) {
					t.Fatalf("seed %d: the model does not satisfy %v", seed, c)
				}
			}
			for _, a := range assumptions {
				if !holds(a) || s.Value(a) != True {
					t.Fatalf("seed %d: the model does not satisfy the assumption %v", seed, a)
				}
			}
		}
		blocked += s.Stats().Blocked
		unblocked += s.Stats().Unblocked
	}
	if t.Logf("%d blocked, %d came back", blocked, unblocked); min(blocked, unblocked) == 0 {
		t.Error("nothing was blocked, or came back")
	}
}
