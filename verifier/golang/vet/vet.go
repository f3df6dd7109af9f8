package vet

import (
	"cmp"
	"context"
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/golang"
	"github.com/muster-smt/muster/verifier/report"
)

// options are the flags of an analyzer.
type options struct {
	each   time.Duration
	all    time.Duration
	checks string
}

// New returns an analyzer, whose flags are its own.
func New() *analysis.Analyzer {
	o := new(options)
	a := &analysis.Analyzer{
		Name: "panics",
		Doc: "report calls of exported functions that panic\n\n" +
			"Each report is an execution that has been replayed, from a call with arguments of any value to the panic.\n" +
			"Functions of other packages are not looked into; what depends on them is not reported.",
		Run: func(pass *analysis.Pass) (any, error) { return nil, o.run(pass) },
	}
	a.Flags.DurationVar(&o.each, "each", 2*time.Second, "how long to look at a function")
	a.Flags.DurationVar(&o.all, "package", 30*time.Second, "how long to look at a package")
	a.Flags.StringVar(&o.checks, "check", "all", "which panics, as muster verify --check has them")
	return a
}

func (o *options) run(pass *analysis.Pass) error {
	checks, err := golang.ParseChecks(o.checks)
	if err != nil {
		return err
	}
	t := golang.Typed{
		Fset: pass.Fset, Files: pass.Files, Types: pass.Pkg, Info: pass.TypesInfo, Sizes: pass.TypesSizes,
		Read: pass.ReadFile,
	}
	p := t.Package()
	ctx, stop := context.WithTimeout(context.Background(), o.all)
	defer stop()
	reported := map[place]bool{}
	for _, f := range p.Entries() {
		if ctx.Err() != nil {
			break
		}
		r, err := driver.Verify(ctx, pass.Pkg.Path(), nil, driver.Options{
			Question: driver.Question{
				Front: golang.Front{Package: p, Options: golang.Options{Checks: checks}}, Entry: f.Name(),
			},
			// One engine at a time, so that equal runs are equal: drivers look at packages at the same time.
			Limits: driver.Limits{Timeout: o.each, Unbounded: -1, Processors: 1},
		})
		if err != nil {
			return fmt.Errorf("%s: %w", f.Name(), err)
		}
		if r.Result.Verdict() == verifier.Unsafe {
			tell(pass, f, r, reported)
		}
	}
	return nil
}

// place is one of a panic, which is reported once.
type place struct {
	file string
	line int
}

// tell reports a panic, unless one at its place has been reported.
func tell(pass *analysis.Pass, entry *types.Func, r *driver.Report, reported map[place]bool) {
	f := report.New(r, "").Failure
	if f == nil {
		return
	}
	at := place{cmp.Or(f.Place.File, r.File), f.Place.Line}
	if reported[at] {
		return
	}
	reported[at] = true
	d := analysis.Diagnostic{Pos: entry.Pos(), Category: f.Kind, Message: message(entry, r, f)}
	if pos := position(pass, at.file, f.Place); pos.IsValid() {
		d.Pos = pos
		d.Related = []analysis.RelatedInformation{{Pos: entry.Pos(), Message: "the entry"}}
	}
	pass.Report(d)
}

// longest is how long a call may be that is part of a message, in bytes.
const longest = 120

// message says what happens, and by which call.
func message(entry *types.Func, r *driver.Report, f *report.Failure) string {
	by := entry.Name()
	if program, ok := r.Loaded.Source.(*golang.Result); ok {
		if call := program.CallText(r.Result.Trace()); call != "" && len(call) <= longest {
			by = call
		}
	}
	return fmt.Sprintf("%s panics: %s", by, f.Message)
}

// position returns that of a place in a file of the package.
func position(pass *analysis.Pass, name string, at report.Place) token.Pos {
	abs, err := filepath.Abs(name)
	for _, f := range pass.Files {
		file := pass.Fset.File(f.FileStart)
		if own, wrong := filepath.Abs(file.Name()); err != nil || wrong != nil || own != abs || at.Line > file.LineCount() {
			continue
		}
		return file.LineStart(at.Line) + token.Pos(max(at.Column-1, 0))
	}
	return token.NoPos
}
