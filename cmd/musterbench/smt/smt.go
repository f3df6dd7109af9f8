package smt

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/script"
)

// Options says what is compared, and how.
type Options struct {
	measure.Comparison
	Sets   string // directory of the sets; smt.csv is the table of the set smt
	Logics []string
	Sample int // maximum number of scripts of each logic; 0 is all
	// Self is the command line of this program that runs a script as RunScript
	// does; it is the solver muster.
	Self []string
}

// benchmark is a script with its expected answers.
type benchmark struct {
	path, file, logic string
	want              []string // nil: unknown
}

// run is what a solver made of a script. Its verdict is solved, miss or wrong.
type run struct {
	measure.Result
	*benchmark
	got []string
}

// The verdicts.
const (
	solved = "solved"
	missed = "miss"
	wrong  = "wrong"
)

// Cells implements measure.Row.
func (r *run) Cells() []string {
	return []string{r.logic, r.path, strings.Join(r.want, " "), r.Solver, strings.Join(r.got, " "),
		r.Seconds(), fmt.Sprint(r.PeakMB), r.Verdict, r.Wrong + r.Remark}
}

// Run compares solvers on the scripts named, or on those of the set smt.
func Run(ctx context.Context, out, errs io.Writer, o *Options, args []string) error {
	scripts, err := o.scripts(args)
	if err != nil {
		return err
	}
	solvers, err := o.solvers()
	if err != nil {
		return err
	}
	o.Describe(ctx, out, solvers)
	head := []string{"logic", "path", "expected", "solver", "answers", "cpu_seconds", "peak_mb", "result", "remark"}
	runs, err := measure.Compare(ctx, &o.Comparison, errs, head, scripts, solvers,
		func(b *benchmark, v measure.Solver) (*run, error) { return o.solve(ctx, v, b), nil },
		func(*benchmark, []*run) error { return nil })
	summarize(out, runs, o.Limit)
	return err
}

// scripts finds the scripts to run.
func (o *Options) scripts(args []string) ([]*benchmark, error) {
	var all []*benchmark
	for _, a := range args {
		all = append(all, &benchmark{path: a, file: a})
	}
	if len(args) > 0 {
		return all, nil
	}
	rows, err := measure.ReadTable(filepath.Join(o.Sets, "smt.csv"))
	if err != nil {
		return nil, fmt.Errorf("%w (--bench or MUSTER_BENCH names the directory of the sets)", err)
	}
	for _, r := range rows {
		if len(o.Logics) > 0 && !slices.Contains(o.Logics, r["logic"]) {
			continue
		}
		all = append(all, &benchmark{r["path"], filepath.Join(o.Sets, "smt", r["path"]), r["logic"],
			strings.Fields(r["verdicts"])})
	}
	if o.Sample > 0 {
		all = measure.Sampled(all, o.Sample, func(b *benchmark) string { return b.logic })
	}
	return all, nil
}

// solvers finds the solvers.
func (o *Options) solvers() ([]measure.Solver, error) {
	return o.Find(append([]string{"muster"}, measure.OnPath("z3", "cvc5", "boolector")...),
		func(name string) ([]string, error) {
			var line []string
			switch name {
			case "z3", "boolector": // the latter reads no declare-const and no scopes
				return []string{name}, nil
			case "cvc5":
				return []string{name, "--incremental"}, nil
			case "muster":
				self, err := os.Executable()
				if err != nil {
					return nil, err
				}
				line = append([]string{self}, o.Self...)
			default:
				line = []string{name, "solve"}
			}
			if o.Check {
				line = append(line, "--check")
			}
			return line, nil
		})
}

// solve runs a solver on a script.
func (o *Options) solve(ctx context.Context, v measure.Solver, b *benchmark) *run {
	p := measure.Run(ctx, o.Pin, o.Limit, append(slices.Clone(v.Args), b.file)...)
	r := &run{Result: measure.NewResult(b.path, v.Name, p), benchmark: b}
	r.judge(p.Out, p.Errs, p.Internal())
	if r.Verdict == missed && (p.Timeout || r.Remark == "") {
		r.Remark = p.Why()
	}
	return r
}

// judge compares the answers with the expected ones. After an unsupported
// command the rest is another script, whose sat says nothing about this one. An internal
// error is as bad as a wrong answer.
func (r *run) judge(out, errs string, internal bool) {
	unknown, unsupported := 0, false
	for line := range strings.Lines(out) {
		line = strings.TrimSpace(line)
		switch {
		case line == "sat" && unsupported, line == "unknown":
			unknown++
			r.got = append(r.got, "unknown")
		case line == "sat" || line == "unsat":
			r.got = append(r.got, line)
		case strings.HasPrefix(line, "(error"):
			unsupported = unsupported || strings.Contains(line, "unsupported")
			if r.Remark == "" {
				r.Remark = line
			}
		}
	}
	if r.Remark == "" {
		r.Remark = measure.FirstLine(errs)
	}
	answered := len(r.got) > 0 && unknown == 0 && (r.want == nil || len(r.got) == len(r.want))
	r.Verdict = missed
	if answered || len(r.want) > 0 && slices.Equal(r.got, r.want) {
		r.Verdict = solved
	}
	for i := range min(len(r.got), len(r.want)) {
		if g, w := r.got[i], r.want[i]; g != w && g != "unknown" && w != "unknown" {
			r.Wrong = fmt.Sprintf("check %d: %s, expected %s", i+1, g, w)
		}
	}
	if internal {
		r.Wrong = cmp.Or(r.Remark, "internal error")
	}
	if r.Wrong != "" {
		r.Verdict, r.Remark = wrong, ""
	}
}

// RunScript runs a script in this process, as muster solve does; with check,
// models, cores and proofs are checked. The error is a reason.Internal if the solver
// found a fault of its own.
func RunScript(ctx context.Context, out, errs io.Writer, file string, check bool) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	rep, err := script.Run(ctx, file, bufio.NewReader(f), out, script.Options{Check: check, Diagnostics: errs})
	if rep.Reason.Kind != reason.None {
		fmt.Fprintln(errs, "unknown:", rep.Reason.Report())
	}
	if rep.Internal {
		return errors.Join(reason.Internal, err)
	}
	return err
}
