// Package sync has models of package internal/sync, for one goroutine.
package sync

// Mutex is that of the library.
type Mutex struct {
	state int32
	sema  uint32
}

// Lock locks m. If it is locked, nobody will ever unlock it.
func (m *Mutex) Lock() {
	if m.state != 0 {
		blocks()
	}
	m.state = 1
}

// TryLock locks m unless it is locked.
func (m *Mutex) TryLock() bool {
	if m.state != 0 {
		return false
	}
	m.state = 1
	return true
}

// Unlock unlocks m. If it is not locked, the program ends.
func (m *Mutex) Unlock() {
	if m.state == 0 {
		blocks()
	}
	m.state = 0
}

// blocks is where the only goroutine waits forever, or the program ends without a panic.
func blocks() { panic("blocks") }
