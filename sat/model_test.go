package sat

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestModelLate asks for a model only after calls that change the records, and compares with
// a clone that was asked at once.
func TestModelLate(t *testing.T) {
	open := 0
	for seed := range uint64(600) {
		r := rand.New(rand.NewPCG(seed, 11))
		s := New(Options{Stress: true})
		n := 6 + r.IntN(12)
		for range n {
			s.NewVar()
		}
		clause := func() []Lit {
			c := make([]Lit, 3)
			for i := range c {
				c[i] = Var(1+r.IntN(n)).Pos() ^ Lit(r.IntN(2))
			}
			return c
		}
		var all [][]Lit
		for range 2 * n {
			all = append(all, clause())
			s.AddClause(all[len(all)-1]...)
		}
		s.Push()
		g := s.NewVar().Pos()
		s.AddClause(g, all[0][0])
		if s.Solve(nil, nil, Budget{}) != Sat {
			continue
		}
		if s.model.open {
			open++
		}
		at := s.Clone()
		switch r.IntN(4) {
		case 0:
			s.AddClause(clause()...)
		case 1:
			s.Freeze(Var(1 + r.IntN(n)))
		case 2:
			s.Pop()
		case 3:
			s.collects.slack = 0
			s.Pop()
			s.Reset()
		}
		for v := Var(1); int(v) <= n; v++ {
			if now := at.ModelValue(v.Pos()); s.ModelValue(v.Pos()) != now || now == Undef {
				t.Fatalf("seed %d: variable %d is %v, and %v later", seed, v, now, s.ModelValue(v.Pos()))
			}
		}
		for _, c := range all {
			if !slices.ContainsFunc(c, func(l Lit) bool { return s.ModelValue(l) == True }) {
				t.Fatalf("seed %d: the clause %v is false", seed, c)
			}
		}
		if s.Solve(nil, []Lit{at.trueIn(1), at.trueIn(1).Not()}, Budget{}); s.ModelValue(2) != Undef {
			t.Fatalf("seed %d: a model after a contradiction", seed)
		}
	}
	if open < 100 {
		t.Errorf("only %d models were extended late", open)
	}
}

// trueIn is the literal of v that is true in the model.
func (s *Solver) trueIn(v Var) Lit {
	if s.ModelValue(v.Pos()) == True {
		return v.Pos()
	}
	return v.Neg()
}
