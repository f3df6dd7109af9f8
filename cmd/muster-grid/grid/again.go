package grid

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// How long a server that is there may leave requests without an answer: what a program asks first, since a server never
// answers the key of another role; and a job that is submitted, since a cluster may be without the leader of a stream.
const (
	unanswered  = 10 * time.Second
	unsubmitted = time.Minute
)

// again does something until the server answers: it may start again, and its link may be cut. What is done has to be of
// a kind that may happen twice.
func (c *Conn) again(ctx context.Context, do func() error) error {
	return c.within(ctx, unanswered, do)
}

// within is again with the time for which a server that is there may be without an answer.
func (c *Conn) within(ctx context.Context, most time.Duration, do func() error) error {
	var since time.Time // the server is there, and has not answered
	for {
		err := do()
		if err == nil || ctx.Err() != nil || !unreached(err) {
			return err
		}
		switch {
		case !c.nats.IsConnected():
			since = time.Time{}
		case since.IsZero():
			since = time.Now()
		case time.Since(since) >= most:
			return err
		}
		c.log.Warn("the server does not answer, and is asked again", "error", err)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(reconnect):
		}
	}
}

// reconnect is how long a program waits before it tries to connect again.
const reconnect = 250 * time.Millisecond

// Codes of a server whose streams are not there yet, and of one that finds too few servers for the copies of a stream,
// which it says to be offline if they have only just come.
const (
	notReady = 10008
	noPeers  = 10005
)

// unreached reports whether an error is that a server does not answer, rather than an answer.
func unreached(err error) bool {
	for _, x := range []error{
		context.DeadlineExceeded, nats.ErrTimeout, nats.ErrDisconnected, nats.ErrConnectionReconnecting, nats.ErrNoResponders,
		nats.ErrReconnectBufExceeded, nats.ErrStaleConnection, jetstream.ErrNoStreamResponse,
	} {
		if errors.Is(err, x) {
			return true
		}
	}
	api := new(jetstream.APIError)
	return errors.As(err, &api) && (api.ErrorCode == notReady ||
		api.ErrorCode == noPeers && strings.Contains(api.Description, "offline"))
}
