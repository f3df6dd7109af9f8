package horn

import "testing"

// TestTurns: the first turns are as the table says, and all others together are longer than spacer's after some.
func TestTurns(t *testing.T) {
	rows := engines()
	lengths := func(n int) (own, others int64) {
		for _, e := range rows {
			if e.name == "spacer" {
				own += e.length(n)
			} else {
				others += e.length(n)
			}
		}
		return own, others
	}
	for n := range evenTurns + 1 {
		for _, e := range rows {
			if e.length(n) != e.turn {
				t.Errorf("turn %d of %s: %d, want %d", n, e.name, e.length(n), e.turn)
			}
		}
	}
	if own, others := lengths(100); others != 1_500_000 || own != 200_000 {
		t.Errorf("spacer has %d, the others %d in the end", own, others)
	}
}
