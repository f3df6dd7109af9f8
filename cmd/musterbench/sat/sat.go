package sat

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/cmd/musterbench/cnfgen"
	"github.com/muster-smt/muster/cmd/musterbench/measure"
	"github.com/muster-smt/muster/sat/dimacs"
)

// Options says what is compared, and how.
type Options struct {
	measure.Comparison
	Sets      string // directory of the sets; the formulas of the set cnf are in cnf
	Muster    string // the muster binary
	Generated bool   // also the formulas that cnfgen makes
	Large     bool   // also its large ones
	Stages    bool   // print where the time of each run went
}

// run is what a solver made of a formula. Its verdict is sat, unsat or unknown.
type run struct {
	measure.Result
	propagations int64 // 0 if the solver does not print them
	report       report
}

// Cells implements measure.Row.
func (r *run) Cells() []string {
	return []string{filepath.Base(r.Input), r.Solver, r.Verdict, r.Seconds(),
		strconv.FormatInt(r.PeakMB, 10), strconv.FormatInt(r.propagations, 10), r.Wrong, r.Remark}
}

// Run compares solvers on the files and the formulas of the directories named,
// or on those of the set cnf.
func Run(ctx context.Context, out, errs io.Writer, o *Options, args []string) error {
	formulas, done, err := o.formulas(args)
	if err != nil {
		return err
	}
	defer done()
	solvers, err := o.solvers()
	if err != nil {
		return err
	}
	o.Describe(ctx, out, solvers)
	head := []string{"file", "solver", "answer", "cpu_seconds", "peak_mb", "propagations", "wrong", "remark"}
	runs, err := measure.Compare(ctx, &o.Comparison, errs, head, formulas, solvers,
		func(f *formula, v measure.Solver) (*run, error) { return o.solve(ctx, v, f) },
		func(f *formula, of []*run) error {
			f.clauses = nil // they may be large
			disagree(of)
			if o.Stages {
				writeStages(out, of)
			}
			return unexpected(of, f.file)
		})
	summarize(out, runs)
	return err
}

// formula is an input. Its clauses are read when the first solver runs.
type formula struct {
	file    string
	clauses *dimacs.Formula
}

func (f *formula) read() (err error) {
	if f.clauses != nil {
		return nil
	}
	in, err := os.Open(f.file)
	if err != nil {
		return err
	}
	defer in.Close()
	f.clauses, err = dimacs.Read(in, f.file)
	return err
}

// formulas finds the formulas; done removes those that it has made.
func (o *Options) formulas(args []string) (all []*formula, done func(), err error) {
	done = func() {}
	made := o.Generated || o.Large
	if len(args) == 0 && (o.Sets != "" || !made) {
		args = []string{filepath.Join(o.Sets, "cnf")}
	}
	if made {
		dir, err := os.MkdirTemp("", "musterbench")
		if err != nil {
			return nil, done, err
		}
		done = func() { _ = os.RemoveAll(dir) }
		args = slices.Clone(args)
		for _, set := range []struct {
			name          string
			wanted, large bool
		}{{"generated", o.Generated, false}, {"large", o.Large, true}} {
			if !set.wanted {
				continue
			}
			dir := filepath.Join(dir, set.name)
			if err := cnfgen.Write(dir, &cnfgen.Options{Large: set.large, Seed: cnfgen.DefaultSeed}); err != nil {
				return nil, done, err
			}
			args = append(args, dir)
		}
	}
	for _, a := range args {
		if info, err := os.Stat(a); err != nil || !info.IsDir() {
			all = append(all, &formula{file: a}) // reading it says what is wrong
			continue
		}
		in, err := filepath.Glob(filepath.Join(a, "*.cnf"))
		if err != nil {
			return nil, done, err
		}
		for _, file := range in {
			all = append(all, &formula{file: file})
		}
	}
	if len(all) == 0 {
		return nil, done, errors.New("no formulas (--bench or MUSTER_BENCH names the directory of the sets)")
	}
	return all, done, nil
}

// disagree marks answers that contradict those of a later solver in the list:
// the first solver is the one on trial.
func disagree(of []*run) {
	for i, r := range slices.Backward(of) {
		for _, other := range of[i+1:] {
			if r.Verdict != "unknown" && other.Verdict != "unknown" && r.Verdict != other.Verdict && r.Wrong == "" {
				r.Wrong = other.Solver + " says " + other.Verdict
			}
		}
	}
}

// unexpected marks answers other than the one that the first line of a formula
// expects.
func unexpected(of []*run, file string) error {
	in, err := os.Open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	head := make([]byte, 40)
	n, err := io.ReadFull(in, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return err
	}
	want, ok := strings.CutPrefix(measure.FirstLine(string(head[:n])), cnfgen.Expected)
	if !ok || want == "unknown" {
		return nil
	}
	for _, r := range of {
		if r.Verdict != "unknown" && r.Verdict != want && r.Wrong == "" {
			r.Wrong = want + " is expected"
		}
	}
	return nil
}
