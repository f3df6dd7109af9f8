package sat

import (
	"math/bits"
	"slices"
)

// watchLists are the watch lists of all literals, in one pool without pointers: the
// garbage collector need not look into it, and a list costs 12 bytes beside its places. A
// list that outgrows its places moves to free ones, or to the end of the pool. (Kissat has
// such a pool, and marks free places in it; here they are in lists by size.)
type watchLists struct {
	pool  []watch
	lists []watchList        // by literal
	spare int                // places that are free
	free  [watchSizes]uint32 // by size: the first free run of places, plus one; its ref is the next one
}

// watchList is where a list is in the pool.
type watchList struct {
	from, n, room uint32
}

const (
	watchSizes = 64        // runs of places have the sizes 1, 2, 3, 4, 6, 8, 12, 16, and so on
	maxPlaces  = 1<<32 - 1 // of the pool
)

// sizeAtLeast is the number of the least size that is at least n, which is not 0.
func sizeAtLeast(n uint32) int {
	if n <= 2 {
		return int(n) - 1
	}
	b := bits.Len32(n - 1)
	if n <= 3<<(b-2) {
		return 2*b - 2
	}
	return 2*b - 1
}

// sizeOf is the size with a number.
func sizeOf(k int) uint32 {
	if k < 2 {
		return uint32(k) + 1
	}
	return uint32(3+k&1) << (k/2 - 1)
}

// grow makes room for two more literals.
func (w *watchLists) grow() { w.lists = append(w.lists, watchList{}, watchList{}) }

// of returns the list of a literal, valid until something is added to any list.
func (w *watchLists) of(l Lit) []watch {
	h := &w.lists[l]
	return w.pool[h.from : h.from+h.n : h.from+h.n]
}

// add appends to the list of a literal.
func (w *watchLists) add(l Lit, e watch) {
	h := &w.lists[l]
	if h.n == h.room {
		w.move(h)
	}
	w.pool[h.from+h.n] = e
	h.n++
}

// cut keeps the first n entries of a list.
func (w *watchLists) cut(l Lit, n int) { w.lists[l].n = uint32(n) }

// empty empties all lists, which keep their places.
func (w *watchLists) empty() {
	for l := range w.lists {
		w.lists[l].n = 0
	}
}

// move moves a list that is full to a larger run of places.
func (w *watchLists) move(h *watchList) {
	k := sizeAtLeast(max(2, h.room+1))
	if h.room == 2 {
		k = sizeAtLeast(4)
	}
	to := w.take(k)
	copy(w.pool[to:], w.pool[h.from:h.from+h.n])
	w.release(h.from, h.room)
	h.from, h.room = to, sizeOf(k)
}

// take returns a run of the size with number k.
func (w *watchLists) take(k int) uint32 {
	if at := w.free[k]; at > 0 {
		w.free[k] = uint32(w.pool[at-1].ref)
		w.spare -= int(sizeOf(k))
		return at - 1
	}
	if n := len(w.pool) + int(sizeOf(k)); n > cap(w.pool) && 4*w.spare > n {
		w.pack()
	}
	at := len(w.pool)
	n := at + int(sizeOf(k))
	if uint64(n) > maxPlaces {
		panic("sat: more than 2^32 places for watches")
	}
	for cap(w.pool) < n {
		w.pool = append(w.pool[:cap(w.pool)], watch{})
	}
	w.pool = w.pool[:n]
	return uint32(at)
}

// release frees a run, whose size is one of the sizes, or 0.
func (w *watchLists) release(at, n uint32) {
	if n > 0 {
		k := sizeAtLeast(n)
		w.pool[at].ref = cref(w.free[k])
		w.free[k] = at + 1
		w.spare += int(n)
	}
}

// pack moves the lists to a new pool without free places, in the order of the literals.
func (w *watchLists) pack() {
	n := 0
	for l := range w.lists {
		h := &w.lists[l]
		if h.n == 0 {
			h.room = 0
		} else if h.n < h.room/2 {
			h.room = sizeOf(sizeAtLeast(h.n))
		}
		n += int(h.room)
	}
	pool := make([]watch, 0, n+n/4+1<<6)
	for l := range w.lists {
		h := &w.lists[l]
		from := uint32(len(pool))
		pool = append(pool, w.pool[h.from:h.from+h.n]...)
		h.from, pool = from, pool[:from+h.room]
	}
	w.pool, w.spare = pool, 0
	clear(w.free[:])
}

// forget frees all places.
func (w *watchLists) forget() {
	clear(w.lists)
	clear(w.free[:])
	w.pool, w.spare = w.pool[:0], 0
}

// drop is forget, and leaves the memory to others.
func (w *watchLists) drop() {
	w.forget()
	w.pool = nil
}

// layOut lays out the pool anew: each list is empty and has room for as many entries as
// room says.
func (w *watchLists) layOut() {
	total := uint64(0)
	for l := range w.lists {
		if h := &w.lists[l]; h.room > 0 {
			h.room = sizeOf(sizeAtLeast(h.room))
			h.from = uint32(total)
			total += uint64(h.room)
		}
	}
	if total > maxPlaces {
		panic("sat: more than 2^32 places for watches")
	}
	if n := int(total); cap(w.pool) < n || cap(w.pool)/2 > n {
		w.pool = nil // the new one may take its memory
		w.pool = make([]watch, n, n+n/16)
	}
	w.pool = w.pool[:total]
	clear(w.free[:])
}

// fits reports whether the places suit lists of n entries in all: there are enough for
// them, and not many more.
func (w *watchLists) fits(n int) bool { return 0 < n && n <= len(w.pool) && len(w.pool) <= 3*n+1<<10 }

// clone copies the lists.
func (w *watchLists) clone() watchLists {
	c := *w
	c.pool, c.lists = slices.Clone(w.pool), slices.Clone(w.lists)
	return c
}
