package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/term"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/cmd/dump"
	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/theory/preprocess"
	"github.com/muster-smt/muster/theory/script"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/solver"
)

// The exit codes of muster solve. The others are exitInput and exitInternal.
const (
	exitErrors  = 1 // a command answered an error
	exitStopped = exitUnknown
)

// solveOptions are the flags of muster solve.
type solveOptions struct {
	opt     script.Options
	timeout time.Duration
	memory  task.ByteSize
	stats   bool
	proof   string
	cnf     string
	lang    language
	set     settings
	dump    dumpFlags
	log     logFlags // without verbose
	name    string   // of the program, in messages
}

// solveCommand is muster solve, under the name of muster, or of cvc5 or cvc4.
func solveCommand(s streams, name string) *cli.Command {
	v := solveOptions{name: name}
	v.opt.QuietStop = name != "muster"
	if name == "cvc4" {
		v.opt.ModelFormat = smtlib.CVC4
	}
	c := &cli.Command{
		Use:   "solve [FILE]",
		Short: "Run an SMT-LIB script",
		Long: `Solve runs a script in SMT-LIB 2.6 and writes the answers to standard output.
Without FILE, or if FILE is -, it reads standard input and answers each command
before it reads the next, so that a program at the other end of a pipe can drive
it; on a terminal it has a prompt with a history, where :help helps and Ctrl-C ends
one command or check. Files may be compressed with
gzip, xz or zstd.

Supported are Booleans, uninterpreted sorts and functions, integers, reals, bit-vectors,
arrays and quantifiers. Nonlinear arithmetic and quantifiers may end in unknown. A command that
uses another theory, such as floating-point, is answered with an error.

In the logic HORN, checks solve the assertions as Horn clauses, and get-model prints
the solution; muster horn says more about it. Z3's fixedpoint dialect (declare-rel,
declare-var, rule, query) is answered as by Z3: sat if what is queried can be derived.

With the option :produce-proofs, get-proof answers (proof "line" ...): the part of
the proof log on which unsat rests. muster check verifies it, as it verifies the
whole log, which --proof writes.

get-interpolant and get-interpolants find Craig interpolants of the assertions, in the
spellings of cvc5, MathSAT and SMTInterpol; each is checked before it is printed.

With --dump-cnf, a script about Booleans and bit-vectors alone is not solved: the CNF of its
first check is written in DIMACS, with a comment "c x[3] 17" for each bit of a constant.

The flags of Z3 and cvc5 work, too, and name muster solve if no command is named:
NAME=VALUE for an option, -in, -smt2, -T:SECONDS, -t:MILLISECONDS, -memory:MEGABYTES,
-model, -st, -rs:SEED, -v:LEVEL, -nw; --lang, --incremental, --tlimit, --tlimit-per,
--produce-models, --produce-unsat-cores, -m, -i, -q. muster z3 has Z3's output and
exit codes as well.

Exit codes: 0 all commands succeeded, 1 a command was answered with an error, 2 the
input cannot be read, 5 stopped by a limit or an interrupt, 6 internal error.`,
		Args: cli.MaximumNArgs(1),
		Run: func(c *cli.Command, args []string) error {
			if v.dump.lists() {
				return v.dump.list(s.out, preprocess.Names())
			}
			if list, err := v.without(s.out); list || err != nil {
				return err
			}
			if v.timeout < 0 || v.opt.CheckTimeout < 0 {
				return errors.New("a timeout must not be negative")
			}
			file := "-"
			if len(args) > 0 {
				file = args[0]
			}
			v.opt.Set = v.set
			return solve(c.Context(), s, file, &v)
		},
	}
	f := c.Flags()
	f.DurationVar(&v.timeout, "timeout", 0, "stop after this time, such as 90 or 90s (default: no limit)")
	f.DurationVar(&v.opt.CheckTimeout, "check-timeout", 0, "answer unknown to a check after this time (default: no limit)")
	f.Var(&v.memory, "memory", "stop above this much memory, such as 2GiB (default: no limit)")
	f.Var((*quantifierFlag)(&v.opt.Quantifiers), "quantifiers",
		"how checks with quantifiers end: match (unknown after E-matching), model (when a model satisfies them), auto "+
			"(as the script's options say)")
	f.Choices("quantifiers", quantifierNames())
	f.Var((*modelFormatFlag)(&v.opt.ModelFormat), "model-format",
		"the layout of models and values: the standard's (smtlib), Z3's (z3) or CVC4's (cvc4)")
	f.Choices("model-format", modelFormats[:])
	f.BoolVar(&v.opt.ExitOnError, "exit-on-error", false, "stop at the first error")
	f.BoolVar(&v.opt.CheckModels, "check-models", false, "evaluate the assertions in each model")
	f.BoolVar(&v.opt.MinimizeCores, "minimize-core", false, "make unsat cores minimal, within a budget of search")
	f.BoolVar(&v.opt.Check, "check", false,
		"check every answer before printing it: evaluate models, solve cores again, verify proofs (turns preprocessing off)")
	f.StringVar(&v.proof, "proof", "",
		"write a proof log to this file, for muster check; .gz, .xz and .zst are compressed")
	f.StringVar(&v.cnf, "dump-cnf", "",
		"write the CNF of the first check to this file, for a SAT solver, and end; .gz, .xz and .zst are compressed")
	f.Var(&v.set, "set", "set an option of the script, such as smt.mbqi=false; may be repeated")
	f.Var(&v.lang, "lang", "the input language: smt2, the only one")
	f.BoolVar(&v.opt.FinalModel, "model", false, "print the model after the last command")
	f.BoolVar(&v.stats, "stats", false, "print statistics to standard error")
	f.StringSliceVar(&v.opt.Without, "without", nil,
		"switch off rules of rewriting, passes of preprocessing and techniques of "+
			"inprocessing, such as BV_OR_ROTATE,joins,vivify; "+dump.List+": print their names")
	f.Choices("without", append([]string{dump.List}, solver.Optional()...))
	v.dump.add(f, "the assertions", preprocess.Names())
	f.StringVar(&v.log.file, "log", "", logUsage)
	return c
}

// without checks --without. It reports whether only the names are asked for, which it prints.
func (v *solveOptions) without(w io.Writer) (list bool, err error) {
	names := solver.Optional()
	for _, x := range v.opt.Without {
		if x == dump.List {
			_, err := fmt.Fprintln(w, strings.Join(names, "\n"))
			return true, err
		}
		if !slices.Contains(names, x) {
			return false, &task.InputError{Err: fmt.Errorf("nothing can be switched off as %q; --without %s prints what can", x,
				dump.List)}
		}
	}
	return false, nil
}

// solve runs the command.
func solve(ctx context.Context, s streams, file string, v *solveOptions) error {
	in, closeInput, err := openInput(s, file)
	if err != nil {
		if v.opt.Z3 {
			return s.z3Ended(ctx, err)
		}
		return err
	}
	defer closeInput()
	begin := time.Now()
	opt := v.opt
	interrupts := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if p, ok := in.(*prompt); ok {
		interrupts = interrupts[1:]
		opt.Interruptible = p.check
	}
	ctx, stop := limitedBy(ctx, v.timeout, v.memory, interrupts...)
	defer stop()
	opt.Diagnostics, opt.Version = s.err, version()
	if opt.Z3 {
		opt.Version = z3Version + ", imitated by " + version()
	}
	opt.Create, opt.Horn = func(name string) (io.WriteCloser, error) { return os.Create(name) }, solveClauses

	log, err := createProof(v.proof)
	if err != nil {
		return err
	}
	if log != nil {
		opt.Proof = log
	}
	if v.cnf != "" {
		opt.DumpCNF = func() (io.WriteCloser, error) { return createProof(v.cnf) }
	}
	d, err := v.dump.start(s, file, preprocess.Names())
	if err != nil {
		return err
	}
	if d != nil {
		opt.Observe = d.assertions()
	}
	steps, unlog, err := v.log.open(s.err)
	if err != nil {
		return err
	}
	opt.Log = steps
	rep, err := runScript(ctx, task.DisplayName(file), in, s.out, opt)
	err = errors.Join(err, d.end(), unlog())
	if log != nil {
		err = errors.Join(err, log.Close())
	}
	switch {
	case !v.stats:
	case v.opt.Z3 && ctx.Err() == nil:
		s.z3Stats(rep.Stats, time.Since(begin))
	case !v.opt.Z3:
		for _, c := range rep.Stats {
			fmt.Fprintf(s.err, "%s: %d\n", c.Name, c.Value)
		}
	}
	switch {
	case rep.Internal:
		return exitCode(exitInternal)
	case err != nil && v.opt.Z3:
		return s.z3Ended(ctx, err)
	case err != nil:
		return s.stopped(ctx, v.name, err)
	case rep.Errors > 0:
		return exitCode(exitErrors)
	case v.cnf != "" && !rep.Dumped:
		return &task.InputError{Err: fmt.Errorf("%s: no check-sat to write a CNF of", task.DisplayName(file))}
	}
	return nil
}

// runScript runs the script. It returns without it if it does not stop soon after
// a limit: checks poll the context, but waiting for input does not.
func runScript(
	ctx context.Context, name string, in io.Reader, out io.Writer, opt script.Options,
) (script.Report, error) {
	answers, diagnostics := newGate(out), newGate(opt.Diagnostics)
	opt.Diagnostics = diagnostics
	rep, ended, err := soonAfter(ctx, func() (script.Report, error) { return script.Run(ctx, name, in, answers, opt) })
	if !ended {
		answers.shut()
		diagnostics.shut()
		return script.Report{}, context.Cause(ctx)
	}
	return rep, err
}

// soonAfter returns what f does. If f does not end soon after the context, it is left
// behind.
func soonAfter[T any](ctx context.Context, f func() (T, error)) (res T, ended bool, err error) {
	done := make(chan struct{})
	var own T
	var ownErr error
	go func() {
		own, ownErr = f()
		close(done)
	}()
	select {
	case <-done:
		return own, true, ownErr
	case <-ctx.Done():
	}
	select {
	case <-done:
		return own, true, ownErr
	case <-time.After(task.Grace):
		return res, false, nil
	}
}

// openInput opens a script: a file, the standard input, or a terminal.
func openInput(s streams, file string) (io.Reader, func(), error) {
	if file != "-" {
		src, err := task.Open(s.in, file)
		if err != nil {
			return nil, nil, err
		}
		return src, func() { _ = src.Close() }, nil
	}
	in, ok := s.in.(*os.File)
	out, ok2 := s.out.(*os.File)
	if ok && ok2 && term.IsTerminal(int(in.Fd())) && term.IsTerminal(int(out.Fd())) {
		return newPrompt(in, out), func() {}, nil
	}
	return task.Markless(s.in, task.DisplayName(file)), func() {}, nil
}
