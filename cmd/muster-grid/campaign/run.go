package campaign

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/muster-smt/muster/cmd/muster-grid/grid"
	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/report"
)

// Limits are those of a task in a round.
type Limits struct {
	Timeout time.Duration
	Memory  int64
}

// Options say how a campaign goes.
type Options struct {
	Name     string
	Tasks    []Task
	Flags    []string // of all tasks
	Verify   *task.Flags
	Rounds   []Limits // at least one
	Priority grid.Priority
	Steps    bool // executions are wanted
	Anew     bool // what the grid has kept of earlier campaigns is not used
	Version  string
	Store    *Store
	Lines    *Lines
	Done     map[string]Line // of tasks that are done, by their keys
	// Confirm, if not nil, says whether an answer is believed: it returns what to believe instead.
	Confirm func(ctx context.Context, d *Doubt) (r *report.Report, by Confirmation)
	// Ended is called for each task in the order of the list, once it and all before it are done.
	Ended func(i int, l *Line) error
	Stdin io.Reader // what the file - is; nil: it is refused
	Log   *slog.Logger
}

// window is how many jobs are submitted that have no result: a grid needs no more to be busy.
const window = 2000

// confirmations is how many answers are confirmed at a time.
const confirmations = 2

// runner is a campaign that runs.
type runner struct {
	Options
	client *grid.Client
	cancel context.CancelCauseFunc
	begun  time.Time
	others sync.WaitGroup

	mu      sync.Mutex
	changed *sync.Cond
	tasks   []progress
	waiting [][]int // tasks to be submitted, by round
	open    int     // jobs that are submitted
	left    int     // tasks that are not done
	tally   task.Tally
	printed int
	confirm chan struct{}
}

// progress is that of a task.
type progress struct {
	round     int
	submitted bool // in that round
	asked     bool // it is being confirmed
	cpu       float64
	job       *grid.Job  // that is asked, without the limits of a round; nil before, and behind
	files     prog.Files // of the job
	hash      string     // of what is asked in all rounds
	confirmed Confirmation
	kept      bool             // the answer is one that the grid has kept
	anew      bool             // no such answer is used
	own       []*grid.Received // results that came while an answer that was kept was confirmed
	line      *Line            // once it is done
}

// errDone ends the wait for results.
var errDone = errors.New("all tasks are done")

// Left reports whether there is anything to do.
func (o *Options) Left() bool {
	return slices.ContainsFunc(o.Tasks, func(t Task) bool {
		_, done := o.Done[t.Key()]
		return !done
	})
}

// Show calls Ended for tasks that are all done.
func (o *Options) Show() error {
	for i := range o.Tasks {
		l := o.Done[o.Tasks[i].Key()]
		if err := o.Ended(i, &l); err != nil {
			return err
		}
	}
	return nil
}

// Run runs a campaign to its end, or until the context ends: then its jobs are canceled.
func Run(ctx context.Context, client *grid.Client, opt Options) error {
	on, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r := &runner{Options: opt, client: client, cancel: cancel, begun: time.Now(), tasks: make([]progress, len(opt.Tasks)),
		waiting: make([][]int, len(opt.Rounds)), confirm: make(chan struct{}, confirmations)}
	r.changed = sync.NewCond(&r.mu)
	for i := range r.Tasks {
		t := &r.Tasks[i]
		if l, ok := r.Done[t.Key()]; ok {
			r.tasks[i].line = &l
			r.tally = r.tally.With(l.Verdict)
			continue
		}
		r.left++
		r.waiting[0] = append(r.waiting[0], i)
	}
	err := r.print()
	if err == nil && r.left > 0 {
		err = r.all(on)
	}
	state := r.state(grid.Finished)
	if err != nil {
		return errors.Join(err, r.stop(ctx, state))
	}
	if e := client.Announce(ctx, state); e != nil {
		r.Log.Warn("announcing the end of the campaign", "error", e)
	}
	return nil
}

// farewell is how long an interrupted campaign tries to say so.
const farewell = 500 * time.Millisecond

// stop cancels what is submitted.
func (r *runner) stop(ctx context.Context, state grid.Campaign) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), farewell)
	defer cancel()
	if r.Store != nil {
		if err := r.Store.Canceled(); err != nil {
			return err
		}
	}
	return r.client.Cancel(ctx, state)
}

// all has all tasks done.
func (r *runner) all(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.changed.Broadcast()
	})
	defer stop()
	begin := sync.OnceFunc(func() { r.others.Go(func() { r.submit(ctx) }) })
	r.others.Go(func() { r.announce(ctx) })
	err := r.client.Results(ctx, begin, func(x *grid.Received) error { return r.take(ctx, x) })
	r.cancel(err)
	r.others.Wait()
	if errors.Is(err, errDone) {
		return nil
	}
	return err
}

// submit submits jobs, those of the first round at first.
func (r *runner) submit(ctx context.Context) {
	for {
		i, round, ok := r.next(ctx)
		if !ok {
			return
		}
		j, files, err := r.made(i, round)
		if err == nil {
			if err = r.begin(ctx, j, files); err == nil {
				continue
			}
			if ctx.Err() != nil {
				return
			}
			if !errors.As(err, new(*task.InputError)) {
				r.cancel(full(err))
				return
			}
		}
		if err := r.done(i, task.Problem(r.Tasks[i].Names[0], err, r.Version), &grid.Result{}); err != nil {
			r.cancel(err)
			return
		}
	}
}

// next waits for a task that is to be submitted.
func (r *runner) next(ctx context.Context) (i, round int, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for ctx.Err() == nil && r.left > 0 {
		for round := range r.waiting {
			for len(r.waiting[round]) > 0 && r.open < window {
				i := r.waiting[round][0]
				r.waiting[round] = r.waiting[round][1:]
				if t := &r.tasks[i]; t.line == nil && t.round == round && !t.asked {
					t.submitted = true
					r.open++
					return i, round, true
				}
			}
		}
		r.changed.Wait()
	}
	return 0, 0, false
}

// made returns the job of a task in a round, as it is sent, and remembers it until there is an answer: what is asked on
// disk may change meanwhile.
func (r *runner) made(i, round int) (*grid.Job, prog.Files, error) {
	r.mu.Lock()
	j, files := r.tasks[i].job, r.tasks[i].files
	r.mu.Unlock()
	var err error
	if j == nil {
		j, files, err = r.job(i)
	}
	hash := r.identity(j, err)
	r.mu.Lock()
	defer r.mu.Unlock()
	t := &r.tasks[i]
	if err != nil {
		t.hash = hash
		return nil, nil, err
	}
	if t.job == nil { // else it was made meanwhile
		t.job, t.files, t.hash = j, files, hash
	}
	return r.inRound(t.job, round), t.files, nil
}

// take takes a result. One that is of no task, or of another question than that of today, is ignored.
func (r *runner) take(ctx context.Context, x *grid.Received) error {
	if x.Number < 0 || x.Number >= len(r.tasks) || x.Round < 0 || x.Round >= len(r.Rounds) {
		r.Log.Warn("a result of no task is ignored", "task", x.Number, "round", x.Round, "worker", x.Worker)
		return nil
	}
	if r.known(x) {
		return nil
	}
	j, files, err := r.made(x.Number, x.Round)
	if err != nil || j.Hash() != x.Hash {
		r.Log.Info("a result of another job is ignored", "task", r.Tasks[x.Number].Name(), "worker", x.Worker, "error", err)
		return nil
	}
	row, err := believable(x)
	if err != nil {
		why := fmt.Sprintf("the result of the worker %s is none: %v", x.Worker, err)
		r.Log.Warn("a result is none", "task", j.Name, "worker", x.Worker, "error", err)
		x.Report = grid.Unanswered(j.Name, why)
		row = task.RowOf(x.Report)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	t := &r.tasks[x.Number]
	if t.past(x) {
		return nil
	}
	if t.submitted {
		r.open--
		t.submitted = false
	}
	t.round, t.kept = x.Round, x.Report.Kept
	t.cpu += x.CPU
	if again(x.Report) && x.Round+1 < len(r.Rounds) {
		t.round++
		t.job, t.files = nil, nil // there may be many that wait
		r.waiting[t.round] = append(r.waiting[t.round], x.Number)
		r.changed.Broadcast()
		return nil
	}
	if r.Confirm == nil || !r.doubtful(row) {
		return r.finish(x.Number, x.Report, x.Result)
	}
	t.asked = true
	r.others.Go(func() { r.ask(ctx, x, j, files) })
	return nil
}

// known reports whether a result is past.
func (r *runner) known(x *grid.Received) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.tasks[x.Number].past(x)
}

// past reports whether there is nothing to do with a result: the task is done, or the round is over, or an answer is
// being confirmed. If that is one that was kept, the result is put aside: it comes once, and refuse may want it.
func (t *progress) past(x *grid.Received) bool {
	if t.line != nil || x.Round < t.round {
		return true
	}
	if t.asked && t.kept && !x.Kept {
		t.own = append(t.own, x)
	}
	return t.asked
}

// ask confirms the answer to a job, with the files that were sent.
func (r *runner) ask(ctx context.Context, x *grid.Received, j *grid.Job, files prog.Files) {
	select {
	case r.confirm <- struct{}{}:
	case <-ctx.Done():
		return
	}
	defer func() { <-r.confirm }()
	evidence, err := r.client.Evidence(ctx, x.Result)
	if err != nil {
		r.Log.Warn("there is no evidence for an answer, which is searched for anew", "task", j.Name, "worker", x.Worker,
			"verdict", x.Report.Verdict, "error", err)
	}
	rep, by := r.Confirm(ctx, &Doubt{x, j, files, evidence})
	if ctx.Err() != nil {
		return
	}
	if x.Kept && by != ByEvidence {
		if err := r.refuse(ctx, x.Number); err != nil {
			r.cancel(err)
		}
		return
	}
	r.mu.Lock()
	r.tasks[x.Number].confirmed = by
	r.mu.Unlock()
	if err := r.done(x.Number, rep, x.Result); err != nil {
		r.cancel(err)
	}
}

// done is finish for those who do not hold the lock.
func (r *runner) done(i int, rep *report.Report, x *grid.Result) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if t := &r.tasks[i]; t.submitted {
		r.open--
		t.submitted = false
	}
	err := r.finish(i, rep, x)
	if errors.Is(err, errDone) {
		r.cancel(err)
		return nil
	}
	return err
}

// finish notes the answer of a task.
func (r *runner) finish(i int, rep *report.Report, x *grid.Result) error {
	t := &r.Tasks[i]
	row := task.RowOf(rep)
	text, err := json.Marshal(rep)
	if err != nil {
		return err
	}
	l := &Line{
		File: t.File, Path: t.elsewhere(), Property: t.Property, Hash: r.tasks[i].hash,
		Verdict: row.Verdict, Bound: row.Bound, Where: row.Where, Exit: row.Exit,
		Expected: t.Expected, Engine: rep.Engine, Seconds: cmp.Or(rep.Seconds, x.Seconds), CPU: r.tasks[i].cpu,
		Round: r.tasks[i].round, Worker: x.Worker, Confirmed: r.tasks[i].confirmed, Kept: r.tasks[i].kept, Report: text,
	}
	if rep.Verdict == "unknown" {
		l.Reason = rep.ReasonKind.String()
	}
	if r.Store != nil {
		if err := r.Store.Add(*l); err != nil {
			return err
		}
	}
	if r.Lines != nil {
		brief := *l
		brief.Report = nil
		if err := r.Lines.Add(brief); err != nil {
			return err
		}
	}
	p := &r.tasks[i]
	p.line, p.job, p.files, p.own = l, nil, nil, nil
	r.left--
	r.tally = r.tally.With(l.Verdict)
	if err := r.print(); err != nil {
		return err
	}
	r.changed.Broadcast()
	return r.over()
}

// over returns errDone if all tasks are done.
func (r *runner) over() error {
	if r.left == 0 {
		return errDone
	}
	return nil
}

// print hands over the lines before which all others are handed over.
func (r *runner) print() error {
	for ; r.printed < len(r.tasks) && r.tasks[r.printed].line != nil; r.printed++ {
		if err := r.Ended(r.printed, r.tasks[r.printed].line); err != nil {
			return err
		}
	}
	return nil
}

// state returns the state of the campaign for those who watch the grid.
func (r *runner) state(s grid.State) grid.Campaign {
	r.mu.Lock()
	defer r.mu.Unlock()
	return grid.Campaign{
		Name: r.Name, State: s, Total: len(r.tasks), Done: len(r.tasks) - r.left, Verdicts: r.tally.String(),
		Started: r.begun,
	}
}

// announce says from time to time how the campaign goes.
func (r *runner) announce(ctx context.Context) {
	grid.Every(ctx, announceEvery, func() {
		switch err := r.client.Announce(ctx, r.state(grid.Running)); {
		case err == nil || ctx.Err() != nil:
		case grid.Full(err): // so workers can keep no results
			r.cancel(full(err))
		default:
			r.Log.Warn("announcing the campaign", "error", err)
		}
	})
}

// full says of an error that the server has no room left, if that is what it says.
func full(err error) error {
	if grid.Full(err) {
		return fmt.Errorf("the grid's server has no room left: %w", err)
	}
	return err
}

// announceEvery is how often a campaign says how it goes.
const announceEvery = 2 * time.Second
