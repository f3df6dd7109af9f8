package grid

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Conn is a connection of a worker or of a client to a grid.
type Conn struct {
	nats      *nats.Conn
	js        jetstream.JetStream
	results   jetstream.KeyValue
	leases    jetstream.KeyValue
	campaigns jetstream.KeyValue
	workers   jetstream.KeyValue
	answers   jetstream.KeyValue
	programs  jetstream.ObjectStore
	reports   jetstream.ObjectStore
	evidence  jetstream.ObjectStore
	settings  settings
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
func Connect(ctx context.Context, opt ConnectOptions) (c *Conn, err error) {
	c = &Conn{log: opt.Log}
	if c.log == nil {
		c.log = slog.New(slog.DiscardHandler)
	}
	options := append([]nats.Option{
		nats.MaxReconnects(-1), nats.ReconnectWait(reconnect), nats.Timeout(patience),
		nats.PingInterval(pingEvery), nats.MaxPingsOutstanding(1),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { c.log.Warn("connection", "error", err) }),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				c.log.Warn("the connection is lost, and is tried again", "error", err)
			}
		}),
	}, opt.Options...)
	if opt.Server != nil {
		options = append(options, opt.Server.Local())
	}
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
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if c.js, err = jetstream.New(c.nats, jetstream.WithDefaultTimeout(patience)); err != nil {
		return err
	}
	kv, err := c.js.KeyValue(ctx, gridBucket)
	if err != nil {
		return fmt.Errorf("%s is no grid: %w", opt.URL, err)
	}
	e, err := kv.Get(ctx, settingsKey)
	if err != nil {
		return fmt.Errorf("%s is no grid: %w", opt.URL, err)
	}
	if err := json.Unmarshal(e.Value(), &c.settings); err != nil {
		return err
	}
	if c.settings.Version != opt.Version {
		return &VersionError{opt.Version, c.settings.Version}
	}
	for _, b := range []struct {
		name string
		kv   *jetstream.KeyValue
	}{
		{resultBucket, &c.results}, {leaseBucket, &c.leases}, {campaignBucket, &c.campaigns}, {workerBucket, &c.workers},
		{answerBucket, &c.answers},
	} {
		if *b.kv, err = c.js.KeyValue(ctx, b.name); err != nil {
			return err
		}
	}
	for _, s := range []struct {
		name string
		to   *jetstream.ObjectStore
	}{{programStore, &c.programs}, {reportStore, &c.reports}, {evidenceStore, &c.evidence}} {
		if *s.to, err = c.js.ObjectStore(ctx, s.name); err != nil {
			return err
		}
	}
	return nil
}

// Close ends the connection, once what was sent is with the server.
func (c *Conn) Close() {
	_ = c.nats.FlushTimeout(farewell) // else the lease ends what it would
	c.nats.Close()
}

// BlobError says that a file is not in the store as its hash says.
type BlobError struct {
	Hash string
	Why  error
}

func (e *BlobError) Error() string { return fmt.Sprintf("the file with SHA-256 %s: %v", e.Hash, e.Why) }

func (e *BlobError) Unwrap() error { return e.Why }

// errSpoilt says that a text is not what its name says.
var errSpoilt = errors.New("its text has another hash")

// blob returns a text from a store, which has to have the hash that names it.
func blob(ctx context.Context, from jetstream.ObjectStore, hash string) ([]byte, error) {
	info, err := from.GetInfo(ctx, hash)
	switch {
	case errors.Is(err, jetstream.ErrObjectNotFound):
		return nil, &BlobError{hash, errors.New("it is missing")}
	case err != nil:
		return nil, err
	case info.Size > maxBlob:
		return nil, &BlobError{hash, fmt.Errorf("it is larger than %d MiB", maxBlob>>20)}
	}
	on, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	text, err := read(on, from, hash)
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case on.Err() != nil: // a part that is missing is waited for, and so is a server that is away
		if _, err := from.GetInfo(ctx, hash); err != nil && !errors.Is(err, jetstream.ErrObjectNotFound) {
			return nil, err
		}
		return nil, &BlobError{hash, errSpoilt}
	case err != nil && !errors.Is(err, jetstream.ErrDigestMismatch):
		return nil, err
	case err != nil, Hash(text) != hash:
		return nil, &BlobError{hash, errSpoilt}
	}
	return text, nil
}

// read reads a text from a store, and no more than one may have, whatever the store says of its size.
func read(ctx context.Context, from jetstream.ObjectStore, hash string) ([]byte, error) {
	r, err := from.Get(ctx, hash)
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }()
	return io.ReadAll(io.LimitReader(r, maxBlob+1)) // one more has another hash
}

// put writes a text to a store, unless it is there.
func put(ctx context.Context, to jetstream.ObjectStore, text []byte) (hash string, err error) {
	hash = Hash(text)
	if len(text) > maxBlob {
		return "", fmt.Errorf("a file is larger than %d MiB", maxBlob>>20)
	}
	if info, err := to.GetInfo(ctx, hash); err == nil && info.Size == uint64(len(text)) {
		return hash, nil
	}
	_, err = to.PutBytes(ctx, hash, text)
	return hash, err
}
