package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/script"
	"github.com/muster-smt/muster/theory/smtlib"
)

// The exit codes of muster solve, beside exitInput and exitUnknown.
const (
	exitErrors  = 1 // a command answered an error
	exitStopped = exitUnknown
)

// solveOptions are the flags of muster solve.
type solveOptions struct {
	opt     script.Options
	timeout time.Duration
	memory  byteSize
	stats   bool
	proof   string
}

func solveCommand(s streams) *cobra.Command {
	var v solveOptions
	c := &cobra.Command{
		Use:   "solve [FILE]",
		Short: "Run an SMT-LIB script",
		Long: `Solve runs a script in the language of SMT-LIB 2.6 and answers on the standard
output. Without FILE, or if it is -, it reads the standard input, command by
command, so that a program at the other end of a pipe can drive it; a terminal
has a prompt and a history. A file may be compressed by gzip,
xz or zstd.

It knows Booleans, uninterpreted sorts and functions, integers, arrays, and
quantifiers with patterns; what else a script uses is an error that says so.

With :produce-proofs, get-proof answers (proof "line" ...): the lines of a proof
log, as --proof writes it and muster check verifies it, of what unsat rests on.

Z3's flags -in, -smt2, -st, -T:SECONDS, -t:MILLISECONDS and -memory:MEGABYTES
are understood, too.

Exit codes: 0 every command succeeded, 1 a command answered an error, 2 the
input cannot be read, 5 stopped by a limit or an interrupt, 6 internal error.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if v.timeout < 0 || v.opt.CheckTimeout < 0 {
				return errors.New("a timeout must not be negative")
			}
			file := "-"
			if len(args) > 0 {
				file = args[0]
			}
			return solve(c.Context(), s, file, &v)
		},
	}
	f := c.Flags()
	f.DurationVar(&v.timeout, "timeout", 0, "stop after this time, such as 90s (default: never)")
	f.DurationVar(&v.opt.CheckTimeout, "check-timeout", 0, "answer unknown to a check after this time (default: never)")
	f.Var(&v.memory, "memory", "stop above this much memory, such as 2GiB (default: never)")
	f.BoolVar(&v.opt.ExitOnError, "exit-on-error", false, "end at the first error")
	f.BoolVar(&v.opt.CheckModels, "check-models", false, "evaluate the assertions in each model")
	f.BoolVar(&v.opt.MinimizeCores, "minimize-core", false, "answer with unsat cores of which nothing can be left out, as far as some more search can tell")
	f.BoolVar(&v.opt.Check, "check", false, "evaluate models, solve cores again, and verify proofs")
	f.StringVar(&v.proof, "proof", "", "write a proof log to this file, for muster check")
	f.BoolVar(&v.stats, "stats", false, "print statistics on the standard error")
	return c
}

// solve runs the command.
func solve(ctx context.Context, s streams, file string, v *solveOptions) error {
	in, closeInput, err := openInput(s, file)
	if err != nil {
		return err
	}
	defer closeInput()
	ctx, stop := limited(ctx, v.memory)
	defer stop()
	if v.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, v.timeout)
		defer cancel()
	}
	opt := v.opt
	opt.Diagnostics, opt.Version = s.err, version()
	opt.Create = func(name string) (io.WriteCloser, error) { return os.Create(name) }

	log, err := createProof(v.proof)
	if err != nil {
		return err
	}
	if log != nil {
		opt.Proof = log
	}
	rep, err := runScript(ctx, displayName(file), in, s.out, opt)
	if log != nil {
		err = errors.Join(err, log.Close())
	}
	if v.stats {
		for _, c := range rep.Stats {
			fmt.Fprintf(s.err, "%s: %d\n", c.Name, c.Value)
		}
	}
	var syntax *smtlib.Error
	switch {
	case rep.Internal:
		return exitCode(exitInternal)
	case err != nil && ctx.Err() != nil:
		fmt.Fprintf(s.err, "muster: stopped: %s\n", limit.ContextReason(ctx))
		return exitCode(exitStopped)
	case errors.As(err, &syntax):
		fmt.Fprintln(s.err, err)
		return exitCode(exitInput)
	case err != nil:
		return err
	case rep.Errors > 0:
		return exitCode(exitErrors)
	}
	return nil
}

// createProof creates the file of a proof log; nil if none is asked for.
func createProof(name string) (*os.File, error) {
	if name == "" {
		return nil, nil
	}
	return os.Create(name)
}

// runScript runs the script, and ends without it if it is late after a limit:
// its checks poll the context, but waiting for input does not.
func runScript(ctx context.Context, name string, in io.Reader, out io.Writer, opt script.Options) (script.Report, error) {
	type outcome struct {
		rep script.Report
		err error
	}
	done := make(chan outcome, 1)
	go func() {
		rep, err := script.Run(ctx, name, in, out, opt)
		done <- outcome{rep, err}
	}()
	select {
	case o := <-done:
		return o.rep, o.err
	case <-ctx.Done():
	}
	select {
	case o := <-done:
		return o.rep, o.err
	case <-time.After(grace):
		return script.Report{}, context.Cause(ctx)
	}
}

// openInput opens a script: a file, the standard input, or a terminal.
func openInput(s streams, file string) (io.Reader, func(), error) {
	if file != "-" {
		src, err := openStream(s.in, file)
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
	return s.in, func() {}, nil
}
