package term

import "math/bits"

// Lists are lists by term, node, literal or other small number, in one pool: a list costs eight bytes beside its
// elements, and the garbage collector need not look into any. A list that outgrows its room moves to the end of the
// pool. Places that nothing uses are taken back when the pool has to grow. A list that Of returned stays as it was,
// as a slice does, whatever is added to it. The zero Lists are empty.
type Lists[T any] struct {
	pool   []T
	places []listPlace // by number, as far as something was added
	dead   int         // places that nothing uses
}

// listPlace says where a list is: size has its length, and in the low bits that of its room, the number of bits of it.
type listPlace struct{ at, size uint32 }

const (
	roomBits = 5
	maxList  = 1 << (31 - roomBits) // so room for more is asked for before its length overflows
	maxPool  = 1<<32 - 1
)

func (p listPlace) len() uint32 { return p.size >> roomBits }

// room is how many elements there is room for: none, or a power of two.
func (p listPlace) room() uint32 { return 1 << (p.size % (1 << roomBits)) >> 1 }

func placeFor(at, n, room uint32) listPlace {
	return listPlace{at, n<<roomBits | uint32(bits.Len32(room))}
}

// Len returns a number that is greater than that of each list that is not empty.
func (l *Lists[T]) Len() int { return len(l.places) }

// Of returns a list. The caller may change elements.
func (l *Lists[T]) Of(i uint32) []T {
	if int(i) >= len(l.places) {
		return nil
	}
	p := l.places[i]
	end := p.at + p.len()
	return l.pool[p.at:end:end]
}

// NumOf returns the length of a list.
func (l *Lists[T]) NumOf(i uint32) int {
	if int(i) >= len(l.places) {
		return 0
	}
	return int(l.places[i].len())
}

// Add appends an element to a list.
func (l *Lists[T]) Add(i uint32, x T) {
	if n := int(i) + 1; n > len(l.places) {
		l.lengthen(n)
	}
	p := &l.places[i]
	n := p.len()
	if n == p.room() {
		l.move(p, n+1)
	}
	l.pool[p.at+n] = x
	p.size += 1 << roomBits
}

// AddAll appends a list to another one.
func (l *Lists[T]) AddAll(i, from uint32) {
	xs := l.Of(from)
	if len(xs) == 0 {
		return
	}
	if n := int(i) + 1; n > len(l.places) {
		l.lengthen(n)
	}
	p := &l.places[i]
	n := p.len()
	if sum := n + uint32(len(xs)); sum > p.room() {
		l.move(p, sum)
	}
	copy(l.pool[p.at+n:], xs)
	p.size += uint32(len(xs)) << roomBits
}

// Cut keeps the first n elements of a list.
func (l *Lists[T]) Cut(i uint32, n int) {
	if int(i) < len(l.places) {
		p := &l.places[i]
		p.size = uint32(n)<<roomBits | p.size%(1<<roomBits)
	}
}

func (l *Lists[T]) lengthen(n int) {
	for len(l.places) < n {
		l.places = append(l.places, listPlace{})
	}
}

// move moves a list to the end of the pool, with room for n elements.
func (l *Lists[T]) move(p *listPlace, n uint32) {
	if n > maxList {
		panic("term: a list is too long")
	}
	room := uint32(1) << bits.Len32(n-1)
	if end := len(l.pool) + int(room); end > cap(l.pool) && 4*(l.dead+int(p.room())) > end {
		l.Pack()
	}
	l.dead += int(p.room())
	at := len(l.pool)
	if uint64(at)+uint64(room) > maxPool {
		panic("term: lists are too long")
	}
	l.pool = append(l.pool, l.pool[p.at:p.at+p.len()]...)
	l.pool = growTo(l.pool, at+int(room))
	*p = placeFor(uint32(at), p.len(), room)
}

// growTo returns a list with n elements, the new ones being anything.
func growTo[T any](list []T, n int) []T {
	if n <= cap(list) {
		return list[:n]
	}
	return append(list, make([]T, n-len(list))...)
}

// Pack moves the lists to a new pool in which all places are in use. A list that was much longer gets less room.
func (l *Lists[T]) Pack() {
	n := 0
	for i := range l.places {
		p := &l.places[i]
		switch k := p.len(); {
		case k == 0:
			*p = listPlace{}
		case k <= p.room()/4:
			*p = placeFor(p.at, k, 1<<bits.Len32(k-1))
		}
		n += int(p.room())
	}
	pool := make([]T, 0, n+n/8+16)
	for i := range l.places {
		p := &l.places[i]
		if p.size == 0 {
			continue
		}
		at := len(pool)
		pool = append(pool, l.pool[p.at:p.at+p.len()]...)[:at+int(p.room())]
		p.at = uint32(at)
	}
	l.pool, l.dead = pool, 0
}
