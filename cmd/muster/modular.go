package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/report"
)

// modularOptions are the flags of muster verify --modular.
type modularOptions struct {
	on      bool
	procs   names
	jobs    int
	explain bool
	houdini bool
	choices bool // are printed
}

// names are the values of --proc and --lib.
type names []string

// String implements cli.Value.
func (n *names) String() string { return "" }

// Set implements cli.Value.
func (n *names) Set(text string) error {
	if text == "" {
		return errors.New("it must be a name")
	}
	*n = append(*n, text)
	return nil
}

// checkModular checks what goes with --modular.
func (v *verifyOptions) checkModular(changed func(string) bool, tasks bool) error {
	if v.modular.jobs < 0 {
		return errors.New("--jobs must not be negative")
	}
	if !v.modular.on && changed("jobs") && !tasks {
		return errors.New("--jobs needs --modular, or several files that are tasks of their own")
	}
	v.modular.choices = v.modular.houdini && changed("houdini")
	return nil
}

// verifyModular runs the command with --modular.
func verifyModular(ctx context.Context, s streams, names []string, v *verifyOptions) error {
	r, err := v.start(ctx, s, names)
	if err != nil {
		return err
	}
	defer r.end()
	opt := driver.ModularOptions{Options: r.opt, Procs: v.modular.procs}
	opt.Small = v.trace != traceNone
	opt.Files = r.files[1:]
	opt.Processors, opt.Explain, opt.Houdini = v.modular.jobs, v.modular.explain, v.modular.houdini
	out := bufio.NewWriter(s.out)
	if !v.json && !v.modular.choices { // which says at first what it has chosen
		opt.Done = func(p *driver.ProcReport) {
			r.m.clear()
			writeProc(out, r.files, p, v)
			_ = out.Flush() // reported at the end
		}
	}
	rep, err := driver.Modular(r.ctx, r.files[0].Name, r.files[0].Text, opt)
	r.m.stop()
	if err = errors.Join(err, r.written()); err != nil {
		return verifyError(err)
	}
	count := countProcs(rep)
	if v.json {
		err = writeModularJSON(out, rep, count, v.trace != traceNone)
	} else {
		if v.modular.choices {
			writeChosen(out, rep)
			for _, p := range rep.Procs {
				writeProc(out, r.files, p, v)
			}
		}
		writeUnused(out, rep)
		if n := unsettled(rep); n > 0 {
			fmt.Fprintf(out, "%s: Note: %s that concern none of these errors may contradict each other; it is not known\n", rep.File, plural(n, "axiom"))
		}
		fmt.Fprintf(out, "\n%s\n", count)
	}
	if err := errors.Join(err, out.Flush()); err != nil {
		return fmt.Errorf("writing the answer: %w", err)
	}
	switch {
	case count.errors > 0:
		return exitCode(exitUnsafe)
	case count.unknown() > 0:
		return exitCode(exitUnknown)
	}
	return nil
}

// writeChosen writes what Houdini has chosen, as Boogie does.
func writeChosen(w io.Writer, rep *driver.ModularReport) {
	fmt.Fprintln(w, "Assignment computed by Houdini:")
	for _, c := range rep.Chosen {
		fmt.Fprintf(w, "%s = %s\n", c.Name, map[bool]string{true: "True", false: "False"}[c.Value])
	}
}

// unsettled returns how many axioms at most were left out of a question whose answer is an execution, and may contradict each other.
func unsettled(rep *driver.ModularReport) (n int) {
	for _, p := range rep.Procs {
		for i := range p.Failures {
			if t := p.Failures[i].Result.Trace(); t != nil {
				n = max(n, len(t.Unsettled))
			}
		}
	}
	return n
}

// writeProc prints the messages about a procedure.
func writeProc(w io.Writer, files prog.Files, p *driver.ProcReport, v *verifyOptions) {
	for i := range p.Failures {
		f := &p.Failures[i]
		code, text, related := f.Words()
		if f.Message != "" {
			text = f.Message
		}
		kind, remark := "Unknown "+code, f.Result.Remark()
		if t := f.Result.Trace(); t != nil {
			kind, remark = "Error "+code, ""
			if t.Quantifiers > 0 {
				remark = fmt.Sprintf("quantified assumptions checked at %d instances", t.Instances)
			}
		}
		if remark != "" {
			text += " (" + remark + ")"
		}
		fmt.Fprintf(w, "%s: %s: %s\n", files.At(f.At), kind, text)
		if f.Clause != f.At {
			fmt.Fprintf(w, "%s: Related location: %s\n", files.At(f.Clause), related)
		}
		if advice := report.AdviceOn(f.Result.Reason(), files, f.Unsettled); f.Result.Verdict() == verifier.Unknown && advice != "" {
			fmt.Fprintf(w, "%s: Note: What may help: %s.\n", files.At(f.At), advice)
		}
		for _, at := range f.Also {
			fmt.Fprintf(w, "%s: Related location: This is another such return path.\n", files.At(at))
		}
		if t := f.Result.Trace(); t != nil && v.trace != traceNone {
			writeExecution(w, files, t)
		}
	}
	switch {
	case p.Why.Kind != reason.None:
		why := p.Why.String()
		if p.Why.Kind == reason.Unsupported {
			why = p.Why.Detail // with its place
		}
		fmt.Fprintf(w, "%s: Verification %s (%s): %s\n", files.At(p.Pos), undecided(p), p.Name, why)
	case p.Check.State == driver.CheckOpen:
		fmt.Fprintf(w, "%s: Not confirmed (%s): %v\n", files.At(p.Pos), p.Name, p.Check.Why)
	}
	writeExplanation(w, files, p)
	if v.stats {
		fmt.Fprintf(w, "%s: %s: %d obligations, %.3f s\n", files.At(p.Pos), p.Name, p.Obligations, p.Elapsed.Seconds())
	}
}

// writeExecution prints the blocks that an execution goes through, as Boogie does, with the values that it assigns.
func writeExecution(w io.Writer, files prog.Files, t *verifier.Trace) {
	fmt.Fprintln(w, "Execution trace:")
	for i := range t.Steps {
		switch x := &t.Steps[i]; {
		case x.Kind == prog.StepBlock && !x.Cut:
			fmt.Fprintf(w, "    %s: %s\n", files.At(x.Pos), x.Label)
		case x.Kind == prog.StepAssign, x.Kind == prog.StepRecord:
			fmt.Fprintf(w, "      %s = %s\n", x.Label, x.Value)
		}
	}
}

// undecided says in Boogie's words that nothing is known.
func undecided(p *driver.ProcReport) string {
	switch p.Why.Kind {
	case reason.Timeout:
		return "timed out"
	case reason.Memory:
		return "out of memory"
	}
	return "inconclusive"
}

// procCount counts procedures by their verdict, but errors one by one, as Boogie does.
type procCount struct{ verified, errors, inconclusive, timeouts, memory int }

func countProcs(rep *driver.ModularReport) (c procCount) {
	for _, p := range rep.Procs {
		for i := range p.Failures {
			if p.Failures[i].Result.Verdict() == verifier.Unsafe {
				c.errors++
			}
		}
		switch v := p.Verdict(); {
		case v == verifier.Safe:
			c.verified++
		case v == verifier.Unsafe:
		case limitOf(p) == reason.Timeout:
			c.timeouts++
		case limitOf(p) == reason.Memory:
			c.memory++
		default:
			c.inconclusive++
		}
	}
	return c
}

// limitOf returns why a procedure, or the first thing that it has to establish, is unknown.
func limitOf(p *driver.ProcReport) reason.Kind {
	if p.Why.Kind != reason.None {
		return p.Why.Kind
	}
	return p.Failures[0].Result.Reason().Kind
}

func (c procCount) unknown() int { return c.inconclusive + c.timeouts + c.memory }

// String is Boogie's last line, of another program verifier.
func (c procCount) String() string {
	s := fmt.Sprintf("Muster program verifier finished with %d verified, %s", c.verified, plural(c.errors, "error"))
	if c.inconclusive > 0 {
		s += fmt.Sprintf(", %d inconclusive", c.inconclusive)
	}
	if c.timeouts > 0 {
		s += ", " + plural(c.timeouts, "time out")
	}
	if c.memory > 0 {
		s += fmt.Sprintf(", %d out of memory", c.memory)
	}
	return s
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// jsonModular is the object that --modular prints with --json.
type jsonModular struct {
	Verdict      string     `json:"verdict"` // verified, failed, unknown
	File         string     `json:"file"`
	Verified     int        `json:"verified"`
	Errors       int        `json:"errors"`
	Inconclusive int        `json:"inconclusive"`
	Timeouts     int        `json:"timeouts"`
	OutOfMemory  int        `json:"out_of_memory"`
	Stopped      bool       `json:"stopped,omitempty"` // by a limit
	Seconds      float64    `json:"seconds"`
	Procs        []jsonProc `json:"procedures"`
	// Chosen are the constants that Houdini has chosen, with their values.
	Chosen map[string]bool `json:"chosen,omitempty"`
}

// jsonProc is a driver.ProcReport.
type jsonProc struct {
	Name        string           `json:"name"`
	Line        int32            `json:"line"`
	Column      int32            `json:"column"`
	In          string           `json:"in,omitempty"` // as in jsonPos
	Verdict     string           `json:"verdict"`      // verified, failed, unknown
	Reason      string           `json:"reason,omitempty"`
	Kind        reason.Kind      `json:"reason_kind,omitempty"`
	Obligations int              `json:"obligations"`
	Check       string           `json:"check,omitempty"`
	Seconds     float64          `json:"seconds"`
	Failures    []jsonObligation `json:"failures,omitempty"`
	Explanation *jsonExplanation `json:"explanation,omitempty"` // of verified, with --explain
}

// jsonObligation is a driver.Failure.
type jsonObligation struct {
	Kind    string      `json:"kind"`    // assert, requires, ensures, invariant on entry, invariant maintained
	Verdict string      `json:"verdict"` // failed, unknown
	Remark  string      `json:"remark,omitempty"`
	Reason  reason.Kind `json:"reason_kind,omitempty"`
	Message string      `json:"message"`
	Advice  string      `json:"advice,omitempty"` // unknown: what may help
	At      jsonPos     `json:"at"`
	Clause  *jsonPos    `json:"clause,omitempty"` // where it is written, if elsewhere
	Also    []jsonPos   `json:"also,omitempty"`   // other returns
	Trace   []jsonStep  `json:"trace,omitempty"`
}

func writeModularJSON(w io.Writer, rep *driver.ModularReport, c procCount, trace bool) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(modularObject(rep, c, trace))
}

// modularObject returns the object of a report.
func modularObject(rep *driver.ModularReport, c procCount, trace bool) *jsonModular {
	out := &jsonModular{
		Verdict: "verified", File: rep.File, Verified: c.verified, Errors: c.errors, Inconclusive: c.inconclusive, Timeouts: c.timeouts,
		OutOfMemory: c.memory, Stopped: rep.Stopped, Seconds: rep.Elapsed.Round(time.Microsecond).Seconds(), Procs: []jsonProc{},
	}
	switch {
	case c.errors > 0:
		out.Verdict = "failed"
	case c.unknown() > 0:
		out.Verdict = "unknown"
	}
	for _, c := range rep.Chosen {
		if out.Chosen == nil {
			out.Chosen = map[string]bool{}
		}
		out.Chosen[c.Name] = c.Value
	}
	for _, p := range rep.Procs {
		x := jsonProc{
			Name: p.Name, Line: p.Pos.Line, Column: p.Pos.Col, In: otherFile(rep.Files, p.Pos), Verdict: modularVerdict(p.Verdict()), Kind: p.Why.Kind,
			Obligations: p.Obligations, Seconds: p.Elapsed.Seconds(),
		}
		if p.Why.Kind != reason.None {
			x.Reason = p.Why.String()
		}
		if p.Check.State != driver.CheckNone {
			x.Check = p.Check.String()
		}
		x.Explanation = jsonExplained(rep.Files, p)
		for i := range p.Failures {
			x.Failures = append(x.Failures, jsonFailure(rep.Files, &p.Failures[i], trace))
		}
		out.Procs = append(out.Procs, x)
	}
	return out
}

func modularVerdict(v verifier.Verdict) string {
	switch v {
	case verifier.Safe:
		return "verified"
	case verifier.Unsafe:
		return "failed"
	}
	return "unknown"
}

func jsonFailure(files prog.Files, f *driver.Failure, trace bool) jsonObligation {
	_, text, _ := f.Words()
	x := jsonObligation{
		Kind: f.Kind.String(), Verdict: modularVerdict(f.Result.Verdict()), Remark: f.Result.Remark(), Reason: f.Result.Reason().Kind,
		Message: text, At: position(files, f.At),
	}
	if x.Verdict == "unknown" {
		x.Advice = report.AdviceOn(f.Result.Reason(), files, f.Unsettled)
	}
	if f.Message != "" {
		x.Message = f.Message
	}
	if f.Clause != f.At {
		at := position(files, f.Clause)
		x.Clause = &at
	}
	for _, at := range f.Also {
		x.Also = append(x.Also, position(files, at))
	}
	if t := f.Result.Trace(); t != nil && trace {
		x.Trace = jsonSteps(files, t)
	}
	return x
}
