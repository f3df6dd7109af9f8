package sat

import "testing"

// A learned clause of a thousand literals may go with the next reduction.
func TestHugeLearned(t *testing.T) {
	for _, n := range []int{hugeClause - 1, hugeClause} {
		s := New(Options{Phase: true})
		s.inproc.off, s.luck.next = true, noLuck
		var c []Lit
		for range n {
			c = append(c, s.NewVar().Neg())
		}
		x := s.NewVar().Pos()
		s.AddClause(append(c, x)...)
		s.AddClause(append(c, x.Not())...)
		s.SetPhase(x.Var(), true)
		if got := s.Solve(nil, nil, Budget{Conflicts: 1}); got == Unsat || len(s.db.learned) != 1 {
			t.Fatalf("%v with %d learned clauses of %d literals", got, len(s.db.learned), n)
		}
		if kept := *s.meta(s.db.learned[0])&usedMask != 0; kept != (n < hugeClause) {
			t.Errorf("a learned clause of %d literals survives the next reduction: %v", n, kept)
		}
	}
}
