package driver

import (
	"time"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
)

// Report is what Verify found out.
type Report struct {
	File   string
	Engine string
	Entry  string // the entry procedure; empty if the run ended before it was chosen
	Bound  int    // the recursion bound asked for
	Result verifier.Result

	// Stopped is set if a limit or a cancellation ended the run; the reason of
	// the result says which.
	Stopped bool
	// Proved is the best partial answer of an unknown verdict: no execution
	// within this recursion bound fails. 0 is none.
	Proved int
	// Asserts is how many assertions the program has in reach of the entry; if
	// it is 0 the question was whether the entry returns.
	Asserts int

	Check   Check
	Phases  []Phase
	Elapsed time.Duration
}

// Phase says how long a part of the way took.
type Phase struct {
	Name string
	Time time.Duration
}

// Check says what the check of a safe answer came to.
type Check struct {
	State CheckState
	Why   reason.Reason // of CheckOpen
}

// CheckState is the outcome of a check.
type CheckState uint8

// The outcomes. An answer that a check refutes is an internal error.
const (
	CheckNone CheckState = iota // not asked for, or there is nothing to check
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
