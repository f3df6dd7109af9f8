package model

import (
	"math"
	"math/rand"
	"testing"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// TestArraysAgainstMaps runs random operations on two arrays, one of them built
// in another order, and compares with plain maps.
func TestArraysAgainstMaps(t *testing.T) {
	st := term.NewStore()
	boolToBool := st.ArraySort(term.Bool, term.Bool)
	var finite []Value
	for i := range 4 {
		finite = append(finite, ConstArray(st, boolToBool, Bool(i&1 != 0)).Store(Bool(true), Bool(i&2 != 0)))
	}
	ints := make([]Value, 40)
	for i := range ints {
		ints[i] = Int64(int64(i*i) - 100)
	}
	huge := func(i int) Value { return Int(num.FromInt64(int64(i) - 1).Lsh(70)) } // no machine words, or 0
	copy(ints, []Value{Int64(math.MinInt64), Int64(math.MaxInt64), huge(0), huge(3), Int64(1 << 40), Int64(-1 << 40)})
	for _, c := range []struct {
		index   term.Sort
		indices []Value
	}{{term.Int, ints}, {term.Bool, []Value{Bool(false), Bool(true)}}, {boolToBool, finite}} {
		r := rand.New(rand.NewSource(1))
		sort := st.ArraySort(c.index, term.Int)
		for range 300 {
			def := Int64(int64(r.Intn(2)))
			a := ConstArray(st, sort, def)
			want := map[string]Value{}
			var order []int
			for range r.Intn(60) {
				i := r.Intn(len(c.indices))
				old := a
				e := Int64(int64(r.Intn(3)))
				if r.Intn(5) == 0 {
					e = huge(r.Intn(3))
				}
				before := old.Select(c.indices[i])
				a = a.Store(c.indices[i], e)
				want[c.indices[i].Key()] = e
				order = append(order, i)
				if !old.Select(c.indices[i]).Equal(before) {
					t.Fatal("store changed its argument")
				}
			}
			// The same content, in another order, over another default where possible.
			b := ConstArray(st, sort, def)
			if c.index != term.Int {
				b = ConstArray(st, sort, Int64(2))
				for _, i := range c.indices {
					b = b.Store(i, def)
				}
			}
			for k := len(order) - 1; k >= 0; k-- {
				i := c.indices[order[k]]
				b = b.Store(i, Int64(7)).Store(i, want[i.Key()])
			}
			for _, i := range c.indices {
				w, ok := want[i.Key()]
				if !ok {
					w = def
				}
				if !a.Select(i).Equal(w) || !b.Select(i).Equal(w) {
					t.Fatalf("at %v: %v, %v, want %v", i, a.Select(i), b.Select(i), w)
				}
			}
			if !a.Equal(b) || a.Compare(b) != 0 || a.Hash() != b.Hash() || a.Key() != b.Key() {
				t.Fatalf("equal arrays differ: %v %v", a, b)
			}
			checkChanges(t, c.indices, ConstArray(st, sort, a.Default()).Store(c.indices[0], Int64(8)), a)
			checkChanges(t, c.indices, a, a.Store(c.indices[1], Int64(8)).Store(c.indices[len(c.indices)-1], a.Default()))
			i := c.indices[r.Intn(len(c.indices))]
			d := a.Store(i, Int64(9))
			if d.Equal(a) || d.Compare(a) != -a.Compare(d) || d.Compare(a) == 0 || d.Key() == a.Key() {
				t.Fatalf("different arrays are equal: %v %v", a, d)
			}
		}
	}
}

// checkChanges compares what Changes says with all elements, if the defaults are equal.
func checkChanges(t *testing.T, indices []Value, a, b Value) {
	t.Helper()
	if !a.Default().Equal(b.Default()) {
		return
	}
	got := map[string]bool{}
	last := Value{}
	a.Changes(b, func(i Value) bool {
		if got[i.Key()] = true; i.Compare(last) <= 0 {
			t.Fatalf("%v to %v: %v after %v", a, b, i, last)
		}
		last = i
		return true
	})
	for _, i := range indices {
		if got[i.Key()] == a.Select(i).Equal(b.Select(i)) {
			t.Fatalf("%v to %v: %v is a change: %v", a, b, i, got[i.Key()])
		}
	}
}

func BenchmarkStore(b *testing.B) {
	st := term.NewStore()
	a := ConstArray(st, st.ArraySort(term.Int, term.Int), Int64(0))
	for i := range b.N {
		a = a.Store(Int64(int64(i*7919%10007)), Int64(int64(i)))
	}
}
