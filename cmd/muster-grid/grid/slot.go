package grid

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// slot takes one job after the other, and parts of jobs when there is none. A VersionError ends it.
func (w *worker) slot(ctx context.Context) error { return w.take(ctx, ctx, w.queues...) }

// take takes one job after the other from queues, until on ends, each with ctx. A VersionError ends it.
func (w *worker) take(ctx, on context.Context, queues ...jetstream.Consumer) error {
	for on.Err() == nil {
		m, err := w.next(on, queues)
		if m == nil && err == nil {
			m, err = w.rest(on, queues)
		}
		switch {
		case m != nil:
			if err := w.handle(ctx, m); errors.As(err, new(*VersionError)) {
				return err
			}
		case err != nil && on.Err() == nil:
			w.log.Warn("asking for a job", "error", err)
			wait(on, nil, w.pause(1))
		}
	}
	return nil
}

// idle is how long a worker waits, at first, before it asks for jobs though nobody wakes it.
const idle = 2 * time.Second

// rest waits for a job. A client that submits one wakes one of all slots that rest, so a job costs the same however
// many there are; so does a half. Whoever is woken is not woken again, and asks; the others ask from time to time, less
// and less often: the lease of another worker may have ended.
func (w *worker) rest(ctx context.Context, queues []jetstream.Consumer) (jetstream.Msg, error) {
	defer w.rests()()
	wake := make(chan *nats.Msg, 1)
	s, err := w.nats.ChanQueueSubscribe(noticeSubject+"."+wakeSubject, wakeGroup, wake)
	if err != nil {
		return nil, err
	}
	defer func() { _ = s.Unsubscribe() }() // an error says that it is over already
	if err := s.AutoUnsubscribe(1); err != nil {
		return nil, err
	}
	most := w.settings.Lease / 2
	for d := min(idle, most); ; d = min(2*d, most) {
		m, err := w.next(ctx, queues) // also the first time: a job may have come before the subscription
		if m != nil || err != nil || !wait(ctx, wake, d) {
			return m, err
		}
	}
}

// wait waits for a time, and reports whether that is over before anything else.
func wait(ctx context.Context, wake <-chan *nats.Msg, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-wake:
		return false
	case <-t.C:
		return true
	}
}

// next returns a job of the first queue that has one, or nil.
func (w *worker) next(ctx context.Context, queues []jetstream.Consumer) (jetstream.Msg, error) {
	ctx, cancel := lasting(ctx) // a job that is on its way is given back
	defer cancel()
	for _, q := range queues {
		batch, err := q.FetchNoWait(1)
		if err != nil {
			return nil, err
		}
		select {
		case m := <-batch.Messages():
			if m != nil {
				return m, nil
			}
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if err := batch.Error(); err != nil && !errors.Is(err, jetstream.ErrNoMessages) {
			return nil, err
		}
	}
	return nil, nil
}

// How long it counts that a slot says that it rests, and how long at least.
const (
	restLife  = 20 * time.Second
	restLeast = time.Second
)

// rests has a slot counted as one that rests, until what it returns is called.
func (w *worker) rests() (ends func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := slices.Index(w.resting, false)
	if n < 0 {
		n = len(w.resting)
		w.resting = append(w.resting, false)
	}
	w.resting[n] = true
	w.sayResting(n, restLife)
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.resting[n] = false
		w.sayResting(n, restLeast)
	}
}

// sayResting says that a slot rests, which counts for so long. Nothing depends on whether it is heard.
func (w *worker) sayResting(n int, life time.Duration) {
	m := nats.NewMsg(fmt.Sprintf("%s.%s.%s-%d", restSubject, w.owner(), token(w.opt.Name), n))
	m.Header.Set(jetstream.MsgTTLHeader, life.String())
	if err := w.nats.PublishMsg(m); err != nil {
		w.log.Debug("saying that a slot rests", "error", err)
	}
}

// idleAgain is how long it counts that no slot rests.
const idleAgain = 500 * time.Millisecond

// idle reports whether a slot of any worker rests that no half is waiting for. It is a guess: a half that nobody has
// time for waits, at most until the one who has published it has time itself.
func (w *worker) idle(ctx context.Context) bool {
	w.mu.Lock()
	busy := time.Since(w.busy) < idleAgain
	w.mu.Unlock()
	if busy {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, lookUp)
	defer cancel()
	s, err := w.js.Stream(ctx, resting)
	free := err == nil && s.CachedInfo().State.Msgs > 0
	if free {
		info, err := w.halves.Info(ctx)
		free = err == nil && s.CachedInfo().State.Msgs > info.NumPending
	}
	if !free {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.busy = time.Now()
	}
	return free
}
