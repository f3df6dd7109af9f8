package spacer

import (
	"context"
	"maps"
	"testing"
)

// TestBounds: a reachability fact has the recursive calls that are open at a time on its execution. With less it would be used
// where summary facts exclude it.
func TestBounds(t *testing.T) {
	const src = `
procedure main() { call p(); return; }
procedure p() { call q(1); call q(0); return; }
procedure q(n: int) { if (n > 0) { call q(n - 1); } return; }`
	s := newTestSearch(context.Background(), t, src)
	defer s.frames.Close()
	if _, err := s.recMC(); err != nil {
		t.Fatal(err)
	}
	want := map[string]int32{"main": 1, "p": 1, "q": 1}
	got := map[string]int32{}
	for _, m := range s.musts {
		name := s.sys.Procs[m.proc].Name
		got[name] = max(got[name], m.bound)
	}
	if !maps.Equal(got, want) {
		t.Errorf("bounds %v, not %v", got, want)
	}
}
