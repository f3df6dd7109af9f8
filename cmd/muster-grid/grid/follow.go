package grid

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// follow is Results with results as they are kept. It asks for one after the other: a consumer would deliver to any
// subject that a client names, so no role may make one. Notices of results that are kept say that there is something to
// ask for.
func (c *Client) follow(ctx context.Context, first func(), f func(key string, text []byte) error) error {
	more := make(chan struct{}, 1)
	s, err := c.nats.Subscribe(noticeSubject+"."+resultSubject+c.id+".>", func(*nats.Msg) {
		select {
		case more <- struct{}{}:
		default:
		}
	})
	if err != nil {
		return err
	}
	defer func() { _ = s.Unsubscribe() }()
	results, err := c.js.Stream(ctx, "KV_"+resultBucket)
	if err != nil {
		return err
	}
	next, begun := uint64(1), false
	for {
		m, err := c.result(ctx, results, next, begun)
		switch empty := errors.Is(err, jetstream.ErrMsgNotFound); {
		case err == nil:
			next = m.Sequence + 1
			if err := f(strings.TrimPrefix(m.Subject, resultSubject), m.Data); err != nil {
				return err
			}
			continue
		case empty && !begun: // so all that was there is handed over
			begun = true
			first()
		case !empty && !begun && ctx.Err() == nil:
			return fmt.Errorf("asking for results, for which a key has to be that of a client: %w", err)
		case !empty && ctx.Err() == nil:
			c.log.Warn("asking for results", "error", err)
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-more:
		case <-time.After(idle): // a notice may be lost
		}
	}
}

// resultSubject begins the subjects of results; behind it are the keys of their jobs.
const resultSubject = "$KV." + resultBucket + "."

// result asks for the campaign's first result at a place in a stream or behind it. The first time a server has to
// answer: it does not with the key of a worker.
func (c *Client) result(ctx context.Context, from jetstream.Stream, next uint64, begun bool) (
	m *jetstream.RawStreamMsg, err error) {
	get := func() error {
		m, err = from.GetMsg(ctx, next, jetstream.WithGetMsgSubject(resultSubject+c.id+".>"))
		return err
	}
	if begun {
		err = get()
	} else {
		err = c.again(ctx, get)
	}
	return m, err
}
