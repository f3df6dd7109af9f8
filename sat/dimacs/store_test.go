package dimacs

import (
	"testing"

	"github.com/muster-smt/muster/sat"
)

// TestChunks checks that a store takes little more than its clauses: few need a small chunk,
// many need at most three times what they have, and only a long one its own large one.
func TestChunks(t *testing.T) {
	var s store
	long := make([]sat.Lit, greatestChunk/4)
	for i := range 200000 {
		c := []sat.Lit{2, 4, 6}
		if i == 1000 {
			c = long
		}
		s.add(c)
		used, room := 0, 0
		for _, b := range s.chunks {
			used, room = used+len(b), room+cap(b)
		}
		if i < 1000 && room > 3*used+leastChunk || i > 1000 && room > 3*used+numberBytes*(len(long)+1) {
			t.Fatalf("%d clauses have %d bytes, and room for %d", i+1, used, room)
		}
	}
	if n := len(s.chunks); n > 20 {
		t.Errorf("%d chunks", n)
	}
	if n := cap(s.chunks[len(s.chunks)-1]); n != greatestChunk {
		t.Errorf("the last chunk has room for %d", n)
	}
}
