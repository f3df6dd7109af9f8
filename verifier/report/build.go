package report

import (
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
	source   front.Source
	compiled front.Compiled // the source, if it is one; else nil
	told     teller
	trace    *verifier.Trace
	threads  map[int]*thread
	last     verifier.Step
	origin   *Origin
	flow     []flow // of each step
	frames   int    // that have begun
	parents  []int  // of each frame the one that calls; 0 if there is none
}

// thread is where a thread is.
type thread struct {
	frames []frame
}

// frame is a call of a procedure of the source.
type frame struct {
	proc  string
	id    int
	loops map[prog.Pos]*loop
	bare  prog.Pos // the position of the last branch, which is told
	back  *Origin  // of the call
}

// loop counts the iterations of a loop.
type loop struct {
	text          string // of a loop of a compiled source
	nested, count int
}

func (b *builder) build() {
	b.Steps = append(b.Steps, Step{Kind: Begin, Procedure: b.Entry})
	b.flow = append(b.flow, flow{})
	for i := range b.trace.Steps {
		s := &b.trace.Steps[i]
		if b.compiled != nil {
			b.stepCompiled(s)
		} else {
			b.step(s)
		}
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
	if b.compiled != nil {
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
	return frame{proc: proc, id: b.frames, loops: map[prog.Pos]*loop{}, back: b.origin}
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

// add adds a step of a thread.
func (b *builder) add(t *thread, s *verifier.Step, step Step) {
	step.Depth = len(t.frames) - 1
	step.Place = b.place(s.Pos)
	step.Thread, step.Context = s.Thread, s.Context
	if step.Procedure == "" {
		step.Procedure = t.frames[len(t.frames)-1].proc
	}
	b.Steps = append(b.Steps, step)
	b.flow = append(b.flow, flow{frame: t.frames[len(t.frames)-1].id})
}

// step tells one step of the trace.
func (b *builder) step(s *verifier.Step) {
	t := b.thread(s)
	top := &t.frames[len(t.frames)-1]
	switch s.Kind {
	case prog.StepSource:
		b.origin = parseOrigin(s.Label)
	case prog.StepBlock:
		b.block(t, s)
	case prog.StepCall, prog.StepReturn:
		if s.Cut {
			top.loop(s)
			return
		}
		if s.Kind == prog.StepCall {
			b.call(t, s)
			return
		}
		if len(t.frames) > 1 {
			b.origin = top.back
			var results []key
			if s.Source != nil {
				results = keys(top.id, s.Source.Reads)
			}
			t.frames = t.frames[:len(t.frames)-1]
			b.add(t, s, Step{Kind: Return, Procedure: s.Proc, Text: b.source.Statement(s.Pos).Text})
			b.flows(results, nil)
		}
	case prog.StepSkip:
		b.skip(t, s)
	case prog.StepSpawn:
		b.add(t, s, Step{Kind: Spawn, Text: s.Proc, Starts: s.Started})
	case prog.StepRecord:
		b.add(t, s, Step{Kind: Record, Text: b.source.Statement(s.Pos).Text, Writes: []Value{{Name: s.Label, Value: s.Value}}})
	case prog.StepAssign:
		if c := s.Source; c != nil {
			b.assign(t, s, c)
		}
	case prog.StepCommand:
		if c := s.Source; c != nil && !c.Made {
			b.command(t, s, c)
		}
	case prog.StepFail:
		b.fail(t, s)
	}
}

// loop notes that a loop begins or goes on, or ends.
func (f *frame) loop(s *verifier.Step) {
	l := f.loops[s.Pos]
	if l == nil {
		l = &loop{}
		f.loops[s.Pos] = l
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

// skip tells that iterations are left out.
func (b *builder) skip(t *thread, s *verifier.Step) {
	st := b.source.Statement(s.Pos)
	if l := t.frames[len(t.frames)-1].loops[s.Pos]; l != nil && l.count > 0 {
		l.count = s.To
	}
	step := Step{Kind: Skipped, Iteration: s.From, Last: s.To, Text: "the loop"}
	if st.Text != "" {
		step.Text = st.Text
	}
	b.add(t, s, step)
}

func (b *builder) call(t *thread, s *verifier.Step) {
	step := Step{Kind: Call, Procedure: s.Proc, Text: b.source.Statement(s.Pos).Text}
	if s.Source != nil {
		step.Writes = values(s.Source.Writes)
	}
	b.add(t, s, step)
	caller := t.frames[len(t.frames)-1].id
	t.frames = append(t.frames, b.frame(s.Proc))
	b.parents[b.frames] = caller
	if s.Source != nil {
		b.flows(keys(caller, s.Source.Reads), keys(b.frames, s.Source.Writes))
	}
}

// block tells which way control went, and in which iteration of a loop.
func (b *builder) block(t *thread, s *verifier.Step) {
	if s.Cut {
		return
	}
	top := &t.frames[len(t.frames)-1]
	top.bare = prog.Pos{}
	w := b.source.Way(s.Pos, label(s))
	if l := top.loops[s.Pos]; l != nil && (w == nil || w.Loop && w.Holds) {
		l.count++
		step := Step{Kind: Iteration, Iteration: l.count, Text: "block " + label(s)}
		if w != nil {
			top.bare = s.Pos
			step.Text, step.Condition = w.Text, w.Condition
		}
		b.add(t, s, step)
		return
	}
	if w == nil || w.Text == "" {
		return
	}
	step := Step{Kind: Branch, Text: w.Text, Condition: w.Condition}
	if !w.Holds {
		step.negate()
	}
	top.bare = s.Pos
	b.add(t, s, step)
}

// label returns the label that a block has in the source.
func label(s *verifier.Step) string { return strings.TrimSuffix(s.Label, "_last") } // of verifier/passes

// command tells a command that changes nothing.
func (b *builder) command(t *thread, s *verifier.Step, c *verifier.Command) {
	top := &t.frames[len(t.frames)-1]
	st := b.source.Statement(s.Pos)
	reads := values(c.Reads)
	step := Step{Reads: reads, Text: st.Text, Condition: st.Condition}
	switch st.Kind {
	case front.Branching:
		if top.bare == s.Pos {
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
		if step.Kind = Statement; s.Label == "" || b.last.Kind == prog.StepReturn && b.last.Pos == s.Pos {
			return // a check of a clause of the callee, or after the return from a call that has been told
		}
	default:
		return
	}
	b.add(t, s, step)
	if !st.Harmless {
		b.flows(keys(top.id, c.Reads), nil)
	}
}

// assign tells a command that changes variables.
func (b *builder) assign(t *thread, s *verifier.Step, c *verifier.Command) {
	writes := values(c.Writes)
	switch {
	case c.Made:
	case c.Begins:
		b.begin(t, s, writes)
	case b.last.Kind == prog.StepReturn && b.last.Pos == s.Pos && !b.last.Cut:
		b.Steps[len(b.Steps)-1].Writes = writes // the results of a call
		b.flows(nil, keys(t.frames[len(t.frames)-1].id, c.Writes))
	default:
		st := b.source.Statement(s.Pos)
		b.add(t, s, Step{Kind: Statement, Text: st.Text, Reads: values(c.Reads), Writes: writes})
		id := t.frames[len(t.frames)-1].id
		b.flows(keys(id, c.Reads), keys(id, c.Writes))
	}
}

// begin tells the values that a call begins with and that are not its arguments.
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

// fail tells which assertion fails.
func (b *builder) fail(t *thread, s *verifier.Step) {
	failed, clause := b.trace.Failed, b.trace.Clause
	st, cl := b.source.Statement(failed), b.source.Statement(clause)
	f := &Failure{Place: b.place(failed), Text: st.Text, Condition: cl.Condition, Procedure: t.frames[len(t.frames)-1].proc}
	switch {
	case st.Kind == front.Calling && clause != failed:
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
		f.Values = values(b.last.Source.Reads)
		reads = keys(t.frames[len(t.frames)-1].id, b.last.Source.Reads)
		if n := len(b.Steps) - 1; b.Steps[n].Kind == Check && b.last.Pos == clause {
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

func values(bs []verifier.Binding) []Value {
	var out []Value
	for _, x := range bs {
		if x.Value != "" {
			out = append(out, Value{x.Name, x.Value, x.Global})
		}
	}
	return out
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
