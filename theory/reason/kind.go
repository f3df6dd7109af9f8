package reason

import (
	"fmt"

	"github.com/muster-smt/muster/sat/limit"
)

// Kind classifies reasons. As an error it is a target for errors.Is.
type Kind uint8

// The kinds. Each has a name, which JSON shows, and a text, which begins the
// reason in words.
const (
	None = Kind(limit.None)

	// Limits have the numbers of package limit.
	Timeout      = Kind(limit.Timeout)
	Interrupt    = Kind(limit.Interrupt)
	Memory       = Kind(limit.Memory)
	Conflicts    = Kind(limit.Conflicts)
	Decisions    = Kind(limit.Decisions)
	Propagations = Kind(limit.Propagations)
	Pivots       = Kind(limit.Pivots)
	Instances    = Kind(limit.Instances)
	Steps        = Kind(limit.Steps)
	// Incomplete has no closer description, as with foreign solvers.
	Incomplete = Kind(limit.Incomplete)
)

// The kinds that package limit does not have.
const (
	// What the theories cannot decide; a candidate model may stand.
	Unsupported   = iota + Incomplete + 1 // a term that no theory understands
	Branching                             // the budget of integer branching is spent
	Arrays                                // arrays in a cyclic or unsupported constellation
	Nonlinear                             // a product or a division by a variable is not settled
	Instantiation                         // the budget of instances is spent
	Quantifiers                           // E-matching found nothing more to instantiate

	Refused // a command that was not understood is in force

	// What the verifier adds.
	GaveUp                // the solver has no answer and does not say why
	SolverFailed          // a foreign solver ended, or its output cannot be read
	UnconfirmedTrace      // an error was found, but the program could not be run that way
	UnconfirmedQuantifier // the same, and a quantified assumption is in the way
	OpenQuantifier        // an error was found, but a quantified assumption was neither confirmed nor refuted for it
	UnconfirmedProof      // a proof for all bounds was found, but not proved again
	ContradictoryAxioms   // nothing can run, so a trace means nothing
	Executed              // the program was executed as far as that goes, without a failure
	NotFailed             // an error was found, but the program does not fail that way when it runs
	NoTest                // an error was found, but nothing can be run that shows it

	// Internal is a fault of this module: a broken invariant, or a panic.
	Internal

	// NumKinds is the number of kinds, for tables indexed by them.
	NumKinds
)

var kinds = [NumKinds]struct{ name, text string }{
	None: {"", ""},

	Timeout:      {"timeout", "timeout"},
	Interrupt:    {"interrupt", "interrupted"},
	Memory:       {"memory", "memory limit"},
	Conflicts:    {"conflicts", "conflict limit"},
	Decisions:    {"decisions", "decision limit"},
	Propagations: {"propagations", "propagation limit"},
	Pivots:       {"pivots", "pivot limit"},
	Instances:    {"instances", "instance limit"},
	Steps:        {"steps", "step limit"},

	Incomplete:    {"incomplete", "incomplete"},
	Unsupported:   {"unsupported-term", "unsupported term"},
	Branching:     {"integer-branching", "integer branching budget"},
	Arrays:        {"incomplete-arrays", "incomplete arrays"},
	Nonlinear:     {"incomplete-nonlinear", "incomplete nonlinear arithmetic"},
	Instantiation: {"instantiation", "instantiation budget"},
	Quantifiers:   {"incomplete-quantifiers", "incomplete quantifiers"},

	Refused: {"refused-command", "refused command"},

	GaveUp:                {"gave-up", "solver gave up"},
	SolverFailed:          {"solver-failed", "solver failed"},
	UnconfirmedTrace:      {"unconfirmed-trace", "trace not confirmed"},
	UnconfirmedQuantifier: {"unconfirmed-quantifier", "trace not confirmed"},
	OpenQuantifier:        {"open-quantifier", "quantified assumptions neither confirmed nor refuted"},
	UnconfirmedProof:      {"unconfirmed-proof", "proof not confirmed"},
	ContradictoryAxioms:   {"contradictory-axioms", "the axioms contradict each other"},
	Executed:              {"executed", "executions found nothing"},
	NotFailed:             {"test-not-failed", "the test did not fail"},
	NoTest:                {"no-test", "no test shows the failure"},

	Internal: {"internal", "internal error"},
}

// String returns the text of the kind.
func (k Kind) String() string {
	if k < NumKinds {
		return kinds[k].text
	}
	return "invalid reason"
}

// Error implements error. It is String.
func (k Kind) Error() string { return k.String() }

// MarshalText returns the name of the kind, which is empty for None.
func (k Kind) MarshalText() ([]byte, error) {
	if k < NumKinds {
		return []byte(kinds[k].name), nil
	}
	return nil, fmt.Errorf("reason: kind %d is invalid", uint8(k))
}

// UnmarshalText accepts what MarshalText returns.
func (k *Kind) UnmarshalText(text []byte) error {
	for i := range kinds {
		if kinds[i].name == string(text) {
			*k = Kind(i)
			return nil
		}
	}
	return fmt.Errorf("reason: there is no kind %q", text)
}

// Unconfirmed reports whether an error was found that is not confirmed.
func (k Kind) Unconfirmed() bool {
	return k == UnconfirmedTrace || k == UnconfirmedQuantifier || k == OpenQuantifier
}
