package simplex

import (
	"math/rand"
	"testing"
)

// TestDensePivots: a dense linear program takes at most two pivots for each row beyond
// those of a short check. If least variables leave and enter, one of these takes 216.
func TestDensePivots(t *testing.T) {
	const n = 40
	r := rand.New(rand.NewSource(1))
	for range 3 {
		tab := New()
		xs := make([]Var, n)
		at := make([]int64, n)
		for i := range xs {
			xs[i] = tab.NewVar(false)
			at[i] = int64(r.Intn(50))
			tab.AssertLower(xs[i], rat(0), false, Reason(i+1))
		}
		for k := range n {
			var sum []Monomial
			value := int64(0)
			for i, x := range xs {
				c := int64(r.Intn(40) - 20)
				if c == 0 {
					continue
				}
				sum = append(sum, Monomial{x, rat(c)})
				value += c * at[i]
			}
			tab.AssertUpper(tab.NewRow(sum), rat(value+int64(r.Intn(20))), false, Reason(n+k+1))
		}
		if tab.Check(nil) != Feasible {
			t.Fatal("infeasible")
		}
		if p := tab.Stats().Pivots; p > 2*n+longAfter {
			t.Errorf("%d pivots", p)
		}
	}
}

// TestTake: the heap yields the least variables in order, whatever was taken from it.
func TestTake(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 200 {
		var h heap
		h.grow(30)
		in := make([]bool, 30)
		for range 60 {
			v := Var(r.Intn(30))
			if in[v] && r.Intn(2) == 0 {
				h.take(v)
				in[v] = false
				continue
			}
			h.push(v)
			in[v] = true
		}
		for v, want := range in {
			if want && h.pop() != Var(v) {
				t.Fatalf("%d is not the least", v)
			}
		}
		if len(h.vars) > 0 {
			t.Fatal("the heap is not empty")
		}
	}
}
