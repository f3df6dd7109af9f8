package report

import (
	"encoding/json"
	"io"

	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/prog"
)

// Schema is the version of the JSON.
const Schema = 1

// Report is what a run found.
type Report struct {
	Schema  int    `json:"schema"`
	Version string `json:"version"` // of Muster
	File    string `json:"file"`
	// Verdict is safe, safe up to bound, unsafe or unknown, in the words of --json; or error, where there is no answer; or skipped, if
	// the file has nothing that was to be asked about; or coverage, if the question was what is reached. Answer is the line that the command prints first.
	Verdict  string   `json:"verdict"`
	Answer   string   `json:"answer"`
	Question string   `json:"question"`         // that the verdict answers
	Reason   string   `json:"reason,omitempty"` // of unknown and skipped
	Advice   string   `json:"advice,omitempty"` // of unknown: what may help
	Entry    string   `json:"entry,omitempty"`  // the entry procedure
	Engine   string   `json:"engine"`           // that found the answer
	Bound    int      `json:"bound"`            // on recursion and iterations
	Contexts int      `json:"contexts,omitempty"`
	Proved   int      `json:"proved,omitempty"` // unknown: no failing execution up to this bound
	Seconds  float64  `json:"seconds"`
	Limits   []Limit  `json:"limits,omitempty"`  // of safe up to bound: what the answer is not about, as far as that is known
	Problem  *Problem `json:"problem,omitempty"` // of error
	Failure  *Failure `json:"failure,omitempty"` // of unsafe
	Run      string   `json:"run,omitempty"`     // of unsafe, if the program was run: whether that confirms the failure, and if not, why
	Steps    []Step   `json:"steps,omitempty"`   // of unsafe: the execution up to the failure
	// Invariants hold at the heads of loops. They are of safe programs, if they are asked for (a witness is).
	Invariants []Invariant `json:"invariants,omitempty"`
	// Unreached are lines that no execution within the bound reaches. It is of questions about coverage.
	Unreached []Lines          `json:"unreached,omitempty"`
	Counters  map[string]int64 `json:"counters,omitempty"`
	// Language is that of a compiled program, as C; Model is its data model.
	Language string `json:"language,omitempty"`
	Model    string `json:"data_model,omitempty"`
	// Files are the sources, for pages. They are not part of the JSON.
	Files prog.Files `json:"-"`
	// Calls is the call graph, for Dot.
	Calls *driver.CallGraph `json:"-"`
	loops int               // of the program

	language string
	compiled bool // front.Compiled
}

// Lines are lines of a file, First and Last included. File is that of Place.
type Lines struct {
	First int    `json:"first"`
	Last  int    `json:"last"`
	File  string `json:"in,omitempty"`
}

// Invariant is an expression of the source's language that holds at a loop.
type Invariant struct {
	Place     Place  `json:"place"` // of the loop; or, where it is no loop with a condition that comes first, of the statement at its head
	Procedure string `json:"procedure"`
	// Loop says that it holds whenever the loop's condition is evaluated; else it does whenever the statement at the place begins.
	Loop bool   `json:"loop"`
	Text string `json:"text"`
}

// Limit is a loop or a recursion that goes beyond the bound, an assertion that no execution within the bound gets to, or, without
// a place, procedures that none calls.
type Limit struct {
	Place   Place  `json:"place,omitzero"`
	Message string `json:"message"`
}

// Problem says why a run did not answer.
type Problem struct {
	Kind    string `json:"kind"` // input: the file cannot be read, or is malformed; usage; internal
	Message string `json:"message"`
	Place   *Place `json:"place,omitempty"`
}

// NewProblem makes the report of a run on a file without an answer.
func NewProblem(file string, p *Problem, version string) *Report {
	r := &Report{Schema: Schema, Version: version, File: file, Verdict: "error", Answer: "error", Problem: p}
	r.Question, r.Files = Question(&driver.Report{}), prog.Files{{Name: file}}
	return r
}

// NewSkipped makes the report of a file that has nothing that was to be asked about.
func NewSkipped(file, why, version string) *Report {
	r := &Report{Schema: Schema, Version: version, File: file, Verdict: "skipped", Answer: "skipped", Reason: why}
	r.Question, r.Files = Question(&driver.Report{}), prog.Files{{Name: file}}
	return r
}

// Failure says what fails.
type Failure struct {
	Kind      string  `json:"kind"` // assertion, requires, ensures, invariant; return: the entry returns, and nothing else was asked
	Message   string  `json:"message"`
	Place     Place   `json:"place"`
	Procedure string  `json:"procedure,omitempty"` // in which it fails
	Callee    string  `json:"callee,omitempty"`    // requires: whose it is
	Text      string  `json:"text,omitempty"`      // of the statement at the place
	Clause    *Place  `json:"clause,omitempty"`    // requires: where it is written
	Condition string  `json:"condition,omitempty"` // what does not hold
	Values    []Value `json:"values,omitempty"`    // of what it reads
}

// message says what fails, and whether running the program confirms it.
func (r *Report) message() string {
	if r.Run == "" {
		return r.Failure.Message
	}
	return r.Failure.Message + ", " + r.Run
}

// Place is a place in a source. In names its file, if it is another one than that of the report. File and Line of Origin are those of the program behind the source, if attributes tell them.
type Place struct {
	Line   int     `json:"line"`
	Column int     `json:"column"`
	File   string  `json:"in,omitempty"`
	Origin *Origin `json:"origin,omitempty"`
}

// Origin is a place in another file, from which the program was made.
type Origin struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// Kind is the kind of a step.
type Kind string

// The kinds of steps.
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
)

// Step is a step of the execution.
type Step struct {
	Kind      Kind    `json:"kind"`
	Depth     int     `json:"depth"`     // number of calls around it
	Procedure string  `json:"procedure"` // call and return: the callee
	Place     Place   `json:"place"`
	Text      string  `json:"text,omitempty"` // of the statement
	Condition string  `json:"condition,omitempty"`
	Message   string  `json:"message,omitempty"` // of C programs: what fails
	Iteration int     `json:"iteration,omitempty"`
	Last      int     `json:"last,omitempty"`
	Reads     []Value `json:"reads,omitempty"`
	Writes    []Value `json:"writes,omitempty"`
	Thread    int     `json:"thread,omitempty"` // from 1 on; only of programs with threads
	Context   int     `json:"context,omitempty"`
	Starts    int     `json:"starts,omitempty"`
	// Relevant says that the failure depends on the step: by values, or since control passed it on the way.
	Relevant bool `json:"relevant,omitempty"`

	end     Place // of a call whose result is recorded
	negated bool  // the condition is the negation of what is written
}

// negate makes the condition of a branch that was not taken of the one that is written, which may itself begin with a negation.
func (s *Step) negate() { s.Condition, s.negated = "!("+s.Condition+")", true }

// Value is a value of a variable, or of a map at an index.
type Value struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	// Global says that the variable is a global one. The others belong to the call that the step is in.
	Global bool `json:"global,omitempty"`
}

// JSON writes reports, one object after the other.
func JSON(w io.Writer, rs []*Report) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	for _, r := range rs {
		if err := e.Encode(r); err != nil {
			return err
		}
	}
	return nil
}
