package sat

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestDenseLists compares the occurrence lists in the pool with slices, and counts the
// places that no list has: too few, and the pool would only grow; too many, and it would be
// packed over and over.
func TestDenseLists(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	for range 20 {
		want := make([][]int32, 60)
		d := &dense{lists: make([]denseList, len(want))}
		largest := 0
		for step := range int32(4000) {
			l := Lit(r.IntN(len(want)) * r.IntN(len(want)) / len(want))
			switch r.IntN(30) {
			case 0:
				d.drop(l)
				want[l] = nil
			case 1:
				n := len(want[l]) / 2
				d.cut(l, n)
				want[l] = want[l][:n]
			default:
				d.list(l, step)
				want[l] = append(want[l], step)
			}
			rooms := 0
			for _, e := range d.lists {
				rooms += int(e.room)
			}
			if rooms+d.holes != len(d.pool) {
				t.Fatalf("step %d: the lists have %d of %d places, but %d are holes", step, rooms, len(d.pool), d.holes)
			}
			if !slices.Equal(d.occurs(l), want[l]) {
				t.Fatalf("step %d: list %d: %v, want %v", step, l, d.occurs(l), want[l])
			}
			largest = max(largest, rooms)
		}
		for l, list := range want {
			if !slices.Equal(d.occurs(Lit(l)), list) {
				t.Fatalf("list %d: %v, want %v", l, d.occurs(Lit(l)), list)
			}
		}
		if cap(d.pool) > 4*largest {
			t.Errorf("room for %d, but the lists never had more than %d", cap(d.pool), largest)
		}
	}
}
