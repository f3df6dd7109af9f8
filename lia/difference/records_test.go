package difference

import "testing"

// Records keep their numbers while the list grows and is cut, and what is far behind is given back.
func TestRecords(t *testing.T) {
	l := newRecords[int32]()
	for _, most := range []int32{1, pageLen, 100 * pageLen, 7, 90 * pageLen, 89 * pageLen, 30*pageLen + 1, 2} {
		if most < l.n {
			l.cut(most)
		}
		for l.n < most {
			if i := l.n; l.add(i) != i {
				t.Fatalf("record %d has another number", i)
			}
		}
		for i := int32(1); i < l.n; i++ {
			if *l.at(i) != i {
				t.Fatalf("of %d records, %d is %d", l.n, i, *l.at(i))
			}
		}
		if used := int(l.n>>pageBits) + 1; len(l.pages) > 2*used+sparePages {
			t.Errorf("%d records take %d pages", l.n, len(l.pages))
		}
	}
}
