package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/prog"
)

// follower follows the statements of a compiled program, of which each may be many commands.
type follower struct {
	front.Execution
	stmt    any       // of the last step
	frame   int       // that it is in
	pending flow      // of commands that are not shown
	bare    bool      // nothing has been shown since the last branch
	started bool      // the entry has been called
	hidden  int       // frames around that are in no file of the user's
	before  []reading // what the conditions read that have been evaluated since the last step
}

// reading is what a condition reads, or a part of one.
type reading struct {
	text  string // of the statement; empty if that is not known
	reads []front.Value
}

// executed is the label of a command that only says that its statement is executed.
const executed = "statement"

// part adds what a command of a statement wrote, or what the condition of a branch read.
func (b *builder) part(t *thread, s *verifier.Step, c *verifier.Command) {
	id := t.frames[len(t.frames)-1].id
	writes := b.values(c.Writes)
	switch {
	case c.Begins: // the call has shown the arguments
		return
	case b.last.Kind == prog.StepReturn && !b.last.Cut && b.last.Node == s.Node:
		// What is given to the call it has read where it began.
		if b.shows(t) {
			b.flows(nil, keys(id, c.Writes))
		} else {
			b.follow.pending.then(nil, keys(id, c.Writes))
		}
		return
	case !b.source.Bookkeeping(c):
		b.follow.pending.then(keys(id, c.Reads), keys(id, c.Writes))
	}
	st := b.source.Statement(s.Node)
	stmt, text := st.ID, st.Text
	switch {
	case s.Kind == prog.StepCommand && s.Label != executed:
		r := reading{text, b.follow.Values(c.Reads)}
		if !b.follow.bare {
			b.follow.before = append(b.follow.before, r)
			return
		}
		b.flows(b.follow.pending.reads, nil)
		b.follow.pending = flow{}
		if stmt == nil || text == b.Steps[len(b.Steps)-1].Text {
			b.condition(r)
		}
		return
	case len(writes) == 0 && s.Label != executed || stmt == nil:
		return
	case stmt == b.follow.stmt && id == b.follow.frame && b.shows(t):
		last := &b.Steps[len(b.Steps)-1]
		last.Writes = merged(last.Writes, writes)
		b.flows(b.follow.pending.reads, b.follow.pending.writes)
		b.follow.pending = flow{}
		return
	}
	b.add(t, s, Step{Kind: Statement, Text: text, Writes: writes})
	b.follow.stmt, b.follow.frame = stmt, id
}

// condition adds what its condition reads to the last branch, as far as that names it, or it is in memory.
func (b *builder) condition(r reading) {
	last := &b.Steps[len(b.Steps)-1]
	for _, v := range r.reads {
		if last.Condition != "" && (v.Memory || mentions(last.Condition, v.Name)) {
			last.Reads = merged(last.Reads, []Value{{v.Name, v.Value, v.Global}})
		}
	}
}

// mentions reports whether a condition has the variable that a name begins with.
func mentions(condition, name string) bool {
	name, _, _ = strings.Cut(name, "[")
	name, _, _ = strings.Cut(name, ".")
	return slices.Contains(strings.FieldsFunc(condition, func(r rune) bool { return !identifying(r) }), name)
}

// merged adds values to others, in place of older ones of the same names.
func merged(old, more []Value) []Value {
next:
	for _, v := range more {
		for i := range old {
			if old[i].Name == v.Name {
				old[i] = v
				continue next
			}
		}
		old = append(old, v)
	}
	return old
}

// fault says what fails.
func (b *builder) fault(t *thread, s *verifier.Step) {
	var read []verifier.Binding
	if b.last.Source != nil {
		read = b.last.Source.Reads
	}
	fault, ok := b.follow.Fault(b.trace.Assertion.At, read)
	if !ok {
		return
	}
	f := &Failure{
		Procedure: t.frames[len(t.frames)-1].proc, Text: b.source.Statement(b.trace.Assertion.At).Text,
		Kind: fault.Kind, Message: fault.Message, Place: b.place(fault.At),
	}
	if fault.At.Line == 0 {
		b.atCaller(f)
	}
	b.Failure = f
	if b.last.Source != nil {
		b.follow.pending.then(keys(t.frames[len(t.frames)-1].id, read), nil)
		f.Values = b.values(read)
	}
	depth := max(len(t.frames)-2-b.follow.hidden, 0)
	b.follow.hidden, b.follow.started = 0, true
	b.put(t, s, Step{Kind: Fail, Text: f.Text, Message: f.Message, Reads: f.Values})
	last := &b.Steps[len(b.Steps)-1]
	last.Place, last.Depth = f.Place, depth
	b.flows(b.follow.pending.reads, nil)
}

// atCaller gives a failure in what is no file of the user's the place of the call that leads there.
func (b *builder) atCaller(f *Failure) {
	for i := len(b.Steps) - 1; i > 0; i-- {
		if s := &b.Steps[i]; s.Kind == Call && s.Place.Line > 0 {
			if name := b.source.CalledAs(s.Procedure, s.node); name != "" {
				f.Message = fmt.Sprintf("in %s: %s", name, f.Message)
			}
			f.Place, f.Text = s.Place, s.Text
			return
		}
	}
}
