package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/cmd/muster-grid/campaign"
	"github.com/muster-smt/muster/cmd/muster-grid/grid"
	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/verifier/report"
)

// runFlags are those of muster-grid run.
type runFlags struct {
	clientFlags
	store, jsonl string
	rounds       []string
}

// runCommand verifies many programs.
func runCommand(s streams) *cli.Command {
	var o runFlags
	c := &cli.Command{
		Use:   "run {FILE|DIR|PATTERN|LIST}...",
		Short: "Verify many programs on a grid",
		Long: `Run verifies each program of a directory, of a quoted pattern, of task definitions of BenchExec (.yml, and .set
with lists of them), which are tasks property by property, or of a list, any other file, with one of all these in a line.
It prints a table, as muster verify does, with the same exit codes.

With --store DIR or --jsonl FILE, what is done is kept, and the same command goes on after any stop; what has changed
is verified again. With
--rounds 5s,60s each task has 5 s at first, and those that a limit ended then 60 s.`,
		Args: cli.MinimumNArgs(1),
		Run: func(c *cli.Command, args []string) error {
			if err := o.complete(); err != nil {
				return err
			}
			if len(o.task.Libs) > 0 {
				return errors.New("--lib is about one program")
			}
			if slices.Contains(args, "-") {
				return errors.New("run does not read the standard input, which is no file that it could go on with: verify does")
			}
			return o.run(c.Context(), s, args)
		},
	}
	f := c.Flags()
	o.add(f)
	f.StringVar(&o.store, "store", "", "directory that keeps the campaign, so that the same command goes on with it")
	f.StringVar(&o.jsonl, "jsonl", "",
		"file with a JSON object for each task that is done, one a line; what it has is not done again, unless reports "+
			"are wanted")
	f.StringSliceVar(&o.rounds, "rounds", nil, "limits of time for each task, one after the other, such as 5s,60s")
	return c
}

// limits returns those of the rounds.
func (o *runFlags) limits() (out []campaign.Limits, err error) {
	one := campaign.Limits{Timeout: o.task.Opt.Timeout, Memory: int64(o.task.Memory)}
	if len(o.rounds) == 0 {
		return []campaign.Limits{one}, nil
	}
	for _, text := range o.rounds {
		d, err := time.ParseDuration(text)
		if err != nil || d <= 0 {
			return nil, fmt.Errorf("--rounds %s: want durations such as 5s,60s", strings.Join(o.rounds, ","))
		}
		if one.Timeout > 0 && d > one.Timeout {
			return nil, fmt.Errorf("--rounds %s is longer than --timeout", text)
		}
		if n := len(out); n > 0 && d <= out[n-1].Timeout {
			return nil, errors.New("--rounds: each has to be longer than the one before")
		}
		out = append(out, campaign.Limits{Timeout: d, Memory: one.Memory})
	}
	if n := len(out); one.Timeout > out[n-1].Timeout {
		out = append(out, one)
	}
	return out, nil
}

// run runs the campaign.
func (o *runFlags) run(ctx context.Context, s streams, args []string) error {
	start := time.Now()
	log := o.logs.logger(s.err)
	tasks, err := campaign.Gather(args)
	if err != nil {
		return &task.InputError{Err: err}
	}
	opt, err := o.options(tasks, log)
	if err != nil {
		return err
	}
	if opt.Rounds, err = o.limits(); err != nil {
		return err
	}
	opt.Name = filepath.Base(args[0])
	kept, err := o.keep(&opt, s)
	if err != nil {
		return err
	}
	defer kept.close()
	var names []string
	for i := range tasks {
		names = append(names, tasks[i].Name())
	}
	table := task.NewTable("file", names)
	if !o.json {
		table.Header(s.out)
	}
	var all task.Tally
	var lines []*campaign.Line
	opt.Ended = func(i int, l *campaign.Line) error {
		all, lines = all.With(l.Verdict), append(lines, l)
		if o.json {
			rep, err := l.Answer()
			if err != nil {
				return err
			}
			return report.Line(s.out, rep.Brief())
		}
		return table.Row(s.out, names[i], l.Row(), time.Duration(l.Seconds*float64(time.Second)))
	}
	dir := ""
	if opt.Store != nil {
		dir = opt.Store.GridDir()
	}
	if opt.Left() {
		err = o.with(ctx, dir, log, func(ctx context.Context, c *grid.Conn) error {
			return campaign.Run(ctx, grid.NewClient(c, kept.id, kept.run), opt)
		})
	} else {
		err = opt.Show()
	}
	if err != nil {
		return err
	}
	if opt.Store != nil {
		if err := opt.Store.Finished(); err != nil {
			return err
		}
	}
	if !o.json {
		fmt.Fprintf(s.out, "%d tasks in %.1f s: %s\n", len(tasks), time.Since(start).Seconds(), all)
	}
	return o.conclude(lines)
}

// conclude writes the reports, and returns the exit code.
func (o *runFlags) conclude(lines []*campaign.Line) error {
	if o.reports.Any() {
		var rs []*report.Report
		for _, l := range lines {
			r, err := l.Answer()
			if err != nil {
				return err
			}
			rs = append(rs, r)
		}
		if err := o.reports.Write(rs); err != nil {
			return err
		}
	}
	for _, code := range task.Worst {
		if code != task.ExitSafe && slices.ContainsFunc(lines, func(l *campaign.Line) bool { return l.Exit == code }) {
			return exitCode(code)
		}
	}
	return nil
}

// kept is what a campaign is kept in.
type kept struct {
	id    string
	run   int
	store *campaign.Store
	lines *campaign.Lines
}

func (k *kept) close() {
	if k.store != nil {
		k.store.Close()
	}
	if k.lines != nil {
		_ = k.lines.Close() // each line was written at once
	}
}

// keep opens what keeps the campaign. What the store has is added to the file of --jsonl, where that lacks it.
func (o *runFlags) keep(opt *campaign.Options, s streams) (k *kept, err error) {
	k = &kept{id: grid.NewID()}
	opt.Done = map[string]campaign.Line{}
	if o.store != "" {
		asked := append([]string{}, opt.Flags...)
		for _, r := range opt.Rounds {
			asked = append(asked, fmt.Sprintf("--timeout=%v --memory=%d", r.Timeout, r.Memory))
		}
		if k.store, err = campaign.OpenStore(o.store, opt.Tasks, asked); err != nil {
			return nil, err
		}
		opt.Store, opt.Done = k.store, k.store.Done
		k.id, k.run = k.store.ID()
	}
	if o.jsonl == "" {
		opt.Forget()
		return k, nil
	}
	var before []campaign.Line
	if k.lines, before, err = campaign.OpenLines(o.jsonl); err != nil {
		k.close()
		return nil, err
	}
	opt.Lines = k.lines
	has := map[string]string{} // hashes
	for _, l := range before {
		has[l.Key()] = l.Hash
		if k.store == nil {
			opt.Done[l.Key()] = l
		}
	}
	opt.Forget()
	for i := range opt.Tasks {
		if l, ok := opt.Done[opt.Tasks[i].Key()]; ok && has[l.Key()] != l.Hash {
			l.Report = nil
			if err := k.lines.Add(l); err != nil {
				k.close()
				return nil, err
			}
		}
	}
	return k, nil
}

// compareCommand compares campaigns.
func compareCommand(s streams) *cli.Command {
	slower := campaign.Slower{}
	c := &cli.Command{
		Use:   "compare BEFORE.jsonl AFTER.jsonl",
		Short: "Say what changed from one campaign to another",
		Long: `Compare says which tasks changed their verdict, and which became slower or faster by CPU time. The exit code
is 1 if a verdict changed, or a task is in one of them only.`,
		Args: cli.ExactArgs(2),
		Run: func(_ *cli.Command, args []string) error {
			for i, a := range args { // a store has its lines inside
				if info, err := os.Stat(a); err == nil && info.IsDir() {
					args[i] = filepath.Join(a, campaign.ResultsFile)
				}
			}
			changed, err := campaign.Compare(s.out, args[0], args[1], slower)
			if err == nil && changed {
				return exitCode(1)
			}
			return err
		},
	}
	f := c.Flags()
	f.Float64Var(&slower.Factor, "factor", 1.5, "how many times as long a task has to take to be slower")
	f.Float64Var(&slower.Seconds, "seconds", 1, "and how many seconds of CPU longer")
	return c
}

// placed is the error of a report, with its position.
func placed(r *report.Report) error {
	if at := r.Place; at != nil {
		return fmt.Errorf("%s:%d:%d: %s", cmp.Or(at.File, r.File), at.Line, at.Column, r.Problem.Message)
	}
	return errors.New(r.Problem.Message)
}
