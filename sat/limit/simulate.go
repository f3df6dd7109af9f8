package limit

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// Network says what messages between places take.
type Network struct {
	Latency time.Duration
	Loss    float64 // the share of messages that are lost
	Resend  time.Duration
}

// Simulation has computations that take turns run as if each place were a machine of its own. They do so one at a time:
// each place has a clock, which is fed by the processor time that its computation took, and the one whose clock is
// behind goes on. Where one place has another begin or go on, that takes a message. The process should have a single
// processor (runtime.GOMAXPROCS), so that its time is that of the computation that runs.
type Simulation struct {
	net    Network
	random *rand.Rand
	cpu    func() time.Duration // CPU, but in tests

	mu      sync.Mutex
	mark    time.Duration // the processor time at the last look
	serial  chain         // what runs outside of turns
	places  []*place
	running *Member // nil: what is outside of turns
	ready   []*Member
	ended   chain // the last one of a member that ended without being stopped, and the longest path, since turns began

	begun    int
	messages int
}

// chain is a place in time: what a clock shows, and how much work had to be done before, one after the other.
type chain struct{ clock, path time.Duration }

// place is a virtual machine.
type place struct {
	clock time.Duration
	taken bool
}

// simulated is what a member knows of its place.
type simulated struct {
	sim   *Simulation // nil: none
	at    *place      // the last one that it had
	path  time.Duration
	polls uint32
	baton chan struct{} // receives the processor
	late  bool          // it was stopped, by another one
}

const (
	// slice is how far a place may get ahead of the others.
	slice = 20 * time.Millisecond
	// pollsPerLook is how many polls there are between two looks at the clocks.
	pollsPerLook = 32
)

type simulationKey struct{}

// Simulate returns a context like parent, in which turns and clocks are simulated.
func Simulate(parent context.Context, net Network, seed uint64) (context.Context, *Simulation) {
	return simulate(parent, net, seed, CPU)
}

func simulate(parent context.Context, net Network, seed uint64, cpu func() time.Duration) (
	context.Context, *Simulation) {
	s := &Simulation{net: net, random: rand.New(rand.NewPCG(seed, 1)), cpu: cpu, mark: cpu()}
	return context.WithValue(parent, simulationKey{}, s), s
}

func simulation(ctx context.Context) *Simulation {
	s, _ := ctx.Value(simulationKey{}).(*Simulation)
	return s
}

// Elapsed returns how long it took so far.
func (s *Simulation) Elapsed() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.account().clock
}

// Path returns the critical path: the longest chain of work that was done one after the other, since it had to.
func (s *Simulation) Path() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.account().path
}

// Counts returns how many computations began, and how many messages there were.
func (s *Simulation) Counts() (begun, messages int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.begun, s.messages
}

// account adds the time since the last look to what runs, and returns when it is there. The lock is held, here and
// below.
func (s *Simulation) account() chain {
	now := s.cpu()
	used := now - s.mark
	s.mark = now
	if m := s.running; m != nil {
		m.at.clock += used
		m.path += used
		return chain{m.at.clock, m.path}
	}
	s.serial.clock += used
	s.serial.path += used
	return s.serial
}

// open begins turns on new places.
func (s *Simulation) open(places int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.account()
	s.places, s.ended = nil, chain{path: now.path}
	for range places {
		s.places = append(s.places, &place{clock: now.clock})
	}
}

// join notes what a member begins after.
func (s *Simulation) join(m *Member) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m.simulated = simulated{sim: s, path: s.account().path, baton: make(chan struct{}, 1)}
}

// grant gives a member the place that it can use first. There is one.
func (s *Simulation) grant(m *Member) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.account().clock
	here := s.places[0]
	if s.running != nil {
		here = s.running.at
	}
	var best *place
	for _, p := range s.places {
		if !p.taken && (best == nil || s.from(p, here, now) < s.from(best, here, now)) {
			best = p
		}
	}
	start := best.clock
	if best != here {
		now += s.message()
	}
	best.clock, best.taken = max(start, now), true
	m.at = best
	s.ready = append(s.ready, m)
}

// from returns from when on a place can be used, if no message is lost.
func (s *Simulation) from(p, here *place, now time.Duration) time.Duration {
	if p != here {
		now += s.net.Latency
	}
	return max(p.clock, now)
}

// message returns how long a message takes.
func (s *Simulation) message() time.Duration {
	s.messages++
	d := s.net.Latency
	for s.random.Float64() < s.net.Loss {
		d += s.net.Resend
		s.messages++
	}
	return d
}

// idle reports whether there is a place that is known to have been idle.
func (s *Simulation) idle() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.account().clock
	return slices.ContainsFunc(s.places, func(p *place) bool { return !p.taken && p.clock+s.net.Latency <= now })
}

// acquire waits for the processor, once a member has a place.
func (s *Simulation) acquire(m *Member) {
	s.mu.Lock()
	if s.running == nil {
		s.account()
		s.pass(s.behind()) // perhaps m
	}
	s.mu.Unlock()
	<-m.baton
	m.late = m.late || m.ctx.Err() != nil
}

// begin notes that a member begins.
func (s *Simulation) begin() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.begun++
}

// look lets another place go on that is behind.
func (s *Simulation) look(m *Member) {
	s.mu.Lock()
	now := s.account().clock
	next := s.behind()
	if s.running != m || next == nil || now-next.at.clock < slice {
		s.mu.Unlock()
		return
	}
	s.ready = append(s.ready, m)
	s.pass(next)
	s.mu.Unlock()
	<-m.baton
	m.late = m.late || m.ctx.Err() != nil
}

// behind returns the member that is ready and whose clock is behind all others; nil if there is none.
func (s *Simulation) behind() (least *Member) {
	for _, m := range s.ready {
		if least == nil || m.at.clock < least.at.clock {
			least = m
		}
	}
	return least
}

// pass gives the processor to a member that is ready.
func (s *Simulation) pass(to *Member) {
	s.ready = slices.DeleteFunc(s.ready, func(m *Member) bool { return m == to })
	s.running = to
	to.baton <- struct{}{}
}

// leave notes that a member gives its place away. It still runs, up to next.
func (s *Simulation) leave(m *Member) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.account()
	m.at.taken = false
}

// next lets another member go on, after one has left its place, or what is outside of turns, if all have.
func (s *Simulation) next(m *Member) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.account()
	s.running = nil
	if next := s.behind(); next != nil {
		s.pass(next)
		return
	}
	s.serial.path = max(s.serial.path, s.ended.path)
	if s.ended.clock > 0 {
		s.serial.clock = max(s.serial.clock, s.ended.clock)
		return
	}
	for _, p := range s.places { // all were stopped, from outside
		s.serial.clock = max(s.serial.clock, p.clock)
	}
}

// end notes that a member has ended.
func (s *Simulation) end(m *Member) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.account()
	if !m.late {
		s.ended = chain{max(s.ended.clock, m.at.clock), max(s.ended.path, m.path)}
	}
}

// back notes that a member goes on after it waited for others.
func (s *Simulation) back(m *Member) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m.path = max(m.path, s.ended.path)
}
