package limit

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
)

// Turns let computations share processors. As many run at a time as there are places; the others
// wait, in order. One that has polled (or spent) as much as its turn is long gives its place to the first
// that waits. It sleeps in a poll, so waiting changes nothing in it, and with a single place the order in
// which everything happens is the same in every run.
type Turns struct {
	mu      sync.Mutex
	places  int
	free    int           // of these
	waiting []*Member     // in order
	quiet   chan struct{} // closed when Quiet changes; nil: nobody has asked
	sim     *Simulation   // nil: none
}

// NewTurns returns turns on so many places. In a context of Simulate they are simulated.
func NewTurns(ctx context.Context, places int) *Turns {
	t := &Turns{places: places, free: places, sim: simulation(ctx)}
	if t.sim != nil {
		t.sim.open(places)
	}
	return t
}

// Member is a computation that takes turns.
type Member struct {
	turns  *Turns
	length atomic.Int64 // of its turns, in polls

	ctx     context.Context // when it ends, the member waits for nothing
	counter                 // of that context
	place   chan struct{}   // receives the place that was waited for
	begun   func()          // see OnTurn
	left    int64           // polls of its turn
	has     bool            // a place

	simulated
}

// Join adds a computation to those that wait, whose turns are of a length in polls. Its context counts polls: those of
// limits that watch it or a context derived from it, and calls of its own method Err. All of them must come from one
// goroutine.
func (t *Turns) Join(parent context.Context, length int64) *Member {
	m := &Member{turns: t, ctx: parent, counter: counterOf(parent), place: make(chan struct{}, 1)}
	m.length.Store(length)
	if t.sim != nil {
		t.sim.join(m)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	defer t.changes(t.isQuiet())
	t.waiting = append(t.waiting, m)
	return m
}

// Begin waits for the first turn, which has a length of its own. It returns the context of the computation.
func (m *Member) Begin(first int64) context.Context {
	if m.sim != nil {
		m.sim.begin()
	}
	m.turns.mu.Lock()
	m.turns.grant()
	m.turns.mu.Unlock()
	m.wait()
	m.left = first
	return counted{m.ctx, m}
}

// SetTurn changes the length of the turns after the present one.
func (m *Member) SetTurn(length int64) { m.length.Store(length) }

// Turn returns the length of the turns after the present one.
func (m *Member) Turn() int64 { return m.length.Load() }

// EndTurn ends the present turn at the next poll. Only the computation itself may call it.
func (m *Member) EndTurn() { m.left = 0 }

// OnTurn has f called whenever the computation goes on after others had their turns. It goes before Begin.
func (m *Member) OnTurn(f func()) { m.begun = f }

// Away gives the place away while f waits, and then waits for the next turn.
func (m *Member) Away(f func()) {
	if !m.has {
		f()
		return
	}
	t := m.turns
	t.mu.Lock()
	m.leave()
	t.mu.Unlock()
	f()
	t.mu.Lock()
	was := t.isQuiet()
	t.waiting = append(t.waiting, m)
	t.changes(was)
	t.grant()
	t.mu.Unlock()
	m.wait()
	if m.sim != nil {
		m.sim.back(m)
	}
	if m.left = m.length.Load(); m.begun != nil {
		m.begun()
	}
}

// Idle reports whether there is a place that nobody has or waits for.
func (t *Turns) Idle() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.free > len(t.waiting) && (t.sim == nil || t.sim.idle())
}

// Quiet reports whether nobody has or waits for a place, and returns what is closed when that changes.
func (t *Turns) Quiet() (quiet bool, changes <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.quiet == nil {
		t.quiet = make(chan struct{})
	}
	return t.isQuiet(), t.quiet
}

func (t *Turns) isQuiet() bool { return t.free == t.places && len(t.waiting) == 0 }

// changes has those hear who wait for it that Quiet is not what it was. The lock is held.
func (t *Turns) changes(was bool) {
	if t.quiet != nil && t.isQuiet() != was {
		close(t.quiet)
		t.quiet = nil
	}
}

// End gives the place away.
func (m *Member) End() {
	if m.has {
		m.turns.mu.Lock()
		defer m.turns.mu.Unlock()
		if m.sim != nil {
			m.sim.end(m)
		}
		m.leave()
	}
}

// leave gives the place away. The lock is held.
func (m *Member) leave() {
	defer m.turns.changes(m.turns.isQuiet())
	m.has = false
	m.turns.free++
	if m.sim == nil {
		m.turns.grant()
		return
	}
	m.sim.leave(m)
	m.turns.grant()
	m.sim.next(m)
}

// grant gives free places to those that wait. The lock is held.
func (t *Turns) grant() {
	for t.free > 0 && len(t.waiting) > 0 {
		t.free--
		if t.sim != nil {
			t.sim.grant(t.waiting[0])
		}
		t.waiting[0].place <- struct{}{}
		t.waiting = t.waiting[1:]
	}
}

// wait returns when the member has a place, or its context has ended.
func (m *Member) wait() {
	select {
	case <-m.place:
		m.takes()
		return
	case <-m.ctx.Done():
	}
	t := m.turns
	t.mu.Lock()
	i := slices.Index(t.waiting, m)
	if i >= 0 {
		t.waiting = slices.Delete(t.waiting, i, i+1)
	}
	t.mu.Unlock()
	if i < 0 { // granted meanwhile
		<-m.place
		m.takes()
	}
}

// takes notes that the member has a place, once it may run there.
func (m *Member) takes() {
	m.has = true
	if m.sim != nil {
		m.sim.acquire(m)
	}
}

// poll counts a poll and, at the end of a turn, waits for the next one.
func (m *Member) poll() bool {
	stop := m.counter.poll()
	if m.left--; m.left <= 0 && m.has {
		m.pass()
	}
	if m.sim != nil && m.has {
		if m.polls++; m.polls%pollsPerLook == 0 {
			m.sim.look(m)
		}
	}
	return stop
}

// spend shortens a turn; it ends at a poll.
func (m *Member) spend(n int64) {
	m.left -= n
	m.counter.spend(n)
}

// pass lets others have their turns.
func (m *Member) pass() {
	t := m.turns
	m.left = m.length.Load()
	t.mu.Lock()
	if len(t.waiting) == 0 {
		t.mu.Unlock()
		return
	}
	t.waiting = append(t.waiting, m)
	m.leave()
	t.mu.Unlock()
	m.wait()
	if m.begun != nil {
		m.begun()
	}
}
