package report

import (
	"fmt"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/prog"
)

// commands is a source whose commands are statements each, and whose variables are those of the program.
type commands struct{ front.Source }

// Follow implements front.Compiled.
func (c commands) Follow() front.Execution { return c }

// Call implements front.Compiled.
func (c commands) Call(n prog.NodeID) (text string, end prog.Pos) { return c.Statement(n).Text, end }

// Library implements front.Compiled.
func (commands) Library(string) bool { return false }

// CalledAs implements front.Compiled.
func (commands) CalledAs(proc string, _ prog.NodeID) string { return proc }

// Bookkeeping implements front.Compiled.
func (commands) Bookkeeping(*verifier.Command) bool { return false }

// Record implements front.Execution.
func (commands) Record(prog.NodeID, model.Value) {}

// Values implements front.Execution.
func (commands) Values(bs []verifier.Binding) (out []front.Value) {
	for _, x := range bs {
		if x.Text != "" {
			out = append(out, front.Value{Name: x.Name, Value: x.Text, Global: x.Global})
		}
	}
	return out
}

// Argument implements front.Execution.
func (commands) Argument(string) (string, bool) { return "", false }

// Fault implements front.Execution.
func (commands) Fault(prog.NodeID, []verifier.Binding) (front.Fault, bool) {
	return front.Fault{}, false
}

// command adds a command that changes nothing.
func (b *builder) command(t *thread, s *verifier.Step, c *verifier.Command) {
	top := &t.frames[len(t.frames)-1]
	st := b.source.Statement(s.Node)
	reads := b.values(c.Reads)
	step := Step{Reads: reads, Text: st.Text, Condition: st.Condition}
	switch st.Kind {
	case front.Branching:
		if top.bare == s.Node {
			b.Steps[len(b.Steps)-1].Reads = reads
			b.flows(keys(top.id, c.Reads), nil)
		}
		return
	case front.Assumption:
		if step.Kind = Assume; c.Branch || st.Branch {
			step.Kind = Branch
		} else if len(reads) == 0 {
			return
		}
	case front.Assertion:
		if step.Kind = Check; len(reads) == 0 {
			return
		}
	case front.Calling:
		if step.Kind = Statement; s.Label == "" || b.last.Kind == prog.StepReturn && b.last.Node == s.Node {
			return // a check of a clause of the callee, or after the return from a call that is shown
		}
	default:
		return
	}
	b.add(t, s, step)
	if !st.Harmless {
		b.flows(keys(top.id, c.Reads), nil)
	}
}

// assign adds a command that changes variables.
func (b *builder) assign(t *thread, s *verifier.Step, c *verifier.Command) {
	writes := b.values(c.Writes)
	switch {
	case c.Made:
	case c.Begins:
		b.begin(t, s, writes)
	case b.last.Kind == prog.StepReturn && b.last.Node == s.Node && !b.last.Cut:
		b.Steps[len(b.Steps)-1].Writes = writes // the results of a call
		b.flows(nil, keys(t.frames[len(t.frames)-1].id, c.Writes))
	default:
		st := b.source.Statement(s.Node)
		b.add(t, s, Step{Kind: Statement, Text: st.Text, Reads: b.values(c.Reads), Writes: writes})
		id := t.frames[len(t.frames)-1].id
		b.flows(keys(id, c.Reads), keys(id, c.Writes))
	}
}

// begin adds the values that a call begins with and that are not its arguments.
func (b *builder) begin(t *thread, s *verifier.Step, writes []Value) {
	if len(b.Steps) == 1 {
		first := &b.Steps[0]
		first.Writes, first.Place = writes, b.place(s.Pos)
		return
	}
	top := &b.Steps[len(b.Steps)-1]
	if top.Kind != Call {
		return
	}
	known := map[string]bool{}
	for _, w := range top.Writes {
		known[w.Name] = true
	}
	for _, w := range writes {
		if !known[w.Name] {
			top.Reads = append(top.Reads, w)
		}
	}
}

// fail says which assertion fails.
func (b *builder) fail(t *thread, s *verifier.Step) {
	x := b.trace.Assertion
	st, cl := b.source.Statement(x.At), b.source.Statement(x.Clause)
	f := &Failure{
		Place: b.place(b.trace.Failed), Text: st.Text, Condition: cl.Condition,
		Procedure: t.frames[len(t.frames)-1].proc,
	}
	switch {
	case st.Kind == front.Calling && x.Clause != x.At:
		f.Kind, f.Callee = "requires", st.Callee
		f.Message = fmt.Sprintf("this call does not satisfy a requires of %s: %s", f.Callee, f.Condition)
	case st.Kind == front.Postcondition:
		f.Kind = "ensures"
		f.Message = fmt.Sprintf("%s returns, and its ensures does not hold: %s", f.Procedure, f.Condition)
	case st.Kind == front.Invariant:
		f.Kind = "invariant"
		f.Message = fmt.Sprintf("this invariant does not hold %s: %s", b.when(t), f.Condition)
	default:
		f.Kind = "assertion"
		f.Message = "this assertion fails: " + f.Condition
	}
	var reads []key
	if b.last.Kind == prog.StepCommand && b.last.Source != nil {
		f.Values = b.values(b.last.Source.Reads)
		reads = keys(t.frames[len(t.frames)-1].id, b.last.Source.Reads)
		if n := len(b.Steps) - 1; b.Steps[n].Kind == Check && b.last.Node == x.Clause {
			b.Steps, b.flow = b.Steps[:n], b.flow[:n] // it is what fails
		}
	}
	b.Failure = f
	condition := f.Condition
	if f.Kind == "requires" {
		condition = "requires " + condition
	}
	b.add(t, s, Step{Kind: Fail, Text: st.Text, Condition: condition, Reads: f.Values})
	b.flows(reads, nil)
}

// when says when an invariant is checked: before a loop, or after an iteration.
func (b *builder) when(t *thread) string {
	for _, l := range t.frames[len(t.frames)-1].loops {
		if l.count > 0 {
			return "after an iteration"
		}
	}
	return "where the loop begins"
}
