package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/theory/check"
	"github.com/muster-smt/muster/theory/proof"
)

// exitRejected is the exit code of muster check for a proof that it rejects. The
// others are exitInput and exitStopped.
const exitRejected = 1

// checkOptions are the flags of muster check.
type checkOptions struct {
	timeout time.Duration
	memory  task.ByteSize
	strict  bool
	format  string
}

func checkCommand(s streams) *cli.Command {
	var v checkOptions
	c := &cli.Command{
		Use:   "check [SCRIPT|FORMULA] PROOF",
		Short: "Verify a proof of muster solve or of a SAT solver",
		Long: `Check verifies a proof log, written by muster solve --proof, against its script:
the assertions, scopes and assumptions of the log must be those of the script, and
every answer unsat must be justified, clause by clause, theory lemmas by their
certificates. The checker shares nothing with the solver but terms, numbers and
the reader of scripts. Without SCRIPT it takes the assertions of the log as they
are, and PROOF may also be the output of a script with get-proof: it verifies all
proofs in it. Files may be compressed with gzip, xz or zstd; - is standard input.

The output says what was verified and what was trusted: simplifications of formulas
and theory lemmas beyond the checker's rules, which it evaluates under random
interpretations. The answers sat and unknown need no proof; muster solve
--check-models evaluates models.

With FORMULA, in DIMACS CNF, PROOF is a proof that the formula is unsatisfiable, in
DRAT or LRAT, text or binary, by muster sat or any other solver. Each added clause
is checked by unit propagation or by resolution on its first literal (RAT). The
output is s VERIFIED, or s NOT VERIFIED after a line with the line or byte offset
of the first error.

Exit codes: 0 accepted, 1 rejected, 2 a file cannot be read, 5 stopped by a limit
or an interrupt, 6 internal error.`,
		Args: cli.RangeArgs(1, 2),
		Run:  func(c *cli.Command, args []string) error { return runCheck(c.Context(), s, args, &v) },
	}
	f := c.Flags()
	f.DurationVar(&v.timeout, "timeout", 0, "stop after this time, such as 90 or 90s (default: no limit)")
	f.Var(&v.memory, "memory", "stop above this much memory, such as 2GiB (default: no limit)")
	f.StringVar(&v.format, "format", "",
		"format of a SAT solver's proof: drat, lrat, binary-drat or binary-lrat (default: detect)")
	f.BoolVar(&v.strict, "strict", false, "reject proofs of which something is trusted")
	return c
}

// runCheck runs the command.
func runCheck(ctx context.Context, s streams, files []string, v *checkOptions) error {
	var in []task.Stream
	for _, file := range files {
		r, err := task.Open(s.in, file)
		if err != nil {
			return err
		}
		defer r.Close()
		in = append(in, r)
	}
	ctx, stop := limited(ctx, v.timeout, v.memory)
	defer stop()
	if len(in) == 2 && isFormula(in[0]) {
		return checkFormula(ctx, s, files, in, v)
	}
	var (
		rep check.Report
		err error
	)
	switch {
	case len(in) == 1 && !isLog(in[0]):
		rep, err = check.Answers(ctx, task.DisplayName(files[0]), in[0])
	case len(in) == 1:
		rep, err = check.Log(ctx, in[0])
	default:
		rep, err = check.Script(ctx, task.DisplayName(files[0]), in[0], in[1])
	}
	return checked(ctx, s, task.DisplayName(files[len(files)-1]), &rep, err, v.strict)
}

// isLog reports whether the input is a proof log, not the output of a script.
func isLog(in task.Stream) bool {
	head, _ := in.Peek(len(proof.Header))
	return string(head) == proof.Header
}

// checked prints the verdict.
func checked(ctx context.Context, s streams, log string, rep *check.Report, err error, strict bool) error {
	var rejected *check.Rejected
	switch {
	case errors.As(err, &rejected):
		fmt.Fprintf(s.out, "rejected: %s:%v\n", log, rejected)
		return exitCode(exitRejected)
	case err != nil:
		return task.AsInput(s.stopped(ctx, "muster", err))
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

// writeCheck prints what was verified and what was trusted.
func writeCheck(w io.Writer, rep *check.Report) {
	n, lemmas := &rep.Log.Events, rep.Log.Events[proof.Theory]-rep.TrustedLemmas()
	fmt.Fprintf(w, "answers: %d unsat proved; %d sat, %d unknown without proof\n", rep.Unsat, rep.Sat, rep.Unknown)
	if rep.Refused > 0 {
		fmt.Fprintf(w, "refused: %d commands of the script; what is proved is about the others\n", rep.Refused)
	}
	fmt.Fprintf(w, "verified: %d clauses of assertions, %d of definitions, %d theory lemmas, %d derived clauses\n",
		n[proof.Input], n[proof.Definition], lemmas, n[proof.Derived])
	fmt.Fprintf(w, "trusted: %d of %d simplifications, %d theory lemmas; %d evaluations found no error\n",
		rep.Log.Trusted, n[proof.Simplification]+n[proof.Skolemization], rep.TrustedLemmas(), rep.Evaluated)
}
