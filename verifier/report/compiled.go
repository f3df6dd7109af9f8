package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/prog"
)

// teller tells the steps of a compiled program: its statements, of which each may be many commands.
type teller struct {
	front.Execution
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
	text  string // of the statement; empty if that is not known
	reads []front.Value
}

// executed is the label of a command that only says that its statement is executed.
const executed = "statement"

// stepCompiled tells one step of the trace of a compiled program.
func (b *builder) stepCompiled(s *verifier.Step) {
	t := b.thread(s)
	switch s.Kind {
	case prog.StepBlock:
		b.wayCompiled(t, s)
	case prog.StepCall, prog.StepReturn:
		if s.Cut {
			t.frames[len(t.frames)-1].loop(s)
			return
		}
		b.told.stmt = nil
		if s.Kind == prog.StepCall {
			b.callCompiled(t, s)
		} else {
			b.returnCompiled(t, s)
		}
	case prog.StepRecord:
		b.told.Record(s.Label, s.Value)
		if _, at := b.compiled.Call(s.Pos); at.Line > 0 && b.shows(t) {
			b.addCompiled(t, s, Step{Kind: Record, Text: s.Label + " returns", Writes: []Value{{Name: "result", Value: s.Value}}})
			b.Steps[len(b.Steps)-1].end = b.place(at)
		}
	case prog.StepSkip:
		b.skipCompiled(t, s)
	case prog.StepAssign, prog.StepCommand:
		if c := s.Source; c != nil && !c.Made {
			b.commandCompiled(t, s, c)
		}
	case prog.StepFail:
		b.failCompiled(t, s)
	}
}

// shows reports whether steps are told: they are in a function of the user's.
func (b *builder) shows(t *thread) bool {
	return b.told.started && b.told.hidden == 0 && len(t.frames) > 1
}

// addCompiled adds a step, with what the commands before it read and wrote that are not told.
func (b *builder) addCompiled(t *thread, s *verifier.Step, step Step) {
	if !b.shows(t) {
		return
	}
	b.add(t, s, step)
	b.Steps[len(b.Steps)-1].Depth = max(len(t.frames)-2, 0)
	b.flows(b.told.pending.reads, b.told.pending.writes)
	b.told.pending, b.told.bare, b.told.before = flow{}, false, nil
}

// callCompiled tells a call. Those that the program does not make begin: of the entry, and of constructors before it
// and destructors after it.
func (b *builder) callCompiled(t *thread, s *verifier.Step) {
	var args []Value
	if s.Source != nil {
		args = b.values(s.Proc, s.Source.Writes)
	}
	for i, a := range args {
		if text, ok := b.told.Argument(a.Name); ok && len(t.frames) == 1 {
			args[i].Value = text
		}
	}
	caller := &t.frames[len(t.frames)-1]
	text, _ := b.compiled.Call(s.Pos)
	switch {
	case !b.told.started:
		b.Steps[0].Writes, b.Steps[0].Place, b.Steps[0].Procedure = args, b.place(s.Pos), b.source.Name(s.Proc)
		b.flow[0], b.told.pending = b.told.pending, flow{} // what static objects begin with
	case len(t.frames) == 1: // of the entry after constructors, or of a destructor
		b.add(t, s, Step{Kind: Begin, Procedure: b.source.Name(s.Proc), Writes: args, Place: b.place(s.Pos)})
	default:
		b.addCompiled(t, s, Step{Kind: Call, Procedure: b.source.Name(s.Proc), Text: text, Writes: args})
	}
	outer := caller.id
	t.frames = append(t.frames, b.frame(b.source.Name(s.Proc)))
	b.parents[b.frames] = outer
	if s.Source != nil && b.shows(t) {
		b.flows(keys(outer, s.Source.Reads), keys(b.frames, s.Source.Writes))
	}
	if b.told.started && (b.told.hidden > 0 || b.compiled.Library(s.Proc)) {
		b.told.hidden++
	}
	b.told.started = true
}

func (b *builder) returnCompiled(t *thread, s *verifier.Step) {
	if len(t.frames) < 2 {
		return
	}
	top := t.frames[len(t.frames)-1]
	if b.told.hidden > 0 {
		b.told.hidden--
	}
	text, _ := b.compiled.Call(s.Pos)
	step := Step{Kind: Return, Procedure: b.source.Name(s.Proc), Text: text}
	if s.Source != nil {
		b.told.pending.then(keys(top.id, s.Source.Reads), nil)
		step.Writes = b.values(s.Proc, s.Source.Reads)
	}
	t.frames = t.frames[:len(t.frames)-1]
	b.addCompiled(t, s, step)
}

// skipCompiled tells that iterations are left out.
func (b *builder) skipCompiled(t *thread, s *verifier.Step) {
	step := Step{Kind: Skipped, Iteration: s.From, Last: s.To, Text: "the loop"}
	if l := t.frames[len(t.frames)-1].loops[s.Pos]; l != nil && l.text != "" {
		l.count, step.Text = s.To, l.text
	}
	b.addCompiled(t, s, step)
}

// wayCompiled tells which way control went, and in which iteration of a loop.
func (b *builder) wayCompiled(t *thread, s *verifier.Step) {
	if s.Cut || !b.shows(t) {
		return
	}
	w := b.source.Way(s.Pos, label(s))
	if w == nil {
		return
	}
	top := &t.frames[len(t.frames)-1]
	step := Step{Kind: Branch, Text: w.Text, Condition: w.Condition}
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
	b.addCompiled(t, s, step)
	b.Steps[len(b.Steps)-1].Place = b.place(w.At)
	for _, r := range before {
		if r.text == "" || r.text == step.Text {
			b.condition(r)
		}
	}
	b.told.bare = true
}

// commandCompiled tells what a command of a statement wrote, or what the condition of a branch read.
func (b *builder) commandCompiled(t *thread, s *verifier.Step, c *verifier.Command) {
	id := t.frames[len(t.frames)-1].id
	writes := b.values(c.In, c.Writes)
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
	case !b.compiled.Bookkeeping(c):
		b.told.pending.then(keys(id, c.Reads), keys(id, c.Writes))
	}
	st := b.source.Statement(s.Pos)
	stmt, text := st.ID, st.Text
	switch {
	case s.Kind == prog.StepCommand && s.Label != executed:
		r := reading{text, b.told.Values(c.In, c.Reads)}
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
	b.addCompiled(t, s, Step{Kind: Statement, Text: text, Writes: writes})
	b.told.stmt, b.told.frame = stmt, id
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

// failCompiled tells what fails.
func (b *builder) failCompiled(t *thread, s *verifier.Step) {
	var read []verifier.Binding
	if b.last.Source != nil {
		read = b.last.Source.Reads
	}
	fault, ok := b.told.Fault(b.trace.Failed, read)
	if !ok {
		return
	}
	f := &Failure{
		Procedure: t.frames[len(t.frames)-1].proc, Text: b.source.Statement(b.trace.Failed).Text,
		Kind: fault.Kind, Message: fault.Message, Place: b.place(fault.At),
	}
	if fault.At.Line == 0 {
		b.atCaller(f)
	}
	b.Failure = f
	if b.last.Source != nil {
		b.told.pending.then(keys(t.frames[len(t.frames)-1].id, read), nil)
		f.Values = b.values(b.last.Source.In, read)
	}
	depth := max(len(t.frames)-2-b.told.hidden, 0)
	b.told.hidden, b.told.started = 0, true
	b.add(t, s, Step{Kind: Fail, Text: f.Text, Message: f.Message, Reads: f.Values})
	last := &b.Steps[len(b.Steps)-1]
	last.Place, last.Depth = f.Place, depth
	b.flows(b.told.pending.reads, nil)
}

// atCaller gives a failure in what is no file of the user's the place of the call that leads there.
func (b *builder) atCaller(f *Failure) {
	for i := len(b.Steps) - 1; i > 0; i-- {
		if s := &b.Steps[i]; s.Kind == Call && s.Place.Line > 0 {
			if name := b.compiled.CalledAs(s.Procedure, b.pos(s.Place)); name != "" {
				f.Message = fmt.Sprintf("in %s: %s", name, f.Message)
			}
			f.Place, f.Text = s.Place, s.Text
			return
		}
	}
}

// pos returns the position of a place.
func (b *builder) pos(p Place) prog.Pos {
	file := slices.IndexFunc(b.Files, func(f prog.File) bool { return f.Name == p.File })
	return prog.Pos{Line: int32(p.Line), Col: int32(p.Column), File: int32(max(file, 0))}
}

// values returns the values of variables that the source has.
func (b *builder) values(proc string, bs []verifier.Binding) (out []Value) {
	for _, v := range b.told.Values(proc, bs) {
		out = append(out, Value{v.Name, v.Value, v.Global})
	}
	return out
}
