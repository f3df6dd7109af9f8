package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/prog"
)

// Searched returns the steps of the program that was searched, but for commands that change nothing.
func Searched(files prog.Files, t *verifier.Trace) (out []Step) {
	for i := range t.Steps {
		if s := &t.Steps[i]; s.Kind != prog.StepCommand {
			out = append(out, NewStep(files, s))
		}
	}
	return out
}

// NewStep returns a step of the program that was searched.
func NewStep(files prog.Files, s *verifier.Step) Step {
	step := Step{
		Depth: s.Depth, Procedure: s.Proc, Place: placeIn(files, s.Pos), Thread: s.Thread, Context: s.Context,
		Starts: s.Started, Made: s.Cut,
	}
	switch s.Kind {
	case prog.StepCommand:
		step.Kind = Statement
	case prog.StepBlock:
		step.Kind, step.Text = Block, s.Label
	case prog.StepCall:
		step.Kind = Call
	case prog.StepReturn:
		step.Kind = Return
	case prog.StepAssign:
		step.Kind, step.Writes = Assign, []Value{{Name: s.Label, Value: s.Value}}
	case prog.StepRecord:
		step.Kind, step.Writes = Record, []Value{{Name: s.Label, Value: s.Value}}
	case prog.StepSource:
		step.Kind, step.Place.Origin = Source, parseOrigin(s.Label)
	case prog.StepFail:
		step.Kind = Fail
	case prog.StepSpawn:
		step.Kind, step.Text = Spawn, s.Proc
	case prog.StepSkip:
		step.Kind, step.Iteration, step.Last = Skipped, s.From, s.To
	}
	return step
}

// WriteSearched writes the steps of the program that was searched, in a file: calls, nested by four spaces a level,
// with a line for each block and each value.
func WriteSearched(w io.Writer, file string, steps []Step) {
	for i := range steps {
		s := &steps[i]
		indent := strings.Repeat("    ", s.Depth)
		if s.Thread > 0 {
			indent = fmt.Sprintf("(%d,%d)  %s", s.Thread, s.Context, indent)
		}
		switch s.Kind {
		case Block:
			fmt.Fprintf(w, "%s%s: %s\n", indent, s.Place.name(file), s.Text)
		case Call:
			fmt.Fprintf(w, "%sInlined call to procedure %s begins\n", indent, s.Procedure)
		case Return:
			fmt.Fprintf(w, "%sInlined call to procedure %s ends\n", indent, s.Procedure)
		case Spawn:
			fmt.Fprintf(w, "%sThread %d is created: %s\n", indent, s.Starts, s.Procedure)
		case Assign, Record:
			fmt.Fprintf(w, "%s  %s\n", indent, list(s.Writes))
		}
	}
}
