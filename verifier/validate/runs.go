package validate

import (
	"context"
	"time"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/rerun"
)

// How many times the executions and their steps that a proof names are run, at most: what is unknown here and there
// need not be the same.
const (
	runsFactor = 4
	leastRuns  = 64
	leastSteps = 1 << 16
)

// Runs checks a proof that consists in having run all executions of a program: it runs them once more, by
// verifier/rerun. It refutes nothing, since what fails there may be no execution.
func Runs(ctx context.Context, p *prog.Program, defs []prog.Def, r verifier.Result) Report {
	start := time.Now()
	proof := r.Proof().Runs
	out, err := rerun.All(ctx, p, defs, max(leastRuns, runsFactor*proof.Executions),
		max(leastSteps, runsFactor*proof.Steps))
	rep := Report{Confirmed: out.Safe, Instances: int(out.Runs), Elapsed: time.Since(start)}
	switch {
	case err != nil:
		rep.Why = reason.Of(limit.ContextReason(ctx))
	case out.Fails:
		rep.Why = reason.Reason{Kind: reason.UnconfirmedProof, Detail: "what reaches a failure may be no execution"}
	case !out.Safe:
		rep.Why = reason.Reason{Kind: reason.UnconfirmedProof, Detail: out.Why}
	}
	return rep
}
