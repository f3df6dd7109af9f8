package sat

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestWatchLists compares the lists in the pool with slices: what moves when a list grows
// must not be overwritten by another list, also after the pool was laid out anew.
func TestWatchLists(t *testing.T) {
	for n := uint32(1); n < 5000; n++ {
		if k := sizeAtLeast(n); sizeOf(k) < n || k > 0 && sizeOf(k-1) >= n {
			t.Fatalf("%d places: size %d", n, sizeOf(k))
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		w, want := watchLists{}, [][]watch{}
		for range 40 {
			w.grow()
			want = append(want, nil, nil)
		}
		for step := range 4000 {
			l := Lit(r.IntN(len(want)) * r.IntN(len(want)) / len(want))
			switch e := (watch{Lit(step), cref(step)}); {
			case r.IntN(500) == 0:
				w.forget()
				for l, list := range want {
					w.lists[l].room = uint32(len(list) * r.IntN(2))
				}
				w.layOut()
				for l, list := range want {
					for _, e := range list {
						w.add(Lit(l), e)
					}
				}
			case r.IntN(20) == 0:
				n := len(want[l]) * r.IntN(4) / 4
				w.cut(l, n)
				want[l] = want[l][:n]
			default:
				w.add(l, e)
				want[l] = append(want[l], e)
			}
			checkPlaces(t, &w)
		}
		for l, list := range want {
			if !slices.Equal(w.of(Lit(l)), list) {
				t.Fatalf("list %d: %v, want %v", l, w.of(Lit(l)), list)
			}
		}
	}
}

// checkPlaces checks that each place of the pool is in one list or in one free run.
func checkPlaces(t *testing.T, w *watchLists) {
	t.Helper()
	taken := make([]bool, len(w.pool))
	take := func(from, n uint32) {
		for i := from; i < from+n; i++ {
			if taken[i] {
				t.Fatalf("place %d is taken twice", i)
			}
			taken[i] = true
		}
	}
	for _, h := range w.lists {
		take(h.from, h.room)
	}
	spare := 0
	for k, at := range w.free {
		for ; at > 0; at = uint32(w.pool[at-1].ref) {
			take(at-1, sizeOf(k))
			spare += int(sizeOf(k))
		}
	}
	if slices.Contains(taken, false) || w.spare != spare {
		t.Fatalf("%d places are free, but spare is %d; taken: %v", spare, w.spare, taken)
	}
}

// TestWatchesReuse checks that lists which grow by turns do not take more than three times
// the places that they need.
func TestWatchesReuse(t *testing.T) {
	var w watchLists
	const lists, each = 300, 1000
	for range lists {
		w.grow()
	}
	for i := range each {
		for l := range Lit(lists) {
			w.add(l, watch{l, cref(i)})
		}
	}
	if n := len(w.pool); n > 3*lists*each {
		t.Errorf("%d places for %d watches", n, lists*each)
	}
}
