package main

import (
	"cmp"
	"context"
	"os"
	"strings"
	"time"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/confirm"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/report"
)

// cOptions are the flags about C programs that are about what is written, and what is run.
type cOptions struct {
	harness string
	run     bool
	dump    bool
}

// add adds the flags.
func (o *cOptions) add(f *cli.FlagSet) {
	f.StringVar(&o.harness, "harness", "",
		"C: write a file that, compiled beside an unsafe program with gcc -fwrapv, makes it reach the error")
	f.BoolVar(&o.run, "run", false,
		"C: compile an unsafe program and execute it, in an empty directory, to confirm that the error happens")
	f.BoolVar(&o.dump, "dump-boogie", false, "C: print the program as Boogie text, and verify nothing")
}

// print prints a C program as Boogie text.
func (v *verifyOptions) print(s streams, names []string) error {
	files, err := task.ReadFiles(s.in, names)
	if err != nil {
		return err
	}
	opt := v.C.Opt
	opt.Entry = v.Opt.Entry
	r, err := c.Load(files, term.NewStore(), opt)
	if err != nil {
		return &task.InputError{Err: err}
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

// timeOut returns when a time ends that began; never if there is no limit.
func timeOut(start time.Time, limit time.Duration) time.Time {
	if limit == 0 {
		return time.Time{}
	}
	return start.Add(limit)
}

// confirm runs unsafe programs, if that is asked for or they are Go programs of the user's, until the end, if there is
// one. An execution that the program does not have gives way to one that it has, if only one is sought.
func (v *verifyOptions) confirm(ctx context.Context, found []*driver.Report, files prog.Files, opt driver.Options,
	start, end time.Time) error {
	if !end.IsZero() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, end)
		defer cancel()
	}
	units := len(files)
	for k, r := range found {
		late, err := v.confirmGo(ctx, r, k+1)
		if err != nil {
			return err
		}
		if r.Result.Verdict() == verifier.Unknown && opt.Failures == 1 {
			x, err := v.elsewhere(ctx, r, late, files, opt, start)
			if err != nil {
				return err
			}
			if x != nil {
				*r = *x
			}
		}
		if why := foreign(r); why != "" {
			r.Remark = strings.TrimPrefix(r.Remark+"; "+why, "; ")
		}
		if !v.c.run || r.Confirmation != nil {
			continue
		}
		h := harness(r)
		if h == nil {
			r.Confirmation = &driver.Confirmation{Why: "this is no C program"}
			continue
		}
		f := report.New(r, "").Failure
		p := confirm.Program{
			Files: r.Files, Units: units, Options: v.C.Opt, Kind: f.Kind,
			File: cmp.Or(f.Place.File, r.File), Line: f.Place.Line,
		}
		r.Confirmation = confirm.Run(ctx, &p, h)
		if r.Confirmation.Confirmed {
			continue
		}
		if x := v.aimed(ctx, r, units, opt); x != nil {
			c := confirm.Run(ctx, &p, harness(x))
			if c.Confirmed {
				*r, r.Confirmation = *x, c
			}
		}
	}
	return nil
}

// aiming is for how long another execution is sought, if the command has no limit.
const aiming = 10 * time.Second

// aimed returns an execution that fails as another one does, where pointers that nobody initialises point to what the
// harness knows; nil if there is none, or none is found.
func (v *verifyOptions) aimed(ctx context.Context, r *driver.Report, units int, opt driver.Options) *driver.Report {
	language := c.Front{Options: v.C.Opt}
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
