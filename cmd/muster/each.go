package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/report"
)

// eachTask is a file that is a task of its own, or an entry of a Go package.
type eachTask struct {
	name, file string
	group      int // tasks of one follow each other
	// Of Go:
	entry string
	of    *goPackage
	why   string // nothing is asked about it
	wrong error  // the package cannot be listed
}

// goes reports whether it is an entry of a Go package.
func (t *eachTask) goes() bool { return t.entry != "" || t.why != "" || t.wrong != nil }

// fileTasks returns tasks for files.
func fileTasks(files []string) (out []eachTask) {
	for k, f := range files {
		out = append(out, eachTask{name: task.DisplayName(f), file: f, group: k})
	}
	return out
}

// outcome is what became of a task.
type outcome struct {
	task.Row
	counted string // as what the summary counts it; empty: by its verdict
	details string // with --trace
	time    time.Duration
	report  *report.Report // nil once it is printed, unless files have it
}

// each verifies tasks.
type each struct {
	streams
	v      *verifyOptions
	what   string // the tasks are
	tasks  []eachTask
	show   *monitor[eachState]
	table  *task.Table
	budget budget // of entries of Go

	mu       sync.Mutex
	state    eachState
	assumed  []string        // by safe answers
	outcomes []*outcome      // by task; nil until it is known
	named    map[string]bool // what flags name that is in a file, or may be
	printed  int             // outcomes that are printed
	failed   error           // ends all
}

// verifyEach runs the command with several tasks.
func verifyEach(ctx context.Context, s streams, what string, tasks []eachTask, v *verifyOptions) error {
	start := time.Now()
	var names []string
	for i := range tasks {
		names = append(names, tasks[i].name)
	}
	e := &each{streams: s, v: v, what: what, tasks: tasks, outcomes: make([]*outcome, len(tasks)),
		named: map[string]bool{}, show: newMonitor(s.err, eachLine), table: task.NewTable(what, names)}
	e.state.total, e.state.what = len(tasks), what
	ctx, stop := limited(ctx, 0, 0)
	wasteful := task.Sparing()
	if !v.json {
		e.table.Header(s.out)
	}
	err := e.run(ctx)
	wasteful()
	stop()
	e.show.stop()
	if err = errors.Join(err, e.failed); err != nil {
		return err
	}
	if !v.json {
		var all task.Tally
		for _, o := range e.outcomes {
			all = all.With(cmp.Or(o.counted, o.Verdict))
		}
		fmt.Fprintf(s.out, "%s in %.1f s: %s\n", plural(len(tasks), what), time.Since(start).Seconds(), all)
		if err := writeAssumed(s.out, e.assumed); err != nil {
			return fmt.Errorf("writing the answer: %w", err)
		}
	}
	var rs []*report.Report
	for _, o := range e.outcomes {
		if o.report != nil {
			rs = append(rs, o.report)
		}
	}
	if err := errors.Join(v.reports.Write(rs), e.unnamed()); err != nil {
		return err
	}
	for _, code := range task.Worst {
		if slices.ContainsFunc(e.outcomes, func(o *outcome) bool { return o.Exit == code }) && code != exitSafe {
			return exitCode(code)
		}
	}
	return nil
}

// groups returns the numbers of the tasks that follow each other.
func (e *each) groups() (out [][]int) {
	for i := range e.tasks {
		if i == 0 || e.tasks[i].group != e.tasks[i-1].group {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], i)
	}
	return out
}

// run verifies the tasks, some at a time.
func (e *each) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	memory := within(int64(e.v.Memory), worldRoom().bytes)
	if memory > 0 {
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(memory / 10 * 9))
	}
	all := cmp.Or(e.v.Opt.Processors, runtime.GOMAXPROCS(0))
	jobs := e.v.modular.jobs
	if jobs == 0 {
		jobs = all
	}
	groups := e.groups()
	jobs = min(jobs, len(groups))
	e.budget.jobs, e.budget.left = jobs, len(e.tasks)
	if e.v.Opt.Timeout > 0 {
		e.budget.end = time.Now().Add(e.v.Opt.Timeout)
	}
	several := e.v.Opt.Engine == driver.Auto || strings.Contains(e.v.Opt.Engine, ",")
	if several || e.v.Opt.Processors > 0 { // one engine has its search divided only on request
		e.v.Opt.Processors = max(1, all/jobs)
	}
	next := make(chan []int)
	var workers sync.WaitGroup
	for range jobs {
		workers.Go(func() {
			for group := range next {
				for _, i := range group {
					one, done := ctx, context.CancelFunc(func() {})
					if memory > 0 {
						one, done = limit.WithMemory(ctx, memory)
					}
					e.begin(i)
					err := e.end(i, e.one(one, &e.tasks[i]))
					done()
					if err != nil {
						cancel()
					}
				}
				e.forget(group)
			}
			e.budget.done()
		})
	}
	for _, group := range groups {
		next <- group
	}
	close(next)
	workers.Wait()
	return nil
}

// forget lets go of what has been read for tasks that have ended.
func (e *each) forget(group []int) {
	for _, i := range group {
		e.tasks[i].of = nil
	}
}

// begin notes that a task begins.
func (e *each) begin(i int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.state.running = append(slices.Clone(e.state.running), e.tasks[i].name)
	e.show.update(e.state)
}

// end notes what became of a task, and prints what became of those before which all others are printed.
func (e *each) end(i int, o *outcome) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.outcomes[i] = o
	e.state.done++
	e.state.running = slices.DeleteFunc(slices.Clone(e.state.running), func(f string) bool { return f == e.tasks[i].name })
	e.state.tally = e.state.tally.With(cmp.Or(o.counted, o.Verdict))
	e.show.update(e.state)
	e.show.clear()
	for ; e.failed == nil && e.printed < len(e.tasks) && e.outcomes[e.printed] != nil; e.printed++ {
		if err := e.print(e.tasks[e.printed].name, e.outcomes[e.printed]); err != nil {
			e.failed = fmt.Errorf("writing the answer: %w", err)
		}
	}
	return e.failed
}

func (e *each) print(file string, o *outcome) (err error) {
	if e.v.json {
		err = report.Line(e.out, e.v.shown(o.report))
	} else {
		err = e.table.Row(e.out, file, o.Row, o.time)
		if err == nil {
			_, err = io.WriteString(e.out, o.details)
		}
	}
	if e.v.reports == (reportFiles{}) {
		o.report = nil
	}
	return err
}

// one does a task.
func (e *each) one(ctx context.Context, t *eachTask) *outcome {
	start := time.Now()
	o, err := e.verify(ctx, t)
	if err != nil {
		if wrong := new(driver.OptionError); errors.As(err, &wrong) { // which it is for all
			e.mu.Lock()
			e.failed = wrong
			e.mu.Unlock()
		}
		o = failure(task.DisplayName(t.file), task.Explained(err))
	}
	o.time = time.Since(start)
	return o
}

func (e *each) verify(ctx context.Context, t *eachTask) (*outcome, error) {
	opt := e.v.asked(e.v.Opt)
	if ctx.Err() != nil {
		e.mayName(e.v.filter())
		files := prog.Files{{Name: task.DisplayName(t.file)}}
		return e.decided(nil, (&task.Overdue{Why: limit.ContextReason(ctx)}).Report(files, opt))
	}
	if t.goes() {
		return e.verifyGo(ctx, t)
	}
	files, err := task.ReadFiles(e.in, []string{t.file})
	if err != nil {
		return nil, err
	}
	if opt.Front, err = e.v.Front(files); err != nil {
		return nil, err
	}
	if e.v.log.verbose {
		opt.Log = verboseLog(e.err)
	}
	return e.narrowed(files[0].Name, e.v.filter(), func(names []string) (*outcome, error) {
		switch {
		case e.v.modular.on:
			return e.modular(ctx, files, opt.Front, names)
		case e.v.coverage:
			return e.cover(ctx, files, opt)
		}
		opt.Properties = names
		m := newMonitor(io.Discard, progressLine)
		opt.Progress = m.update
		start := time.Now()
		found, last, err := task.Search(ctx, files, opt, m.last)
		if err != nil {
			return nil, err
		}
		if err := e.v.confirm(ctx, found, files, opt, start, timeOut(start, opt.Timeout)); err != nil {
			return nil, err
		}
		e.mu.Lock()
		refused(e.err, last)
		e.mu.Unlock()
		return e.decided(found, last)
	})
}

// failure is the outcome of an error.
func failure(file string, err error) *outcome {
	r := task.Problem(file, err, version())
	return &outcome{Row: task.RowOf(r), report: r}
}

// decided is the outcome of failures that were found and the last answer.
func (e *each) decided(found []*driver.Report, last *driver.Report) (*outcome, error) {
	rep := e.v.report(found, last)
	o := &outcome{Row: task.RowOf(rep), report: rep}
	return o, e.detail(o, found, last)
}

// modular checks the procedures of a file by their contracts.
func (e *each) modular(ctx context.Context, files prog.Files, language front.Front, procs []string) (*outcome, error) {
	opt := driver.ModularOptions{Options: e.v.Opt, Procs: procs, Explain: e.v.modular.explain,
		Houdini: e.v.modular.houdini}
	opt.Front, opt.Small = language, e.v.trace.any()
	found, err := driver.Modular(ctx, files[0].Name, files[0].Text, opt)
	if err != nil {
		return nil, err
	}
	e.mu.Lock()
	refusedContracts(e.err, found)
	e.mu.Unlock()
	rep := report.NewContracts(found, version())
	o := &outcome{report: rep, Row: task.Row{
		Verdict: rep.Verdict, Bound: "all", Where: firstMessage(rep), Exit: contractsExit(rep),
	}}
	n := int64(0)
	for _, c := range rep.Count[1:] { // but for those that are verified
		n += c.Value
	}
	if n > 1 {
		o.Where += fmt.Sprintf(" (and %d more)", n-1)
	}
	var text strings.Builder
	if err := e.v.writeProcedures(&text, rep); err != nil {
		return nil, err
	}
	report.Unneeded(&text, rep)
	if e.v.trace.any() || e.v.modular.explain || e.v.modular.choices || e.v.stats {
		o.details = text.String()
	}
	return o, nil
}

// firstMessage says what the first error is or, if there is none, what is not known.
func firstMessage(rep *report.Report) string {
	for _, verdict := range []string{"failed", "unknown"} {
		for _, p := range rep.Procedures {
			if p.Verdict != verdict {
				continue
			}
			at, text := p.Place, p.Reason
			i := slices.IndexFunc(p.Failures, func(x *report.Report) bool { return x.Verdict == verdict })
			if i >= 0 {
				at, text = &p.Failures[i].Failure.Place, p.Failures[i].Failure.Message
			}
			return fmt.Sprintf("%d,%d: %s", at.Line, at.Column, text)
		}
	}
	return ""
}
