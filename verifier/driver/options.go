package driver

import (
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/abstract"
	"github.com/muster-smt/muster/verifier/alternate"
	"github.com/muster-smt/muster/verifier/corral"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/lazyann"
	"github.com/muster-smt/muster/verifier/legion"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/spacer"
)

// Options of Verify. The zero value is the good default.
type Options struct {
	// Front reads the program, in whatever language that is.
	Front front.Front
	// Engine is Auto or the name of one of Engines, that of alternate also with a number of steps, as in alt:5; empty means Auto.
	Engine string
	// Learn has lazyann look for the answer, too, beside corral or legion, which gets what it learns. With Auto it always does.
	Learn bool
	// Processors is how many engines may run at a time; 0 means runtime.GOMAXPROCS. With one they take turns, so
	// equal runs are equal.
	Processors int
	// Bound is the recursion bound; 0 means verifier.DefaultBound, and of a program that is front.Loaded.Ordinary greater ones after it, too. Then Widen takes the place of Unbounded, if it is not 0, and the answer is
	// about the greatest bound that was reached.
	Bound int
	Widen time.Duration
	// AllBounds asks for all bounds only: bound after bound, from Bound on, until there is a proof for
	// all or a failing execution. Unbounded then limits each search for a proof; 0 means no limit.
	AllBounds bool
	// Contexts is how many rounds threads run in; 0 means verifier.DefaultContexts (verifier/passes). No proof is about more.
	Contexts int
	// Cooperative is passes.Options.Cooperative.
	Cooperative bool
	// Entry names the entry procedure; empty means the one implementation
	// marked {:entrypoint}, else main.
	Entry string
	// Properties, Passed and AssertionsOnly are those of passes.Options: which assertions are asked about.
	Properties     []string
	Passed         []prog.Assertion
	AssertionsOnly bool
	// Files are the other files of a program that consists of several.
	Files prog.Files
	// Timeout limits everything except the check of the answer; 0 means no limit.
	Timeout time.Duration
	// Unbounded limits the search for a proof for all bounds, after one for the bound was found: 0 means
	// that there is none.
	Unbounded time.Duration
	// Demand is verifier.Options.Demand, KeepLoops verifier.Options.KeepLoops.
	Demand    verifier.Demand
	KeepLoops bool
	// Abstract says whether only some globals are tracked at first (verifier/abstract).
	Abstract Abstract
	// Counterexample, if not nil, is called with each counterexample of an abstraction whose path is infeasible. It is for
	// measurements.
	Counterexample func(*abstract.Counterexample)
	// Check has safe answers checked by a fresh solver for as long as CheckTimeout says, or Timeout if
	// that is 0. Otherwise this takes at most a tenth of the time that the answer took, or two
	// seconds, within Timeout; with NoCheck there is no check.
	Check, NoCheck bool
	CheckTimeout   time.Duration
	// Summaries and Annotate have Report say what a proof for all bounds learned: as expressions, and as a program with
	// contracts that other verifiers check. Both are within Timeout.
	Summaries, Annotate bool
	// LoopInvariants has Report say what holds at the heads of loops of the source, if the program is proved safe for all bounds. It
	// takes at most the time that the answer took, or Unbounded, or two seconds, within Timeout.
	LoopInvariants bool
	// Small looks, within a budget, for a failing execution with small values, on the path of the one that was found.
	Small bool
	// Invariants checks the program after each pass, and the verification
	// condition; a violation is an internal error. It is for tests.
	Invariants bool
	// Make, if not nil, makes the engine, which is not in the table: Engine is only its name. It is for measurements.
	Make func(inline.Config) verifier.Engine
	// NewSolver returns the solver to use; nil means Muster's own.
	NewSolver func(*term.Store) (inline.Solver, error)
	// Progress, if not nil, is called from time to time in Verify's goroutine.
	Progress func(Progress)
	// Observe is passes.Options.Observe, for the program as it was read.
	Observe func(pass string, p *prog.Program)
	// Log, if not nil, receives what each phase does.
	Log *slog.Logger

	anyBound bool // no Bound was given

	question front.Question
	loop     front.LoopID // front.Query.Loop
	explain  bool         // passes.Options.Explain
	effort   int64        // of questions about coverage; 0 means coverage.DefaultEffort
}

// Abstract says when globals are abstracted. All choices have the same answers, if there is time for them.
type Abstract uint8

// The choices.
const (
	AbstractAuto Abstract = iota // where the property may depend on few of many globals
	AbstractOn
	AbstractOff
)

// Progress is the state of a run.
type Progress struct {
	Engine string
	Phase  string // load, passes, vcgen, search, check or annotate
	verifier.Progress
	Conflicts int64
}

// Auto is the name that stands for all engines together; see the package comment.
const Auto = "auto"

// engine is a row of the table of engines.
type engine struct {
	name string
	make func(inline.Config) verifier.Engine
	// An executing engine runs the program itself: it is not made of what others run on. It proves nothing, so nobody waits for it, and
	// what others prove for a bound does not end it.
	executes bool
	// A stepwise engine goes through the recursion bounds from 1 on. So when it
	// is stopped, no execution within a smaller bound than the present one fails.
	stepwise bool
	// An unbounded engine asks about all bounds at once, so a proof for a bound does not end its search.
	unbounded bool
	// first is the length of the engine's first turn, turn that of the later ones, in polls and propagations:
	// 100,000 take some 0.2 s.
	first, turn int64
}

// bounded reports whether the engine asks about a recursion bound.
func (e engine) bounded() bool { return !e.unbounded && !e.executes }

// engines returns the table. Auto has the engines begin in its order.
func engines() []engine {
	return []engine{
		{name: "legion", make: func(c inline.Config) verifier.Engine { return &legion.Engine{Config: c} }, first: 800_000, turn: 200_000},
		{name: "corral", make: func(c inline.Config) verifier.Engine { return &corral.Engine{Config: c} }, stepwise: true, first: 400_000, turn: 100_000},
		{name: "spacer", make: func(c inline.Config) verifier.Engine { return &spacer.Engine{Config: c} }, unbounded: true, first: 400_000, turn: 50_000},
		{name: "lazyann", make: func(c inline.Config) verifier.Engine {
			return &lazyann.Engine{Config: c, Expand: &corral.Engine{Config: c}}
		}, unbounded: true, first: 50_000, turn: 25_000},
	}
}

// alternating is the row of an engine that is asked by its name only, with so many steps in a turn; 0 means the default.
func alternating(steps int) engine {
	return engine{
		name: "alt", make: func(c inline.Config) verifier.Engine { return &alternate.Engine{Config: c, Steps: steps} },
		first: 400_000, turn: 100_000,
	}
}

// executing is the engine that runs the program itself.
const executing = "execute"

// The lengths of its turns while there is a single execution: where the others have another processor, it keeps one.
const (
	singleTurn = 200_000
	wholeTurn  = 1 << 60
)

// executor is its row. In auto it begins before the others (run.starts), and then comes after those that ask about a bound: they may find
// a shorter execution.
func executor() engine { return engine{name: executing, executes: true, first: 20_000, turn: 50_000} }

// beginner returns the engine that prepares the program: the one that executes it at once, if there is one.
func beginner(chosen []engine) engine {
	for _, e := range chosen {
		if e.executes {
			return e
		}
	}
	return chosen[0]
}

// Choices returns the names of all engines: those of Engines, and the one that executes programs.
func Choices() []string { return append(Engines(), executing) }

// Engines returns the names of the engines that search: all but the one that executes programs.
func Engines() []string { return names(func(e engine) bool { return !e.executes }) }

// BoundedEngines returns the names of the engines that ask about a recursion bound: what they prove without facts holds up to it.
// Others may prove it on their way.
func BoundedEngines() []string {
	return names(func(e engine) bool { return !e.unbounded && !e.executes })
}

func names(wanted func(engine) bool) (out []string) {
	for _, e := range append(engines(), alternating(0)) {
		if wanted(e) {
			out = append(out, e.name)
		}
	}
	return out
}

// CheckEngine returns an error if there is no engine of a name, and Auto is no engine.
func CheckEngine(name string) error {
	_, err := findEngine(name)
	return err
}

// findEngine returns the row of an engine. That of alternate may have a number of steps behind its name.
func findEngine(name string) (engine, error) {
	for _, e := range append(engines(), alternating(0)) {
		if e.name == name {
			return e, nil
		}
	}
	if name == executing {
		return executor(), nil
	}
	e := alternating(0)
	if text, ok := strings.CutPrefix(name, e.name+":"); ok {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return e, &OptionError{fmt.Sprintf("%s: the number of steps must be at least 1", name)}
		}
		e = alternating(n)
		e.name = name
		return e, nil
	}
	return e, &OptionError{fmt.Sprintf("no engine %q; there are %s, %s", name, Auto, strings.Join(Choices(), ", "))}
}

// teacher is the engine from which the bounded ones learn, and teacherShare the part of its turns that it gets beside one of them: a
// unit of them takes it some five times as long as corral, whose search it is to serve.
const (
	teacher      = "lazyann"
	teacherShare = 4
)

// engines returns the engines to run.
func (o *Options) engines() ([]engine, error) {
	if o.Make != nil {
		return []engine{{name: o.Engine, make: o.Make}}, nil
	}
	return findEngines(o.Engine, o.Learn)
}

// findEngines returns the engines that a name stands for, with the one from which they learn.
func findEngines(name string, learn bool) ([]engine, error) {
	auto := name == "" || name == Auto
	if auto && !learn {
		return slices.Insert(engines(), 2, executor()), nil
	}
	var e engine
	if !auto {
		var err error
		if e, err = findEngine(name); err != nil || !learn {
			return []engine{e}, err
		}
	}
	if auto || e.unbounded || e.executes {
		list := BoundedEngines()
		last := len(list) - 1
		return nil, &OptionError{fmt.Sprintf("only %s and %s learn from %s on request; %s always does", strings.Join(list[:last], ", "), list[last], teacher, Auto)}
	}
	t, err := findEngine(teacher)
	t.first, t.turn = t.first/teacherShare, t.turn/teacherShare
	return []engine{e, t}, err
}
