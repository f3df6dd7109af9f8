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

// How long it counts that no slot rests, and that the server does not say whether one does, or that nobody had time for
// a half; the latter twice as long each time, up to mostDoubled times.
const (
	idleAgain   = 500 * time.Millisecond
	idleAway    = 10 * time.Second
	mostDoubled = 6
)

// divided notes what has come of a half. After one that nobody has done the worker divides nothing for a while.
func (w *worker) divided(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case err == nil:
		w.alone = 0
	case errors.Is(err, errAlone), errors.Is(err, errDropped):
		w.busy = time.Now().Add(idleAway << min(w.alone, mostDoubled))
		w.alone++
	}
}

// idle reports whether a slot of any worker rests, and no half is waiting for one. It is a guess: see worker.look. The
// search waits for what the server says, and so seldom if that may be away.
func (w *worker) idle(ctx context.Context) bool {
	w.mu.Lock()
	busy := time.Now().Before(w.busy)
	w.mu.Unlock()
	if busy || !w.nats.IsConnected() {
		return false
	}
	free, err := w.rested(ctx)
	if !free {
		w.mu.Lock()
		defer w.mu.Unlock()
		d := idleAgain
		if err != nil && ctx.Err() == nil {
			d = idleAway
		}
		if at := time.Now().Add(d); at.After(w.busy) {
			w.busy = at
		}
	}
	return free
}

// rested asks whether slots rest, and no half waits: those that rest take one at once, and those that only say so none.
func (w *worker) rested(ctx context.Context) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, lookUp)
	defer cancel()
	s, err := w.js.Stream(ctx, resting)
	if err != nil || s.CachedInfo().State.Msgs == 0 {
		return false, err
	}
	info, err := w.halves.Info(ctx)
	return err == nil && info.NumPending == 0, err
}
