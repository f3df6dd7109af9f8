package grid

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/muster-smt/muster/verifier/prog"
)

// blocking is a child that answers about a half when it is let go, and fails with jobs as it is told.
type blocking struct {
	begun   chan *Request
	let     chan struct{}
	job     func(h Helper) error
	running atomic.Int32
	most    atomic.Int32
}

func newBlocking() *blocking { return &blocking{begun: make(chan *Request), let: make(chan struct{})} }

func (b *blocking) Run(ctx context.Context, r *Request, h Helper) (Reply, time.Duration, error) {
	if r.State == nil {
		return Reply{}, 0, b.job(h)
	}
	b.most.Store(max(b.most.Load(), b.running.Add(1)))
	defer b.running.Add(-1)
	select {
	case b.begun <- r:
	case <-ctx.Done():
		return Reply{}, 0, ctx.Err()
	}
	select {
	case <-b.let:
	case <-ctx.Done():
		return Reply{}, 0, ctx.Err()
	}
	return Reply{Answer: []byte("answer")}, 0, nil
}

func (*blocking) Close() {}

// inQueue submits a job.
func inQueue(t *testing.T, c *Conn) {
	t.Helper()
	err := NewClient(c, "c", 0).Submit(t.Context(), &Job{Priority: Normal, Name: "p.bpl", Units: 1, Version: "v"},
		prog.Files{{Name: "p.bpl", Text: program}})
	if err != nil {
		t.Fatal(err)
	}
	queued(t, c, 1)
}

// publish publishes a half of a job.
func (w *worker) publish(t *testing.T, h *helper) *half {
	t.Helper()
	name, err := w.hand(t.Context(), []byte("state"))
	if err != nil {
		t.Fatal(err)
	}
	x := &half{ID: w.owner() + "." + randomID(), Job: h.job, State: name, Above: h.above}
	text, err := json.Marshal(x)
	if err == nil {
		_, err = w.js.Publish(t.Context(), x.subject(), text)
	}
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// within returns what comes, in time.
func within[T any](t *testing.T, c <-chan T, what string) (x T) {
	t.Helper()
	select {
	case x = <-c:
	case <-time.After(time.Minute):
		t.Fatal("it does not come: ", what)
	}
	return x
}

// answered waits until there is an answer about a half.
func (w *worker) answered(t *testing.T, x *half) {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if _, err := w.parts.Get(t.Context(), x.ID); err == nil {
			return
		}
	}
	t.Fatal("there is no answer about a half")
}

// TestAway: the slot of a process takes halves as long as one of its engines waits for some, and one at a time.
func TestAway(t *testing.T) {
	c := local(t)
	inQueue(t, c)
	w, _ := newMate(t, c)
	child := newBlocking()
	w.opt.Child = child
	job, revision := w.took(t)
	h := newHelper(t, w, job, revision)
	h.Away(true)
	h.Away(true)
	h.Away(false) // one still waits
	first := w.publish(t, h)
	within(t, child.begun, "a half, while an engine waits")
	h.Away(false)
	h.Away(true) // while it is at work
	second := w.publish(t, h)
	child.let <- struct{}{}
	w.answered(t, first)
	within(t, child.begun, "the next half")
	child.let <- struct{}{}
	w.answered(t, second)
	if n := child.most.Load(); n != 1 {
		t.Errorf("%d halves at a time", n)
	}
	h.Away(false)
	h.others.Wait()

	h.inner = true // its slot has the job of another process, too
	h.Away(true)
	if h.others.Wait(); h.Idle() || h.serves {
		t.Error("it takes halves in the place of a half")
	}
}

// TestGivenBack: a job that fails is given back at once, though its slot is at work on a half of others.
func TestGivenBack(t *testing.T) {
	c := local(t)
	inQueue(t, c)
	w, _ := newMate(t, c)
	child := newBlocking()
	w.opt.Child = child
	child.job = func(x Helper) error {
		h := x.(*helper)
		h.Away(true)
		w.publish(t, h)
		within(t, child.begun, "a half")
		return &noAnswer{"a test"}
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		m, err := w.next(t.Context(), w.queues)
		if err != nil || m == nil {
			t.Error(m, err)
			return
		}
		if err := w.handle(t.Context(), m, false); err == nil {
			t.Error("the job has not failed")
		}
	}()
	other, _ := newMate(t, c)
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(time.Millisecond) {
		m, err := other.next(t.Context(), other.queues[:len(priorities)])
		if err != nil || time.Now().After(end) {
			t.Fatal("the job is not given back: ", err)
		}
		if m == nil {
			continue
		}
		if meta, err := m.Metadata(); err != nil || meta.NumDelivered == 1 {
			_ = m.Nak() // it was first
			continue
		}
		break
	}
	select {
	case <-ended:
		t.Error("the half has ended first")
	default:
	}
	close(child.let)
	within(t, ended, "the end of the half")
}

// TestDropped: who waits for a half does not wait for ever if the queue has lost it.
func TestDropped(t *testing.T) {
	c := local(t)
	inQueue(t, c)
	w, _ := newMate(t, c)
	w.settings.Lease = 60 * time.Millisecond
	job, revision := w.took(t)
	h := newHelper(t, w, job, revision)
	ended := make(chan error, 1)
	go func() {
		_, err := h.Search(t.Context(), []byte("state"))
		ended <- err
	}()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
		m, err := w.next(t.Context(), w.queues)
		if err != nil {
			t.Fatal(err)
		}
		if m != nil {
			if err := m.Ack(); err != nil {
				t.Fatal(err)
			}
			break
		}
	}
	if err := within(t, ended, "what comes of the half"); !errors.Is(err, errDropped) {
		t.Error(err)
	}
}

// TestAlone: a worker that says that slots rest, and takes nothing, costs others little. A half that nobody begins is
// given up after a lease, and searched by who has divided it; one waits at a time; and who waits in vain divides nothing
// for a while, longer each time.
func TestAlone(t *testing.T) {
	c := local(t)
	inQueue(t, c)
	w, child := newMate(t, c)
	w.settings.Lease = 90 * time.Millisecond
	job, revision := w.took(t)
	h := newHelper(t, w, job, revision)
	for i := range 3 { // which do not
		w.sayResting(i, restLife)
	}
	other, _ := newMate(t, c)
	var last time.Duration
	for range 3 {
		w.busy = time.Time{}
		for end := time.Now().Add(time.Minute); !h.Idle(); w.busy = (time.Time{}) {
			if time.Now().After(end) {
				t.Fatal("it does not divide though slots are said to rest")
			}
		}
		ended := make(chan error, 1)
		go func() {
			_, err := h.Search(t.Context(), []byte("state"))
			ended <- err
		}()
		for end := time.Now().Add(time.Minute); other.idle(t.Context()); {
			if other.busy = (time.Time{}); time.Now().After(end) {
				t.Fatal("others divide while a half waits")
			}
		}
		other.busy = time.Time{}
		if err := within(t, ended, "what comes of the half"); !errors.Is(err, errAlone) {
			t.Error(err)
		}
		d := time.Until(w.busy)
		if h.Idle() || d < idleAway/2 || d < last+last/2 {
			t.Errorf("after %v it divides nothing for %v", last, d)
		}
		last = d
		for end := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) { // as it is withdrawn
			m, err := w.next(t.Context(), w.queues)
			if err != nil || time.Now().After(end) {
				t.Fatal("it is not in the queue any more: ", err)
			}
			if m == nil {
				continue
			}
			w.answered(t, &half{ID: m.Subject()[len(halfSubject)+1:]})
			if err := w.handle(t.Context(), m, false); err != nil || len(child.asked) > 0 {
				t.Errorf("it is searched all the same: %v", err)
			}
			break
		}
	}
	if w.divided(nil); w.alone > 0 {
		t.Error("that somebody has done a half makes no difference")
	}
}

// TestBegun: a half that somebody has begun is waited for, however long that takes.
func TestBegun(t *testing.T) {
	c := local(t)
	inQueue(t, c)
	w, _ := newMate(t, c)
	w.settings.Lease = 90 * time.Millisecond
	job, revision := w.took(t)
	x := w.publish(t, newHelper(t, w, job, revision))
	l := lookout{since: time.Now().Add(-time.Hour)}
	if err := w.look(t.Context(), x, &l); !errors.Is(err, errAlone) {
		t.Error("it is waited for though nobody has begun it: ", err)
	}
	if _, err := w.leases.Put(t.Context(), x.ID, []byte("{}")); err != nil {
		t.Fatal(err)
	}
	if err := w.look(t.Context(), x, &l); err != nil || !l.begun {
		t.Error("it is given up though somebody has begun it: ", err)
	}
}

// TestUnwanted: a half whose campaign is canceled has a result all the same: somebody waits for it.
func TestUnwanted(t *testing.T) {
	c := local(t)
	inQueue(t, c)
	w, child := newMate(t, c)
	job, revision := w.took(t)
	x := w.publish(t, newHelper(t, w, job, revision))
	w.canceled[job.Campaign] = 1 << 30
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
		m, err := w.next(t.Context(), w.queues)
		if err != nil {
			t.Fatal(err)
		}
		if m == nil {
			continue
		}
		if err := w.handle(t.Context(), m, false); err != nil || len(child.asked) > 0 {
			t.Fatalf("%v, %d requests", err, len(child.asked))
		}
		break
	}
	w.answered(t, x)
}

// TestLineReads: a process reads what comes of halves also while nobody reads what it writes.
func TestLineReads(t *testing.T) {
	r, out := io.Pipe()
	defer r.Close()
	l := newLine(out)
	go func() { _ = l.write(fromChild{Idle: true}) }()
	if _, err := r.Read(make([]byte, 1)); err != nil { // it writes, and waits
		t.Fatal(err)
	}
	read := make(chan struct{})
	go func() {
		defer close(read)
		l.take(toChild{Half: &halfLine{}})
	}()
	within(t, read, "the end of a line that is read")
}

// aside returns who the process of a job asks that has begun nothing yet.
func aside(w *worker) *helper {
	return &helper{w: w, ctx: context.Background(), others: &sync.WaitGroup{}}
}
