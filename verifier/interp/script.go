package interp

import (
	"context"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// Script is what a solver claims to be an execution of a program: the path
// through every procedure instance, and the values that the program does not
// determine. Replay decides whether it is one.
type Script struct {
	Program *prog.Program
	// Model interprets constants and functions. What it leaves open gets a value
	// when it is first evaluated, and keeps it; the model must not be Strict.
	Model *model.Model
	// Defs are evaluated in order before anything else.
	Defs []prog.Def
	// Unchecked lists axioms (indices in Program.Axioms) that need not hold.
	Unchecked []int
	// Kept says, by procedure and Cmd.ID, in which commands an application
	// counts as seen when the instances of quantifiers are chosen; nil means in
	// all.
	Kept [][]bool
	// Flat is the program before its loops became procedures, if it is known, and Flag becomes true where an execution
	// fails.
	Flat *prog.Program
	Flag prog.VarID
	Root *Frame
}

// Frame is one procedure instance.
type Frame struct {
	Proc prog.ProcID
	// Path lists the blocks in order. Where a block is not a successor of the
	// one before, and after the last one if it does not return, Replay searches
	// for a way.
	Path []int32
	// Init gives initial values: of formals and globals (for the root only;
	// elsewhere they are determined), and of locals and results that are read
	// before they are written.
	Init []Binding
	// Values gives what havocs and calls of procedures without a body assign. A
	// call that changes a global and then stores a result in it has two values
	// for it.
	Values []Assigned
	// Calls gives the instances of calls. A call without one is executed along
	// any path.
	Calls []Child

	values map[assignedKey]givenTwice // of Values, made by the first look-up
}

type assignedKey struct {
	id int32
	v  prog.VarID
}

// givenTwice holds the first and the last value given.
type givenTwice struct{ first, last model.Value }

// assigned returns the values that command id gives to v, invalid ones if there are none.
func (f *Frame) assigned(id int32, v prog.VarID) givenTwice {
	if f == nil || len(f.Values) == 0 {
		return givenTwice{}
	}
	if f.values == nil {
		f.values = make(map[assignedKey]givenTwice, len(f.Values))
		for _, a := range f.Values {
			k := assignedKey{a.ID, a.Var}
			x := f.values[k]
			if !x.first.IsValid() {
				x.first = a.Value
			}
			x.last = a.Value
			f.values[k] = x
		}
	}
	return f.values[assignedKey{id, v}]
}

// Binding is the value of a variable, or of an element of a map.
type Binding struct {
	Var   prog.VarID
	Old   bool          // the value is that at the entry of the procedure
	At    []model.Value // the indices of the element, of nested maps the outermost first
	Part  bool          // of a map: only elements are read, or all that it has besides what is written
	Value model.Value
	// Stored are the indices at which a map is written, if it stays as it is at all others; nil if that is not known.
	Stored []model.Value
	// Of is the application that has the value: of a lambda expression, where a variable is written, or of a function,
	// where that is read, and Var is 0. Else it is nil.
	Of *Application
}

// Application is a function with its arguments.
type Application struct {
	Fun  term.Sym
	Args []model.Value
}

// Assigned is the value that command ID gives to a variable.
type Assigned struct {
	ID    int32
	Var   prog.VarID
	Value model.Value
}

// Child is the instance made by call command ID.
type Child struct {
	ID    int32
	Frame *Frame
}

// Trace is an execution.
type Trace struct {
	Steps []TraceStep
	// Quantifiers counts the universal assumptions and axioms that model.Decide
	// could not confirm completely, and Instances the instances at which they
	// were checked instead.
	Instances, Quantifiers int
	// Unseen is set if one of them was checked at no instance, or not at all instances that the execution has, or if the
	// execution needs an open predicate (prog.Program.Open) to hold.
	Unseen bool
	// Recorded are the steps of kind prog.StepRecord, where others are left out (Course.Brief), and Bound the recursion
	// bound that the execution needs. Both are those of a Course only.
	Recorded []TraceStep
	Bound    int
	// Unwatched is set if the execution chooses what it watches, and others that watch something else may fail before.
	Unwatched bool
	// Flat is set if the execution is one of Script.Flat.
	Flat bool
	// Model has the constants and functions of the execution, and Globals are the values that it begins with.
	Model   *model.Model
	Globals []Binding
	// Claim is what was replayed.
	Claim Claim

	failed uint32 // blocks until it fails
	born   int    // commands until then that choose what is watched, but for the first
}

// Claim is what somebody claims to be an execution: a script or a course, and how it is replayed. Whoever replays it
// again gets the same trace.
type Claim struct {
	Script  *Script
	Course  *Course
	Options ReplayOptions
}

// Replay replays what is claimed.
func (c *Claim) Replay(ctx context.Context) (*Trace, *Failure, error) {
	if c.Course != nil {
		return Follow(ctx, c.Course)
	}
	return Replay(ctx, c.Script, c.Options)
}

// TraceStep is a step of an execution.
type TraceStep struct {
	Kind   prog.StepKind
	Depth  int // number of calls around it
	Proc   prog.ProcID
	Block  int32
	Cmd    int  // index in the block; prog.StepAssign, prog.StepRecord and prog.StepCommand only
	Begins bool // prog.StepAssign: no command, but what the values of a frame are at its beginning
	Label  string
	Node   prog.NodeID
	Reads  []Binding   // of prog.StepReturn: the results
	Writes []Binding   // of prog.StepCall: the formals
	Open   []Binding   // of a call of a procedure without a body: the globals that it changes
	Value  model.Value // prog.StepRecord only
	// Cut marks calls and returns that stand for a loop of the present procedure, which begins at Block.
	Cut  bool
	From int // prog.StepSkip: the first iteration that is left out,
	To   int // and the last one
}

// FailKind says why a script is not an execution.
type FailKind uint8

// The kinds of failures.
const (
	AssumeFails FailKind = iota + 1
	RequiresFails
	EnsuresFails
	AxiomFails
	InstanceFails // a quantified assumption or axiom is false at Failure.Instance
	NoWitness     // an existential assumption holds at no instance seen
	PathBroken    // the control flow does not go this way
	NotEvaluated  // a term has no value; Failure.Err says why
)

var failNames = [...]string{
	AssumeFails: "assumption is false", RequiresFails: "precondition is false", EnsuresFails: "postcondition is false",
	AxiomFails: "axiom is false", InstanceFails: "quantified assumption is false at an instance",
	NoWitness: "no witness for an existential assumption", PathBroken: "no such path", NotEvaluated: "not evaluated",
}

// String returns the kind in words.
func (k FailKind) String() string { return failNames[k] }

// Failure is the first step at which a script fails to be an execution.
type Failure struct {
	Kind  FailKind
	Frame *Frame // the instance; nil for an axiom, or inside a call without Frame
	Proc  prog.ProcID
	Block int32
	Cmd   int   // index in the block
	ID    int32 // of the command
	Pos   prog.Pos
	// Term is the false condition or its false conjunct, over program variables.
	// For an instance it is the quantifier.
	Term term.Term
	// Values are the values of the variables in Term at the failure.
	Values []Binding
	// Olds are the values at the procedure's entry of the globals in Term under old.
	Olds []Binding
	// Instance gives the values of the quantified variables.
	Instance []model.Value
	// Env evaluates Term and its subterms as the failing step did.
	Env *model.Env
	Err error
}

// Error describes the failure.
func (f *Failure) Error() string {
	s := f.Pos.String() + ": " + f.Kind.String()
	if f.Err != nil {
		s += ": " + f.Err.Error()
	}
	return s
}
