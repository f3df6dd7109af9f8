package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/check"
	"github.com/muster-smt/muster/theory/proof"
	"github.com/muster-smt/muster/theory/smtlib"
)

// exitRejected is the exit code of muster check for a log that proves nothing,
// beside exitInput and exitUnknown.
const exitRejected = 1

// checkOptions are the flags of muster check.
type checkOptions struct {
	timeout time.Duration
	memory  byteSize
	strict  bool
	format  string
}

func checkCommand(s streams) *cobra.Command {
	var v checkOptions
	c := &cobra.Command{
		Use:   "check [SCRIPT|FORMULA] PROOF",
		Short: "Verify a proof of muster solve or of a SAT solver",
		Long: `Check verifies a proof log that muster solve --proof has written, against the
script that it is about: the log's assertions, scopes and assumptions must be the
script's, and every answer unsat must be justified, clause by clause, theory
lemmas by their certificates. It shares nothing with the solver but the reader of
scripts, terms and numbers. Without SCRIPT the log's assertions are taken as they
are, and PROOF may be what a script with get-proof has answered: all its proofs are
verified. Either file may be compressed by gzip, xz or zstd; - is the standard input.

It says what it has verified, and what it had to trust: simplifications of formulas
and theory lemmas beyond its own rules, which it evaluates under random
interpretations. Answers sat and unknown need no proof: muster solve --check-models
evaluates models.

With FORMULA, in DIMACS CNF, PROOF is a proof in DRAT or LRAT, in text or binary,
of muster sat or another solver, that the formula is unsatisfiable. Each added
clause is checked, by unit propagation, or by resolving on its first literal (RAT).
The output is s VERIFIED, or s NOT VERIFIED after a line that says at which line
or byte of the proof the first fault is.

Exit codes: 0 accepted, 1 rejected, 2 a file cannot be read, 5 stopped by a limit
or an interrupt, 6 internal error.`,
		Args: cobra.RangeArgs(1, 2),
		RunE: func(c *cobra.Command, args []string) error { return runCheck(c.Context(), s, args, &v) },
	}
	f := c.Flags()
	f.DurationVar(&v.timeout, "timeout", 0, "stop after this time, such as 90s (default: never)")
	f.Var(&v.memory, "memory", "stop above this much memory, such as 2GiB (default: never)")
	f.StringVar(&v.format, "format", "", "format of a SAT solver's proof: drat, lrat, binary-drat or binary-lrat (default: found out)")
	f.BoolVar(&v.strict, "strict", false, "reject what rests on trust")
	return c
}

// runCheck runs the command.
func runCheck(ctx context.Context, s streams, files []string, v *checkOptions) error {
	var in []stream
	for _, file := range files {
		r, err := openStream(s.in, file)
		if err != nil {
			return err
		}
		defer r.Close()
		in = append(in, r)
	}
	ctx, stop := limited(ctx, v.memory)
	defer stop()
	if v.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, v.timeout)
		defer cancel()
	}
	if len(in) == 2 && isFormula(in[0]) {
		return checkFormula(ctx, s, files, in, v)
	}
	var (
		rep check.Report
		err error
	)
	switch {
	case len(in) == 1 && !isLog(in[0]):
		rep, err = check.Answers(ctx, displayName(files[0]), in[0])
	case len(in) == 1:
		rep, err = check.Log(ctx, in[0])
	default:
		rep, err = check.Script(ctx, displayName(files[0]), in[0], in[1])
	}
	return checked(ctx, s, displayName(files[len(files)-1]), &rep, err, v.strict)
}

// isLog reports whether a proof log begins, and not what a script has answered.
func isLog(in stream) bool {
	head, _ := in.Peek(len(proof.Header))
	return string(head) == proof.Header
}

// checked says what was found.
func checked(ctx context.Context, s streams, log string, rep *check.Report, err error, strict bool) error {
	var (
		rejected *check.Rejected
		syntax   *smtlib.Error
	)
	switch {
	case errors.As(err, &rejected):
		fmt.Fprintf(s.out, "rejected: %s:%v\n", log, rejected)
		return exitCode(exitRejected)
	case err != nil && ctx.Err() != nil:
		fmt.Fprintf(s.err, "muster: stopped: %s\n", limit.ContextReason(ctx))
		return exitCode(exitStopped)
	case errors.As(err, &syntax):
		fmt.Fprintln(s.err, err)
		return exitCode(exitInput)
	case errors.As(err, new(*inputError)):
		return err
	case err != nil:
		fmt.Fprintf(s.err, "muster: %v\n", err)
		return exitCode(exitInput)
	}
	trusted := rep.Log.Trusted + rep.TrustedLemmas()
	verdict := "accepted"
	if strict && trusted > 0 {
		verdict = "rejected: something is trusted"
	}
	fmt.Fprintln(s.out, verdict)
	writeCheck(s.out, rep)
	if verdict != "accepted" {
		return exitCode(exitRejected)
	}
	return nil
}

// writeCheck prints what was verified and what is trusted.
func writeCheck(w io.Writer, rep *check.Report) {
	n, lemmas := &rep.Log.Events, rep.Log.Events[proof.Theory]-rep.TrustedLemmas()
	fmt.Fprintf(w, "answers: %d unsat proved; %d sat, %d unknown without proof\n", rep.Unsat, rep.Sat, rep.Unknown)
	fmt.Fprintf(w, "verified: %d clauses of assertions, %d of definitions, %d lemmas of theories, %d derived clauses\n",
		n[proof.Input], n[proof.Definition], lemmas, n[proof.Derived])
	fmt.Fprintf(w, "trusted: %d of %d simplifications, %d lemmas of theories; %d evaluations found no fault\n",
		rep.Log.Trusted, n[proof.Simplification]+n[proof.Skolemization], rep.TrustedLemmas(), rep.Evaluated)
}
