package main

import (
	"fmt"
	"slices"

	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/horn"
	"github.com/muster-smt/muster/verifier/report"
)

// starved reports that a run with these arguments had to end because it got no more
// memory, and returns the exit code: those of the limit on memory that it did not reach.
func (s streams) starved(args []string) int {
	var name, file string
	if words := foreignArgs(args); len(words) > 0 {
		name, file = words[0], task.DisplayName(words[len(words)-1])
	}
	code := exitStopped
	switch name {
	case "verify":
		rep := &driver.Report{File: file, Stopped: true}
		rep.Result = verifier.UnknownBecause(reason.Of(limit.Memory))
		if r := report.New(rep, version()); wantsJSON(args) {
			_ = report.Line(s.out, r)
		} else {
			_ = report.Answer(s.out, r, report.NoSteps, false)
		}
	case "horn":
		rep := &horn.Report{Reason: reason.Of(limit.Memory)}
		if wantsJSON(args) {
			_ = writeHornJSON(s.out, file, rep, &hornOptions{})
		} else {
			_ = writeHorn(s.out, s.err, rep, &hornOptions{})
		}
	case "corral":
		code = exitCorral
		fmt.Fprintln(s.out, inconclusive(reason.Of(limit.Memory)))
	case "sat", kissat, cadical, minisat:
		code = exitUndecided
		switch {
		case wantsJSON(args):
			fmt.Fprintf(s.out, `{"file":%q,"answers":[{"status":"UNKNOWN"}],"reason":%q}`+"\n", file, limit.Memory)
		case slices.Contains(args, "--quiet"):
			fmt.Fprintln(s.out, "s UNKNOWN")
		default:
			fmt.Fprintf(s.out, "s UNKNOWN\nc stopped: %v\n", limit.Memory)
		}
	case "z3":
		code = z3ExitMemory
		fmt.Fprintln(s.out, `(error "out of memory")`)
	case "solve": // the command that is being run has no answer yet
		fmt.Fprintln(s.out, `(error "out of memory")`)
	}
	fmt.Fprintf(s.err, "muster: stopped: %v: the system gives no more\n", limit.Memory)
	return code
}
