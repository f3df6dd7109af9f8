package lia

import (
	"math/rand"
	"testing"

	"github.com/muster-smt/muster/theory"
)

// TestSumsThatStillHold compares sums remembered to hold with sums evaluated, while values
// change, disappear, and come back to what they were.
func TestSumsThatStillHold(t *testing.T) {
	w := newWorld(t)
	w.constants(4)
	x := w.vars
	sums := []theory.Node{
		w.Node(w.mk.Add(x[0], x[1])).Node,
		w.Node(w.mk.Add(x[1], w.mk.Mul(w.st.Int(2), x[2]))).Node,
		w.Node(w.mk.Add(w.mk.Mul(w.st.Int(-1), x[0]), x[2], x[3])).Node,
	}
	s := w.s
	s.startModel()
	s.ready = true
	var values []theory.Node
	for n := range s.nodes {
		if n := theory.Node(n); s.nodes[n].kind != foreign && n != theory.Zero {
			values = append(values, n)
		}
	}
	r := rand.New(rand.NewSource(1))
	held, kept := 0, 0
	for range 5_000 {
		for range r.Intn(3) {
			n := values[r.Intn(len(values))]
			s.stamp[n] = s.now
			if s.cand[n] = intOf(int64(r.Intn(3) - 1)); r.Intn(20) == 0 {
				s.stamp[n] = 0
			}
		}
		s.newCandidate()
		for _, n := range sums {
			before := s.held[n]
			want := s.sumHolds(n)
			if got := s.stillHolds(n); got != want {
				t.Fatalf("sum %d holds: %v, remembered: %v", n, want, got)
			}
			if want {
				held++
				if s.held[n] == before {
					kept++
				}
			}
		}
	}
	if held < 500 || kept < held/10 {
		t.Errorf("sums held %d times, %d of them were remembered", held, kept)
	}
}
