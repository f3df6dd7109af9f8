package driver

import (
	"time"

	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/annotate"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/prog"
)

// Report is what Verify returns.
type Report struct {
	File   string     // that names the program: the first of Files
	Files  prog.Files // that the program was read from, by prog.Pos.File
	Engine string
	Entry  string // the entry procedure; empty if the run ended before it was chosen
	Bound  int    // the recursion bound asked for; with Question.AllBounds the last one
	Result verifier.Result
	// Contexts is how many rounds threads run in; 0 if the program has none. Then every answer but unsafe is about so
	// many only.
	Contexts int
	// Procs and Globals count those of the program as it was read.
	Procs, Globals int

	// Loaded is the program as it was read; nil if the run ended before, and of a safe answer that was found again by
	// the text.
	Loaded *front.Loaded
	// Language, Model and Warnings are those of Loaded, whose source is front.Compiled if Compiled is set. A safe answer
	// that was found by the text has them, too.
	Language, Model string
	Warnings        []string
	Compiled        bool
	front           front.Front // that read it
	// Confirmation is what came of running the program; nil if nobody has.
	Confirmation *Confirmation
	// Apart says that an unsafe answer is no failure of the program, as far as its own code goes: the execution begins
	// with what nothing there makes.
	Apart bool

	// Stopped is set if a limit or a cancellation ended the run. The reason of
	// the result says which.
	Stopped bool
	// Proved is the best partial answer of an unknown verdict: no execution
	// within this recursion bound fails. 0 means nothing is known.
	Proved int
	// Unsettled are the places of what may be the reason of an unknown verdict: products and divisions of variables, or
	// quantifiers.
	Unsettled []prog.Pos
	// Asserts is the number of assertions that the entry reaches. If it is 0, the
	// question was whether the entry returns.
	Asserts int

	// Abstraction is what the outer loop did; nil if all globals were tracked from the beginning.
	Abstraction *Abstraction

	// Calls is the call graph; nil if a limit ended the run before it was known.
	Calls *CallGraph

	Check Check
	// Remark is what a safe answer does not say: that nothing was asked, or that all executions end at faults that
	// are not asked about; and what the checks do not cover.
	Remark string
	// Cut is what an answer up to a bound is not about, as far as that is known, and Unseen what no execution within it
	// gets to.
	Cut    []Cut
	Unseen Unseen
	// Summaries and Annotated are what Options ask for. NotSummarized says why there are no summaries, and
	// NotAnnotated why there is no program.
	Summaries     []annotate.Summary
	Annotated     *annotate.Annotated
	NotSummarized error
	NotAnnotated  error
	// Loops counts those of the procedures that are reached. LoopInvariants are what Options ask for.
	Loops          int
	LoopInvariants []LoopInvariant

	// Kept says that the answer was kept (Limits.Answers), and Evidence is the answer as it is kept, with what backs it;
	// nil of an answer that is not. Refused says why one that was kept is not given: it does not stand up to the check.
	Kept     bool
	Evidence []byte
	Refused  error

	// Faults are those of Muster itself, by engines without which there is an answer all the same.
	Faults []Fault

	Phases  []Phase
	Elapsed time.Duration
}

// Confirmation says whether the executable of a program does what an unsafe answer says.
type Confirmation struct {
	Confirmed bool
	Why       string // not
	// Refutes is the kind of the reason why the answer is unknown then; none if it stands, as where nothing was run.
	Refutes reason.Kind
}

// String returns it as the command prints it; nothing of none.
func (c *Confirmation) String() string {
	switch {
	case c == nil:
		return ""
	case c.Confirmed:
		return "confirmed by running"
	case c.Refutes != reason.None:
		return reason.Reason{Kind: c.Refutes, Detail: c.Why}.String()
	}
	return "not confirmed by running: " + c.Why
}

// Confirm notes what came of running the program. An unsafe answer then no longer says that nobody has, and is unknown
// if the program does not fail.
func (r *Report) Confirm(c *Confirmation) {
	r.Confirmation = c
	if x, ok := r.Loaded.Source.(front.Executable); ok && r.Remark == x.NotRun() {
		switch {
		case c.Confirmed:
			r.Remark = ""
		case c.Refutes != reason.None:
			r.Remark, r.Result = "", r.Result.Unconfirmed(reason.Reason{Kind: c.Refutes, Detail: c.Why})
		}
	}
}

// Fault is an internal error of an engine.
type Fault struct {
	Engine string
	Err    error
}

// LoopInvariant is an expression of the source's language that holds at a place.
type LoopInvariant struct {
	Proc string
	At   prog.Pos // of the loop, by its keyword; of a loop without one the statement at its head
	Loop bool     // it holds whenever the condition of the loop is evaluated; else whenever the statement begins
	Text string
}

// At names a place of the program, as file(line,col).
func (r *Report) At(p prog.Pos) string { return r.Files.At(p) }

// Abstraction says how globals were abstracted.
type Abstraction struct {
	Globals int // of the prepared program
	Rounds  []Round
	// Whole is set if the answer is about the program itself, as the last round then is, since a round before ended
	// without an answer or with one for the bound only.
	Whole bool
}

// Round is a search with a set of tracked globals.
type Round struct {
	Tracked []string // beside those of the rounds before
	// Spurious counts the counterexamples whose path is infeasible. Checks is how often refinement asked which globals
	// are needed for that, and Open of how many at most.
	Spurious, Checks, Open int
	// Time is that of the whole round, Make of making the abstraction, and Refine of concretising its executions and of
	// refinement.
	Time, Make, Refine time.Duration
}

// Times returns the time of all rounds: that of abstracting and refining, and the rest.
func (a *Abstraction) Times() []Phase {
	if a == nil {
		return nil
	}
	var refining, all time.Duration
	for _, r := range a.Rounds {
		all += r.Time
		refining += r.Make + r.Refine
	}
	return []Phase{{"refining", refining}, {"solving", all - refining}}
}

// Numbers returns the counters of the abstraction.
func (a *Abstraction) Numbers() []stat.Counter {
	if a == nil {
		return nil
	}
	n := struct{ tracked, spurious, checks int64 }{}
	for _, r := range a.Rounds {
		n.tracked += int64(len(r.Tracked))
		n.checks += int64(r.Checks)
		n.spurious += int64(r.Spurious)
	}
	return []stat.Counter{
		{Name: "abstraction-globals", Value: int64(a.Globals)},
		{Name: "abstraction-tracked", Value: n.tracked},
		{Name: "abstraction-rounds", Value: int64(len(a.Rounds))},
		{Name: "abstraction-spurious", Value: n.spurious},
		{Name: "abstraction-checks", Value: n.checks},
	}
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
// is not confirmed, if it is not, and the remark.
func (r *Report) String() string {
	s := r.Result.String()
	for _, remark := range []string{checkRemark(r.Result, r.Check), r.Remark} {
		if remark != "" {
			s += " (" + remark + ")"
		}
	}
	return s
}

// checkRemark says of a safe result that it is not confirmed, if it is not.
func checkRemark(res verifier.Result, c Check) string {
	switch {
	case !isSafe(res) || c.State == CheckOK:
		return ""
	case c.State == CheckOpen:
		return "not confirmed: " + c.Why.String()
	}
	return "not checked"
}
