package verifier

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier/vc"
)

// Verdict is the answer to the question whether the entry can reach its exit.
type Verdict uint8

// The verdicts.
const (
	Unknown       Verdict = iota
	Safe                  // no execution reaches the exit
	SafeUpToBound         // no execution within the recursion bound does
	Unsafe                // an execution does, and was replayed
)

// String returns the verdict as the command prints it, without the bound.
func (v Verdict) String() string {
	switch v {
	case Safe:
		return "safe"
	case SafeUpToBound:
		return "safe up to bound"
	case Unsafe:
		return "unsafe"
	}
	return "unknown"
}

// Engine is a verification algorithm.
type Engine interface {
	Name() string
	// Verify answers for sys. A limit or a cancelled context is an unknown
	// Result; an error is a broken solver or an internal error.
	Verify(ctx context.Context, sys *vc.System, opt Options) (Result, error)
}

// Options are the options of all engines.
type Options struct {
	// Bound is the recursion bound; 0 means DefaultBound. A call site is
	// allowed if its recursion depth is at most Bound plus the ExtraBound of
	// its callee.
	Bound int
	// Unbounded limits the search for a proof for all bounds, after one for the bound was found: 0 means
	// that there is none.
	Unbounded time.Duration
	// AllBounds says that only an answer for all bounds counts, to engines that ask about all of them at once.
	AllBounds bool
	// Demand says when facts about procedures are sought where they are called.
	Demand Demand
	// Exchange, if not nil, passes facts between engines.
	Exchange *Exchange
	// Proved, if not nil, is called in Verify's goroutine when no execution within Bound reaches the exit, before a
	// proof for all bounds is sought.
	Proved func()
	// Hold, if not nil, is called in Verify's goroutine with true before, and with false after a part of the search
	// for a proof for all bounds that takes few steps and often has one: meanwhile nobody's proof of a greater bound
	// is to end it.
	Hold func(yes bool)
	// Within, if not nil, is called in Verify's goroutine with a proof for a bound smaller than Bound, by an engine that
	// asks about bounds from 1 on: it is what is known if the search is stopped.
	Within func(bound int, p *Proof)
	// KeepLoops has engines search loops as recursive procedures only (verifier/cutpoint). It is for tests.
	KeepLoops bool
	// Progress, if not nil, is called from time to time in Verify's goroutine.
	Progress func(Progress)
}

// Demand says when an engine looks for facts about the procedures at open call sites (verifier/learn).
type Demand uint8

// The choices. All have the same answers, but for the bound of a safe one.
const (
	DemandLate   Demand = iota // when the search has taken some time, and in proportion to it
	DemandAtOnce               // from the first query on, at any cost
	DemandNever
)

// DefaultBound is the recursion bound of the papers' experiments.
const DefaultBound = 3

// DefaultContexts is in how many rounds threads run, as in Corral.
const DefaultContexts = 2

// RecursionBound returns the bound to use.
func (o *Options) RecursionBound() int {
	if o.Bound > 0 {
		return o.Bound
	}
	return DefaultBound
}

// Progress is the state of a run.
type Progress struct {
	Bound     int // the present recursion bound
	Instances int
	Open      int // open call sites
	Queries   int
	Elapsed   time.Duration
}

// Stats are the statistics of a run.
type Stats struct {
	Progress
	Repairs int // failed replays that were repaired
	// Rejected are invariants that the source gives and that were not shown to be inductive together with
	// other facts, where facts were looked for.
	Rejected []vc.Given
	Refuted  []Refuted // candidates likewise
	Inlined  []Inlined // by procedure, of an engine that inlines calls
	Counters []stat.Counter
	Learned  []Learning // by procedure, in order, where there was something to learn; nil of engines that learn otherwise
}

// Refuted says that of what the source proposes at a place for a procedure nothing was shown to be inductive.
type Refuted struct {
	Proc   string
	Origin int32 // of the vc.Candidate
}

// Inlined says how many instances of a procedure there are. Those that call sites share count once.
type Inlined struct {
	Proc      string
	Instances int
}

// Result is a verdict with its evidence. It is built by SafeWith,
// SafeUpToBoundWith, UnsafeWith, UnknownBecause and Unconfirmed; the zero Result is
// unknown without a reason.
type Result struct {
	verdict Verdict
	bound   int
	// contexts bounds the rounds of threads that a safe verdict is about; 0 if there are no threads. A verdict that
	// holds for all recursion bounds is then SafeUpToBound with the bound 0.
	contexts int
	proof    *Proof
	trace    *Trace
	reason   reason.Reason
	stats    Stats
}

// SafeWith returns the verdict Safe.
func SafeWith(p *Proof) Result { return Result{verdict: Safe, proof: p} }

// SafeUpToBoundWith returns the verdict SafeUpToBound.
func SafeUpToBoundWith(bound int, p *Proof) Result {
	return Result{verdict: SafeUpToBound, bound: bound, proof: p}
}

// UnsafeWith returns the verdict Unsafe.
func UnsafeWith(t *Trace) Result { return Result{verdict: Unsafe, trace: t} }

// UnknownBecause returns the verdict Unknown.
func UnknownBecause(why reason.Reason) Result { return Result{reason: why} }

// Unconfirmed returns an unsafe result as an unknown one that keeps the execution, which the program does not have when
// it runs.
func (r Result) Unconfirmed(why reason.Reason) Result {
	r.verdict, r.reason = Unknown, why
	return r
}

// WithStats returns r with statistics.
func (r Result) WithStats(s Stats) Result {
	r.stats = s
	return r
}

// Verdict returns the verdict.
func (r Result) Verdict() Verdict { return r.verdict }

// UpToContexts returns r as an answer about a program whose threads run in so many rounds; 0 means that there are none.
func (r Result) UpToContexts(n int) Result {
	if n == 0 || r.verdict != Safe && r.verdict != SafeUpToBound {
		return r
	}
	r.verdict, r.contexts = SafeUpToBound, n
	return r
}

// Contexts returns the bound on the rounds of threads of SafeUpToBound, or 0 if there are no threads.
func (r Result) Contexts() int { return r.contexts }

// Bound returns the recursion bound of SafeUpToBound. It is 0 if only the rounds of threads are bounded.
func (r Result) Bound() int { return r.bound }

// Proof returns the evidence of the safe verdicts.
func (r Result) Proof() *Proof { return r.proof }

// Trace returns the evidence of Unsafe.
func (r Result) Trace() *Trace { return r.trace }

// Reason returns why the verdict is Unknown.
func (r Result) Reason() reason.Reason { return r.reason }

// Stats returns the statistics of the run.
func (r Result) Stats() Stats { return r.stats }

// String returns the first line of the command's output.
func (r Result) String() string {
	s := r.verdict.String()
	if r.verdict == SafeUpToBound {
		s = "safe up to " + r.limits()
	}
	if remark := r.Remark(); remark != "" {
		s += " (" + remark + ")"
	}
	return s
}

// VerdictText returns the verdict as String does, without remarks and numbers.
func (r Result) VerdictText() string {
	switch {
	case r.contexts > 0 && r.bound > 0:
		return "safe up to bound and contexts"
	case r.contexts > 0:
		return "safe up to contexts"
	}
	return r.verdict.String()
}

// limits says what SafeUpToBound is about.
func (r Result) limits() string {
	contexts := fmt.Sprintf("%d contexts", r.contexts)
	if r.contexts == 1 {
		contexts = "1 context"
	}
	switch {
	case r.contexts == 0:
		return fmt.Sprintf("bound %d", r.bound)
	case r.bound == 0:
		return contexts
	}
	return fmt.Sprintf("bound %d and %s", r.bound, contexts)
}

// named lists names, but not very many.
func named(names []string) string {
	const most = 5
	var list []string
	for _, n := range names {
		if !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	if more := len(list) - most; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(list[:most], ", "), more)
	}
	return strings.Join(list, ", ")
}

// Remark returns what String adds in parentheses: a reservation about Unsafe, or
// the reason for Unknown. It may be empty.
func (r Result) Remark() string {
	switch r.verdict {
	case Unsafe:
		var remarks []string
		if n := r.trace.Bound; n > 0 {
			remarks = append(remarks, fmt.Sprintf("needs recursion bound %d", n))
		}
		if r.trace.Quantifiers > 0 {
			remarks = append(remarks, fmt.Sprintf("quantified assumptions checked at %d instances", r.trace.Instances))
		}
		if n := len(r.trace.Unsettled); n > 0 {
			remarks = append(remarks, fmt.Sprintf("%d axioms left out are not known to be free of contradiction: %s", n,
				named(r.trace.Unsettled)))
		}
		if r.trace.Unwatched {
			remarks = append(remarks, "another object may have been used wrongly before")
		}
		return strings.Join(remarks, "; ")
	case Unknown:
		return r.reason.String()
	}
	return ""
}
