package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/report"
)

// taskFile is a flag that names a file for each program.
type taskFile struct {
	flag, suffix string
	name         *string
}

// taskFiles returns these flags, with what is added to the name of a program's file in a directory.
func (v *verifyOptions) taskFiles() []taskFile {
	return []taskFile{{"witness", ".yml", &v.reports.witness}, {"harness", ".harness.c", &v.c.harness},
		{"annotate", ".annotated.bpl", &v.annotate}}
}

// checkEach checks what goes with several tasks.
func (v *verifyOptions) checkEach() error {
	if v.c.dump {
		return errors.New("--dump-boogie prints one program, not one for each file")
	}
	if v.dump.pass != "" || v.log.file != "" {
		return errors.New("--dump and --log are about one program")
	}
	for _, f := range v.taskFiles() {
		if *f.name != "" && !isDirectory(*f.name) {
			return fmt.Errorf("--%s %s is one file: name a directory for one of each task, %[2]s/", f.flag, *f.name)
		}
	}
	return nil
}

// isDirectory reports whether a flag names a directory: one that exists, or by a slash at the end.
func isDirectory(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir() || strings.HasSuffix(filepath.ToSlash(name), "/")
}

// destination returns the file for a program that a flag names: if that is a directory, one that is in it where the
// program is in the current directory, or in the root.
func (f *taskFile) destination(program string) (string, error) {
	if *f.name == "" || !isDirectory(*f.name) {
		return *f.name, nil
	}
	if program == "-" || strings.HasPrefix(program, "<") {
		program = "stdin"
	}
	path := filepath.ToSlash(filepath.Clean(strings.TrimPrefix(program, filepath.VolumeName(program))))
	for strings.HasPrefix(path, "/") || strings.HasPrefix(path, "../") {
		path = strings.TrimPrefix(strings.TrimPrefix(path, ".."), "/")
	}
	out := filepath.Join(*f.name, filepath.FromSlash(path)+f.suffix)
	return out, os.MkdirAll(filepath.Dir(out), 0o777)
}

// place gives the flags that name a directory their files for a program.
func (v *verifyOptions) place(program string) error {
	for _, f := range v.taskFiles() {
		name, err := f.destination(program)
		if err != nil {
			return err
		}
		*f.name = name
	}
	return nil
}

// asked returns the options of the driver with all that is to be reported.
func (v *verifyOptions) asked(opt driver.Options) driver.Options {
	opt.Annotate, opt.LoopInvariants = v.annotate != "", v.reports.witness != ""
	if !v.All {
		opt.Failures = 1
	}
	opt.Small = v.trace.any() || v.json || v.golang.test != "" || v.reports != (reportFiles{})
	return opt
}

// filter returns what flags name that need not be in all files.
func (v *verifyOptions) filter() []string {
	if v.modular.on {
		return v.modular.procs
	}
	return v.Opt.Properties
}

// narrowed runs a task about those names that are in it. It is skipped if none is.
func (e *each) narrowed(file string, names []string, run func(names []string) (*outcome, error)) (*outcome, error) {
	left := slices.Clone(names)
	for {
		o, err := run(left)
		var property *passes.PropertyError
		var proc *passes.EntryError
		missing := ""
		if errors.As(err, &property) {
			missing = property.Property
		} else if errors.As(err, &proc) && e.v.modular.on {
			missing = proc.Name
		}
		if !slices.Contains(left, missing) {
			if err == nil {
				e.mayName(left)
			}
			return o, err
		}
		if left = slices.DeleteFunc(left, func(s string) bool { return s == missing }); len(left) == 0 {
			return e.skipped(file), nil
		}
	}
}

// mayName notes that names are in a file, or may be.
func (e *each) mayName(names []string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, n := range names {
		e.named[n] = true
	}
}

// unnamed returns an error if flags name what is in no file.
func (e *each) unnamed() error {
	for _, n := range e.v.filter() {
		switch {
		case e.named[n]:
		case e.v.modular.on:
			return fmt.Errorf("no file has a procedure %q with a body (--proc)", n)
		default:
			return fmt.Errorf("no file has an assertion %q (--property)", n)
		}
	}
	return nil
}

// skipped is the outcome of a file in which nothing is that flags name.
func (e *each) skipped(file string) *outcome {
	if e.v.modular.on {
		return e.skippedFor(file, "no such procedure")
	}
	return e.skippedFor(file, "no such assertion")
}

// skippedFor is the outcome of what nothing is asked about.
func (e *each) skippedFor(file, why string) *outcome {
	r := report.NewSkipped(file, why, version())
	return &outcome{Row: task.RowOf(r), report: r}
}

// cover asks what executions of a file reach.
func (e *each) cover(ctx context.Context, files prog.Files, opt driver.Options) (*outcome, error) {
	m := newMonitor(io.Discard, progressLine)
	opt.Progress = m.update
	rep, err := covered(ctx, files, opt, m)
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	if err := report.Coverage(&text, rep, e.v.trace.any(), e.v.stats); err != nil {
		return nil, err
	}
	return &outcome{
		Row:    task.Row{Verdict: rep.Verdict, Bound: fmt.Sprint(rep.Bound), Where: rep.Answer, Exit: coverageExit(rep)},
		report: e.v.shown(rep), details: strings.TrimSuffix(text.String(), "\n") + "\n",
	}, nil
}

// detail writes what is reported of a task beside its line, and its files. A file that is not written is no error.
func (e *each) detail(o *outcome, found []*driver.Report, last *driver.Report) error {
	var text strings.Builder
	v := *e.v
	parts := report.Answers(o.report)
	for _, x := range parts {
		if v.trace.any() && x.Failure != nil {
			if err := report.Execution(&text, x, v.trace.Detail); err != nil {
				return err
			}
		}
	}
	rest := parts[len(parts)-1]
	if err := report.Learned(&text, rest); err != nil {
		return err
	}
	if last.NotSummarized != nil && v.Opt.Summaries {
		fmt.Fprintf(&text, "no summaries: %v\n", last.NotSummarized)
	}
	if v.stats {
		if err := report.Statistics(&text, rest); err != nil {
			return err
		}
	}
	if err := v.place(last.File); err != nil {
		return err
	}
	first := last
	if len(found) > 0 {
		first = found[0]
	}
	if v.annotate != "" {
		if err := writeAnnotated(streams{err: &text}, v.annotate, last); err != nil {
			return err
		}
	}
	if v.reports.witness != "" && parts[0].Verdict != "unknown" {
		if err := v.reports.writeWitness(parts[0]); err != nil {
			return err
		}
	}
	if err := v.c.write(first); err != nil {
		return err
	}
	o.details = text.String()
	return nil
}
