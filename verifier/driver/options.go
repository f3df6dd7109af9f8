package driver

import (
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/abstract"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/prog"
)

// Options of Verify and Coverage. The zero value of each field is the good default.
type Options struct {
	Question
	Limits
	Engines
	Output
}

// Question is what is asked, and about which program.
type Question struct {
	// Front reads the program, in whatever language that is.
	Front front.Front
	// Files are the other files of a program that consists of several.
	Files prog.Files
	// Entry names the entry procedure; empty means the one implementation marked {:entrypoint}, else main.
	Entry string
	// Bound is the recursion bound. 0 means verifier.DefaultBound and, of a program that is front.Loaded.Ordinary,
	// greater ones after it: then the answer is about the greatest bound that was reached.
	Bound int
	// AllBounds asks for all bounds only: bound after bound, from Bound or 1 on, until there is a proof for all or a
	// failing execution.
	AllBounds bool
	// Contexts is how many rounds threads run in; 0 means verifier.DefaultContexts (verifier/passes). No proof is about
	// more.
	Contexts int
	// Cooperative is passes.Options.Cooperative.
	Cooperative bool
	// Properties, Passed and AssertionsOnly are those of passes.Options: which assertions are asked about.
	Properties     []string
	Passed         []prog.Assertion
	AssertionsOnly bool
}

// Limits are those of a run, and what spares it one.
type Limits struct {
	// Answers, if not nil, has decided answers kept, and given again in place of a search (kept.go).
	Answers *Answers
	// Timeout limits everything except the check of the answer; 0 means no limit.
	Timeout time.Duration
	// Unbounded limits the search for a proof for all bounds, after one for the bound was found. 0 means
	// DefaultUnbounded or, where greater bounds are asked about, three quarters of the Timeout, if there is one. A
	// negative time means that there is no search. With AllBounds it limits each search, and 0 means no limit. It is
	// time by limit.Clock.
	Unbounded time.Duration
	// Trips limits the iterations that loops which need them have beside the recursion bound, as passes.Options says; 0
	// means that they have none.
	Trips int
	// Failures limits how many failing executions All looks for; 0 means no limit.
	Failures int
	// CheckTimeout limits the check that Output.Check asks for; 0 means Timeout.
	CheckTimeout time.Duration
	// Processors is how many engines may run at a time; 0 means runtime.GOMAXPROCS. With one they take turns, so equal
	// runs are equal. With more of them than engines that search, the search of one is divided (verifier/split); that of
	// an engine alone only if Processors says so.
	Processors int
	// DivideAfter is what a search spends before it is divided, in polls and propagations; 0 means split.DefaultEffort.
	DivideAfter int64
	// Halves names the engine that goes on with parts of a search that is divided, one that inlines calls; empty means
	// the one whose search it is.
	Halves string
	// Elsewhere, if not nil, has parts of a search that is divided searched by other processes, too.
	Elsewhere Elsewhere
}

// DefaultUnbounded is the limit of the search for a proof for all bounds, if none is given.
const DefaultUnbounded = 15 * time.Second

// Engines says which engines look for the answer, and how.
type Engines struct {
	// Engine is Auto or the name of one of Choices, that of alternate also with a number of steps, as in alt:5; empty
	// means Auto. Several with commas between them race, as all do in Auto.
	Engine string
	// NoFacts leaves out the facts about procedures that are found before the search (verifier/summary).
	NoFacts bool
	// Inline has all calls within the bound inlined before the first query of an engine that inlines calls.
	Inline bool
	// Learn has lazyann look for the answer, too, beside corral or legion, which gets what it learns. With Auto it
	// always does.
	Learn bool
	// Abstract says whether only some globals are tracked at first (verifier/abstract).
	Abstract Abstract
	// Demand is verifier.Options.Demand.
	Demand verifier.Demand
	// Make, if not nil, makes the engine, which is not in the table: Engine is only its name. It is for measurements.
	Make func(inline.Config) verifier.Engine
	// NewSolver returns the solver to use; nil means Muster's own.
	NewSolver func(*term.Store) (inline.Solver, error)
	// Counterexample, if not nil, is called with each counterexample of an abstraction whose path is infeasible. It is
	// for measurements.
	Counterexample func(*abstract.Counterexample)
	// Invariants checks the program after each pass, and the verification condition; a violation is an internal error.
	// It is for tests.
	Invariants bool
}

// Output is what an answer comes with, and what is shown on the way to it.
type Output struct {
	// Check has safe answers checked by a fresh solver for as long as Limits.CheckTimeout says. Otherwise this takes at
	// most a tenth of the time that the answer took, or two seconds, within Timeout; with NoCheck there is no check.
	Check, NoCheck bool
	// Summaries and Annotate have Report say what a proof for all bounds learned: as expressions, and as a program with
	// contracts that other verifiers check. Both are within Timeout.
	Summaries, Annotate bool
	// LoopInvariants has Report say what holds at the heads of loops of the source, if the program is proved safe for
	// all bounds. It takes at most the time that the answer took, or Unbounded, or two seconds, within Timeout.
	LoopInvariants bool
	// Small looks, within a budget, for a failing execution with small values, on the path of the one that was found.
	Small bool
	// Found, if not nil, is called whenever All finds a failing execution, with what it has found so far.
	Found func([]*Report)
	// Progress, if not nil, is called from time to time in Verify's goroutine.
	Progress func(Progress)
	// Observe is passes.Options.Observe, for the program as it was read.
	Observe func(pass string, p *prog.Program)
	// Log, if not nil, receives what each phase does.
	Log *slog.Logger
}

// maxContexts bounds Question.Contexts: the program becomes longer by their square.
const maxContexts = 100

// complete checks the options, and fills in where a log goes to.
func (o *Options) complete() error {
	if o.Bound < 0 {
		return &OptionError{"the recursion bound must not be negative"}
	}
	if o.Processors < 0 {
		return &OptionError{"the number of cores must not be negative"}
	}
	if o.Contexts < 0 || o.Contexts > maxContexts {
		return &OptionError{fmt.Sprintf("the number of contexts must be from 1 to %d", maxContexts)}
	}
	if o.Halves != "" {
		e, err := findEngine(o.Halves)
		if err != nil {
			return err
		}
		if !e.inlines() {
			return &OptionError{fmt.Sprintf("%s does not inline calls, and cannot go on with a part of a search", e.name)}
		}
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return nil
}

// first returns the first recursion bound that is asked about.
func (o *Options) first() int {
	switch {
	case o.Bound > 0:
		return o.Bound
	case o.AllBounds:
		return 1
	}
	return verifier.DefaultBound
}

// anyBound reports whether no bound is asked about in particular.
func (o *Options) anyBound() bool { return o.Bound == 0 && !o.AllBounds }

// left returns what is left of the time limit of a run; 0 if there is none.
func (o *Options) left(start time.Time) time.Duration {
	if o.Timeout == 0 {
		return 0
	}
	return max(o.Timeout-time.Since(start), time.Millisecond)
}

// proof returns how long to look for a proof for all bounds: 0 means not at all or, with AllBounds, without a limit.
// The program may be one that was written without a bound in mind.
func (o *Options) proof(ordinary bool) time.Duration {
	switch {
	case o.Unbounded < 0 || o.Unbounded == 0 && o.AllBounds:
		return 0
	case o.Unbounded > 0:
		return o.Unbounded
	case ordinary && o.anyBound() && o.Timeout > 0:
		return o.Timeout / 4 * 3
	}
	return DefaultUnbounded
}

// Abstract says when globals are abstracted. All choices have the same answers, if there is time for them.
type Abstract uint8

// The choices.
const (
	AbstractAuto Abstract = iota // where the property may depend on few of many globals
	AbstractOn
	AbstractOff
)

// abstractNames are the names of the choices, in their order.
var abstractNames = []string{"auto", "on", "off"}

// String returns the name of a choice.
func (a *Abstract) String() string { return abstractNames[*a] }

// Set takes the choice with a name: auto, on or off. It makes an Abstract the value of a flag.
func (a *Abstract) Set(name string) error {
	i := slices.Index(abstractNames, name)
	if i < 0 {
		return &OptionError{"it must be on, off or auto"}
	}
	*a = Abstract(i)
	return nil
}

// Progress is the state of a run.
type Progress struct {
	Engine string
	Phase  string // load, passes, vcgen, search, check or annotate
	verifier.Progress
	Conflicts int64
}
