package front

import (
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/prog"
)

// Source says in the words of the language what a program does. It is asked about nodes: of commands,
// clauses and blocks.
type Source interface {
	// Statement returns the statement or clause of a command; none if there is none.
	Statement(prog.NodeID) Statement
	// Way says what it means that control gets to a block; nil if it is of no statement that branches. A way without a
	// text is not shown.
	Way(block prog.NodeID) *Way
	// Name returns the name of a procedure as it is written.
	Name(proc string) string
}

// Statement is a statement, or a clause of a contract.
type Statement struct {
	ID        any // of a Compiled source: the same for all commands of a statement; nil if there is none
	Kind      StatementKind
	Text      string
	Condition string // of a branch, assumption, assertion or clause
	Callee    string // of a call
	Branch    bool   // an assumption that stands for the condition of a branch
	Harmless  bool   // an assertion or assumption on which no failure depends
}

// StatementKind is the kind of a statement.
type StatementKind uint8

// The kinds of statements.
const (
	Other StatementKind = iota
	Branching
	Assumption
	Assertion
	Calling
	Postcondition
	Invariant
)

// Way is one of several ways that control goes at a statement.
type Way struct {
	Node      prog.NodeID // of the statement
	Text      string      // of the statement, without what it controls
	Condition string
	Holds     bool        // the condition does
	Loop      bool        // an iteration begins, or would have
	Head      prog.NodeID // of the block with which the loop begins
	Case      bool        // of several: the condition is what it is called by
}

// Compiled is a source whose statements are lowered to several commands each, with variables that it does not have.
type Compiled interface {
	Source
	// Follow returns what follows an execution from its beginning.
	Follow() Execution
	// Call returns the text of a call, and where it ends, if what it returns is shown there; else no place.
	Call(prog.NodeID) (text string, end prog.Pos)
	// Library reports whether a procedure is no function of the user's.
	Library(proc string) bool
	// CalledAs returns the name by which the user calls a function of the library in a call, of which a procedure may
	// be a part.
	CalledAs(proc string, call prog.NodeID) string
	// Bookkeeping reports whether a command changes only what the program does not have, and the failure does not
	// depend on that.
	Bookkeeping(c *verifier.Command) bool
}

// Execution follows an execution of a compiled source: what it shows depends on what was allocated before.
type Execution interface {
	// Record notes a value that the execution records, by the command.
	Record(command prog.NodeID, value model.Value)
	// Values returns the values of variables of the source, where variables of the program are read or written.
	Values(bs []verifier.Binding) []Value
	// Argument returns the value of a parameter of the entry, if that is known better than by its variable.
	Argument(name string) (value string, ok bool)
	// Fault says what fails where an assertion does, in front of which values are read; ok is false if that is not known.
	Fault(assertion prog.NodeID, read []verifier.Binding) (f Fault, ok bool)
}

// Value is a value of a variable of the source, or of a part of one.
type Value struct {
	Name, Value string
	Global      bool // the variable is a global one
	Memory      bool // it is in memory, for which a condition may have another name
}

// Fault is what goes wrong in an execution.
type Fault struct {
	At            prog.Pos // of the operation; none if that is in no file of the user's
	Kind, Message string
}

// LoopID identifies a loop of a source whatever is asked about it; 0 is none.
type LoopID int32

// Loops is a source with places for its loops, which are given by the blocks with which they begin.
type Loops interface {
	// Loop returns a loop and its place; none if the source has no statement for it.
	Loop(head prog.NodeID) (LoopID, prog.Pos)
	// Behind returns what executions only get to that leave one of some loops by its end: assertions, and procedures.
	Behind(loops []LoopID) (assertions []prog.Pos, procs []string)
}

// Invariants is a source with expressions for what holds where a loop begins again and again, at a block.
type Invariants interface {
	// Head returns the place of the loop, where an expression holds whenever its condition is evaluated (loop), or
	// that of a statement, where it holds whenever that begins.
	Head(head prog.NodeID) (at prog.Pos, loop bool)
	// Expression writes a formula over the present values of variables of a procedure; it is empty if the language
	// cannot say it.
	Expression(p *prog.Program, q *prog.Proc, head prog.NodeID, t term.Term) string
}

// Selective is a source that is asked about some kinds of faults only.
type Selective interface {
	// NothingAsked says that nothing is asked about; it is empty if something is.
	NothingAsked() string
	// EndsUnasked reports whether executions may end at faults that are not asked about.
	EndsUnasked() bool
	// Uncovered returns what the checks that are asked about do not cover.
	Uncovered() []string
}

// Incomplete is a source with assertions that fail where an execution gets to what is not supported, which says
// nothing about the program.
type Incomplete interface {
	// Hole says what is not supported, and where, if an assertion is such.
	Hole(assertion prog.NodeID) (what string, ok bool)
}

// Executable is a source whose failing executions are to be run: a program that fails by an execution that only
// Muster's interpreter has replayed may be none that fails when it is compiled.
type Executable interface {
	// NotRun says that an execution has been replayed, and not run.
	NotRun() string
}

// Approximate is a source with executions that the program may not have: those in which a value is any, where the
// program has a certain one.
type Approximate interface {
	// Loose are holes (Incomplete) behind which such executions go on if they are assumed not to be reached.
	Loose() []prog.NodeID
	// ToBeRun says that whoever asks runs the program, so that such executions are answers.
	ToBeRun() bool
	// Inexact says why the program may not have an execution; nothing if it has it.
	Inexact(t *verifier.Trace) string
}

// Worded is a source whose assertions and clauses may say themselves what is wrong where they do not hold.
type Worded interface {
	// Message returns that; it is empty if one does not say it.
	Message(clause prog.NodeID) string
}

// Grouped is a source that has several assertions for one fault.
type Grouped interface {
	// Alike returns the other assertions that are about the same fault.
	Alike(assertion prog.NodeID) []prog.NodeID
}
