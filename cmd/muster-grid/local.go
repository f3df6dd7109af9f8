package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"time"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/cmd/muster-grid/campaign"
	"github.com/muster-smt/muster/cmd/muster-grid/grid"
	"github.com/muster-smt/muster/cmd/task"
)

// clientFlags are those of the commands that give tasks to a grid, or are one.
type clientFlags struct {
	task     task.Flags
	join     joinFlags
	jobs     int
	reports  task.Files
	json     bool
	priority string
	anew     bool
	logs     logFlags
	own      *cli.FlagSet // of the command
}

// ownFlags are those that are not sent with tasks: they are about this command, or about limits, which jobs have.
var ownFlags = map[string]bool{"timeout": true, "memory": true, "lib": true}

func (o *clientFlags) add(f *cli.FlagSet) {
	o.own = f
	o.task.Add(f)
	o.reports.Add(f, task.Transported)
	o.join.add(f)
	f.IntVarP(&o.jobs, "jobs", "j", 0, "without --join: tasks at a time (default: one for each processor)")
	f.BoolVar(&o.json, "json", false, "print one JSON object for each task")
	f.StringVar(&o.priority, "priority", string(grid.Normal), "high, normal or low: workers take what is high first")
	f.BoolVar(&o.anew, "anew", false, "with --join: verify anew what the grid has kept answers to")
	o.logs.add(f)
	f.Choices("priority", []string{string(grid.High), string(grid.Normal), string(grid.Low)})
}

// words returns the flags that tasks are sent with.
func (o *clientFlags) words() (out []string) {
	var known cli.FlagSet
	new(task.Flags).Add(&known)
	for _, w := range o.own.Words() {
		if name := cli.NameOf(w); known.Has(name) && !ownFlags[name] {
			out = append(out, w)
		}
	}
	return out
}

// complete checks the flags.
func (o *clientFlags) complete() error {
	if o.jobs < 0 {
		return errors.New("--jobs must not be negative")
	}
	if o.join.url != "" && o.jobs > 0 {
		return errors.New("--jobs is about workers of this process, and --join about those of a grid")
	}
	if o.task.Opt.Check && o.task.Opt.NoCheck {
		return errors.New("--check excludes --no-check: one says the contrary of the other")
	}
	return o.task.Complete(o.own.Changed)
}

// localLease is the lease in a grid of one process, whose workers end with it.
const localLease = 5 * time.Second

// with calls f with a connection to the grid of --join or, without that, to one of this process, which is kept in a
// directory if there is one.
func (o *clientFlags) with(
	ctx context.Context, dir string, log *slog.Logger, f func(ctx context.Context, c *grid.Conn) error,
) error {
	if o.join.url != "" {
		c, err := o.join.connect(ctx, log)
		if err != nil {
			return err
		}
		defer c.Close()
		return f(ctx, c)
	}
	v := version() // a hash of the program
	opt := grid.ServerOptions{Dir: dir, Lease: localLease, Version: v, Log: log}
	if dir == "" {
		var err error
		if opt.Dir, err = os.MkdirTemp("", "muster-grid"); err != nil {
			return err
		}
		defer os.RemoveAll(opt.Dir)
		opt.Memory = true
	}
	srv, err := grid.Start(ctx, opt)
	if err != nil {
		return err
	}
	defer srv.Stop()
	c, err := grid.Connect(ctx, grid.ConnectOptions{Server: srv, Version: v, Log: log})
	if err != nil {
		return err
	}
	defer c.Close()
	w, err := grid.Connect(ctx, grid.ConnectOptions{Server: srv, Version: v, Log: log})
	if err != nil {
		return err
	}
	defer w.Close()
	work := grid.WorkerOptions{Slots: o.jobs, Memory: int64(o.task.Memory), Version: v}
	if work.Child, err = child(); err != nil {
		return err
	}
	fill(&work)
	on, stop := context.WithCancel(context.WithoutCancel(ctx)) // it goes on until the client has canceled its jobs
	at, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := grid.Work(on, w, work); err != nil && on.Err() == nil {
			fail(err)
		}
	}()
	err = watched(at, srv, func(ctx context.Context) error { return f(ctx, c) })
	stop()
	<-ended
	return err
}

// options returns those of a campaign.
func (o *clientFlags) options(tasks []campaign.Task, log *slog.Logger) (opt campaign.Options, err error) {
	opt = campaign.Options{
		Tasks: tasks, Flags: o.words(), Verify: &o.task, Version: version(), Log: log,
		Rounds: []campaign.Limits{{Timeout: o.task.Opt.Timeout, Memory: int64(o.task.Memory)}},
		Steps:  o.json || o.reports.Any(), Anew: o.anew || o.join.url == "",
		Ended: func(int, *campaign.Line) error { return nil },
	}
	if opt.Priority, err = grid.ParsePriority(o.priority); err != nil {
		return opt, err
	}
	opt.Confirm, err = o.confirm(log)
	return opt, err
}
