package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/report"
)

// verifyOptions are the flags of muster verify.
type verifyOptions struct {
	opt      driver.Options
	boogie   boogie.Options
	c        cOptions
	memory   byteSize
	annotate string
	all      bool
	coverage bool
	modular  modularOptions
	dump     dumpFlags
	each     bool
	libs     names
	unbound  time.Duration
	json     bool
	schema   bool
	trace    traceFlag
	reports  reportFiles
	stats    bool
	log      logFlags
}

func verifyCommand(s streams) *cli.Command {
	var v verifyOptions
	c := &cli.Command{
		Use:   "verify {FILE|DIR|PATTERN}...",
		Short: "Verify a Boogie or C program",
		Long: `Verify decides whether a Boogie program can go wrong: whether an assertion can
fail or, if none can be reached, whether the entry procedure can return.
A file that ends in .c or .i is a C program: whether a call of reach_error,
__VERIFIER_error or a failing assert, or the label ERROR, can be reached, and with
--check=KIND,... also whether an operation can fail: --check=bounds,null.
FILE may be - for standard input, and may be compressed with gzip, xz or zstd.

Several FILEs are one program, as they are for Boogie. If one of the arguments is a
directory (all .bpl, .c and .i files below it) or a quoted pattern such as
'dir/**/*.bpl', or with --each, each file is a task of its own: it gets a line of a
table or, with --json, one object, and --timeout is for each. The exit code is then
the first of 6, 10, 2, 5, 0 that is one of a task. What --trace, --stats, --summaries,
--coverage and --explain print is below its line. A file that has none of the assertions
of --property, or of the procedures of --proc, is skipped. Reports have all tasks;
--witness, --harness and --annotate then name a directory, DIR/, in which a file for
each task is where its own is, a/b.c with --witness DIR/ in DIR/a/b.c.yml.

With --run an unsafe C program is compiled beside its harness, by $CC, cc, gcc or
clang, and executed, for 10 s or what is left of --timeout; the answer then says
whether the error happens. Nothing else executes a program.

The first line of output is safe, safe up to bound N, unsafe or unknown, possibly
followed by a remark in parentheses: why the answer is unknown, or that a safe one
is not confirmed.

With --coverage it prints for each procedure and each target of a branch whether an
execution reaches it: reachable, unreachable, unreachable up to bound N or unknown.
Executions end at assertions that fail. The exit code is 0 if nothing is unknown.

With --modular it checks each procedure that has a body on its own, and prints what
it may not establish, in the words of Boogie: Error if an execution shows that, and
Unknown if it is not known. The last line counts.

Exit codes: 0 safe or safe up to the bound, 10 unsafe, 5 unknown (including a limit
or an interrupt), 1 usage error, 2 the program cannot be read or is malformed,
6 internal error.`,
		Args: v.dump.args(func(c *cli.Command, args []string) error {
			if v.schema {
				return nil
			}
			return cmp.Or(v.c.misplaced(args), cli.MinimumNArgs(1)(c, args))
		}),
		Run: func(c *cli.Command, args []string) error {
			if v.dump.lists() {
				return v.dump.list(s.out, passes.Names())
			}
			if v.schema {
				return report.WriteSchema(s.out)
			}
			if err := coherent(c.Flags()); err != nil {
				return err
			}
			files, tasks, err := gather(args, v.each)
			if err != nil {
				return err
			}
			if len(v.libs) > 0 && tasks {
				return errors.New("--lib is about one program")
			}
			files = append(files, libraries(v.libs, files[0])...)
			if tasks {
				err = v.checkEach()
			} else {
				err = v.place(files[0])
			}
			if err = errors.Join(err, v.checkModular(c.Flags().Changed, tasks)); err != nil {
				return err
			}
			if v.c.file != "" {
				entry, err := v.c.propertyFile(v.c.file)
				if err != nil {
					return &inputError{err}
				}
				if v.opt.Entry != "" && v.opt.Entry != entry {
					return fmt.Errorf("--entry %s and %s, which is about %s, exclude each other", v.opt.Entry, v.c.file, entry)
				}
				v.opt.Entry = entry
			}
			if v.c.opt, err = v.c.options(c.Flags().Changed("overflow")); err != nil {
				return err
			}
			v.c.opt.Record = v.c.opt.Record || v.reports.witness != ""
			if v.opt.Contexts < 1 {
				return errors.New("--contexts must be at least 1")
			}
			if v.opt.Timeout < 0 {
				return errors.New("--timeout must not be negative")
			}
			if v.unbound < 0 {
				return errors.New("--unbounded must not be negative")
			}
			if c.Flags().Changed("unbounded") {
				v.opt.Unbounded = cmp.Or(v.unbound, -1)
			}
			if tasks {
				return verifyEach(c.Context(), s, files, &v)
			}
			if v.modular.on {
				return verifyModular(c.Context(), s, files, &v)
			}
			if v.c.dump {
				return v.c.print(s, files, v.opt)
			}
			if v.coverage {
				return cover(c.Context(), s, files, &v)
			}
			return verify(c.Context(), s, files, &v)
		},
	}
	v.flags(c.Flags())
	return c
}

// flags declares the flags of the command.
func (v *verifyOptions) flags(f *cli.FlagSet) {
	f.StringVar(&v.opt.Engine, "engine", driver.Auto,
		driver.Auto+": all of them, in turns or at once, until one has the answer; or "+
			strings.Join(driver.Choices(), ", ")+"; alt:N: N steps of legion, then N of corral, on one tree; "+
			"several, as in legion,corral: these")
	f.BoolVar(&v.opt.Learn, "learn", false,
		"with --engine "+strings.Join(driver.BoundedEngines(), " or ")+": Lazy Annotation beside it, in turns, which "+
			"learns what procedures do not do (auto always has it)")
	f.Var((*recursionBound)(&v.opt.Question), "bound",
		"recursion bound; none: only an answer for all bounds counts; C without it: as great as time allows")
	f.IntVar(&v.opt.Contexts, "contexts", verifier.DefaultContexts,
		"rounds that threads run in; an answer about a program with threads is about so many only")
	f.StringVar(&v.opt.Entry, "entry", "", "entry procedure (default: the one marked {:entrypoint}, or main)")
	f.Var((*properties)(&v.opt.Properties), "property",
		"ask about these assertions only: [FILE:]LINE[:COL], or the name of a procedure, a block or an attribute "+
			"({:NAME}, {:msg \"NAME\"}); may be repeated")
	f.BoolVar(&v.all, "all", false, "find all assertions that can fail: each one that does is assumed from then on")
	f.BoolVar(&v.coverage, "coverage", false,
		"ask instead for each procedure and each target of a branch whether an execution reaches it")
	f.BoolVar(&v.modular.on, "modular", false,
		"check instead each procedure by its contract, its loops by their invariants, and what it calls by the "+
			"contracts")
	f.Var(&v.modular.procs, "proc", "with --modular: check these procedures only; * stands for anything; may be repeated")
	f.BoolVar(&v.modular.explain, "explain", false,
		"with --modular: say what proofs rest on, what they do not need, and where they say nothing, since nothing "+
			"gets there")
	f.BoolVar(&v.modular.houdini, "houdini", true,
		"with --modular: choose the constants with {:existential true}, of which as many are true as can be proved, "+
			"as Boogie's /contractInfer; if it is given, say how")
	f.IntVarP(&v.modular.jobs, "jobs", "j", 0,
		"with --modular: check so many procedures at a time; with several tasks: so many files (default: one for "+
			"each processor)")
	f.Var(&v.libs, "lib",
		"add a library to a Boogie program, as Boogie's -lib:NAME does: NAME.bpl beside the program, or DIR/NAME; "+
			"may be repeated")
	f.BoolVar(&v.each, "each", false, "each file is a task of its own, not a part of one program")
	f.BoolVar(&v.boogie.InferModifies, "infer-modifies", false,
		"add to modifies clauses what bodies change, as Corral does")
	f.Var(&v.opt.Abstract, "abstract",
		"track only globals that refute counterexamples: on, off, or auto: where few of many seem to matter")
	f.BoolVar(&v.opt.NoFacts, "no-facts", false,
		"search without the facts about procedures that are found before, as the papers' engines do")
	f.DurationVar(&v.opt.Timeout, "timeout", 0, "stop after this time, such as 90 or 90s (default: no limit)")
	f.DurationVar(&v.unbound, "unbounded", driver.DefaultUnbounded,
		"look for a proof for all bounds for this time, of processors where that is less, once there is one up to the "+
			"bound; 0: do not")
	f.Var(&v.memory, "memory", "stop above this much memory, such as 2GiB (default: no limit)")
	f.Var(&checkFlag{&v.opt.Check, &v.c.checks}, "check",
		"confirm a safe answer with a fresh solver, however long that takes (default: a tenth of the time of the "+
			"answer, or 2s), and execute the program along a trace; "+checkUsage())
	f.BoolVar(&v.opt.NoCheck, "no-check", false, "do not confirm it")
	f.BoolVar(&v.opt.Summaries, "summaries", false, "print what a proof for all bounds learned about procedures and loops")
	f.StringVar(&v.annotate, "annotate", "",
		"write the program with what such a proof learned as contracts, for other verifiers to check")
	v.c.add(f)
	f.BoolVar(&v.json, "json", false, "print one JSON object, for errors too")
	f.BoolVar(&v.schema, "json-schema", false, "print the JSON schema of what --json and --report write, and do no more")
	f.Var(&v.trace, "trace",
		"print the failing execution of an unsafe program, by statements of the source; =source: also those that it "+
			"does not depend on; =full: all steps of the program that was searched")
	v.reports.flags(f)
	v.dump.add(f, "the program", passes.Names())
	f.BoolVar(&v.stats, "stats", false, "print statistics")
	v.log.add(f)
	f.Choices("engine", append([]string{driver.Auto}, driver.Choices()...))
	f.Choices("abstract", []string{"auto", "on", "off"})
	verifyTopics(f)
}

// recursionBound is the value of --bound.
type recursionBound driver.Question

// String implements cli.Value.
func (b *recursionBound) String() string {
	if b.AllBounds {
		return "none"
	}
	return strconv.Itoa(cmp.Or(b.Bound, verifier.DefaultBound))
}

// Set implements cli.Value.
func (b *recursionBound) Set(text string) error {
	if text == "none" {
		b.Bound, b.AllBounds = 0, true
		return nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return errors.New("it must be at least 1, or none")
	}
	b.Bound, b.AllBounds = n, false
	return nil
}

// verboseLog writes a log of what each phase does.
func verboseLog(w io.Writer) *slog.Logger { return slog.New(slog.NewTextHandler(w, nil)) }

// properties are the values of --property.
type properties []string

// String implements cli.Value.
func (p *properties) String() string { return "" }

// Set implements cli.Value.
func (p *properties) Set(text string) error {
	if text == "" {
		return errors.New("it must name an assertion")
	}
	*p = append(*p, text)
	return nil
}

// verification is a run of the command.
type verification struct {
	ctx   context.Context
	files prog.Files
	opt   driver.Options
	m     *monitor[driver.Progress]
	dump  *dumper
	unlog func() error // ends the log
	end   func()
}

// readFiles reads the files of a program.
func readFiles(stdin io.Reader, names []string) (files prog.Files, err error) {
	for _, file := range names {
		x := prog.File{}
		if x.Name, x.Text, err = readInput(stdin, file); err != nil {
			return nil, err
		}
		files = append(files, x)
	}
	return files, nil
}

// start reads the input, and starts what limits and watches the run.
func (v *verifyOptions) start(ctx context.Context, s streams, names []string) (*verification, error) {
	files, err := readFiles(s.in, names)
	if err != nil {
		return nil, err
	}
	r := &verification{files: files, opt: v.opt}
	if r.opt.Front, err = v.front(files); err != nil {
		return nil, err
	}
	if err := v.observe(r, s, names[0]); err != nil {
		return nil, err
	}
	if r.opt.Log, r.unlog, err = v.log.open(s.err); err != nil {
		return nil, err
	}
	r.m = newMonitor(s.err, progressLine)
	ctx, stop := limited(ctx, 0, v.memory)
	wasteful := sparing()
	r.ctx, r.end = ctx, func() { r.m.stop(); stop(); wasteful() }
	r.opt.Progress = r.m.update
	return r, nil
}

// written completes the files about the search.
func (r *verification) written() error { return errors.Join(r.dump.end(), r.unlog()) }

// observe has the run write what its passes do, as soon as they are done.
func (v *verifyOptions) observe(r *verification, s streams, input string) (err error) {
	all := passes.Names()
	if r.dump, err = v.dump.start(s, input, all); r.dump == nil {
		return err
	}
	head, runs := "as it was read", 0
	r.opt.Observe = func(pass string, p *prog.Program) {
		if v.modular.on && pass == "" {
			runs++
			head = fmt.Sprintf("run %d: as it was read", runs)
		}
		r.dump.observe(head, pass, func(w io.Writer) error { return prog.Fprint(w, p) })
		if pass == all[len(all)-1] && !v.modular.on {
			_ = r.dump.end() // which reports it again
		}
	}
	return nil
}

// front returns the front end for files that are one program.
func (v *verifyOptions) front(files prog.Files) (front.Front, error) {
	chosen, err := front.Choose(files, c.Front{Options: v.c.opt}, boogie.Front{Options: v.boogie})
	if err != nil {
		return nil, &inputError{err}
	}
	if _, ok := chosen.(c.Front); !ok {
		return chosen, v.c.needless()
	}
	return chosen, nil
}

// verify runs the command.
func verify(ctx context.Context, s streams, names []string, v *verifyOptions) error {
	start := time.Now()
	r, err := v.start(ctx, s, names)
	if err != nil {
		return err
	}
	defer r.end()
	r.opt = v.asked(r.opt)
	found, rep, err := search(r.ctx, r.files, r.opt, r.m)
	r.m.stop()
	if err = errors.Join(err, r.written()); err != nil {
		return verifyError(err)
	}
	v.c.confirm(r.ctx, found, len(names), r.opt, start)
	warn(s.err, rep)
	for _, f := range rep.Faults {
		fmt.Fprintf(s.err, "muster: the engine %s failed (please report it with the input): %v\n", f.Engine, f.Err)
	}
	all := v.report(found, rep)
	if v.json {
		err = report.Line(s.out, all)
	} else {
		err = report.Answer(s.out, all, v.trace.Detail, v.stats)
	}
	if err != nil {
		return fmt.Errorf("writing the answer: %w", err)
	}
	if err := errors.Join(v.reports.write(all), v.c.write(rep)); err != nil {
		return err
	}
	if r.opt.Annotate {
		if err := writeAnnotated(s, v.annotate, rep); err != nil {
			return err
		}
	}
	if why := rep.NotSummarized; r.opt.Summaries && why != nil && (!r.opt.Annotate || rep.NotAnnotated != why) {
		fmt.Fprintf(s.err, "muster: no summaries: %v\n", why)
	}
	switch v := rep.Result.Verdict(); {
	case len(found) > 0:
		return exitCode(exitUnsafe)
	case v == verifier.Safe, v == verifier.SafeUpToBound:
		return nil
	}
	return exitCode(exitUnknown)
}

// writeAnnotated writes the annotated program to a file, or says why there is none.
func writeAnnotated(s streams, file string, rep *driver.Report) error {
	if rep.Annotated == nil {
		fmt.Fprintf(s.err, "muster: %s is not written: %v\n", file, rep.NotAnnotated)
		return nil
	}
	var text bytes.Buffer
	if err := rep.Annotated.Write(&text); err != nil {
		fmt.Fprintf(s.err, "muster: %s is not written: %v\n", file, err)
		return nil
	}
	return os.WriteFile(file, text.Bytes(), 0o666)
}

// verifyError turns an error of the verifier into one of this command.
func verifyError(err error) error {
	var (
		input    *driver.InputError
		entry    *passes.EntryError
		property *passes.PropertyError
	)
	switch {
	case errors.As(err, &input):
		return &inputError{input}
	case errors.As(err, &entry):
		return fmt.Errorf("%w (--entry NAME)", entry)
	case errors.As(err, &property):
		return fmt.Errorf("%w (--property)", property)
	}
	return err
}

// grace is how long after a limit a command waits for a partial answer. The loops
// of the solvers poll the context, but reading a large input does not.
const grace = 700 * time.Millisecond

// search runs the verifier (driver.All). If that does not stop soon after a limit, it returns what was found before.
func search(
	ctx context.Context, files prog.Files, opt driver.Options, m *monitor[driver.Progress],
) (found []*driver.Report, last *driver.Report, err error) {
	var (
		mu     sync.Mutex
		before []*driver.Report
	)
	type answers struct {
		found []*driver.Report
		last  *driver.Report
	}
	opt.Files = files[1:]
	opt.Found = func(rs []*driver.Report) {
		mu.Lock()
		defer mu.Unlock()
		before = rs
	}
	out, late, err := awaited(ctx, opt.Timeout, m, func() (out answers, err error) {
		out.found, out.last, err = driver.All(ctx, files[0].Name, files[0].Text, opt)
		return out, err
	})
	if late != nil {
		mu.Lock()
		defer mu.Unlock()
		return before, late.report(files, opt), nil
	}
	return out.found, out.last, err
}

// overdue says that a run has not stopped after a limit, and what it was doing.
type overdue struct {
	why   limit.Reason
	state driver.Progress
}

// report returns what is known of the run.
func (o *overdue) report(files prog.Files, opt driver.Options) *driver.Report {
	rep := &driver.Report{
		File: files[0].Name, Files: files, Engine: opt.Engine, Bound: opt.Bound, Stopped: true, Elapsed: o.state.Elapsed,
	}
	rep.Result = verifier.UnknownBecause(reason.Of(o.why)).WithStats(verifier.Stats{Progress: o.state.Progress})
	return rep
}

// awaited returns what run returns, or late if that does not stop soon after a limit.
func awaited[R any](
	ctx context.Context, timeout time.Duration, m *monitor[driver.Progress], run func() (R, error),
) (out R, late *overdue, err error) {
	type outcome struct {
		out R
		err error
	}
	done := make(chan outcome, 1)
	go func() {
		out, err := run()
		done <- outcome{out, err}
	}()
	var overtime <-chan time.Time
	if timeout > 0 {
		overtime = time.After(timeout + grace)
	}
	ended := ctx.Done()
	for {
		why := limit.Timeout
		select {
		case o := <-done:
			return o.out, nil, o.err
		case <-ended:
			ended, overtime = nil, time.After(grace)
			continue
		case <-overtime:
			if ctx.Err() != nil {
				why = limit.ContextReason(ctx)
			} else if at, _ := m.last(); at.Phase == "check" || at.Phase == "annotate" {
				overtime = time.After(grace) // the verdict was in time, and what follows has limits of its own
				continue
			}
		}
		state, elapsed := m.last()
		state.Elapsed = elapsed
		return out, &overdue{why, state}, nil
	}
}

// progressLine describes the progress of the verifier in one line.
func progressLine(p driver.Progress, elapsed time.Duration) string {
	at := elapsed.Truncate(100 * time.Millisecond)
	if p.Queries == 0 {
		return fmt.Sprintf("%s  %v", p.Phase, at)
	}
	return fmt.Sprintf("%s  bound %d, %d instances, %d open, %d queries, %d conflicts  %v",
		p.Phase, p.Bound, p.Instances, p.Open, p.Queries, p.Conflicts, at)
}

// mostWarnings limits how many warnings are printed.
const mostWarnings = 20

// warn prints what is likely to be wrong in a C program.
func warn(w io.Writer, rep *driver.Report) {
	if rep.Loaded == nil {
		return
	}
	program, ok := rep.Loaded.Source.(*c.Result)
	if !ok {
		return
	}
	for i, line := range program.Warnings {
		if i == mostWarnings {
			fmt.Fprintf(w, "(%d more warnings)\n", len(program.Warnings)-i)
			return
		}
		fmt.Fprintln(w, line)
	}
}
