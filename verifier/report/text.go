package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Text writes the execution, a line for each step: its line in the source, the statement, and behind it what it wrote; of
// conditions, in brackets, what they read. What a procedure does is indented.
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
			continue // the statement tells it
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

// Line tells a step in a line.
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

// elements returns values of elements of maps, and of functions. What a statement reads of variables is told where it was written.
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
