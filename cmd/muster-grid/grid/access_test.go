package grid

import (
	"context"
	"crypto/tls"
	"errors"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-smt/muster/verifier/prog"
)

// serverWith starts a server with a user of each role, and returns their options.
func serverWith(t *testing.T) (s *Server, worker, client []nats.Option) {
	t.Helper()
	dir := t.TempDir()
	var users strings.Builder
	options := map[Role][]nats.Option{}
	for _, role := range []Role{RoleWorker, RoleClient} {
		public, secret, err := NewKey()
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, string(role))
		if err := os.WriteFile(file, secret, 0o600); err != nil {
			t.Fatal(err)
		}
		if options[role], err = Credentials(file, ""); err != nil {
			t.Fatal(err)
		}
		users.WriteString(string(role) + " " + public + "\n")
	}
	name := filepath.Join(dir, "users")
	if err := os.WriteFile(name, []byte(users.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	access, err := ReadAccess(name, "", "")
	if err != nil {
		t.Fatal(err)
	}
	s, err = Start(t.Context(), ServerOptions{Dir: t.TempDir(), Memory: true, Listen: "127.0.0.1:0", Access: access, Version: "v"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	return s, options[RoleWorker], options[RoleClient]
}

// TestRoles has each role do its part, and try what is the other's.
func TestRoles(t *testing.T) {
	s, worker, client := serverWith(t)
	open := func(options []nats.Option) (*Conn, jetstream.JetStream) {
		c, err := Connect(t.Context(), ConnectOptions{URL: s.URL(), Options: options, Version: "v"})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Close)
		js, err := jetstream.New(c.nats, jetstream.WithDefaultTimeout(300*time.Millisecond))
		if err != nil {
			t.Fatal(err)
		}
		return c, js
	}
	w, asWorker := open(worker)
	c, asClient := open(client)
	ctx := t.Context()
	j := &Job{Number: 0, Priority: Normal, Name: "p.bpl", Units: 1}
	if err := NewClient(c, "c", 0).Submit(ctx, j, prog.Files{{Name: "p.bpl", Text: []byte("text")}}); err != nil {
		t.Fatal("a client cannot submit:", err)
	}
	if _, err := blob(ctx, w.programs, Hash([]byte("text"))); err != nil {
		t.Error("a worker cannot read a program:", err)
	}
	if _, err := w.leases.Create(ctx, j.Key(), []byte("{}")); err != nil {
		t.Error("a worker cannot take a lease:", err)
	}
	if _, err := w.results.Create(ctx, j.Key(), []byte("{}")); err != nil {
		t.Error("a worker cannot answer:", err)
	}
	if hash, err := put(ctx, w.reports, []byte("report")); err != nil {
		t.Error("a worker cannot send a report:", err)
	} else if _, err := blob(ctx, c.reports, hash); err != nil {
		t.Error("a client cannot read it:", err)
	}
	if hash, err := put(ctx, w.evidence, []byte("proof")); err != nil {
		t.Error("a worker cannot send evidence:", err)
	} else if _, err := NewClient(c, "c", 0).Evidence(ctx, &Result{Evidence: hash}); err != nil {
		t.Error("a client cannot read it:", err)
	}
	if _, err := w.answers.Put(ctx, j.Hash(), []byte("{}")); err != nil {
		t.Error("a worker cannot keep an answer for others:", err)
	} else if _, err := c.answers.Get(ctx, j.Hash()); err != nil {
		t.Error("a client cannot read it:", err)
	}
	if _, err := c.results.Get(ctx, j.Key()); err != nil {
		t.Error("a client cannot read an answer:", err)
	}
	if _, err := w.queue(ctx, Normal); err != nil {
		t.Error("a worker cannot take tasks:", err)
	}
	for name, try := range map[string]func(context.Context) error{
		"worker submits": func(ctx context.Context) error {
			_, err := asWorker.Publish(ctx, taskSubject+".normal.c.1.0.0", []byte("{}"))
			return err
		},
		"worker changes a program": func(ctx context.Context) error {
			o, err := asWorker.ObjectStore(ctx, programStore)
			if err != nil {
				return err
			}
			_, err = o.PutBytes(ctx, Hash([]byte("text")), []byte("other"))
			return err
		},
		"worker removes the queue": func(ctx context.Context) error { return asWorker.DeleteStream(ctx, tasks) },
		"client answers": func(ctx context.Context) error {
			kv, err := asClient.KeyValue(ctx, resultBucket)
			if err != nil {
				return err
			}
			_, err = kv.Put(ctx, "c.0.0", []byte("{}"))
			return err
		},
		"client takes a task": func(ctx context.Context) error {
			q, err := asClient.Consumer(ctx, tasks, string(Normal))
			if err != nil {
				return err
			}
			_, err = q.Next(jetstream.FetchMaxWait(300 * time.Millisecond))
			return err
		},
		"client changes the version": func(ctx context.Context) error {
			kv, err := asClient.KeyValue(ctx, gridBucket)
			if err != nil {
				return err
			}
			_, err = kv.Put(ctx, settingsKey, []byte("{}"))
			return err
		},
		"client purges the queue": func(ctx context.Context) error {
			q, err := asClient.Stream(ctx, tasks)
			if err != nil {
				return err
			}
			return q.Purge(ctx)
		},
		"worker replaces all answers": func(ctx context.Context) error {
			m := nats.NewMsg("$KV." + resultBucket + ".c.9.0")
			m.Header.Set("Nats-Rollup", "all")
			_, err := asWorker.PublishMsg(ctx, m)
			return err
		},
		"client reads what others are answered": func(context.Context) error {
			failed := make(chan error, 1)
			c.nats.SetErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { failed <- err })
			if _, err := c.nats.Subscribe("_INBOX.>", func(*nats.Msg) {}); err != nil {
				return err
			}
			if err := c.nats.Flush(); err != nil {
				return err
			}
			select {
			case err := <-failed:
				return err
			case <-time.After(time.Second):
				return nil
			}
		},
		"stranger connects": func(ctx context.Context) error {
			x, err := Connect(ctx, ConnectOptions{URL: s.URL(), Version: "v"})
			if err == nil {
				x.Close()
			}
			return err
		},
	} {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		if err := try(ctx); err == nil {
			t.Errorf("%s, which is not refused", name)
		}
		cancel()
	}
}

// TestListen: nobody else gets in unless it is said who may, whatever certificate the server has.
func TestListen(t *testing.T) {
	for _, a := range []*Access{nil, {}, {tls: &tls.Config{}}} {
		s, err := Start(t.Context(), ServerOptions{Dir: t.TempDir(), Memory: true, Listen: "0.0.0.0:0", Access: a, Version: "v"})
		if err == nil {
			s.Stop()
		}
		if err == nil || !strings.Contains(err.Error(), "--users") {
			t.Errorf("%+v: %v", a, err)
		}
	}
}

// TestStart: a directory has one server, an address too, and what a server accepts is on the disk.
func TestStart(t *testing.T) {
	opt := ServerOptions{Dir: t.TempDir(), Listen: "127.0.0.1:0", Version: "v"}
	s, err := Start(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	if !s.nats.JetStreamConfig().SyncAlways {
		t.Error("a loss of power loses jobs")
	}
	start := time.Now()
	if _, err := Start(t.Context(), opt); err == nil || !strings.Contains(err.Error(), "another server") {
		t.Error("two servers in a directory:", err)
	}
	opt.Dir, opt.Listen = t.TempDir(), strings.TrimPrefix(s.URL(), "nats://")
	if _, err := Start(t.Context(), opt); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Error("two servers at an address:", err)
	}
	if d := time.Since(start); d > 10*time.Second {
		t.Errorf("that takes %v", d)
	}
	opt.Listen = "127.0.0.1:0"
	again, err := Start(t.Context(), opt)
	if err != nil {
		t.Fatal("a server that did not start has kept the directory:", err)
	}
	again.Stop()
}

// TestVersion refuses a grid of another version by name.
func TestVersion(t *testing.T) {
	s, err := Start(t.Context(), ServerOptions{Dir: t.TempDir(), Memory: true, Version: "new"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	_, err = Connect(t.Context(), ConnectOptions{Server: s, Version: "old"})
	if wrong := new(VersionError); !errors.As(err, &wrong) || wrong.Own != "old" || wrong.Grid != "new" {
		t.Error(err)
	}
}

// TestPage shows what a grid does.
func TestPage(t *testing.T) {
	s, c := served(t)
	x := NewClient(c, "c", 0)
	if err := x.Submit(t.Context(), &Job{Priority: High, Name: "p"}, nil); err != nil {
		t.Fatal(err)
	}
	queued(t, c, 1)
	if err := x.Announce(t.Context(), Campaign{Name: "<nightly>", State: Running, Total: 7, Done: 2, Verdicts: "2 safe"}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.workers.Put(t.Context(), "odd", []byte("{")); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string][]string{
		"/":        {"&lt;nightly&gt;", "2 of 7", "2 safe", "<td>high</td><td>1</td><td>0</td>"},
		"/metrics": {`muster_grid_tasks_waiting{priority="high"} 1`, "muster_grid_workers 0"},
	} {
		r := httptest.NewRecorder()
		s.Page().ServeHTTP(r, httptest.NewRequest("GET", path, nil))
		for _, text := range want {
			if !strings.Contains(r.Body.String(), text) {
				t.Errorf("%s lacks %s:\n%s", path, text, r.Body)
			}
		}
	}
}
