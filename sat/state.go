package sat

import (
	"strings"

	"github.com/muster-smt/muster/sat/invariant"
)

// state is a set of the solver's states, see the package documentation.
type state uint16

const (
	stateInput   state = 1 << iota
	stateSat           // Solve returned Sat, and nothing was changed since
	stateUnsat         // likewise
	stateUnknown       // likewise
	stateSearch        // in Solve or Imply, outside callbacks
	stateAssign
	statePropagate
	stateExplain
	stateFinal
	stateDecide // Eligible and MayWait
	stateLevel  // NewLevel and Backtrack

	// stateIdle is outside Solve and Imply.
	stateIdle = stateInput | stateSat | stateUnsat | stateUnknown
)

var stateNames = [...]string{
	"Input", "Sat", "Unsat", "Unknown", "Search", "Assign", "Propagate", "Explain", "Final", "Decide", "Level",
}

// String lists the states of the set.
func (st state) String() string {
	var names []string
	for i, name := range stateNames {
		if st>>i&1 != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, " or ")
}

// answered is the state after an answer of Solve.
func answered(st Status) state {
	return [...]state{stateUnsat, stateUnknown, stateSat}[st+1]
}

// idle holds outside Solve and Imply.
func (s *Solver) idle() bool { return s.state&stateIdle != 0 }

// require checks that a method is called in one of the allowed states.
func (s *Solver) require(allowed state, method string) {
	if invariant.Enabled && s.state&allowed == 0 {
		invariant.Check(false, method+" in state "+s.state.String()+"; allowed in "+allowed.String())
	}
}

// requireWhole panics, in every build, if a callback has panicked or the call comes from
// a callback: then there is no right answer.
func (s *Solver) requireWhole(method string) {
	s.require(stateIdle, method)
	if !s.idle() {
		panic("sat: " + method + " in state " + s.state.String() + ": from a callback, or after a callback has panicked")
	}
}

// edit begins a method that changes what the last answer was about.
func (s *Solver) edit(method string) {
	s.require(stateIdle, method)
	s.state = stateInput
}
