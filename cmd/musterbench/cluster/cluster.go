package cluster

import (
	"context"
	"math/rand/v2"
	"runtime"
	"sync"
	"time"

	"github.com/muster-smt/muster/sat/limit"
)

// Network says what messages between workers take.
type Network struct {
	Latency time.Duration
	Loss    float64 // the share of messages that are lost
	Resend  time.Duration
}

// slice is how far a worker may get ahead of the others.
const slice = 20 * time.Millisecond

// pollsPerLook is how many polls there are between two looks at the clocks.
const pollsPerLook = 32

// cluster implements split.Places by virtual workers. At any time one goroutine has its turn.
type cluster struct {
	Network
	mu      sync.Mutex
	random  *rand.Rand
	workers []*worker
	waiting []*task // that no worker has taken, in order
	turn    *worker // nil: nobody's
	mark    time.Duration

	tasks    int // that have begun
	messages int
	finish   time.Duration // when the last end was known that anybody waited for
	frozen   bool
	path     time.Duration // the critical path
}

// worker is a virtual machine with one processor.
type worker struct {
	clock time.Duration
	task  *task         // nil: idle since clock
	turn  chan struct{} // receives the turn
}

// task is a part of a search.
type task struct {
	ctx   context.Context
	run   func(context.Context)
	start time.Duration // not before that
	path  time.Duration // the critical path up to its beginning, then to now
}

func newCluster(n int, net Network, seed uint64) *cluster {
	c := &cluster{Network: net, random: rand.New(rand.NewPCG(seed, 1))}
	for range n {
		c.workers = append(c.workers, &worker{turn: make(chan struct{}, 1)})
	}
	return c
}

// search has the first worker run the first search, and returns when the answer is known there.
func (c *cluster) search(ctx context.Context, f func(context.Context)) time.Duration {
	w := c.workers[0]
	w.task, c.turn, c.tasks = &task{ctx: ctx}, w, 1
	c.mark = limit.CPU()
	f(c.polled(ctx, w))
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.frozen {
		c.account(w)
		c.finish = max(c.finish, w.clock)
		c.path = max(c.path, w.task.path)
	}
	return c.finish
}

// polled returns the context of a task, whose polls look at the clocks.
func (c *cluster) polled(ctx context.Context, w *worker) context.Context {
	return limit.Pausing(ctx, pollsPerLook, func() { c.look(w) })
}

// account adds the time since the turn began to a worker's clock. The lock is held.
func (c *cluster) account(w *worker) {
	now := limit.CPU()
	used := now - c.mark
	c.mark = now
	w.clock += used
	if w.task != nil {
		w.task.path += used
	}
}

// look gives the turn to the worker that is behind.
func (c *cluster) look(w *worker) {
	c.mu.Lock()
	if c.turn != w {
		c.mu.Unlock()
		return
	}
	c.account(w)
	next := c.behind()
	if next == w || w.clock-next.clock < slice {
		c.mu.Unlock()
		return
	}
	c.give(next)
	c.mu.Unlock()
	<-w.turn
}

// behind returns the worker with a task whose clock is least; nil if there is none. The lock is held.
func (c *cluster) behind() (least *worker) {
	for _, w := range c.workers {
		if w.task != nil && w.task.run != nil && (least == nil || w.clock < least.clock) {
			least = w
		}
	}
	if first := c.workers[0]; first.task != nil && first.task.run == nil && (least == nil || first.clock <= least.clock) {
		return first
	}
	return least
}

// give gives the turn to a worker. The lock is held.
func (c *cluster) give(w *worker) {
	c.turn = w
	c.mark = limit.CPU()
	if w != nil {
		w.turn <- struct{}{}
	}
}

// message returns how long a message takes.
func (c *cluster) message() time.Duration {
	c.messages++
	d := c.Latency
	for c.random.Float64() < c.Loss {
		d += c.Resend
		c.messages++
	}
	return d
}

// Idle implements split.Places: what has been idle for less than the latency is not known to be.
func (c *cluster) Idle(int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.account(c.turn)
	return len(c.waiting) == 0 && c.idle(c.turn.clock-c.Latency) != nil
}

// idle returns the worker that has been idle for longest, if it is so by a time. The lock is held.
func (c *cluster) idle(by time.Duration) (since *worker) {
	for _, w := range c.workers {
		if w.task == nil && w.clock <= by && (since == nil || w.clock < since.clock) {
			since = w
		}
	}
	return since
}

// Go implements split.Places.
func (c *cluster) Go(ctx context.Context, f func(context.Context)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.account(c.turn)
	t := &task{ctx: ctx, run: f, start: c.turn.clock + c.message(), path: c.turn.task.path}
	if w := c.idle(c.turn.clock); w != nil {
		c.begin(w, t)
		return
	}
	c.waiting = append(c.waiting, t)
}

// begin has a worker begin a task, when its turn comes. The lock is held.
func (c *cluster) begin(w *worker, t *task) {
	w.task, w.clock = t, max(w.clock, t.start)
	c.tasks++
	go func() {
		<-w.turn
		t.run(c.polled(t.ctx, w))
		c.ends(w)
	}()
}

// ends has a worker take the next task, and gives the turn away.
func (c *cluster) ends(w *worker) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.account(w)
	t := w.task
	w.task = nil
	if !c.frozen {
		c.finish = max(c.finish, w.clock+c.message())
		c.path = max(c.path, t.path)
		c.frozen = t.ctx.Err() != nil && c.cancelled()
	}
	c.next(w)
	c.give(c.behind())
}

// next has an idle worker take a task that waits. The lock is held.
func (c *cluster) next(w *worker) {
	if len(c.waiting) > 0 {
		t := c.waiting[0]
		c.waiting = c.waiting[1:]
		c.begin(w, t)
	}
}

// cancelled reports whether all tasks that have not ended are no longer needed. The lock is held.
func (c *cluster) cancelled() bool {
	for _, w := range c.workers {
		if w.task != nil && w.task.ctx.Err() == nil {
			return false
		}
	}
	for _, t := range c.waiting {
		if t.ctx.Err() == nil {
			return false
		}
	}
	return true
}

// Away implements split.Places: the first worker takes other tasks while the first search waits.
func (c *cluster) Away(f func()) {
	c.mu.Lock()
	w := c.workers[0]
	c.account(w)
	if !c.frozen {
		c.finish = max(c.finish, w.clock)
		c.path = max(c.path, w.task.path)
	}
	first := w.task
	w.task = nil
	c.next(w)
	c.give(c.behind())
	c.mu.Unlock()
	f()
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.turn != nil { // the last one is about to give it away
		c.mu.Unlock()
		runtime.Gosched()
		c.mu.Lock()
	}
	w.clock = max(w.clock, c.finish)
	w.task, c.turn, c.mark = first, w, limit.CPU()
}
