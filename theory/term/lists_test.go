package term

import (
	"math/rand"
	"slices"
	"testing"
)

// Lists are what slices would be, whatever moves; those that were returned before stay as they were.
func TestLists(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	var l Lists[uint32]
	want := map[uint32][]uint32{}
	for step := range uint32(20_000) {
		i := uint32(r.Intn(40))
		i *= i
		before, same := l.Of(i), slices.Clone(want[i])
		switch k := r.Intn(100); {
		case k < 70:
			l.Add(i, step)
			want[i] = append(want[i], step)
		case k < 80:
			from := uint32(r.Intn(40))
			if l.NumOf(from) < 1000 {
				l.AddAll(i, from)
				want[i] = append(want[i], want[from]...)
			}
		case k < 99:
			n := r.Intn(l.NumOf(i) + 1)
			l.Cut(i, n)
			want[i] = want[i][:n]
		default:
			l.Pack()
		}
		if !slices.Equal(l.Of(i), want[i]) || l.NumOf(i) != len(want[i]) || !slices.Equal(before, same) {
			t.Fatalf("step %d: list %d is %v, not %v; it was %v, and is %v now", step, i, l.Of(i), want[i], same, before)
		}
	}
	room := 0
	for i := range uint32(l.Len()) {
		if !slices.Equal(l.Of(i), want[i]) {
			t.Errorf("list %d is %v, not %v", i, l.Of(i), want[i])
		}
		room += int(l.places[i].room())
	}
	if l.dead != len(l.pool)-room {
		t.Errorf("%d places are dead, not %d", l.dead, len(l.pool)-room)
	}
}
