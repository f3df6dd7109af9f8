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
	t, err := program.Counterexample(r.Result.Trace())
	if err != nil {
		return nil, nil, err
	}
	t.Number = number
	w, err := p.Write(t)
	if err != nil {
		return nil, nil, err
	}
	x, err := expected(report.New(r, ""))
	return w, x, err
}

// expected says how a test fails that does as an execution.
func expected(r *report.Report) (*gotest.Expect, error) {
	file := func(at report.Place) (string, error) { return filepath.Abs(cmp.Or(at.File, r.File)) }
	f := r.Failure
	name, err := file(f.Place)
	x := &gotest.Expect{Kind: f.Kind, File: name, From: f.Place.Line, To: f.Place.Line}
	if f.Kind != gotest.Fail || err != nil {
		return x, err
	}
	if golang.Unlogged(f.Message) {
		x.From, x.To = 0, 0
	}
	for k := range r.Steps {
		switch s := &r.Steps[k]; s.Kind {
		case report.Call:
			if name, err = file(s.Place); err != nil {
				return nil, err
			}
			x.Callers = append(x.Callers, gotest.Lines{File: name, From: s.Place.Line, To: s.Place.Line})
		case report.Return:
			x.Callers = x.Callers[:max(len(x.Callers)-1, 0)]
		}
	}
	return x, nil
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
