package task

import "testing"

func TestPercentFor(t *testing.T) {
	for _, c := range []struct {
		live             uint64
		processors, want int
	}{{0, 1, 100}, {100 << 20, 1, 100}, {400 << 20, 1, 100}, {600 << 20, 1, 33}, {800 << 20, 2, 50},
		{1600 << 20, 2, leastPercent}, {1600 << 20, 8, 100}, {1 << 40, 1, leastPercent}} {
		if got := percentFor(c.live, c.processors); got != c.want {
			t.Errorf("percentFor(%d, %d) = %d, want %d", c.live, c.processors, got, c.want)
		}
	}
}
