package grid

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-smt/muster/verifier/prog"
)

// stage is a grid with keys, and with a job and its answer that hostile holders of keys would like to have otherwise.
type stage struct {
	t      *testing.T
	server *Server
	urls   map[string]string        // by who connects there; of the server, if there is none
	keys   map[string][]nats.Option // of worker, client, and another client
	worker *Conn
	client *Conn
	job    *Job
	played bool
}

// newKey writes a new key to a file, and returns that and the line for the server.
func newKey(t *testing.T, role Role) (file, line string) {
	t.Helper()
	public, secret, err := NewKey()
	if err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(file, secret, 0o600); err != nil {
		t.Fatal(err)
	}
	return file, string(role) + " " + public + "\n"
}

// newUsers makes a key for a worker, two clients and a server, and returns how to connect and what a server has of them.
func newUsers(t *testing.T) (keys map[string][]nats.Option, access *Access) {
	t.Helper()
	keys = map[string][]nats.Option{}
	users := ""
	for name, role := range map[string]Role{"worker": RoleWorker, "client": RoleClient, "other": RoleClient, "server": RoleServer,
		"mate": RoleWorker} {
		file, line := newKey(t, role)
		options, err := Credentials(file, "")
		if err != nil {
			t.Fatal(err)
		}
		users += line
		keys[name] = options
	}
	file := filepath.Join(t.TempDir(), "users")
	if err := os.WriteFile(file, []byte(users), 0o600); err != nil {
		t.Fatal(err)
	}
	access, err := ReadAccess(file, "", "")
	if err != nil {
		t.Fatal(err)
	}
	return keys, access
}

// newStage starts a server, on which each role has done its part. If it is open, everybody may do all.
func newStage(t *testing.T, open bool) *stage {
	t.Helper()
	x := &stage{t: t}
	opt := ServerOptions{Dir: t.TempDir(), Memory: true, Listen: "127.0.0.1:0", Version: "v"}
	if !open {
		x.keys, opt.Access = newUsers(t)
	}
	var err error
	x.server, err = Start(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(x.server.Stop)
	x.worker, x.client = x.open("worker"), x.open("client")
	x.play()
	return x
}

// open connects with a key.
func (x *stage) open(who string) *Conn {
	x.t.Helper()
	c, err := Connect(x.t.Context(), ConnectOptions{
		URL: cmp.Or(x.urls[who], x.server.URL()), Options: x.keys[who], Version: "v"})
	if err != nil {
		x.t.Fatal(err)
	}
	x.t.Cleanup(c.Close)
	return c
}

// program is the text of the job.
var program = []byte("text")

// play has each role do its part.
func (x *stage) play() {
	x.t.Helper()
	must := func(err error) {
		x.t.Helper()
		if err != nil {
			x.t.Fatal(err)
		}
	}
	ctx := x.t.Context()
	client := NewClient(x.client, "c", 0)
	must(client.Announce(ctx, Campaign{Name: "c", State: Running}))
	woken, err := x.worker.nats.QueueSubscribeSync(noticeSubject+"."+wakeSubject, wakeGroup)
	must(err)
	canceled, err := x.worker.nats.SubscribeSync(noticeSubject + "." + cancelSubject + ".>")
	must(err)
	missing, err := x.client.nats.SubscribeSync(noticeSubject + "." + missingSubject + "." + client.id)
	must(err)
	kept, err := x.client.nats.SubscribeSync(noticeSubject + "." + resultSubject + client.id + ".>")
	must(err)
	must(x.worker.nats.Flush())
	must(x.client.nats.Flush())
	must(x.client.nats.Publish(cancelSubject+"."+client.id, []byte("-1")))
	must(x.worker.nats.Publish(missingSubject+"."+client.id, []byte("none")))
	for _, p := range []Priority{High, Normal} {
		x.job = &Job{Priority: p, Name: "p.bpl", Units: 1}
		must(client.Submit(ctx, x.job, prog.Files{{Name: "p.bpl", Text: program}}))
	}
	for _, s := range []*nats.Subscription{woken, canceled, missing} {
		_, err = s.NextMsg(patience)
		must(err)
		must(s.Unsubscribe())
	}
	w := &worker{Conn: x.worker, opt: WorkerOptions{Name: "w", Evidence: true, After: func(Stage, *Job) {}}}
	for _, p := range priorities {
		q, err := x.worker.queue(ctx, p)
		must(err)
		w.queues = append(w.queues, q)
	}
	queued(x.t, x.worker, 2)
	m, err := w.next(ctx, w.queues)
	must(err)
	if m == nil || m.Subject() != strings.Replace(x.job.subject(), "normal", "high", 1) {
		x.t.Fatal("a worker gets ", m)
	}
	_, err = blob(ctx, x.worker.programs, x.job.stored(Hash(program)))
	must(err)
	meta, err := m.Metadata()
	must(err)
	_, _, err = w.lease(ctx, x.job, meta)
	must(err)
	must(m.InProgress())
	r := Unanswered("p", strings.Repeat("long ", maxInline))
	r.Verdict = "unsafe"
	must(w.answer(ctx, m, x.job, &Reply{Report: r, Evidence: []byte(`{"a":"b25l"}`)}, &Result{}))
	if !x.played { // a result is kept once
		_, err = kept.NextMsg(patience)
		must(err)
		x.played = true
	}
	must(kept.Unsubscribe())
	if got := w.entry(ctx, "a"); string(got) != "one" {
		x.t.Errorf("a worker finds %q", got)
	}
	must(x.worker.nats.Flush())
	err = client.Results(ctx, func() {}, func(r *Received) error {
		if r.Bad != nil || !strings.HasPrefix(r.Report.Reason, "long") {
			return fmt.Errorf("the client gets %v", r.Bad)
		}
		if _, err := client.Evidence(ctx, r.Result); err != nil {
			return err
		}
		if kept, err := client.Kept(ctx, []*Job{x.job}); err != nil || kept == nil {
			return fmt.Errorf("nothing is kept: %w", err)
		}
		return io.EOF
	})
	if !errors.Is(err, io.EOF) {
		x.t.Fatal(err)
	}
}

// state is all that the grid keeps at subjects that are asked for, and what it consists of.
func (x *stage) state(of func(subject string) bool) string {
	x.t.Helper()
	var out strings.Builder
	ctx := x.t.Context()
	for s := range x.server.js.ListStreams(ctx).Info() {
		config, err := json.Marshal(s.Config)
		if err != nil {
			x.t.Fatal(err)
		}
		fmt.Fprintf(&out, "%s\n", config)
		stream, err := x.server.js.Stream(ctx, s.Config.Name)
		if err != nil {
			x.t.Fatal(err)
		}
		for c := range stream.ListConsumers(ctx).Info() {
			fmt.Fprintln(&out, c.Name, c.Config.DeliverSubject)
		}
		for i := s.State.FirstSeq; i <= s.State.LastSeq; i++ {
			m, err := stream.GetMsg(ctx, i)
			if err == nil && of(m.Subject) {
				fmt.Fprintln(&out, i, m.Subject, m.Header, Hash(m.Data))
			}
		}
	}
	return out.String()
}

// attack is something that a hostile holder of a key tries.
type attack struct {
	name    string
	request string // subject
	reply   string // where the answer is wanted; empty: at the attacker
	header  nats.Header
	text    string
}

// forbidden are subjects at which a role must not write, some of a new job, and some of what is there.
func (x *stage) forbidden(r Role, n int) []string {
	job := *x.job
	job.Number = n
	program := "$KV." + programStore + "." + job.stored(Hash(program))
	report, evidence := "$KV."+reportStore+".other."+Hash(nil), "$KV."+evidenceStore+".other."+Hash(nil)
	out := []string{"$KV." + gridBucket + "." + settingsKey, job.subject(), program, part(program, 0), report, part(report, 0),
		evidence, part(evidence, 0), "$KV." + campaignBucket + "." + job.Campaign, "$KV." + workerBucket + ".other.w"}
	if r == RoleClient {
		out = append(out, "$KV."+answerBucket+"."+job.Hash(), "$KV."+resultBucket+"."+job.Key(), "$KV."+leaseBucket+"."+x.job.Key())
	}
	return out
}

// attacks are what the holder of a key tries who has stored a text of its own at a subject of a bucket.
func (x *stage) attacks(r Role, bucket, own string) (out []attack) {
	consumer := `{"stream_name":"KV_%s","config":{"name":"x%d","ack_policy":"none","deliver_subject":%q}}`
	ways := []func(at string, n int) attack{
		func(at string, _ int) attack { return attack{name: "says it", request: at, text: "forged"} },
		func(at string, _ int) attack {
			return attack{name: "deletes it", request: at, header: nats.Header{"KV-Operation": {"DEL"}}}
		},
		func(at string, _ int) attack {
			return attack{name: "has it answered", request: "$JS.API.DIRECT.GET.KV_" + bucket + "." + own, reply: at}
		},
		func(at string, _ int) attack {
			return attack{name: "has it acknowledged", request: own, reply: at, text: "forged"}
		},
		func(at string, _ int) attack {
			return attack{name: "has a state answered", request: "$JS.API.STREAM.INFO.KV_" + bucket, reply: at}
		},
		func(at string, n int) attack {
			return attack{name: "has it delivered", request: fmt.Sprintf("$JS.API.CONSUMER.CREATE.KV_%s.x%d", bucket, n),
				text: fmt.Sprintf(consumer, bucket, n, at)}
		},
		func(at string, n int) attack {
			return attack{name: "has it republished", request: fmt.Sprint("$JS.API.STREAM.CREATE.R", n),
				text: fmt.Sprintf(`{"name":"R%d","subjects":["r%d"],"republish":{"src":"r%d","dest":%q}}`, n, n, n, at)}
		},
	}
	if r == RoleWorker {
		ways = append(ways, func(at string, _ int) attack {
			return attack{name: "has a task delivered", reply: at,
				request: "$JS.API.CONSUMER.MSG.NEXT." + tasks + ".normal", text: `{"batch":1,"expires":1000000000}`}
		})
	}
	for i, way := range ways {
		for k, at := range x.forbidden(r, 100+i) {
			a := way(at, 100*i+k)
			cycle := strings.Contains(a.name, "deliver") && strings.HasPrefix(at, "$KV."+bucket) ||
				strings.Contains(a.request, tasks) && strings.HasPrefix(at, taskSubject)
			if !cycle { // which JetStream refuses to anybody
				out = append(out, a)
			}
		}
	}
	name := "KV_" + bucket
	for _, a := range []attack{
		{name: "mirrors a stream", request: "STREAM.CREATE.M", text: `{"name":"M","mirror":{"name":"` + tasks + `"}}`},
		{name: "copies a stream", request: "STREAM.CREATE.S", text: `{"name":"S","sources":[{"name":"` + name + `"}]}`},
		{name: "makes a stream", request: "STREAM.CREATE.N", text: `{"name":"N","subjects":["n"]}`},
		{name: "changes a stream", request: "STREAM.UPDATE.KV_" + campaignBucket, text: `{"name":"KV_` + campaignBucket +
			`","subjects":["$KV.` + campaignBucket + `.>"],"storage":"memory","max_age":1000000000,"deny_delete":true,"deny_purge":true}`},
		{name: "empties a stream", request: "STREAM.PURGE.M"},
		{name: "removes a queue", request: "CONSUMER.DELETE." + tasks + ".normal"},
		{name: "removes a stream", request: "STREAM.DELETE.KV_" + campaignBucket},
	} {
		a.request = "$JS.API." + a.request
		out = append(out, a)
	}
	return out
}

// do tries something, and returns what the server says. In the account of a key there are two names for a subject.
func (a *attack) do(ctx context.Context, nc *nats.Conn, request string) (string, error) {
	m := nats.NewMsg(request)
	m.Header, m.Data, m.Reply = a.header, []byte(a.text), a.reply
	if a.reply == "" {
		answer, err := nc.RequestMsgWithContext(ctx, m)
		if err != nil {
			return "", err
		}
		return string(answer.Data), nil
	}
	s, err := nc.SubscribeSync(a.reply) // where the server answers, if not to the grid
	if err != nil {
		return "", err
	}
	defer func() { _ = s.Unsubscribe() }()
	if err := nc.PublishMsg(m); err != nil {
		return "", err
	}
	answer, err := s.NextMsgWithContext(ctx)
	if err != nil {
		return "", err
	}
	return string(answer.Data), nil
}

// hostile has the holder of a key store a text of its own, and returns what it tries with it.
func (x *stage) hostile(r Role) (*nats.Conn, []attack) {
	x.t.Helper()
	c, bucket := x.open("other"), programStore
	if r == RoleWorker {
		c, bucket = x.open("worker"), reportStore
	}
	kv, err := c.js.KeyValue(x.t.Context(), bucket)
	if err != nil {
		x.t.Fatal(err)
	}
	if _, err := kv.Put(x.t.Context(), c.owned("own"), []byte("forged")); err != nil {
		x.t.Fatal(err)
	}
	return c.nats, x.attacks(r, bucket, "$KV."+bucket+"."+c.owned("own"))
}

// safe is a child that answers so, whatever it is asked.
func safe() *Child { return shell(`read -r l; echo '{"report":{"verdict":"safe"}}'`) }

// smuggle has a worker get a job of another client's campaign, which a client submits at a subject of its own: it reads
// as if a part of the priority.
func (x *stage) smuggle(nc *nats.Conn) {
	x.t.Helper()
	j := *x.job
	j.Priority, j.Number, j.Version = Low+Priority("."+nc.Opts.Nkey), 1000, "v"
	text, err := json.Marshal(j)
	if err != nil {
		x.t.Fatal(err)
	}
	if _, err := nc.Request(j.subject(), text, patience); err != nil {
		x.t.Fatal(err)
	}
	queued(x.t, x.worker, 2)
	q, err := x.worker.queue(x.t.Context(), Low)
	if err != nil {
		x.t.Fatal(err)
	}
	w := &worker{Conn: x.worker, queues: []jetstream.Consumer{q}, running: map[*Job]context.CancelCauseFunc{}}
	w.opt = WorkerOptions{Name: "w", Version: "v", After: func(Stage, *Job) {}, Child: safe()}
	m, err := w.next(x.t.Context(), w.queues)
	if err != nil || m == nil {
		x.t.Fatal(m, err)
	}
	if err := w.handle(x.t.Context(), m, false); err != nil {
		x.t.Error(err)
	}
}

// TestHostile: whoever has a key changes nothing that its role may not change, whatever it asks, and wherever it wants
// that to be answered.
func TestHostile(t *testing.T) {
	const foreign = "JetStream not enabled for account" // what JetStream says of the account of a key
	for _, r := range []Role{RoleWorker, RoleClient} {
		x := newStage(t, false)
		nc, attacks := x.hostile(r)
		guarded := func(subject string) bool {
			return !strings.HasPrefix(subject, "$KV."+reportStore+"."+x.worker.owned("own"))
		}
		if r == RoleClient {
			guarded = func(subject string) bool { return !strings.Contains(subject, "."+nc.Opts.Nkey+".") }
		}
		before := x.state(guarded)
		for _, a := range attacks {
			for _, request := range slices.Compact([]string{a.request, importedAs(a.request)}) {
				ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
				answer, err := a.do(ctx, nc, request)
				cancel()
				if refused := errors.Is(err, nats.ErrNoResponders) || strings.Contains(answer, foreign); a.reply == "" && !refused {
					t.Errorf("%s %s: at %s somebody answers %s, %v", r, a.name, request, answer, err)
				}
				if a.reply != "" && err != nil && request != a.request {
					t.Errorf("%s %s: nobody answers to %s at its own %s: %v", r, a.name, request, a.reply, err)
				}
			}
		}
		if r == RoleClient {
			x.smuggle(nc)
		}
		if now := x.state(guarded); now != before {
			t.Errorf("a %s has changed what is kept to:\n%s\nfrom\n%s", r, now, before)
		}
	}
}

// TestOpen: what TestHostile has refused does something on a server without keys, so it is tried in the right way.
func TestOpen(t *testing.T) {
	all := func(string) bool { return true }
	for _, r := range []Role{RoleWorker, RoleClient} {
		x := newStage(t, true)
		nc, attacks := x.hostile(r)
		for _, a := range attacks {
			before := x.state(all)
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			answer, err := a.do(ctx, nc, a.request)
			cancel()
			for end := time.Now().Add(2 * time.Second); x.state(all) == before; {
				if time.Now().After(end) {
					t.Errorf("%s %s by %s, %s does nothing: %s, %v", r, a.name, a.request, a.reply, answer, err)
					break
				}
			}
		}
	}
}

// TestSealed: whoever has a key sees nothing of others that its role does not need, and answers count once.
func TestSealed(t *testing.T) {
	x := newStage(t, false)
	other := x.open("other")
	ctx := t.Context()
	all, err := other.nats.SubscribeSync(">")
	if err != nil {
		t.Fatal(err)
	}
	if err := other.nats.Flush(); err != nil {
		t.Fatal(err)
	}
	x.play()
	if err := other.nats.Flush(); err != nil {
		t.Fatal(err)
	}
	if m, err := all.NextMsg(time.Millisecond); err == nil {
		t.Errorf("a client sees %s, which is not its own", m.Subject)
	}
	if err := all.Unsubscribe(); err != nil {
		t.Fatal(err)
	}
	job := x.job.Key()
	for name, try := range map[string]func() error{
		"client reads a program of another one": func() error {
			_, err := other.programs.Get(ctx, x.job.stored(Hash(program)))
			return err
		},
		"client reads a campaign of another one": func() error {
			_, err := other.campaigns.Get(ctx, x.job.Campaign)
			return err
		},
		"client reads a lease": func() error {
			_, err := other.leases.Get(ctx, job)
			return err
		},
		"client reads the queue": func() error {
			_, err := other.queue(ctx, Normal)
			return err
		},
		"client takes a task": func() error {
			_, err := other.nats.Request(importPrefix+".CONSUMER.MSG.NEXT."+tasks+".normal", []byte("1"), patience)
			return err
		},
		"client acknowledges a task": func() error {
			_, err := other.nats.Request("$JS.ACK."+tasks+".normal.1.2.1.0.0", nil, patience)
			return err
		},
		"client cancels what is another one's": func() error {
			_, err := other.nats.Request(cancelSubject+"."+x.job.Campaign, []byte("9"), patience)
			return err
		},
		"client wants its answer at a reserved subject": func() error {
			return violation(other, nats.Msg{Subject: wakeSubject, Reply: "$JS.ACK." + tasks + ".normal.1.2.1.0.0"})
		},
		"client wants its answer at another reserved subject": func() error {
			return violation(other, nats.Msg{Subject: wakeSubject, Reply: "_R_.a.b"})
		},
		"worker reads all reports": func() error {
			_, err := x.worker.reports.Get(ctx, "other."+Hash(nil))
			return err
		},
		"worker replaces a result": func() error {
			_, err := x.worker.results.Put(ctx, job, []byte("{}"))
			return err
		},
		"worker deletes a result": func() error { return x.worker.results.Delete(ctx, job) },
		"stranger connects": func() error {
			c, err := Connect(ctx, ConnectOptions{URL: x.server.URL(), Version: "v"})
			if err == nil {
				c.Close()
			}
			return err
		},
	} {
		if err := try(); err == nil || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// violation publishes a message, and returns the error by which the server refuses it.
func violation(c *Conn, m nats.Msg) error {
	failed := make(chan error, 1)
	c.nats.SetErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { failed <- err })
	if err := c.nats.PublishMsg(&m); err != nil {
		return err
	}
	if err := c.nats.Flush(); err != nil {
		return err
	}
	select {
	case err := <-failed:
		return err
	case <-time.After(patience):
		return nil
	}
}

// TestLost: a job that goes from the queue without a result is submitted again, also one that another client has
// spoilt.
func TestLost(t *testing.T) {
	c := local(t)
	j := &Job{Campaign: "c", Priority: Normal, Name: "p", Version: "v"}
	if _, err := c.js.Publish(t.Context(), j.subject(), []byte("{}")); err != nil {
		t.Fatal(err)
	}
	client := NewClient(c, "c", 0)
	client.lost = 10 * time.Millisecond
	if err := client.Submit(t.Context(), j, nil); err != nil {
		t.Fatal(err)
	}
	w := &worker{Conn: c, running: map[*Job]context.CancelCauseFunc{}, canceled: map[string]int{}}
	w.opt = WorkerOptions{Name: "w", Slots: 1, Version: "v", After: func(Stage, *Job) {}, Child: safe()}
	q, err := c.queue(t.Context(), Normal)
	if err != nil {
		t.Fatal(err)
	}
	w.queues = []jetstream.Consumer{q}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	go func() { _ = w.slot(ctx) }()
	err = client.Results(ctx, func() {}, func(r *Received) error { return errors.Join(r.Bad, io.EOF) })
	if !errors.Is(err, io.EOF) || strings.Contains(err.Error(), "\n") {
		t.Error(err)
	}
}
