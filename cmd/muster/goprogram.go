package main

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/golang"
	"github.com/muster-smt/muster/verifier/golang/gotest"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/report"
)

// goOptions are the flags about Go programs that are about what is run.
type goOptions struct {
	none bool
	test string
}

// add adds the flags.
func (o *goOptions) add(f *cli.FlagSet) {
	f.BoolVar(&o.none, "no-run", false, "Go: run no test that shows the panic of an unsafe program")
	f.StringVar(&o.test, "test", "", "Go: keep that test in a directory, if it fails as it is to")
}

// confirm runs a test that is to fail as an execution does, if r is about a Go program.
func (o *goOptions) confirm(ctx context.Context, r *driver.Report, number int, all bool) error {
	program, ok := r.Loaded.Source.(*golang.Result)
	if !ok || o.none {
		return nil
	}
	consent := gotest.Own
	if all {
		consent = gotest.Anything
	}
	p := program.Package()
	if why := p.Refused(consent); why != "" {
		r.Confirm(&driver.Confirmation{Why: why})
		return nil
	}
	w, x, err := written(program, p, r, number)
	if err != nil {
		r.Confirm(&driver.Confirmation{Why: err.Error(), Refutes: reason.NoTest})
		return nil
	}
	out := p.Run(ctx, w, *x, consent)
	if !out.Failed {
		r.Confirm(&driver.Confirmation{Why: out.Why, Refutes: reason.NotFailed})
		return nil
	}
	r.Confirm(&driver.Confirmation{Confirmed: true})
	if o.test == "" {
		return nil
	}
	if err := w.Keep.Save(o.test); err != nil {
		return &task.InputError{Err: fmt.Errorf("--test: %w", err)}
	}
	return nil
}

// written returns the test of an execution, and how it is to fail.
func written(program *golang.Result, p *gotest.Package, r *driver.Report, number int) (
	*gotest.Written, *gotest.Expect, error) {
	call, err := program.Counterexample(r.Result.Trace())
	if err != nil {
		return nil, nil, err
	}
	w, err := p.Write(&gotest.Test{Entry: r.Entry, Number: number, Calls: []gotest.Call{*call}})
	if err != nil {
		return nil, nil, err
	}
	f := report.New(r, "").Failure
	file, err := filepath.Abs(cmp.Or(f.Place.File, r.File))
	return w, &gotest.Expect{Kind: f.Kind, File: file, From: f.Place.Line, To: f.Place.Line}, err
}

const (
	mostElsewhere = 5                // executions of a program that is not known to fail are run,
	elsewhere     = 10 * time.Second // and sought for so long, if the command has no limit
)

// elsewhere looks for an execution that fails at another place than one at which the program does not fail when it
// runs; nil if none is found that does.
func (v *verifyOptions) elsewhere(ctx context.Context, r *driver.Report, files prog.Files, opt driver.Options,
	start time.Time) (*driver.Report, error) {
	end := time.Now().Add(elsewhere)
	if opt.Timeout > 0 {
		end = start.Add(opt.Timeout)
	}
	opt.Answers = nil
	for range mostElsewhere {
		opt.Passed = append(slices.Clip(opt.Passed), r.Result.Trace().Assertion)
		if opt.Timeout = time.Until(end); opt.Timeout <= 0 {
			return nil, nil
		}
		found, _, err := task.Search(ctx, files, opt, task.Watch(&opt))
		if err != nil || len(found) == 0 {
			return nil, err
		}
		r = found[0]
		if err := v.golang.confirm(ctx, r, 1, v.c.run); err != nil || r.Result.Verdict() == verifier.Unsafe {
			return r, err
		}
	}
	return nil, nil
}
