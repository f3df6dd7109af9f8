package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
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
	lines   []any            // with --json
	reports []*report.Report // for files
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
	told     int             // outcomes that are printed
	failed   error           // ends all
}

// verifyEach runs the command with several tasks.
func verifyEach(ctx context.Context, s streams, files []string, v *verifyOptions) error {
	start := time.Now()
	e := &each{streams: s, v: v, files: files, outcomes: make([]*outcome, len(files)), named: map[string]bool{}, show: newMonitor(s.err, eachLine), table: newTable(files)}
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
		rs = append(rs, o.reports...)
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
	for ; e.failed == nil && e.told < len(e.files) && e.outcomes[e.told] != nil; e.told++ {
		if err := e.print(e.files[e.told], e.outcomes[e.told]); err != nil {
			e.failed = fmt.Errorf("writing the answer: %w", err)
		}
	}
	return e.failed
}

func (e *each) print(file string, o *outcome) error {
	if !e.v.json {
		return e.table.row(e.out, file, o)
	}
	j := json.NewEncoder(e.out)
	j.SetEscapeHTML(false)
	for _, x := range o.lines {
		if err := j.Encode(x); err != nil {
			return err
		}
	}
	o.lines = nil
	return nil
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
	if e.v.reports == (reportFiles{}) {
		o.reports = nil
	}
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
		m, most := newMonitor(io.Discard, progressLine), 1
		if opt.Progress = m.update; e.v.all {
			most = math.MaxInt
		}
		start := time.Now()
		found, last, err := search(ctx, files, opt, m, most)
		if err != nil {
			return nil, err
		}
		e.v.c.confirm(ctx, found, len(files), opt, start)
		return e.decided(found, last)
	})
}

// failure is the outcome of an error.
func failure(file string, err error) *outcome {
	x := describeError(err)
	o := &outcome{verdict: "error", bound: "-", where: strings.TrimPrefix(err.Error(), file+":"), exit: exitInput}
	if x.Kind == "internal" {
		o.exit = exitInternal
	}
	p := &report.Problem{Kind: x.Kind, Message: x.Error}
	if x.Line > 0 {
		p.Place = &report.Place{Line: x.Line, Column: x.Column}
	}
	r := report.NewProblem(file, p, version())
	o.lines, o.reports = []any{r}, []*report.Report{r}
	return o
}

// decided is the outcome of failures that were found and the last answer.
func (e *each) decided(found []*driver.Report, last *driver.Report) (*outcome, error) {
	o := &outcome{verdict: last.Result.VerdictText(), bound: boundOf(last)}
	switch last.Result.Verdict() {
	case verifier.Unknown:
		o.exit, o.where = exitUnknown, last.Result.Reason().String()
	case verifier.Safe, verifier.SafeUpToBound:
		o.where = strings.TrimSuffix(strings.TrimPrefix(last.String(), last.Result.String()+" ("), ")")
		if last.String() == last.Result.String() {
			o.where = ""
		}
	}
	if len(found) > 0 {
		f := found[0]
		told := report.New(f, "")
		o.verdict, o.bound, o.exit = f.Result.VerdictText(), boundOf(f), exitUnsafe
		o.where = told.Failure.Message
		if at := f.Result.Trace().Failed; at != (prog.Pos{}) {
			o.where = fmt.Sprintf("%v: %s", at, o.where)
		}
		if f.Confirmation != nil {
			o.where += ", " + f.Confirmation.String()
		}
		if len(found) > 1 {
			o.where += fmt.Sprintf(" (and %d more)", len(found)-1)
		}
	}
	if err := e.detail(o, found, last); err != nil {
		return nil, err
	}
	if !slices.Contains(found, last) {
		found = append(slices.Clone(found), last)
	}
	for _, x := range found {
		r := report.New(x, version())
		line := *r
		if e.v.trace == traceNone {
			line.Steps = nil
		}
		o.lines, o.reports = append(o.lines, &line), append(o.reports, r)
	}
	return o, nil
}

// boundOf says which bound an answer is about.
func boundOf(r *driver.Report) string {
	switch r.Result.Verdict() {
	case verifier.Safe:
		return "all"
	case verifier.Unknown:
		if r.Proved == 0 {
			return "-"
		}
		return fmt.Sprint(r.Proved)
	}
	return fmt.Sprint(r.Bound)
}

// modular checks the procedures of a file by their contracts.
func (e *each) modular(ctx context.Context, files prog.Files, language front.Front, procs []string) (*outcome, error) {
	opt := driver.ModularOptions{Options: e.v.opt, Procs: procs, Explain: e.v.modular.explain, Houdini: e.v.modular.houdini}
	opt.Front, opt.Small = language, e.v.trace != traceNone
	rep, err := driver.Modular(ctx, files[0].Name, files[0].Text, opt)
	if err != nil {
		return nil, err
	}
	o, c := &outcome{bound: "all"}, countProcs(rep)
	line := modularObject(rep, c, e.v.trace != traceNone)
	o.lines, o.verdict = []any{line}, line.Verdict
	switch {
	case c.errors > 0:
		o.exit = exitUnsafe
	case c.unknown() > 0:
		o.exit = exitUnknown
	}
	var text strings.Builder
	if e.v.modular.choices {
		writeChosen(&text, rep)
	}
	for _, p := range rep.Procs {
		writeProc(&text, rep.Files, p, e.v)
	}
	o.where = firstMessage(rep)
	if n := c.errors + c.unknown(); n > 1 {
		o.where += fmt.Sprintf(" (and %d more)", n-1)
	}
	if e.v.modular.explain {
		writeUnused(&text, rep)
	}
	if e.v.trace != traceNone || e.v.modular.explain || e.v.modular.choices || e.v.stats {
		o.details = text.String()
	}
	return o, nil
}

// firstMessage says what the first error is or, if there is none, what is not known.
func firstMessage(rep *driver.ModularReport) string {
	for _, want := range []verifier.Verdict{verifier.Unsafe, verifier.Unknown} {
		for _, p := range rep.Procs {
			if p.Verdict() != want {
				continue
			}
			for i := range p.Failures {
				if f := &p.Failures[i]; f.Result.Verdict() == want {
					_, text, _ := f.Words()
					return fmt.Sprintf("%v: %s", f.At, text)
				}
			}
			return fmt.Sprintf("%v: %s", p.Pos, reason.Reason.String(p.Why))
		}
	}
	return ""
}
