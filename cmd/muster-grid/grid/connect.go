package grid

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Conn is a connection of a worker or of a client to a grid.
type Conn struct {
	nats      *nats.Conn
	js        jetstream.JetStream
	grid      jetstream.KeyValue
	results   jetstream.KeyValue
	leases    jetstream.KeyValue
	parts     jetstream.KeyValue
	campaigns jetstream.KeyValue
	workers   jetstream.KeyValue
	answers   jetstream.KeyValue
	programs  jetstream.KeyValue
	reports   jetstream.KeyValue
	evidence  jetstream.KeyValue
	handing   jetstream.KeyValue
	settings  settings
	link      link
	log       *slog.Logger
}

// ConnectOptions say where a grid is, and who connects.
type ConnectOptions struct {
	URL     string        // of the server, for one in another process
	Server  *Server       // of this process, if there is one
	Options []nats.Option // who connects, and what it trusts
	Version string
	Log     *slog.Logger
}

// VersionError says that two programs of different versions meet.
type VersionError struct{ Own, Grid string }

func (e *VersionError) Error() string {
	return fmt.Sprintf("this is %s, and the grid's server is %s: all of a grid must be of one version", e.Own, e.Grid)
}

// patience is how long a program waits for an answer of the server.
const patience = 10 * time.Second

// farewell is how long a program that is told to end waits for the server: to say what it leaves, and to close.
const farewell = 400 * time.Millisecond

// lasting returns a context that goes on for a farewell when another one ends, and for the time of patience at most.
func lasting(ctx context.Context) (context.Context, context.CancelFunc) {
	on, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(farewell, cancel) })
	return on, func() {
		stop()
		cancel()
	}
}

// pingEvery is how often a connection is tried. One that carries nothing any more, since the other machine or something
// between has forgotten it, is noticed after the next time, before a lease ends.
const pingEvery = DefaultLease / 3

// Connect connects to a grid. A grid of another version is refused.
func Connect(ctx context.Context, opt ConnectOptions) (*Conn, error) {
	c := &Conn{log: opt.Log}
	c.link.id = func() string { return identity(c.nats) }
	if c.log == nil {
		c.log = slog.New(slog.DiscardHandler)
	}
	options := append([]nats.Option{
		nats.MaxReconnects(-1), nats.ReconnectWait(reconnect), nats.Timeout(patience),
		nats.PingInterval(pingEvery), nats.MaxPingsOutstanding(1),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { c.log.Warn("connection", "error", err) }),
		nats.DisconnectErrHandler(func(nc *nats.Conn, err error) {
			c.link.lose(identity(nc))
			if err != nil {
				c.log.Warn("the connection is lost, and is tried again", "error", err)
			}
		}),
	}, opt.Options...)
	if opt.Server != nil {
		options = append(options, opt.Server.Local())
	}
	var err error
	if c.nats, err = nats.Connect(opt.URL, options...); err != nil {
		return nil, fmt.Errorf("connecting to %s: %w", opt.URL, err)
	}
	if err := c.open(ctx, opt); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// open finds what the grid consists of.
func (c *Conn) open(ctx context.Context, opt ConnectOptions) (err error) {
	prefix := jetstream.DefaultAPIPrefix
	if c.nats.Opts.Nkey != "" {
		prefix = importPrefix
	}
	if c.js, err = jetstream.NewWithAPIPrefix(c.nats, prefix, jetstream.WithDefaultTimeout(patience)); err != nil {
		return err
	}
	err = c.found(ctx, func(ctx context.Context) error {
		if c.grid, err = c.js.KeyValue(ctx, gridBucket); err == nil {
			c.settings, err = c.configured(ctx)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("%s is no grid: %w", opt.URL, err)
	}
	if c.settings.Version != opt.Version {
		return &VersionError{opt.Version, c.settings.Version}
	}
	for _, b := range []struct {
		name string
		kv   *jetstream.KeyValue
	}{
		{resultBucket, &c.results}, {leaseBucket, &c.leases}, {campaignBucket, &c.campaigns}, {workerBucket, &c.workers},
		{answerBucket, &c.answers}, {programStore, &c.programs}, {reportStore, &c.reports},
		{evidenceStore, &c.evidence}, {handStore, &c.handing}, {halfBucket, &c.parts},
	} {
		err := c.found(ctx, func(ctx context.Context) error {
			kv, err := c.js.KeyValue(ctx, b.name)
			*b.kv = &bucket{kv, &c.link}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// found finds a part of the grid. A cluster may be without the leader of a stream, and passes over a request then: it
// is asked again before long.
func (c *Conn) found(ctx context.Context, find func(ctx context.Context) error) error {
	return c.within(ctx, unsubmitted, func() error {
		ctx, cancel := context.WithTimeout(ctx, patience/2)
		defer cancel()
		return find(ctx)
	})
}

// configured returns the settings that the grid's server has now.
func (c *Conn) configured(ctx context.Context) (s settings, err error) {
	e, err := c.grid.Get(ctx, settingsKey)
	if err == nil {
		err = json.Unmarshal(e.Value(), &s)
	}
	return s, err
}

// owned returns a name behind the key with which this is connected, if there is one: nobody else writes there.
func (c *Conn) owned(name string) string {
	if key := c.nats.Opts.Nkey; key != "" {
		return key + "." + name
	}
	return name
}

// owner names who is connected, also if it has no key.
func (c *Conn) owner() string { return cmp.Or(c.nats.Opts.Nkey, noKey) }

// Close ends the connection, once what was sent is with the server.
func (c *Conn) Close() {
	_ = c.nats.FlushTimeout(farewell) // else the lease ends what it would
	c.nats.Close()
}
