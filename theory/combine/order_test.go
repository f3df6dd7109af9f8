package combine

import (
	"slices"
	"testing"
)

// TestOrderUndo checks that the order goes back to where it was when a level was opened the
// last time, and not at an earlier time.
func TestOrderUndo(t *testing.T) {
	o := order{on: true}
	at := func(n int) reached { return reached{n, n + 1} }
	for _, n := range []int{1, 2, 3} {
		o.now = at(n)
		o.newLevel()
	}
	o.undo(1)
	if o.now != at(2) {
		t.Errorf("back at level 1: %v, want %v", o.now, at(2))
	}
	o.now = at(5)
	o.newLevel()
	o.now = at(7)
	o.undo(1)
	if o.now != at(5) {
		t.Errorf("back at level 1 again: %v, want %v", o.now, at(5))
	}
	if o.undo(0); o.now != at(1) || len(o.marks) != 0 {
		t.Errorf("back at level 0: %v, want %v; marks: %v", o.now, at(1), o.marks)
	}
}

// TestOrderRenumber removes clauses on both sides of what is reached.
func TestOrderRenumber(t *testing.T) {
	o := order{on: true}
	o.ids, o.now = []uint32{3, 1, 0, 2, 4}, reached{2, 4}
	o.renumber([]uint32{1, 0, 2, 3, 0}) // the new numbers plus 1, 0 for what is gone
	if want := []uint32{2, 0, 1}; !slices.Equal(o.ids, want) || o.now != (reached{1, 1}) {
		t.Errorf("%v, %v", o.ids, o.now)
	}
}
