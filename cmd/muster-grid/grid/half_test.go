package grid

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-smt/muster/verifier/prog"
)

// halver is a child that answers about halves, and remembers what it was asked.
type halver struct{ asked []*Request }

func (h *halver) Run(_ context.Context, r *Request, _ Helper) (Reply, time.Duration, error) {
	h.asked = append(h.asked, r)
	return Reply{Answer: []byte("answer")}, 0, nil
}

func (*halver) Close() {}

// newMate returns a worker for halves with a key.
func newMate(t *testing.T, c *Conn) (*worker, *halver) {
	t.Helper()
	h := &halver{}
	w := &worker{Conn: c, running: map[*Job]context.CancelCauseFunc{}, canceled: map[string]int{},
		awaited: map[string]chan struct{}{}}
	w.opt = WorkerOptions{Name: c.nats.Opts.Nkey, Version: "v", After: func(Stage, *Job) {}, Child: h}
	if err := w.open(t.Context()); err != nil {
		t.Fatal(err)
	}
	return w, h
}

// newHelper returns who a process asks that works on a job.
func newHelper(t *testing.T, w *worker, j *Job, revision uint64) *helper {
	h := &helper{w: w, ctx: t.Context(), on: t.Context(), job: j.subject(), above: j.above(revision)}
	h.others = &sync.WaitGroup{}
	return h
}

// took has a worker take a job from a queue, with its lease.
func (w *worker) took(t *testing.T) (*Job, uint64) {
	t.Helper()
	m, err := w.next(t.Context(), w.queues[:len(priorities)])
	if err != nil || m == nil {
		t.Fatal(m, err)
	}
	j, err := w.read(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	meta, err := m.Metadata()
	if err != nil {
		t.Fatal(err)
	}
	_, revision, err := w.lease(t.Context(), j, meta)
	if err != nil {
		t.Fatal(err)
	}
	return j, revision
}

// TestHostileHalves: a worker's key publishes halves of its own, and another worker searches one only if it is a part of
// a task that a client has submitted, as long as somebody has that. So it is no way to submit a task.
func TestHostileHalves(t *testing.T) {
	x := newStage(t, false)
	ctx := t.Context()
	mate, child := newMate(t, x.open("mate"))
	for { // what the stage has left
		m, err := mate.next(ctx, mate.queues)
		if err != nil {
			t.Fatal(err)
		}
		if m == nil {
			break
		}
		if err := m.Ack(); err != nil {
			t.Fatal(err)
		}
	}
	client := NewClient(x.client, "d", 0)
	if err := client.Submit(ctx, &Job{Priority: Normal, Name: "p", Units: 1, Version: "v"},
		prog.Files{{Name: "p.bpl", Text: program}}); err != nil {
		t.Fatal(err)
	}
	queued(t, x.worker, 1)
	own, _ := newMate(t, x.worker)
	job, revision := own.took(t)
	name, err := own.hand(ctx, []byte("state"))
	if err != nil {
		t.Fatal(err)
	}
	empty, err := own.hand(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	forged := &Job{Campaign: own.owner() + ".c", Priority: Normal, Name: "forged", Units: 1, Version: "v",
		Files: []File{{Name: "p.bpl", Hash: Hash(program), Size: len(program)}}}
	if _, err := own.leases.Put(ctx, forged.Key(), []byte("{}")); err != nil {
		t.Fatal(err)
	}
	of := func(revision uint64) []held { return []held{{job.Key(), revision}} }
	const (
		none     = iota // it is no half
		lost            // it has a result, which is no answer
		answered        // it is searched
	)
	for i, c := range []struct {
		name string
		half half
		want int
	}{
		{"as it is to be", half{Job: job.subject(), State: name, Above: of(revision)}, answered},
		{"of a task that nobody has submitted", half{Job: forged.subject(), State: name,
			Above: []held{{forged.Key(), revision + 1}}}, lost},
		{"of a task in a text of its own", half{Job: halfSubject + "." + own.owner() + ".0", State: name, Above: of(revision)}, none},
		{"of all tasks", half{Job: taskSubject + ".>", State: name, Above: of(revision)}, none},
		{"under the lease of another one", half{Job: job.subject(), State: name, Above: of(revision - 1)}, lost},
		{"under the lease of another task", half{Job: job.subject(), State: name,
			Above: []held{{forged.Key(), revision + 1}}}, none},
		{"under no lease", half{Job: job.subject(), State: name}, none},
		{"under too many leases", half{Job: job.subject(), State: name,
			Above: append(of(revision), make([]held, maxAbove)...)}, none},
		{"without a state", half{Job: job.subject(), State: own.owned(Hash([]byte("none"))), Above: of(revision)}, lost},
		{"with an empty state", half{Job: job.subject(), State: empty, Above: of(revision)}, lost},
		{"with a state at no name", half{Job: job.subject(), State: "*", Above: of(revision)}, lost},
	} {
		c.half.ID = own.owner() + "." + string(rune('a'+i))
		text, err := json.Marshal(c.half)
		if err == nil {
			_, err = own.js.Publish(ctx, c.half.subject(), text)
		}
		if err != nil {
			t.Fatal(c.name, err)
		}
		before := len(child.asked)
		m, err := mate.next(ctx, mate.queues)
		for end := time.Now().Add(10 * time.Second); m == nil && err == nil && time.Now().Before(end); {
			m, err = mate.next(ctx, mate.queues)
		}
		if err != nil || m == nil {
			t.Fatalf("%s: %v, %v", c.name, m, err)
		}
		if err := mate.handle(ctx, m, false); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if asked := len(child.asked) > before; asked != (c.want == answered) {
			t.Errorf("%s: it is searched: %v", c.name, asked)
		}
		e, err := own.parts.Get(ctx, c.half.ID)
		if errors.Is(err, jetstream.ErrKeyNotFound) == (c.want != none) || err != nil && c.want != none {
			t.Errorf("%s: there is a result %v, %v", c.name, e != nil, err)
		}
		if err == nil {
			data, err := own.come(ctx, c.half.ID, e.Value(), &lookout{})
			if (err == nil) != (c.want == answered) || err == nil && !bytes.Equal(data, []byte("answer")) {
				t.Errorf("%s: %q, %v", c.name, data, err)
			}
		}
	}
	if r := child.asked[0]; !bytes.Equal(r.State, []byte("state")) || !bytes.Equal(r.Files[0].Text, program) {
		t.Errorf("the process is asked about %q of %q", r.State, r.Files)
	}
	for _, at := range []string{halfSubject, overSubject, restSubject} {
		_, err := x.worker.nats.Request(at+"."+mate.owner()+".x", []byte("{}"), patience)
		if !errors.Is(err, nats.ErrNoResponders) {
			t.Errorf("at %s of another worker: %v", at, err)
		}
		_, err = x.client.nats.Request(at+"."+x.client.nats.Opts.Nkey+".x", []byte("{}"), patience)
		if !errors.Is(err, nats.ErrNoResponders) {
			t.Errorf("a client at %s: %v", at, err)
		}
	}
}

// TestRestingBounded: what workers say of slots that rest takes so much memory, also if it is said to count for ever.
func TestRestingBounded(t *testing.T) {
	s, c := served(t)
	for i := range mostRest + 100 {
		m := nats.NewMsg(fmt.Sprintf("%s.%s.%d", restSubject, c.owner(), i))
		m.Header.Set(jetstream.MsgTTLHeader, "never")
		if err := c.nats.PublishMsg(m); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.nats.FlushTimeout(time.Minute); err != nil {
		t.Fatal(err)
	}
	last := uint64(0)
	for end := time.Now().Add(time.Minute); last < mostRest+100 && time.Now().Before(end); {
		x, err := s.js.Stream(t.Context(), resting)
		if err != nil {
			t.Fatal(err)
		}
		if last = x.CachedInfo().State.LastSeq; x.CachedInfo().State.Msgs > mostRest {
			t.Fatalf("it has %d messages", x.CachedInfo().State.Msgs)
		}
	}
	if last < mostRest+100 {
		t.Errorf("it has got %d messages", last)
	}
}

// TestWithdrawn: nobody searches a half that is given up, whether it is in the queue or begun. One whose task another
// worker has taken over ends as well.
func TestWithdrawn(t *testing.T) {
	c := local(t)
	client := NewClient(c, "c", 0)
	if err := client.Submit(t.Context(), &Job{Priority: Normal, Name: "p", Version: "v"}, nil); err != nil {
		t.Fatal(err)
	}
	queued(t, c, 1)
	w, child := newMate(t, c)
	w.settings.Lease = 30 * time.Millisecond
	job, revision := w.took(t)
	h := newHelper(t, w, job, revision)

	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := h.Search(ctx, []byte("state"))
		ended <- err
	}()
	m, err := w.next(t.Context(), w.queues)
	for end := time.Now().Add(10 * time.Second); m == nil && err == nil && time.Now().Before(end); {
		m, err = w.next(t.Context(), w.queues)
	}
	if err != nil || m == nil {
		t.Fatal(m, err)
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	id := m.Subject()[len(halfSubject)+1:]
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if _, err = w.parts.Get(t.Context(), id); err == nil {
			break
		}
	}
	if err := w.handle(t.Context(), m, false); err != nil || len(child.asked) > 0 {
		t.Errorf("it is searched all the same: %v", err)
	}

	for name, ends := range map[string]func(*half) error{
		"it is given up": func(h *half) error {
			w.withdraw(t.Context(), h.ID)
			return nil
		},
		"another worker has the task": func(*half) error {
			_, err := w.leases.Put(t.Context(), job.Key(), []byte("{}"))
			return err
		},
		"the task is done": func(h *half) error {
			h.Job = taskSubject + ".normal.c.9.9.x.1"
			return nil
		},
	} {
		x := half{ID: "any." + token(name), Job: job.subject(), Above: job.above(revision)}
		if e, err := w.leases.Get(t.Context(), job.Key()); err != nil {
			t.Fatal(err)
		} else if x.Above[0].Revision = e.Revision(); errors.Is(w.orphaned(t.Context(), &x), errGone) {
			t.Fatal(name, " before")
		}
		if err := ends(&x); err != nil {
			t.Fatal(err)
		}
		stopped := make(chan error, 1)
		on, end := context.WithTimeout(t.Context(), 10*time.Second)
		w.keep(on, m, &Job{half: &x}, 1<<40, func(err error) {
			select {
			case stopped <- err:
			default:
			}
			end()
		})
		end()
		select {
		case err := <-stopped:
			if !errors.Is(err, errGone) {
				t.Errorf("%s: %v", name, err)
			}
		default:
			t.Errorf("it goes on though %s", name)
		}
	}
}
