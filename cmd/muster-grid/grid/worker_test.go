package grid

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier/prog"
)

// away is a store whose server does not answer.
type away struct{ jetstream.KeyValue }

func (away) Get(context.Context, string) (jetstream.KeyValueEntry, error) {
	return nil, nats.ErrNoResponders
}

// shell is a child that is a script.
func shell(script string) *Child {
	return &Child{Command: []string{"/bin/sh", "-c", script}, slack: 10 * time.Millisecond}
}

// submitted submits a job, and returns a worker that has it.
func submitted(t *testing.T, j *Job, files prog.Files) (*worker, jetstream.Msg, *jetstream.MsgMetadata) {
	t.Helper()
	c := local(t)
	if err := NewClient(c, "c", 0).Submit(t.Context(), j, files); err != nil {
		t.Fatal(err)
	}
	queued(t, c, 1)
	w := &worker{Conn: c, running: map[*Job]context.CancelCauseFunc{}, canceled: map[string]int{}}
	w.opt.After, w.opt.Name = func(Stage, *Job) {}, "w"
	q, err := c.queue(t.Context(), Normal)
	if err != nil {
		t.Fatal(err)
	}
	w.queues = []jetstream.Consumer{q}
	m, err := w.next(t.Context(), w.queues)
	if err != nil || m == nil {
		t.Fatal(m, err)
	}
	meta, err := m.Metadata()
	if err != nil {
		t.Fatal(err)
	}
	return w, m, meta
}

// TestTries: a job has only so many tries, which what is not of its doing does not use up.
func TestTries(t *testing.T) {
	for _, c := range []struct {
		name     string
		have     func(w *worker)
		end      bool // the worker is to end
		returned bool
	}{
		{name: "no file", have: func(*worker) {}},
		{name: "no server", have: func(w *worker) { w.programs = away{w.programs} }, returned: true},
		{name: "end", have: func(*worker) {}, end: true, returned: true},
	} {
		j := &Job{Priority: Normal, Name: "p"}
		w, m, meta := submitted(t, j, nil)
		j.Files = []File{{Name: "p", Hash: Hash([]byte("missing"))}}
		c.have(w)
		held, revision, err := w.lease(t.Context(), j, meta)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		if c.end {
			stop()
		}
		if err := w.run(ctx, m, j, held, revision, aside(w)); err == nil {
			t.Errorf("%s: no error", c.name)
		}
		stop()
		e, err := w.leases.Get(t.Context(), j.Key())
		if err != nil {
			t.Fatal(err)
		}
		var l lease
		if err := json.Unmarshal(e.Value(), &l); err != nil || l.Returned != c.returned {
			t.Errorf("%s: returned is %v, %v", c.name, l.Returned, err)
		}
	}
}

// TestOutcomes has jobs end that no child answers.
func TestOutcomes(t *testing.T) {
	for _, c := range []struct {
		name string
		size int // that the job says its file has
		kind reason.Kind
		why  string
	}{
		{"late", 1, reason.Timeout, errLate.Error()},
		{"large", maxFiles + 1, 0, errLarge.Error()},
	} {
		j := &Job{Priority: Normal, Name: "p", Timeout: time.Millisecond}
		w, m, meta := submitted(t, j, prog.Files{{Name: "p", Text: []byte("x")}})
		j.Files[0].Size = c.size
		w.opt.Child = shell("exec sleep 60")
		held, revision, err := w.lease(t.Context(), j, meta)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.run(t.Context(), m, j, held, revision, aside(w)); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		e, err := w.results.Get(t.Context(), j.Key())
		if err != nil {
			t.Fatal(c.name, err)
		}
		x, err := NewClient(w.Conn, "c", 0).received(t.Context(), e.Key(), e.Value())
		if err != nil || x.Report.ReasonKind != c.kind || x.Report.Reason != c.why {
			t.Errorf("%s: %+v, %v", c.name, x, err)
		}
	}
}

// TestEnded: a result is kept also by a worker that is told to end, which does not wait long for the server.
func TestEnded(t *testing.T) {
	j := &Job{Priority: Normal, Name: "p"}
	w, m, _ := submitted(t, j, nil)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := w.finish(ctx, m, j, lost(j, "w", "why", 0)); err != nil {
		t.Error(err)
	}
	if _, err := w.results.Get(t.Context(), j.Key()); err != nil {
		t.Error(err)
	}
	on, cancel := lasting(ctx)
	defer cancel()
	select {
	case <-on.Done():
	case <-time.After(time.Second):
		t.Error("it waits for longer than a second")
	}
}

// TestUpgraded: a worker of another version than the grid's server ends, and leaves the queue as it is. A job for
// another version on a grid of the worker's has no answer.
func TestUpgraded(t *testing.T) {
	j := &Job{Priority: Normal, Name: "p", Version: "new"}
	w, m, _ := submitted(t, j, nil)
	w.opt.Version = "v"
	if err := w.handle(t.Context(), m, false); err != nil {
		t.Error(err)
	}
	e, err := w.results.Get(t.Context(), j.Key())
	if err != nil || !strings.Contains(string(e.Value()), "a task for new") {
		t.Errorf("the result is %v, %v", e, err)
	}
	for _, text := range []string{"", `{"version":"new"}`} { // the latter is no job for the worker that there was
		j := &Job{Priority: Normal, Name: "p", Version: "new"}
		w, m, _ := submitted(t, j, nil)
		if text != "" {
			m = said{m, text}
		}
		if _, err := w.grid.Put(t.Context(), settingsKey, []byte(`{"version":"new"}`)); err != nil {
			t.Fatal(err)
		}
		w.opt.Version, w.opt.Slots, w.opt.Child, w.settings.Lease = "v", 1, safe(), time.Second/2
		var wrong *VersionError
		if err := w.handle(t.Context(), m, false); !errors.As(err, &wrong) || wrong.Own != "v" || wrong.Grid != "new" {
			t.Errorf("%s: the worker ends with %v", text, err)
		}
		if err := Work(t.Context(), w.Conn, w.opt); !errors.As(err, &wrong) {
			t.Errorf("%s: the next one does not get the job: %v", text, err)
		}
	}
}

// said is a message with another text.
type said struct {
	jetstream.Msg
	text string
}

func (s said) Data() []byte { return []byte(s.text) }

// TestSpoilt: who stores a deletion where a result is to be has a job done once, and without a result.
func TestSpoilt(t *testing.T) {
	j := &Job{Priority: Normal, Name: "p"}
	w, m, _ := submitted(t, j, nil)
	spoilt := nats.NewMsg(resultSubject + j.Key())
	spoilt.Header.Set("KV-Operation", "DEL")
	if _, err := w.js.PublishMsg(t.Context(), spoilt); err != nil {
		t.Fatal(err)
	}
	if err := w.finish(t.Context(), m, j, lost(j, "w", "why", 0)); err != nil {
		t.Error(err)
	}
}

// lagging answers with leases of revisions, one after the other, the last of them again and again.
type lagging struct {
	jetstream.KeyValue
	revisions []uint64
	asked     int
}

func (l *lagging) Get(context.Context, string) (jetstream.KeyValueEntry, error) {
	l.asked++
	return revised{revision: l.revisions[min(l.asked, len(l.revisions))-1]}, nil
}

// revised is an entry of a revision.
type revised struct {
	jetstream.KeyValueEntry
	revision uint64
}

func (r revised) Revision() uint64 { return r.revision }

// TestKeep: a lease is taken away by a later one, and not by one of before, of which a server tells that lags behind.
func TestKeep(t *testing.T) {
	j := &Job{Priority: Normal, Name: "p"}
	w, m, _ := submitted(t, j, nil)
	l := &lagging{revisions: []uint64{6, 7, 8}}
	w.leases, w.settings.Lease = l, 3*time.Millisecond
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	var stopped error
	w.keep(ctx, m, j, 7, func(err error) {
		stopped = err
		cancel()
	})
	if !errors.Is(stopped, errTaken) || l.asked < len(l.revisions) {
		t.Errorf("after %d answers: %v", l.asked, stopped)
	}
}

// TestCanceled: a worker remembers only so many campaigns that were canceled, the last ones.
func TestCanceled(t *testing.T) {
	w := &worker{canceled: map[string]int{}}
	for i := range maxCanceled + 2 {
		w.cancel(&nats.Msg{Subject: fmt.Sprint(noticeSubject, ".", cancelSubject, ".c", i), Data: []byte("0")})
	}
	if len(w.canceled) != maxCanceled || w.canceled["c1"] != 0 || w.canceled["c2"] != 1 {
		t.Errorf("%d campaigns, %d, %d", len(w.canceled), w.canceled["c1"], w.canceled["c2"])
	}
}

// TestSlots: two slots may have a job, one of them since its lease ended; each is stopped, and ends, for itself.
func TestSlots(t *testing.T) {
	w := &worker{running: map[*Job]context.CancelCauseFunc{}, canceled: map[string]int{}}
	w.opt.After = func(Stage, *Job) {}
	first, second, later := &Job{Campaign: "c"}, &Job{Campaign: "c"}, &Job{Campaign: "c", Run: 1}
	stopped := map[*Job]error{}
	for _, j := range []*Job{first, second, later} {
		w.begin(j, func(err error) { stopped[j] = err })
	}
	w.end(first)
	w.cancel(&nats.Msg{Subject: noticeSubject + "." + cancelSubject + ".c", Data: []byte("0")})
	if len(stopped) != 1 || !errors.Is(stopped[second], errCanceled) {
		t.Errorf("stopped are %v", stopped)
	}
}

// TestReuse: a process whose task a limit has ended may still be at work, and takes no other.
func TestReuse(t *testing.T) {
	for text, want := range map[string]int{
		`{"report":{"verdict":"safe"}}`:                             1,
		`{"report":{"verdict":"unknown","stopped":true}}`:           0,
		`{"report":{"verdict":"unknown","reason_kind":"timeout"}}`:  0,
		`{"report":{"verdict":"unknown","reason_kind":"internal"}}`: 1,
	} {
		c := shell("while read -r l; do echo '" + text + "'; done")
		reply, _, err := c.Run(t.Context(), &Request{}, nil)
		if err != nil || len(c.idle) != want {
			t.Errorf("%s: %d processes wait, %v, %v", text, len(c.idle), reply.Report, err)
		}
		c.Close()
	}
	var ended *noAnswer
	if _, _, err := (&Child{Command: []string{"/nonexistent"}}).Run(t.Context(), &Request{}, nil); !errors.As(err, &ended) {
		t.Error("a child that cannot start:", err)
	}
}

// TestBlob: a file that is not read to its end says nothing about the file, one that is good is not sent again, and one
// that is not is.
func TestBlob(t *testing.T) {
	j := &Job{Priority: Normal, Name: "p"}
	text := make([]byte, 2*partSize)
	c := local(t)
	client := NewClient(c, "c", 0)
	if err := client.Submit(t.Context(), j, prog.Files{{Name: "p", Text: text}}); err != nil {
		t.Fatal(err)
	}
	hash := Hash(text)
	before, err := c.programs.Get(t.Context(), hash)
	if err != nil {
		t.Fatal(err)
	}
	client.restore(t.Context(), hash)
	if now, err := c.programs.Get(t.Context(), hash); err != nil || now.Revision() != before.Revision() {
		t.Error("a good file was sent again", err)
	}
	var wrong *BlobError
	if _, err := blob(t.Context(), away{c.programs}, hash); err == nil || errors.As(err, &wrong) {
		t.Error("of a file that a server does not send it is said:", err)
	}
	for name, spoil := range map[string]func() error{
		errMissing.Error(): func() error { return c.programs.Delete(t.Context(), part(hash, 1)) },
		errSpoilt.Error(): func() error {
			_, err := c.programs.Put(t.Context(), part(hash, 0), bytes.Repeat([]byte("x"), partSize))
			return err
		},
		"has another hash": func() error { // after one part, though others follow
			_, err := c.programs.Put(t.Context(), part(hash, 0), text[:1])
			return err
		},
		"larger than 64 MiB": func() error {
			_, err := c.programs.Put(t.Context(), hash, []byte("67108865"))
			return err
		},
	} {
		if err := spoil(); err != nil {
			t.Fatal(err)
		}
		if _, err := blob(t.Context(), c.programs, hash); !errors.As(err, &wrong) || !strings.Contains(err.Error(), name) {
			t.Errorf("of a spoilt file it is said: %v, want %s", err, name)
		}
		client.restore(t.Context(), hash)
		if _, err := blob(t.Context(), c.programs, hash); err != nil {
			t.Error("a spoilt file is not sent again:", err)
		}
	}
	for _, name := range []string{"x", "*", strings.Repeat("*", len(hash)), "", "> *." + hash, "." + hash} {
		if _, err := blob(t.Context(), c.programs, name); !errors.As(err, &wrong) {
			t.Errorf("of the name %q it is said: %v", name, err)
		}
	}
}
