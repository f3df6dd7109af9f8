package main

import (
	"cmp"
	"context"
	"path/filepath"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/golang"
	"github.com/muster-smt/muster/verifier/golang/gotest"
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

// confirm runs a test that is to panic as an execution does, if r is about a Go program.
func (o *goOptions) confirm(ctx context.Context, r *driver.Report, number int, all bool) {
	program, ok := r.Loaded.Source.(*golang.Result)
	if !ok || o.none {
		return
	}
	consent := gotest.Own
	if all {
		consent = gotest.Anything
	}
	r.Confirm(o.run(ctx, program, r, number, consent))
}

func (o *goOptions) run(ctx context.Context, program *golang.Result, r *driver.Report, number int,
	consent gotest.Consent) *driver.Confirmation {
	call, err := program.Counterexample(r.Result.Trace())
	if err != nil {
		return &driver.Confirmation{Why: err.Error()}
	}
	p := program.Package()
	w, err := p.Write(&gotest.Test{Entry: r.Entry, Number: number, Calls: []gotest.Call{*call}})
	if err != nil {
		return &driver.Confirmation{Why: err.Error()}
	}
	f := report.New(r, "").Failure
	file, err := filepath.Abs(cmp.Or(f.Place.File, r.File))
	if err != nil {
		return &driver.Confirmation{Why: err.Error()}
	}
	x := gotest.Expect{Kind: f.Kind, File: file, From: f.Place.Line, To: f.Place.Line}
	out := p.Run(ctx, w, x, consent)
	if !out.Failed {
		return &driver.Confirmation{Why: "the test did not fail: " + out.Why}
	}
	if o.test != "" {
		if err := w.Keep.Save(o.test); err != nil {
			return &driver.Confirmation{Why: err.Error()}
		}
	}
	return &driver.Confirmation{Confirmed: true}
}
