package driver

import (
	"time"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/annotate"
)

// Report is what Verify returns.
type Report struct {
	File   string
	Engine string
	Entry  string // the entry procedure; empty if the run ended before it was chosen
	Bound  int    // the recursion bound asked for; with Options.AllBounds the last one
	Result verifier.Result

	// Stopped is set if a limit or a cancellation ended the run. The reason of
	// the result says which.
	Stopped bool
	// Proved is the best partial answer of an unknown verdict: no execution
	// within this recursion bound fails. 0 means nothing is known.
	Proved int
	// Asserts is the number of assertions that the entry reaches. If it is 0, the
	// question was whether the entry returns.
	Asserts int

	Check Check
	// Summaries and Annotated are what Options ask for, if the answer rests on facts. NotAnnotated says why there
	// is no program.
	Summaries    []annotate.Summary
	Annotated    *annotate.Annotated
	NotAnnotated error

	Phases  []Phase
	Elapsed time.Duration
}

// Phase is the time that a phase of a run took.
type Phase struct {
	Name string
	Time time.Duration
}

// Check is the outcome of the check of a safe answer.
type Check struct {
	State CheckState
	Why   reason.Reason // for CheckOpen
}

// CheckState is the outcome of a check.
type CheckState uint8

// The outcomes. It is an internal error if a check refutes the answer.
const (
	CheckNone CheckState = iota // not requested, or there is nothing to check
	CheckOK                     // the answer is confirmed
	CheckOpen                   // the check ended without an answer
)

// String returns the outcome as the command prints it.
func (c Check) String() string {
	switch c.State {
	case CheckOK:
		return "confirmed"
	case CheckOpen:
		return "open (" + c.Why.String() + ")"
	}
	return "none"
}

// String returns the answer as the command prints it first: the result, and of a safe one that it
// is not confirmed, if it is not.
func (r *Report) String() string {
	remark := ""
	switch {
	case !isSafe(r.Result) || r.Check.State == CheckOK:
	case r.Check.State == CheckOpen:
		remark = " (not confirmed: " + r.Check.Why.String() + ")"
	default:
		remark = " (not checked)"
	}
	return r.Result.String() + remark
}
