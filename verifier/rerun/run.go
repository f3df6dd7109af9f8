package rerun

import (
	"context"
	"errors"

	"github.com/muster-smt/muster/verifier/prog"
)

// Outcome is what running all executions shows.
type Outcome struct {
	Safe  bool   // all end, and none reaches the exit of the entry
	Fails bool   // one reaches it, if it is an execution
	Why   string // if neither: why there is no answer
	Runs  int64
	Steps int64 // blocks
}

// errReturns says that a run has reached the exit of the entry.
var errReturns = errors.New("the exit is reached")

// errStops says that a run is at the iteration that it was to reach, or that the loop has ended.
var errStops = errors.New("the loop is where it was to go")

// pollEvery is how many blocks are executed between two looks at the context.
const pollEvery = 1 << 12

// All runs all executions of a program, whose constants have the values of defs: at most so many runs with so many
// steps in all. The error is that of the context.
func All(ctx context.Context, p *prog.Program, defs []prog.Def, runs, steps int64) (out Outcome, err error) {
	defer func() {
		if x := recover(); x != nil {
			why, ok := x.(unsupported)
			if !ok {
				panic(x)
			}
			out.Why = string(why)
		}
	}()
	m := newMachine(ctx, compile(p, defs))
	for {
		out.Runs++
		why, err := m.run(steps - out.Steps)
		out.Steps += m.steps
		switch {
		case errors.Is(err, errReturns):
			out.Fails = true
			return out, nil
		case err != nil:
			return out, err
		case why != "":
			out.Why = why
			return out, nil
		case !m.next():
			out.Safe = true
			return out, nil
		case out.Runs == runs:
			out.Why = "there are more executions than were said"
			return out, nil
		}
	}
}

// begin prepares a run.
func (m *machine) begin() {
	for _, f := range m.stack {
		f.proc.frames = append(f.proc.frames, f)
	}
	m.stack, m.scratch, m.scratchMaps, m.steps, m.poll = m.stack[:0], m.scratch[:0], m.scratchMaps[:0], 0, pollEvery
	m.past, m.parted = past{at: pollEvery}, 0
	for _, v := range m.code.globalVars {
		m.forget(v.slot)
	}
	m.all(m.code.defs)
}

// run makes a run of at most so many steps. If it does not end, why says why, or the error.
func (m *machine) run(limit int64) (why string, err error) {
	m.begin()
	entry := m.code.procs[m.code.p.Entry]
	m.enter(entry, nil)
	if m.all(entry.requires) == ends {
		return "", nil
	}
	m.steps = 1
	return m.goOn(limit)
}

// goOn makes the rest of a run.
func (m *machine) goOn(limit int64) (why string, err error) {
	for {
		f := m.stack[len(m.stack)-1]
		b := &f.proc.blocks[f.block]
		switch m.commands(f, b) {
		case ends:
			return "", nil
		case calls:
			if len(m.stack) > maxDepth {
				return "calls that are nested too deeply", nil
			}
			if m.call() == ends {
				return "", nil
			}
			continue
		}
		switch {
		case b.dead:
			return "control gets past a dead block", nil
		case len(b.succs) > 0:
			if !m.follow(f, b) {
				return "", nil
			}
		case len(m.stack) == 1: // nobody is there to assume the entry's postconditions
			return "", errReturns
		case m.all(f.proc.ensures) == ends:
			return "", nil
		default:
			m.leave()
			continue
		}
		if m.zeros && m.blockEnds(f, b) {
			return "", errStops
		}
		if m.at > m.parted && m.revisits() {
			return "", nil
		}
		if m.steps += b.steps; m.steps >= m.poll {
			m.poll = m.steps + pollEvery
			switch {
			case m.ctx.Err() != nil:
				return "", m.ctx.Err()
			case m.steps > limit:
				return "executions take more steps than was said", nil
			case m.repeats():
				return "", nil
			}
		}
	}
}

// commands executes the commands of a block from where the frame is.
func (m *machine) commands(f *frame, b *block) status {
	for i := f.cmd; i < len(b.cmds); i++ {
		if s := b.cmds[i](m); s != goesOn {
			f.cmd = i + 1
			return s
		}
	}
	return goesOn
}

// call makes the call that the present command is.
func (m *machine) call() status {
	k := m.callee
	p := m.code.procs[k.callee]
	m.pass(k)
	m.enter(p, k)
	if m.all(p.requires) == ends {
		return ends
	}
	if len(p.blocks) > 0 {
		m.steps++
		return goesOn
	}
	for _, s := range p.modifies {
		m.forget(s)
	}
	if m.all(p.ensures) == ends {
		return ends
	}
	m.leave()
	return goesOn
}

// follow goes on with a successor. It reports whether there is one.
func (m *machine) follow(f *frame, b *block) bool {
	f.cmd = 0
	if len(b.succs) == 1 {
		f.block = b.succs[0]
		return true
	}
	if b.either != nil {
		if w, ok := b.either(m); ok { // and its assumption holds
			f.block, f.cmd = b.succs[1-w], 1
			return true
		}
	}
	open := b.open(m)
	switch len(open) {
	case 0:
		return false
	case 1:
		f.block = open[0]
	default:
		f.block = open[m.split(len(open))]
	}
	return true
}
