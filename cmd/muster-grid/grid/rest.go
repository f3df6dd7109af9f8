package grid

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// bell wakes slots of a worker that rest. Who submits a job has one worker woken of those with a slot that rests, so a
// job costs the same however many there are.
//
// To subscribe, and to end that, costs the server a step for each other worker that rests. So a worker that has no slot
// at rest any more stays subscribed until it is woken in vain. Then it ends that, and has another one woken.
type bell struct {
	mu    sync.Mutex
	nats  *nats.Conn
	sub   *nats.Subscription // nil: it does not hear
	slots []chan struct{}    // that rest
}

// hear has the bell heard, and reports whether it was not before.
func (b *bell) hear(c *nats.Conn) (fresh bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.heard(c)
}

func (b *bell) heard(c *nats.Conn) (fresh bool, err error) {
	if b.sub != nil {
		return false, nil
	}
	b.nats = c
	b.sub, err = c.QueueSubscribe(noticeSubject+"."+wakeSubject, wakeGroup, b.rung)
	return true, err
}

// rest has a slot woken by a channel that it returns. fresh says that nothing was heard before.
func (b *bell) rest(c *nats.Conn) (woken chan struct{}, fresh bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if fresh, err = b.heard(c); err != nil {
		return nil, false, err
	}
	woken = make(chan struct{})
	b.slots = append(b.slots, woken)
	return woken, fresh, nil
}

// leave ends the rest of a slot for another reason. If it was woken meanwhile, somebody else is.
func (b *bell) leave(woken chan struct{}) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if i := slices.Index(b.slots, woken); i >= 0 {
		b.slots = slices.Delete(b.slots, i, i+1)
	} else if !b.wake() {
		b.pass()
	}
}

// rung wakes a slot, or has another worker woken.
func (b *bell) rung(*nats.Msg) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.wake() {
		return
	}
	b.mute()
	b.pass()
}

// wake wakes the slot that rests since last, if there is one.
func (b *bell) wake() bool {
	n := len(b.slots)
	if n == 0 {
		return false
	}
	close(b.slots[n-1])
	b.slots = b.slots[:n-1]
	return true
}

// mute has nothing heard from now on but what is on its way.
func (b *bell) mute() {
	if b.sub != nil {
		_ = b.sub.Drain() // an error says that the connection is closed
		b.sub = nil
	}
}

// busy has another worker woken by what this one is about to publish, if no slot of it rests.
func (b *bell) busy() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.slots) == 0 {
		b.mute()
	}
}

// pass has a worker woken. If that is lost, clients do so from time to time.
func (b *bell) pass() { _ = b.nats.Publish(wakeSubject, nil) }

// ring wakes a slot of this worker.
func (b *bell) ring() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.wake()
}

// stop ends the bell.
func (b *bell) stop() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.mute()
}

// soon is when a slot asks again that was woken and found nothing: that a job is submitted may be heard before its
// queue hands it out.
const soon = 5 * time.Millisecond

// rest waits until there may be a job or a half, and returns it if it has got one. again says that the slot was woken
// before, and found nothing; woken says that it is woken now.
func (w *worker) rest(ctx context.Context, again bool) (m jetstream.Msg, woken bool, err error) {
	defer w.rests()()
	wake, fresh, err := w.bell.rest(w.nats)
	if err != nil {
		return nil, false, err
	}
	if fresh { // a job may have come before this was heard
		if m, err := w.next(ctx, w.queues); m != nil || err != nil {
			w.bell.leave(wake)
			return m, false, err
		}
	}
	var late <-chan time.Time
	if again {
		late = time.After(soon)
	}
	select {
	case <-ctx.Done():
		w.bell.leave(wake)
	case <-late:
		w.bell.leave(wake)
	case <-wake:
		woken = true
	}
	return nil, woken, nil
}

// patrol has one slot ask from time to time though nobody wakes it: a client that waits for the job of a worker that
// has ended wakes somebody (Client.remind), but there may be none, or its link may be cut.
func (w *worker) patrol(ctx context.Context) {
	for d := 2 * w.settings.Lease; wait(ctx, d+rand.N(d)); {
		w.bell.ring()
	}
}

// wait waits for a time, and reports whether the context goes on.
func wait(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}
