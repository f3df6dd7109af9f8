package report

import (
	"slices"
	"strings"

	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/prog"
)

// teller tells the steps of a C program: its statements, of which each may be many commands.
type teller struct {
	*c.Teller
	stmt    any       // of the last step
	frame   int       // that it is in
	pending flow      // of commands that are not told
	bare    bool      // nothing has been told since the last branch
	started bool      // the entry has been called
	hidden  int       // frames around that are in no file of the user's
	before  []reading // what the conditions read that have been evaluated since the last step
}

// reading is what a condition reads, or a part of one.
type reading struct {
	text          string // of the statement; empty if that is not known
	reads, memory []Value
}

// executed is the label of a command that only says that its statement is executed.
const executed = "statement"

// stepC tells one step of the trace of a C program.
func (b *builder) stepC(s *verifier.Step) {
	t := b.thread(s)
	switch s.Kind {
	case prog.StepBlock:
		b.wayC(t, s)
	case prog.StepCall, prog.StepReturn:
		if s.Cut {
			t.frames[len(t.frames)-1].loop(s)
			return
		}
		b.told.stmt = nil
		if s.Kind == prog.StepCall {
			b.callC(t, s)
		} else {
			b.returnC(t, s)
		}
	case prog.StepRecord:
		b.told.Note(s.Label, s.Value)
		if at, ok := b.c.End(s.Pos); ok && b.shows(t) { // an address means nothing in a witness
			b.addC(t, s, Step{Kind: Record, Text: s.Label + " returns", Writes: []Value{{Name: "result", Value: s.Value}}})
			b.Steps[len(b.Steps)-1].end = b.place(at)
		}
	case prog.StepSkip:
		b.skipC(t, s)
	case prog.StepAssign, prog.StepCommand:
		if c := s.Source; c != nil && !c.Made {
			b.commandC(t, s, c)
		}
	case prog.StepFail:
		b.failC(t, s)
	}
}

// shows reports whether steps are told: they are in a function of the user's.
func (b *builder) shows(t *thread) bool {
	return b.told.started && b.told.hidden == 0 && len(t.frames) > 1
}

// addC adds a step, with what the commands before it read and wrote that are not told.
func (b *builder) addC(t *thread, s *verifier.Step, step Step) {
	if !b.shows(t) {
		return
	}
	b.add(t, s, step)
	b.Steps[len(b.Steps)-1].Depth = max(len(t.frames)-2, 0)
	b.flows(b.told.pending.reads, b.told.pending.writes)
	b.told.pending, b.told.bare, b.told.before = flow{}, false, nil
}

// callC tells a call. Those that the program does not make begin: of the entry, and of constructors before it and destructors after it.
func (b *builder) callC(t *thread, s *verifier.Step) {
	var args []Value
	if s.Source != nil {
		args = b.valuesC(s.Proc, s.Source.Writes)
	}
	for i, a := range args {
		if text, ok := b.told.Given(a.Name); ok && len(t.frames) == 1 {
			args[i].Value = text
		}
	}
	caller := &t.frames[len(t.frames)-1]
	switch {
	case !b.told.started:
		b.Steps[0].Writes, b.Steps[0].Place, b.Steps[0].Procedure = args, b.place(s.Pos), c.Written(s.Proc)
		b.flow[0], b.told.pending = b.told.pending, flow{} // what static objects begin with
	case len(t.frames) == 1: // of the entry after constructors, or of a destructor
		b.add(t, s, Step{Kind: Begin, Procedure: c.Written(s.Proc), Writes: args, Place: b.place(s.Pos)})
	default:
		b.addC(t, s, Step{Kind: Call, Procedure: c.Written(s.Proc), Text: b.c.Call(s.Pos), Writes: args})
	}
	outer := caller.id
	t.frames = append(t.frames, b.frame(c.Written(s.Proc)))
	b.parents[b.frames] = outer
	if s.Source != nil && b.shows(t) {
		b.flows(keys(outer, s.Source.Reads), keys(b.frames, s.Source.Writes))
	}
	if b.told.started && (b.told.hidden > 0 || b.c.Library(s.Proc)) {
		b.told.hidden++
	}
	b.told.started = true
}

func (b *builder) returnC(t *thread, s *verifier.Step) {
	if len(t.frames) < 2 {
		return
	}
	top := t.frames[len(t.frames)-1]
	if b.told.hidden > 0 {
		b.told.hidden--
	}
	step := Step{Kind: Return, Procedure: c.Written(s.Proc), Text: b.c.Call(s.Pos)}
	if s.Source != nil {
		b.told.pending.then(keys(top.id, s.Source.Reads), nil)
		step.Writes = b.valuesC(s.Proc, s.Source.Reads)
	}
	t.frames = t.frames[:len(t.frames)-1]
	b.addC(t, s, step)
}

// skipC tells that iterations are left out.
func (b *builder) skipC(t *thread, s *verifier.Step) {
	step := Step{Kind: Skipped, Iteration: s.From, Last: s.To, Text: "the loop"}
	if l := t.frames[len(t.frames)-1].loops[s.Pos]; l != nil && l.text != "" {
		l.count, step.Text = s.To, l.text
	}
	b.addC(t, s, step)
}

// wayC tells which way control went, and in which iteration of a loop.
func (b *builder) wayC(t *thread, s *verifier.Step) {
	w := b.c.Way(s.Pos, label(s))
	if s.Cut || w == nil || !b.shows(t) {
		return
	}
	top := &t.frames[len(t.frames)-1]
	step := Step{Kind: Branch, Text: w.Text(), Condition: w.Condition()}
	l := top.loops[w.Head]
	switch {
	case w.Loop && w.Holds:
		if l == nil {
			l = &loop{}
			top.loops[w.Head] = l
		}
		l.count++
		l.text = step.Text
		step.Kind, step.Iteration = Iteration, l.count
	case w.Case:
		step.Text += ": " + step.Condition
		step.Condition = ""
	case !w.Holds:
		step.negate()
	}
	b.told.stmt = nil
	before := b.told.before
	b.addC(t, s, step)
	b.Steps[len(b.Steps)-1].Place = b.place(w.At)
	for _, r := range before {
		if r.text == "" || r.text == step.Text {
			b.condition(r)
		}
	}
	b.told.bare = true
}

// commandC tells what a command of a statement wrote, or what the condition of a branch read.
func (b *builder) commandC(t *thread, s *verifier.Step, c *verifier.Command) {
	id := t.frames[len(t.frames)-1].id
	writes := b.valuesC(c.In, c.Writes)
	switch {
	case c.Begins: // the call has told the arguments
		return
	case b.last.Kind == prog.StepReturn && !b.last.Cut && b.last.Pos == s.Pos: // what is given to the call it has read where it began
		if b.shows(t) {
			b.flows(nil, keys(id, c.Writes))
		} else {
			b.told.pending.then(nil, keys(id, c.Writes))
		}
		return
	case !watches(c):
		b.told.pending.then(keys(id, c.Reads), keys(id, c.Writes))
	}
	stmt, text := b.c.Statement(s.Pos)
	switch {
	case s.Kind == prog.StepCommand && s.Label != executed:
		r := reading{text, b.valuesC(c.In, c.Reads), b.valuesC(c.In, inMemory(c.Reads))}
		if !b.told.bare {
			b.told.before = append(b.told.before, r)
			return
		}
		b.flows(b.told.pending.reads, nil)
		b.told.pending = flow{}
		if stmt == nil || text == b.Steps[len(b.Steps)-1].Text {
			b.condition(r)
		}
		return
	case len(writes) == 0 && s.Label != executed || stmt == nil:
		return
	case stmt == b.told.stmt && id == b.told.frame && b.shows(t):
		last := &b.Steps[len(b.Steps)-1]
		last.Writes = merged(last.Writes, writes)
		b.flows(b.told.pending.reads, b.told.pending.writes)
		b.told.pending = flow{}
		return
	}
	b.addC(t, s, Step{Kind: Statement, Text: text, Writes: writes})
	b.told.stmt, b.told.frame = stmt, id
}

// watches reports whether a command leaves what it writes as it is, and that is about the object that is watched, or says where the next
// one is: the failure does not depend on it.
func watches(c *verifier.Command) bool {
	for _, w := range c.Writes {
		same := slices.ContainsFunc(c.Reads, func(r verifier.Binding) bool { return r.Name == w.Name && r.Value == w.Value })
		if !w.Global || !strings.HasPrefix(w.Name, "$") || !same && w.Name != "$next" {
			return false
		}
	}
	return len(c.Writes) > 0
}

// inMemory returns what is in memory, which the condition that reads it may name otherwise.
func inMemory(bs []verifier.Binding) (out []verifier.Binding) {
	for _, x := range bs {
		if x.Element && !strings.Contains(x.Var, "[]") {
			out = append(out, x)
		}
	}
	return out
}

// condition adds what its condition reads to the last branch, as far as that names it, or it is in memory.
func (b *builder) condition(r reading) {
	last := &b.Steps[len(b.Steps)-1]
	for _, v := range r.reads {
		named := mentions(last.Condition, v.Name) || slices.Contains(r.memory, v) && !strings.HasPrefix(v.Name, "byte ")
		if last.Condition != "" && named {
			last.Reads = merged(last.Reads, []Value{v})
		}
	}
}

// mentions reports whether a condition has the variable that a name begins with.
func mentions(condition, name string) bool {
	name, _, _ = strings.Cut(name, "[")
	name, _, _ = strings.Cut(name, ".")
	return slices.Contains(strings.FieldsFunc(condition, func(r rune) bool { return r > 0x7f || !letter(byte(r)) || r == '.' }), name)
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

// failC tells what fails.
func (b *builder) failC(t *thread, s *verifier.Step) {
	f := &Failure{Procedure: t.frames[len(t.frames)-1].proc}
	_, f.Text = b.c.Statement(b.trace.Failed)
	if !b.inC(f) {
		return
	}
	b.Failure = f
	if b.last.Source != nil {
		b.told.pending.then(keys(t.frames[len(t.frames)-1].id, b.last.Source.Reads), nil)
		f.Values = b.valuesC(b.last.Source.In, b.last.Source.Reads)
	}
	depth := max(len(t.frames)-2-b.told.hidden, 0)
	b.told.hidden, b.told.started = 0, true
	b.add(t, s, Step{Kind: Fail, Text: f.Text, Message: f.Message, Reads: f.Values})
	last := &b.Steps[len(b.Steps)-1]
	last.Place, last.Depth = f.Place, depth
	b.flows(b.told.pending.reads, nil)
}

// valuesC writes values in C. Those of variables that the program does not have are left out.
func (b *builder) valuesC(proc string, bs []verifier.Binding) (out []Value) {
	values := map[string]string{}
	for _, x := range bs {
		values[x.Name] = x.Value
	}
	for _, x := range bs {
		name, value, ok := b.told.Scalar(x.Name, values)
		if !ok {
			name, value, ok = b.told.Written(proc, x.Name, x.Value)
		}
		if v := (Value{name, value, x.Global}); ok && value != "" && !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}
