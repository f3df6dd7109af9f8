package term

// Slot is an entry of a hash table with open addressing, a power of two long: a number with its hash, or 0. Comparing
// hashes first avoids loading most of what differs.
type Slot[N ~uint32] struct {
	N    N
	Hash uint32
}

// Enter puts the entries of a table into another one, which has room for them and no duplicates of them.
func Enter[N ~uint32](to, from []Slot[N]) {
	mask := uint32(len(to) - 1)
	for _, s := range from {
		if s.N == 0 {
			continue
		}
		i := s.Hash & mask
		for to[i].N != 0 {
			i = (i + 1) & mask
		}
		to[i] = s
	}
}
