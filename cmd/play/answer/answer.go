package answer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/script"
	"github.com/muster-smt/muster/verifier/report"
)

// Request is a question.
type Request struct {
	Kind string `json:"kind"` // boogie, smt, horn or cnf
	Text string `json:"text"`
	// of a Boogie program: for an execution that fails (empty), for all assertions that fail (all), or by contracts
	// (modular)
	Ask     string  `json:"ask"`
	Bound   int     `json:"bound"`   // the recursion bound of a Boogie program; 0: the default
	Seconds float64 `json:"seconds"` // the time limit; 0: none
}

// Answer is what the page shows of an answer.
type Answer struct {
	Verdict string   `json:"verdict"` // one word, such as unsafe, by which the page chooses a colour
	Line    string   `json:"line"`    // the verdict with its remarks
	Notes   []string `json:"notes,omitempty"`
	Engine  string   `json:"engine,omitempty"`
	Seconds float64  `json:"seconds"`
	// At is the place of the assertion that fails, or of an error.
	At      *report.Place `json:"at,omitempty"`
	Steps   []report.Step `json:"steps,omitempty"`   // the execution, by steps of the program that was searched
	Facts   []Fact        `json:"facts,omitempty"`   // a derivation
	Faults  []Fault       `json:"faults,omitempty"`  // all that fails, if that was asked for
	Globals []string      `json:"globals,omitempty"` // names of global variables, which Steps give values
	Tables  []Table       `json:"tables,omitempty"`
	Output  string        `json:"output,omitempty"` // what the command line would print
}

// Fault is something that fails, or of which nothing is known.
type Fault struct {
	At      report.Place  `json:"at"`
	Open    bool          `json:"open,omitempty"` // nothing is known
	Text    string        `json:"text"`
	Related []Related     `json:"related,omitempty"`
	Steps   []report.Step `json:"steps,omitempty"`
}

// Related is another place that a fault is about.
type Related struct {
	At   report.Place `json:"at"`
	Text string       `json:"text"`
}

// Fact is a step of a derivation.
type Fact struct {
	Text   string         `json:"text"`
	From   []int          `json:"from,omitempty"` // the earlier facts that it follows from, which count from 1
	Place  report.Place   `json:"place"`          // of its assertion
	Values []report.Value `json:"values"`         // of the assertion's variables
}

// Table is a part of a model.
type Table struct {
	Title string     `json:"title"`
	Head  []string   `json:"head"`
	Rows  [][]string `json:"rows"`
	More  int        `json:"more,omitempty"` // rows that are left out
}

// Event is what a run sends while it lasts: how far it is, what it prints, and at last the answer.
type Event struct {
	Progress string  `json:"progress,omitempty"`
	Output   string  `json:"output,omitempty"`
	Answer   *Answer `json:"answer,omitempty"`
}

// verdictError is the verdict on a text that has none.
const verdictError = "error"

// memory is where a run ends. A browser gives a page 4 GiB at most, and the collector needs room.
const memory = 2 << 30

// Run answers a question. It calls send with what there is to show, from one goroutine at a time, and returns after
// the answer.
func Run(ctx context.Context, q Request, send func(Event)) {
	start := time.Now()
	ctx, end := limit.WithMemory(limit.Yielding(ctx), memory)
	defer end()
	if q.Seconds > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Duration(q.Seconds*float64(time.Second)))
		defer cancel()
	}
	a, err := ask(ctx, q, send)
	if err != nil {
		a = failed(ctx, err)
	}
	a.Seconds = time.Since(start).Seconds()
	send(Event{Answer: a})
}

// ask has the engine of the kind decide.
func ask(ctx context.Context, q Request, send func(Event)) (a *Answer, err error) {
	defer func() {
		if x := recover(); x != nil {
			a, err = nil, reason.Recovered(x)
		}
	}()
	switch {
	case q.Kind == "boogie" && q.Ask == "modular":
		return contracts(ctx, q, send)
	case q.Kind == "boogie":
		return verify(ctx, q, send)
	case q.Kind == "horn", q.Kind == "smt" && hornLogic.MatchString(q.Text):
		return solveHorn(ctx, q, send)
	case q.Kind == "smt":
		return solve(ctx, q, send)
	case q.Kind == "cnf":
		return satisfy(ctx, q)
	}
	return nil, fmt.Errorf("there is no kind of text that is named %q", q.Kind)
}

var hornLogic = regexp.MustCompile(`\(\s*set-logic\s+HORN\s*\)`)

// names are those of the text in messages, by kind.
var names = map[string]string{"boogie": "input.bpl", "smt": "input.smt2", "horn": "input.smt2", "cnf": "input.cnf"}

// failed answers with an error, or that a limit ended the run.
func failed(ctx context.Context, err error) *Answer {
	if ctx.Err() != nil && (errors.Is(err, context.Cause(ctx)) || errors.Is(err, ctx.Err())) {
		return unknown(reason.Of(limit.ContextReason(ctx)))
	}
	a := &Answer{Verdict: verdictError, Line: verdictError, At: placeIn(err.Error())}
	for line := range strings.Lines(err.Error()) {
		a.Notes = append(a.Notes, position.ReplaceAllString(strings.TrimSpace(line), "line $1: "))
	}
	return a
}

// position begins messages about the text.
var position = regexp.MustCompile(`^input\.\w+:(\d+):\d+: `)

func unknown(why reason.Reason) *Answer {
	return &Answer{Verdict: "unknown", Line: fmt.Sprintf("unknown (%v)", why)}
}

// place finds where a message about the text says that it is about.
var place = regexp.MustCompile(`(?:input\.\w+:|error ")(\d+):(\d+)`)

func placeIn(message string) *report.Place {
	m := place.FindStringSubmatch(message)
	if m == nil {
		return nil
	}
	line, _ := strconv.Atoi(m[1])
	column, _ := strconv.Atoi(m[2])
	return &report.Place{Line: line, Column: column}
}

// solve runs an SMT-LIB script. If it does not ask for models, it ends with one if there is one.
func solve(ctx context.Context, q Request, send func(Event)) (*Answer, error) {
	var all strings.Builder
	out := io.MultiWriter(&all, writer(func(text string) { send(Event{Output: text}) }))
	rep, err := script.Run(ctx, names[q.Kind], strings.NewReader(q.Text), out, script.Options{
		Diagnostics: out, FinalModel: !strings.Contains(q.Text, "(get-model"),
	})
	var stopped *Answer
	if err != nil {
		if stopped = failed(ctx, err); stopped.Verdict == verdictError {
			stopped.Output = all.String()
			return stopped, nil
		}
	}
	a := &Answer{Verdict: verdictError, Line: "no check-sat", Output: all.String(), At: placeIn(all.String()),
		Tables: tables(all.String())}
	if n := len(rep.Answers); n > 0 {
		last := rep.Answers[n-1]
		a.Verdict, a.Line = last.String(), last.String()
		if n > 1 {
			a.Notes = append(a.Notes, fmt.Sprintf("%d checks: %s", n, counted(rep.Answers)))
		}
		if last == sat.Unknown {
			a.Line = fmt.Sprintf("unknown (%v)", rep.Reason)
		}
	}
	switch {
	case stopped != nil:
		a.Verdict, a.Line = stopped.Verdict, stopped.Line
	case rep.Errors > 0:
		a.Notes = append(a.Notes, fmt.Sprintf("%d commands were answered with an error", rep.Errors))
	}
	return a, nil
}

// counted says how often there is which answer.
func counted(answers []sat.Status) string {
	count := map[sat.Status]int{}
	for _, a := range answers {
		count[a]++
	}
	var parts []string
	for _, s := range []sat.Status{sat.Sat, sat.Unsat, sat.Unknown} {
		if count[s] > 0 {
			parts = append(parts, fmt.Sprintf("%d %v", count[s], s))
		}
	}
	return strings.Join(parts, ", ")
}

// writer passes on what is written.
type writer func(string)

func (w writer) Write(p []byte) (int, error) {
	w(string(p))
	return len(p), nil
}
