package shrink

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func upTo(n int64) []int64 {
	list := make([]int64, n)
	for i := range list {
		list[i] = int64(i)
	}
	return list
}

func has(list []int64, want ...int64) bool {
	for _, n := range want {
		if !slices.Contains(list, n) {
			return false
		}
	}
	return true
}

func TestList(t *testing.T) {
	for _, c := range []struct {
		name  string
		n     int64
		fails func([]int64) bool
		left  int
	}{
		{"always", 100, func([]int64) bool { return true }, 0},
		{"one", 1, func(l []int64) bool { return has(l, 0) }, 1},
		{"first and last", 100, func(l []int64) bool { return has(l, 0, 99) }, 2},
		{"scattered", 1000, func(l []int64) bool { return has(l, 3, 500, 501, 998) }, 4},
		{"many", 37, func(l []int64) bool { return len(l) >= 20 }, 20},
		{"all", 33, func(l []int64) bool { return len(l) == 33 }, 33},
	} {
		if got := List(upTo(c.n), nil, c.fails); !c.fails(got) || len(got) != c.left {
			t.Errorf("%s: %v is left", c.name, got)
		}
	}
}

func TestElements(t *testing.T) {
	sum := func(l []int64) (n int64) {
		for _, x := range l {
			n += x
		}
		return n
	}
	got := Elements([]int64{50, 70, 90}, nil, Number, func(l []int64) bool { return sum(l) >= 77 && l[2] > 3 })
	if d := cmp.Diff([]int64{0, 0, 77}, got); d != "" {
		t.Error(d)
	}
}

func TestBudget(t *testing.T) {
	for _, b := range []*Budget{{Tries: 7}, {Tries: 1000, End: time.Now().Add(-time.Second)}} {
		tries := 0
		want := b.Tries
		if !b.End.IsZero() {
			want = 0
		}
		got := List(upTo(100), b, func([]int64) bool { tries++; return false })
		if tries != want || len(got) != 100 || !b.Spent() {
			t.Errorf("%d tries, want %d", tries, want)
		}
	}
}
