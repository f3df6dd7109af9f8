package horn

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/chc"
	"github.com/muster-smt/muster/verifier/horn"
)

// Options says what is compared, and how.
type Options struct {
	measure.Comparison
	Sets   string // directory of the sets; chc.csv is the table of the set chc
	Tracks []string
	Sample int  // maximum number of scripts of each track; 0 is all
	Cross  bool // have other solvers check the solutions
	// Self is the command line of this program that runs a script as RunScript does, with the engine after it.
	Self []string
}

// benchmark is a script with its expected answer, and what others made of it before.
type benchmark struct {
	path, file, track, want string // want may be empty
	others                  []*run
}

// run is what a solver made of a script. Its verdict is solved, miss or wrong.
type run struct {
	measure.Result
	*benchmark
	got   string
	cross string // what others say of the solution
	model string
}

// The verdicts.
const (
	solved = "solved"
	missed = "miss"
	wrong  = "wrong"
)

// Cells implements measure.Row.
func (r *run) Cells() []string {
	return []string{r.track, r.path, r.want, r.Solver, r.got, r.Seconds(), fmt.Sprint(r.PeakMB), r.Verdict, r.cross,
		r.Wrong + r.Remark}
}

// Run compares solvers on the scripts in the directories and files named, or on those of the set chc.
func Run(ctx context.Context, out, errs io.Writer, o *Options, args []string) error {
	if len(args) == 0 {
		args = []string{filepath.Join(o.Sets, "chc")}
	}
	var scripts []*benchmark
	for _, a := range args {
		more, err := o.scripts(a)
		if err != nil {
			return fmt.Errorf("%w (--bench or MUSTER_BENCH names the directory of the sets)", err)
		}
		scripts = append(scripts, more...)
	}
	if o.Sample > 0 {
		scripts = measure.Sampled(scripts, o.Sample, func(b *benchmark) string { return b.track })
	}
	solvers, err := o.solvers()
	if err != nil {
		return err
	}
	checkers := measure.OnPath("z3", "cvc5")
	if o.Cross && len(checkers) == 0 {
		return errors.New("--cross needs z3 or cvc5 on PATH")
	}
	o.Describe(ctx, out, solvers)
	head := []string{"track", "path", "expected", "solver", "answer", "cpu_seconds", "peak_mb", "result", "cross",
		"remark"}
	runs, err := measure.Compare(ctx, &o.Comparison, errs, head, scripts, solvers,
		func(b *benchmark, v measure.Solver) (*run, error) {
			r := o.solve(ctx, v, b)
			if o.Cross && r.model != "" {
				if err := o.check(ctx, r, checkers); err != nil {
					return nil, err
				}
			}
			return r, nil
		},
		func(*benchmark, []*run) error { return nil })
	for _, b := range scripts {
		runs = append(runs, b.others...)
	}
	summarize(out, runs, o.Limit)
	return err
}

// scripts finds the scripts of a directory, with the table beside it if there is one, or a single script.
func (o *Options) scripts(name string) (all []*benchmark, err error) {
	name = filepath.Clean(name)
	rows, err := measure.ReadTable(name + ".csv")
	if err == nil {
		for _, r := range rows {
			b := &benchmark{path: r["path"], file: filepath.Join(name, r["path"]), track: r["track"], want: r["expected"]}
			if b.others, err = recorded(b, r, o.Limit); err != nil {
				return nil, err
			}
			if len(o.Tracks) == 0 || slices.Contains(o.Tracks, b.track) {
				all = append(all, b)
			}
		}
		return all, nil
	}
	if !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	err = filepath.WalkDir(name, func(file string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() && (file == name || strings.HasSuffix(file, ".smt2")) {
			all = append(all, &benchmark{path: file, file: file, track: "-"})
		}
		return err
	})
	return all, err
}

// recorded returns the runs of other solvers that a row of the table has: NAME_verdict, which is empty for a miss, and
// NAME_s. What took longer than the limit is a miss, too.
func recorded(b *benchmark, row map[string]string, limit time.Duration) (all []*run, err error) {
	var names []string
	for column := range row {
		if name, ok := strings.CutSuffix(column, "_verdict"); ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		r := &run{Result: measure.Result{Input: b.path, Solver: name + " (table)"}, benchmark: b}
		if text := row[name+"_s"]; text != "" {
			if r.CPU, err = strconv.ParseFloat(text, 64); err != nil {
				return nil, fmt.Errorf("%s: %w", b.path, err)
			}
		}
		if answer := row[name+"_verdict"]; r.CPU <= limit.Seconds() {
			r.judge(answer, "", false)
		} else {
			r.judge("", "timeout", false)
		}
		all = append(all, r)
	}
	return all, nil
}

// solvers finds the solvers.
func (o *Options) solvers() ([]measure.Solver, error) {
	return o.Find([]string{"muster"}, func(name string) ([]string, error) {
		engine := name
		switch {
		case name == "z3":
			return []string{name}, nil
		case name == "muster":
			engine = horn.Auto
		case !slices.Contains(horn.Engines(), name):
			return append([]string{name, "horn"}, o.modelFlag()...), nil
		}
		self, err := os.Executable()
		if err != nil {
			return nil, err
		}
		return append(append(append([]string{self}, o.Self...), "--engine="+engine), o.modelFlag()...), nil
	})
}

func (o *Options) modelFlag() []string {
	if o.Cross {
		return []string{"--model"}
	}
	return nil
}

// solve runs a solver on a script.
func (o *Options) solve(ctx context.Context, v measure.Solver, b *benchmark) *run {
	p := measure.Run(ctx, o.Pin, o.Limit, append(slices.Clone(v.Args), b.file)...)
	r := &run{Result: measure.NewResult(b.path, v.Name, p), benchmark: b}
	r.judge(p.Out, p.Why(), p.Internal())
	return r
}

// judge compares the first line of the output with the expected answer. What follows sat is the model. An internal
// error is as bad as a wrong answer. Why is what the process says beside it.
func (r *run) judge(out, why string, internal bool) {
	first, rest, _ := strings.Cut(out, "\n")
	first = strings.TrimSpace(first)
	r.Verdict, r.got, r.Remark = missed, "unknown", why
	switch {
	case internal:
		r.Wrong = cmp.Or(r.Remark, "internal error")
	case first != sat.Sat.String() && first != sat.Unsat.String():
		r.Remark = cmp.Or(r.Remark, first)
	case r.want != "" && r.want != "unknown" && r.want != first:
		r.got, r.Wrong = first, fmt.Sprintf("%s, expected %s", first, r.want)
	default:
		r.got, r.Verdict = first, solved
		if first == sat.Sat.String() {
			r.model = strings.TrimSpace(rest)
		}
	}
	if r.Wrong != "" {
		r.Verdict, r.Remark = wrong, ""
	}
}

// RunScript solves a script in this process and prints the answer, with the solution after sat if model is set.
func RunScript(ctx context.Context, out, errs io.Writer, file, engine string, model bool) error {
	src, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	s, err := chc.Read(file, bytes.NewReader(src), term.NewStore(), nil)
	if err != nil {
		return err
	}
	rep, err := horn.SolveScript(ctx, s, horn.Options{Engine: engine, Model: model})
	if err != nil {
		return err
	}
	fmt.Fprintln(out, rep.Answer())
	switch {
	case rep.Status == sat.Unknown:
		fmt.Fprintln(errs, "unknown:", rep.Reason.Report())
	case rep.Status != sat.Sat || !model:
	case rep.Solution == nil:
		fmt.Fprintln(errs, "no model:", rep.NoSolution)
	default:
		_, err = out.Write(rep.AppendModel(nil))
	}
	return err
}
