package project

import (
	"testing"

	"github.com/muster-smt/muster/theory/term"
)

// The epochs of a table may wrap.
func TestTableWraps(t *testing.T) {
	var b table[int]
	b.reset()
	b.set(3, 7)
	if v, ok := b.get(3); v != 7 || !ok || b.has(2) || b.has(4) {
		t.Error("what is set is not there, or something else is")
	}
	b.now = ^uint32(0)
	b.set(5, 8)
	b.reset()
	for u := range term.Term(10) {
		if b.has(u) {
			t.Errorf("%d is left", u)
		}
	}
}
