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
	"slices"
	"time"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/report"
)

// verifyOptions are the flags of muster verify.
type verifyOptions struct {
	task.Flags
	c        cOptions
	golang   goOptions
	annotate string
	coverage bool
	modular  modularOptions
	dump     dumpFlags
	each     bool
	cache    string
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
		Short: "Verify a Boogie, C or Go program",
		Long: `Verify decides whether a Boogie program can go wrong: whether an assertion can
fail or, if none can be reached, whether the entry procedure can return.
A file that ends in .c or .i is a C program: whether a call of reach_error,
__VERIFIER_error or a failing assert, or the label ERROR, can be reached, and with
--check=KIND,... also whether an operation can fail: --check=bounds,null.
A directory with Go files is a package, a file that ends in .go is one of the package
that it is in, and ./... are all packages below: whether the function that --entry
names, such as Parse, T.M or (*T).M, can panic for any arguments. Without it that is
asked of all fuzz targets, tests, exported functions and methods, in a table; then
--timeout is for all of them. The go command reads it, with your environment,
and runs a test that shows the panic: that executes code of the package, its init
functions and TestMain, as go test does, if it is of the main module or with --run.
With --no-run nothing is executed.
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
whether the error happens. Nothing else executes a C program.

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
			return cmp.Or(task.Misplaced(args), cli.MinimumNArgs(1)(c, args))
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
			files, tasks, err := task.Gather(args, v.each)
			if err != nil {
				return err
			}
			if len(v.Libs) > 0 && tasks {
				return errors.New("--lib is about one program")
			}
			files = append(files, task.Libraries(v.Libs, files[0])...)
			entries, err := v.eachEntry(files)
			if err != nil {
				return err
			}
			if tasks = tasks || entries; tasks {
				err = v.checkEach()
			} else {
				err = v.place(files[0])
			}
			if err = errors.Join(err, v.checkModular(c.Flags().Changed, tasks)); err != nil {
				return err
			}
			if err := v.Complete(c.Flags().Changed); err != nil {
				return err
			}
			v.Go.Opt.ToBeRun = !v.golang.none
			v.C.Opt.Record = v.c.harness != "" || v.c.run || v.reports.witness != ""
			if v.Opt.Answers, err = v.answers(files); err != nil {
				return err
			}
			if entries {
				list, err := v.goTasks(files)
				if err != nil {
					return err
				}
				return verifyEach(c.Context(), s, "function", list, &v)
			}
			if tasks {
				return verifyEach(c.Context(), s, "file", fileTasks(files), &v)
			}
			if v.modular.on {
				return verifyModular(c.Context(), s, files, &v)
			}
			if v.c.dump {
				return v.print(s, files)
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
	v.Add(f)
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
	f.IntVar(&v.Opt.Processors, "cores", 0,
		"search at so many places at a time at most: engines first, then parts of a search that is divided on calls; the "+
			"search of one engine is divided only if this is given (default: one for each processor; 1: equal runs are equal)")
	f.IntVarP(&v.modular.jobs, "jobs", "j", 0,
		"with --modular: check so many procedures at a time; with several tasks: so many files (default: one for "+
			"each processor)")
	f.BoolVar(&v.each, "each", false, "each file is a task of its own, not a part of one program")
	f.StringVar(&v.annotate, "annotate", "",
		"write the program with what such a proof learned as contracts, for other verifiers to check")
	f.StringVar(&v.cache, "cache", "",
		"keep answers, with what backs them, in a directory, and give them again where nothing has changed that they "+
			"depend on (default: those about Go in the user's cache; off: none); --check confirms them anew (not with "+
			"--coverage, --summaries, --annotate, --witness, --log and --dump, which need a search; with --modular what "+
			"is verified)")
	v.c.add(f)
	v.golang.add(f)
	f.BoolVar(&v.json, "json", false, "print one JSON object, for errors too")
	f.BoolVar(&v.schema, "json-schema", false, "print the JSON schema of what --json and --report write, and do no more")
	f.Var(&v.trace, "trace",
		"print the failing execution of an unsafe program, by statements of the source; =source: also those that it "+
			"does not depend on; =full: all steps of the program that was searched")
	v.reports.flags(f)
	v.dump.add(f, "the program", passes.Names())
	f.BoolVar(&v.stats, "stats", false, "print statistics")
	v.log.add(f)
	verifyTopics(f)
}

// verboseLog writes a log of what each phase does.
func verboseLog(w io.Writer) *slog.Logger { return slog.New(slog.NewTextHandler(w, nil)) }

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

// start reads the input, and starts what limits and watches the run.
func (v *verifyOptions) start(ctx context.Context, s streams, names []string) (*verification, error) {
	files, err := task.ReadFiles(s.in, names)
	if err != nil {
		return nil, err
	}
	r := &verification{files: files, opt: v.Opt}
	if r.opt.Front, err = v.Front(files); err != nil {
		return nil, err
	}
	if err := v.observe(r, s, names[0]); err != nil {
		return nil, err
	}
	if r.opt.Log, r.unlog, err = v.log.open(s.err); err != nil {
		return nil, err
	}
	r.m = newMonitor(s.err, progressLine)
	ctx, stop := limited(ctx, 0, v.Memory)
	wasteful := task.Sparing()
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

// verify runs the command.
func verify(ctx context.Context, s streams, names []string, v *verifyOptions) error {
	start := time.Now()
	r, err := v.start(ctx, s, names)
	if err != nil {
		return err
	}
	defer r.end()
	r.opt = v.asked(r.opt)
	searched := r.opt
	searched.Timeout = v.toSearch(r.opt)
	found, rep, err := task.Search(r.ctx, r.files, searched, r.m.last)
	if err == nil {
		found, rep, r.opt, err = v.anyReceiver(r.ctx, found, rep, r.files, r.opt, start)
	}
	r.m.stop()
	if err = errors.Join(err, r.written()); err != nil {
		return task.Explained(err)
	}
	if err := v.confirm(r.ctx, found, r.files, r.opt, start, timeOut(start, r.opt.Timeout)); err != nil {
		return err
	}
	warn(s.err, rep)
	refused(s.err, rep)
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
	unsafe := func(r *driver.Report) bool { return r.Result.Verdict() == verifier.Unsafe }
	switch v := rep.Result.Verdict(); {
	case slices.ContainsFunc(found, unsafe):
		return exitCode(exitUnsafe)
	case len(found) > 0:
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

// warn prints what is likely to be wrong in a program.
func warn(w io.Writer, rep *driver.Report) {
	for i, line := range rep.Warnings {
		if i == mostWarnings {
			fmt.Fprintf(w, "(%d more warnings)\n", len(rep.Warnings)-i)
			return
		}
		fmt.Fprintln(w, line)
	}
}
