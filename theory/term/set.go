package term

// Set is a set of terms, in a table that Clear empties in constant time. The zero Set is empty.
type Set struct {
	round Paged[uint32] // by term: the round in which it was added last, plus 1
	now   uint32
}

// Clear removes all terms.
func (s *Set) Clear() {
	if s.now++; s.now == ^uint32(0) {
		s.round.Clear()
		s.now = 0
	}
}

// Has reports whether t is in the set.
func (s *Set) Has(t Term) bool { return s.round.At(uint32(t)) == s.now+1 }

// Add adds t, and reports whether it is new.
func (s *Set) Add(t Term) bool {
	r := s.round.Ref(uint32(t))
	if *r == s.now+1 {
		return false
	}
	*r = s.now + 1
	return true
}

// Remove removes t.
func (s *Set) Remove(t Term) {
	if s.Has(t) {
		*s.round.Ref(uint32(t)) = 0
	}
}

// Table maps terms to values; Clear empties it in constant time. The zero Table is empty.
type Table[V any] struct {
	entries Paged[entry[V]]
	now     uint32
}

// entry is a value of a table, if it was set in the present round.
type entry[V any] struct {
	round uint32 // plus 1
	val   V
}

// Clear removes all entries.
func (b *Table[V]) Clear() {
	if b.now++; b.now == ^uint32(0) {
		b.entries.Clear()
		b.now = 0
	}
}

// Has reports whether t has a value.
func (b *Table[V]) Has(t Term) bool { return b.entries.At(uint32(t)).round == b.now+1 }

// Get returns the value of t, if it has one.
func (b *Table[V]) Get(t Term) (v V, ok bool) {
	if e := b.entries.At(uint32(t)); e.round == b.now+1 {
		return e.val, true
	}
	return v, false
}

// Set sets the value of t.
func (b *Table[V]) Set(t Term, v V) { *b.entries.Ref(uint32(t)) = entry[V]{b.now + 1, v} }
