package term

import "testing"

// The rounds of a set may wrap.
func TestTableWraps(t *testing.T) {
	var b Table[int]
	b.Set(3, 7)
	if v, ok := b.Get(3); v != 7 || !ok || b.Has(2) || b.Has(4) {
		t.Error("what is set is not there, or something else is")
	}
	b.set.now = ^uint32(0) - 1
	b.Set(5, 8)
	for range 2 {
		b.Clear()
		for u := range Term(10) {
			if b.Has(u) {
				t.Errorf("%d is left", u)
			}
		}
	}
	b.Set(0, 1)
	if b.set.Remove(0); b.Has(0) {
		t.Error("what was removed is there")
	}
}
