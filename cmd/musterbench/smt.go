package main

import (
	"bufio"
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

	"github.com/muster-smt/muster/theory/script"
)

// smtOptions are the flags of the command smt.
type smtOptions struct {
	opt     *options
	limit   time.Duration
	logics  []string
	solvers []string
	sample  int
	pin     int
	csv     string
	check   bool
}

func smtCommand(o *options) *cobra.Command {
	s := smtOptions{opt: o}
	c := &cobra.Command{
		Use:   "smt [flags] [FILE...]",
		Short: "Measure SMT solvers on scripts with expected answers",
		Long: `Smt runs solvers over the set "smt" of --bench, whose table has path, logic and
verdicts (the expected answers, separated by blanks), or over the scripts named,
which need no table. Without --logics, logics with bit-vectors are left out.

Every script runs in a process of its own with a limit of processor time. A
script is solved if all its checks are answered, none by unknown where an answer
is expected; one wrong answer makes it wrong, and ends the command in failure.
The table by logic has for each solver: scripts solved, wrong ones if there are
any, and the geometric mean of max(CPU time, 0.1 s), a miss as twice the limit;
then the ratios of the first solver's mean to the others'.

A solver is "muster" (this program), "z3", "cvc5" (both as found on PATH), or
the path of a muster binary. With --check, muster evaluates its models, solves
its cores again, and verifies its proofs; one that is not accepted is wrong.`,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			return s.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), args)
		},
	}
	f := c.Flags()
	f.DurationVar(&s.limit, "limit", 20*time.Second, "processor time for each script and solver")
	f.StringSliceVar(&s.logics, "logics", nil, "only these logics")
	f.StringSliceVar(&s.solvers, "solvers", nil, "the solvers; default muster and those of z3 and cvc5 that are on PATH")
	f.IntVar(&s.sample, "sample", 0, "at most so many scripts of each logic, spread evenly; 0 is all")
	f.IntVar(&s.pin, "pin", -1, "run on this one processor (taskset); -1 is off")
	f.StringVar(&s.csv, "csv", "", "file for the table of all runs; default standard error")
	f.BoolVar(&s.check, "check", false, "check models, cores and proofs of muster")
	one := &cobra.Command{
		Use: "one FILE", Hidden: true, Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return s.one(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), args[0])
		},
	}
	one.Flags().BoolVar(&s.check, "check", false, "")
	c.AddCommand(one)
	return c
}

// smtScript is a script with its expected answers.
type smtScript struct {
	path, file, logic string
	want              []string // nil: unknown
}

// smtRun is what a solver made of a script.
type smtRun struct {
	smtScript
	solver string
	got    []string
	cpu    float64
	mb     int64
	result smtResult
	remark string
}

type smtResult string

const (
	smtSolved smtResult = "solved"
	smtMissed smtResult = "miss"
	smtWrong  smtResult = "wrong"
)

var errWrongAnswers = errors.New("there are wrong answers")

func (s *smtOptions) run(ctx context.Context, out, errs io.Writer, args []string) error {
	scripts, err := s.scripts(args)
	if err != nil {
		return err
	}
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
	table := newSMTTable(to)
	var runs []smtRun
	for _, x := range scripts {
		for _, v := range solvers {
			if ctx.Err() != nil {
				break // interrupted: what was measured is told all the same
			}
			r := s.spawn(ctx, v, x)
			runs = append(runs, r)
			table.add(&r)
			if s.csv != "" {
				_, _ = fmt.Fprintf(errs, "%-8s %-7s %7.2fs CPU %5d MB  %s  %s\n", r.solver, r.result, r.cpu, r.mb, r.path, r.remark)
			}
		}
	}
	summarizeSMT(out, runs, s.limit)
	if slices.ContainsFunc(runs, func(r smtRun) bool { return r.result == smtWrong && r.solver == solvers[0].name }) && ctx.Err() == nil {
		err = errWrongAnswers
	}
	return errors.Join(err, table.flush())
}

// scripts finds the scripts to run.
func (s *smtOptions) scripts(args []string) ([]smtScript, error) {
	var all []smtScript
	for _, a := range args {
		all = append(all, smtScript{path: a, file: a})
	}
	if len(args) > 0 {
		return all, nil
	}
	rows, err := readTable(filepath.Join(s.opt.bench, "smt.csv"))
	if err != nil {
		return nil, fmt.Errorf("%w (--bench or MUSTER_BENCH name the directory of the sets)", err)
	}
	for _, r := range rows {
		if len(s.logics) == 0 && strings.Contains(r["logic"], "BV") || len(s.logics) > 0 && !slices.Contains(s.logics, r["logic"]) {
			continue
		}
		all = append(all, smtScript{r["path"], filepath.Join(s.opt.bench, "smt", r["path"]), r["logic"], strings.Fields(r["verdicts"])})
	}
	if s.sample > 0 {
		all = sampled(all, s.sample)
	}
	return all, nil
}

// sampled takes at most n scripts of each logic.
func sampled(all []smtScript, n int) []smtScript {
	count, seen := map[string]int{}, map[string]int{}
	for _, x := range all {
		count[x.logic]++
	}
	return slices.DeleteFunc(all, func(x smtScript) bool {
		i, total := seen[x.logic], count[x.logic]
		seen[x.logic]++
		return total > n && i*n/total == (i+1)*n/total
	})
}

// smtSolver is a solver's name and command line, to which the script is added.
type smtSolver struct {
	name string
	args []string
}

// commands finds the solvers.
func (s *smtOptions) commands() ([]smtSolver, error) {
	names := s.solvers
	if len(names) == 0 {
		names = append([]string{"muster"}, onPath("z3", "cvc5")...)
	}
	var all []smtSolver
	for _, n := range names {
		v := smtSolver{name: filepath.Base(n)}
		switch n {
		case "muster":
			self, err := os.Executable()
			if err != nil {
				return nil, err
			}
			v.args = []string{self, "smt", "one"}
		case "cvc5":
			v.args = []string{n, "--incremental"}
		case "z3":
			v.args = []string{n}
		default:
			v.args = []string{n, "solve"}
		}
		if s.check && v.args[0] != "z3" && v.args[0] != "cvc5" {
			v.args = append(v.args, "--check")
		}
		if _, err := exec.LookPath(v.args[0]); err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

// spawn runs a solver on a script, in a process of its own.
func (s *smtOptions) spawn(ctx context.Context, v smtSolver, x smtScript) smtRun {
	t := runTimed(ctx, s.pin, s.limit, append(slices.Clone(v.args), x.file))
	r := smtRun{smtScript: x, solver: v.name, cpu: t.cpu, mb: t.mb}
	r.judge(t.out, t.errs)
	if r.result == smtMissed && t.timeout {
		r.remark = "timeout"
	} else if r.result == smtMissed && r.remark == "" && t.err != nil {
		r.remark = t.err.Error()
	}
	return r
}

// judge compares the answers with the expected ones. What a script says after
// something that is not supported is another script.
func (r *smtRun) judge(out, errs string) {
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
			if r.remark == "" {
				r.remark = line
			}
		}
	}
	if r.remark == "" {
		r.remark = firstLine(errs)
	}
	answered := len(r.got) > 0 && unknown == 0 && (r.want == nil || len(r.got) == len(r.want))
	r.result = smtMissed
	if answered || len(r.want) > 0 && slices.Equal(r.got, r.want) {
		r.result = smtSolved
	}
	for i := range min(len(r.got), len(r.want)) {
		if g, w := r.got[i], r.want[i]; g != w && g != "unknown" && w != "unknown" {
			r.result, r.remark = smtWrong, fmt.Sprintf("check %d: %s, expected %s", i+1, g, w)
		}
	}
	if strings.Contains(out+errs, "internal error") {
		r.result = smtWrong
	}
}

// one runs a script in this process, as muster solve does.
func (s *smtOptions) one(ctx context.Context, out, errs io.Writer, file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	rep, err := script.Run(ctx, file, bufio.NewReader(f), out, script.Options{Check: s.check, Diagnostics: errs})
	if rep.Reason != "" {
		_, _ = fmt.Fprintln(errs, "unknown:", rep.Reason)
	}
	return err
}

// smtTable writes all runs as they come.
type smtTable struct{ w *csv.Writer }

func newSMTTable(w io.Writer) smtTable {
	t := smtTable{csv.NewWriter(w)}
	_ = t.w.Write([]string{"logic", "path", "expected", "solver", "answers", "cpu_seconds", "peak_mb", "result", "remark"})
	return t
}

func (t smtTable) add(r *smtRun) {
	_ = t.w.Write([]string{r.logic, r.path, strings.Join(r.want, " "), r.solver, strings.Join(r.got, " "),
		strconv.FormatFloat(r.cpu, 'f', 3, 64), strconv.FormatInt(r.mb, 10), string(r.result), r.remark})
	t.w.Flush() // the writer keeps the first error
}

func (t smtTable) flush() error {
	t.w.Flush()
	return t.w.Error()
}
