package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/sat/dimacs"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/sat/proof"
)

// isFormula reports whether the input is in DIMACS: after white space it begins
// with a comment or the header. A script begins with a parenthesis or a semicolon.
func isFormula(in task.Stream) bool {
	for n := 1; n <= 1<<12; n++ {
		head, err := in.Peek(n)
		if err != nil {
			return false
		}
		switch head[n-1] {
		case ' ', '\t', '\r', '\n':
		case 'c', 'p':
			return true
		default:
			return false
		}
	}
	return false
}

// proofFormats are the values of --format.
var proofFormats = map[string]proof.Format{
	"drat": {}, "lrat": {LRAT: true}, "binary-drat": {Binary: true}, "binary-lrat": {LRAT: true, Binary: true},
}

// checkFormula checks a proof that a formula is unsatisfiable.
func checkFormula(ctx context.Context, s streams, files []string, in []task.Stream, v *checkOptions) error {
	f, err := dimacs.Read(in[0], task.DisplayName(files[0]))
	if err != nil {
		return task.AsInput(err)
	}
	format, known := proofFormats[v.format]
	if v.format == "" {
		format = proof.Detect(in[1].Reader, f.Len())
	} else if !known {
		return fmt.Errorf("unknown proof format %q; want drat, lrat, binary-drat or binary-lrat", v.format)
	}
	var lim limit.Limit
	defer lim.Watch(ctx)()
	show := newMonitor(s.err, checkLine)
	rep, err := proof.Check(f.Clauses(), proof.NewReader(in[1].Reader, format),
		proof.Options{Sparse: f.Sparse(), Limit: &lim, Progress: show.update})
	show.stop()
	out := bufio.NewWriter(s.out)
	defer out.Flush()
	fmt.Fprintf(out, "c %v proof: %d additions (%d of them RAT), %d deletions (%d ignored)\n",
		format, rep.Additions, rep.RAT, rep.Deletions, rep.Ignored)
	var wrong *proof.Error
	switch {
	case err == nil:
		fmt.Fprintln(out, "s VERIFIED")
		return nil
	case errors.As(err, &wrong):
		fmt.Fprintf(out, "c %s: %v\ns NOT VERIFIED\n", task.DisplayName(files[1]), wrong)
		return exitCode(exitRejected)
	case errors.Is(err, proof.ErrStopped):
		fmt.Fprintf(out, "c stopped: %s\ns UNKNOWN\n", limit.ContextReason(ctx))
		return exitCode(exitStopped)
	}
	return task.AsInput(fmt.Errorf("%s: %w", task.DisplayName(files[1]), err))
}

// checkLine describes the progress of checking a proof in one line.
func checkLine(rep proof.Report, elapsed time.Duration) string {
	return fmt.Sprintf("check  %d additions, %d deletions  %v", rep.Additions, rep.Deletions,
		elapsed.Truncate(100*time.Millisecond))
}
