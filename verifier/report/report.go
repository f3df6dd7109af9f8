package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/prog"
)

// Schema is the version of the document.
const Schema = 2

// Report is what a run found: the document of a file. Where an answer consists of several, each is a Report in it. The
// comments of the fields are the descriptions in report.schema.json.
type Report struct {
	Schema  int    `json:"schema,omitempty"`  // Version of this format; only at the top.
	Version string `json:"version,omitempty"` // Version of Muster; only at the top.
	File    string `json:"file,omitempty"`    // The file that names the program: the first one.
	// safe, safe up to bound, safe up to contexts, safe up to bound and contexts, unsafe or unknown; of contracts
	// verified, failed or unknown; coverage, if the question was what is reached; skipped, if the file has nothing that
	// was to be asked about; error, where there is no answer.
	Verdict string `json:"verdict"`
	// The line that the command prints: the verdict with numbers and remarks.
	Answer string `json:"answer,omitempty"`
	// Of safe what the answer does not say, of unsafe a reservation, of unknown the reason.
	Remark   string `json:"remark,omitempty"`
	Question string `json:"question,omitempty"` // What the verdict answers.
	Reason   string `json:"reason,omitempty"`   // Why there is no verdict: of unknown, skipped and coverage.
	// The kind of the reason of unknown: a word for programs.
	ReasonKind reason.Kind `json:"reason_kind,omitempty"`
	Advice     string      `json:"advice,omitempty"` // Of unknown: what may help.
	Entry      string      `json:"entry,omitempty"`  // The procedure that executions begin with.
	Name       string      `json:"name,omitempty"`   // Of contracts: the procedure that is checked.
	*Place                 // Of a procedure, where it is declared, or of an error, if that is known:
	Engine     string      `json:"engine,omitempty"` // The engine that found the answer.
	// The bound on recursion and iterations that was asked about.
	Bound    int `json:"bound,omitempty"`
	Contexts int `json:"contexts,omitempty"` // In how many rounds threads run; only of programs with threads.
	Proved   int `json:"proved,omitempty"`   // Of unknown: no execution up to this bound fails.
	// Whether a fresh solver confirmed a safe answer: confirmed, or open and why.
	Check    string    `json:"check,omitempty"`
	Limits   []Limit   `json:"limits,omitempty"` // Of safe up to bound: what the answer is not about.
	*Problem           // Of an error:
	*Failure           // Of what fails, or of contracts may fail:
	Run      string    `json:"run,omitempty"`      // Whether running the program confirms an unsafe answer.
	Apart    bool      `json:"apart,omitempty"`    // Of unsafe: it begins with what nothing in the program makes.
	Steps    []Step    `json:"steps,omitempty"`    // The execution that fails, by statements of the source.
	Trace    []Step    `json:"trace,omitempty"`    // The same by steps of the program that was searched.
	Failures []*Report `json:"failures,omitempty"` // All that fails; of a contract also what is unknown.
	// With failures: the answer about the other assertions.
	Rest *Report `json:"rest,omitempty"`
	// Of contracts: an answer for each procedure.
	Procedures  []*Report    `json:"procedures,omitempty"`
	Obligations int          `json:"obligations,omitempty"` // Of a procedure: how many things it has to establish.
	Explanation *Explanation `json:"explanation,omitempty"` // Of a verified procedure: what the proof rests on.
	Targets     []Target     `json:"targets,omitempty"`     // Of coverage: what may be reached.
	// Of coverage: the executions that reach targets, by steps of the program that was searched.
	Executions [][]Step `json:"executions,omitempty"`
	Unreached  []Lines  `json:"unreached,omitempty"` // Of coverage: lines that no execution within the bound reaches.
	// Of coverage the number of targets by verdict; of contracts verified, errors, inconclusive, timeouts, out_of_memory.
	Count Counters `json:"count,omitempty"`
	// A limit ended the run.
	Stopped bool `json:"stopped,omitempty"`
	// The answer was kept by an earlier run, and nothing was searched.
	Kept       bool            `json:"kept,omitempty"`
	Chosen     map[string]bool `json:"chosen,omitempty"`     // The constants that Houdini has chosen, with their values.
	Invariants []Invariant     `json:"invariants,omitempty"` // What holds at heads of loops, if a witness is asked for.
	Summaries  []Summary       `json:"summaries,omitempty"`  // What a proof learned, if that is asked for.
	// Why there are no summaries, though they are asked for.
	NotSummarized string `json:"not_summarized,omitempty"`
	// Why the annotated program is not written, though it is asked for.
	NotAnnotated string `json:"not_annotated,omitempty"`
	// What engines learned where, by procedure.
	Learning []verifier.Learning `json:"learning,omitempty"`
	Rounds   []Round             `json:"abstraction,omitempty"` // The rounds in which globals were abstracted.
	Seconds  float64             `json:"seconds,omitempty"`     // How long the run took,
	// of which so long in each phase.
	Phases      []Phase  `json:"phases,omitempty"`
	MemoryBytes int64    `json:"memory_bytes,omitempty"` // What is held at the end.
	Counters    Counters `json:"counters,omitempty"`     // Statistics of the search.
	Language    string   `json:"language,omitempty"`     // The language of a compiled program, such as C.
	Model       string   `json:"data_model,omitempty"`   // Its data model, such as LP64.

	// Files are the sources, for pages. They are not part of the JSON.
	Files prog.Files `json:"-"`
	// Calls is the call graph, for Dot.
	Calls *driver.CallGraph `json:"-"`

	loops    int // of the program
	language string
	compiled bool            // front.Compiled
	choices  []driver.Choice // Chosen, in the order of the source
	axioms   int             // that may contradict each other
	searched *verifier.Trace // the execution that Steps show
}

// Counters are named numbers, in the order in which they are printed; an object in JSON.
type Counters []stat.Counter

// MarshalJSON writes an object.
func (c Counters) MarshalJSON() ([]byte, error) {
	out := []byte("{")
	for i, x := range c {
		if i > 0 {
			out = append(out, ',')
		}
		out = fmt.Appendf(append(out, quote(x.Name)...), ":%d", x.Value)
	}
	return append(out, '}'), nil
}

// UnmarshalJSON reads an object, and orders the numbers by name.
func (c *Counters) UnmarshalJSON(text []byte) error {
	m := map[string]int64{}
	err := json.Unmarshal(text, &m)
	for name, value := range m {
		*c = append(*c, stat.Counter{Name: name, Value: value})
	}
	slices.SortFunc(*c, func(x, y stat.Counter) int { return cmp.Compare(x.Name, y.Name) })
	return err
}

// Phase is a part of a run.
type Phase struct {
	Name    string  `json:"name"`    // What was done.
	Seconds float64 `json:"seconds"` // How long that took.
}

// Round is a search in which some globals are tracked, and the others abstracted.
type Round struct {
	Tracked  []string `json:"tracked"`             // The globals that are tracked beside those of the rounds before.
	Spurious int      `json:"spurious"`            // How many counterexamples were infeasible.
	Checks   int      `json:"checks"`              // How often it was asked which globals are needed.
	Open     int      `json:"open"`                // About how many globals at most.
	Seconds  float64  `json:"seconds"`             // How long the round took,
	Make     float64  `json:"seconds_abstracting"` // of which making the abstraction,
	Refine   float64  `json:"seconds_refining"`    // and refinement.
}

// Summary is what a proof learned about a procedure.
type Summary struct {
	Procedure string   `json:"procedure"`          // The procedure, or what the loop is extracted to.
	LoopOf    string   `json:"loop_of,omitempty"`  // The procedure of which it is a loop.
	Place     *Place   `json:"place,omitempty"`    // Of the procedure or the loop.
	Requires  []string `json:"requires,omitempty"` // What holds at all calls, in Boogie's expressions.
	Ensures   []string `json:"ensures"`            // What holds at returns.
}

// Lines are lines of a file.
type Lines struct {
	First int    `json:"first"`        // The first line.
	Last  int    `json:"last"`         // The last line.
	File  string `json:"in,omitempty"` // The file, if it is another one than that of the report.
}

// Invariant is an expression of the source's language that holds at a loop.
type Invariant struct {
	Place     Place  `json:"place"`     // Of the loop; where no condition comes first, of the statement at its head.
	Procedure string `json:"procedure"` // The procedure with the loop.
	// It holds whenever the loop's condition is evaluated; else whenever the statement at the place begins.
	Loop bool   `json:"loop"`
	Text string `json:"text"` // The expression.
}

// Limit is a loop or a recursion that goes beyond the bound, an assertion that no execution within the bound gets to,
// or, without a place, procedures that none calls.
type Limit struct {
	Place   Place  `json:"place,omitzero"` // Of the loop, procedure or assertion.
	Message string `json:"message"`        // What the answer is not about.
}

// Problem says why a run did not answer.
type Problem struct {
	// input, if the file cannot be read or is malformed; usage; internal.
	Kind    string `json:"error_kind"`
	Message string `json:"error"`           // What is wrong.
	Stack   string `json:"stack,omitempty"` // Of internal: where Muster failed.
}

// Failure says what fails.
type Failure struct {
	// assertion, requires, ensures, invariant; of C also bounds, null, division, overflow, memory, unreachable; of Go
	// index, slice, nil, nilmap, division, shift, assertion, unhashable, makeslice, toarray, panic, fail; return, if the
	// entry returns, and nothing else was asked; of contracts assert, requires, ensures, invariant on entry, invariant
	// maintained.
	Kind      string  `json:"kind"`
	Code      string  `json:"code,omitempty"`      // Of contracts: Boogie's code of the message.
	Message   string  `json:"message"`             // What fails, in words.
	Place     Place   `json:"at"`                  // Where.
	Procedure string  `json:"procedure,omitempty"` // In which it fails.
	Callee    string  `json:"callee,omitempty"`    // Of requires: the procedure whose it is.
	Text      string  `json:"text,omitempty"`      // The statement at the place.
	Clause    *Place  `json:"clause,omitempty"`    // Where it is written, if that is elsewhere.
	Also      []Place `json:"also,omitempty"`      // Of contracts: other returns at which it fails.
	Condition string  `json:"condition,omitempty"` // What does not hold.
	Values    []Value `json:"values,omitempty"`    // The values of what the condition reads.
	related   string  // what the clause is
}

// Place is a place in a source. Lines and columns count from 1.
type Place struct {
	Line   int     `json:"line"`             // The line.
	Column int     `json:"column"`           // The column.
	File   string  `json:"in,omitempty"`     // The file, if it is another one than that of the report.
	Origin *Origin `json:"origin,omitempty"` // The place in the program behind the source, if attributes name it.
}

// Origin is a place in another file, from which the program was made.
type Origin struct {
	File   string `json:"file"`   // The file.
	Line   int    `json:"line"`   // The line.
	Column int    `json:"column"` // The column; 0 if it is unknown.
}

// Kind is the kind of a step.
type Kind string

// The kinds of steps. The last three are only of the program that was searched; Begin, Statement, Assume, Check, Branch
// and Iteration are only of the source.
const (
	Begin     Kind = "begin"     // the entry begins, with the values that the execution begins with in Writes
	Statement Kind = "statement" // an assignment, havoc, or call of a procedure without a body
	Assume    Kind = "assume"    // an assumption, which holds
	Check     Kind = "check"     // an assertion, which holds
	Branch    Kind = "branch"    // Condition is what held
	Iteration Kind = "iteration" // of a loop, from 1 on
	Skipped   Kind = "skipped"   // iterations that are left out, from Iteration to Last
	Call      Kind = "call"      // Writes are the arguments
	Return    Kind = "return"    // Writes are the variables that got the results
	Spawn     Kind = "spawn"     // the thread Starts is created
	Record    Kind = "record"    // a value that the program records
	Fail      Kind = "fail"      // the last one
	Block     Kind = "block"     // control reaches a block, whose label is Text
	Assign    Kind = "value"     // variables get the values in Writes
	Source    Kind = "source"    // what follows was made from Place.Origin
)

// Step is a step of an execution.
type Step struct {
	// begin, statement, assume, check, branch, iteration, skipped, call, return, spawn, record, fail; of the program that
	// was searched also block, value, source.
	Kind      Kind    `json:"kind"`
	Depth     int     `json:"depth"`               // The number of calls around it.
	Procedure string  `json:"procedure"`           // The procedure; of call and return the callee.
	Place     Place   `json:"place,omitzero"`      // Of the statement.
	Text      string  `json:"text,omitempty"`      // The statement; of block its label, of spawn what the thread runs.
	Condition string  `json:"condition,omitempty"` // What held; of fail, what does not.
	Message   string  `json:"message,omitempty"`   // Of fail, in C: what fails.
	Iteration int     `json:"iteration,omitempty"` // Of iteration its number; of skipped the first one that is left out.
	Last      int     `json:"last,omitempty"`      // Of skipped: the last one that is left out.
	Reads     []Value `json:"reads,omitempty"`     // Values that the step reads; of call what begins beside the arguments.
	Writes    []Value `json:"writes,omitempty"`    // Values that it writes; of begin and call those of parameters.
	Thread    int     `json:"thread,omitempty"`    // The thread, from 1 on; only of programs with threads.
	Context   int     `json:"context,omitempty"`   // The round that the thread runs in, from 0 on.
	Starts    int     `json:"starts,omitempty"`    // Of spawn: the thread that is created.
	// The failure depends on the step: by values, or since control passed it on the way.
	Relevant bool `json:"relevant,omitempty"`
	// Of a block: none of the source begins there; of call and return: what is called is a loop.
	Made bool `json:"made,omitempty"`

	node    prog.NodeID // of the statement
	end     Place       // of a call whose result is recorded
	negated bool        // the condition is the negation of what is written
}

// negate makes the condition of a branch that was not taken of the one that is written, which may itself begin with a
// negation.
func (s *Step) negate() { s.Condition, s.negated = "!("+s.Condition+")", true }

// Value is a value of a variable, or of a map at an index.
type Value struct {
	Name  string `json:"name"`  // The variable, or the variable at an index.
	Value string `json:"value"` // Its value.
	// The variable is a global one. The others belong to the call that the step is in.
	Global bool `json:"global,omitempty"`
}

// name names a place as file(line,col), in a file if it names none itself.
func (p *Place) name(file string) string {
	return fmt.Sprintf("%s(%d,%d)", cmp.Or(p.File, file), p.Line, p.Column)
}

// name names a place of the program.
func (r *Report) name(p *Place) string { return p.name(r.File) }

// message says what fails, and whether running the program confirms it.
func (r *Report) message() string {
	if r.Run == "" {
		return r.Failure.Message
	}
	return r.Failure.Message + ", " + r.Run
}

// Doubted reports whether what fails is none of the program's, as far as is known from running it.
func (r *Report) Doubted() bool {
	return r.ReasonKind == reason.NotFailed || r.ReasonKind == reason.NoTest
}

// confirmed counts the failures that are not doubted.
func (r *Report) confirmed() (n int) {
	for _, x := range r.Failures {
		if !x.Doubted() {
			n++
		}
	}
	return n
}

// Answers returns the reports that have an answer each: of one with several failures these, and the rest.
func Answers(rs ...*Report) (out []*Report) {
	for _, r := range rs {
		if len(r.Failures) == 0 {
			out = append(out, r)
			continue
		}
		parts := r.Failures
		if r.Rest != nil {
			parts = append(parts[:len(parts):len(parts)], r.Rest)
		}
		for _, x := range parts {
			part := *x
			part.Version = r.Version
			out = append(out, &part)
		}
	}
	return out
}

// AddTrace adds executions by steps of the program that was searched.
func (r *Report) AddTrace() {
	if r.searched != nil {
		r.Trace = Searched(r.Files, r.searched)
	}
	for _, x := range r.Failures {
		x.AddTrace()
	}
}

// Brief returns the report without executions.
func (r *Report) Brief() *Report {
	out := *r
	out.Steps, out.Trace, out.Executions = nil, nil, nil
	out.Failures, out.Procedures = briefs(r.Failures), briefs(r.Procedures)
	return &out
}

func briefs(rs []*Report) (out []*Report) {
	for _, r := range rs {
		out = append(out, r.Brief())
	}
	return out
}

// JSON writes reports as indented objects, one after the other.
func JSON(w io.Writer, rs []*Report) error {
	return encode(w, "  ", rs...)
}

// WriteSchema writes the schema of the objects that JSON and Line write.
func WriteSchema(w io.Writer) error {
	text, err := files.ReadFile("report.schema.json")
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

// Line writes reports as objects, each in a line.
func Line(w io.Writer, rs ...*Report) error {
	return encode(w, "", rs...)
}

// encode writes values as JSON, one after the other.
func encode[V any](w io.Writer, indent string, vs ...V) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	for _, v := range vs {
		if err := e.Encode(v); err != nil {
			return err
		}
	}
	return nil
}
