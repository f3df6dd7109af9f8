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

// Step is a step of a trace.
type Step struct {
	Kind  prog.StepKind
	Depth int    // number of calls around it
	Proc  string // the procedure: for prog.StepCall and prog.StepReturn the callee
	Label string // of the block; for prog.StepAssign the variable, for prog.StepRecord what is recorded
	Value string // for prog.StepAssign and prog.StepRecord
	Pos   prog.Pos
}
