package grid

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier/split"
)

// WorkerOptions say how a worker works.
type WorkerOptions struct {
	Name       string
	Slots      int   // tasks at a time
	Processors int   // of a task
	Memory     int64 // of a task at most; 0: no limit
	Timeout    time.Duration
	Child      Answerer
	Version    string
	Evidence   bool // what backs answers is kept for clients
	// DivideAfter is driver.Limits.DivideAfter: 0 means the default.
	DivideAfter int64
	// After is called behind the stages of a job: Begun, Answered, Kept, Ended. It is for tests.
	After func(s Stage, j *Job)
}

// Answerer answers requests: a Child.
type Answerer interface {
	// Run answers a request, until the context ends. cpu is what that took. The helper has what else it needs.
	Run(ctx context.Context, r *Request, h Helper) (reply Reply, cpu time.Duration, err error)
	Close()
}

// Stage is a stage of a job at a worker.
type Stage string

// The stages: the worker has the job and its files; it has an answer; the result is kept; it is done with it.
const (
	Begun    Stage = "begun"
	Answered Stage = "answered"
	Kept     Stage = "kept"
	Ended    Stage = "ended"
)

// worker takes jobs from a grid.
type worker struct {
	*Conn
	opt WorkerOptions

	queues []jetstream.Consumer // in the order in which they are asked
	halves jetstream.Consumer   // the last of them
	bell   bell

	mu       sync.Mutex
	running  map[*Job]context.CancelCauseFunc // each by the slot that has it: two may have a job, when a lease ends
	canceled map[string]int                   // the first run of a campaign that somebody may wait for
	heard    []string                         // the campaigns in canceled, in their order
	done     int
	started  time.Time
	resting  []bool                   // slots that take jobs, by numbers of no meaning
	awaited  map[string]chan struct{} // halves without a result
	busy     time.Time                // until when no slot of any worker rests, as far as is known
	alone    int                      // halves since the last one that somebody has done
}

// Why a task is stopped.
var (
	errCanceled = errors.New("nobody waits for it any more")
	errTaken    = errors.New("another worker has it")
)

// maxCanceled is of how many campaigns a worker remembers that they were canceled. Their entries say the same.
const maxCanceled = 1000

// Work takes jobs until the context ends, or until the grid's server is of another version: then it returns a
// VersionError.
func Work(ctx context.Context, c *Conn, opt WorkerOptions) error {
	if opt.After == nil {
		opt.After = func(Stage, *Job) {}
	}
	if opt.Name == "" {
		host, _ := os.Hostname()
		opt.Name = token(fmt.Sprintf("%s-%d-%s", host, os.Getpid(), randomID()[:4]))
	}
	w := &worker{
		Conn: c, opt: opt, running: map[*Job]context.CancelCauseFunc{},
		canceled: map[string]int{}, started: time.Now(), awaited: map[string]chan struct{}{},
	}
	if err := w.open(ctx); err != nil {
		return err
	}
	for subject, f := range map[string]nats.MsgHandler{ // in any order
		cancelSubject + ".>": w.cancel, overSubject + ".>": w.over, partSubject + w.owner() + ".>": w.came,
	} {
		s, err := c.nats.Subscribe(noticeSubject+"."+subject, f)
		if err != nil {
			return err
		}
		defer func() { _ = s.Unsubscribe() }()
	}
	if _, err := w.bell.hear(c.nats); err != nil {
		return err
	}
	defer w.bell.stop()
	on, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var all sync.WaitGroup
	for range opt.Slots {
		all.Go(func() {
			if err := w.slot(on); err != nil {
				stop(err)
			}
		})
	}
	all.Go(func() { w.announce(on) })
	all.Go(func() { w.patrol(on) })
	all.Wait()
	opt.Child.Close()
	if ctx.Err() != nil {
		return nil
	}
	return context.Cause(on)
}

// open finds the queues.
func (w *worker) open(ctx context.Context) error {
	var q jetstream.Consumer
	find := func(stream, name string) error {
		err := w.again(ctx, func() (err error) {
			q, err = w.js.Consumer(ctx, stream, name)
			return err
		})
		if err != nil {
			return fmt.Errorf("asking for tasks, for which a key has to be that of a worker: %w", err)
		}
		w.queues = append(w.queues, q)
		return nil
	}
	for _, p := range priorities {
		if err := find(tasks, string(p)); err != nil {
			return err
		}
	}
	err := find(halves, halfQueue)
	w.halves = q
	return err
}

// queue is the queue of a priority.
func (c *Conn) queue(ctx context.Context, p Priority) (jetstream.Consumer, error) {
	return c.js.Consumer(ctx, tasks, string(p))
}

// cancel stops the jobs of a campaign up to a run.
func (w *worker) cancel(m *nats.Msg) {
	id := strings.TrimPrefix(m.Subject, noticeSubject+"."+cancelSubject+".")
	run, err := strconv.Atoi(string(m.Data))
	if err != nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, ok := w.canceled[id]; !ok {
		if w.heard = append(w.heard, id); len(w.heard) > maxCanceled {
			delete(w.canceled, w.heard[0])
			w.heard = w.heard[1:]
		}
	}
	w.canceled[id] = max(w.canceled[id], run+1)
	for j, stop := range w.running {
		if j.Campaign == id && j.Run < w.canceled[id] {
			stop(errCanceled)
		}
	}
}

// handle does a job, and acknowledges it only when its result is kept. An error gives it back. inner says that the slot
// has another job, whose process waits.
func (w *worker) handle(ctx context.Context, m jetstream.Msg, inner bool) error {
	meta, err := m.Metadata()
	if err != nil {
		w.log.Error("a message without a place in the queue", "error", err)
		return err
	}
	if meta.NumDelivered > 1 {
		_ = w.nats.Publish(wakeSubject, nil) // whoever had it may have had more: somebody is to look
	}
	j, err := w.read(ctx, m)
	log := w.log.With("subject", m.Subject(), "delivery", meta.NumDelivered)
	switch {
	case errors.Is(err, errNoJob), errors.Is(err, errNoHalf):
		log.Error("what is in the queue is no job", "error", err)
		_ = m.Term() // nobody can do it
		return nil
	case errors.Is(err, errGone):
		err = w.finish(ctx, m, j, lost(j, w.opt.Name, err.Error(), 0))
	case err == nil:
		log = w.log.With("job", j.Key(), "task", j.Name, "delivery", meta.NumDelivered)
		var others sync.WaitGroup
		defer others.Wait() // when it is given back, if it is
		err = w.do(ctx, m, j, meta, &helper{w: w, ctx: ctx, inner: inner, others: &others})
	}
	if err != nil {
		level := slog.LevelWarn
		if ctx.Err() != nil {
			level = slog.LevelInfo // that is how a worker ends
		}
		log.Log(ctx, level, "the job is given back", "error", err)
		_ = m.NakWithDelay(w.pause(meta.NumDelivered)) // if that is lost, the lease ends
	}
	return err
}

// errNoJob says that a message in the queue is none.
var errNoJob = errors.New("it is no job that may be at its subject")

// read returns the job of a message. What is none for this version may be one for that of the grid's server.
func (w *worker) read(ctx context.Context, m jetstream.Msg) (*Job, error) {
	if strings.HasPrefix(m.Subject(), halfSubject+".") {
		return w.halfOf(ctx, m)
	}
	j := &Job{}
	err := json.Unmarshal(m.Data(), j)
	fits := err == nil && j.fits(m.Subject())
	if fits && j.Version == w.opt.Version {
		return j, nil
	}
	if err := w.current(ctx); err != nil {
		return nil, err
	}
	if !fits {
		return nil, errors.Join(errNoJob, err)
	}
	return j, nil
}

// current checks that the grid's server is of the worker's version: it may be another one since it was reached again.
func (w *worker) current(ctx context.Context) error {
	ctx, cancel := lasting(ctx)
	defer cancel()
	s, err := w.configured(ctx)
	if err == nil && s.Version != w.opt.Version {
		err = &VersionError{w.opt.Version, s.Version}
	}
	return err
}

// pause is how long a job waits that is given back.
func (w *worker) pause(delivery uint64) time.Duration {
	return min(time.Duration(delivery)*250*time.Millisecond, w.settings.Lease)
}

// do does a job. An error gives it back.
func (w *worker) do(ctx context.Context, m jetstream.Msg, j *Job, meta *jetstream.MsgMetadata, h *helper) error {
	if w.unwanted(ctx, j) {
		return w.drop(ctx, m, j)
	}
	if _, err := w.resultsOf(j).Get(ctx, j.Key()); err == nil {
		return m.Ack() // it has a result, whose worker did not come to say so
	} else if !errors.Is(err, jetstream.ErrKeyNotFound) {
		return err
	}
	if j.Version != w.opt.Version { // the grid's server is of this one, so nobody can do it
		why := fmt.Sprintf("it is a task for %s, and the grid is of %s", j.Version, w.opt.Version)
		return w.finish(ctx, m, j, lost(j, w.opt.Name, why, 0))
	}
	if j.half != nil {
		if err := w.orphaned(ctx, j.half); errors.Is(err, errGone) {
			return w.finish(ctx, m, j, lost(j, w.opt.Name, err.Error(), 0))
		} else if err != nil {
			return err
		}
	}
	held, revision, err := w.lease(ctx, j, meta)
	if errors.Is(err, errTaken) || errors.Is(err, jetstream.ErrKeyExists) {
		return nil // who has it acknowledges it
	}
	if err != nil {
		return err
	}
	if held.Failed >= w.settings.Deliveries {
		why := fmt.Sprintf("it was tried %d times, and each time its worker ended", held.Failed)
		if held.Why != "" {
			why = fmt.Sprintf("it was tried %d times: %s", held.Failed, held.Why)
		}
		return w.finish(ctx, m, j, lost(j, w.opt.Name, why, 0))
	}
	return w.run(ctx, m, j, held, revision, h)
}

// run works on a job, and gives signs of life.
func (w *worker) run(ctx context.Context, m jetstream.Msg, j *Job, held lease, revision uint64, h *helper) error {
	on, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	w.begin(j, stop)
	defer w.end(j)
	go w.keep(on, m, j, revision, stop)
	h.on, h.job, h.above = on, m.Subject(), j.above(revision)
	if j.half != nil {
		h.job = j.half.Job
	}
	defer h.end()
	counts, err := w.try(ctx, on, m, j, h)
	switch {
	case err == nil:
		return nil
	case counts:
		held.Why = err.Error()
	default:
		held.Returned = true
	}
	return errors.Join(err, w.note(ctx, j, held, revision))
}

// try works on a job until the context on ends. counts says that an error is one of the job, which has only so many
// tries; the others are those of the worker, of the server and of what is between them.
func (w *worker) try(ctx, on context.Context, m jetstream.Msg, j *Job, h *helper) (counts bool, err error) {
	var (
		reply   Reply
		cpu     time.Duration
		start   time.Time
		missing *BlobError
		ended   *noAnswer
	)
	r, err := w.request(on, j)
	if err == nil {
		w.opt.After(Begun, j)
		start = time.Now()
		reply, cpu, err = w.opt.Child.Run(on, r, h)
	}
	switch why := context.Cause(on); {
	case err == nil:
		w.opt.After(Answered, j)
		out := &Result{Seconds: time.Since(start).Seconds(), CPU: cpu.Seconds()}
		if j.half != nil {
			return false, w.answerHalf(ctx, m, j, &reply, out)
		}
		return false, w.answer(ctx, m, j, &reply, out)
	case ctx.Err() != nil:
		return false, ctx.Err()
	case errors.Is(why, errCanceled):
		return false, w.drop(ctx, m, j)
	case errors.Is(why, errGone): // as far as this worker knows: if somebody waits all the same, it is told
		return false, w.finish(ctx, m, j, lost(j, w.opt.Name, why.Error(), 0))
	case errors.Is(why, errTaken):
		return false, nil // who has it acknowledges it
	case errors.Is(err, errLate):
		return false, w.finish(ctx, m, j, lost(j, w.opt.Name, err.Error(), reason.Timeout))
	case errors.Is(err, errLarge), errors.Is(err, errState):
		return false, w.finish(ctx, m, j, lost(j, w.opt.Name, err.Error(), 0))
	case errors.As(err, &missing):
		_ = w.nats.Publish(missingSubject+"."+j.Campaign, []byte(missing.Hash)) // else it is tried again without it
		return true, err
	}
	return errors.As(err, &ended), err
}

// answer keeps the answer of a job.
func (w *worker) answer(ctx context.Context, m jetstream.Msg, j *Job, reply *Reply, out *Result) error {
	text, err := json.Marshal(reply.Report)
	if err != nil {
		return err
	}
	out.Job, out.Worker, out.Report = j.Key(), w.opt.Name, text
	on, cancel := lasting(ctx)
	defer cancel()
	if len(text) > maxInline {
		out.Report = nil
		out.Blob = w.owned(Hash(text))
		if err := put(on, w.reports, out.Blob, text); err != nil {
			return err
		}
	}
	if out.Evidence, err = w.back(on, reply.Evidence); err != nil {
		w.log.Warn("there is no evidence for an answer, which clients search for anew", "task", j.Name, "error", err)
	}
	if err := w.finish(ctx, m, j, out); err != nil {
		return err
	}
	if !w.opt.Evidence {
		return nil
	}
	err = w.remember(on, j, reply.Report, *out)
	if out.Evidence != "" {
		err = errors.Join(err, w.index(on, reply.Evidence, out.Evidence))
	}
	if err != nil {
		w.log.Warn("an answer is not kept for other campaigns", "task", j.Name, "error", err)
	}
	return nil
}

// finish keeps a result, unless there is one, and then acknowledges the job.
func (w *worker) finish(ctx context.Context, m jetstream.Msg, j *Job, r *Result) error {
	ctx, cancel := lasting(ctx)
	defer cancel()
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	err = w.again(ctx, func() error {
		_, err := w.resultsOf(j).Create(ctx, j.Key(), text)
		return err
	})
	if err != nil && !exists(err) {
		return err
	}
	w.opt.After(Kept, j)
	return m.Ack()
}

// exists reports whether an error of creating a key says that there is a message for it. One that deletes the key is a
// message, too, if somebody who means harm was the first to store one: it stays, and its client is told of it.
func exists(err error) bool {
	api := new(jetstream.APIError)
	return errors.Is(err, jetstream.ErrKeyExists) ||
		errors.As(err, &api) && api.Description == server.ErrMaxMsgsPerSubject.Error()
}

// drop acknowledges a job that nobody waits for. Who waits for a half finds it in its result.
func (w *worker) drop(ctx context.Context, m jetstream.Msg, j *Job) error {
	if j.half != nil {
		return w.finish(ctx, m, j, lost(j, w.opt.Name, errCanceled.Error(), 0))
	}
	return m.Ack()
}

// request makes a request of a job, with the files from the store.
func (w *worker) request(ctx context.Context, j *Job) (*Request, error) {
	r := &Request{
		Units: j.Units, Flags: j.Flags, Steps: j.Steps, Timeout: j.Timeout, Memory: j.Memory,
		Processors: w.opt.Processors, Version: w.opt.Version, Back: w.opt.Evidence, Find: w.opt.Evidence && !j.Anew,
	}
	if w.opt.Memory > 0 && (r.Memory == 0 || r.Memory > w.opt.Memory) {
		r.Memory = w.opt.Memory
	}
	if w.opt.Timeout > 0 && (r.Timeout == 0 || r.Timeout > w.opt.Timeout) {
		r.Timeout = w.opt.Timeout
	}
	r.Divide = cmp.Or(w.opt.DivideAfter, split.DefaultEffort)
	if j.half != nil {
		if err := w.state(ctx, j.half, r); err != nil {
			return nil, err
		}
	}
	return r, w.files(ctx, j, r)
}

// unwanted reports whether a job is one of a run of its campaign that was canceled.
func (w *worker) unwanted(ctx context.Context, j *Job) bool {
	w.mu.Lock()
	first := w.canceled[j.Campaign]
	w.mu.Unlock()
	if j.Run < first {
		return true
	}
	e, err := w.campaigns.Get(ctx, j.Campaign)
	if err != nil {
		return false // it is done, in case somebody waits
	}
	var c Campaign
	if err := json.Unmarshal(e.Value(), &c); err != nil {
		return false
	}
	return j.Run < c.Canceled
}

func (w *worker) begin(j *Job, stop context.CancelCauseFunc) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.running[j] = stop
	if j.Run < w.canceled[j.Campaign] {
		stop(errCanceled)
	}
}

func (w *worker) end(j *Job) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.running, j)
	w.done++
	w.opt.After(Ended, j)
}

// announce says what the worker does: soon if that has changed, and else from time to time.
func (w *worker) announce(ctx context.Context) {
	var said WorkerState
	var at time.Time
	Every(ctx, sayEvery, func() {
		s := w.now()
		w.sayRests()
		if s.Done == said.Done && slices.Equal(s.Tasks, said.Tasks) && time.Since(at) < workerLife/3 {
			return
		}
		text, err := json.Marshal(s)
		if err == nil {
			_, err = w.workers.Put(ctx, w.owned(token(w.opt.Name)), text)
		}
		if err == nil {
			said, at = s, time.Now()
		} else if ctx.Err() == nil {
			w.log.Warn("announcing the worker", "error", err)
		}
	})
}

// now returns what the worker does.
func (w *worker) now() WorkerState {
	w.mu.Lock()
	defer w.mu.Unlock()
	var names []string
	for j := range w.running {
		names = append(names, j.Name)
	}
	slices.Sort(names)
	return WorkerState{w.opt.Name, w.opt.Slots, names, w.done, w.started}
}

// Every calls f at once, and then each time after d, until the context ends.
func Every(ctx context.Context, d time.Duration, f func()) {
	tick := time.NewTicker(d)
	defer tick.Stop()
	for {
		f()
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
