package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/confirm"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/report"
)

// cOptions are the flags about C programs.
type cOptions struct {
	model, overflow string
	std             string
	include, define []string
	malloc, harness string
	argc            string // at least
	dump            bool
	checks          c.Checks
	only, leaks     bool
	run             bool
	called, file    string // the function that a property file asks about, and that file
	opt             c.Options
}

// checkFlag is the value of --check, which is about the answer if it has none, and about the program else: as with
// --trace the value is behind an equals sign.
type checkFlag struct {
	confirm *bool
	kinds   *c.Checks
}

// checkUsage says what values --check takes.
func checkUsage() string {
	return "=KIND,...: of a C program also ask about " + strings.Join(c.CheckNames(), ", ") +
		", or all but the last two as all"
}

// String implements cli.Value.
func (k *checkFlag) String() string {
	if k.confirm != nil && *k.confirm {
		return "true"
	}
	return ""
}

// IsBoolFlag says that the flag needs no value.
func (k *checkFlag) IsBoolFlag() bool { return true }

// Set implements cli.Value.
func (k *checkFlag) Set(text string) error {
	switch text {
	case "true":
		*k.confirm = true
		return nil
	case "false":
		*k.confirm = false
		return nil
	}
	kinds, err := c.ParseChecks(text)
	*k.kinds |= kinds
	return err
}

// misplaced finds the kinds of --check among the files, where they are after a space.
func (o *cOptions) misplaced(files []string) error {
	for _, f := range files {
		if _, err := c.ParseChecks(f); err == nil {
			if _, err := os.Stat(f); err != nil {
				return fmt.Errorf("there is no file %s; write --check=%s", f, f)
			}
		}
	}
	return nil
}

// add adds the flags.
func (o *cOptions) add(f *cli.FlagSet) {
	f.StringVar(&o.model, "data-model", "LP64", "C: how wide int, long and pointers are: LP64, ILP32 or LLP64")
	f.StringVar(&o.std, "std", syntax.Stds[0], "C: what __STDC_VERSION__ says: "+strings.Join(syntax.Stds[:], ", "))
	f.StringVar(&o.overflow, "overflow", "wrap",
		"C: signed overflow wraps, is checked (check), or does not happen (assume)")
	f.Var((*texts)(&o.include), "I", "C: a directory with headers; may be repeated")
	f.Var((*texts)(&o.define), "D", "C: define a macro, NAME or NAME=VALUE; may be repeated")
	f.StringVar(&o.harness, "harness", "",
		"C: write a file that, compiled beside an unsafe program with gcc -fwrapv, makes it reach the error")
	f.BoolVar(&o.run, "run", false,
		"C: compile an unsafe program and execute it, in an empty directory, to confirm that the error happens")
	f.BoolVar(&o.only, "only", false, "C: ask about nothing but --check=KIND,...: executions end where an assertion fails")
	f.StringVar(&o.file, "prp", "", "C: ask what a property file of SV-COMP asks, and nothing else")
	f.BoolVar(&o.dump, "dump-boogie", false, "C: print the program as Boogie text, and verify nothing")
	f.StringVar(&o.malloc, "malloc", "succeeds",
		"C: malloc, calloc and realloc always have memory, or may return a null pointer (may-fail)")
	f.StringVar(&o.argc, "argc-min", "1", "C: main is given at least its name (1), or maybe not even that (0)")
	f.Choices("argc-min", []string{"1", "0"})
	f.Choices("data-model", syntax.Models[:])
	f.Choices("std", syntax.Stds[:])
	f.Choices("overflow", []string{"wrap", "check", "assume"})
	f.Choices("malloc", []string{"succeeds", "may-fail"})
}

// options returns what the flags say, and whether --overflow is among them.
func (o *cOptions) options(overflow bool) (out c.Options, err error) {
	if o.checks&c.Overflows != 0 && overflow && o.overflow != "check" {
		return out, errors.New("--check=overflow and --overflow " + o.overflow + " exclude each other")
	}
	if o.only && o.checks == 0 && o.file == "" {
		return out, errors.New("--only needs --check=KIND")
	}
	out.Checks, out.Only, out.Called, out.Leaks = o.checks, o.only, o.called, o.leaks
	out.Include, out.Define, out.Record = o.include, o.define, o.harness != "" || o.run
	found := false
	for i, name := range syntax.Models {
		if name == o.model {
			out.Model, found = syntax.Model(i), true
		}
	}
	if !found {
		return out, errors.New("--data-model must be " + strings.Join(syntax.Models[:], ", "))
	}
	i := slices.Index(syntax.Stds[:], o.std)
	if i < 0 {
		return out, errors.New("--std must be " + strings.Join(syntax.Stds[:], ", "))
	}
	out.Std = syntax.Std(i)
	switch o.overflow {
	case "wrap":
	case "check":
		out.Overflow = c.Check
	case "assume":
		out.Overflow = c.Assume
	default:
		return out, errors.New("--overflow must be wrap, check or assume")
	}
	if out.MallocMayFail = o.malloc == "may-fail"; !out.MallocMayFail && o.malloc != "succeeds" {
		return out, errors.New("--malloc must be succeeds or may-fail")
	}
	if out.Nameless = o.argc == "0"; !out.Nameless && o.argc != "1" {
		return out, errors.New("--argc-min must be 1 or 0")
	}
	return out, nil
}

// needless returns an error if something is asked about that only C programs have.
func (o *cOptions) needless() error {
	switch {
	case o.opt.Checks != 0:
		return &driver.OptionError{Msg: "only C programs are checked for " + o.opt.Checks.String()}
	case o.opt.Only:
		return &driver.OptionError{Msg: "only C programs are asked about something else than their assertions"}
	}
	return nil
}

// print prints a C program as Boogie text.
func (o *cOptions) print(s streams, names []string, opt driver.Options) error {
	files, err := readFiles(s.in, names)
	if err != nil {
		return err
	}
	o.opt.Entry = opt.Entry
	r, err := c.Load(files, term.NewStore(), o.opt)
	if err != nil {
		return &inputError{err}
	}
	var of []string
	for _, f := range files {
		of = append(of, f.Name)
	}
	return prog.WriteSource(s.out, r.Program, prog.Source{
		Header: []string{"made of " + strings.Join(of, ", ")},
		Attrs: func(q *prog.Proc) string {
			if q.ID == r.Program.Entries[0] {
				return "{:entrypoint} "
			}
			return ""
		},
	})
}

// write writes the harness, if it is asked for and there is one.
func (o *cOptions) write(r *driver.Report) error {
	h := harness(r)
	if o.harness == "" || h == nil {
		return nil
	}
	return os.WriteFile(o.harness, []byte(h.Text), 0o666)
}

// harness returns what makes an executable of a C program that shows the execution that was found; nil if there is
// none.
func harness(r *driver.Report) *c.Harness {
	if r == nil || r.Loaded == nil {
		return nil
	}
	program, ok := r.Loaded.Source.(*c.Result)
	if !ok {
		return nil
	}
	return program.Harness(r.Result.Trace())
}

// confirm runs unsafe programs, if that is asked for, for as long as the time lasts since the start. The program
// consists of so many files.
func (o *cOptions) confirm(ctx context.Context, found []*driver.Report, units int, opt driver.Options,
	start time.Time) {
	if !o.run {
		return
	}
	if opt.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, start.Add(opt.Timeout))
		defer cancel()
	}
	for _, r := range found {
		h := harness(r)
		if h == nil {
			r.Confirmation = &driver.Confirmation{Why: "this is no C program"}
			continue
		}
		f := report.New(r, "").Failure
		p := confirm.Program{
			Files: r.Files, Units: units, Options: o.opt, Kind: f.Kind,
			File: cmp.Or(f.Place.File, r.File), Line: f.Place.Line,
		}
		r.Confirmation = confirm.Run(ctx, &p, h)
		if r.Confirmation.Confirmed {
			continue
		}
		if x := o.aimed(ctx, r, units, opt); x != nil {
			c := confirm.Run(ctx, &p, harness(x))
			if c.Confirmed {
				*r, r.Confirmation = *x, c
			}
		}
	}
}

// aiming is for how long another execution is sought, if the command has no limit.
const aiming = 10 * time.Second

// aimed returns an execution that fails as another one does, where pointers that nobody initialises point to what the
// harness knows; nil if there is none, or none is found.
func (o *cOptions) aimed(ctx context.Context, r *driver.Report, units int, opt driver.Options) *driver.Report {
	language := c.Front{Options: o.opt}
	language.Options.Aimed = true
	opt.Front, opt.Progress, opt.Files = language, nil, r.Files[1:units]
	if opt.Timeout == 0 {
		opt.Timeout = aiming
	}
	x, err := driver.Verify(ctx, r.Files[0].Name, r.Files[0].Text, opt)
	if err != nil || harness(x) == nil || report.New(x, "").Failure.Place != report.New(r, "").Failure.Place {
		return nil
	}
	return x
}

// texts are the values of a flag that may be repeated.
type texts []string

// String implements cli.Value.
func (t *texts) String() string { return "" }

// Set implements cli.Value.
func (t *texts) Set(text string) error {
	*t = append(*t, text)
	return nil
}
