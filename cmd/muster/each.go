package main

import (
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

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/report"
)

// outcome is what became of a file that is a task of its own.
type outcome struct {
	verdict string
	bound   string // that the verdict is about
	where   string // it fails, or why there is no answer
	details string // with --trace
	time    time.Duration
	exit    int
	report  *report.Report // nil once it is printed, unless files have it
}

// worst has the exit codes in the order in which one of them is that of all tasks: the first one that a task has.
var worst = []int{exitInternal, exitUnsafe, exitInput, exitUnknown, exitSafe}

// each verifies files that are tasks of their own.
type each struct {
	streams
	v     *verifyOptions
	files []string
	show  *monitor[eachState]
	table *table

	mu       sync.Mutex
	state    eachState
	outcomes []*outcome      // by file; nil until it is known
	named    map[string]bool // what flags name that is in a file, or may be
	printed  int             // outcomes that are printed
	failed   error           // ends all
}

// verifyEach runs the command with several tasks.
func verifyEach(ctx context.Context, s streams, files []string, v *verifyOptions) error {
	start := time.Now()
	e := &each{streams: s, v: v, files: files, outcomes: make([]*outcome, len(files)), named: map[string]bool{},
		show: newMonitor(s.err, eachLine), table: newTable(files)}
	e.state.total = len(files)
	ctx, stop := limited(ctx, 0, 0)
	wasteful := sparing()
	if !v.json {
		e.table.header(s.out)
	}
	err := e.run(ctx)
	wasteful()
	stop()
	e.show.stop()
	if err = errors.Join(err, e.failed); err != nil {
		return err
	}
	if !v.json {
		var all eachState
		for _, o := range e.outcomes {
			all.add(o.verdict)
		}
		fmt.Fprintf(s.out, "%s in %.1f s: %s\n", plural(len(files), "file"), time.Since(start).Seconds(), all.counts())
	}
	var rs []*report.Report
	for _, o := range e.outcomes {
		if o.report != nil {
			rs = append(rs, o.report)
		}
	}
	if err := errors.Join(v.reports.writeAll(rs), e.unnamed()); err != nil {
		return err
	}
	for _, code := range worst {
		if slices.ContainsFunc(e.outcomes, func(o *outcome) bool { return o.exit == code }) && code != exitSafe {
			return exitCode(code)
		}
	}
	return nil
}

// run verifies the files, some at a time.
func (e *each) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	memory := within(int64(e.v.memory), worldRoom().bytes)
	if memory > 0 {
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(memory / 10 * 9))
	}
	all := runtime.GOMAXPROCS(0)
	jobs := e.v.modular.jobs
	if jobs == 0 {
		jobs = all
	}
	jobs = min(jobs, len(e.files))
	e.v.opt.Processors = max(1, all/jobs)
	next := make(chan int)
	var workers sync.WaitGroup
	for range jobs {
		workers.Go(func() {
			for i := range next {
				one, done := ctx, context.CancelFunc(func() {})
				if memory > 0 {
					one, done = limit.WithMemory(ctx, memory)
				}
				e.begin(i)
				err := e.end(i, e.one(one, e.files[i]))
				done()
				if err != nil {
					cancel()
				}
			}
		})
	}
	for i := range e.files {
		next <- i
	}
	close(next)
	workers.Wait()
	return nil
}

// begin notes that a task begins.
func (e *each) begin(i int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.state.running = append(slices.Clone(e.state.running), e.files[i])
	e.show.update(e.state)
}

// end notes what became of a task, and prints what became of those before which all others are printed.
func (e *each) end(i int, o *outcome) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.outcomes[i] = o
	e.state.done++
	e.state.running = slices.DeleteFunc(slices.Clone(e.state.running), func(f string) bool { return f == e.files[i] })
	e.state.add(o.verdict)
	e.show.update(e.state)
	e.show.clear()
	for ; e.failed == nil && e.printed < len(e.files) && e.outcomes[e.printed] != nil; e.printed++ {
		if err := e.print(e.files[e.printed], e.outcomes[e.printed]); err != nil {
			e.failed = fmt.Errorf("writing the answer: %w", err)
		}
	}
	return e.failed
}

func (e *each) print(file string, o *outcome) (err error) {
	if e.v.json {
		err = report.Line(e.out, e.v.shown(o.report))
	} else {
		err = e.table.row(e.out, file, o)
	}
	if e.v.reports == (reportFiles{}) {
		o.report = nil
	}
	return err
}

// one verifies a file.
func (e *each) one(ctx context.Context, file string) *outcome {
	start := time.Now()
	o, err := e.verify(ctx, file)
	if err != nil {
		if wrong := new(driver.OptionError); errors.As(err, &wrong) { // which it is for all
			e.mu.Lock()
			e.failed = wrong
			e.mu.Unlock()
		}
		o = failure(displayName(file), verifyError(err))
	}
	o.time = time.Since(start)
	return o
}

func (e *each) verify(ctx context.Context, file string) (*outcome, error) {
	opt := e.v.asked(e.v.opt)
	if ctx.Err() != nil {
		e.mayName(e.v.filter())
		files := prog.Files{{Name: displayName(file)}}
		return e.decided(nil, (&overdue{why: limit.ContextReason(ctx)}).report(files, opt))
	}
	files, err := readFiles(e.in, []string{file})
	if err != nil {
		return nil, err
	}
	if opt.Front, err = e.v.front(files); err != nil {
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
		found, last, err := search(ctx, files, opt, m)
		if err != nil {
			return nil, err
		}
		e.v.c.confirm(ctx, found, len(files), opt, start)
		return e.decided(found, last)
	})
}

// failure is the outcome of an error.
func failure(file string, err error) *outcome {
	o := &outcome{verdict: "error", bound: "-", where: strings.TrimPrefix(err.Error(), file+":"), exit: exitInput,
		report: problem(file, err)}
	if o.report.Problem.Kind == "internal" {
		o.exit = exitInternal
	}
	return o
}

// decided is the outcome of failures that were found and the last answer.
func (e *each) decided(found []*driver.Report, last *driver.Report) (*outcome, error) {
	rep := e.v.report(found, last)
	first := report.Answers(rep)[0]
	o := &outcome{verdict: first.Verdict, bound: boundOf(first), report: rep}
	switch f := first.Failure; {
	case f != nil:
		o.exit, o.where = exitUnsafe, f.Message
		if f.Kind != "return" {
			o.where = fmt.Sprintf("%d,%d: %s", f.Place.Line, f.Place.Column, f.Message)
		}
		if first.Run != "" {
			o.where += ", " + first.Run
		}
		if len(found) > 1 {
			o.where += fmt.Sprintf(" (and %d more)", len(found)-1)
		}
	case first.Verdict == "unknown":
		o.exit, o.where = exitUnknown, first.Reason
	default:
		_, remarks, _ := strings.Cut(first.Answer, " (")
		o.where = strings.TrimSuffix(remarks, ")")
	}
	return o, e.detail(o, found, last)
}

// boundOf says which bound an answer is about.
func boundOf(r *report.Report) string {
	switch {
	case r.Verdict == "safe":
		return "all"
	case r.Verdict != "unknown":
		return fmt.Sprint(r.Bound)
	case r.Proved == 0:
		return "-"
	}
	return fmt.Sprint(r.Proved)
}

// modular checks the procedures of a file by their contracts.
func (e *each) modular(ctx context.Context, files prog.Files, language front.Front, procs []string) (*outcome, error) {
	opt := driver.ModularOptions{Options: e.v.opt, Procs: procs, Explain: e.v.modular.explain,
		Houdini: e.v.modular.houdini}
	opt.Front, opt.Small = language, e.v.trace.any()
	found, err := driver.Modular(ctx, files[0].Name, files[0].Text, opt)
	if err != nil {
		return nil, err
	}
	rep := report.NewContracts(found, version())
	o := &outcome{bound: "all", report: rep, verdict: rep.Verdict, exit: contractsExit(rep), where: firstMessage(rep)}
	n := int64(0)
	for _, c := range rep.Count[1:] { // but for those that are verified
		n += c.Value
	}
	if n > 1 {
		o.where += fmt.Sprintf(" (and %d more)", n-1)
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
