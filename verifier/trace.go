package verifier

import "github.com/muster-smt/muster/verifier/prog"

// Trace is an execution that was replayed.
type Trace struct {
	Steps []Step
	// Instances counts the instances at which universal assumptions on the
	// way were checked, and Quantifiers these: more than an execution can show.
	Instances, Quantifiers int
	// Unsettled counts the axioms that say nothing of the program and were left out,
	// if it is open whether they contradict each other: then nothing could run.
	Unsettled int
	// Failed is the place of the assertion that fails; unknown if the program
	// was asked for its return.
	Failed prog.Pos
}

// StepKind says what a step of a trace is.
type StepKind uint8

// The kinds of steps.
const (
	StepBlock  StepKind = iota // control comes to a block
	StepCall                   // a call begins
	StepReturn                 // a call ends
	StepValue                  // a variable gets a value, or the program records one
)

// Step is a step of a trace.
type Step struct {
	Kind  StepKind
	Depth int    // calls around it
	Proc  string // the procedure: the callee of StepCall and StepReturn
	Label string // of the block; StepValue: the name of what has the value
	Value string
	Pos   prog.Pos
}
