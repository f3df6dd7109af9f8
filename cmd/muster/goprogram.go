package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/cache"
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

// toSearch returns how long executions are sought: if several are, whose tests run, a quarter of the time is for these.
func (v *verifyOptions) toSearch(opt driver.Options) time.Duration {
	if _, ok := opt.Front.(golang.Front); ok && !v.golang.none && opt.Failures != 1 {
		return opt.Timeout - opt.Timeout/4
	}
	return opt.Timeout
}

// confirmGo runs a test that is to fail as an execution does, if r is about a Go program. It returns the check that
// another one has come before in the same line, if that is why the test fails otherwise.
func (v *verifyOptions) confirmGo(ctx context.Context, r *driver.Report, number int) (*golang.Late, error) {
	o := &v.golang
	program, ok := r.Loaded.Source.(*golang.Result)
	if !ok || o.none {
		return nil, nil
	}
	consent := gotest.Own
	if v.c.run {
		consent = gotest.Anything
	}
	p := program.Package()
	if why := p.Refused(consent); why != "" {
		c := &driver.Confirmation{Why: why}
		if what := program.Inexact(r.Result.Trace()); what != "" {
			c = &driver.Confirmation{Why: what, Refutes: reason.NoTest}
		}
		r.Confirm(c)
		return nil, nil
	}
	w, x, err := written(program, p, r, number)
	if err != nil {
		r.Confirm(&driver.Confirmation{Why: err.Error(), Refutes: reason.NoTest})
		return nil, nil
	}
	out := v.runOnce(ctx, p, w, x, consent)
	if !out.Failed {
		r.Confirm(&driver.Confirmation{Why: out.Why, Refutes: reason.NotFailed})
		if out.Other == "" {
			return nil, nil
		}
		return &golang.Late{Kind: x.Kind, File: x.File, Line: x.From}, nil
	}
	r.Confirm(&driver.Confirmation{Confirmed: true})
	if o.test == "" || w.Keep.Name == "" {
		return nil, nil
	}
	if err := w.Keep.Save(o.test); err != nil {
		return nil, &task.InputError{Err: fmt.Errorf("--test: %w", err)}
	}
	return nil, nil
}

// runOnce runs a test, unless answers are kept and the same one has failed before, of a package that consists of what
// it consists of now with its tests.
func (v *verifyOptions) runOnce(ctx context.Context, p *gotest.Package, w *gotest.Written, x *gotest.Expect,
	consent gotest.Consent) gotest.Outcome {
	kept := v.Opt.Answers
	if kept == nil || v.Opt.Check {
		return p.Run(ctx, w, *x, consent)
	}
	closure, err := v.Go.Closure(p.Dir, true)
	if err != nil {
		return p.Run(ctx, w, *x, consent)
	}
	text, err := json.Marshal([]any{"go test", kept.Build, closure, w, x, consent})
	if err != nil {
		return gotest.Outcome{Why: err.Error()}
	}
	key := cache.Key(sha256.Sum256(text))
	if had, err := kept.Store.Get(key); err == nil && string(had) == failed {
		return gotest.Outcome{Failed: true}
	}
	out := p.Run(ctx, w, *x, consent)
	if out.Failed {
		_ = kept.Store.Put(key, []byte(failed)) // or it runs again
	}
	return out
}

// failed is what is kept of a test that has failed as predicted.
const failed = "it failed as predicted"

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
	s, err := program.Stated(r.Result.Trace())
	if err != nil {
		return nil, nil, err
	}
	if s != nil { // nobody keeps a test that fails only where the check is
		w.Stated, w.Keep = s, gotest.File{}
		return w, &gotest.Expect{Kind: gotest.Panic, Text: s.Message, File: s.File, From: s.Line, To: s.Line}, nil
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

// anyReceiver asks about a method with any receiver, if nothing is known of those that the package makes: it may be
// safe all the same, or fail. It returns how it was asked.
func (v *verifyOptions) anyReceiver(ctx context.Context, found []*driver.Report, last *driver.Report, files prog.Files,
	opt driver.Options, start time.Time) ([]*driver.Report, *driver.Report, driver.Options, error) {
	language, ok := opt.Front.(golang.Front)
	if !ok || len(found) > 0 || last.Loaded == nil || last.Result.Verdict() != verifier.Unknown || last.Stopped {
		return found, last, opt, nil
	}
	if program, ok := last.Loaded.Source.(*golang.Result); !ok || !program.Made() {
		return found, last, opt, nil
	}
	asked := opt
	asked.Observe = nil // that is about the first question
	language.Options.AnyReceiver = true
	asked.Front = language
	if opt.Timeout > 0 {
		asked.Timeout = max(time.Until(start.Add(opt.Timeout)), time.Millisecond)
	}
	others, x, err := task.Search(ctx, files, asked, task.Watch(&asked))
	if err != nil || x.Result.Verdict() == verifier.Unknown {
		return found, last, opt, err
	}
	return others, x, asked, nil
}

const (
	mostElsewhere = 5                // executions of a program that is not known to fail are run,
	elsewhere     = 30 * time.Second // and sought for so long, if the command has no limit
)

// elsewhere looks for an execution that fails as the program does when it runs, in place of one that it does not have:
// at another place or, if another check comes before in the same line, there. It returns nil if none is found.
func (v *verifyOptions) elsewhere(ctx context.Context, r *driver.Report, late *golang.Late, files prog.Files,
	opt driver.Options, start time.Time) (*driver.Report, error) {
	end := time.Now().Add(elsewhere)
	if opt.Timeout > 0 {
		end = start.Add(opt.Timeout)
	}
	opt.Answers = nil
	for range mostElsewhere {
		if language, ok := opt.Front.(golang.Front); ok && late != nil {
			language.Options.Late = *late
			opt.Front, opt.Passed = language, nil // assertions are those of another program
		} else {
			opt.Passed = append(slices.Clip(opt.Passed), r.Result.Trace().Assertion)
		}
		if opt.Timeout = time.Until(end); opt.Timeout <= 0 {
			return nil, nil
		}
		found, _, err := task.Search(ctx, files, opt, task.Watch(&opt))
		if err != nil || len(found) == 0 {
			return nil, err
		}
		r = found[0]
		if late, err = v.confirmGo(ctx, r, 1); err != nil || r.Result.Verdict() == verifier.Unsafe {
			return r, err
		}
	}
	return nil, nil
}
