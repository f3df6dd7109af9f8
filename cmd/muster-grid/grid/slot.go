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
	for woken := false; on.Err() == nil; {
		m, err := w.next(on, queues)
		switch {
		case m != nil || err != nil:
		case len(queues) < len(w.queues):
			m, err = w.attend(on, queues)
		default:
			m, woken, err = w.rest(on, woken)
		}
		switch {
		case m != nil:
			woken = false
			if err := w.handle(ctx, m, len(queues) < len(w.queues)); errors.As(err, new(*VersionError)) {
				return err
			}
		case err != nil && on.Err() == nil:
			w.log.Warn("asking for a job", "error", err)
			wait(on, w.pause(1))
		}
	}
	return nil
}

// attendEvery is how often a slot asks that does not take all there is.
const attendEvery = 250 * time.Millisecond

// attend waits for a job of some queues. Nobody wakes a slot that does so: others are to hear of the jobs of all.
func (w *worker) attend(ctx context.Context, queues []jetstream.Consumer) (jetstream.Msg, error) {
	defer w.rests()()
	for wait(ctx, attendEvery) {
		if m, err := w.next(ctx, queues); m != nil || err != nil {
			return m, err
		}
	}
	return nil, nil
}

// next returns a job of the first queue that has one, or nil.
func (w *worker) next(ctx context.Context, queues []jetstream.Consumer) (jetstream.Msg, error) {
	ctx, cancel := lasting(ctx) // a job that is on its way is given back
	defer cancel()
	ctx, end := w.link.during(ctx)
	defer end()
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
			return nil, context.Cause(ctx)
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

// sayRests says which slots rest.
func (w *worker) sayRests() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for n, yes := range w.resting {
		if yes {
			w.sayResting(n, restLife)
		}
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

// How long it counts that no slot rests, and that one does if nobody has asked meanwhile; and how long a search waits
// to hear whether that is so.
const (
	idleAgain = 500 * time.Millisecond
	idleMost  = 5 * time.Second
	idleWait  = 250 * time.Millisecond
)

// idleness is what is known of slots that rest.
type idleness struct {
	free    bool
	at      time.Time     // it was found
	looking chan struct{} // closed when it is found again; nil: nobody looks
}

// idle reports whether a slot of any worker rests that no half is waiting for. It does not wait long for a server that
// is away. It is a guess: a half that nobody has time for waits, at most until the one who has published it has time
// itself.
func (w *worker) idle(ctx context.Context) bool {
	if !w.nats.IsConnected() {
		return false
	}
	w.mu.Lock()
	x := &w.rested
	if !x.free && time.Since(x.at) < idleAgain {
		w.mu.Unlock()
		return false
	}
	if x.looking == nil && (!x.free || time.Since(x.at) >= idleMost) {
		x.free, x.looking = false, make(chan struct{})
		go w.look(ctx, x.looking)
	}
	found := x.looking
	w.mu.Unlock()
	if found != nil {
		select {
		case <-found:
		case <-time.After(idleWait):
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if !x.free {
		return false
	}
	w.rested = idleness{looking: x.looking} // for whoever asks next it is looked for again
	return true
}

// look finds whether a slot rests.
func (w *worker) look(ctx context.Context, found chan struct{}) {
	ctx, cancel := context.WithTimeout(ctx, lookUp)
	defer cancel()
	s, err := w.js.Stream(ctx, resting)
	free := err == nil && s.CachedInfo().State.Msgs > 0
	if free {
		info, err := w.halves.Info(ctx)
		free = err == nil && s.CachedInfo().State.Msgs > info.NumPending
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.rested = idleness{free: free, at: time.Now()}
	close(found)
}
