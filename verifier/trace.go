package verifier

import (
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/verifier/interp"
	"github.com/muster-smt/muster/verifier/prog"
)

// Trace is an execution that was replayed.
type Trace struct {
	Steps []Step
	// Derivation stands in place of Steps if the system was made of Horn clauses; otherwise it is nil.
	Derivation *Derivation
	// Quantifiers counts the universal assumptions that could not be checked
	// completely, and Instances the instances at which they were checked.
	Instances, Quantifiers int
	// Unsettled names the axioms that were left out as unrelated to the program,
	// if it is unknown whether they contradict each other: by what they are about, or their places. If they did, there
	// would be no execution.
	Unsettled []string
	// Unwatched is set if another object may have been used wrongly before: there were too many to look at all.
	Unwatched bool
	// Bound is the recursion bound that the execution needs, if that is more than was asked about; else 0.
	Bound int
	// Recorded are the steps of kind prog.StepRecord if others are left out (prog.StepSkip), else nil.
	Recorded []Step
	// Assertion is the one that fails; zero if the question was whether the entry returns. Failed is where that is,
	// and Clause where it is written: elsewhere if it is a requires, which fails at a call.
	Assertion      prog.Assertion
	Failed, Clause prog.Pos
	// Evidence is what the execution consists of beside the steps, for those who execute it again.
	Evidence Evidence
	// Targets are those that the execution reaches, in order, by their number: there is a question about places
	// (passes.Result.Targets).
	Targets []int
}

// Evidence is what an execution begins with: what constants and functions mean, and the values of the globals.
type Evidence struct {
	Model   *model.Model
	Globals []Exact
	// Claim is what was replayed, on the program as it was prepared; none of a derivation.
	Claim interp.Claim
}

// Exact is a value of a variable of the source.
type Exact struct {
	Of    prog.Ref
	Value model.Value
}

// Step is a step of a trace.
type Step struct {
	Kind  prog.StepKind
	Depth int    // number of calls around it
	Proc  string // the procedure: for prog.StepCall and prog.StepReturn the callee
	// of the block; for prog.StepAssign the variable, for prog.StepRecord what is recorded, for prog.StepSource
	// file(line,col)
	Label string
	Value string // for prog.StepAssign and prog.StepRecord, as traces show it
	// for prog.StepBlock: no block of the source begins there; for calls and returns: what is called is a loop
	Cut  bool
	Node prog.NodeID
	Pos  prog.Pos // of the node
	// Thread is the number of the thread that the step is of, from 1 on, and Context the round that it runs in, from 0
	// on. Steps are in the order of the execution. Thread is 0 if the program has no threads. Depth counts within the
	// thread.
	Thread, Context int
	From, To        int // for prog.StepSkip: the first iteration of the loop at Pos that is left out, and the last one
	Started         int // for prog.StepSpawn: the thread that is created; Proc is what it runs
	// Exact are the values that a command has written, or left open: those that are shown, and of a call of a procedure
	// without a body the globals that it changes. The first of several steps of one command has them. For
	// prog.StepRecord it is the value, of no variable.
	Exact []Exact
	// Source says what the command did; nil if there is none. Of several steps of one command the first one has it.
	Source *Command
}

// Command is what a command of a trace did, in terms of the source. For prog.StepCall it writes the formals, for
// prog.StepReturn it reads the results.
type Command struct {
	Reads, Writes []Binding // maps as a whole have no value where they are read
	In            string    // the procedure of the source that the command is in
	Begins        bool      // it is no command: what it writes are the values that a call begins with
	Made          bool      // the source has no such command
	Branch        bool      // it is an assumption at the beginning of one of several ways
}

// Binding is a value of a variable, of a map at indices, or of a function for arguments.
type Binding struct {
	Of     prog.Ref      // of the variable in the source; 0 of a function
	At     []model.Value // indices or arguments
	Value  model.Value   // none of a map as a whole that is read, or that is as before
	Global bool          // the variable is a global one
	Whole  bool          // where an element is written: others may be written, too, whose values stay
	Name   string        // as traces of commands show it, with the indices
	Text   string        // of the value, likewise
}

// IsSame reports whether two bindings are of the same variable, or element of a map.
func (b *Binding) IsSame(o *Binding) bool {
	return b.Of == o.Of && slices.EqualFunc(b.At, o.At, model.Value.Equal)
}
