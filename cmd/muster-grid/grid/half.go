package grid

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// half is a part of a job, which the worker that has the job publishes. It names the job by its place in the queue,
// where only a client can have put it: what is searched, and within which limits, is what the client says there.
type half struct {
	ID    string `json:"id"`    // the key of the worker that publishes it, if it has one, and a number by chance
	Job   string `json:"job"`   // the subject of the job
	State string `json:"state"` // the name of split.State in the store of evidence
	// Above are the leases under which the job, and the halves of which this is one, are worked on. When one of them is
	// another one's, nobody waits for the half any more.
	Above []held `json:"above"`
}

// held is a lease at a revision.
type held struct {
	Key      string `json:"key"`
	Revision uint64 `json:"revision"`
}

// maxAbove bounds how often a half is divided again.
const maxAbove = 100

// Why a half is not searched.
var (
	errNoHalf  = errors.New("what is in the queue is no half")
	errGone    = errors.New("nobody waits for the half any more")
	errState   = errors.New("the state of the half cannot be read")
	errDropped = errors.New("the half is not in the queue any more, and has no result")
	errAlone   = errors.New("nobody has begun the half for as long as a lease lasts")
)

// Half reports whether this is a part of a job.
func (j *Job) Half() bool { return j.half != nil }

// subject returns the subject of a half.
func (h *half) subject() string { return halfSubject + "." + h.ID }

// isHalf reports whether a text names a half: never a job, whose key has more parts.
func isHalf(id string) bool { return isKey(id) && strings.Count(id, ".") == 1 }

// halfOf returns the job of which a message has a half. With errGone it is none of the queue, but it has a key.
func (w *worker) halfOf(ctx context.Context, m jetstream.Msg) (*Job, error) {
	h := &half{}
	err := json.Unmarshal(m.Data(), h)
	if err != nil || !isHalf(h.ID) || m.Subject() != h.subject() || len(h.Above) == 0 || len(h.Above) > maxAbove ||
		!isKey(h.Job) || !strings.HasPrefix(h.Job, taskSubject+".") ||
		slices.ContainsFunc(h.Above, func(x held) bool { return !isKey(x.Key) }) {
		return nil, errNoHalf
	}
	ctx, cancel := lasting(ctx)
	defer cancel()
	j := &Job{}
	s, err := w.js.Stream(ctx, tasks)
	if err != nil {
		return nil, err
	}
	raw, err := s.GetLastMsgForSubject(ctx, h.Job)
	switch {
	case errors.Is(err, jetstream.ErrMsgNotFound):
		j.half = h
		return j, errGone
	case err != nil:
		return nil, err
	}
	if err := json.Unmarshal(raw.Data, j); err != nil || !j.fits(h.Job) || h.Above[0].Key != j.Key() {
		return nil, errNoHalf
	}
	j.half = h
	return j, nil
}

// orphaned returns errGone if nobody waits for a half any more: it has a result, its job is done, or one who works on
// what it is a part of does not any more. A copy in a cluster that lags behind may know less than whoever has divided
// it: that something is not there counts only if it is not there the next time, either.
func (w *worker) orphaned(ctx context.Context, h *half) error {
	if _, err := w.parts.Get(ctx, h.ID); err == nil {
		return errGone // such as that it is given up
	} else if !errors.Is(err, jetstream.ErrKeyNotFound) {
		return err
	}
	there := func() (bool, error) {
		s, err := w.js.Stream(ctx, tasks)
		if err != nil {
			return false, err
		}
		_, err = s.GetLastMsgForSubject(ctx, h.Job)
		return isThere(err, jetstream.ErrMsgNotFound)
	}
	if err := twice(ctx, there); err != nil {
		return err
	}
	for _, x := range h.Above {
		err := twice(ctx, func() (bool, error) {
			e, err := w.leases.Get(ctx, x.Key)
			if err == nil && e.Revision() > x.Revision {
				return false, errGone
			}
			return isThere(err, jetstream.ErrKeyNotFound)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// isThere reports whether something was found, of which missing says that it is not there.
func isThere(err, missing error) (bool, error) {
	if errors.Is(err, missing) {
		return false, nil
	}
	return err == nil, err
}

// twice returns errGone if something is not there both times that it is looked for.
func twice(ctx context.Context, there func() (bool, error)) error {
	if yes, err := there(); yes || err != nil {
		return err
	}
	if !wait(ctx, reconnect) {
		return ctx.Err()
	}
	if yes, err := there(); yes || err != nil {
		return err
	}
	return errGone
}

// above returns the leases under which parts of a job are worked on that this worker has at a revision.
func (j *Job) above(revision uint64) (out []held) {
	if j.half != nil {
		out = slices.Clone(j.half.Above)
	}
	return append(out, held{j.Key(), revision})
}

// resultsOf is where the result of a job is kept.
func (w *worker) resultsOf(j *Job) jetstream.KeyValue {
	if j.half != nil {
		return w.parts
	}
	return w.results
}

// state adds the state of a half to a request.
func (w *worker) state(ctx context.Context, h *half, r *Request) (err error) {
	r.Back, r.Find = false, false
	r.State, err = w.handed(ctx, h.State)
	switch {
	case errors.As(err, new(*BlobError)):
		return fmt.Errorf("%w: %w", errState, err)
	case err == nil && len(r.State) == 0:
		return fmt.Errorf("%w: it is empty", errState) // which would ask for the whole job
	}
	return err
}

// answerHalf keeps the answer about a half.
func (w *worker) answerHalf(ctx context.Context, m jetstream.Msg, j *Job, reply *Reply, out *Result) error {
	if reply.Answer == nil {
		why := "its process has no answer"
		if p := reply.Report; p != nil && p.Problem != nil {
			why = p.Problem.Message
		}
		return w.finish(ctx, m, j, lost(j, w.opt.Name, why, 0))
	}
	on, cancel := lasting(ctx)
	defer cancel()
	name, err := w.hand(on, reply.Answer)
	if err != nil {
		return w.finish(ctx, m, j, lost(j, w.opt.Name, err.Error(), 0))
	}
	out.Job, out.Worker, out.Evidence = j.Key(), w.opt.Name, name
	return w.finish(ctx, m, j, out)
}

// over stops a half that nobody waits for any more.
func (w *worker) over(m *nats.Msg) {
	id := strings.TrimPrefix(m.Subject, noticeSubject+"."+overSubject+".")
	w.mu.Lock()
	defer w.mu.Unlock()
	for j, stop := range w.running {
		if j.half != nil && j.half.ID == id {
			stop(errGone)
		}
	}
}

// helper is who the process of a job asks.
type helper struct {
	w      *worker
	ctx    context.Context // of the worker
	on     context.Context // of the job
	job    string          // the subject of the job
	above  []held
	inner  bool            // the slot has this job only while that of another process waits
	others *sync.WaitGroup // what the slot does beside the job

	mu     sync.Mutex
	waits  int                // of the process at a time: its engines wait for halves of their own
	while  context.Context    // as long as it waits
	pause  context.CancelFunc // ends that; nil: it does not wait
	serves bool               // the slot takes halves, or is at work on one
}

// Entry implements Helper.
func (h *helper) Entry(key string) []byte { return h.w.entry(h.on, key) }

// Idle implements Helper. A job in whose place the slot does nothing else while it waits is not divided: nobody may be
// there who does its halves.
func (h *helper) Idle() bool { return !h.inner && len(h.above) < maxAbove && h.w.idle(h.on) }

// Away implements Helper: while the process waits for halves, its slot does what others have left, halves only, one at
// a time. So there is always somebody who does them. In the place of such a half nothing else is done when that waits.
func (h *helper) Away(yes bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if yes {
		h.waits++
	} else {
		h.waits--
	}
	switch {
	case h.waits <= 0:
		h.stop()
	case h.pause == nil && !h.inner:
		if h.while, h.pause = context.WithCancel(h.ctx); !h.serves {
			h.serves = true
			h.others.Go(h.attend)
		}
	}
}

// attend takes halves until the process does not wait any more.
func (h *helper) attend() {
	for on := h.waiting(); on != nil; on = h.waiting() {
		if err := h.w.take(h.ctx, on, h.w.halves); err != nil {
			h.w.log.Warn("while a task waits for its parts", "error", err)
			return // the worker ends for the same reason
		}
	}
}

// waiting returns what goes on while the process waits; nil: it does not, and nobody takes halves.
func (h *helper) waiting() context.Context {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.serves = h.pause != nil && h.ctx.Err() == nil; !h.serves {
		return nil
	}
	return h.while
}

// stop has the slot begin no halves. The lock is held.
func (h *helper) stop() {
	if h.waits = 0; h.pause != nil {
		h.pause()
		h.pause = nil
	}
}

// end has the slot begin nothing else beside the job any more.
func (h *helper) end() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.stop()
}

// Search implements Helper: it has a half done by any worker, and returns what comes of it. It waits no longer for one
// that is lost, or that nobody has begun for as long as a lease lasts: that workers have said that they rest does not
// make it so.
func (h *helper) Search(ctx context.Context, state []byte) ([]byte, error) {
	out, err := h.search(ctx, state)
	h.w.divided(err)
	return out, err
}

func (h *helper) search(ctx context.Context, state []byte) ([]byte, error) {
	w := h.w
	x := &half{ID: w.owner() + "." + randomID(), Job: h.job, Above: h.above}
	w.bell.busy()
	done := w.await(x.ID)
	defer w.forget(x.ID)
	if err := w.submit(ctx, x, state); err != nil {
		go w.withdraw(h.ctx, x.ID) // it may be there
		return nil, err
	}
	again := time.NewTicker(w.settings.Lease / 3) // a notice may be lost
	defer again.Stop()
	for l := (lookout{since: time.Now()}); ; {
		late := false
		select {
		case <-done:
		case <-again.C:
			late = true
		case <-ctx.Done():
			go w.withdraw(h.ctx, x.ID)
			return nil, ctx.Err()
		}
		r, err := w.resultOf(ctx, x, &l, late)
		if r != nil {
			var out []byte
			if out, err = w.come(ctx, x.ID, r, &l); !errors.Is(err, context.DeadlineExceeded) {
				return out, err
			}
		}
		switch {
		case errors.Is(err, errDropped):
			return nil, err
		case errors.Is(err, errAlone):
			go w.withdraw(h.ctx, x.ID)
			return nil, err
		case err != nil && ctx.Err() == nil:
			w.log.Warn("asking for the result of a half", "error", err)
		}
	}
}

// submit has a half searched by whoever gets it. Of what is said to a server that ends before it answers, nothing comes
// for as long as one asks: so nobody waits for longer than the time of patience, here and below.
func (w *worker) submit(ctx context.Context, x *half, state []byte) (err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if x.State, err = w.hand(ctx, state); err != nil {
		return err
	}
	text, err := json.Marshal(x)
	if err != nil {
		return err
	}
	_, err = w.js.Publish(ctx, x.subject(), text)
	return err
}

// resultOf returns the result of a half; none if there is none yet. If it is late, it looks what became of the half.
func (w *worker) resultOf(ctx context.Context, x *half, l *lookout, late bool) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	e, err := w.parts.Get(ctx, x.ID)
	switch {
	case err == nil:
		return e.Value(), nil
	case !errors.Is(err, jetstream.ErrKeyNotFound):
		return nil, err
	case late:
		return nil, w.look(ctx, x, l)
	}
	return nil, nil
}

// lookout is what is known of a half without a result.
type lookout struct {
	since time.Time
	gone  bool // it was not in the queue the last time
	begun bool // somebody has, or had, a lease of it
	tries int  // to get the answer
}

// look looks what has become of a half without a result. errDropped and errAlone say that there will be none.
func (w *worker) look(ctx context.Context, x *half, l *lookout) error {
	gone, err := w.dropped(ctx, x)
	switch {
	case err != nil:
		return err
	case gone && l.gone:
		return errDropped
	}
	if l.gone = gone; gone {
		return nil // there is a result before long, or never
	}
	_ = w.nats.Publish(wakeSubject, nil) // else the next time: who was woken by it may have ended
	if !l.begun {
		_, err = w.leases.Get(ctx, x.ID)
		l.begun, err = isThere(err, jetstream.ErrKeyNotFound)
	}
	if err == nil && !l.begun && time.Since(l.since) >= w.settings.Lease {
		return errAlone
	}
	return err
}

// dropped reports whether a half is not in the queue any more, such as since somebody who means harm has acknowledged
// it, or after halfLife.
func (w *worker) dropped(ctx context.Context, x *half) (bool, error) {
	s, err := w.js.Stream(ctx, halves)
	if err != nil {
		return false, err
	}
	_, err = s.GetLastMsgForSubject(ctx, x.subject())
	there, err := isThere(err, jetstream.ErrMsgNotFound)
	return !there && err == nil, err
}

// come returns the answer that a result says there is. On a slow link that takes a longer time, each time that it is
// tried.
func (w *worker) come(ctx context.Context, id string, text []byte, l *lookout) ([]byte, error) {
	l.tries++
	ctx, cancel := context.WithTimeout(ctx, time.Duration(l.tries)*patience)
	defer cancel()
	var r Result
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, err
	}
	switch {
	case r.Job != id:
		return nil, &resultError{id, fmt.Errorf("it is one of %s", r.Job)}
	case r.Lost != "":
		return nil, errors.New(r.Lost)
	}
	return w.handed(ctx, r.Evidence)
}

// hand stores the state of a half, or the answer about one, and returns its name.
func (w *worker) hand(ctx context.Context, text []byte) (name string, err error) {
	if len(text) > maxProof {
		return "", fmt.Errorf("its %d bytes are more than %d MiB", len(text), maxProof>>20)
	}
	name = w.owned(Hash(text))
	return name, put(ctx, w.handing, name, text)
}

// handed returns what somebody has stored by hand, which has to have the hash that its name says.
func (w *worker) handed(ctx context.Context, name string) ([]byte, error) {
	return bounded(ctx, w.handing, name, maxProof)
}

// await returns what says that a half has a result, until it is forgotten.
func (w *worker) await(id string) <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	c := make(chan struct{}, 1)
	w.awaited[id] = c
	return c
}

func (w *worker) forget(id string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.awaited, id)
}

// came notes that a half has a result.
func (w *worker) came(m *nats.Msg) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if c := w.awaited[strings.TrimPrefix(m.Subject, noticeSubject+"."+partSubject)]; c != nil {
		select {
		case c <- struct{}{}:
		default:
		}
	}
}

// withdraw has nobody search a half: who works on it is told, and who gets it finds that it has a result.
func (w *worker) withdraw(ctx context.Context, id string) {
	ctx, cancel := lasting(ctx)
	defer cancel()
	err := w.nats.Publish(overSubject+"."+id, nil)
	text, merr := json.Marshal(Result{Job: id, Worker: w.opt.Name, Lost: errGone.Error()})
	if err = errors.Join(err, merr); err == nil {
		if _, err = w.parts.Create(ctx, id, text); err != nil && exists(err) {
			err = nil
		}
	}
	if err != nil {
		w.log.Warn("giving up a half", "error", err)
	}
}
