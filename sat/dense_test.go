package sat

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestDenseLists adds, shortens and deletes clauses at random. Each literal's list has its
// clauses in the order of their numbers, whatever else is in it, and the pool stays in
// proportion to the clauses.
func TestDenseLists(t *testing.T) {
	const vars = 30
	r := rand.New(rand.NewPCG(1, 3))
	for range 10 {
		s := New(Options{})
		s.inproc.off = true
		for range vars {
			s.NewVar()
		}
		d := s.enterDense()
		live, most := 0, 0
		for step := range 4000 {
			i := int32(-1)
			if n := len(d.clauses); n > 0 {
				i = int32(r.IntN(n))
			}
			switch {
			case i >= 0 && d.clauses[i].ref != crefNone && r.IntN(40) < 18:
				live -= len(s.lits(d.clauses[i].ref))
				s.denseKill(d, i)
			case i >= 0 && d.clauses[i].ref != crefNone && len(s.lits(d.clauses[i].ref)) > 2:
				live--
				s.denseRemove(d, i, s.lits(d.clauses[i].ref)[0])
			default:
				c := make([]Lit, 0, 8)
				for _, v := range r.Perm(vars)[:2+r.IntN(7)] {
					c = append(c, Lit(2*v+2+r.IntN(2)))
				}
				live += len(c)
				s.denseAdd(d, s.newClause(c, Irredundant, len(c), 0))
			}
			if most = max(most, live); d.stale() {
				d.unqueue()
				s.fillDense(d)
			}
			if step%50 == 0 {
				checkDense(t, s, d)
			}
		}
		if n := len(d.pool); n > 3*most+1<<12 {
			t.Errorf("a pool of %d words; the clauses never had more than %d literals", n, most)
		}
	}
}

// checkDense compares the lists and counts with the clauses.
func checkDense(t *testing.T, s *Solver, d *dense) {
	t.Helper()
	want := make([][]int32, len(s.vals))
	for i, e := range d.clauses {
		if e.ref != crefNone {
			for _, l := range s.lits(e.ref) {
				want[l] = append(want[l], int32(i))
			}
		}
	}
	for l := range want {
		if n := int(d.counts[l]); n != len(want[l]) {
			t.Fatalf("literal %d is in %d clauses, but %d are counted", l, len(want[l]), n)
		}
		list := slices.DeleteFunc(slices.Clone(d.occurs(Lit(l))), func(i int32) bool { return !d.has(s, i, Lit(l)) })
		if !slices.Equal(list, want[l]) {
			t.Fatalf("the list of literal %d is %v, want %v", l, list, want[l])
		}
	}
}
