package grid

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// ServerOptions say how a server keeps and hands out tasks.
type ServerOptions struct {
	Dir    string // where the streams are
	Memory bool   // the streams are in memory, and Dir only has what the server needs beside them
	// Listen is an address; empty means that only this process connects.
	Listen     string
	Access     *Access
	Lease      time.Duration // a worker that gives no sign of life for so long has lost its job; 0: DefaultLease
	Deliveries int           // how often a job may end its worker; 0: DefaultDeliveries
	MaxStore   int64         // bytes that are kept; 0: as the disk has
	// Cluster is the URL of servers that are not of this process, if the streams are to be there, and Options are how to
	// connect to them with the key of a server; Replicas is how many of them have a copy, 0 means one.
	Cluster  string
	Options  []nats.Option
	Replicas int
	Version  string
	Log      *slog.Logger
}

// What ServerOptions have if they do not say it.
const (
	DefaultLease      = 30 * time.Second
	DefaultDeliveries = 3
)

// ready is how long a server may take to start: it reads what it has kept.
const ready = 60 * time.Second

// Server is an embedded server with the streams of a grid, or what makes and shows them on a cluster.
type Server struct {
	opt   ServerOptions
	lock  *os.File       // of the directory
	nats  *server.Server // nil with a cluster
	own   *nats.Conn
	js    jetstream.JetStream
	fatal chan error

	campaigns latest[Campaign] // for the page
	workers   latest[WorkerState]
}

// Start starts a server, and makes the streams that it does not have yet.
func Start(ctx context.Context, opt ServerOptions) (*Server, error) {
	if opt.Lease == 0 {
		opt.Lease = DefaultLease
	}
	if opt.Deliveries == 0 {
		opt.Deliveries = DefaultDeliveries
	}
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	out := &Server{opt: opt, fatal: make(chan error, 1)}
	connect, err := out.started(ctx)
	if err == nil {
		out.own, err = nats.Connect(opt.Cluster, append(connect, nats.Name("server"), nats.MaxReconnects(-1))...)
	}
	if err == nil {
		out.js, err = jetstream.New(out.own, jetstream.WithDefaultTimeout(patience))
	}
	if err == nil { // a cluster may take its time to choose who leads a stream
		asks := &Conn{nats: out.own, log: opt.Log}
		err = asks.within(ctx, unsubmitted, func() error { return out.make(ctx) })
	}
	if err != nil {
		out.Stop()
		return nil, err
	}
	return out, nil
}

// started starts an embedded server, unless there is a cluster, and returns how to connect.
func (s *Server) started(ctx context.Context) ([]nats.Option, error) {
	opt := &s.opt
	if opt.Cluster != "" {
		return opt.Options, nil
	}
	o := &server.Options{
		ServerName: "muster-grid", JetStream: true, StoreDir: opt.Dir, NoSigs: true, MaxPayload: maxMemo,
		MaxPending: 256 << 20, DontListen: opt.Listen == "",
		SyncAlways: opt.Listen != "", // a job that was accepted is there after a loss of power; else its client is gone, too
	}
	if opt.Listen != "" {
		if err := opt.listen(o); err != nil {
			return nil, err
		}
	}
	o.Cluster.NoAdvertise = true // clients may know this machine by another name
	if opt.MaxStore > 0 {
		o.JetStreamMaxStore = opt.MaxStore
	}
	access := opt.Access
	if access == nil {
		access = &Access{}
	}
	own, err := access.configure(o)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(opt.Dir, 0o700); err != nil {
		return nil, err
	}
	if s.lock, err = Lock(filepath.Join(opt.Dir, "lock")); err != nil {
		return nil, fmt.Errorf("%s: another server is at work on it: %w", opt.Dir, err)
	}
	if dead := filepath.Join(opt.Dir, "jetstream", "$G"); exist(dead) {
		opt.Log.Warn("an older version has kept tasks and results that this one does not use", "remove", dead)
	}
	if s.nats, err = server.NewServer(o); err != nil {
		return nil, err
	}
	return []nats.Option{own, nats.InProcessServer(s.nats)}, s.begin(ctx)
}

func exist(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// listen has a server listen.
func (opt *ServerOptions) listen(o *server.Options) error {
	addr, err := net.ResolveTCPAddr("tcp", opt.Listen)
	if err != nil {
		return err
	}
	o.Host, o.Port = addr.IP.String(), addr.Port
	if addr.IP == nil {
		o.Host = "0.0.0.0"
	}
	if addr.Port == 0 {
		o.Port = server.RANDOM_PORT
	}
	if !loopback(addr.IP) && (opt.Access == nil || opt.Access.users == nil) {
		return fmt.Errorf("%s is open to others: name who may connect with --users FILE", opt.Listen)
	}
	return nil
}

// Local reports whether only this machine reaches an address.
func Local(addr string) (bool, error) {
	a, err := net.ResolveTCPAddr("tcp", addr)
	return err == nil && loopback(a.IP), err
}

func loopback(ip net.IP) bool { return ip != nil && ip.IsLoopback() }

// begin starts the server, and waits until it is ready.
func (s *Server) begin(ctx context.Context) error {
	s.nats.SetLoggerV2(logger{s.opt.Log, s.fatal}, false, false, false)
	go s.nats.Start()
	for end := time.Now().Add(ready); !s.nats.ReadyForConnections(100 * time.Millisecond); {
		select {
		case err := <-s.fatal:
			return fmt.Errorf("the server does not start: %w", err)
		case <-ctx.Done():
			return ctx.Err()
		default:
		}
		if time.Now().After(end) {
			return fmt.Errorf("the server does not start within %v", ready)
		}
	}
	return nil
}

// make makes what a grid consists of.
func (s *Server) make(ctx context.Context) error {
	storage := jetstream.FileStorage
	if s.opt.Memory {
		storage = jetstream.MemoryStorage
	}
	_, err := s.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: tasks, Subjects: []string{taskSubject + ".>"}, Retention: jetstream.WorkQueuePolicy, Storage: storage,
		MaxAge: keepFor, Discard: jetstream.DiscardNew, MaxMsgsPerSubject: 1, DiscardNewPerSubject: true,
		DenyDelete: true, DenyPurge: true, AllowDirect: true, Replicas: s.opt.Replicas,
	})
	if err != nil {
		return err
	}
	for _, p := range priorities {
		_, err := s.js.CreateOrUpdateConsumer(ctx, tasks, jetstream.ConsumerConfig{
			Durable: string(p), AckPolicy: jetstream.AckExplicitPolicy, AckWait: s.opt.Lease, MaxDeliver: -1,
			FilterSubject: fmt.Sprintf("%s.%s.>", taskSubject, p), MaxAckPending: -1,
		})
		if err != nil {
			return err
		}
	}
	if err := s.makeNotices(ctx); err != nil {
		return err
	}
	if err := s.makeHalves(ctx, storage); err != nil {
		return err
	}
	for _, b := range buckets {
		var again *jetstream.RePublish
		if b.name == resultBucket || b.name == halfBucket {
			all := "$KV." + b.name + ".>"
			again = &jetstream.RePublish{Source: all, Destination: noticeSubject + "." + all, HeadersOnly: true}
		}
		kind := storage
		if b.brief {
			kind = s.brief()
			if err := s.forget(ctx, "KV_"+b.name, kind); err != nil {
				return err
			}
		}
		// A bucket as the library makes it, but no value can take all others with it (Nats-Rollup).
		_, err := s.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
			Name: "KV_" + b.name, Subjects: []string{"$KV." + b.name + ".>"}, Storage: kind, MaxAge: b.life,
			MaxMsgsPerSubject: 1, MaxMsgSize: maxMemo, MaxBytes: -1, MaxMsgs: -1, MaxConsumers: -1,
			Discard: jetstream.DiscardNew, DiscardNewPerSubject: b.once, AllowDirect: true, DenyDelete: true, DenyPurge: true,
			Replicas: s.opt.Replicas, RePublish: again,
		})
		if err != nil {
			return err
		}
	}
	kv, err := s.js.KeyValue(ctx, gridBucket)
	if err != nil {
		return err
	}
	text, err := json.Marshal(settings{s.opt.Version, s.opt.Lease, s.opt.Deliveries})
	if err != nil {
		return err
	}
	_, err = kv.Put(ctx, settingsKey, text)
	return err
}

// makeHalves makes the queue of halves, each of which wakes a slot that rests, and the stream that counts these.
func (s *Server) makeHalves(ctx context.Context, storage jetstream.StorageType) error {
	_, err := s.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: halves, Subjects: []string{halfSubject + ".*.*"}, Retention: jetstream.WorkQueuePolicy, Storage: storage,
		MaxAge: halfLife, Discard: jetstream.DiscardNew, MaxMsgsPerSubject: 1, DiscardNewPerSubject: true,
		MaxMsgSize: maxInline, DenyDelete: true, DenyPurge: true, AllowDirect: true, Replicas: s.opt.Replicas,
		RePublish: &jetstream.RePublish{
			Source: halfSubject + ".*.*", Destination: noticeSubject + "." + wakeSubject, HeadersOnly: true},
	})
	if err != nil {
		return err
	}
	_, err = s.js.CreateOrUpdateConsumer(ctx, halves, jetstream.ConsumerConfig{
		Durable: halfQueue, AckPolicy: jetstream.AckExplicitPolicy, AckWait: s.opt.Lease, MaxDeliver: -1, MaxAckPending: -1,
	})
	if err != nil {
		return err
	}
	_, err = s.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: resting, Subjects: []string{restSubject + ".*.*"}, Storage: s.brief(), MaxAge: restLife,
		MaxMsgsPerSubject: 1, MaxMsgSize: maxRest, AllowMsgTTL: true, NoAck: true, DenyDelete: true, DenyPurge: true,
		MaxMsgs: mostRest, MaxBytes: mostRest * maxRest / 4, Discard: jetstream.DiscardOld, // whatever time they say
		Replicas: s.opt.Replicas,
	})
	return err
}

// brief is how that is kept which is said again soon: in memory, unless servers of NATS keep it. Of these a stream in
// memory is gone when they start again.
func (s *Server) brief() jetstream.StorageType {
	if s.opt.Cluster != "" {
		return jetstream.FileStorage
	}
	return jetstream.MemoryStorage
}

// makeNotices makes the stream of notices. It has copies: where one is lost, somebody has to be woken all the same.
func (s *Server) makeNotices(ctx context.Context) error {
	if err := s.forget(ctx, notices, s.brief()); err != nil {
		return err
	}
	_, err := s.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: notices, Subjects: []string{cancelSubject + ".>", wakeSubject, missingSubject + ".>", overSubject + ".>"},
		Storage: s.brief(), MaxMsgs: 1, DenyDelete: true, DenyPurge: true, NoAck: true, Replicas: s.opt.Replicas,
		RePublish: &jetstream.RePublish{Source: ">", Destination: noticeSubject + ".>"},
	})
	return err
}

// forget removes a stream that an older version keeps in another way: that cannot be changed.
func (s *Server) forget(ctx context.Context, name string, kind jetstream.StorageType) error {
	old, err := s.js.Stream(ctx, name)
	switch {
	case errors.Is(err, jetstream.ErrStreamNotFound):
		return nil
	case err != nil || old.CachedInfo().Config.Storage == kind:
		return err
	}
	return s.js.DeleteStream(ctx, name)
}

// Failed returns what gets an error with which the server cannot go on, such as a full disk: it answers nobody
// from then on, and has to be stopped. What it has confirmed before is kept.
func (s *Server) Failed() <-chan error { return s.fatal }

// URL returns where the server listens, or the cluster.
func (s *Server) URL() string {
	if s.nats == nil {
		return s.opt.Cluster
	}
	return s.nats.ClientURL()
}

// Local returns the option by which this process connects.
func (s *Server) Local() nats.Option { return nats.InProcessServer(s.nats) }

// Stop ends the server, after what it was given is kept.
func (s *Server) Stop() {
	if s.own != nil {
		s.own.Close()
	}
	if s.nats != nil {
		s.nats.Shutdown()
		s.nats.WaitForShutdown()
	}
	_ = s.lock.Close() // nothing was written
}

// logger hands on what the server logs, and the first error with which it cannot go on.
type logger struct {
	*slog.Logger
	fatal chan error
}

func (l logger) Noticef(f string, v ...any) { l.Debug(fmt.Sprintf(f, v...)) }
func (l logger) Warnf(f string, v ...any)   { l.Warn(fmt.Sprintf(f, v...)) }
func (l logger) Debugf(f string, v ...any)  { l.Debug(fmt.Sprintf(f, v...)) }
func (l logger) Tracef(f string, v ...any)  { l.Debug(fmt.Sprintf(f, v...)) }

// Errorf also looks for errors of writing: a stream with one answers nobody any more, and the log is all that says so.
func (l logger) Errorf(f string, v ...any) {
	l.Error(fmt.Sprintf(f, v...))
	for _, x := range v {
		if err, ok := x.(error); ok && unwritten(err) {
			l.end(fmt.Errorf("the server cannot keep what it is given: %w", err))
			return
		}
	}
}

func (l logger) Fatalf(f string, v ...any) {
	err := fmt.Errorf(f, v...)
	l.Error(err.Error())
	l.end(err)
}

// end hands on the first error.
func (l logger) end(err error) {
	select {
	case l.fatal <- err:
	default:
	}
}

// unwritten reports whether an error is that something could not be written.
func unwritten(err error) bool {
	var p *fs.PathError
	return errors.Is(err, syscall.ENOSPC) || errors.As(err, &p) && (p.Op == "write" || p.Op == "sync")
}
