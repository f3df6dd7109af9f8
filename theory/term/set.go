package term

// Set is a set of terms, in a slice by id that Clear empties in constant time. The zero Set is empty.
type Set struct {
	round []uint32 // by term: the round in which it was added last, plus 1
	now   uint32
}

// Clear removes all terms.
func (s *Set) Clear() {
	if s.now++; s.now == ^uint32(0) {
		clear(s.round)
		s.now = 0
	}
}

// Has reports whether t is in the set.
func (s *Set) Has(t Term) bool { return int(t) < len(s.round) && s.round[t] == s.now+1 }

// Add adds t, and reports whether it is new.
func (s *Set) Add(t Term) bool {
	s.round = Extend(s.round, int(t)+1)
	if s.round[t] == s.now+1 {
		return false
	}
	s.round[t] = s.now + 1
	return true
}

// Remove removes t.
func (s *Set) Remove(t Term) {
	if s.Has(t) {
		s.round[t] = 0
	}
}

// Table maps terms to values, in slices by id that Clear empties in constant time. The zero Table is empty.
type Table[V any] struct {
	set  Set
	vals []V
}

// Clear removes all entries.
func (b *Table[V]) Clear() { b.set.Clear() }

// Has reports whether t has a value.
func (b *Table[V]) Has(t Term) bool { return b.set.Has(t) }

// Get returns the value of t, if it has one.
func (b *Table[V]) Get(t Term) (v V, ok bool) {
	if b.set.Has(t) {
		return b.vals[t], true
	}
	return v, false
}

// Set sets the value of t.
func (b *Table[V]) Set(t Term, v V) {
	if int(t) >= len(b.vals) {
		b.set.round = Extend(b.set.round, int(t)+1)
		b.vals = Extend(b.vals, len(b.set.round))
	}
	b.set.round[t], b.vals[t] = b.set.now+1, v
}
