package measure

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"time"
)

// LeastCPU is the least CPU time in seconds that tells solvers apart: shorter
// times are those of starting a process.
const LeastCPU = 0.1

// ErrWrong says that the first solver of a comparison gave a wrong answer.
var ErrWrong = errors.New("there are wrong answers")

// ErrSkip says that a solver does not get an input.
var ErrSkip = errors.New("the solver does not get the input")

// Comparison is how solvers are compared.
type Comparison struct {
	Limit   time.Duration // of CPU time, for each input and solver
	Solvers []string      // names or paths; none means the default
	Pin     int           // the processor to run on, or NoPin
	CSV     string        // file for the table of all results; none means the standard error
	Check   bool          // check the proofs, or all answers, of muster
}

// Solver is a solver's name and its command line, to which the input is added.
type Solver struct {
	Name string
	Args []string
}

// Find returns the solvers of a comparison, or otherwise those named; args gives
// the command line for a name.
func (c *Comparison) Find(otherwise []string, args func(name string) ([]string, error)) ([]Solver, error) {
	names := c.Solvers
	if len(names) == 0 {
		names = otherwise
	}
	var all []Solver
	for _, n := range names {
		line, err := args(n)
		if err != nil {
			return nil, err
		}
		if _, err := exec.LookPath(line[0]); err != nil {
			return nil, err
		}
		all = append(all, Solver{filepath.Base(n), line})
	}
	return all, nil
}

// Result is what a solver made of an input. The type of results of a comparison
// embeds it.
type Result struct {
	Input, Solver string
	Verdict       string // for people
	CPU           float64
	PeakMB        int64
	Wrong         string // why the answer is wrong; empty if it is not
	Remark        string
}

// NewResult returns a result without a verdict.
func NewResult(input, solver string, p Process) Result {
	return Result{Input: input, Solver: solver, CPU: p.CPU, PeakMB: p.PeakMB}
}

// Common returns the result itself; so a comparison sees it in the type that embeds it.
func (r *Result) Common() *Result { return r }

// Seconds returns the CPU time as in a table.
func (r *Result) Seconds() string { return strconv.FormatFloat(r.CPU, 'f', 3, 64) }

// Ran is a result: a pointer to a type that embeds a Result.
type Ran interface{ Common() *Result }

// Row is a result of a comparison.
type Row interface {
	Ran
	Cells() []string // in the table of all results
}

// Compare runs all solvers on each input, one after the other, so that other
// load on the machine falls on all alike. A solver for which run returns ErrSkip
// has no result. judge sees the results of one input
// together; then each becomes a row of the table under head. An interrupt ends
// the comparison early. It returns the results so far, and ErrWrong if the first
// solver gave a wrong answer.
func Compare[I any, R Row](ctx context.Context, c *Comparison, errs io.Writer, head []string, inputs []I,
	solvers []Solver,
	run func(I, Solver) (R, error), judge func(I, []R) error,
) (all []R, err error) {
	to := errs
	if c.CSV != "" {
		f, err := os.Create(c.CSV)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		to = f
	}
	table := csv.NewWriter(to) // keeps the first error
	_ = table.Write(head)
	for _, in := range inputs {
		var of []R
		for _, v := range solvers {
			if ctx.Err() != nil {
				break
			}
			r, err := run(in, v)
			if errors.Is(err, ErrSkip) {
				continue
			}
			if err != nil {
				return all, err
			}
			of = append(of, r)
		}
		if err := judge(in, of); err != nil {
			return all, err
		}
		for _, r := range of {
			_ = table.Write(r.Cells())
			table.Flush()
			if x := r.Common(); c.CSV != "" {
				fmt.Fprintf(errs, "%-8s %-7s %7.2fs CPU %5d MB  %s  %s%s\n", x.Solver, x.Verdict, x.CPU, x.PeakMB, x.Input,
					x.Wrong, x.Remark)
			}
		}
		all = append(all, of...)
	}
	wrong := func(r R) bool { return r.Common().Wrong != "" && r.Common().Solver == solvers[0].Name }
	if slices.ContainsFunc(all, wrong) {
		err = ErrWrong
	}
	return all, errors.Join(err, table.Error())
}
