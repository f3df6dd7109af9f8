package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/annotate"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/report"
)

// writeText prints the answer as text; its first line is the verdict.
func writeText(w io.Writer, r *driver.Report, trace traceKind, stats bool) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, r)
	if r.Proved > 0 {
		fmt.Fprintf(b, "no failing execution up to bound %d%s\n", r.Proved, inContexts(r))
	}
	for _, x := range report.Limits(r) {
		if x.Place.Line == 0 {
			fmt.Fprintln(b, x.Message)
			continue
		}
		fmt.Fprintf(b, "%s(%d,%d): %s\n", cmp.Or(x.Place.File, r.File), x.Place.Line, x.Place.Column, x.Message)
	}
	if advice := report.Advice(r); advice != "" {
		fmt.Fprintf(b, "what may help: %s\n", advice)
	}
	if err := writeFailure(b, r, trace); err != nil {
		return err
	}
	if err := annotate.Write(b, r.Files, r.Summaries); err != nil {
		return err
	}
	if stats {
		for _, c := range counters(r) {
			fmt.Fprintf(b, "%s: %s\n", c.name, c.value)
		}
	}
	return b.Flush()
}

// inContexts says in how many rounds threads run, if there are threads.
func inContexts(r *driver.Report) string {
	if r.Contexts == 0 {
		return ""
	}
	return fmt.Sprintf(" and in %d contexts", r.Contexts)
}

// writeFailure prints what fails and, if it is asked for, the execution.
func writeFailure(w io.Writer, r *driver.Report, trace traceKind) error {
	t := r.Result.Trace()
	if t == nil {
		return nil
	}
	told := report.New(r, "")
	if t.Failed != (prog.Pos{}) {
		at := told.Failure.Place
		fmt.Fprintf(w, "%s(%d,%d): %s\n", cmp.Or(at.File, r.File), at.Line, at.Column, told.Failure.Message)
	} else {
		fmt.Fprintf(w, "%s: %s\n", r.File, told.Failure.Message)
	}
	if t.Clause != t.Failed {
		fmt.Fprintf(w, "%s: the requires that fails there\n", r.At(t.Clause))
	}
	if r.Confirmation != nil {
		fmt.Fprintln(w, r.Confirmation)
	}
	if trace != traceNone && r.Contexts > 0 {
		fmt.Fprintln(w, "Format: (thread,context)  step")
	}
	switch trace {
	case traceRelevant, traceSource:
		return report.Text(w, told, trace == traceSource)
	case traceFull:
		writeTrace(w, r.Files, t)
	}
	return nil
}

// writeAll prints the failures as text, then the answer about the other assertions.
func writeAll(w io.Writer, found []*driver.Report, last *driver.Report, trace traceKind, stats bool) error {
	for _, r := range found {
		if err := writeText(w, r, trace, stats && r == last); err != nil {
			return err
		}
	}
	if slices.Contains(found, last) {
		return nil // the question was whether the entry returns
	}
	if len(found) > 0 {
		fmt.Fprintf(w, "%d found; other assertions: ", len(found))
	}
	return writeText(w, last, trace, stats)
}

// writeTrace prints calls, nested by four spaces a level, with a line for each
// block and each value.
func writeTrace(w io.Writer, files prog.Files, t *verifier.Trace) {
	for i := range t.Steps {
		writeStep(w, files, &t.Steps[i])
	}
}

func writeStep(w io.Writer, files prog.Files, s *verifier.Step) {
	indent := strings.Repeat("    ", s.Depth)
	if s.Thread > 0 {
		indent = fmt.Sprintf("(%d,%d)  %s", s.Thread, s.Context, indent)
	}
	switch s.Kind {
	case prog.StepBlock:
		fmt.Fprintf(w, "%s%s: %s\n", indent, files.At(s.Pos), s.Label)
	case prog.StepCall:
		fmt.Fprintf(w, "%sInlined call to procedure %s begins\n", indent, s.Proc)
	case prog.StepReturn:
		fmt.Fprintf(w, "%sInlined call to procedure %s ends\n", indent, s.Proc)
	case prog.StepSpawn:
		fmt.Fprintf(w, "%sThread %d is created: %s\n", indent, s.Started, s.Proc)
	case prog.StepAssign, prog.StepRecord:
		fmt.Fprintf(w, "%s  %s = %s\n", indent, s.Label, s.Value)
	}
}

// counter is a statistic as it is printed.
type counter struct{ name, value string }

func counters(r *driver.Report) []counter {
	s := r.Result.Stats()
	list := []counter{
		{"engine", r.Engine},
		{"seconds", fmt.Sprintf("%.3f", r.Elapsed.Seconds())},
	}
	for _, p := range r.Phases {
		list = append(list, counter{"seconds-" + p.Name, fmt.Sprintf("%.3f", p.Time.Seconds())})
	}
	for _, p := range r.Abstraction.Times() {
		list = append(list, counter{"abstraction-seconds-" + p.Name, fmt.Sprintf("%.3f", p.Time.Seconds())})
	}
	list = append(list, counter{"memory-bytes", fmt.Sprint(limit.HeldBytes())}, counter{"check", r.Check.String()})
	for _, c := range append(numbers(s), r.Abstraction.Numbers()...) {
		list = append(list, counter{c.Name, fmt.Sprint(c.Value)})
	}
	return list
}

// numbers returns the counters of a run.
func numbers(s verifier.Stats) []stat.Counter {
	return append([]stat.Counter{
		{Name: "bound", Value: int64(s.Bound)},
		{Name: "instances", Value: int64(s.Instances)},
		{Name: "open-call-sites", Value: int64(s.Open)},
		{Name: "queries", Value: int64(s.Queries)},
		{Name: "repairs", Value: int64(s.Repairs)},
	}, s.Counters...)
}

// jsonAnswer is the object that --json prints.
type jsonAnswer struct {
	Verdict  string           `json:"verdict"` // safe, safe up to bound, safe up to contexts, safe up to bound and contexts, unsafe, unknown
	Remark   string           `json:"remark,omitempty"`
	Bound    int              `json:"bound"`
	Contexts int              `json:"contexts,omitempty"` // of programs with threads
	Proved   int              `json:"proved,omitempty"`   // unknown: no failing execution up to this bound
	Limits   []report.Limit   `json:"limits,omitempty"`   // safe up to bound: what the answer is not about
	Reason   string           `json:"reason,omitempty"`
	Kind     reason.Kind      `json:"reason_kind,omitempty"`
	Advice   string           `json:"advice,omitempty"`   // unknown: what may help
	Question string           `json:"question,omitempty"` // unsafe, where no assertion fails: what was asked
	File     string           `json:"file"`
	Entry    string           `json:"entry,omitempty"`
	Engine   string           `json:"engine"`
	Seconds  float64          `json:"seconds"`
	Check    string           `json:"check,omitempty"`
	Counters map[string]int64 `json:"counters"`
	Failed   *jsonPos         `json:"failed,omitempty"`   // the assertion
	Fault    *jsonFault       `json:"fault,omitempty"`    // of a C program: what fails
	Run      string           `json:"run,omitempty"`      // with --run: whether the execution confirms it, and if not, why
	Clause   *jsonPos         `json:"clause,omitempty"`   // where it is written, if elsewhere
	Failures []*jsonAnswer    `json:"failures,omitempty"` // with --all: verdict unsafe, one for each assertion
	Rest     *jsonAnswer      `json:"rest,omitempty"`     // with --all and failures: about the other assertions
	Trace    []jsonStep       `json:"trace,omitempty"`
	Learning []jsonLearning   `json:"learning,omitempty"`
	Facts    []jsonSummary    `json:"summaries,omitempty"`
	Rounds   []jsonRound      `json:"abstraction,omitempty"`
}

// jsonRound is a driver.Round.
type jsonRound struct {
	Tracked  []string `json:"tracked"`  // beside those of the rounds before
	Spurious int      `json:"spurious"` // counterexamples
	Checks   int      `json:"checks"`
	Open     int      `json:"open"`
	Seconds  float64  `json:"seconds"` // all, of which
	Make     float64  `json:"seconds_abstracting"`
	Refine   float64  `json:"seconds_refining"`
}

func rounds(a *driver.Abstraction) (out []jsonRound) {
	if a == nil {
		return nil
	}
	for _, r := range a.Rounds {
		out = append(out, jsonRound{r.Tracked, r.Spurious, r.Checks, r.Open, r.Time.Seconds(), r.Make.Seconds(), r.Refine.Seconds()})
	}
	return out
}

// jsonLearning is a verifier.Learning.
type jsonLearning struct {
	Proc         string `json:"procedure"`
	Resolutions  int    `json:"resolutions"`
	Conflicts    int    `json:"conflicts"`
	Core         int    `json:"core"`
	Weakened     int    `json:"weakened"`
	AllIndices   int    `json:"all_indices"`
	Cases        int    `json:"cases"`
	Projected    int    `json:"projected"`
	NoGoods      int    `json:"no_goods"`
	Jumps        int    `json:"jumps"`
	Found        int    `json:"found"`
	Facts        int    `json:"annotations"`
	AllBounds    int    `json:"for_all_bounds"`
	Quantified   int    `json:"quantified"`
	Literals     int    `json:"literals"`
	MostLiterals int    `json:"most_literals"`
	Told         int    `json:"told"`
	MostTold     int    `json:"most_told"`
	Used         int    `json:"used"`
	MostUsed     int    `json:"most_used"`
}

func learning(s verifier.Stats) (out []jsonLearning) {
	for _, l := range s.Learned {
		out = append(out, jsonLearning(l))
	}
	return out
}

// jsonSummary is what a proof learned about a procedure.
type jsonSummary struct {
	Proc     string   `json:"procedure"`
	LoopOf   string   `json:"loop_of,omitempty"`
	Line     int32    `json:"line,omitempty"`
	Column   int32    `json:"column,omitempty"`
	In       string   `json:"in,omitempty"` // as in jsonPos
	Requires []string `json:"requires,omitempty"`
	Ensures  []string `json:"ensures"`
}

// jsonFault is what fails in a C program.
type jsonFault struct {
	Kind    string `json:"kind"` // assertion, or as --check names it
	Message string `json:"message"`
}

// jsonPos is a position in a file.
type jsonPos struct {
	Line   int32  `json:"line"`
	Column int32  `json:"column"`
	In     string `json:"in,omitempty"` // the file, if it is another one than that of the program
}

// position returns a position as JSON has it.
func position(files prog.Files, at prog.Pos) jsonPos {
	return jsonPos{at.Line, at.Col, otherFile(files, at)}
}

// otherFile returns the file that a position is in, if it is not the first one of the program.
func otherFile(files prog.Files, at prog.Pos) string {
	if at.File == 0 {
		return ""
	}
	return files.Name(at)
}

// jsonStep is a step of a trace.
type jsonStep struct {
	Kind   string `json:"kind"` // block, call, return, value, source, fail, spawn
	Depth  int    `json:"depth"`
	Proc   string `json:"procedure"`
	Thread int    `json:"thread,omitempty"`  // from 1 on; only of programs with threads
	Round  int    `json:"context,omitempty"` // from 0 on
	Starts int    `json:"starts,omitempty"`  // spawn: the thread that is created
	Label  string `json:"label,omitempty"`
	Value  string `json:"value,omitempty"`
	Line   int32  `json:"line,omitempty"`
	Column int32  `json:"column,omitempty"`
	In     string `json:"in,omitempty"` // as in jsonPos
}

// writeJSON prints the last answer or, of all failures that were found, the first one, with them all and the last answer.
func writeJSON(w io.Writer, found []*driver.Report, last *driver.Report, all bool) error {
	out := answer(last)
	if all && len(found) > 0 {
		rest := out
		out = answer(found[0])
		out.Trace, out.Failed, out.Clause = nil, nil, nil
		for _, r := range found {
			out.Failures = append(out.Failures, answer(r))
		}
		if !slices.Contains(found, last) {
			out.Rest = rest
		}
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(out)
}

// answer returns the object of one answer.
func answer(r *driver.Report) *jsonAnswer {
	out := &jsonAnswer{
		Verdict: r.Result.VerdictText(), Remark: cmp.Or(r.Result.Remark(), r.Remark), Bound: r.Bound, Contexts: r.Contexts, Proved: r.Proved, Limits: report.Limits(r),
		Reason: r.Result.Reason().String(), Kind: r.Result.Reason().Kind, Advice: report.Advice(r), File: r.File, Entry: r.Entry, Engine: r.Engine,
		Seconds: r.Elapsed.Seconds(), Counters: map[string]int64{}, Learning: learning(r.Result.Stats()), Rounds: rounds(r.Abstraction),
	}
	if r.Check.State != driver.CheckNone {
		out.Check = r.Check.String()
	}
	for _, c := range append(numbers(r.Result.Stats()), r.Abstraction.Numbers()...) {
		out.Counters[c.Name] = c.Value
	}
	if t := r.Result.Trace(); t != nil {
		if r.Asserts == 0 {
			out.Question = report.Question(r)
		}
		if t.Failed != (prog.Pos{}) {
			at := position(r.Files, t.Failed)
			out.Failed = &at
		}
		if _, ok := r.Loaded.Source.(front.Compiled); ok {
			f := report.New(r, "").Failure
			out.Fault, out.Failed = &jsonFault{f.Kind, f.Message}, &jsonPos{int32(f.Place.Line), int32(f.Place.Column), f.Place.File}
			out.Run = r.Confirmation.String()
		}
		if t.Clause != t.Failed {
			at := position(r.Files, t.Clause)
			out.Clause = &at
		}
		out.Trace = jsonSteps(r.Files, t)
	}
	for _, s := range r.Summaries {
		out.Facts = append(out.Facts, jsonSummary{s.Proc, s.LoopOf, s.Pos.Line, s.Pos.Col, otherFile(r.Files, s.Pos), s.Requires, s.Ensures})
	}
	return out
}

func jsonSteps(files prog.Files, t *verifier.Trace) (out []jsonStep) {
	for _, s := range t.Steps {
		if s.Kind == prog.StepCommand {
			continue
		}
		out = append(out, jsonStep{
			stepKind(s.Kind), s.Depth, s.Proc, s.Thread, s.Context, s.Started, s.Label, s.Value, s.Pos.Line, s.Pos.Col, otherFile(files, s.Pos),
		})
	}
	return out
}

func stepKind(k prog.StepKind) string {
	switch k {
	case prog.StepCall:
		return "call"
	case prog.StepReturn:
		return "return"
	case prog.StepAssign, prog.StepRecord:
		return "value"
	case prog.StepSource:
		return "source"
	case prog.StepFail:
		return "fail"
	case prog.StepSpawn:
		return "spawn"
	case prog.StepSkip:
		return "skip"
	}
	return "block"
}
