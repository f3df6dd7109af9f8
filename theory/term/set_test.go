package term

import "testing"

// The rounds of a set may wrap.
func TestTableWraps(t *testing.T) {
	var b Table[int]
	b.Set(3, 7)
	if v, ok := b.Get(3); v != 7 || !ok || b.Has(2) || b.Has(4) {
		t.Error("what is set is not there, or something else is")
	}
	b.now = ^uint32(0) - 1
	b.Set(5, 8)
	for range 2 {
		b.Clear()
		for u := range Term(10) {
			if b.Has(u) {
				t.Errorf("%d is left", u)
			}
		}
	}
	var s Set
	s.now = ^uint32(0) - 1
	s.Add(5)
	for range 2 {
		s.Clear()
		if s.Has(5) {
			t.Error("5 is left")
		}
	}
	s.Add(0)
	if s.Remove(0); s.Has(0) || !s.Add(0) || s.Add(0) {
		t.Error("what was removed is there, or what was added is not")
	}
}
