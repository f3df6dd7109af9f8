package report

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/muster-smt/muster/verifier/annotate"
)

// Detail says how much of an execution is written.
type Detail uint8

// The details.
const (
	NoSteps  Detail = iota
	Relevant        // by statements of the source: those that the failure depends on, if there are many
	Whole           // by all of them
	Full            // Report.Trace
)

// Answer writes the answer as text; its first line is the verdict. Of several failures each is one.
func Answer(w io.Writer, r *Report, detail Detail, stats bool) error {
	b := bufio.NewWriter(w)
	parts := Answers(r)
	for i, x := range parts {
		if n := len(r.Failures); n > 0 && i == n {
			fmt.Fprintf(b, "%d found; other assertions: ", r.confirmed())
		}
		if err := x.answer(b, detail); err != nil {
			return err
		}
		if err := Learned(b, x); err != nil {
			return err
		}
	}
	if !stats {
		return b.Flush()
	}
	return errors.Join(b.Flush(), Statistics(w, parts[len(parts)-1]))
}

func (r *Report) answer(b *bufio.Writer, detail Detail) error {
	fmt.Fprintln(b, r.Answer)
	if r.Proved > 0 {
		fmt.Fprintf(b, "no failing execution up to bound %d", r.Proved)
		if r.Contexts > 0 {
			fmt.Fprintf(b, " and in %d contexts", r.Contexts)
		}
		fmt.Fprintln(b)
	}
	for i := range r.Limits {
		if x := &r.Limits[i]; x.Place.Line > 0 {
			fmt.Fprintf(b, "%s: %s\n", r.name(&x.Place), x.Message)
		} else {
			fmt.Fprintln(b, x.Message)
		}
	}
	if r.Advice != "" {
		fmt.Fprintf(b, "what may help: %s\n", r.Advice)
	}
	if r.Failure == nil {
		return nil
	}
	return Execution(b, r, detail)
}

// Execution writes what fails and, if it is asked for, the execution.
func Execution(w io.Writer, r *Report, detail Detail) error {
	b := bufio.NewWriter(w)
	where := r.File
	if r.Failure.Kind != entryReturns {
		where = r.name(&r.Failure.Place)
	}
	fmt.Fprintf(b, "%s: %s\n", where, r.Failure.Message)
	if r.Failure.Clause != nil {
		fmt.Fprintf(b, "%s: the requires that fails there\n", r.name(r.Failure.Clause))
	}
	if r.Run != "" && !r.Doubted() { // else it is the reason
		fmt.Fprintln(b, r.Run)
	}
	if detail != NoSteps && r.Contexts > 0 {
		fmt.Fprintln(b, "Format: (thread,context)  step")
	}
	switch detail {
	case Relevant, Whole:
		if err := Text(b, r, detail == Whole); err != nil {
			return err
		}
	case Full:
		WriteSearched(b, r.File, r.Trace)
	}
	return b.Flush()
}

// Learned writes what a proof learned as Boogie's contracts, each with the procedure that it is of.
func Learned(w io.Writer, r *Report) error {
	b := bufio.NewWriter(w)
	for i := range r.Summaries {
		s := &r.Summaries[i]
		if s.LoopOf != "" {
			fmt.Fprintf(b, "// %s\n", annotate.Note(s.LoopOf, r.name(s.Place)))
		}
		fmt.Fprintf(b, "procedure %s\n", s.Procedure)
		for _, e := range s.Requires {
			fmt.Fprintf(b, "  requires %s;\n", e)
		}
		for _, e := range s.Ensures {
			fmt.Fprintf(b, "  ensures %s;\n", e)
		}
	}
	return b.Flush()
}

// Statistics writes the statistics of a run, a line for each.
func Statistics(w io.Writer, r *Report) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "engine: %s\nseconds: %.3f\n", r.Engine, r.Seconds)
	for _, p := range r.Phases {
		of := p.Name[:len(p.Name)-len(strings.TrimPrefix(p.Name, abstracting))]
		fmt.Fprintf(b, "%sseconds-%s: %.3f\n", of, p.Name[len(of):], p.Seconds)
	}
	if r.Kept {
		fmt.Fprintln(b, "kept: yes")
	}
	fmt.Fprintf(b, "memory-bytes: %d\ncheck: %s\n", r.MemoryBytes, cmp.Or(r.Check, "none"))
	for _, c := range r.Counters {
		fmt.Fprintf(b, "%s: %d\n", c.Name, c.Value)
	}
	return b.Flush()
}

// Text writes the execution, a line for each step: its line in the source, the statement, and behind it what it wrote;
// of conditions, in brackets, what they read. What a procedure does is indented.
//
// If there are more than few steps, and all is not set, only those are written that the failure depends on.
func Text(w io.Writer, r *Report, all bool) error {
	b := bufio.NewWriter(w)
	width, hidden := 1, 0
	all = all || len(r.Steps) <= few
	first := ""
	if slices.ContainsFunc(r.Steps, func(s Step) bool { return s.Place.File != "" }) {
		first = r.File
	}
	for i := range r.Steps {
		width = max(width, len(where(&r.Steps[i].Place, first)))
	}
	for i := range r.Steps {
		s := &r.Steps[i]
		if s.end.Line > 0 {
			continue // the statement shows it
		}
		if !all && !s.Relevant {
			hidden++
			continue
		}
		thread := ""
		if s.Thread > 0 {
			thread = fmt.Sprintf("(%d,%d) ", s.Thread, s.Context)
		}
		line := fmt.Sprintf("%s%*s  %s%s", thread, width, where(&s.Place, first), strings.Repeat("    ", s.Depth), s.Line())
		fmt.Fprintln(b, strings.TrimRight(line, " "))
	}
	if hidden > 0 {
		fmt.Fprintf(b, "(%d of %d steps are not shown, since the failure does not depend on them)\n", hidden, len(r.Steps))
	}
	return b.Flush()
}

// few is the number of steps up to which all are shown.
const few = 60

// where names a place in short, with a file if there is one: first is that of places that name none.
func where(p *Place, first string) string {
	switch {
	case p.Origin != nil:
		return fmt.Sprintf("%s:%d", p.Origin.File, p.Origin.Line)
	case p.Line == 0:
		return ""
	case first != "":
		return fmt.Sprintf("%s:%d", cmp.Or(p.File, first), p.Line)
	}
	return fmt.Sprint(p.Line)
}

// Line shows a step in a line.
func (s *Step) Line() string {
	switch s.Kind {
	case Begin:
		return sentence(s.Procedure+" begins", with(s.Writes))
	case Branch:
		return sentence(s.Text, s.way()+read(s.Reads))
	case Assume, Check:
		return sentence(s.Text, read(s.Reads))
	case Iteration:
		text := fmt.Sprintf("iteration %d", s.Iteration)
		if s.Condition == "" {
			return fmt.Sprintf("%s of the loop at %s", text, s.Text)
		}
		return fmt.Sprintf("%s of %s%s", text, s.Text, read(s.Reads))
	case Skipped:
		return s.skipped()
	case Call:
		return sentence(s.Text, with(append(s.Writes[:len(s.Writes):len(s.Writes)], s.Reads...)))
	case Return:
		return sentence(s.Procedure+" returns", list(s.Writes))
	case Spawn:
		return fmt.Sprintf("thread %d is created: %s", s.Starts, s.Text)
	case Fail:
		switch {
		case s.Message != "":
			return sentence(s.Text, s.Message)
		case s.Condition == "":
			return s.Text
		}
		return sentence(s.Text, "this fails: "+s.Condition+read(s.Reads))
	}
	return sentence(s.Text, list(s.Writes)+read(elements(s.Reads)))
}

// elements returns values of elements of maps, and of functions. What a statement reads of variables is shown where it
// was written.
func elements(vs []Value) (out []Value) {
	for _, v := range vs {
		if strings.HasSuffix(v.Name, "]") || strings.HasSuffix(v.Name, ")") && !strings.HasPrefix(v.Name, "old(") {
			out = append(out, v)
		}
	}
	return out
}

// skipped says which iterations are left out.
func (s *Step) skipped() string {
	if s.Iteration == s.Last {
		return fmt.Sprintf("iteration %d of %s is not shown", s.Iteration, s.Text)
	}
	return fmt.Sprintf("iterations %d to %d of %s are not shown", s.Iteration, s.Last, s.Text)
}

// way says which way a branch goes.
func (s *Step) way() string {
	switch {
	case s.Condition == "":
		return ""
	case strings.HasPrefix(s.Text, "assume"):
		return "holds"
	case s.Condition == "*":
		return "taken"
	case s.Condition == "!(*)":
		return "not taken"
	case s.negated:
		return "is false"
	}
	return "is true"
}

// sentence joins what a statement is and what became of it.
func sentence(text, effect string) string {
	if effect == "" {
		return text
	}
	if text == "" {
		return strings.TrimSpace(effect)
	}
	return text + "  -- " + strings.TrimSpace(effect)
}

func list(vs []Value) string {
	var parts []string
	for _, v := range vs {
		parts = append(parts, v.Name+" = "+v.Value)
	}
	return strings.Join(parts, ", ")
}

func with(vs []Value) string {
	if len(vs) == 0 {
		return ""
	}
	return "with " + list(vs)
}

// read says what was read, in brackets.
func read(vs []Value) string {
	if len(vs) == 0 {
		return ""
	}
	return " [" + list(vs) + "]"
}
