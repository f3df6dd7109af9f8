package main

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
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/muster-smt/muster/sat/dimacs"
)

// satOptions are the flags of the command sat.
type satOptions struct {
	opt     *options
	limit   time.Duration
	solvers []string
	muster  string
	pin     int
	csv     string
	check   bool
	made    bool // also the formulas of cnfgen
}

func satCommand(o *options) *cobra.Command {
	s := satOptions{opt: o}
	c := &cobra.Command{
		Use:   "sat [flags] [FILE|DIRECTORY...]",
		Short: "Measure SAT solvers on formulas in DIMACS CNF",
		Long: `Sat runs SAT solvers over the set "cnf" of --bench, or over the files and
directories named, and with --generated also over what cnfgen makes. Every
formula is solved in a process of its own with a limit of processor time. Every
model is evaluated; with --check, muster also writes a proof in LRAT for each
unsatisfiable formula, whose time counts, and which is checked. An answer that is
not accepted, not that of another solver, or not the one that a first line
"c expected ANSWER" names, is wrong, and if it is the first solver's, ends the
command in failure.

The output begins with the date, the machine and the versions of the solvers.
There is a table for each directory, and one of all. It has for each solver: formulas solved, and against the first solver, as
geometric means of first : other, processor time over the formulas that both solve
and either needs 0.1 s for, peak memory, and propagations per second over the
formulas that both tell them of and need 0.1 s for; then how often the first
solver's peak memory is above twice the other's plus 64 MB.

A solver is "muster", "gini" (muster sat --sat=gini), "cadical", "minisat" (these
as found on PATH), or the path of a muster binary.`,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			return s.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), args)
		},
	}
	f := c.Flags()
	f.DurationVar(&s.limit, "limit", time.Minute, "processor time for each formula and solver")
	f.StringSliceVar(&s.solvers, "solvers", nil, "the solvers; default muster, gini and those of cadical and minisat that are on PATH")
	f.StringVar(&s.muster, "muster", "muster", "the muster binary, also for gini")
	f.IntVar(&s.pin, "pin", -1, "run on this one processor (taskset); -1 is off")
	f.StringVar(&s.csv, "csv", "", "file for the table of all runs; default standard error")
	f.BoolVar(&s.check, "check", false, "check proofs of muster")
	f.BoolVar(&s.made, "generated", false, "also the formulas that cnfgen makes")
	return c
}

// satRun is what a solver made of a formula.
type satRun struct {
	file, solver string
	answer       string // sat, unsat, or unknown
	cpu          float64
	mb           int64
	propagations int64 // 0 if the solver does not tell
	wrong        string
	remark       string
}

func (s *satOptions) run(ctx context.Context, out, errs io.Writer, files []string) error {
	files, done, err := s.formulas(files)
	if err != nil {
		return err
	}
	defer done()
	solvers, err := s.commands()
	if err != nil {
		return err
	}
	to := errs
	if s.csv != "" {
		f, err := os.Create(s.csv)
		if err != nil {
			return err
		}
		defer f.Close()
		to = f
	}
	s.describe(ctx, out, solvers)
	table := csv.NewWriter(to)
	_ = table.Write([]string{"file", "solver", "answer", "cpu_seconds", "peak_mb", "propagations", "wrong", "remark"})
	var runs []satRun
	for _, file := range files {
		f, err := readFormula(file)
		if err != nil {
			return err
		}
		of := make([]satRun, 0, len(solvers))
		for _, v := range solvers {
			if ctx.Err() != nil {
				break // interrupted: what was measured is told all the same
			}
			r, err := s.spawn(ctx, v, file, f)
			if err != nil {
				return err
			}
			of = append(of, r)
		}
		disagree(of)
		if err := unexpected(of, file); err != nil {
			return err
		}
		for i := range of {
			of[i].write(table)
			if s.csv != "" {
				of[i].print(errs)
			}
		}
		runs = append(runs, of...)
	}
	summarizeSAT(out, runs)
	if slices.ContainsFunc(runs, func(r satRun) bool { return r.wrong != "" && r.solver == solvers[0].name }) {
		err = errWrongAnswers
	}
	table.Flush()
	return errors.Join(err, table.Error())
}

// formulas finds the files; done removes those that it has made.
func (s *satOptions) formulas(args []string) (files []string, done func(), err error) {
	done = func() {}
	if len(args) == 0 && (s.opt.bench != "" || !s.made) {
		args = []string{filepath.Join(s.opt.bench, "cnf")}
	}
	if s.made {
		dir, err := os.MkdirTemp("", "musterbench")
		if err != nil {
			return nil, done, err
		}
		done = func() { _ = os.RemoveAll(dir) }
		dir = filepath.Join(dir, "generated")
		if err := cnfgen(dir, cnfSeed); err != nil {
			return nil, done, err
		}
		args = append(slices.Clone(args), dir)
	}
	for _, a := range args {
		if info, err := os.Stat(a); err != nil || !info.IsDir() {
			files = append(files, a) // reading it says what is wrong
			continue
		}
		in, err := filepath.Glob(filepath.Join(a, "*.cnf"))
		if err != nil {
			return nil, done, err
		}
		files = append(files, in...)
	}
	if len(files) == 0 {
		return nil, done, errors.New("no formulas (--bench or MUSTER_BENCH name the directory of the sets)")
	}
	return files, done, nil
}

func readFormula(file string) (*dimacs.Formula, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return dimacs.Read(in, file)
}

// commands finds the solvers.
func (s *satOptions) commands() ([]satSolver, error) {
	names := s.solvers
	if len(names) == 0 {
		names = append([]string{"muster", "gini"}, onPath("cadical", "minisat")...)
	}
	var all []satSolver
	for _, n := range names {
		v := satSolver{name: filepath.Base(n)}
		switch n {
		case "muster":
			v.args, v.proof = []string{s.muster, "sat", "--stats"}, s.check
		case "gini":
			v.args = []string{s.muster, "sat", "--sat=gini"}
		case "cadical":
			v.args = []string{n}
		case "minisat":
			v.args, v.modelFile = []string{n, "-verb=1"}, true
		default:
			v.args, v.proof = []string{n, "sat", "--stats"}, s.check
		}
		if _, err := exec.LookPath(v.args[0]); err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

// disagree marks answers that contradict each other: the solvers after the first
// one are believed.
func disagree(of []satRun) {
	for i := len(of) - 1; i >= 0; i-- {
		for _, other := range of[i+1:] {
			if of[i].answer != "unknown" && other.answer != "unknown" && of[i].answer != other.answer && of[i].wrong == "" {
				of[i].wrong = other.solver + " says " + other.answer
			}
		}
	}
}

// unexpected marks answers that are not what the first line of a formula expects.
func unexpected(of []satRun, file string) error {
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
	want, ok := strings.CutPrefix(firstLine(string(head[:n])), "c expected ")
	if !ok || want == "unknown" {
		return nil
	}
	for i := range of {
		if r := &of[i]; r.answer != "unknown" && r.answer != want && r.wrong == "" {
			r.wrong = want + " is expected"
		}
	}
	return nil
}

func (r *satRun) write(t *csv.Writer) {
	_ = t.Write([]string{filepath.Base(r.file), r.solver, r.answer, strconv.FormatFloat(r.cpu, 'f', 3, 64),
		strconv.FormatInt(r.mb, 10), strconv.FormatInt(r.propagations, 10), r.wrong, r.remark})
	t.Flush() // the writer keeps the first error
}

func (r *satRun) print(w io.Writer) {
	_, _ = fmt.Fprintf(w, "%-8s %-7s %7.2fs CPU %5d MB  %s  %s%s\n", r.solver, r.answer, r.cpu, r.mb, r.file, r.wrong, r.remark)
}
