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

// idle is how long a client waits before it looks whether it has missed a notice.
const idle = 2 * time.Second

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
	r, err := c.reader(ctx)
	if err != nil {
		return err
	}
	for begun := false; ; {
		m, err := c.result(ctx, r.stream, r.next, begun)
		switch empty := errors.Is(err, jetstream.ErrMsgNotFound); {
		case err == nil:
			r.next = m.Sequence + 1
			if err := f(strings.TrimPrefix(m.Subject, resultSubject), m.Data); err != nil {
				return err
			}
			if !begun && r.next > r.last { // more may come faster than it is read
				begun = true
				first()
			}
			continue
		case empty && !begun: // so all that was there is handed over
			begun = true
			first()
		case empty:
			if r.again(ctx) {
				c.log.Warn("the results begin anew, and are read again")
				continue
			}
		case !begun && ctx.Err() == nil:
			return fmt.Errorf("asking for results, for which a key has to be that of a client: %w", err)
		case ctx.Err() == nil:
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

// reader is how far the stream of results is read.
type reader struct {
	stream  jetstream.Stream
	next    uint64    // place
	last    uint64    // place that was there when reading began
	created time.Time // the stream was
	checked time.Time // it was asked for its state
}

// reader returns a reader of the results.
func (c *Client) reader(ctx context.Context) (*reader, error) {
	r := &reader{next: 1, checked: time.Now()}
	err := c.again(ctx, func() (err error) {
		r.stream, err = c.js.Stream(ctx, "KV_"+resultBucket)
		return err
	})
	if err != nil {
		return nil, err
	}
	info := r.stream.CachedInfo()
	r.last, r.created = info.State.LastSeq, info.Created
	return r, nil
}

// again reports whether the stream has begun anew, since the server has lost what it kept, or keeps it elsewhere, and
// then goes back to its begin. It asks from time to time only.
func (r *reader) again(ctx context.Context) bool {
	if time.Since(r.checked) < idle {
		return false
	}
	info, err := r.stream.Info(ctx)
	if err != nil {
		return false // it is asked the next time
	}
	r.checked = time.Now()
	if info.Created.Equal(r.created) && info.State.LastSeq >= r.next-1 {
		return false
	}
	r.next, r.created = 1, info.Created
	return true
}

// resultSubject begins the subjects of results; behind it are the keys of their jobs.
const resultSubject = "$KV." + resultBucket + "."

// result asks for the campaign's first result at a place in a stream or behind it. The first time a server has to
// answer: it does not with the key of a worker.
func (c *Client) result(ctx context.Context, from jetstream.Stream, next uint64, begun bool) (
	m *jetstream.RawStreamMsg, err error) {
	get := func() error {
		m, err = over(ctx, &c.link, func(ctx context.Context) (*jetstream.RawStreamMsg, error) {
			return from.GetMsg(ctx, next, jetstream.WithGetMsgSubject(resultSubject+c.id+".>"))
		})
		return err
	}
	if begun {
		err = get()
	} else {
		err = c.again(ctx, get)
	}
	return m, err
}
