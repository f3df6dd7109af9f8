package driver

import (
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/corral"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/legion"
)

// Options of Verify. The zero value is the good default.
type Options struct {
	// Engine is the name of one of Engines; empty means DefaultEngine.
	Engine string
	// Bound is the recursion bound; 0 means verifier.DefaultBound.
	Bound int
	// Entry names the entry procedure; empty means the one implementation
	// marked {:entrypoint}, else main.
	Entry string
	// Timeout limits all but the check of the answer; 0 is no limit.
	Timeout time.Duration
	// Check lets a fresh solver check answers that say safe.
	Check bool
	// CheckTimeout limits the check; 0 means Timeout.
	CheckTimeout time.Duration
	// Invariants checks the program after each pass, and the verification
	// condition; a violation is an internal error. It is for tests.
	Invariants bool
	// NewSolver returns the solver to use; nil means Muster's own.
	NewSolver func(*term.Store) (inline.Solver, error)
	// Progress, if not nil, is called now and then from Verify's goroutine.
	Progress func(Progress)
	// Log, if not nil, hears what is done.
	Log *slog.Logger
}

// Progress is the state of a run.
type Progress struct {
	Phase string // the phase at hand: load, passes, vcgen, search or check
	verifier.Progress
	Conflicts int64
}

// DefaultEngine is the engine that runs if none is named.
const DefaultEngine = "legion"

// engine is a row of the table of engines.
type engine struct {
	name string
	make func(inline.Config) verifier.Engine
	// stepwise engines go through the recursion bounds from 1 on, so that when
	// one is stopped, all bounds below the one at hand are known to hold.
	stepwise bool
}

func engines() []engine {
	return []engine{
		{"corral", func(c inline.Config) verifier.Engine { return &corral.Engine{Config: c} }, true},
		{"legion", func(c inline.Config) verifier.Engine { return &legion.Engine{Config: c} }, false},
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

func findEngine(name string) (engine, error) {
	if name == "" {
		name = DefaultEngine
	}
	for _, e := range engines() {
		if e.name == name {
			return e, nil
		}
	}
	return engine{}, &OptionError{fmt.Sprintf("no engine %q; there are %s", name, strings.Join(Engines(), ", "))}
}
