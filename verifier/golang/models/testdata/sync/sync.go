// Package sync has models of package sync, for one goroutine.
package sync

import "math/rand/v2"

// Mutex and RWMutex are those of the library, as far as the models go.
type (
	Mutex   struct{ locked bool }
	RWMutex struct {
		w         Mutex
		writerSem uint32
		readerSem uint32
	}
	// Pool is that of the library.
	Pool struct{ New func() any }
)

// RLock locks rw for reading: readerSem counts readers, writerSem writers.
func (rw *RWMutex) RLock() {
	if rw.writerSem != 0 {
		blocks()
	}
	rw.readerSem++
}

// TryRLock locks rw for reading unless it is locked for writing.
func (rw *RWMutex) TryRLock() bool {
	if rw.writerSem != 0 {
		return false
	}
	rw.readerSem++
	return true
}

// RUnlock undoes a call of RLock.
func (rw *RWMutex) RUnlock() {
	if rw.readerSem == 0 {
		blocks()
	}
	rw.readerSem--
}

// Lock locks rw for writing.
func (rw *RWMutex) Lock() {
	if rw.writerSem != 0 || rw.readerSem != 0 {
		blocks()
	}
	rw.writerSem = 1
}

// TryLock locks rw for writing unless it is locked.
func (rw *RWMutex) TryLock() bool {
	if rw.writerSem != 0 || rw.readerSem != 0 {
		return false
	}
	rw.writerSem = 1
	return true
}

// Unlock undoes a call of Lock.
func (rw *RWMutex) Unlock() {
	if rw.writerSem == 0 {
		blocks()
	}
	rw.writerSem = 0
}

// pooled has what has been put into each Pool.
var pooled = map[*Pool][]any{}

// Put adds x to the pool.
func (p *Pool) Put(x any) {
	if x == nil {
		return
	}
	pooled[p] = append(pooled[p], x)
}

// Get takes one that has been put, or makes a new one.
func (p *Pool) Get() any {
	if xs := pooled[p]; len(xs) > 0 && anyBool() {
		k := anyInt()
		assume(0 <= k && k < len(xs))
		x := xs[k]
		xs[k] = xs[len(xs)-1]
		pooled[p] = xs[:len(xs)-1]
		return x
	}
	if p.New == nil {
		return nil
	}
	return p.New()
}

func blocks() { panic("blocks") }

func anyBool() bool { return rand.IntN(2) == 0 }

func anyInt() int { return 0 }

func assume(c bool) {
	if !c {
		panic("assume")
	}
}
