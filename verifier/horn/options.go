package horn

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/corral"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/lazyann"
	"github.com/muster-smt/muster/verifier/legion"
	"github.com/muster-smt/muster/verifier/spacer"
	"github.com/muster-smt/muster/verifier/vc"
)

// Auto is the name that stands for all engines together.
const Auto = "auto"

// Options of Solve and SolveScript. The zero value is the good default.
type Options struct {
	// Engine is Auto or the name of one of Engines; empty means Auto.
	Engine string
	// Processors is how many engines may run at a time; 0 means runtime.GOMAXPROCS. With one they take turns, so
	// equal runs are equal.
	Processors int
	// Depth, if not 0, is the recursion depth up to which bounded engines look for a derivation. Then they look for no
	// proof for all depths, beyond what they find on the way.
	Depth int
	// Model has a solution made wherever there is one. Without it, sat may come with the proof of an engine alone.
	Model bool
	// NoPasses has the engines asked about the clauses as they are, and Without leaves out some of the passes that make
	// them fewer, rows of package chcpass.
	NoPasses bool
	Without  []string
	// Invariants checks the system of the clauses; a violation is an internal error. It is for tests.
	Invariants bool
	// Observe, if not nil, is called with the clauses before the first pass, which has no name, and after each pass.
	Observe func(pass string, sys *vc.System)
	// Log, if not nil, receives what each phase does.
	Log *slog.Logger
	// Progress, if not nil, is called from time to time.
	Progress func(Progress)
	// NewSolver returns the solver of the engines; nil means Muster's own.
	NewSolver func(*term.Store) (inline.Solver, error)
}

// Progress is the state of a run.
type Progress struct {
	Engine string
	Phase  string // search, model or check
	verifier.Progress
}

// engine is a row of the table of engines.
type engine struct {
	name string
	make func(inline.Config) verifier.Engine
	// A bounded engine is asked for one recursion bound after the other; another one, once.
	bounded bool
	// first is the length of the engine's first turn, turn that of the later ones, in polls and propagations, which
	// grow to last (length).
	first, turn, last int64
}

const (
	// evenTurns is how many turns have the same length. After that an engine that is not likely to answer soon has had
	// as much as others that may need more.
	evenTurns = 8
	// stepTurns is how many turns it takes then until a turn is twice as long.
	stepTurns = 4
)

// length returns how long the n-th turn is after the first one.
func (e engine) length(n int) int64 {
	t := e.turn
	for ; n > evenTurns && t < e.last; n -= stepTurns {
		t *= 2
	}
	return min(t, e.last)
}

// engines returns the table. Auto has the engines begin in its order.
func engines() []engine {
	return []engine{
		{"spacer", func(c inline.Config) verifier.Engine { return &spacer.Engine{Config: c} }, false,
			800_000, 200_000, 200_000},
		{"corral", func(c inline.Config) verifier.Engine { return &corral.Engine{Config: c} }, true,
			200_000, 50_000, 600_000},
		{"legion", func(c inline.Config) verifier.Engine { return &legion.Engine{Config: c} }, true,
			200_000, 50_000, 300_000},
		{"lazyann", func(c inline.Config) verifier.Engine { return &lazyann.Engine{Config: c} }, false,
			800_000, 50_000, 600_000},
	}
}

// Engines returns the names of the engines.
func Engines() []string {
	var names []string
	for _, e := range engines() {
		names = append(names, e.name)
	}
	return names
}

// OptionError is an error in the options.
type OptionError struct{ Msg string }

func (e *OptionError) Error() string { return e.Msg }

// findEngines returns the rows that a name stands for.
func findEngines(name string) ([]engine, error) {
	rows := engines()
	if name == "" || name == Auto {
		return rows, nil
	}
	k := slices.IndexFunc(rows, func(e engine) bool { return e.name == name })
	if k < 0 {
		return nil, &OptionError{fmt.Sprintf("no engine %q; there are %s, %s", name, Auto, strings.Join(Engines(), ", "))}
	}
	return rows[k : k+1], nil
}
