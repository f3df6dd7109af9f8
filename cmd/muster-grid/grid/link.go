package grid

import (
	"context"
	"sync"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// link is a connection until it is lost: then what was asked over it is not answered any more, though there may be a
// new one soon.
type link struct {
	mu     sync.Mutex
	on     context.Context // ends when the present connection is lost
	cancel context.CancelFunc
}

// lose ends what waits for answers.
func (l *link) lose() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cancel != nil {
		l.cancel()
	}
	l.on = nil
}

// during returns a context that ends when the connection is lost.
func (l *link) during(ctx context.Context) (context.Context, context.CancelFunc) {
	l.mu.Lock()
	if l.on == nil {
		l.on, l.cancel = context.WithCancel(context.Background())
	}
	lost := l.on
	l.mu.Unlock()
	ctx, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(lost, func() { cancel(nats.ErrDisconnected) })
	return ctx, func() {
		stop()
		cancel(nil)
	}
}

// over asks something during a connection. If that is lost, so is the answer, which is an error of a server that is not
// reached.
func over[T any](ctx context.Context, l *link, ask func(ctx context.Context) (T, error)) (T, error) {
	on, cancel := l.during(ctx)
	defer cancel()
	x, err := ask(on)
	if err != nil && ctx.Err() == nil && on.Err() != nil {
		err = context.Cause(on)
	}
	return x, err
}

// bucket is a bucket that is asked over a link.
type bucket struct {
	jetstream.KeyValue
	link *link
}

// Get implements jetstream.KeyValue.
func (b *bucket) Get(ctx context.Context, key string) (jetstream.KeyValueEntry, error) {
	return over(ctx, b.link, func(ctx context.Context) (jetstream.KeyValueEntry, error) {
		return b.KeyValue.Get(ctx, key)
	})
}

// Put implements jetstream.KeyValue.
func (b *bucket) Put(ctx context.Context, key string, value []byte) (uint64, error) {
	return over(ctx, b.link, func(ctx context.Context) (uint64, error) { return b.KeyValue.Put(ctx, key, value) })
}

// Create implements jetstream.KeyValue.
func (b *bucket) Create(ctx context.Context, key string, value []byte, opt ...jetstream.KVCreateOpt) (uint64, error) {
	return over(ctx, b.link, func(ctx context.Context) (uint64, error) {
		return b.KeyValue.Create(ctx, key, value, opt...)
	})
}

// Update implements jetstream.KeyValue.
func (b *bucket) Update(ctx context.Context, key string, value []byte, revision uint64) (uint64, error) {
	return over(ctx, b.link, func(ctx context.Context) (uint64, error) {
		return b.KeyValue.Update(ctx, key, value, revision)
	})
}
