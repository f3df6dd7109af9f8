package prog

import (
	"cmp"
	"fmt"

	"github.com/muster-smt/muster/theory/term"
)

// Pos is a place in the source: line and column count from 1; zero is unknown. File is the index of the file in
// Program.Files. Places are only shown: what is at one is named by its NodeID.
type Pos struct {
	Line, Col, File int32
}

// String returns "line,col", as Boogie prints positions behind the name of the file (Files.At).
func (p Pos) String() string { return fmt.Sprintf("%d,%d", p.Line, p.Col) }

// Compare orders places as the source does, file by file: it is negative if p is before q.
func (p Pos) Compare(q Pos) int {
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Col, q.Col))
}

// NodeID identifies a part of the source: a statement, a clause of a contract, a declaration, or a block. The front end
// numbers them (Program.NewNode), passes copy them along with what they stand for, and 0 is none.
type NodeID int32

// Assertion names an assertion by where it is checked, and where it is written. They differ for a requires, which each
// call of its procedure checks.
type Assertion struct{ At, Clause NodeID }

// VarID is the index of a variable in Program.Vars; 0 is none.
type VarID int32

// ProcID is the index of a procedure in Program.Procs.
type ProcID int32

// NoProc stands for no procedure.
const NoProc ProcID = -1

// VarKind says where a variable is declared.
type VarKind uint8

// The kinds of variables.
const (
	Global VarKind = iota
	In             // never assigned
	Out
	Local
	Constant // a program constant; never assigned
)

// Var is a variable.
type Var struct {
	Name   string
	Kind   VarKind
	Term   term.Term // the constant that stands for its value
	Old    term.Term // globals only: stands for its value at the procedure's entry
	Unique bool      // constants only: different from all other unique constants of its sort
	Where  term.Term // assumed whenever the variable becomes arbitrary; 0 means none
	Node   NodeID
	Origin Ref // of a copy that NewCopy has made: what it stands for; else 0
}

// Program is a whole program. Its slices are indexed by the dense ids.
type Program struct {
	File    string // names the program in messages: the first of Files
	Files   Files  // that positions are in; empty if it is the one that File names
	Nodes   []Pos  // where the parts of the source are, by NodeID; empty or Nodes[0] is unused
	Store   *term.Store
	Vars    []Var   // Vars[0] is unused
	Globals []VarID // in source order
	Consts  []VarID // in source order
	Axioms  []Axiom
	Procs   []*Proc
	// Templates propose candidates for all procedures.
	Templates []Template
	Entries   []ProcID // procedures whose implementation is marked as the entry point
	Declared  []ProcID // procedures with an implementation of which only the declaration is marked so
	Entry     ProcID   // the chosen one, NoProc until then
	// Wheres are the where clauses, which the front end has spelled out as assumptions, by variable.
	Wheres map[VarID]term.Term
	// Watched are values of what an execution watches from its beginning, which it chooses by the first command with
	// Cmd.Watch: by those of Watched[0] it watches nothing yet.
	Watched [][]term.Term
	// Names gives the names of an assertion, invariant or contract by its node, by its attributes.
	Names map[NodeID][]string
	// Functions names the functions of the source that have no body which is expanded, and Lambdas says of
	// which functions lambda expressions are values.
	Functions map[term.Sym]string
	Lambdas   map[term.Sym]Lambda
	// Open are predicates that nothing is known of. Where one holds, an execution may be none.
	Open map[term.Sym]bool
	// Chosen are the constants that Houdini may choose, where procedures are checked by their contracts, and Guards
	// gives by the node of a clause the one of which it says b ==> e.
	Chosen []VarID
	Guards map[NodeID]VarID
}

// Lambda is a lambda expression: for parameters, which stand for what is the same for all elements, a map with elements
// at indices. Parameters and indices are bound variables; Names are those of the indices in the source.
type Lambda struct {
	Params, Index []term.Term
	Names         []string
	Elem          term.Term
}

// Axiom is assumed to hold always. It is over constants and functions.
type Axiom struct {
	Cond term.Term
	Node NodeID
	// Function is the name of the function whose body it says, or "".
	Function string
	// Defines, if not term.NoSort, says that the front end has made the axiom to say what a construct means: functions
	// for values of this sort, maps that a lambda expression describes or what constructors make. Whatever holds of
	// finitely many applications of these that satisfies the axiom there, such functions exist.
	Defines term.Sort
}

// Def says that a constant has the value of a term over other constants.
type Def struct {
	Const VarID
	Value term.Term
}

// Contract is one requires or ensures.
type Contract struct {
	Cond   term.Term // over formals and globals; Ensures also over Old terms
	Free   bool      // assumed, never checked
	Always bool      // a free clause that is also assumed where those after it are checked
	Node   NodeID
}

// Proc is a procedure with its implementation, if it has one.
type Proc struct {
	ID          ProcID
	Name        string
	CountName   string // the name under which recursion is counted; passes that split or copy a procedure keep it
	Ins, Outs   []VarID
	Locals      []VarID
	Modifies    []VarID // globals that a call may change
	Requires    []Contract
	Ensures     []Contract
	Candidates  []Candidate
	Blocks      []Block // Blocks[0] is the entry; empty if the procedure has no body
	ExtraBound  int     // added to the recursion bound
	Eager       bool    // inlined before the first query
	Loop        bool    // an extracted loop
	NoTemplates bool    // templates propose nothing for it
	Selective   bool    // it is checked only behind a Cmd.Start
	LoopOf      string  // the procedure that an extracted loop was part of; empty if it was extracted before
	Modular     Modular
	Node        NodeID

	// Unsupported is the first construct in the body or contracts that the
	// front end accepts but nothing after it understands. It is an error only if
	// the procedure is reachable from the entry.
	Unsupported error
}

// Modular says how a procedure is checked by its contract.
type Modular struct {
	Skip      bool // it is not checked
	Inlined   bool // callers have the body, nested Inline deep, in place of the contract
	Inline    int
	TimeLimit int // in seconds; 0 if there is none
}

// HasBody reports whether the procedure can be inlined.
func (p *Proc) HasBody() bool { return len(p.Blocks) > 0 }

// Block is a basic block: commands, then a jump to one of Succs, or a return
// if there is none.
type Block struct {
	Label string
	Node  NodeID
	Cmds  []Cmd
	Succs []int32 // indices into Proc.Blocks, without duplicates
	Dead  bool    // control never gets past Cmds, the last of which is assume false
	End   NodeID  // where the source says that the procedure returns, if that is here
	Cut   bool    // not where a block of the source begins: inside of one, after a check, or made for a loop
	Trips int     // of the head of a loop: iterations that do not count for the recursion bound
	Inner bool    // made by passes, to sequentialise threads or to enter loops: no trace shows it

	// Origin lists the blocks of the core program that this block stands for,
	// in order: a transformed program's path, spelled out by Origin, is a path
	// of the core program, except that branches without effect may be left
	// out, which verifier/interp then searches for. Nil before any
	// transformation: the block stands for itself.
	Origin []int32
}

// CmdKind is the kind of a command.
type CmdKind uint8

// The kinds of commands.
const (
	Assume CmdKind = iota + 1 // Cond
	Assert                    // Cond
	Assign                    // Targets := Values, at the same time
	Havoc                     // Targets
	Call                      // Targets := Callee(Values)
	// record in the trace that Label has value Values[0], or if there is neither, that a
	// statement is executed; no effect
	Record
	Propose // Cond may be an invariant of the loop that begins here; no effect
)

// Cmd is a command. Which fields are used depends on Kind.
type Cmd struct {
	Kind    CmdKind
	Cond    term.Term // Call, before assertions are encoded: where it holds preconditions count as checked; may be 0
	Targets []VarID
	Values  []term.Term
	Callee  ProcID
	// Record: the source expression; Assume, Assert: the place it stands for in the source, as file(line,col)
	Label string
	Given bool // Assert, Assume: an invariant that the source gives to a loop
	Start bool // Assert, Assume: where a Selective procedure begins to be checked
	Loose bool // Assert: nothing is assumed behind it
	Ends  bool // Assert, Assume: a literal false, where paths end if procedures are checked by their contracts
	Yield bool // Assume: the statement yield, where threads that cooperate may be interrupted
	Free  bool // Call: preconditions are assumed, not checked
	Async bool // Call: of a thread, which verifier/passes sequentialises
	// Havoc: the execution chooses one of Program.Watched, or, by a truth value, whether it watches
	// what begins to be here if it watches nothing yet
	Watch bool
	// identifies the command within its procedure across transformations; 0 before
	// numbering, or if a transformation made it
	ID   int32
	Node NodeID
}

// NewNode numbers a part of the source.
func (p *Program) NewNode(at Pos) NodeID {
	if len(p.Nodes) == 0 {
		p.Nodes = append(p.Nodes, Pos{})
	}
	p.Nodes = append(p.Nodes, at)
	return NodeID(len(p.Nodes) - 1)
}

// Pos returns where a part of the source is.
func (p *Program) Pos(n NodeID) Pos {
	if n == 0 {
		return Pos{}
	}
	return p.Nodes[n]
}

// Var returns the variable with the given id.
func (p *Program) Var(v VarID) *Var { return &p.Vars[v] }

// NewVar adds a variable with a fresh constant as its term (and Old, for a global).
func (p *Program) NewVar(name string, kind VarKind, sort term.Sort, node NodeID) VarID {
	v := Var{Name: name, Kind: kind, Term: p.Store.FreshConst(name, sort), Node: node}
	if kind == Global {
		v.Old = p.Store.FreshConst("old("+name+")", sort)
	}
	if len(p.Vars) == 0 {
		p.Vars = append(p.Vars, Var{})
	}
	p.Vars = append(p.Vars, v)
	return VarID(len(p.Vars) - 1)
}

// NewCopy adds a variable that stands for a value, with the same place.
func (p *Program) NewCopy(of Ref, name string, kind VarKind) VarID {
	v := p.NewVar(name, kind, p.Sort(of.Var()), p.Var(of.Var()).Node)
	p.Vars[v].Origin = p.Source(of)
	return v
}

// Source returns what a value stands for that may be one of a copy.
func (p *Program) Source(r Ref) Ref {
	if of := p.Vars[r.Var()].Origin; of != 0 {
		return of
	}
	return r
}

// Sort returns the sort of a variable.
func (p *Program) Sort(v VarID) term.Sort { return p.Store.Sort(p.Vars[v].Term) }

// Proc returns the procedure with the given id.
func (p *Program) Proc(id ProcID) *Proc { return p.Procs[id] }

// Lookup returns the procedure with the given name, or nil.
func (p *Program) Lookup(name string) *Proc {
	for _, q := range p.Procs {
		if q.Name == name {
			return q
		}
	}
	return nil
}

// Interface lists the variables whose values cross the boundary of a
// procedure: In at its entry (formals and globals), Out at its exit (results
// and globals that it may change).
type Interface struct {
	In, Out []VarID
}

// StepKind is the kind of a step of an execution.
type StepKind uint8

// The kinds of steps.
const (
	StepBlock   StepKind = iota // control reaches a block
	StepCall                    // a call begins
	StepReturn                  // a call ends
	StepAssign                  // a command changes the values of variables
	StepRecord                  // a Record command
	StepSource                  // a command that stands for a place in the source
	StepFail                    // an assertion fails
	StepSpawn                   // a thread is created
	StepCommand                 // a command that changes nothing: it assumes what holds, or it is a call
	StepSkip                    // iterations of a loop are left out
)
