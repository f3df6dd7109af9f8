package grid

import (
	"context"
	"fmt"
	"sync"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// link is a connection until it is lost: then what was asked over it is not answered any more, though there may be a
// new one soon.
type link struct {
	id func() string // of the present connection; empty: there is none

	mu   sync.Mutex
	open map[string]asking // by id
}

// asking is what waits for answers over a connection.
type asking struct {
	on     context.Context
	cancel context.CancelFunc
}

// identity returns the id of a connection.
func identity(c *nats.Conn) string {
	n, err := c.GetClientID()
	if err != nil || !c.IsConnected() {
		return ""
	}
	return fmt.Sprint(c.ConnectedServerId(), " ", n)
}

// lose ends what waits for answers over a connection that is lost. That may be heard when there is a new one already:
// what is asked over the present one is answered.
func (l *link) lose(now string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for id, x := range l.open {
		if id != now {
			x.cancel()
			delete(l.open, id)
		}
	}
}

// during returns a context that ends when the connection is lost.
func (l *link) during(ctx context.Context) (context.Context, context.CancelFunc) {
	now := l.id()
	l.mu.Lock()
	x, ok := l.open[now]
	if !ok {
		if l.open == nil {
			l.open = map[string]asking{}
		}
		x.on, x.cancel = context.WithCancel(context.Background())
		l.open[now] = x
	}
	l.mu.Unlock()
	ctx, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(x.on, func() { cancel(nats.ErrDisconnected) })
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
