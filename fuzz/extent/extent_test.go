package extent_test

import (
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
)

func TestOf(t *testing.T) {
	for env, want := range map[string]int{"": 1, "1": 2} {
		t.Setenv("MUSTER_LONG", env)
		if testing.Short() {
			want = 1
		}
		if n := extent.Of(1, 2); n != want {
			t.Errorf("MUSTER_LONG=%q: %d, want %d", env, n, want)
		}
	}
}
