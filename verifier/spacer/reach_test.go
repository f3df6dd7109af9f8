package spacer

import (
	"context"
	"testing"
)

// TestBounds: a reachability fact has the depth of its call stack. With less it would be used where summary facts exclude it.
func TestBounds(t *testing.T) {
	const src = `
procedure main() { call p(); return; }
procedure p() { call q(); call q(); return; }
procedure q() { return; }`
	s := newTestSearch(context.Background(), t, src)
	defer s.frames.Close()
	if _, err := s.recMC(); err != nil {
		t.Fatal(err)
	}
	want := map[string]int32{"main": 2, "p": 1, "q": 0}
	for _, m := range s.musts {
		name := s.sys.Procs[m.proc].Name
		if m.bound != want[name] {
			t.Errorf("%s: bound %d", name, m.bound)
		}
		delete(want, name)
	}
	if len(want) > 0 {
		t.Errorf("no facts about %v", want)
	}
}
