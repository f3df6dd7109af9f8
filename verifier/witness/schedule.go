package witness

import (
	"slices"

	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/interp"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
)

// schedule turns the trace of a program whose threads were made one after the other (verifier/passes) into one of the
// threads.
type schedule struct {
	p         *prog.Program
	threads   *passes.Threads // nil if there are none
	selectors map[prog.VarID]bool
	running   []running // the thread of the present step, under those that created it
	count     int
	spans     []span
}

// running is a thread amid its execution.
type running struct {
	thread, round int
	depth         int // of the call of what it runs
}

// span says of which thread and round the steps from one on are.
type span struct {
	from int
	running
}

func newSchedule(prepared *passes.Result) *schedule {
	return &schedule{p: prepared.Core, threads: prepared.Threads, selectors: prepared.Selectors, count: 1,
		running: []running{{thread: 1, depth: 1}}}
}

// at notes of which thread the steps from n on are.
func (s *schedule) at(n int) { s.spans = append(s.spans, span{n, s.running[len(s.running)-1]}) }

// inner reports whether a step of the program is made by passes: of the sequential one, none of the threads. It is
// called for each step in order, with the steps so far.
func (s *schedule) inner(step *interp.TraceStep, out *verifier.Trace) bool {
	switch {
	case step.Kind == prog.StepBlock:
		return s.p.Proc(step.Proc).Blocks[step.Block].Inner
	case s.selects(step):
		return true
	case s.threads == nil:
		return false
	}
	now := &s.running[len(s.running)-1]
	switch step.Kind {
	case prog.StepCall:
		if run, ok := s.threads.Starts[step.Proc]; ok {
			s.spawn(step, run, out)
			return true
		}
		return s.runs(step)
	case prog.StepReturn:
		if _, ok := s.threads.Starts[step.Proc]; ok {
			s.running = s.running[:len(s.running)-1]
			s.at(len(out.Steps))
			return true
		}
		return s.runs(step)
	case prog.StepAssign:
		return s.assigned(step, now, len(out.Steps))
	case prog.StepCommand:
		return slices.ContainsFunc(step.Reads, func(b interp.Binding) bool { return s.threads.Own(b.Var) })
	}
	return false
}

// selects reports whether a step only says by which entry control gets into a loop.
func (s *schedule) selects(step *interp.TraceStep) bool {
	switch step.Kind {
	case prog.StepAssign:
		return len(step.Writes) == 1 && s.selector(step.Writes[0])
	case prog.StepCommand:
		return slices.ContainsFunc(step.Reads, s.selector)
	}
	return false
}

// selector reports whether a variable says by which entry control gets into a loop.
func (s *schedule) selector(b interp.Binding) bool {
	return s.selectors[s.p.Source(prog.Now(b.Var)).Var()]
}

// spawn begins a thread.
func (s *schedule) spawn(step *interp.TraceStep, run prog.ProcID, out *verifier.Trace) {
	now := s.running[len(s.running)-1]
	s.count++
	out.Steps = append(out.Steps, verifier.Step{
		Kind: prog.StepSpawn, Depth: step.Depth, Proc: s.p.Proc(run).Name, Label: s.p.Proc(run).Name, Node: step.Node,
		Pos:     s.p.Pos(step.Node),
		Started: s.count,
	})
	s.running = append(s.running, running{thread: s.count, round: now.round, depth: step.Depth + 2})
	s.at(len(out.Steps))
}

// runs reports whether a call, or the return from it, is that of what a thread runs.
func (s *schedule) runs(step *interp.TraceStep) bool {
	return step.Depth < s.running[len(s.running)-1].depth
}

// assigned takes from a step what the program does not have, and reports whether nothing is left.
func (s *schedule) assigned(step *interp.TraceStep, now *running, n int) bool {
	if s.switched(step, now, n) {
		return true
	}
	_, made := s.threads.Starts[step.Proc]
	made = made || step.Proc == s.p.Entry
	step.Writes = slices.DeleteFunc(slices.Clone(step.Writes), func(b interp.Binding) bool {
		return s.threads.Own(b.Var) || made && s.p.Var(b.Var).Kind != prog.Global
	})
	return len(step.Writes) == 0
}

// switched notes that a thread goes on in another round, and reports whether it does.
func (s *schedule) switched(step *interp.TraceStep, now *running, n int) bool {
	for _, b := range step.Writes {
		if b.Var == s.threads.Round && b.Var != 0 {
			k, _ := b.Value.Int().Int64()
			now.round = int(k)
			s.at(n)
			return true
		}
	}
	return false
}

// order says of which thread and round each step is, and puts the steps in the order of the rounds, in which they are
// executed. What is after the failure does not matter.
func (s *schedule) order(t *verifier.Trace) {
	if s.threads == nil {
		return
	}
	now := running{thread: 1, depth: 1}
	for i := range t.Steps {
		for len(s.spans) > 0 && s.spans[0].from <= i {
			now, s.spans = s.spans[0].running, s.spans[1:]
		}
		step := &t.Steps[i]
		step.Thread, step.Context, step.Depth = now.thread, now.round, max(0, step.Depth-now.depth)
	}
	slices.SortStableFunc(t.Steps, func(x, y verifier.Step) int { return x.Context - y.Context })
	if i := slices.IndexFunc(t.Steps, func(x verifier.Step) bool { return x.Kind == prog.StepFail }); i >= 0 {
		t.Steps = t.Steps[:i+1]
	}
}
