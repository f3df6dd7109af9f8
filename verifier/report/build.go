package report

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/prog"
)

// builder turns the steps of a trace into those of a report.
type builder struct {
	*Report
	program *prog.Program
	source  front.Compiled // of others, commands
	outer   int            // frames of what calls the entry: one of a compiled source
	follow  follower
	trace   *verifier.Trace
	threads map[int]*thread
	last    verifier.Step
	origin  *Origin
	flow    []flow // of each step
	frames  int    // that have begun
	parents []int  // of each frame the one that calls; 0 if there is none
}

// thread is where a thread is.
type thread struct {
	frames []frame
}

// frame is a call of a procedure of the source.
type frame struct {
	proc  string
	id    int
	loops map[prog.NodeID]*loop // by the blocks with which they begin
	bare  prog.NodeID           // the statement of the last branch, which is shown
	back  *Origin               // of the call
}

// loop counts the iterations of a loop.
type loop struct {
	text          string // of the statement
	nested, count int
}

func (b *builder) build() {
	b.Steps = append(b.Steps, Step{Kind: Begin, Procedure: b.Entry})
	b.flow = append(b.flow, flow{})
	for i := range b.trace.Steps {
		s := &b.trace.Steps[i]
		b.step(s)
		b.last = *s
		if s.Kind == prog.StepFail {
			break
		}
	}
	if b.Failure == nil {
		b.returned()
	}
	if len(b.trace.Steps) > 0 {
		b.Steps[0].Thread = min(b.trace.Steps[0].Thread, 1)
	}
	for i := 1; b.Steps[0].Place.Line == 0 && i < len(b.Steps); i++ {
		b.Steps[0].Place = b.Steps[i].Place
	}
	if b.compiled {
		b.unread()
	}
	b.slice()
}

// thread returns where the thread of a step is.
func (b *builder) thread(s *verifier.Step) *thread {
	t := b.threads[s.Thread]
	if t == nil {
		name := s.Proc
		if s.Thread <= 1 {
			name = b.Entry
		}
		t = &thread{frames: []frame{b.frame(name)}}
		b.threads[s.Thread] = t
	}
	return t
}

// frame returns the frame of a call that begins.
func (b *builder) frame(proc string) frame {
	b.frames++
	for len(b.parents) <= b.frames {
		b.parents = append(b.parents, 0)
	}
	return frame{proc: proc, id: b.frames, loops: map[prog.NodeID]*loop{}, back: b.origin}
}

func (b *builder) place(at prog.Pos) Place {
	p := placeIn(b.Files, at)
	p.Origin = b.origin
	return p
}

func placeIn(files prog.Files, at prog.Pos) Place {
	p := Place{Line: int(at.Line), Column: int(at.Col)}
	if at.File > 0 {
		p.File = files.Name(at)
	}
	return p
}

// put adds a step of a thread.
func (b *builder) put(t *thread, s *verifier.Step, step Step) {
	top := &t.frames[len(t.frames)-1]
	step.Depth = max(len(t.frames)-1-b.outer, 0)
	step.Place, step.node = b.place(s.Pos), s.Node
	step.Thread, step.Context = s.Thread, s.Context
	if step.Procedure == "" {
		step.Procedure = top.proc
	}
	b.Steps = append(b.Steps, step)
	b.flow = append(b.flow, flow{frame: top.id})
}

// shows reports whether steps are shown: they are in a procedure of the user's.
func (b *builder) shows(t *thread) bool {
	return b.follow.started && b.follow.hidden == 0 && len(t.frames) > b.outer
}

// add adds a step that is shown, with what the commands before it read and wrote that are not.
func (b *builder) add(t *thread, s *verifier.Step, step Step) {
	if !b.shows(t) {
		return
	}
	b.put(t, s, step)
	b.flows(b.follow.pending.reads, b.follow.pending.writes)
	b.follow.pending, b.follow.bare, b.follow.before = flow{}, false, nil
}

// step adds what one step of the trace says.
func (b *builder) step(s *verifier.Step) {
	t := b.thread(s)
	top := &t.frames[len(t.frames)-1]
	switch s.Kind {
	case prog.StepSource:
		b.origin = parseOrigin(s.Label)
	case prog.StepBlock:
		b.way(t, s)
	case prog.StepCall, prog.StepReturn:
		if s.Cut {
			top.loop(s)
			return
		}
		b.follow.stmt = nil
		if s.Kind == prog.StepCall {
			b.call(t, s)
		} else if len(t.frames) > 1 {
			b.returns(t, s)
		}
	case prog.StepSkip:
		b.skip(t, s)
	case prog.StepSpawn:
		b.add(t, s, Step{Kind: Spawn, Text: s.Proc, Starts: s.Started})
	case prog.StepRecord:
		b.record(t, s)
	case prog.StepAssign, prog.StepCommand:
		switch c := s.Source; {
		case c == nil || c.Made:
		case b.compiled:
			b.part(t, s, c)
		case s.Kind == prog.StepAssign:
			b.assign(t, s, c)
		default:
			b.command(t, s, c)
		}
	case prog.StepFail:
		if b.compiled {
			b.fault(t, s)
		} else {
			b.fail(t, s)
		}
	}
}

// loop notes that a loop begins or goes on, or ends.
func (f *frame) loop(s *verifier.Step) {
	l := f.loops[s.Node]
	if l == nil {
		l = &loop{}
		f.loops[s.Node] = l
	}
	if s.Kind == prog.StepReturn {
		l.nested--
		return
	}
	if l.nested == 0 {
		l.count = 0
	}
	l.nested++
}

// skip says that iterations are left out.
func (b *builder) skip(t *thread, s *verifier.Step) {
	step := Step{Kind: Skipped, Iteration: s.From, Last: s.To}
	if l := t.frames[len(t.frames)-1].loops[s.Node]; l != nil && l.count > 0 {
		l.count, step.Text = s.To, l.text
	}
	step.Text = cmp.Or(step.Text, "the loop")
	b.add(t, s, step)
}

// call adds a call. Those that a compiled program does not make begin: of the entry, and of constructors before it and
// destructors after it.
func (b *builder) call(t *thread, s *verifier.Step) {
	var reads, writes []verifier.Binding
	if s.Source != nil {
		reads, writes = s.Source.Reads, s.Source.Writes
	}
	args := b.values(writes)
	for i, a := range args {
		if text, ok := b.follow.Argument(a.Name); ok && len(t.frames) == b.outer {
			args[i].Value = text
		}
	}
	caller := t.frames[len(t.frames)-1].id
	text, _ := b.source.Call(s.Node)
	name := b.source.Name(s.Proc)
	switch {
	case !b.follow.started:
		b.Steps[0].Writes, b.Steps[0].Place, b.Steps[0].Procedure = args, b.place(s.Pos), name
		b.flow[0], b.follow.pending = b.follow.pending, flow{} // what static objects begin with
	case len(t.frames) == b.outer: // of the entry after constructors, or of a destructor
		b.put(t, s, Step{Kind: Begin, Procedure: name, Writes: args})
	default:
		b.add(t, s, Step{Kind: Call, Procedure: name, Text: text, Writes: args})
	}
	t.frames = append(t.frames, b.frame(name))
	b.parents[b.frames] = caller
	if b.shows(t) {
		b.flows(keys(caller, reads), keys(b.frames, writes))
	}
	if b.follow.started && (b.follow.hidden > 0 || b.source.Library(s.Proc)) {
		b.follow.hidden++
	}
	b.follow.started = true
}

// returns adds a return. The command behind it shows what got the results of one that is no part of a statement.
func (b *builder) returns(t *thread, s *verifier.Step) {
	top := t.frames[len(t.frames)-1]
	b.origin = top.back
	b.follow.hidden = max(b.follow.hidden-1, 0)
	text, _ := b.source.Call(s.Node)
	step := Step{Kind: Return, Procedure: b.source.Name(s.Proc), Text: text}
	if s.Source != nil {
		b.follow.pending.then(keys(top.id, s.Source.Reads), nil)
		if b.compiled {
			step.Writes = b.values(s.Source.Reads)
		}
	}
	t.frames = t.frames[:len(t.frames)-1]
	b.add(t, s, step)
}

// way says which way control went, and in which iteration of a loop.
func (b *builder) way(t *thread, s *verifier.Step) {
	if s.Cut || !b.shows(t) {
		return
	}
	top := &t.frames[len(t.frames)-1]
	top.bare = 0
	w := b.source.Way(s.Node)
	switch {
	case w == nil:
		if l := top.loops[s.Node]; l != nil && !b.compiled {
			l.count++
			b.add(t, s, Step{Kind: Iteration, Iteration: l.count, Text: "block " + label(s)})
		}
		return
	case w.Text == "":
		return
	}
	step := Step{Kind: Branch, Text: w.Text, Condition: w.Condition}
	l := top.loops[w.Head]
	if l == nil && b.compiled && w.Loop && w.Holds {
		l = &loop{}
		top.loops[w.Head] = l
	}
	switch {
	case l != nil && w.Loop && w.Holds:
		l.count++
		l.text = w.Text
		step.Kind, step.Iteration = Iteration, l.count
	case w.Case:
		step.Text += ": " + step.Condition
		step.Condition = ""
	case !w.Holds:
		step.negate()
	}
	before := b.follow.before
	b.add(t, s, step)
	b.Steps[len(b.Steps)-1].Place = b.place(b.program.Pos(w.Node))
	for _, r := range before {
		if r.text == "" || r.text == step.Text {
			b.condition(r)
		}
	}
	b.follow.stmt, b.follow.bare, top.bare = nil, true, w.Node
}

// values returns the values of variables that the source has.
func (b *builder) values(bs []verifier.Binding) (out []Value) {
	for _, v := range b.follow.Values(bs) {
		out = append(out, Value{v.Name, v.Value, v.Global})
	}
	return out
}

// record adds a value that the program records: of a compiled one, if it is what a call returns.
func (b *builder) record(t *thread, s *verifier.Step) {
	b.follow.Record(s.Node, s.Exact[0].Value)
	text, end := b.source.Call(s.Node)
	switch {
	case !b.compiled:
		b.add(t, s, Step{Kind: Record, Text: text, Writes: []Value{{Name: s.Label, Value: s.Value}}})
	case end.Line > 0 && b.shows(t):
		b.add(t, s, Step{Kind: Record, Text: s.Label + " returns", Writes: []Value{{Name: "result", Value: s.Value}}})
		b.Steps[len(b.Steps)-1].end = b.place(end)
	}
}

// label returns the label that a block has in the source.
func label(s *verifier.Step) string { return strings.TrimSuffix(s.Label, "_last") } // of verifier/passes

// entryReturns is the kind of a failure that is none: the entry returns.
const entryReturns = "return"

// returned says that the entry returns, where nothing else was asked.
func (b *builder) returned() {
	last := Step{Place: Place{}}
	if n := len(b.Steps); n > 0 {
		last = b.Steps[n-1]
	}
	b.Failure = &Failure{
		Kind: entryReturns, Procedure: b.Entry, Place: last.Place,
		Message: fmt.Sprintf("%s can return; the program has no assertion that it reaches, so that was asked", b.Entry),
	}
	b.Steps = append(b.Steps, Step{Kind: Fail, Procedure: b.Entry, Place: last.Place, Text: b.Entry + " returns"})
	b.flow = append(b.flow, flow{})
}

// parseOrigin reads file(line,col).
func parseOrigin(text string) *Origin {
	open := strings.LastIndexByte(text, '(')
	if open < 0 || !strings.HasSuffix(text, ")") {
		return nil
	}
	line, col, ok := strings.Cut(text[open+1:len(text)-1], ",")
	if !ok {
		return nil
	}
	o := &Origin{File: text[:open]}
	var err error
	if o.Line, err = strconv.Atoi(line); err != nil {
		return nil
	}
	o.Column, _ = strconv.Atoi(col)
	return o
}
